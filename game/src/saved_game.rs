//! Saved games as they are listed.

use std::path::PathBuf;

/// A saved game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SavedGame {
    /// Its name.
    pub name: String,
    /// What it is; or what is wrong with its files.
    pub about: Result<SavedGameInfo, String>,
}

/// A description of a saved game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SavedGameInfo {
    /// Its map, if it is of conquest.
    pub map: Option<PathBuf>,
    /// The name of another game.
    pub game: Option<String>,
    /// The name of the map, or its id if it has none; or the size of the board.
    pub setup: String,
    /// The turn, counting those of all players; `None` before the first.
    pub turn: Option<u32>,
    /// The names of the opponents, and their levels or strategies as on the command line.
    pub opponents: Vec<(String, String)>,
    /// When it was left.
    pub left: String,
    /// Why it cannot be continued now.
    pub hindrance: Option<String>,
}
