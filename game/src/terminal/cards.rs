//! Cards and sets as text.

use std::fmt::Write;

use crate::conquest::bots::View;
use crate::conquest::narrator::card as card_name;
use crate::conquest::rules::{Card, Set, SetVariant, State};

/// The sets in the hand, the most valuable first; among equals those that keep wild cards.
pub(crate) fn sets(view: &View<'_>) -> Vec<Set> {
    let mut sets: Vec<Set> = view.sets().collect();
    let wild = |set: &Set| set.cards().iter().filter(|&&c| c == Card::Wild).count();
    sets.sort_by_key(|set| (std::cmp::Reverse(view.worth(*set)), wild(set)));
    sets
}

/// The hand and the sets in it, numbered from 1.
pub(super) fn list(view: &View<'_>) -> String {
    let hand = view.hand();
    if hand.is_empty() {
        return "You hold no cards. Conquer a territory to get one at the end of your turn."
            .to_owned();
    }
    let counted = Card::ALL
        .into_iter()
        .filter_map(|card| match hand.count(card) {
            0 => None,
            n => Some(format!("{n} {}", card_name(card))),
        });
    let mut out = format!("You hold {}.", counted.collect::<Vec<_>>().join(", "));
    let sets = sets(view);
    if sets.is_empty() {
        out.push_str(" They make no set, which is three alike or three different.");
    }
    for (number, set) in (1..).zip(sets) {
        let cards = set.cards().map(card_name).join(", ");
        let _ = write!(out, "\n  {number}  {cards}: {} units", view.worth(set));
    }
    out
}

pub(super) fn sets_worth(state: &State) -> String {
    match state.variants().sets {
        SetVariant::Growing => {
            let worth = Set::all()
                .next()
                .map_or(0, |set| set.worth(SetVariant::Growing, state.sets_traded()));
            format!("The next set of cards is worth {worth} units.")
        }
        SetVariant::Constant => "A set is worth 3 units (infantry), 5 (cavalry), 7 (artillery) or \
                                 9 (one of each)."
            .to_owned(),
    }
}
