//! Connections to a server, by TCP or TLS.

use std::path::PathBuf;

use marchland_game::client::net::Server;
use marchland_game::server::net::{DEFAULT_PORT, DEFAULT_TLS_PORT};
use marchland_game::tls::Trust;

/// How to connect to a server.
#[derive(Debug, clap::Args)]
#[group(skip)]
pub(super) struct Args {
    /// TCP port of the server [default: 50123; with --tls 50124]
    #[arg(long)]
    port: Option<u16>,
    /// Connect with TLS
    #[arg(long)]
    tls: bool,
    /// Trust the certificates in this PEM file instead of those that the system trusts
    #[arg(long, value_name = "FILE", requires = "tls")]
    tls_ca: Option<PathBuf>,
}

impl Args {
    /// Whether any of these options was given.
    pub(super) fn is_given(&self) -> bool {
        self.port.is_some() || self.tls
    }

    /// The server of that name or address.
    pub(super) fn to(&self, host: &str) -> anyhow::Result<Server> {
        let trust = self.tls.then(|| Trust::new(self.tls_ca.as_deref()));
        let usual = if self.tls {
            DEFAULT_TLS_PORT
        } else {
            DEFAULT_PORT
        };
        let port = self.port.unwrap_or(usual);
        Ok(Server::new(host, port, trust.transpose()?))
    }

    /// The server as it is typed in the window, which does not know TLS.
    #[cfg(feature = "gui")]
    pub(super) fn typed(&self, host: &str) -> Option<String> {
        let typed = match self.port {
            None => host.to_owned(),
            Some(port) if host.contains(':') => format!("[{host}]:{port}"),
            Some(port) => format!("{host}:{port}"),
        };
        (!self.tls).then_some(typed)
    }
}

#[cfg(all(test, feature = "gui"))]
mod tests {
    use super::*;

    #[test]
    fn a_server_is_typed_with_its_port_unless_that_is_the_usual_one() {
        let typed = |host, port, tls| {
            let tls_ca = None;
            Args { port, tls, tls_ca }.typed(host)
        };
        assert_eq!(typed("ada.org", None, false).unwrap(), "ada.org");
        assert_eq!(typed("ada.org", Some(7), false).unwrap(), "ada.org:7");
        assert_eq!(typed("::1", Some(7), false).unwrap(), "[::1]:7");
        assert_eq!(typed("ada.org", None, true), None);
    }
}
