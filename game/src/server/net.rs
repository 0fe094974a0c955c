//! The server's sockets: the only part that waits.
//!
//! Each connection is one task. What it reads it works off at once, and what
//! that gives everybody at the table is written to their sockets at once, by
//! the task that caused it; only what a socket does not take is left to its
//! own task. So no line waits for another task to wake, and nobody waits for
//! a slow reader.

mod connection;
mod wire;

use std::future::Future;
use std::io;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use tokio::sync::watch;
use tokio::time::Instant;

pub use connection::Connection;
use connection::serve;
pub use wire::{Network, Wire, listen};

use super::house::lock;
use super::{ConsoleError, House, SessionLimits, Table};

/// The port of the protocol.
pub const DEFAULT_PORT: u16 = 50123;

/// How often tables look at the time.
const TICK: Duration = Duration::from_millis(250);

/// How long connections may take to read the last lines at a shutdown.
const FAREWELL: Duration = Duration::from_secs(1);

/// What the listener is set up with.
#[derive(Debug, Clone, Copy)]
pub struct NetOptions {
    /// What a connection may cost.
    pub session: SessionLimits,
    /// Connections at once; more are closed as soon as they come.
    pub most_connections: usize,
}

impl Default for NetOptions {
    fn default() -> Self {
        Self {
            session: SessionLimits::default(),
            most_connections: 20_000,
        }
    }
}

/// Serves until `shutdown` comes, then tells the clients and closes their
/// connections.
///
/// # Errors
/// If the listener fails for good; that a single connection cannot be taken
/// is passed over.
pub async fn run<N: Network>(
    listener: N,
    house: Arc<House<Connection<N::Wire>>>,
    options: NetOptions,
    shutdown: impl Future<Output = ()>,
) -> io::Result<()> {
    let start = Instant::now();
    let (stop, stopped) = watch::channel(false);
    let open = Arc::new(AtomicUsize::new(0));
    let ticker = tokio::spawn(tick(Arc::clone(&house), start));
    tokio::pin!(shutdown);
    loop {
        let stream = tokio::select! {
            biased;
            () = &mut shutdown => break,
            accepted = listener.accept() => accepted,
        };
        let Ok(stream) = stream else {
            // Too many open files, or a peer that is gone already.
            tokio::time::sleep(Duration::from_millis(20)).await;
            continue;
        };
        if open.load(Ordering::Relaxed) >= options.most_connections {
            continue;
        }
        let guard = Counted::new(&open);
        let served = serve(stream, Arc::clone(&house), options, start, stopped.clone());
        tokio::spawn(async move {
            served.await;
            drop(guard);
        });
    }
    // The only receivers are the connections' tasks; none may be left.
    let _ = stop.send(true);
    drop(stopped);
    let _ = tokio::time::timeout(FAREWELL, stop.closed()).await;
    ticker.abort();
    Ok(())
}

/// Does a line of the debug console at a table and sends what it gives.
///
/// # Errors
/// Why the line is refused.
pub fn console<W: Wire>(
    table: &Mutex<Table<Connection<W>>>,
    line: &str,
    now: Duration,
) -> Result<(), ConsoleError> {
    let done = lock(table).console(line, now);
    flush(table);
    done
}

/// Sends everybody at a table what waits for them.
fn flush<W: Wire>(table: &Mutex<Table<Connection<W>>>) {
    let peers: Vec<Connection<W>> = lock(table).peers().cloned().collect();
    for peer in peers {
        peer.flush();
    }
}

async fn tick<W: Wire>(house: Arc<House<Connection<W>>>, start: Instant) {
    let mut interval = tokio::time::interval(TICK);
    loop {
        interval.tick().await;
        for table in house.tick(start.elapsed()) {
            flush(&table);
        }
    }
}

/// Counts an open connection for as long as it lives.
struct Counted(Arc<AtomicUsize>);

impl Counted {
    fn new(open: &Arc<AtomicUsize>) -> Self {
        open.fetch_add(1, Ordering::Relaxed);
        Self(Arc::clone(open))
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}
