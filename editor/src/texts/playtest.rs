//! Play-testing.

use marchland_game::conquest::rules::{Phase, Status};

use super::{capital, count, number};

pub(crate) const PLAY: &str = "Play-test";
pub(crate) const PLAY_HINT: &str = "Bots play on the map as it is now";
pub(crate) const PLAY_STOP: &str = "Back to editing";
pub(crate) const PLAY_GO_ON: &str = "Go on";
pub(crate) const PLAY_PAUSE: &str = "Pause";
pub(crate) const PLAY_STEP: &str = "One action";
pub(crate) const PLAY_TURN: &str = "To the next turn";
pub(crate) const PLAY_A_SECOND: &str = "a second";
pub(crate) const PLAY_AGAIN: &str = "The same game again";
pub(crate) const PLAY_START: &str = "Start this game";
pub(crate) const PLAY_SPEED: &str = "Actions a second";
pub(crate) const PLAY_TAB_GAME: &str = "Game";
pub(crate) const PLAY_TAB_SETUP: &str = "Next game";
pub(crate) const PLAY_PLAYERS: &str = "Players";
pub(crate) const PLAY_SEED: &str = "Seed";
pub(crate) const PLAY_SEED_HINT: &str = "The same seed gives the same game.";
pub(crate) const PLAY_SEED_WRONG: &str = "A whole number, please.";
pub(crate) const PLAY_SHUFFLE: &str = "Another seed";
pub(crate) const PLAY_DEALT: &str = "Deal the territories";
pub(crate) const PLAY_DEALT_HINT: &str = "Otherwise the players choose them in turn.";
pub(crate) const PLAY_FEWER: &str = "One fewer";
pub(crate) const PLAY_MORE: &str = "One more";
pub(crate) const PLAY_LOG: &str = "What happens, newest first";
pub(crate) const PLAY_TERRITORIES: &str = "Territories";
pub(crate) const PLAY_UNITS: &str = "Units on the map";
pub(crate) const PLAY_CARDS: &str = "Cards in the hand";
pub(crate) const PLAY_INCOME: &str = "Units that a turn brings";
pub(crate) const PLAY_OUT: &str = "out";
pub(crate) const PLAY_MANY_HINT: &str =
    "Who wins how often with this set-up; nothing is shown of them.";
pub(crate) const PLAY_WINS: &str = "Wins";
pub(crate) const PLAY_SHARE: &str = "true share, 95 %";
pub(crate) const DEALT: &str = "The territories are dealt.";
/// The players' colours by name, as the palette has them.
const PLAYERS: [&str; 7] = ["Orange", "Sky", "Green", "Yellow", "Blue", "Red", "Pink"];
const NEUTRAL: &str = "Neutral";

/// The player in a seat, from 0; or the neutral force.
pub(crate) fn player_name(seat: usize, neutral: bool) -> String {
    if neutral {
        NEUTRAL.into()
    } else {
        PLAYERS[seat % PLAYERS.len()].into()
    }
}

/// A strategy, by the name that the command line has for it.
pub(crate) fn strategy(name: &str) -> String {
    capital(name)
}

pub(crate) fn cannot_play(errors: usize) -> String {
    format!(
        "The map cannot be played yet: {}.",
        count(errors, "error", "errors")
    )
}

pub(crate) fn play_title(map: Option<&str>) -> String {
    format!("Play-test of {}", map.unwrap_or(super::UNNAMED_MAP))
}

pub(crate) fn play_seed(seed: u64) -> String {
    format!("seed {seed}")
}

/// Actions a second; without a number as fast as it goes.
pub(crate) fn pace(rate: Option<f64>) -> String {
    match rate {
        Some(rate) => format!("{rate:.0}"),
        None => "all".into(),
    }
}

/// Where the game stands.
pub(crate) fn moment(phase: Option<Phase>, turns: u32) -> String {
    match phase {
        None => "Beginning".into(),
        Some(Phase::Playing) => format!("Turn {}", number(turns.max(1).into())),
        Some(Phase::Claiming) => "Claiming".into(),
        Some(Phase::Reinforcing) => "First units".into(),
    }
}

pub(crate) fn status(status: Status) -> Option<&'static str> {
    match status {
        Status::Defeated => Some(PLAY_OUT),
        Status::Active | Status::Absent | Status::Neutral => None,
    }
}

pub(crate) fn play_owner(territory: &str, owner: Option<(&str, u32)>) -> String {
    match owner {
        Some((owner, units)) => {
            format!(
                "{territory}: {}, {owner}",
                count(units as usize, "unit", "units")
            )
        }
        None => territory.to_owned(),
    }
}

pub(crate) fn turn_of(turn: u32, who: &str) -> String {
    format!("Turn {}: {who}", number(turn.into()))
}

pub(crate) fn play_many(games: u32) -> String {
    format!("Play {games} games")
}

pub(crate) fn games_of(games: u32, of: u32) -> String {
    format!("{games} of {of} games")
}

/// A range of shares.
pub(crate) fn share(low: f64, high: f64) -> String {
    format!("{:.0} to {:.0} %", low * 100.0, high * 100.0)
}

pub(crate) fn series_failed(why: &str) -> String {
    format!("The games broke off: {why}. Your map is unharmed.")
}

/// What else came of many games: wins by place in the order of play, games that nobody
/// won, turns of a game, and the seeds of the first and the last.
pub(crate) fn series_rest(by_place: &[u32], drawn: u32, turns: f64, seeds: [u64; 2]) -> String {
    let places: Vec<String> = by_place.iter().map(u32::to_string).collect();
    let [first, last] = seeds;
    format!(
        "Wins of who moved first, second and so on: {}. Drawn: {drawn}. {turns:.0} turns a \
         game. Seeds {first} to {last}.",
        places.join(", ")
    )
}

pub(crate) fn has_won(name: &str) -> String {
    format!("{name} has won.")
}

pub(crate) fn nobody_won(turns: u32) -> String {
    format!("Nobody has won after {} turns.", number(turns.into()))
}

pub(crate) fn cannot_begin(why: &str) -> String {
    format!("The game cannot begin: {why}.")
}

pub(crate) fn broke_down(why: &str) -> String {
    format!("The game broke down ({why}). Your map is unharmed; please report this.")
}
