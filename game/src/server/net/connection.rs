//! One connection: its output buffer, and the task that reads from it.
//!
//! Any task may send to a connection at any time, and must not wait for it. So a line is only
//! appended to the buffer, and [`flush`](Peer::flush) writes what the socket accepts at once:
//!
//! ```text
//! session ─> table ─> send ─> waiting: |#########|··········|··········|
//!                                       may go    held until  held until
//!                                       │         ticket 1    ticket 2
//!               flush, by who caused it │
//!                                       └─> socket, as much as it takes
//!                                             └─> the rest: its own task, when writable
//! ```
//!
//! If a journal has to be on the disk first (see [`Ticket`]), the buffer is divided into
//! parts, each of which may be sent when its ticket is due. Lines keep their order, except
//! for urgent ones. The buffer is bounded: a client that does not read is disconnected when
//! it is full, and long before that the server stops reading from it.
//!
//! The connection's task (`serve`) reads, advances the time, and writes what the socket did
//! not accept before. It ends in a defined order: the last lines are sent, the client is told
//! that no more will follow, and what it still sends is discarded for a moment. A socket
//! closed with unread bytes is reset, and the reset can overtake the last lines (RFC 1122,
//! section 4.2.2.13).

use std::collections::VecDeque;
use std::fmt;
use std::io::{self, ErrorKind};
use std::sync::Arc;
use std::time::Duration;

use parking_lot::Mutex;
use tokio::sync::{Notify, watch};
use tokio::time::Instant;

use super::super::{Lobby, Origin, Peer, Session, Ticket};
use super::{NetOptions, Socket, Wire};

/// The maximum size of the buffer in bytes: many turns of a game, or the whole state of the
/// largest map. A client that lets more pile up is disconnected.
const MOST_WAITING: usize = 512 << 10;

/// The size of a read in bytes. The buffer lives on the stack only while it is processed.
const READ: usize = 4096;

/// How often a connection checks the time.
const TICK: Duration = Duration::from_secs(2);

/// How long, and for how many bytes, the input of a client is discarded at the end.
const LAST_WORDS: Duration = Duration::from_secs(1);
const MOST_LAST_WORDS: usize = 64 << 10;

/// A connection as seen by tables.
pub struct Connection<W = Socket>(Arc<Inner<W>>);

struct Inner<W> {
    wire: W,
    out: Mutex<Out>,
    /// Wakes the connection's task: there is something to write, or it has to end.
    wake: Notify,
}

#[derive(Debug, Default)]
struct Out {
    waiting: Vec<u8>,
    /// The offsets from which bytes are held back, and until when, in order.
    held: VecDeque<(usize, Ticket)>,
    /// No more lines are accepted; the connection ends when the buffer is empty.
    closing: bool,
    /// The connection ends at once.
    broken: bool,
    /// It is broken because the client does not read.
    overflowed: bool,
}

impl Out {
    /// The number of bytes that may be written.
    fn free(&mut self) -> usize {
        while self.held.front().is_some_and(|held| held.1.is_due()) {
            self.held.pop_front();
        }
        self.held.front().map_or(self.waiting.len(), |held| held.0)
    }

    /// Removes bytes that have been written.
    fn forget(&mut self, written: usize) {
        self.waiting.drain(..written);
        for (at, _) in &mut self.held {
            *at -= written;
        }
    }

    /// Gives up writing.
    fn give_up(&mut self) {
        self.broken = true;
        self.waiting = Vec::new();
        self.held.clear();
    }
}

impl<W> Clone for Connection<W> {
    fn clone(&self) -> Self {
        Self(Arc::clone(&self.0))
    }
}

impl<W> fmt::Debug for Connection<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Connection")
            .field(&Arc::as_ptr(&self.0))
            .finish()
    }
}

