//! Long work: what a terminal shows of it, and Ctrl-C.

use std::io::{self, IsTerminal as _};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};

use super::Interrupted;

/// Work that takes no longer shows nothing; afterwards it is shown as often.
const SOON: Duration = Duration::from_millis(500);

/// Shows on a terminal what is being done, and for how long already.
pub(super) struct Busy {
    bar: Option<ProgressBar>,
    /// When to show it next.
    next: Instant,
}

impl Busy {
    /// `what` is named, unless the user wants to read nothing.
    pub(super) fn with(what: String, quiet: bool) -> Self {
        let bar = (!quiet && io::stderr().is_terminal()).then(|| {
            let style = ProgressStyle::with_template("{prefix} … {elapsed}")
                .unwrap_or_else(|_| ProgressStyle::default_spinner());
            let bar = ProgressBar::new_spinner().with_style(style);
            bar.with_prefix(what)
        });
        let next = Instant::now() + SOON;
        Self { bar, next }
    }

    /// To be called now and then during the work.
    pub(super) fn tick(&mut self) {
        if let Some(bar) = &self.bar {
            let now = Instant::now();
            if now >= self.next {
                self.next = now + SOON;
                bar.tick();
            }
        }
    }
}

impl Drop for Busy {
    fn drop(&mut self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

/// Computes something on another thread. After Ctrl-C it is left to end with the program.
pub(super) fn compute<T: Send + 'static>(
    what: String,
    quiet: bool,
    work: impl FnOnce() -> T + Send + 'static,
) -> anyhow::Result<T> {
    catch_interrupt();
    let mut busy = Busy::with(what, quiet);
    let (tell, told) = channel();
    let worker = std::thread::spawn(move || {
        // Nobody listens after Ctrl-C.
        let _ = tell.send(work());
    });
    loop {
        match told.recv_timeout(Duration::from_millis(50)) {
            Ok(result) => return Ok(result),
            Err(RecvTimeoutError::Timeout) if interrupted() => return Err(Interrupted.into()),
            Err(RecvTimeoutError::Timeout) => busy.tick(),
            Err(RecvTimeoutError::Disconnected) => {
                let panic = worker.join().err().unwrap_or_else(|| Box::new("no result"));
                std::panic::resume_unwind(panic)
            }
        }
    }
}

/// Set by Ctrl-C.
static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// Handles Ctrl-C from now on; a second one ends the program at once.
pub(super) fn catch_interrupt() {
    // If the handler cannot be set, Ctrl-C keeps its default effect.
    let _ = ctrlc::set_handler(|| {
        if INTERRUPTED.swap(true, Ordering::Relaxed) {
            std::process::exit(130);
        }
    });
}

pub(super) fn interrupted() -> bool {
    INTERRUPTED.load(Ordering::Relaxed)
}
