//! What whoever drives a game at a terminal asks of it.

use super::complete::Offers;
use crate::client::Knowledge;

/// What a line asks for beyond text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reaction<A> {
    /// It was answered with text alone, or with nothing.
    None,
    /// An action of the player, legal by what is known.
    Act(A),
    /// A message to all others.
    Say(String),
    /// To give up: the game goes on, or ends, without the player.
    Resign,
    /// To leave the game.
    Leave,
}

/// One player at a terminal.
pub trait Interface<K: Knowledge> {
    /// Takes notice of what the server tells; `known` is the game before it.
    fn hear(&mut self, line: &K::Line, known: &K);

    /// Says something that is no part of the game.
    fn note(&mut self, text: &str);

    /// The action that follows from what was said before, if one does; to be
    /// asked whenever something was told.
    fn next(&mut self, known: &K) -> Option<K::Action>;

    /// The prompt, if something is to be typed; what has to be shown first is
    /// put to the text.
    fn prompt(&mut self, known: &K) -> Option<String>;

    /// Takes a line that was typed.
    fn line(&mut self, line: &str, known: &K) -> Reaction<K::Action>;

    /// Takes a line that was typed while there is no connection: nothing of it
    /// can be done, now or later, but to leave. Whether it asks for that.
    fn while_away(&mut self, line: &str) -> bool;

    /// The text to be shown since the last time it was taken.
    fn take_text(&mut self) -> String;

    /// What Tab may complete names to.
    fn offers(&self, known: &K) -> Option<Offers> {
        let _ = known;
        None
    }

    /// The terminal has another size now.
    fn resize(&mut self, width: usize, height: usize);

    /// The game is over: how it ended.
    fn finish(&mut self, known: &K);
}
