//! The network interface of the server.

use std::future::Future;
use std::io;
use std::net::SocketAddr;

use tokio::net::{TcpListener, TcpSocket};

use super::super::Origin;

/// A source of connections. The real server runs over TCP; tests run it over a simulated,
/// unreliable network.
pub trait Network: Send + 'static {
    /// One connection.
    type Wire: Wire;

    /// Waits for the next connection. Must be cancel-safe.
    ///
    /// # Errors
    /// If this connection cannot be accepted.
    fn accept(&self) -> impl Future<Output = io::Result<Self::Wire>> + Send;
}

/// The byte stream of one connection, in both directions.
pub trait Wire: Send + Sync + 'static {
    /// Where it comes from, if known.
    fn origin(&self) -> Option<Origin> {
        None
    }

    /// Waits until there may be something to read, or the end.
    ///
    /// # Errors
    /// If the connection is broken.
    fn readable(&self) -> impl Future<Output = io::Result<()>> + Send;

    /// Waits until something may be written.
    ///
    /// # Errors
    /// If the connection is broken.
    fn writable(&self) -> impl Future<Output = io::Result<()>> + Send;

    /// Reads available bytes; 0 means that the peer will send no more.
    ///
    /// # Errors
    /// [`io::ErrorKind::WouldBlock`] if nothing is available yet, any other if the connection
    /// is broken.
    fn try_read(&self, bytes: &mut [u8]) -> io::Result<usize>;

    /// Writes as many bytes as possible without waiting.
    ///
    /// # Errors
    /// [`io::ErrorKind::WouldBlock`] if none can be written now, any other if the connection
    /// is broken.
    fn try_write(&self, bytes: &[u8]) -> io::Result<usize>;

    /// Whether all accepted bytes have been sent. The rest is sent by the next
    /// [`try_write`](Self::try_write), even of nothing.
    fn is_flushed(&self) -> bool {
        true
    }

    /// Signals the end of output; what was written still arrives.
    ///
    /// # Errors
    /// If the connection is broken.
    fn finish(&self) -> io::Result<()>;
}

/// The maximum number of connections waiting to be accepted; with the usual 128, part of a
/// crowd that connects at once has to retry a second later.
const BACKLOG: u32 = 4096;

/// Listens for TCP connections. Must be called within a runtime.
///
/// # Errors
/// If the address is not available.
pub fn listen(address: SocketAddr) -> io::Result<TcpListener> {
    let socket = match address {
        SocketAddr::V4(_) => TcpSocket::new_v4()?,
        SocketAddr::V6(_) => TcpSocket::new_v6()?,
    };
    // A restarted server can bind its port while connections of its predecessor are winding
    // down.
    #[cfg(unix)]
    socket.set_reuseaddr(true)?;
    socket.bind(address)?;
    socket.listen(BACKLOG)
}
