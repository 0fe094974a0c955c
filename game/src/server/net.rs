//! The server's sockets: the only part of it that waits.
//!
//! Each connection is one task. It processes its input at once, and writes the resulting
//! lines to the sockets of everybody at the table itself; only what a socket does not accept
//! is left to that connection's own task. So no line waits for another task to wake up, and
//! nobody waits for a slow reader.

mod connection;
mod socket;
mod wire;

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::future::Future;
use std::io;
use std::sync::Arc;
use std::time::Duration;

use parking_lot::Mutex;
use tokio::sync::watch;
use tokio::time::Instant;

pub use connection::Connection;
use connection::serve;
pub use socket::{Listeners, Socket};
pub use wire::{Network, Wire, listen};

use super::report::FromOrigin;
use super::{Lobby, Origin, SessionLimits};
use crate::protocol::command::{Error, ErrorCode};
use crate::protocol::line;

/// The default port of the protocol.
pub const DEFAULT_PORT: u16 = 50123;

/// The default port for TLS.
pub const DEFAULT_TLS_PORT: u16 = 50124;

/// How often tables check the time.
const TICK: Duration = Duration::from_millis(250);

/// How long connections may take to read the last lines at a shutdown.
const FAREWELL: Duration = Duration::from_secs(1);

/// How long to wait after an error of the listener, at first and at most, and for how long it
/// may yield nothing but errors.
const FIRST_WAIT: Duration = Duration::from_millis(10);
const LONGEST_WAIT: Duration = Duration::from_secs(1);
const PATIENCE: Duration = Duration::from_secs(60);

/// The configuration of the server's network side.
#[derive(Debug, Clone, Copy)]
pub struct NetOptions {
    /// The limits of each connection.
    pub session: SessionLimits,
    /// The maximum number of connections; more are closed at once.
    pub most_connections: usize,
    /// The maximum number of these from one address.
    pub most_connections_each: usize,
    /// The start of the server's clock, for others who share it, such as the debug console;
    /// the start of [`run`] if `None`.
    pub start: Option<Instant>,
}

impl Default for NetOptions {
    fn default() -> Self {
        Self {
            session: SessionLimits::default(),
            most_connections: 20_000,
            most_connections_each: 200,
            start: None,
        }
    }
}

/// Serves until `shutdown` resolves, then tells the clients and closes their connections.
///
/// # Errors
/// If the listener has yielded nothing but errors for a minute and nobody is connected. While
/// games are running the listener is retried every second, because the games may hold what it
/// lacks, such as file descriptors. Also if the task that watches the time has panicked.
pub async fn run<N: Network>(
    listener: N,
    lobby: Arc<Lobby<Connection<N::Wire>>>,
    options: NetOptions,
    shutdown: impl Future<Output = ()>,
) -> io::Result<()> {
    let start = options.start.unwrap_or_else(Instant::now);
    let (stop, stopped) = watch::channel(false);
    let open = Arc::new(Open::default());
    let mut ticker = tokio::spawn(tick(Arc::clone(&lobby), start));
    tokio::pin!(shutdown);
    let mut failing: Option<Failing> = None;
    let ended = loop {
        let accepted = tokio::select! {
            biased;
            () = &mut shutdown => break Ok(()),
            // It has panicked: games would wait for ever.
            _ = &mut ticker => break Err(io::Error::other("the clock of the games broke down")),
            accepted = accept(&listener, failing.as_ref()) => accepted,
        };
        let stream = match accepted {
            Ok(stream) => stream,
            Err(error) => {
                let failing = failing.get_or_insert_with(|| {
                    lobby.report(format_args!("no connections can be accepted now: {error}"));
                    Failing {
                        since: Instant::now(),
                        wait: Duration::ZERO,
                    }
                });
                failing.wait = (failing.wait * 2).clamp(FIRST_WAIT, LONGEST_WAIT);
                let for_good = failing.since.elapsed() >= PATIENCE;
                if for_good && open.counts.lock().all == 0 {
                    break Err(error);
                }
                continue;
            }
        };
        failing = None;
        let from = stream.origin();
        let guard = match open.admit(from, &options) {
            Ok(guard) => guard,
            Err(why) => {
                let from = FromOrigin(from);
                lobby.report(format_args!("a connection is refused{from}: {why}"));
                refuse(&stream, why);
                continue;
            }
        };
        let served = serve(stream, Arc::clone(&lobby), options, start, stopped.clone());
        tokio::spawn(async move {
            served.await;
            drop(guard);
        });
    };
    // The only receivers left are those of the connections' tasks; wait for all of them.
    let _ = stop.send(true);
    drop(stopped);
    let _ = tokio::time::timeout(FAREWELL, stop.closed()).await;
    ticker.abort();
    ended
}

