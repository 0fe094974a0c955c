//! Connections to a server, by TCP or TLS.

use std::io;
use std::path::PathBuf;

use marchland_game::client::net::{ClientError, Stream, dial};
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

    pub(super) fn to(&self, host: &str) -> anyhow::Result<Wire> {
        let trust = self.tls.then(|| Trust::new(self.tls_ca.as_deref()));
        let usual = if self.tls {
            DEFAULT_TLS_PORT
        } else {
            DEFAULT_PORT
        };
        Ok(Wire {
            host: host.to_owned(),
            port: self.port.unwrap_or(usual),
            trust: trust.transpose()?,
        })
    }
}

/// A server and the certificates to trust.
#[derive(Clone)]
pub(super) struct Wire {
    pub(super) host: String,
    pub(super) port: u16,
    trust: Option<Trust>,
}

impl Wire {
    /// A server on this machine.
    pub(super) fn here(port: u16) -> Self {
        Self::plain("127.0.0.1", port)
    }

    /// A server without TLS.
    pub(super) fn plain(host: &str, port: u16) -> Self {
        Self {
            host: host.to_owned(),
            port,
            trust: None,
        }
    }

    /// Connects.
    ///
    /// # Errors
    /// If the server does not answer, or is not trusted.
    pub(super) async fn dial(self) -> io::Result<Box<dyn Stream>> {
        Ok(match self.trust {
            Some(trust) => Box::new(trust.dial(&self.host, self.port).await?),
            None => Box::new(dial(self.host, self.port).await?),
        })
    }

    /// Connects for the first time.
    ///
    /// # Errors
    /// If the server does not answer, or is not trusted.
    pub(super) async fn reach(&self) -> Result<Box<dyn Stream>, ClientError> {
        self.clone()
            .dial()
            .await
            .map_err(|source| ClientError::unreached(self.host.clone(), self.port, source))
    }
}