impl<W: Wire> Peer for Connection<W> {
    fn hold(&self, until: &Ticket) {
        if until.is_due() {
            return;
        }
        let mut out = self.0.out.lock();
        if out.broken || out.held.back().is_some_and(|held| held.1 == *until) {
            return;
        }
        let at = out.waiting.len();
        out.held.push_back((at, until.clone()));
        drop(out);
        let connection = self.clone();
        until.then(move || connection.flush());
    }

    fn send(&self, line: &str) {
        self.queue(line, |out| {
            out.waiting.extend_from_slice(line.as_bytes());
            out.waiting.push(b'\n');
        });
    }

    fn send_at_once(&self, line: &str) {
        self.queue(line, |out| {
            // Held parts begin with a line, so this is a line boundary.
            let at = out.free();
            let bytes = line.bytes().chain([b'\n']);
            out.waiting.splice(at..at, bytes);
            for (held, _) in &mut out.held {
                *held += line.len() + 1;
            }
        });
        self.flush();
    }

    /// Writes as much as the socket accepts; the connection's task is woken for the rest.
    fn flush(&self) {
        let mut out = self.0.out.lock();
        let free = out.free();
        if out.broken || (free == 0 && self.0.wire.is_flushed()) {
            return;
        }
        match self.0.wire.try_write(&out.waiting[..free]) {
            Ok(written) => {
                out.forget(written);
                if out.waiting.is_empty() {
                    // Idle connections hold no memory.
                    if out.waiting.capacity() > READ {
                        out.waiting = Vec::new();
                    }
                    if out.closing || !self.0.wire.is_flushed() {
                        self.0.wake.notify_one();
                    }
                    return;
                }
                if written == free && self.0.wire.is_flushed() {
                    // The rest is held back.
                    return;
                }
            }
            Err(error) if error.kind() == ErrorKind::WouldBlock => {}
            Err(_) => out.give_up(),
        }
        self.0.wake.notify_one();
    }

    fn close(&self) {
        self.0.out.lock().closing = true;
        self.0.wake.notify_one();
    }

    fn origin(&self) -> Option<Origin> {
        self.0.wire.origin()
    }

