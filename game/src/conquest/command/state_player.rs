//! `STATE-PLAYER <id> <name> <cards> <status>`

use crate::protocol::command::declare;
use crate::protocol::Name;
use crate::protocol::Token;
use crate::conquest::rules::{Player, Status};

declare! {
    /// A player, or the neutral force.
    "STATE-PLAYER" StatePlayer {
        /// The id.
        player: Player,
        /// The name.
        name: Name,
        /// Number of cards in hand.
        cards: u32,
        /// `active`, `absent`, `neutral` or `defeated`.
        status: StateStatus,
    }
}

/// What a player is to the game, as a word.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StateStatus(pub Status);

const WORDS: [(&str, Status); 4] = [
    ("active", Status::Active),
    ("absent", Status::Absent),
    ("neutral", Status::Neutral),
    ("defeated", Status::Defeated),
];

impl Token for StateStatus {
    const WHAT: &'static str = "active, absent, neutral or defeated";

    fn read(word: &str) -> Option<Self> {
        let found = WORDS.iter().find(|(name, _)| *name == word);
        found.map(|&(_, status)| Self(status))
    }

    fn write(&self, line: &mut String) {
        let found = WORDS.iter().find(|(_, status)| *status == self.0);
        line.push_str(found.map_or("", |(name, _)| name));
    }
}

#[cfg(test)]
impl crate::protocol::samples::Sample for StateStatus {
    fn sample() -> proptest::strategy::BoxedStrategy<Self> {
        use proptest::prelude::*;
        prop::sample::select(&WORDS[..]).prop_map(|(_, status)| Self(status)).boxed()
    }
}
