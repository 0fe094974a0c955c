//! The list of strategies.

use std::str::FromStr;

use thiserror::Error;

use super::{Expert, Novice, Planner, Random, Standard, Strategy};

/// A strategy, from weak to strong.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum StrategyKind {
    /// Any legal action at random.
    Random,
    /// Careless and easily content: for beginners.
    Novice,
    /// Goes by the value of the position, without looking ahead.
    Standard,
    /// Weighs whole turns.
    Planner,
    /// Plays the planner's best plans out before it chooses.
    Expert,
}

/// No strategy or level has that name.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("there is no strategy `{}`; there are: {}", .0, StrategyKind::names())]
pub struct UnknownStrategy(String);

impl StrategyKind {
    /// Every strategy, from weak to strong; docs/strategies.md has the measurements.
    pub const ALL: [Self; 5] = [
        Self::Random,
        Self::Novice,
        Self::Standard,
        Self::Planner,
        Self::Expert,
    ];

    /// The levels that players choose from, by name.
    pub const LEVELS: [(&'static str, Self); 4] = [
        ("easy", Self::Novice),
        ("normal", Self::Standard),
        ("hard", Self::Planner),
        ("expert", Self::Expert),
    ];

    /// The name on command lines and in reports.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Random => "random",
            Self::Novice => "novice",
            Self::Standard => "standard",
            Self::Planner => "planner",
            Self::Expert => "expert",
        }
    }

    /// The names of all strategies, each with its level if that has another name.
    pub fn names() -> String {
        let called = |kind: Self| {
            let mut levels = Self::LEVELS.into_iter();
            match levels.find(|&(level, of)| of == kind && level != kind.name()) {
                Some((level, _)) => format!("{} (or {level})", kind.name()),
                None => kind.name().to_owned(),
            }
        };
        Self::ALL.map(called).join(", ")
    }

    /// A player of this strategy, chance coming from `seed`.
    pub fn player(self, seed: u64) -> Box<dyn Strategy> {
        match self {
            Self::Random => Box::new(Random::new(seed)),
            Self::Novice => Box::new(Novice::new(seed)),
            Self::Standard => Box::new(Standard::new(seed)),
            Self::Planner => Box::new(Planner::new()),
            Self::Expert => Box::new(Expert::new(seed)),
        }
    }
}

impl FromStr for StrategyKind {
    type Err = UnknownStrategy;

    /// By the name of a strategy or a level.
    fn from_str(name: &str) -> Result<Self, UnknownStrategy> {
        let strategies = Self::ALL.into_iter().map(|kind| (kind.name(), kind));
        let found = strategies.chain(Self::LEVELS).find(|(n, _)| *n == name);
        let found = found.map(|(_, kind)| kind);
        found.ok_or_else(|| UnknownStrategy(name.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strategies_and_levels_have_names() {
        for kind in StrategyKind::ALL {
            assert_eq!(kind.name().parse(), Ok(kind));
            assert_eq!(kind.player(1).name(), kind.name());
        }
        for (level, kind) in StrategyKind::LEVELS {
            assert_eq!(level.parse(), Ok(kind));
        }
        let unknown = "genius".parse::<StrategyKind>().unwrap_err().to_string();
        let names = "random, novice (or easy), standard (or normal), planner (or hard), expert";
        assert!(unknown.ends_with(names), "{unknown}");
    }
}
