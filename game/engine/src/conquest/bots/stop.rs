//! Asking strategies to stop thinking.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// A request to end a game, shared between threads.
///
/// A thread cannot be ended from outside. So a strategy that thinks for long
/// checks [`View::is_stopped`](super::View::is_stopped) meanwhile, and the loop that
/// plays the game checks after each action.
#[derive(Debug, Clone, Default)]
pub struct Stop(Arc<AtomicBool>);

impl Stop {
    /// Requests the end; this cannot be taken back.
    pub fn ask(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether the end was requested.
    pub fn is_asked(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}
