//! What a long command is doing, on a terminal, and how it ends early.

use std::io::{IsTerminal, Write, stderr};
use std::ops::ControlFlow;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// From one change of the line to the next, at least.
const PACE: Duration = Duration::from_millis(100);

/// The exit code after Ctrl-C, as shells have it.
const INTERRUPTED: i32 = 130;

/// One line on standard error that says what is being done and how far it is.
/// It is not there where nobody sees it, in pipes and logs, and gone when the
/// command goes on to say something.
pub(super) struct Progress {
    on_terminal: bool,
    drawn: Option<Instant>,
    step: String,
}

impl Progress {
    pub(super) fn new() -> Self {
        Self {
            on_terminal: stderr().is_terminal(),
            drawn: None,
            step: String::new(),
        }
    }

    /// Goes on to something else.
    pub(super) fn step(&mut self, step: &str) {
        step.clone_into(&mut self.step);
        self.draw(None);
    }

    /// Says how far the step is, from 0 to 1.
    pub(super) fn done(&mut self, share: f64) {
        if self.drawn.is_none_or(|drawn| drawn.elapsed() >= PACE) {
            self.draw(Some(share));
        }
    }

    /// [`Progress::done`] for what asks whether to go on; Ctrl-C needs no
    /// answer, see [`writing`].
    pub(super) fn watch(&mut self, share: f64) -> ControlFlow<()> {
        self.done(share);
        ControlFlow::Continue(())
    }

    /// [`Progress::watch`] for what has steps of its own: goes on to `step` if it
    /// is another one.
    pub(super) fn watch_step(&mut self, step: &str, share: f64) -> ControlFlow<()> {
        if self.step == step {
            return self.watch(share);
        }
        self.step(step);
        ControlFlow::Continue(())
    }

    fn draw(&mut self, share: Option<f64>) {
        if !self.on_terminal {
            return;
        }
        let share = share.map_or_else(String::new, |share| format!(" {:.0} %", share * 100.0));
        // A line that cannot be shown is no reason to stop.
        let _ = write!(stderr(), "\r\x1b[2K{} …{share}", self.step);
        self.drawn = Some(Instant::now());
    }

    /// Takes the line away.
    pub(super) fn clear(&mut self) {
        if self.drawn.take().is_some() {
            let _ = write!(stderr(), "\r\x1b[2K");
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.clear();
    }
}

/// Whether the results have been written; locked while they are.
static WRITTEN: Mutex<bool> = Mutex::new(false);

/// Takes over Ctrl-C: the program ends at once, unless it is writing its
/// results; then it finishes that, which is short.
pub(super) fn catch_interrupt() {
    // Without the handler Ctrl-C ends the program as it always does.
    let _ = ctrlc::set_handler(|| {
        let written = WRITTEN.lock().unwrap_or_else(PoisonError::into_inner);
        if !*written {
            eprintln!("\nstopped; nothing was written");
            std::process::exit(INTERRUPTED);
        }
    });
}

/// Writes results, all of them or none as far as Ctrl-C is concerned.
pub(super) fn writing<T>(write: impl FnOnce() -> anyhow::Result<T>) -> anyhow::Result<T> {
    let mut written = WRITTEN.lock().unwrap_or_else(PoisonError::into_inner);
    let result = write()?;
    *written = true;
    Ok(result)
}
