//! The texts about a turn: the filled button, odds, speeds. Those that the session itself
//! needs are in [`texts`], which it may use.

use marchland_maps::Map;

use super::session::{Mode, PrimaryAction};
use super::stage::Pace;
use super::texts;
use crate::conquest::Forecast;
use crate::conquest::narrator::{self, place};
use crate::conquest::rules::Player;

pub(super) fn pace(pace: Pace) -> &'static str {
    match pace {
        Pace::Slow => "slow",
        Pace::Normal => "normal",
        Pace::Fast => "fast",
        Pace::None => "instant",
        Pace::Two => "2 a second",
        Pace::Ten => "10 a second",
        Pace::Fifty => "50 a second",
        Pace::FiveHundred => "500 a second",
    }
}

/// The number of actions a second, for a row labelled with that unit.
pub(super) fn rate(of: Pace) -> &'static str {
    let words = if of == Pace::None { "all" } else { pace(of) };
    words.split(' ').next().unwrap_or(words)
}

/// The sizes of both sides, the chance to win, and the chance to stop before.
pub(super) fn odds(forecast: &Forecast) -> String {
    let Forecast {
        attackers,
        defenders,
        win,
        ..
    } = forecast;
    let odds = format!(
        "{attackers} : {defenders} · win {}",
        narrator::percent(*win)
    );
    if forecast.open > 0.0 {
        format!("{odds} · stopped {}", narrator::percent(forecast.open))
    } else {
        odds
    }
}

/// The mean losses and the units left after a win.
pub(super) fn costs(forecast: &Forecast) -> String {
    let mut parts = Vec::new();
    if let Some((lost, killed)) = forecast.losses {
        parts.push(format!("lose {lost:.1}, kill {killed:.1}"));
    }
    parts.push(format!("{:.1} left if you win", forecast.left));
    parts.join(" · ")
}

/// The label of the primary button.
pub(super) fn primary_action(
    what: &PrimaryAction,
    map: &Map,
    name: &dyn Fn(Player) -> String,
) -> String {
    match *what {
        PrimaryAction::Begin => "Waiting for the others".to_owned(),
        PrimaryAction::Ready => texts::READY.to_owned(),
        PrimaryAction::Wait(Some(player)) => format!("Waiting for {}", name(player)),
        PrimaryAction::Wait(None) => texts::UNDER_WAY.to_owned(),
        PrimaryAction::Claim(Some(at)) => format!("Claim {}", place(map, at)),
        PrimaryAction::Claim(None) => "Click an unclaimed territory".to_owned(),
        PrimaryAction::Place { units, left, on } => match on {
            Some(at) if units == left => format!("Place {left} on {}", place(map, at)),
            Some(at) => format!("Place {units} of {left} on {}", place(map, at)),
            None if units == left => format!("Click where to place {left}"),
            None => format!("Click where to place some of {left}"),
        },
        PrimaryAction::Send(units) => format!("Confirm {}", narrator::units(units)),
        PrimaryAction::Settle(units) => format!("Place {}, end turn", narrator::units(units)),
        PrimaryAction::Trade(_, worth) => format!("Trade a set for {worth}"),
        PrimaryAction::Fight(mode) => fight(mode),
        PrimaryAction::Move(0) => "Move none".to_owned(),
        PrimaryAction::Move(units) => format!("Move {}", narrator::units(units)),
        PrimaryAction::Transfer(units) => format!("Move {}, end turn", narrator::units(units)),
        PrimaryAction::Defend(units) => format!("Defend with {units}"),
        PrimaryAction::EndTurn => texts::END_TURN.to_owned(),
        PrimaryAction::Stop => "Stop the attack".to_owned(),
        PrimaryAction::TakeOver => "Take over".to_owned(),
        PrimaryAction::Over => texts::AGAIN.to_owned(),
    }
}

/// A shorter label for a prompt that names the territories itself.
pub(super) fn short(what: &PrimaryAction) -> String {
    match *what {
        PrimaryAction::Fight(Mode::Once(units)) => format!("With {units}"),
        PrimaryAction::Fight(Mode::Until(0 | 1)) => texts::UNTIL_DECIDED.to_owned(),
        PrimaryAction::Fight(Mode::Until(stop)) => format!("Stop at {stop}"),
        PrimaryAction::Move(0) => "Move none".to_owned(),
        PrimaryAction::Move(units) => format!("Move {units}"),
        PrimaryAction::Transfer(units) => format!("Move {units}, end turn"),
        PrimaryAction::Defend(units) => format!("Defend with {units}"),
        _ => texts::UNDER_WAY.to_owned(),
    }
}

fn fight(mode: Mode) -> String {
    match mode {
        Mode::Once(units) => format!("Attack with {units}"),
        Mode::Until(0 | 1) => "Attack until decided".to_owned(),
        Mode::Until(stop) => format!("Attack, stop at {stop}"),
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use marchland_maps::TerritoryId;

    use super::*;
    use crate::gui::ground::Ground;

    /// A second line of costs would move what stands below while a number to stop at is typed.
    #[test]
    fn the_chance_to_be_stopped_is_one_of_the_odds() {
        let forecast = |open| Forecast {
            attackers: 9,
            defenders: 4,
            win: 0.75,
            open,
            losses: Some((2.0, 3.5)),
            left: 6.0,
        };
        assert_eq!(odds(&forecast(0.0)), "9 : 4 · win 75 %");
        assert_eq!(odds(&forecast(0.25)), "9 : 4 · win 75 % · stopped 25 %");
        assert_eq!(costs(&forecast(0.25)), costs(&forecast(0.0)));
    }

    #[test]
    fn the_button_says_how_many_of_all_units_it_places() {
        let ground = Ground::read(Path::new("czechia")).unwrap();
        let said = |units, left, on| {
            let place = PrimaryAction::Place { units, left, on };
            primary_action(&place, ground.map(), &|_| String::new())
        };
        let prague = place(ground.map(), TerritoryId(0));
        let at = Some(TerritoryId(0));
        assert_eq!(said(3, 3, at), format!("Place 3 on {prague}"));
        // The rules let a player place all first units in one turn; one a turn is usual.
        assert_eq!(said(1, 20, at), format!("Place 1 of 20 on {prague}"));
        assert_eq!(said(1, 20, None), "Click where to place some of 20");
    }
}
