//! Play-testing.

use super::count;

pub(crate) const PLAY: &str = "Play-test";
pub(crate) const PLAY_HINT: &str = "Play a game on the map as it is now";
pub(crate) const PLAY_STOP: &str = "Back to editing";
pub(crate) const GAME_GOES_ON: &str = "Your game goes on where you left it. Shift+F5 restarts it.";
pub(crate) const STILL_DRAWING: &str =
    "The map is still being drawn. Start the play-test again in a moment.";
pub(crate) const PLAY_AGAIN: &str = "Restart the last game";
pub(crate) const PLAY_START: &str = "Start game";
pub(crate) const PLAY_TAB_SETUP: &str = "Next game";
pub(crate) const PLAY_PLAYERS: &str = "Players";
pub(crate) const PLAY_YOU: &str = "You";
pub(crate) const PLAY_FEWER: &str = "One fewer";
pub(crate) const PLAY_MORE: &str = "One more";

pub(crate) fn cannot_play(errors: usize, to_do: usize) -> String {
    let errors = (errors > 0).then(|| count(errors, "error", "errors"));
    let to_do = (to_do > 0).then(|| super::to_do(to_do));
    let why: Vec<_> = errors.into_iter().chain(to_do).collect();
    format!("The map cannot be played yet: {}.", why.join(", "))
}

pub(crate) fn play_title(map: Option<&str>) -> String {
    format!("Play-test of {}", map.unwrap_or(super::UNNAMED_MAP))
}

pub(crate) fn games_failed(why: &str) -> String {
    format!("The games stopped: {why}. Your map is not affected.")
}

pub(crate) fn broke_down(why: &str) -> String {
    format!("The game crashed ({why}). Your map is not affected; please report this.")
}
