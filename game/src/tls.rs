//! TLS for games over open networks, with certificates from files.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use rustls::crypto::ring;
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, InvalidDnsNameError, PrivateKeyDer, ServerName};
use rustls::{CertificateError, ClientConfig, RootCertStore, ServerConfig};
use thiserror::Error;
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_rustls::TlsConnector;
use tokio_rustls::client::TlsStream;

/// The time limit of the handshake; a server without TLS may wait for the end of a line
/// instead.
const HANDSHAKE: Duration = Duration::from_secs(10);

/// Why TLS cannot be set up.
#[derive(Debug, Error)]
pub enum TlsError {
    /// A file cannot be read, or contains something else.
    #[error("cannot read {what} in PEM format from {path}")]
    File {
        /// The file that could not be read.
        path: PathBuf,
        /// What it should contain.
        what: &'static str,
        /// Why it cannot be read.
        source: io::Error,
    },
    /// Certificate and key do not match, or are of an unsupported kind.
    #[error("the certificate in {0} cannot be used with this key")]
    Unfit(PathBuf, #[source] rustls::Error),
    /// The system has no trusted certificates.
    #[error("this system has no trusted certificates; give a file of your own")]
    NoRoots,
}

fn certificates(path: &Path) -> Result<Vec<CertificateDer<'static>>, TlsError> {
    let file = |source| TlsError::File {
        path: path.to_owned(),
        what: "certificates",
        source,
    };
    let bytes = fs::read(path).map_err(file)?;
    let read: Result<Vec<_>, _> = CertificateDer::pem_slice_iter(&bytes).collect();
    let read = read.map_err(|error| file(io::Error::other(error)))?;
    if read.is_empty() {
        return Err(file(io::ErrorKind::InvalidData.into()));
    }
    Ok(read)
}

/// The TLS configuration of a server: the certificates of a file, its own first, and the key
/// of another.
///
/// # Errors
/// If a file cannot be read, or certificate and key do not match.
pub fn server(certificate: &Path, key: &Path) -> Result<Arc<ServerConfig>, TlsError> {
    let chain = certificates(certificate)?;
    let private = PrivateKeyDer::from_pem_file(key).map_err(|error| TlsError::File {
        path: key.to_owned(),
        what: "a private key",
        source: io::Error::other(error),
    })?;
    let unfit = |error| TlsError::Unfit(certificate.to_owned(), error);
    let config = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()
        .map_err(unfit)?
        .with_no_client_auth()
        .with_single_cert(chain, private)
        .map_err(unfit)?;
    Ok(Arc::new(config))
}

/// The certificates a client trusts.
#[derive(Clone)]
pub struct Trust(TlsConnector);

impl Trust {
    /// Trusts the certificates in a file, or those the system trusts.
    ///
    /// # Errors
    /// If the file cannot be read, or there are no certificates.
    pub fn new(file: Option<&Path>) -> Result<Self, TlsError> {
        let mut roots = RootCertStore::empty();
        if let Some(path) = file {
            for certificate in certificates(path)? {
                let unfit = |error| TlsError::Unfit(path.to_owned(), error);
                roots.add(certificate).map_err(unfit)?;
            }
        } else {
            let system = rustls_native_certs::load_native_certs().certs;
            if roots.add_parsable_certificates(system).0 == 0 {
                return Err(TlsError::NoRoots);
            }
        }
        let config = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
            .with_safe_default_protocol_versions()
            .map_err(|error| TlsError::Unfit(PathBuf::new(), error))?
            .with_root_certificates(roots)
            .with_no_client_auth();
        Ok(Self(TlsConnector::from(Arc::new(config))))
    }

    /// Connects to a server with a certificate for `host`.
    ///
    /// # Errors
    /// If the certificate is not trusted, or the connection fails.
    pub async fn dial(&self, host: &str, port: u16) -> io::Result<TlsStream<TcpStream>> {
        let stream = crate::tcp::dial(host, port).await?;
        let invalid =
            |error: InvalidDnsNameError| io::Error::new(io::ErrorKind::InvalidInput, error);
        let name = ServerName::try_from(host.to_owned()).map_err(invalid)?;
        let silent = |_| {
            let why =
                "no reply to the TLS handshake; perhaps the server does not speak TLS on this port";
            io::Error::new(io::ErrorKind::TimedOut, why)
        };
        let connected = timeout(HANDSHAKE, self.0.connect(name, stream)).await;
        connected.map_err(silent)?
    }
}

/// What is wrong with the server's certificate, and what may help; `None` if a connection
/// failed for another reason.
pub(crate) fn distrust(error: &io::Error) -> Option<String> {
    let clear = "it does not speak TLS on this port";
    if error.kind() == io::ErrorKind::UnexpectedEof {
        return Some(clear.to_owned());
    }
    let error: &rustls::Error = error.get_ref()?.downcast_ref()?;
    Some(match error {
        rustls::Error::InvalidCertificate(
            CertificateError::UnknownIssuer | CertificateError::BadSignature,
        ) => {
            "its certificate is not signed by a trusted authority; --tls-ca FILE trusts that of a file"
                .to_owned()
        }
        // webpki's own error type is not accessible.
        rustls::Error::InvalidCertificate(CertificateError::Other(other))
            if format!("{other:?}").contains("CaUsedAsEndEntity") =>
        {
            "its certificate is a CA certificate; create the server's with \
             -addext basicConstraints=critical,CA:FALSE"
                .to_owned()
        }
        rustls::Error::InvalidMessage(_) => clear.to_owned(),
        other => other.to_string(),
    })
}
