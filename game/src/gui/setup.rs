//! A game against the computer, before it begins.

use std::path::PathBuf;
use std::sync::Arc;

use marchland_maps::{MAX_PLAYERS, MIN_PLAYERS, bundled};
use marchland_ui::theme::Mode;

use super::dots;
use super::ground::Ground;
use super::place::LocalGame;
use crate::client::net::{Recorder, Seats};
use crate::conquest::bots::StrategyKind;
use crate::conquest::rules::{AreaVariant, Variants};
use crate::protocol::Name;
use crate::server::Lobby;
use crate::server::net::Connection;

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

/// What the window is to look like at its next start.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Remembered {
    /// The game that is set up.
    pub conquest: Setup,
    /// Folders of maps that were played on lately, the last first.
    pub lately: Vec<PathBuf>,
    /// The game of dots that is set up.
    pub dots: dots::Setup,
    /// Whether that is what is played.
    pub plays_dots: bool,
    /// Light or dark.
    pub mode: Mode,
    /// Strong contrasts.
    pub contrast: bool,
}

/// SavedGames that until then; called on the thread of the window, so it does not wait.
pub type Remember = Arc<dyn Fn(&Remembered) + Send + Sync>;

/// Makes a game of a set-up, on the map that was read for it.
pub type Begin = Arc<dyn Fn(&Setup, &Ground) -> Result<LocalGame, String> + Send + Sync>;

/// Makes a lobby of one's own for a set-up on its map.
pub type Hosting = Arc<dyn Fn(&Setup, &Ground) -> Result<Lobby<Connection>, String> + Send + Sync>;

/// Begins a record, if games are recorded.
pub(super) type BeginRecord = Arc<dyn Fn() -> Result<Option<Recorder>, String> + Send + Sync>;

/// What is needed to play at servers.
#[derive(Clone)]
pub struct ServerOptions {
    /// The name that one goes by there.
    pub you: Name,
    /// One's seats there.
    pub seats: Arc<Seats>,
    /// Begins a record, if games are recorded.
    pub record: BeginRecord,
    /// Makes a lobby of one's own for a set-up on its map.
    pub host: Hosting,
}

/// A game that was left.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SavedGame {
    /// By which it is known.
    pub name: String,
    /// What it is; or what is wrong with its files.
    pub about: Result<SavedGameInfo, String>,
}

/// What a game that was left is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SavedGameInfo {
    /// What is played, and how far it came.
    pub what: String,
    /// Who else plays.
    pub against: String,
    /// When it was left.
    pub left: String,
    /// Its map, if it has one.
    pub map: Option<PathBuf>,
    /// Why it cannot be gone on with now.
    pub hindrance: Option<String>,
}

/// Goes on with a game that was left, by its name.
pub type GoOn = Arc<dyn Fn(&str) -> Result<LocalGame, String> + Send + Sync>;

/// The games that were left.
#[derive(Clone)]
pub struct SavedGames {
    /// Lists them, those that were begun last first.
    pub list: Arc<dyn Fn() -> Vec<SavedGame> + Send + Sync>,
    /// Goes on with one that is played on a map.
    pub open: GoOn,
    /// Goes on with one of dots.
    pub open_dots: dots::GoOn,
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
