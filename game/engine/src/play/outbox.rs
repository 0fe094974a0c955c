//! The lines that a game sends, and their audience.

use super::Player;

/// Who receives a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Audience {
    /// Everybody at the table, whatever their version.
    All,
    /// Everybody whose client speaks version 0.3.
    Extended,
    /// One player.
    Only(Player),
    /// Everybody but one player, who receives a line of its own.
    Others(Player),
    /// Everybody, except this player if its client speaks version 0.2: such a client does not
    /// receive its own command back.
    Echo(Player),
}

/// One line of an [`Outbox`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Line<'a> {
    /// The text without a newline.
    pub text: &'a str,
    /// Who receives it.
    pub to: Audience,
    /// Whether it belongs into the journal: [`Game::follow`](super::Game::follow) needs it to
    /// rebuild the game.
    pub journalled: bool,
}

/// The lines that an action caused, in order. A reused outbox does not allocate.
#[derive(Debug, Default)]
pub struct Outbox {
    text: String,
    lines: Vec<(usize, Audience, bool)>,
    turn: Option<Player>,
}

impl Outbox {
    /// Sends a line about something that happened; `write` appends its text.
    pub fn send(&mut self, to: Audience, write: impl FnOnce(&mut String)) {
        self.line(to, true, write);
    }

    /// Sends a line that follows from other lines and is therefore not journalled.
    pub fn send_unjournalled(&mut self, to: Audience, write: impl FnOnce(&mut String)) {
        self.line(to, false, write);
    }

    fn line(&mut self, to: Audience, journalled: bool, write: impl FnOnce(&mut String)) {
        write(&mut self.text);
        self.lines.push((self.text.len(), to, journalled));
    }

    /// Notes for the clock that a player's turn has begun.
    pub fn turn_begins(&mut self, player: Player) {
        self.turn = Some(player);
    }

    /// The player whose turn began last, if any.
    pub fn turn(&self) -> Option<Player> {
        self.turn
    }

    /// Whether there are no lines.
    pub fn is_empty(&self) -> bool {
        self.lines.is_empty()
    }

    /// The lines, in order.
    pub fn lines(&self) -> impl Iterator<Item = Line<'_>> {
        let mut start = 0;
        self.lines.iter().map(move |&(end, to, journalled)| {
            let text = &self.text[start..end];
            start = end;
            Line {
                text,
                to,
                journalled,
            }
        })
    }

    /// Empties the outbox for the next action.
    pub fn clear(&mut self) {
        self.text.clear();
        self.lines.clear();
        self.turn = None;
    }
}
