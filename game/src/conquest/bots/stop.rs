//! Asking strategies to stop thinking.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// A wish that a game comes to an end, shared by who has it and who plays.
///
/// A thread cannot be ended from outside. So a strategy that thinks for long
/// looks at [`View::is_stopped`](super::View::is_stopped) meanwhile, and who
/// plays the game looks after each action.
#[derive(Debug, Clone, Default)]
pub struct Stop(Arc<AtomicBool>);

impl Stop {
    /// Asks for it; this cannot be taken back.
    pub fn ask(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether it was asked for.
    pub fn is_asked(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}
