//! TCP options of both sides.

use std::io;
use std::time::Duration;

use socket2::{SockRef, TcpKeepalive};
use tokio::net::TcpStream;

/// The silence after which the system probes a connection. Version 0.2 of the protocol has no
/// `PING`: only probes detect a peer that vanished.
const PROBE_AFTER: Duration = Duration::from_secs(60);

/// The interval between probes; after [`PROBES`] unanswered ones the connection is lost.
const PROBE_EVERY: Duration = Duration::from_secs(15);
const PROBES: u32 = 4;

/// The time limit for connecting.
const CONNECT: Duration = Duration::from_secs(10);

pub(crate) async fn dial(host: &str, port: u16) -> io::Result<TcpStream> {
    let connecting = TcpStream::connect((host, port));
    let stream = tokio::time::timeout(CONNECT, connecting)
        .await
        .map_err(|_| io::Error::from(io::ErrorKind::TimedOut))??;
    prepare(&stream);
    Ok(stream)
}

/// Sets the options of a connection, which works without those it refuses.
pub(crate) fn prepare(stream: &TcpStream) {
    // Nagle's algorithm would delay the short lines of a game.
    let _ = stream.set_nodelay(true);
    let socket = SockRef::from(stream);
    let probes = TcpKeepalive::new()
        .with_time(PROBE_AFTER)
        .with_interval(PROBE_EVERY);
    #[cfg(not(target_os = "openbsd"))]
    let probes = probes.with_retries(PROBES);
    let _ = socket.set_tcp_keepalive(&probes);
    // While sent data is unacknowledged the system retransmits instead of probing, by default
    // for a quarter of an hour.
    #[cfg(target_os = "linux")]
    let _ = socket.set_tcp_user_timeout(Some(PROBE_AFTER + PROBE_EVERY * PROBES));
}
