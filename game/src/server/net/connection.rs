//! One connection.

use std::io::{self, ErrorKind};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use tokio::net::TcpStream;
use tokio::sync::{Notify, watch};

use super::super::house::lock;
use super::super::{House, Peer, Session};
use super::{NetOptions, flush};

/// Bytes that may wait for a slow reader: many turns of a game, or the whole
/// state of the largest map. Who lets more pile up is cut off.
const MOST_WAITING: usize = 512 << 10;

/// Bytes read at once. They live on the stack only while they are worked off.
const READ: usize = 4096;

/// How often a connection looks at the time.
const TICK: Duration = Duration::from_secs(2);

/// A connection as tables know it.
#[derive(Debug, Clone)]
pub struct Connection(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    stream: TcpStream,
    out: Mutex<Out>,
    /// Wakes the connection's own task: there is something to write, or it
    /// is to end.
    wake: Notify,
}

#[derive(Debug, Default)]
struct Out {
    waiting: Vec<u8>,
    /// No more lines; the connection ends when the rest is out.
    closing: bool,
    /// The connection ends at once.
    broken: bool,
}

impl Peer for Connection {
    fn send(&self, line: &str) {
        let mut out = lock(&self.0.out);
        if out.closing || out.broken {
            return;
        }
        if out.waiting.len() + line.len() >= MOST_WAITING {
            out.broken = true;
            out.waiting = Vec::new();
            self.0.wake.notify_one();
            return;
        }
        out.waiting.extend_from_slice(line.as_bytes());
        out.waiting.push(b'\n');
    }

    fn close(&self) {
        lock(&self.0.out).closing = true;
        self.0.wake.notify_one();
    }

    fn same(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl Connection {
    fn new(stream: TcpStream) -> Self {
        Self(Arc::new(Inner {
            stream,
            out: Mutex::new(Out::default()),
            wake: Notify::new(),
        }))
    }

    /// Writes what waits, as far as the socket takes it; its own task is woken
    /// for the rest.
    pub(super) fn flush(&self) {
        let mut out = lock(&self.0.out);
        if out.waiting.is_empty() || out.broken {
            return;
        }
        match self.0.stream.try_write(&out.waiting) {
            Ok(written) => {
                out.waiting.drain(..written);
                if out.waiting.is_empty() {
                    // Idle connections hold no memory.
                    if out.waiting.capacity() > READ {
                        out.waiting = Vec::new();
                    }
                    if out.closing {
                        self.0.wake.notify_one();
                    }
                    return;
                }
            }
            Err(error) if error.kind() == ErrorKind::WouldBlock => {}
            Err(_) => out.broken = true,
        }
        self.0.wake.notify_one();
    }

    fn has_output(&self) -> bool {
        !lock(&self.0.out).waiting.is_empty()
    }

    fn is_done(&self) -> bool {
        let out = lock(&self.0.out);
        out.broken || (out.closing && out.waiting.is_empty())
    }
}

/// Serves a connection until its end.
pub(super) async fn serve(
    stream: TcpStream,
    house: Arc<House<Connection>>,
    options: NetOptions,
    start: Instant,
    mut stopped: watch::Receiver<bool>,
) {
    // Without it the small lines of a game wait for each other.
    let _ = stream.set_nodelay(true);
    let connection = Connection::new(stream);
    let stream = &connection.0.stream;
    let mut session = Session::new(connection.clone(), options.session, start.elapsed());
    let mut next_tick = tokio::time::Instant::now() + TICK;
    while !connection.is_done() {
        let pause = session.pause();
        let reading = pause.is_zero() && !session.is_closed();
        tokio::select! {
            ready = stream.readable(), if reading => {
                if ready.is_err() || !read(&connection, &mut session, &house, start) {
                    break;
                }
            }
            () = connection.0.wake.notified() => {}
            ready = stream.writable(), if connection.has_output() => {
                if ready.is_err() {
                    break;
                }
            }
            () = tokio::time::sleep(pause), if !reading && !session.is_closed() => {
                session.receive(&[], &house, start.elapsed());
            }
            () = tokio::time::sleep_until(next_tick) => {
                next_tick += TICK;
                session.tick(start.elapsed());
                if session.is_closed() && connection.has_output() {
                    // It does not even read why it is sent away.
                    connection.flush();
                    break;
                }
            }
            _ = stopped.changed() => {
                session.farewell();
                connection.flush();
                break;
            }
        }
        connection.flush();
    }
    session.disconnect(start.elapsed());
    flush_table(&session);
}

/// Reads what there is and works it off. Whether the connection goes on.
fn read(
    connection: &Connection,
    session: &mut Session<Connection>,
    house: &House<Connection>,
    start: Instant,
) -> bool {
    let mut bytes = [0; READ];
    match connection.0.stream.try_read(&mut bytes) {
        Ok(0) => false,
        Ok(count) => {
            session.receive(&bytes[..count], house, start.elapsed());
            connection.flush();
            flush_table(session);
            true
        }
        Err(error) => would_block(&error),
    }
}

fn would_block(error: &io::Error) -> bool {
    matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::Interrupted)
}

/// Sends everybody at the session's table what waits for them.
fn flush_table(session: &Session<Connection>) {
    if let Some(table) = session.table() {
        flush(table);
    }
}
