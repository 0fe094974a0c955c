//! The limits of a connection.

use std::time::Duration;

/// The limits of a connection.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SessionLimits {
    /// Lines per second in the long run.
    pub rate: f64,
    /// Lines in a burst.
    pub burst: f64,
    /// Consecutive refused lines until the connection is closed.
    pub refused: u32,
    /// The maximum number of spectators at a table.
    pub spectators: usize,
    /// The time within which a client must take a seat or become a spectator.
    pub login: Duration,
    /// The silence after which a client of version 0.3 is asked for a sign of life; after
    /// three times as long its connection counts as lost.
    pub keep_alive: Duration,
}

impl Default for SessionLimits {
    fn default() -> Self {
        Self {
            rate: 200.0,
            burst: 400.0,
            refused: 20,
            spectators: 100,
            login: Duration::from_secs(60),
            keep_alive: Duration::from_secs(20),
        }
    }
}
