//! Reasons why something is impossible, with names instead of numbers.

use marchland_maps::{Map, TerritoryId};

use super::roster::Roster;
use super::show::Show;
use super::style::Style;
use crate::client::Model;
use crate::conquest::narrator::place;
use crate::conquest::rules::{Illegal, State};

pub(super) fn owner_of(show: Show<'_>, territory: TerritoryId) -> String {
    match show.state.holding(territory).owner {
        Some(owner) if owner == show.me => "your own".to_owned(),
        Some(owner) => format!("{}'s", show.roster.subject(Style::PLAIN, owner)),
        None => "nobody's yet".to_owned(),
    }
}

/// Why an action is illegal, with names instead of numbers.
pub(crate) fn reason(why: Illegal, map: &Map) -> String {
    let name = |t: TerritoryId| place(map, t);
    match why {
        Illegal::NotYours(t) => format!("{} is not yours", name(t)),
        Illegal::OwnTerritory(t) => format!("{} is your own", name(t)),
        Illegal::Taken(t) => format!("{} is taken", name(t)),
        Illegal::NotNeighbours(from, to) => {
            format!("{} has no link to {}", name(from), name(to))
        }
        Illegal::NoPath(from, to) => {
            format!(
                "no path through your territories leads from {} to {}",
                name(from),
                name(to)
            )
        }
        Illegal::TooManyUnits(0) => "the only unit there must stay".to_owned(),
        Illegal::TooManyUnits(most) => format!("at most {most} can go; one stays behind"),
        other => other.to_string(),
    }
}

/// Who else acts now, if somebody does.
pub(super) fn turn_of_another(model: &Model, roster: &Roster) -> Option<String> {
    let actor = model.state().and_then(State::to_act);
    let other = actor.filter(|&player| !roster.is_me(player))?;
    Some(format!(
        "It is {}'s turn.",
        roster.subject(Style::PLAIN, other)
    ))
}

/// Why the player cannot act now.
pub(super) fn whose_turn(model: &Model, roster: &Roster) -> String {
    turn_of_another(model, roster).unwrap_or_else(|| {
        let why = match model.state() {
            None => "The game has not begun yet.",
            Some(_) => "That is not possible right now.",
        };
        why.to_owned()
    })
}
