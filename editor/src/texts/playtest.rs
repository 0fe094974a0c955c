//! Play-testing.

use super::count;

pub(crate) const PLAY: &str = "Play-test";
pub(crate) const PLAY_HINT: &str = "Play a game on the map as it is now";
pub(crate) const PLAY_STOP: &str = "Back to editing";
pub(crate) const PLAY_AGAIN: &str = "Restart the last game";
pub(crate) const PLAY_START: &str = "Start game";
pub(crate) const PLAY_TAB_SETUP: &str = "Next game";
pub(crate) const PLAY_PLAYERS: &str = "Players";
pub(crate) const PLAY_YOU: &str = "You";
pub(crate) const PLAY_FEWER: &str = "One fewer";
pub(crate) const PLAY_MORE: &str = "One more";
pub(crate) const PLAY_MANY_HINT: &str =
    "Plays games with this set-up in the background and counts the wins.";
pub(crate) const PLAY_WINS: &str = "Wins";
pub(crate) const PLAY_SHARE: &str = "95 % interval";

pub(crate) fn cannot_play(errors: usize, to_do: usize) -> String {
    let errors = (errors > 0).then(|| count(errors, "error", "errors"));
    let to_do = (to_do > 0).then(|| super::to_do(to_do));
    let why: Vec<_> = errors.into_iter().chain(to_do).collect();
    format!("The map cannot be played yet: {}.", why.join(", "))
}

pub(crate) fn play_title(map: Option<&str>) -> String {
    format!("Play-test of {}", map.unwrap_or(super::UNNAMED_MAP))
}

pub(crate) fn play_many(games: u32) -> String {
    format!("Play {games} games")
}

pub(crate) fn games_of(games: u32, of: u32) -> String {
    format!("{games} of {of} games")
}

pub(crate) fn share(low: f64, high: f64) -> String {
    format!("{:.0} to {:.0} %", low * 100.0, high * 100.0)
}

pub(crate) fn games_failed(why: &str) -> String {
    format!("The games stopped: {why}. Your map is not affected.")
}

/// Summary of a series: wins by turn order, draws, turns per game, first and last seed.
pub(crate) fn series_rest(by_place: &[u32], drawn: u32, turns: f64, seeds: [u64; 2]) -> String {
    let places: Vec<String> = by_place.iter().map(u32::to_string).collect();
    let [first, last] = seeds;
    format!(
        "Wins by turn order: {}. Draws: {drawn}. {turns:.0} turns per game. \
         Seeds {first} to {last}.",
        places.join(", ")
    )
}

pub(crate) fn broke_down(why: &str) -> String {
    format!("The game crashed ({why}). Your map is not affected; please report this.")
}
