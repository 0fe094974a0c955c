//! A server, and how to connect to it.

use std::io;
use std::net::{IpAddr, SocketAddr};
use std::pin::Pin;
use std::sync::Arc;

use super::{ClientError, Stream};
use crate::tcp;
use crate::tls::Trust;

/// A connection in the making.
pub type Dialled = Pin<Box<dyn Future<Output = io::Result<Box<dyn Stream>>> + Send>>;

/// A server.
#[derive(Clone)]
pub struct Server {
    /// Its name or address.
    pub host: String,
    /// Its port.
    pub port: u16,
    /// Connects to it.
    pub dial: Arc<dyn Fn() -> Dialled + Send + Sync>,
}

impl Server {
    /// A server reached with TLS if there are certificates to trust, otherwise without.
    pub fn new(host: &str, port: u16, trust: Option<Trust>) -> Self {
        let to = host.to_owned();
        let dial = move || -> Dialled {
            let (host, trust) = (to.clone(), trust.clone());
            Box::pin(async move {
                Ok(match trust {
                    Some(trust) => Box::new(trust.dial(&host, port).await?) as Box<dyn Stream>,
                    None => Box::new(tcp::dial(&host, port).await?),
                })
            })
        };
        Self {
            host: host.to_owned(),
            port,
            dial: Arc::new(dial),
        }
    }

    /// A server on this machine.
    pub fn here(port: u16) -> Self {
        Self::new("127.0.0.1", port, None)
    }

    /// The host and, if there is one, the port of an address as people write it:
    /// `games.example.org`, `10.0.0.2:50123`, `[::1]:50123`. `None` if it is none.
    pub fn host_and_port(address: &str) -> Option<(String, Option<u16>)> {
        let address = address.trim();
        let bare = address
            .strip_prefix('[')
            .and_then(|rest| rest.strip_suffix(']'));
        let address = bare.unwrap_or(address);
        if let Ok(ip) = address.parse::<IpAddr>() {
            return Some((ip.to_string(), None));
        }
        if let Ok(at) = address.parse::<SocketAddr>() {
            return Some((at.ip().to_string(), Some(at.port())));
        }
        let (host, port) = match address.split_once(':') {
            Some((host, port)) => (host, Some(port.parse().ok()?)),
            None => (address, None),
        };
        let is_host = !host.is_empty() && !host.contains(char::is_whitespace);
        is_host.then(|| (host.to_owned(), port))
    }

    /// Connects for the first time.
    ///
    /// # Errors
    /// If the server does not answer, or is not trusted.
    pub async fn reach(&self) -> Result<Box<dyn Stream>, ClientError> {
        let unreached = |source| ClientError::unreached(self.host.clone(), self.port, source);
        (self.dial)().await.map_err(unreached)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_a_host_and_perhaps_a_port() {
        for (text, host, port) in [
            (" example.org ", "example.org", None),
            ("10.0.0.2:7", "10.0.0.2", Some(7)),
            ("::1", "::1", None),
            ("[::1]", "::1", None),
            ("[::1]:7", "::1", Some(7)),
        ] {
            let known = Some((host.to_owned(), port));
            assert_eq!(Server::host_and_port(text), known, "{text}");
        }
        for wrong in [
            "",
            ":7",
            "example.org:",
            "example.org:99999",
            "a:b:7",
            "my server",
        ] {
            assert_eq!(Server::host_and_port(wrong), None, "{wrong}");
        }
    }
}
