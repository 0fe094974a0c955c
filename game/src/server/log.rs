//! Audit events as lines of a log, which never keeps a table waiting.

use std::io::{self, Write};
use std::sync::mpsc::{self, Receiver, SyncSender, TrySendError};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use jiff::Timestamp;

use super::lock::lock;
use super::{AuditEvent, Reporter};
use crate::protocol::Name;

/// Lines a second in the long run, and at once: who knocks again and again
/// does not fill the disk.
const RATE: f64 = 20.0;
const BURST: f64 = 500.0;

/// Lines that may wait to be written.
const MOST_WAITING: usize = 1_000;

/// How long the last lines may take at the end.
const PATIENCE: Duration = Duration::from_secs(1);

/// Writes events, in a thread of its own: a terminal that stands still delays no
/// game. Lines that come too thick are counted instead.
pub struct Log {
    state: Mutex<State>,
    /// Comes when all is written.
    done: Mutex<Receiver<()>>,
}

struct State {
    /// None once it is closed.
    send: Option<SyncSender<String>>,
    budget: Budget,
    began: Instant,
    left_out: u64,
}

impl Log {
    /// Begins a log.
    ///
    /// # Errors
    /// If the system has no thread left.
    pub fn start(mut out: impl Write + Send + 'static) -> io::Result<Self> {
        let (send, lines) = mpsc::sync_channel::<String>(MOST_WAITING);
        let (finish, done) = mpsc::channel();
        let thread = std::thread::Builder::new().name("log".to_owned());
        thread.spawn(move || {
            for line in lines {
                // That nobody reads it (any more) stops no game.
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

    /// What hands events to this log.
    pub fn reporter(self: &Arc<Self>) -> Reporter {
        let log = Arc::clone(self);
        Arc::new(move |table, event| log.tell(table, event))
    }

    fn tell(&self, table: Option<&Name>, event: &AuditEvent) {
        let mut state = lock(&self.state);
        let passed = state.began.elapsed();
        if !state.budget.spend(passed) {
            state.left_out += 1;
            return;
        }
        let (gap, now) = (state.gap(), now());
        let line = match table {
            Some(table) => format!("{gap}{now} {table}: {event}\n"),
            None => format!("{gap}{now} {event}\n"),
        };
        let sent = state.send.as_ref().map(|send| send.try_send(line));
        match sent {
            Some(Ok(())) => state.left_out = 0,
            Some(Err(TrySendError::Full(_))) => state.left_out += 1,
            Some(Err(TrySendError::Disconnected(_))) | None => {}
        }
    }

    /// Ends the log; waits for the last lines, but not for ever.
    pub fn close(&self) {
        let mut state = lock(&self.state);
        let Some(send) = state.send.take() else {
            return;
        };
        let last = state.gap();
        drop(state);
        if !last.is_empty() {
            let _ = send.try_send(last);
        }
        drop(send);
        let _ = lock(&self.done).recv_timeout(PATIENCE);
    }
}

/// Says what went wrong in the midst of a game, on standard error. That nobody
/// reads it (any more) stops no game.
pub(super) fn warn(what: &str) {
    let _ = writeln!(io::stderr(), "{} {what}", now());
}

/// The date and time of day in UTC: `2026-03-01 18:30:00`.
fn now() -> String {
    Timestamp::now().strftime("%F %T").to_string()
}

impl State {
    /// A line about those that were left out, if any were.
    fn gap(&self) -> String {
        match self.left_out {
            0 => String::new(),
            1 => "... 1 line left out\n".to_owned(),
            count => format!("... {count} lines left out\n"),
        }
    }
}

/// How many lines may still come.
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

    /// Takes a line out, if there is one.
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
mod tests {
    use super::*;

    /// Writes into memory, a line when it is let.
    struct Slow(Arc<Mutex<Vec<u8>>>, Arc<Mutex<()>>);

    impl Write for Slow {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            let _gate = lock(&self.1);
            lock(&self.0).extend_from_slice(bytes);
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn a_flood_is_cut_short_and_a_stuck_terminal_delays_nobody() {
        let (text, gate) = (Arc::default(), Arc::default());
        let log = Log::start(Slow(Arc::clone(&text), Arc::clone(&gate))).unwrap();
        let log = Arc::new(log);
        let report = log.reporter();
        let table: Name = "friends".parse().unwrap();
        let stuck = lock(&gate);
        for _ in 0..10_000 {
            report(Some(&table), &AuditEvent::Abandoned);
        }
        drop(stuck);
        log.close();
        // What comes after the end is nobody's.
        report(None, &AuditEvent::Abandoned);
        let text = String::from_utf8(lock(&text).clone()).unwrap();
        let told = "friends: closed: nobody has come back";
        let lines = text.lines().filter(|line| line.ends_with(told)).count();
        assert!((500..9_000).contains(&lines), "{lines}");
        let last = text.lines().last().unwrap();
        assert!(
            last.starts_with("... ") && last.ends_with(" lines left out"),
            "{last}"
        );
        let count: usize = text
            .lines()
            .filter_map(|line| {
                line.strip_prefix("... ")?
                    .split(' ')
                    .next()?
                    .parse::<usize>()
                    .ok()
            })
            .sum();
        assert_eq!(lines + count, 10_000);
    }

    #[test]
    fn lines_come_again_with_time() {
        let mut budget = Budget::new();
        let second = Duration::from_secs(1);
        let spent = (0..1_000).filter(|_| budget.spend(second)).count();
        assert_eq!(spent, 500);
        let spent = (0..1_000).filter(|_| budget.spend(2 * second)).count();
        assert_eq!(spent, 20);
        let spent = (0..1_000).filter(|_| budget.spend(1_000 * second)).count();
        assert_eq!(spent, 500);
    }
}
