//! A game against the computer, before it begins.

use std::path::PathBuf;
use std::sync::Arc;

use marchland_maps::{MAX_PLAYERS, MIN_PLAYERS, bundled};

use super::ground::Ground;
use super::seat::{Party, There};
use crate::conquest::bots::StrategyKind;
use crate::conquest::rules::{AreaVariant, Variants};

/// A game to be played against the computer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Setup {
    /// The map: its folder, or the name of a bundled one.
    pub map: PathBuf,
    /// The computer players, as they are named on the command line.
    pub bots: Vec<String>,
    /// The rules.
    pub variants: Variants,
    /// Where chance comes from.
    pub seed: u64,
}

/// Makes a party of a set-up, on the map that was read for it.
pub type Begin = Arc<dyn Fn(&Setup, &Ground) -> Result<Party, String> + Send + Sync>;

/// Finds the way to a table of a server, by its address and one's name there.
pub type Join = Arc<dyn Fn(&str, &str, &Ground) -> Result<There, String> + Send + Sync>;

/// A game that was left.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Kept {
    /// By which it is known.
    pub name: String,
    /// What it is in a line, and its map; or why it cannot be gone on with.
    pub about: Result<(String, PathBuf), String>,
}

/// Goes on with a game that was left, by its name.
pub type GoOn = Arc<dyn Fn(&str) -> Result<Party, String> + Send + Sync>;

/// The games that were left.
#[derive(Clone)]
pub struct Keeps {
    /// Lists them, those that were begun last first.
    pub list: Arc<dyn Fn() -> Vec<Kept> + Send + Sync>,
    /// Goes on with one.
    pub open: GoOn,
}

impl Setup {
    /// Two of the best on the world, dealt.
    pub fn new(seed: u64) -> Self {
        Self {
            map: bundled::ALL[0].name.into(),
            bots: vec![StrategyKind::Planner.name().to_owned(); 2],
            variants: Variants {
                areas: AreaVariant::Dealt,
                ..Variants::default()
            },
            seed,
        }
    }

    /// The most computer players that there is room for on a map of so many territories.
    pub fn most_bots(territories: usize) -> usize {
        territories.clamp(MIN_PLAYERS.into(), MAX_PLAYERS.into()) - 1
    }

    /// With so many computer players, on a map of so many territories; new ones play
    /// like the last.
    pub fn seat(&mut self, bots: usize, territories: usize) {
        let bots = bots.clamp(1, Self::most_bots(territories));
        let like = self.bots.last().cloned();
        let like = like.unwrap_or_else(|| StrategyKind::Planner.name().to_owned());
        self.bots.resize(bots, like);
    }

    /// The strategy of a computer player without settings of its own.
    pub fn strategy(&self, bot: usize) -> Option<StrategyKind> {
        self.bots.get(bot)?.parse().ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_map_has_room_for_no_more_players_than_territories() {
        let mut setup = Setup::new(1);
        setup.seat(9, 42);
        assert_eq!(setup.bots.len(), 5);
        setup.seat(9, 3);
        assert_eq!(setup.bots.len(), 2);
        setup.seat(0, 3);
        assert_eq!(setup.bots.len(), 1);
        assert_eq!(setup.strategy(0), Some(StrategyKind::Planner));
    }
}
