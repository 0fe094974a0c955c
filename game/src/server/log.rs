//! Writes the events of a server as a log, without ever blocking a table.

use std::fmt;
use std::io::{self, Write};
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, SyncSender, TrySendError};
use std::time::{Duration, Instant};

use jiff::Timestamp;
use parking_lot::Mutex;

use super::Reporter;
use crate::count;
use crate::protocol::Name;

/// Lines per second in the long run, and in a burst, so that a persistent client cannot fill
/// the disk.
const RATE: f64 = 20.0;
const BURST: f64 = 500.0;

/// The maximum number of lines waiting to be written.
const MOST_WAITING: usize = 1_000;

/// The time limit for writing the last lines on close.
const PATIENCE: Duration = Duration::from_secs(1);

/// Writes events in a thread of its own, so that a stalled terminal delays no game. Lines
/// beyond the rate limit are counted instead of written.
pub struct Log {
    state: Mutex<State>,
    /// Signals that everything is written.
    done: Mutex<Receiver<()>>,
}

struct State {
    /// `None` once the log is closed.
    send: Option<SyncSender<String>>,
    budget: Budget,
    began: Instant,
    left_out: u64,
}

impl Log {
    /// Starts a log.
    ///
    /// # Errors
    /// If the thread cannot be started.
    pub fn start(mut out: impl Write + Send + 'static) -> io::Result<Self> {
        let (send, lines) = mpsc::sync_channel::<String>(MOST_WAITING);
        let (finish, done) = mpsc::channel();
        let thread = std::thread::Builder::new().name("log".to_owned());
        thread.spawn(move || {
            for line in lines {
                // A reader that is gone must not stop a game.
                let _ = out.write_all(line.as_bytes());
                let _ = out.flush();
            }
            let _ = finish.send(());
        })?;
        Ok(Self {
            state: Mutex::new(State {
                send: Some(send),
                budget: Budget::new(),
                began: Instant::now(),
                left_out: 0,
            }),
            done: Mutex::new(done),
        })
    }

    /// A reporter that writes to this log.
    pub fn reporter(self: &Arc<Self>) -> Reporter {
        let log = Arc::clone(self);
        Arc::new(move |table, what| log.tell(table, what))
    }

    fn tell(&self, table: Option<&Name>, what: fmt::Arguments<'_>) {
        let mut state = self.state.lock();
        let passed = state.began.elapsed();
        if !state.budget.spend(passed) {
            state.left_out += 1;
            return;
        }
        let (gap, now) = (state.gap(), now());
        let line = match table {
            Some(table) => format!("{gap}{now} {table}: {what}\n"),
            None => format!("{gap}{now} {what}\n"),
        };
        let sent = state.send.as_ref().map(|send| send.try_send(line));
        match sent {
            Some(Ok(())) => state.left_out = 0,
            Some(Err(TrySendError::Full(_))) => state.left_out += 1,
            Some(Err(TrySendError::Disconnected(_))) | None => {}
        }
    }

    /// Closes the log and waits a limited time for the last lines.
    pub fn close(&self) {
        let mut state = self.state.lock();
        let Some(send) = state.send.take() else {
            return;
        };
        let last = state.gap();
        drop(state);
        if !last.is_empty() {
            let _ = send.try_send(last);
        }
        drop(send);
        let _ = self.done.lock().recv_timeout(PATIENCE);
    }
}

/// The log of warnings, once there is one.
static WARNINGS: Mutex<Option<Log>> = Mutex::new(None);

/// Prints a warning to standard error, without waiting for it: the caller may hold a table.
pub(super) fn warn(what: &str) {
    let mut warnings = WARNINGS.lock();
    if warnings.is_none() {
        *warnings = Log::start(io::stderr()).ok();
    }
    if let Some(log) = &*warnings {
        log.tell(None, format_args!("{what}"));
    }
}

/// Waits a limited time for the warnings so far.
pub(super) fn finish_warnings() {
    let log = WARNINGS.lock().take();
    if let Some(log) = log {
        log.close();
    }
}

/// The date and time of day in UTC: `2026-03-01 18:30:00`.
fn now() -> String {
    Timestamp::now().strftime("%F %T").to_string()
}

impl State {
    /// A line about the lines left out, if any.
    fn gap(&self) -> String {
        match self.left_out {
            0 => String::new(),
            lines => format!("... {} left out\n", count(lines, "line")),
        }
    }
}

/// A token bucket that limits the lines.
struct Budget {
    left: f64,
    at: Duration,
}

impl Budget {
    fn new() -> Self {
        Self {
            left: BURST,
            at: Duration::ZERO,
        }
    }

    /// Takes a token, if there is one.
    fn spend(&mut self, now: Duration) -> bool {
        let passed = now.saturating_sub(self.at).as_secs_f64();
        self.left = (self.left + passed * RATE).min(BURST);
        self.at = now;
        let one = self.left >= 1.0;
        if one {
            self.left -= 1.0;
        }
        one
    }
}

#[cfg(test)]
mod tests;
