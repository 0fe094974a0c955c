//! The interface between a game at a terminal and its driver.

use std::time::Duration;

use super::complete::Offers;
use crate::client::{Intent, Knowledge};

/// A player at a terminal.
pub trait Interface<K: Knowledge> {
    /// Processes a line of the server; `known` is the game before it.
    fn hear(&mut self, line: &K::Line, known: &K);

    /// Shows a text that is not part of the game.
    fn note(&mut self, text: &str);

    /// Says that a lost connection is back, and who else acts now.
    fn back(&mut self, known: &K) {
        let other = self.turn_of_another(known);
        let other = other.map_or(String::new(), |other| format!(" {other}"));
        self.note(&format!("The connection is back.{other}"));
    }

    /// Who else acts now, in a sentence, if somebody does.
    fn turn_of_another(&self, known: &K) -> Option<String>;

    /// The action that follows from earlier commands, if any; called after every line of the
    /// server.
    fn next(&mut self, known: &K) -> Option<K::Action>;

    /// Adds to the output what the clock makes worth saying. Returns when to look again, unless
    /// something else happens before.
    fn tick(&mut self, known: &K) -> Option<Duration>;

    /// The prompt, if the player has to type something; text to show first is added to the
    /// output.
    fn prompt(&mut self, known: &K) -> Option<String>;

    /// Processes a typed line; returns what it asks for besides text.
    fn line(&mut self, line: &str, known: &K) -> Intent<K::Action>;

    /// Shows why the last intent was not carried out.
    fn decline(&mut self, why: &str);

    /// Processes a line typed while disconnected: all it can do is leave. Returns whether it
    /// does.
    fn while_away(&mut self, line: &str) -> bool;

    /// Takes the text to show since the last call.
    fn take_text(&mut self) -> String;

    /// The names that Tab completes.
    fn offers(&self, known: &K) -> Option<Offers> {
        let _ = known;
        None
    }

    /// Adapts to a new size of the terminal.
    fn resize(&mut self, width: usize, height: usize);

    /// Shows how the game ended.
    fn finish(&mut self, known: &K);
}
