//! `STATE-TURN <phase> <player> <unplaced> <step>`

use crate::protocol::command::declare;
use crate::protocol::Token;
use crate::conquest::rules::{Phase, Player};

declare! {
    /// Whose turn it is and how far it is; left out before the start.
    "STATE-TURN" StateTurn {
        /// The phase.
        phase: Phase,
        /// The player on turn.
        player: Player,
        /// Units that the player has to place.
        unplaced: u32,
        /// How far the turn is.
        step: StateStep,
    }
}

/// How far a turn is, as a word.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StateStep {
    /// `idle`: between two turns.
    Idle,
    /// `claim`: an area is to be claimed.
    Claim,
    /// `claimed`: only the end of the turn is left.
    Claimed,
    /// `settle`: at least one initial unit is to be placed.
    Settle,
    /// `settled`: more may be placed, or the turn ended.
    Settled,
    /// `place`: units are placed and sets traded.
    Place,
    /// `attack`: attacks, then the transfer.
    Attack,
    /// `defend`: an attack waits for its answer.
    Defend,
    /// `occupy`: more units may follow a conquest.
    Occupy,
    /// `spoils`: sets are traded after a defeat.
    Spoils,
    /// `fortified`: only the end of the turn is left.
    Fortified,
}

const WORDS: [(&str, StateStep); 11] = [
    ("idle", StateStep::Idle),
    ("claim", StateStep::Claim),
    ("claimed", StateStep::Claimed),
    ("settle", StateStep::Settle),
    ("settled", StateStep::Settled),
    ("place", StateStep::Place),
    ("attack", StateStep::Attack),
    ("defend", StateStep::Defend),
    ("occupy", StateStep::Occupy),
    ("spoils", StateStep::Spoils),
    ("fortified", StateStep::Fortified),
];

impl Token for StateStep {
    const WHAT: &'static str = "a step of a turn";

    fn read(word: &str) -> Option<Self> {
        let found = WORDS.iter().find(|(name, _)| *name == word);
        found.map(|&(_, step)| step)
    }

    fn write(&self, line: &mut String) {
        let found = WORDS.iter().find(|(_, step)| step == self);
        line.push_str(found.map_or("", |(name, _)| name));
    }
}

#[cfg(test)]
impl crate::protocol::samples::Sample for StateStep {
    fn sample() -> proptest::strategy::BoxedStrategy<Self> {
        use proptest::prelude::*;
        prop::sample::select(&WORDS[..]).prop_map(|(_, step)| step).boxed()
    }
}