/// Tells a client why it is not served. It may miss the line; nobody waits for it.
fn refuse(stream: &impl Wire, why: &str) {
    let text = format!("{why} of connections; try again later");
    let line = line(&Error::new(ErrorCode::Closing, &text)) + "\n";
    let _ = stream.try_write(line.as_bytes());
    let _ = stream.finish();
}

/// Consecutive errors of the listener.
struct Failing {
    since: Instant,
    /// How long to wait before the next try.
    wait: Duration,
}

/// Waits for the next connection, after an error with a delay.
async fn accept<N: Network>(listener: &N, failing: Option<&Failing>) -> io::Result<N::Wire> {
    if let Some(failing) = failing {
        tokio::time::sleep(failing.wait).await;
    }
    listener.accept().await
}

async fn tick<W: Wire>(lobby: Arc<Lobby<Connection<W>>>, start: Instant) {
    let mut interval = tokio::time::interval(TICK);
    loop {
        interval.tick().await;
        lobby.tick(start.elapsed());
    }
}

#[derive(Default)]
struct Open {
    counts: Mutex<Counts>,
}

#[derive(Default)]
struct Counts {
    all: usize,
    /// By address; only addresses that have any.
    each: HashMap<Origin, usize>,
}

impl Open {
    /// Counts a connection, unless a limit is reached.
    fn admit(
        self: &Arc<Self>,
        origin: Option<Origin>,
        options: &NetOptions,
    ) -> Result<Counted, &'static str> {
        let mut counts = self.counts.lock();
        let each = origin.and_then(|origin| counts.each.get(&origin));
        if each.is_some_and(|&each| each >= options.most_connections_each) {
            return Err("the address has reached its limit");
        }
        if counts.all >= options.most_connections {
            return Err("the server has reached its limit");
        }
        counts.all += 1;
        if let Some(origin) = origin {
            *counts.each.entry(origin).or_default() += 1;
        }
        Ok(Counted {
            open: Arc::clone(self),
            origin,
        })
    }
}

/// Keeps a connection counted while it lives.
struct Counted {
    open: Arc<Open>,
    origin: Option<Origin>,
}

impl Drop for Counted {
    fn drop(&mut self) {
        let mut counts = self.open.counts.lock();
        counts.all -= 1;
        if let Some(origin) = self.origin
            && let Entry::Occupied(mut each) = counts.each.entry(origin)
        {
            *each.get_mut() -= 1;
            if *each.get() == 0 {
                each.remove();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::net::IpAddr;

    use super::*;

    #[test]
    fn one_address_does_not_take_all_connections() {
        let options = NetOptions {
            most_connections: 3,
            most_connections_each: 2,
            ..NetOptions::default()
        };
        let origin = |address: &str| Some(Origin::from(address.parse::<IpAddr>().unwrap()));
        let (one, other) = (origin("192.0.2.1"), origin("192.0.2.2"));
        let open = Arc::new(Open::default());
        let taken = [one, one].map(|from| open.admit(from, &options).unwrap());
        let mut taken = Vec::from(taken);
        assert!(open.admit(one, &options).is_err());
        taken.push(open.admit(other, &options).unwrap());
        assert!(open.admit(other, &options).is_err(), "three in all");
        taken.remove(0);
        taken.push(open.admit(None, &options).unwrap());
        taken.clear();
        let counts = open.counts.lock();
        assert_eq!((counts.all, counts.each.len()), (0, 0));
    }
}
