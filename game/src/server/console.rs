//! The debug console: changes a running game by hand.

use std::time::Duration;

use thiserror::Error;

use super::{Peer, Table};
use crate::protocol::MAX_LINE;

/// Why a line of the debug console is refused; nothing has changed.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{0}")]
pub struct ConsoleError(String);

impl<P: Peer> Table<P> {
    /// Executes a line of the debug console. A line that the game does not know is sent to
    /// all clients as it is.
    ///
    /// # Errors
    /// Why the line is refused.
    pub fn console(&mut self, line: &str, now: Duration) -> Result<(), ConsoleError> {
        let line = line.trim();
        if line.is_empty() {
            return Ok(());
        }
        let mut done = None;
        self.happen(now, |game, _, outbox| done = game.console(line, outbox));
        if let Some(done) = done {
            return done.map_err(ConsoleError);
        }
        let printable = line.bytes().all(|byte| (0x20..=0x7e).contains(&byte));
        if !printable || line.len() > MAX_LINE {
            let why = format!("a line has at most {MAX_LINE} printable ASCII characters");
            return Err(ConsoleError(why));
        }
        self.send_raw(line);
        Ok(())
    }
}
