//! A server, and how to connect to it.

use std::io;
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

    /// Connects for the first time.
    ///
    /// # Errors
    /// If the server does not answer, or is not trusted.
    pub async fn reach(&self) -> Result<Box<dyn Stream>, ClientError> {
        let unreached = |source| ClientError::unreached(self.host.clone(), self.port, source);
        (self.dial)().await.map_err(unreached)
    }
}
