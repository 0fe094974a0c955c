//! What the window says of a turn: the filled button, odds, paces. The texts that the
//! turn itself needs stand below it, in [`texts`].

use marchland_maps::Map;

use super::session::{Forecast, Mode, Sensible};
use super::stage::Pace;
use super::texts;
use crate::conquest::narrator::{self, place};
use crate::conquest::rules::Player;

pub(super) fn pace(pace: Pace) -> &'static str {
    match pace {
        Pace::Slow => "slow",
        Pace::Normal => "normal",
        Pace::Fast => "fast",
        Pace::None => "at once",
        Pace::Two => "2 a second",
        Pace::Ten => "10 a second",
        Pace::Fifty => "50 a second",
        Pace::FiveHundred => "500 a second",
    }
}

/// The number of actions a second, where it says so beside it.
pub(super) fn rate(of: Pace) -> &'static str {
    let words = if of == Pace::None { "all" } else { pace(of) };
    words.split(' ').next().unwrap_or(words)
}

/// Who meets whom, and the chance to win.
pub(super) fn odds(forecast: &Forecast) -> String {
    let Forecast {
        attackers,
        defenders,
        win,
        ..
    } = forecast;
    format!(
        "{attackers} : {defenders} · win {}",
        narrator::percent(*win)
    )
}

/// What a battle costs.
pub(super) fn costs(forecast: &Forecast) -> String {
    let mut parts = Vec::new();
    if forecast.open > 0.0 {
        parts.push(format!("break off {}", narrator::percent(forecast.open)));
    }
    if let Some((lost, killed)) = forecast.losses {
        parts.push(format!("lose {lost:.1}, kill {killed:.1}"));
    }
    parts.push(format!("{:.1} left after a win", forecast.left));
    parts.join(" · ")
}

/// The one filled button.
pub(super) fn sensible(what: &Sensible, map: &Map, name: &dyn Fn(Player) -> String) -> String {
    match *what {
        Sensible::Begin => "Waiting for the others".to_owned(),
        Sensible::Wait(Some(player)) => format!("{} is to act", name(player)),
        Sensible::Wait(None) => "One moment".to_owned(),
        Sensible::Claim(Some(at)) => format!("Claim {}", place(map, at)),
        Sensible::Claim(None) => "Click a free territory".to_owned(),
        Sensible::Place { left, on: Some(at) } => format!("Place {left} on {}", place(map, at)),
        Sensible::Place { left, on: None } => format!("Click where to place {left}"),
        Sensible::Send(units) => format!("Place {} for good", narrator::units(units)),
        Sensible::Settle(units) => format!("Place {} and end the turn", narrator::units(units)),
        Sensible::Trade(_, worth) => format!("Exchange a set for {worth}"),
        Sensible::Fight(mode) => fight(mode),
        Sensible::Move(0) => "Nobody moves".to_owned(),
        Sensible::Move(units) => format!("Move {}", narrator::units(units)),
        Sensible::Transfer(units) => format!("Move {} and end the turn", narrator::units(units)),
        Sensible::Defend(units) => format!("Defend with {units}"),
        Sensible::EndRound => texts::END_TURN.to_owned(),
        Sensible::Stop => "Break off".to_owned(),
        Sensible::TakeOver => "Play yourself".to_owned(),
        Sensible::Over => texts::AGAIN.to_owned(),
    }
}

/// The same within a card that says what it is about.
pub(super) fn short(what: &Sensible) -> String {
    match *what {
        Sensible::Fight(Mode::Once(units)) => format!("With {units}"),
        Sensible::Fight(Mode::Until(0 | 1)) => "Fight".to_owned(),
        Sensible::Fight(Mode::Until(stop)) => format!("To {stop}"),
        Sensible::Move(units) => format!("Move {units}"),
        Sensible::Transfer(units) => format!("Move {units} and end the turn"),
        Sensible::Defend(units) => format!("Defend with {units}"),
        _ => "One moment".to_owned(),
    }
}

fn fight(mode: Mode) -> String {
    match mode {
        Mode::Once(units) => format!("Attack with {units}"),
        Mode::Until(0 | 1) => "Fight until decided".to_owned(),
        Mode::Until(stop) => format!("Fight until {stop} are left"),
    }
}
