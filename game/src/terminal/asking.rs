//! Hints and prompts: what the player is asked for.

use marchland_maps::TerritoryId;

use super::show::Show;
use super::{Need, cards};
use crate::conquest::bots::View;
use crate::conquest::narrator::{place, units as count_units};
use crate::conquest::rules::Step;

/// What can be done now, as a sentence, for when this differs from before.
pub(super) fn hint(need: Need, show: Show<'_>) -> String {
    let seat = show.state.seat(show.me);
    match need {
        Need::Claim => {
            "Claim a free territory (marked with a dot): place TERRITORY, or auto.".to_owned()
        }
        Need::Settle if seat.unplaced == 1 => {
            "Place your last unit: place TERRITORY. Then end. Or auto.".to_owned()
        }
        Need::Settle => format!(
            "Place at least one of your {} units: place TERRITORY N. Then end your turn: \
             end. Or auto.",
            seat.unplaced
        ),
        Need::Trade => {
            let view = View::new(show.state, show.me);
            format!(
                "You hold {} cards and must trade a set: type its number.\n{}",
                seat.cards.len(),
                cards::list(&view)
            )
        }
        Need::Place => {
            let view = View::new(show.state, show.me);
            let sets = view.sets().next().is_some();
            let trade = if sets {
                " You hold a set of cards: trade."
            } else {
                ""
            };
            format!(
                "You have {} to place: place TERRITORY N.{trade}",
                count_units(seat.unplaced)
            )
        }
        Need::Attack => "Now attack (alone: lists possible attacks), fortify, or end.".to_owned(),
        Need::Occupy => "More units may move in: how many?".to_owned(),
        Need::Defence => "You are attacked.".to_owned(),
        Need::End => "Nothing is left to do: end, or undo.".to_owned(),
    }
}

pub(super) fn prompt(need: Need, show: Show<'_>) -> String {
    let state = show.state;
    let name = |t: TerritoryId| place(state.map(), t);
    match need {
        Need::Claim => "claim> ".to_owned(),
        Need::Settle | Need::Place => format!("place {}> ", state.seat(show.me).unplaced),
        Need::Trade => "trade> ".to_owned(),
        Need::Attack => "attack, fortify, end> ".to_owned(),
        Need::Occupy => match state.step() {
            Step::Occupy { from, to } => format!(
                "{} to {}: 0-{}, all [0]> ",
                name(from),
                name(to),
                state.holding(from).units.saturating_sub(1)
            ),
            _ => "> ".to_owned(),
        },
        Need::Defence => match state.battle() {
            Some(battle) => {
                let most = state.most_defenders(battle.target);
                let range = if most > 1 { "1-2 [2]" } else { "1 [1]" };
                format!(
                    "{} ({}) is attacked from {} with {}; defend with {range}> ",
                    name(battle.target),
                    state.holding(battle.target).units,
                    name(battle.from),
                    battle.attackers,
                )
            }
            None => "> ".to_owned(),
        },
        Need::End => "end [Enter], undo> ".to_owned(),
    }
}