    fn same(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl<W: Wire> Connection<W> {
    /// Adds a line to the buffer, unless the connection is ending.
    fn queue(&self, line: &str, put: impl FnOnce(&mut Out)) {
        let mut out = self.0.out.lock();
        if out.closing || out.broken {
            return;
        }
        if out.waiting.len() + line.len() >= MOST_WAITING {
            out.overflowed = true;
            out.give_up();
            self.0.wake.notify_one();
            return;
        }
        put(&mut out);
    }

    fn new(wire: W) -> Self {
        Self(Arc::new(Inner {
            wire,
            out: Mutex::new(Out::default()),
            wake: Notify::new(),
        }))
    }

    /// Whether something may be written now.
    fn has_output(&self) -> bool {
        self.0.out.lock().free() > 0 || !self.0.wire.is_flushed()
    }

    fn is_open(&self) -> bool {
        let out = self.0.out.lock();
        !out.broken && !out.closing
    }

    fn is_done(&self) -> bool {
        let out = self.0.out.lock();
        out.broken || (out.closing && out.waiting.is_empty() && self.0.wire.is_flushed())
    }

    /// Whether it was given up because the client does not read.
    fn is_overflowed(&self) -> bool {
        self.0.out.lock().overflowed
    }

    /// Whether so much output is waiting that no more input should be read.
    fn is_clogged(&self) -> bool {
        self.0.out.lock().waiting.len() > MOST_WAITING / 8
    }

    fn is_drained(&self) -> bool {
        let out = self.0.out.lock();
        !out.broken && out.waiting.is_empty() && self.0.wire.is_flushed()
    }

    /// Ends a connection whose output has been written. Closed while input is unread, it
    /// would be reset, and the client might miss the last lines: so the client is told that
    /// no more will follow, and its input is discarded for a while.
    async fn wind_down(&self) {
        let wire = &self.0.wire;
        let drained = async {
            let mut left = MOST_LAST_WORDS;
            while left > 0 && wire.readable().await.is_ok() {
                match self.discard() {
                    Ok(count @ 1..) => left = left.saturating_sub(count),
                    Err(error) if would_block(&error) => {}
                    _ => break,
                }
            }
        };
        if wire.finish().is_ok() {
            let _ = tokio::time::timeout(LAST_WORDS, drained).await;
        }
    }

    fn discard(&self) -> io::Result<usize> {
        self.0.wire.try_read(&mut [0; READ])
    }
}

/// Serves a connection until its end.
pub(super) async fn serve<W: Wire>(
    wire: W,
    lobby: Arc<Lobby<Connection<W>>>,
    options: NetOptions,
    start: Instant,
    mut stopped: watch::Receiver<bool>,
) {
    let connection = Connection::new(wire);
    let wire = &connection.0.wire;
    let session = Session::new(connection.clone(), options.session, start.elapsed());
    let session = session.reporting(lobby.reporter());
    let mut leaving = Leaving {
        session,
        start,
        stopped: false,
    };
    let session = &mut leaving.session;
    let mut next_tick = Instant::now() + TICK;
    let mut hung_up = false;
    while !connection.is_done() {
        let paused = session.paused_until();
        let open = connection.is_open() && !session.is_closed();
        // A client that does not read replies is not listened to.
        let listening = open && !connection.is_clogged();
        let reading = paused.is_none() && listening;
        // Biased: reading is last, and a flooding client is paused, so that nothing starves.
        tokio::select! {
            biased;
            // The last lines are still sent, as long as the server waits for that.
            _ = stopped.changed(), if !leaving.stopped => {
                session.farewell(&lobby);
                leaving.stopped = true;
            }
            () = connection.0.wake.notified() => {}
            () = tokio::time::sleep_until(next_tick) => {
                next_tick += TICK;
                session.tick(start.elapsed());
                if !connection.is_open() && connection.has_output() {
                    // The client does not even read why it is disconnected.
                    connection.flush();
                    break;
                }
            }
            ready = wire.writable(), if connection.has_output() => {
                if ready.is_err() {
                    hung_up = true;
                    break;
                }
            }
            // An absolute time, unaffected by other events.
            () = tokio::time::sleep_until(start + paused.unwrap_or_default()),
                if paused.is_some() && listening =>
            {
                session.receive(&[], &lobby, start.elapsed());
            }
            ready = wire.readable(), if reading => {
                if ready.is_err() || !read(&connection, session, &lobby, start) {
                    hung_up = true;
                    break;
                }
            }
        }
        connection.flush();
    }
    if connection.is_overflowed() {
        session.overflowed();
    }
    drop(leaving);
    if !hung_up && connection.is_drained() {
        connection.wind_down().await;
    }
}

/// Removes the client from its table when the connection ends, even by a panic, which would
/// otherwise keep the seat occupied.
struct Leaving<W: Wire> {
    session: Session<Connection<W>>,
    start: Instant,
    /// The server is stopping: nobody has left, so that a game resumed after a restart is
    /// unchanged.
    stopped: bool,
}

impl<W: Wire> Drop for Leaving<W> {
    fn drop(&mut self) {
        if self.stopped {
            return;
        }
        self.session.disconnect(self.start.elapsed());
    }
}

/// Reads and processes the available input. Returns whether the connection continues.
fn read<W: Wire>(
    connection: &Connection<W>,
    session: &mut Session<Connection<W>>,
    lobby: &Lobby<Connection<W>>,
    start: Instant,
) -> bool {
    let mut bytes = [0; READ];
    match connection.0.wire.try_read(&mut bytes) {
        Ok(0) => false,
        Ok(count) => {
            session.receive(&bytes[..count], lobby, start.elapsed());
            true
        }
        Err(error) => would_block(&error),
    }
}

fn would_block(error: &io::Error) -> bool {
    matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::Interrupted)
}

#[cfg(test)]
mod tests;
