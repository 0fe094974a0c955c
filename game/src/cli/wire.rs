//! Connections to a server, by TCP or TLS.

use std::path::PathBuf;

use anyhow::bail;
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

    /// The server at an address.
    ///
    /// # Errors
    /// If it is no address, if it has another port than `--port`, or if certificates cannot be
    /// read.
    pub(super) fn to(&self, address: &str) -> anyhow::Result<Server> {
        let (host, port) = self.at(address)?;
        let trust = self.tls.then(|| Trust::new(self.tls_ca.as_deref()));
        let usual = if self.tls {
            DEFAULT_TLS_PORT
        } else {
            DEFAULT_PORT
        };
        let port = port.unwrap_or(usual);
        Ok(Server::new(&host, port, trust.transpose()?))
    }

    /// The host and the port, which is part of the address or given with `--port`.
    fn at(&self, address: &str) -> anyhow::Result<(String, Option<u16>)> {
        let Some((host, port)) = Server::host_and_port(address) else {
            bail!("{address} is not an address: write it as HOST or HOST:PORT");
        };
        match (port, self.port) {
            (Some(port), Some(other)) if port != other => {
                bail!("the port is given twice: {address} and --port {other}")
            }
            (port, other) => Ok((host, port.or(other))),
        }
    }

    /// The server as it is typed in the window, which does not know TLS.
    #[cfg(feature = "gui")]
    pub(super) fn typed(&self, address: &str) -> Option<String> {
        let (host, port) = self.at(address).ok()?;
        let typed = match port {
            None => host,
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
        assert_eq!(typed("[::1]:7", None, false).unwrap(), "[::1]:7");
        assert_eq!(typed("ada.org", None, true), None);
    }

    #[test]
    fn the_port_may_be_part_of_the_address() {
        let at = |address: &str, port| {
            let (tls, tls_ca) = (false, None);
            let server = Args { port, tls, tls_ca }.to(address);
            server.map(|server| (server.host, server.port)).ok()
        };
        let there = Some(("192.0.2.2".to_owned(), 7));
        assert_eq!(at("192.0.2.2:7", None), there);
        assert_eq!(at("192.0.2.2:7", Some(7)), there);
        assert_eq!(at("192.0.2.2", Some(7)), there);
        assert_eq!(at("192.0.2.2:7", Some(8)), None);
        assert_eq!(at("192.0.2.2:x", None), None);
    }
}
