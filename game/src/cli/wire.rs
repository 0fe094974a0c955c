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
}
