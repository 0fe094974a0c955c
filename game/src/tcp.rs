//! How both sides set up a TCP connection.

use std::io;
use std::time::Duration;

use socket2::{SockRef, TcpKeepalive};
use tokio::net::TcpStream;

/// A connection on which nothing was heard for so long is probed by the
/// system. Version 0.2 of the protocol has no `PING`: only so is it noticed
/// that the other side has vanished without a word.
const PROBE_AFTER: Duration = Duration::from_secs(60);

/// How far apart probes are; after [`PROBES`] without an answer the
/// connection is lost.
const PROBE_EVERY: Duration = Duration::from_secs(15);
const PROBES: u32 = 4;

/// How long a server is given to take a connection.
const CONNECT: Duration = Duration::from_secs(10);

pub(crate) async fn dial(host: &str, port: u16) -> io::Result<TcpStream> {
    let connecting = TcpStream::connect((host, port));
    let stream = tokio::time::timeout(CONNECT, connecting)
        .await
        .map_err(|_| io::Error::from(io::ErrorKind::TimedOut))??;
    prepare(&stream);
    Ok(stream)
}

/// Sets a connection up. One that refuses an option works without it.
pub(crate) fn prepare(stream: &TcpStream) {
    // Without it the small lines of a game wait for each other.
    let _ = stream.set_nodelay(true);
    let socket = SockRef::from(stream);
    let probes = TcpKeepalive::new()
        .with_time(PROBE_AFTER)
        .with_interval(PROBE_EVERY);
    #[cfg(not(target_os = "openbsd"))]
    let probes = probes.with_retries(PROBES);
    let _ = socket.set_tcp_keepalive(&probes);
    // While lines wait for their acknowledgement no probes are sent, but those
    // lines again, for a quarter of an hour if nobody says otherwise.
    #[cfg(target_os = "linux")]
    let _ = socket.set_tcp_user_timeout(Some(PROBE_AFTER + PROBE_EVERY * PROBES));
}
