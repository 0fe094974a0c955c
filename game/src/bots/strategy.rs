//! The questions a strategy answers.

use std::str::FromStr;

use thiserror::Error;

use super::{Attack, Free, Own, Random, Standard, Transfer, View};
use crate::rules::{Battle, Set};

/// A way to play.
///
/// Each question is asked only when there is something to choose. Numbers of
/// units that are out of range are taken as the nearest that is not.
pub trait Strategy: Send {
    /// What it is called.
    fn name(&self) -> &'static str;

    /// Which free territory to claim; there is at least one.
    fn claim<'v>(&mut self, view: &'v View<'_>) -> Option<Free<'v>>;

    /// Where to place how many units; there is at least one.
    fn place<'v>(&mut self, view: &'v View<'_>) -> Option<(Own<'v>, u32)>;

    /// Which set to trade, if any; asked when there is at least one. If a
    /// trade is compulsory, nothing means the first.
    fn trade(&mut self, view: &View<'_>) -> Option<Set>;

    /// What to attack next, with how many units, if anything.
    fn attack<'v>(&mut self, view: &'v View<'_>) -> Option<(Attack<'v>, u8)>;

    /// How many units to defend with; the dice never favour fewer.
    fn defend(&mut self, view: &View<'_>, battle: Battle) -> u8 {
        let _ = (view, battle);
        2
    }

    /// How many units, up to `most`, follow those that conquered.
    fn occupy(&mut self, view: &View<'_>, most: u32) -> u32;

    /// The fortifying transfer, if any.
    fn fortify<'v>(&mut self, view: &'v View<'_>) -> Option<(Transfer<'v>, u32)>;
}

/// The strategies there are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum StrategyKind {
    /// Any legal action.
    Random,
    /// By the value of the position, without looking ahead.
    Standard,
}

/// There is no strategy of that name.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("there is no strategy {0}; there are: random, standard")]
pub struct UnknownStrategy(String);

impl StrategyKind {
    /// Every strategy.
    pub const ALL: [Self; 2] = [Self::Random, Self::Standard];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Random => "random",
            Self::Standard => "standard",
        }
    }

    /// A player of this strategy, chance coming from `seed`.
    pub fn player(self, seed: u64) -> Box<dyn Strategy> {
        match self {
            Self::Random => Box::new(Random::new(seed)),
            Self::Standard => Box::new(Standard::new(seed)),
        }
    }
}

impl FromStr for StrategyKind {
    type Err = UnknownStrategy;

    fn from_str(name: &str) -> Result<Self, UnknownStrategy> {
        let found = Self::ALL.into_iter().find(|kind| kind.name() == name);
        found.ok_or_else(|| UnknownStrategy(name.to_owned()))
    }
}
