//! The debug console: changes a running game by hand.

use std::time::Duration;

use thiserror::Error;

use super::{Peer, Table};
use crate::count;
use crate::protocol::{MAX_LINE, ParseError, ServerMessage};

/// What is refused with an unknown command.
const HELP: &str = "there is no such command; SET OWNER, SET UNITS, DESTROY PLAYER and XCHG OWNER, \
                    in capitals, change the game, and lines that servers send, such as CHAT, go \
                    to the clients";

/// Why a line of the debug console is refused; nothing has changed.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{0}")]
pub struct ConsoleError(String);

impl<P: Peer> Table<P> {
    /// Executes a line of the debug console and returns what was done; nothing for an empty
    /// line. A line of the protocol that changes nothing here is sent to all clients as it is.
    ///
    /// # Errors
    /// Why the line is refused.
    pub fn console(&mut self, line: &str, now: Duration) -> Result<String, ConsoleError> {
        let line = line.trim();
        if line.is_empty() {
            return Ok(String::new());
        }
        let mut done = None;
        self.happen(now, |game, _, outbox| done = game.console(line, outbox));
        if let Some(done) = done {
            return Ok(self.changed(done.map_err(ConsoleError)?));
        }
        let printable = line.bytes().all(|byte| (0x20..=0x7e).contains(&byte));
        if !printable || line.len() > MAX_LINE {
            let why = format!("a line has at most {MAX_LINE} printable ASCII characters");
            return Err(ConsoleError(why));
        }
        if let Err(why) = ServerMessage::parse(line)
            && !self.game().sends(line)
        {
            let why = match why {
                ParseError::UnknownCommand => HELP.to_owned(),
                why => why.to_string(),
            };
            return Err(ConsoleError(why));
        }
        self.send_raw(line);
        let clients = count(self.peers().count() as u64, "client");
        Ok(format!("sent to {clients} as it is"))
    }

    /// What is said of a change.
    fn changed(&self, territories: usize) -> String {
        let mut said = match territories {
            0 => return "nothing changed: it was so already".to_owned(),
            1 => "done: 1 territory changed".to_owned(),
            count => format!("done: {count} territories changed"),
        };
        let old = self.old_players();
        if !old.is_empty() {
            said.push_str("; not told, since they speak version 0.2: ");
            said.push_str(&old.join(", "));
        }
        said
    }
}
