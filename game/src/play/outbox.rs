//! Lines of a game, and whom they are for.

use super::Player;

/// Who hears a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Audience {
    /// Everybody at the table, whatever their version.
    All,
    /// Everybody whose client speaks version 0.3.
    Extended,
    /// One player, wherever it is connected from.
    Only(Player),
    /// Everybody but one player, who is told something else.
    Others(Player),
    /// Everybody but a player whose client speaks version 0.2, which is not told
    /// what it said itself.
    Echo(Player),
}

/// One line, as [`Outbox::lines`] gives it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Line<'a> {
    /// What is said, without the end of the line.
    pub text: &'a str,
    /// Who hears it.
    pub to: Audience,
    /// Whether it stands in the journal: what [`Game::follow`](super::Game::follow)
    /// must hear to know all that has happened.
    pub journalled: bool,
}

/// What an action has caused, in order. Used again and again, it allocates
/// nothing.
#[derive(Debug, Default)]
pub struct Outbox {
    text: String,
    lines: Vec<(usize, Audience, bool)>,
    turn: Option<Player>,
}

impl Outbox {
    /// Tells something that happened; `write` appends it to the line.
    pub fn send(&mut self, to: Audience, write: impl FnOnce(&mut String)) {
        self.line(to, true, write);
    }

    /// Tells what can be worked out from what is told otherwise: it does not
    /// stand in the journal.
    pub fn send_unjournalled(&mut self, to: Audience, write: impl FnOnce(&mut String)) {
        self.line(to, false, write);
    }

    fn line(&mut self, to: Audience, journalled: bool, write: impl FnOnce(&mut String)) {
        write(&mut self.text);
        self.lines.push((self.text.len(), to, journalled));
    }

    /// Notes that a player's turn has begun, for the clock.
    pub fn turn_begins(&mut self, player: Player) {
        self.turn = Some(player);
    }

    /// Whose turn began last, if one did.
    pub fn turn(&self) -> Option<Player> {
        self.turn
    }

    /// Whether nothing was told.
    pub fn is_empty(&self) -> bool {
        self.lines.is_empty()
    }

    /// What was told, in order.
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

    /// Empties it, to be used for the next action.
    pub fn clear(&mut self) {
        self.text.clear();
        self.lines.clear();
        self.turn = None;
    }
}
