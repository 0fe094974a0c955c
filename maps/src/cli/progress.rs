//! Progress of long commands on a terminal, and interruption.

use std::io::{IsTerminal, Write, stderr};
use std::ops::ControlFlow;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Least time between updates of the line.
const PACE: Duration = Duration::from_millis(100);

/// The customary exit code after Ctrl-C.
const INTERRUPTED: i32 = 130;

/// A line on standard error with the current step and its progress. It is shown only on a terminal,
/// and removed before any other output.
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

    /// Begins another step.
    pub(super) fn step(&mut self, step: &str) {
        step.clone_into(&mut self.step);
        self.draw(None);
    }

    /// Reports the progress of the step, from 0 to 1.
    pub(super) fn done(&mut self, share: f64) {
        if self.drawn.is_none_or(|drawn| drawn.elapsed() >= PACE) {
            self.draw(Some(share));
        }
    }

    /// [`Progress::done`] for functions that can be cancelled; Ctrl-C does not need this, see
    /// [`writing`].
    pub(super) fn watch(&mut self, share: f64) -> ControlFlow<()> {
        self.done(share);
        ControlFlow::Continue(())
    }

    /// [`Progress::watch`] for functions with steps of their own: begins `step` if it is another
    /// one.
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
        // Failing to show progress is no reason to stop.
        let _ = write!(stderr(), "\r\x1b[2K{} …{share}", self.step);
        self.drawn = Some(Instant::now());
    }

    /// Removes the line.
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

/// Whether the results have been written; locked meanwhile.
static WRITTEN: Mutex<bool> = Mutex::new(false);

/// Handles Ctrl-C: exits at once, unless results are being written, which is quick and allowed to
/// finish.
pub(super) fn catch_interrupt() {
    // Without the handler, Ctrl-C kills the program as usual.
    let _ = ctrlc::set_handler(|| {
        let written = WRITTEN.lock().unwrap_or_else(PoisonError::into_inner);
        if !*written {
            say!("\nstopped; nothing was written");
            std::process::exit(INTERRUPTED);
        }
    });
}

/// Writes results; Ctrl-C cannot interrupt this.
pub(super) fn writing<T>(write: impl FnOnce() -> anyhow::Result<T>) -> anyhow::Result<T> {
    let mut written = WRITTEN.lock().unwrap_or_else(PoisonError::into_inner);
    let result = write()?;
    *written = true;
    Ok(result)
}
