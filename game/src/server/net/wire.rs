//! What the server needs of a network.

use std::future::Future;
use std::io;
use std::net::SocketAddr;

use tokio::net::{TcpListener, TcpSocket};

use super::super::Origin;

/// Where connections come from. The server runs over TCP; tests run the same
/// server over a network that misbehaves as they like.
pub trait Network: Send + 'static {
    /// One connection, to be read from and written to.
    type Wire: Wire;

    /// Waits for the next connection. Nothing is lost if it is not waited for
    /// to the end.
    ///
    /// # Errors
    /// If this one connection cannot be taken.
    fn accept(&self) -> impl Future<Output = io::Result<Self::Wire>> + Send;
}

/// One connection's stream of bytes, in both directions.
pub trait Wire: Send + Sync + 'static {
    /// Where it comes from, if that is known.
    fn origin(&self) -> Option<Origin> {
        None
    }

    /// Waits until there may be something to read, if only the end.
    ///
    /// # Errors
    /// If the connection is broken.
    fn readable(&self) -> impl Future<Output = io::Result<()>> + Send;

    /// Waits until something may be written.
    ///
    /// # Errors
    /// If the connection is broken.
    fn writable(&self) -> impl Future<Output = io::Result<()>> + Send;

    /// Reads what there is; 0 bytes mean that the peer says no more.
    ///
    /// # Errors
    /// [`io::ErrorKind::WouldBlock`] if there is nothing yet, any other if the
    /// connection is broken.
    fn try_read(&self, bytes: &mut [u8]) -> io::Result<usize>;

    /// Writes as many bytes as it takes now.
    ///
    /// # Errors
    /// [`io::ErrorKind::WouldBlock`] if it takes none now, any other if the
    /// connection is broken.
    fn try_write(&self, bytes: &[u8]) -> io::Result<usize>;

    /// Whether all that it took has gone out. What has not goes with the next
    /// [`try_write`](Self::try_write), if only of nothing.
    fn is_flushed(&self) -> bool {
        true
    }

    /// Says that no more will be written; what was, still arrives.
    ///
    /// # Errors
    /// If the connection is broken.
    fn finish(&self) -> io::Result<()>;
}

/// Connections that may wait to be taken; with the usual 128, some of a crowd
/// that comes at once have to try again a second later.
const BACKLOG: u32 = 4096;

/// Listens for TCP connections. To be called in a runtime.
///
/// # Errors
/// If the address cannot be listened on.
pub fn listen(address: SocketAddr) -> io::Result<TcpListener> {
    let socket = match address {
        SocketAddr::V4(_) => TcpSocket::new_v4()?,
        SocketAddr::V6(_) => TcpSocket::new_v6()?,
    };
    // A server that is started again finds its port, even while connections of
    // the last one are being wound down.
    #[cfg(unix)]
    socket.set_reuseaddr(true)?;
    socket.bind(address)?;
    socket.listen(BACKLOG)
}
