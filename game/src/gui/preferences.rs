//! How a person likes games to be shown and played, from one game to the next.

use serde::{Deserialize, Serialize};

use super::stage::Pace;

/// How a person likes games of conquest to be shown and played.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
#[expect(clippy::struct_excessive_bools, reason = "each is a choice of its own")]
pub struct Preferences {
    /// How long each action is shown in own games.
    pub pace: Pace,
    /// Whether names are shown.
    pub names: bool,
    /// Whether links are shown.
    pub links: bool,
    /// Whether land is hatched by player.
    pub patterns: bool,
    /// Whether the map's image is shown, if it has one.
    pub image: bool,
    /// Whether the person is asked how many units defend.
    pub ask_defence: bool,
    /// Whether all units are proposed to follow a conquest, even where the origin borders an
    /// enemy.
    pub all_follow: bool,
}

impl Default for Preferences {
    fn default() -> Self {
        Self {
            pace: Pace::default(),
            names: true,
            links: true,
            patterns: false,
            image: true,
            ask_defence: false,
            all_follow: false,
        }
    }
}
