//! The server's sockets: the only part that waits.
//!
//! Each connection is one task. What it reads it works off at once, and what
//! that gives everybody at the table is written to their sockets at once, by
//! the task that caused it; only what a socket does not take is left to its
//! own task. So no line waits for another task to wake, and nobody waits for
//! a slow reader.

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

/// The port of the protocol.
pub const DEFAULT_PORT: u16 = 50123;

/// The port for TLS.
pub const DEFAULT_TLS_PORT: u16 = 50124;

/// How often tables look at the time.
const TICK: Duration = Duration::from_millis(250);

/// How long connections may take to read the last lines at a shutdown.
const FAREWELL: Duration = Duration::from_secs(1);

/// How long the listener is left alone after an error, at first and after many,
/// and how long it may give nothing else.
const FIRST_WAIT: Duration = Duration::from_millis(10);
const LONGEST_WAIT: Duration = Duration::from_secs(1);
const PATIENCE: Duration = Duration::from_secs(60);

/// What the listener is set up with.
#[derive(Debug, Clone, Copy)]
pub struct NetOptions {
    /// What a connection may cost.
    pub session: SessionLimits,
    /// Connections at once; more are closed as soon as they come.
    pub most_connections: usize,
    /// Of these, from one address.
    pub most_connections_each: usize,
    /// When time began, for those who share it, such as the debug console; the
    /// start of [`run`] if it is not said.
    pub start: Option<Instant>,
}

impl Default for NetOptions {
    fn default() -> Self {
        Self {
            session: SessionLimits::default(),
            most_connections: 20_000,
            most_connections_each: 1_000,
            start: None,
        }
    }
}

/// Serves until `shutdown` comes, then tells the clients and closes their
/// connections.
///
/// # Errors
/// If for a minute the listener has given nothing but errors, and nobody is
/// connected. While games go on it is tried again, once a second, for it may
/// lack what they hold: files that the process may open.
pub async fn run<N: Network>(
    listener: N,
    lobby: Arc<Lobby<Connection<N::Wire>>>,
    options: NetOptions,
    shutdown: impl Future<Output = ()>,
) -> io::Result<()> {
    let start = options.start.unwrap_or_else(Instant::now);
    let (stop, stopped) = watch::channel(false);
    let open = Arc::new(Open::default());
    let ticker = tokio::spawn(tick(Arc::clone(&lobby), start));
    tokio::pin!(shutdown);
    let mut backoff: Option<Backoff> = None;
    let ended = loop {
        let accepted = tokio::select! {
            biased;
            () = &mut shutdown => break Ok(()),
            accepted = accept(&listener, backoff.as_ref()) => accepted,
        };
        let stream = match accepted {
            Ok(stream) => stream,
            Err(error) => {
                let backoff = backoff.get_or_insert_with(Backoff::new);
                backoff.wait = (backoff.wait * 2).min(LONGEST_WAIT);
                let for_good = backoff.since.elapsed() >= PATIENCE;
                if for_good && open.counts.lock().all == 0 {
                    break Err(error);
                }
                continue;
            }
        };
        backoff = None;
        let from = stream.origin();
        let guard = match open.admit(from, &options) {
            Ok(guard) => guard,
            Err(why) => {
                let from = FromOrigin(from);
                lobby.report(format_args!("a connection is not taken{from}: {why}"));
                continue;
            }
        };
        let served = serve(stream, Arc::clone(&lobby), options, start, stopped.clone());
        tokio::spawn(async move {
            served.await;
            drop(guard);
        });
    };
    // The only receivers are the connections' tasks; none may be left.
    let _ = stop.send(true);
    drop(stopped);
    let _ = tokio::time::timeout(FAREWELL, stop.closed()).await;
    ticker.abort();
    ended
}

/// Errors in a row, and no connection.
struct Backoff {
    since: Instant,
    /// Until the listener is asked again.
    wait: Duration,
}

impl Backoff {
    fn new() -> Self {
        Self {
            since: Instant::now(),
            wait: FIRST_WAIT,
        }
    }
}

/// Waits for the next connection; if there is backoff, for it to pass first.
async fn accept<N: Network>(listener: &N, backoff: Option<&Backoff>) -> io::Result<N::Wire> {
    if let Some(backoff) = backoff {
        tokio::time::sleep(backoff.wait).await;
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
    /// From each address that has any.
    each: HashMap<Origin, usize>,
}

impl Open {
    /// Counts a connection, unless there are as many as may be.
    fn admit(
        self: &Arc<Self>,
        origin: Option<Origin>,
        options: &NetOptions,
    ) -> Result<Counted, &'static str> {
        let mut counts = self.counts.lock();
        let each = origin.and_then(|origin| counts.each.get(&origin));
        if each.is_some_and(|&each| each >= options.most_connections_each) {
            return Err("the address has as many as it may");
        }
        if counts.all >= options.most_connections {
            return Err("there are as many as may be");
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

/// Counts an open connection for as long as it lives.
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
