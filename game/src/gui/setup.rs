//! A game against the computer that is set up.

use std::path::PathBuf;
use std::sync::{Arc, LazyLock};

use marchland_files::plain;
use marchland_maps::{bundled, xml};
use marchland_ui::scale::Scale;
use marchland_ui::theme::Mode;

use super::dots;
use super::game;
use super::ground::Ground;
use super::place::LocalGame;
use super::preferences::Preferences;
use super::texts;
use crate::client::net::{Recorder, Seats};
use crate::conquest;
use crate::conquest::bots::StrategyKind;
use crate::conquest::rules::{AreaVariant, Variants};
use crate::dots as dots_game;
use crate::saved_game::{SavedGame, SavedGameInfo};
use crate::server::Lobby;
use crate::server::net::Connection;

/// Id of the list of settings on the start screen.
pub(super) const SETTINGS: &str = "start";

/// A game against the computer that is set up.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Setup {
    /// The map: a folder, or the name of a bundled map.
    pub map: PathBuf,
    /// The computer players by their names on the command line.
    pub bots: Vec<String>,
    /// The rules.
    pub variants: Variants,
    /// The seed of all chance.
    pub seed: u64,
}

/// The settings for the next start.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Remembered {
    /// The game that is set up.
    pub conquest: Setup,
    /// Folders of recently played maps, the latest first.
    pub lately: Vec<PathBuf>,
    /// The game of Dots and Boxes that is set up.
    pub dots: dots::Setup,
    /// Whether Dots and Boxes is selected.
    pub plays_dots: bool,
    /// The light or dark theme.
    pub mode: Mode,
    /// Whether the theme has high contrast.
    pub contrast: bool,
    /// The size of the interface.
    pub scale: Scale,
    /// How games are shown and played.
    pub preferences: Preferences,
    /// The address of a server and the player's name there, as typed.
    pub server: (String, String),
}

impl Remembered {
    /// The settings of the first start.
    pub fn new(seed: u64) -> Self {
        Self {
            conquest: Setup::new(seed),
            lately: Vec::new(),
            dots: dots::Setup::new(seed),
            plays_dots: false,
            mode: Mode::Light,
            contrast: false,
            scale: Scale::default(),
            preferences: Preferences::default(),
            server: <(String, String)>::default(),
        }
    }
}

/// Stores the settings without blocking the window's thread.
pub type Remember = Arc<dyn Fn(&Remembered) + Send + Sync>;

/// Makes a local game of a set-up on its map.
pub type Begin = Arc<dyn Fn(&Setup, &Ground) -> Result<LocalGame, String> + Send + Sync>;

/// Makes the lobby of a hosted server, of a set-up on its map.
pub type Hosting = Arc<dyn Fn(&Setup, &Ground) -> Result<Lobby<Connection>, String> + Send + Sync>;

/// Begins a record, if games are recorded.
pub(super) type BeginRecord = Arc<dyn Fn() -> Result<Option<Recorder>, String> + Send + Sync>;

/// What playing on servers needs.
#[derive(Clone)]
pub struct ServerOptions {
    /// The player's seats there.
    pub seats: Arc<Seats>,
    /// Begins a record, if games are recorded.
    pub record: BeginRecord,
    /// Makes the lobby of a hosted server, of a set-up on its map.
    pub host: Hosting,
}

impl SavedGameInfo {
    /// The map or board, and the turn.
    pub(super) fn title(&self) -> String {
        let map = self.map.as_ref();
        let board = match map.map(|map| map.to_str().and_then(bundled::find)) {
            Some(Some(map)) => map_name(map),
            Some(None) => plain(&self.setup).into_owned(),
            None => texts::past::dots_board(&self.setup),
        };
        texts::past::title(&board, self.turn)
    }

    /// The opponents.
    pub(super) fn against(&self) -> String {
        texts::past::against(&self.opponents, self.game.is_some())
    }
}

/// What a bundled map calls itself.
pub(super) fn map_name(map: &'static bundled::Bundled) -> String {
    static NAMES: LazyLock<Vec<Option<String>>> = LazyLock::new(|| {
        let names = bundled::ALL
            .iter()
            .map(|map| xml::read(map.xml).draft.name.text);
        names.collect()
    });
    let at = bundled::ALL.iter().position(|one| one == map);
    let name = at.and_then(|at| NAMES[at].as_deref());
    plain(name.unwrap_or(map.name)).into_owned()
}

/// What a game is played on: a map, or a game and its board.
pub(super) fn board_name(game: &str, setup: &str) -> String {
    match bundled::find(setup) {
        _ if game == dots_game::ID => texts::past::dots_board(setup),
        _ if game != conquest::ID => format!("{} {}", plain(game), plain(setup)),
        Some(map) => map_name(map),
        None => plain(setup).into_owned(),
    }
}

/// Continues the saved game of that name.
pub type GoOn = Arc<dyn Fn(&str) -> Result<LocalGame, String> + Send + Sync>;

/// Removes the saved game of that name; or says why it cannot.
pub(super) type RemoveGame = Arc<dyn Fn(&str) -> Result<(), String> + Send + Sync>;

/// The saved games.
#[derive(Clone)]
pub struct SavedGames {
    /// Lists them, the latest first.
    pub list: Arc<dyn Fn() -> Vec<SavedGame> + Send + Sync>,
    /// Continues one of conquest.
    pub open: GoOn,
    /// Continues one of Dots and Boxes.
    pub open_dots: dots::GoOn,
    /// Removes one.
    pub remove: RemoveGame,
}

impl Setup {
    /// Against two *planner* bots on the world; territories are dealt.
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

    /// The most computer players on a map of so many territories.
    pub fn most_bots(territories: usize) -> usize {
        game::Setup::most_players(territories) - 1
    }

    /// Sets the number of computer players on a map of so many territories; new ones play like
    /// the last.
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
