//! Battle odds.

use std::ops::RangeInclusive;

use super::{capital, count};

pub(crate) const ODDS: &str = "Battle odds";
pub(crate) const CLOSE_ODDS: &str = "Close battle odds";
pub(crate) const ODDS_TARGET: &str = "Target";
pub(crate) const ODDS_PICK_ATTACKER: &str = "Choose an attacker";
pub(crate) const ODDS_PICK_ATTACKER_HINT: &str =
    "Click a territory, or drag from it to its target.";
pub(crate) const ODDS_NEXT: &str = "Possible targets";
pub(crate) const ODDS_NEXT_ON: &str = "Continue to";
pub(crate) const ODDS_NOWHERE: &str = "No links lead on from here.";
pub(crate) const ODDS_DICE: &str = "Dice";
pub(crate) const ODDS_CHANCE: &str = "chance to win";
pub(crate) const ODDS_CHANCE_THROUGH: &str = "chance to take them all";
pub(crate) const ODDS_LOSSES: &str = "Expected losses";
pub(crate) const ODDS_ATTACKER_LOSES: &str = "attacker";
pub(crate) const ODDS_DEFENDERS_LOSE: &str = "defenders";
pub(crate) const ODDS_ENDS: &str = "Outcomes";
pub(crate) const ODDS_NEED: &str = "For a chance of";
pub(crate) const ODDS_MORE: &str = "One more";
pub(crate) const ODDS_FEWER: &str = "One fewer";
pub(crate) const ODDS_DROP: &str = "Remove";
pub(crate) const ODDS_RECKONING: &str = "Calculating…";
pub(crate) const HINT_ODDS_ATTACKER: &str =
    "Click the attacking territory, or drag from it to its target.";

pub(crate) fn hint_odds_target(from: &str) -> String {
    format!("Click a neighbour for {from} to attack. Esc clears.")
}

pub(crate) fn hint_odds_on(last: &str) -> String {
    format!(
        "Click the next target from {last}, or an earlier one to go back. Esc drops the last target."
    )
}

pub(crate) fn odds_no_neighbours(from: &str, to: &str) -> String {
    format!("{from} cannot attack {to}: no link leads there.")
}

pub(crate) fn odds_shut(from: &str, to: &str) -> String {
    format!("{from} cannot attack {to}: their border is closed.")
}

pub(crate) fn odds_one_way(from: &str, to: &str) -> String {
    format!("{from} cannot attack {to}: their link is one-way from {to} to {from}.")
}

pub(crate) fn odds_no_id(name: &str) -> String {
    format!("{name} has no id, so it has no neighbours yet.")
}

pub(crate) fn odds_too_long(most: usize) -> String {
    format!("A campaign can have {} at most.", super::territories(most))
}

pub(crate) fn odds_units_wrong(most: usize) -> String {
    format!("a number from 1 to {most}")
}

/// Shown below the attacker's units.
pub(crate) fn odds_may_attack(standing: usize) -> String {
    match standing {
        1 => "none can attack".into(),
        n => format!("{} can attack", n - 1),
    }
}

/// A chance in per cent; uncertain outcomes never show as 0 or 100.
pub(crate) fn per_cent(chance: f64) -> String {
    let percent = chance * 100.0;
    if chance > 0.0 && percent < 0.05 {
        "under 0.1 %".into()
    } else if chance < 1.0 - 1e-12 && percent > 99.95 {
        "over 99.9 %".into()
    } else {
        format!("{percent:.1} %")
    }
}

pub(crate) fn odds_losses_of(lost: f64, of: usize) -> String {
    format!("{lost:.1} of {of}")
}

pub(crate) fn odds_survivors(units: f64, last: &str) -> String {
    format!("If won, {units:.1} units remain in {last}.")
}

pub(crate) fn odds_leg(taken: f64) -> String {
    format!("taken in {}", per_cent(taken))
}

pub(crate) fn odds_need(need: Option<(usize, f64)>, attacker: &str) -> String {
    match need {
        Some((units, chance)) => format!(
            "{attacker} needs {} ({}).",
            count(units, "unit", "units"),
            per_cent(chance)
        ),
        None => format!("No number of units in {attacker} is enough."),
    }
}

pub(crate) fn odds_wanted(percent: u8) -> String {
    format!("{percent} %")
}

/// The display name of a dice preset.
pub(crate) fn odds_dice(name: &str) -> String {
    capital(&name.replace('-', " "))
}

pub(crate) const ODDS_STOPPED: &str = "stopped";

pub(crate) fn odds_left(units: usize) -> String {
    format!("{units} left")
}

pub(crate) fn odds_defending(units: usize) -> String {
    format!("{units} defending")
}

fn units(range: &RangeInclusive<usize>) -> String {
    if range.start() == range.end() {
        count(*range.start(), "unit", "units")
    } else {
        format!("{} to {} units", range.start(), range.end())
    }
}

pub(crate) fn odds_won(left: &RangeInclusive<usize>, chance: f64) -> String {
    format!("Won, {} left: {}", units(left), per_cent(chance))
}

pub(crate) fn odds_lost(left: &RangeInclusive<usize>, chance: f64) -> String {
    format!(
        "Lost, {} of the defender left: {}",
        units(left),
        per_cent(chance)
    )
}

pub(crate) fn odds_stopped(before: &str, chance: f64) -> String {
    format!("Stopped before {before}: {}", per_cent(chance))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn uncertain_chances_never_look_certain() {
        assert_eq!(per_cent(0.0), "0.0 %");
        assert_eq!(per_cent(1e-9), "under 0.1 %");
        assert_eq!(per_cent(0.567_59), "56.8 %");
        assert_eq!(per_cent(0.999_9), "over 99.9 %");
        assert_eq!(per_cent(1.0), "100.0 %");
    }
}
