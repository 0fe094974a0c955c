//! The odds of battles as sentences.

use marchland_maps::TerritoryId;
use marchland_simulator::{Battle, Stop};

use super::show::Show;
use crate::conquest::narrator::{percent, place};

/// The number of units per side up to which the odds are computed exactly.
const MOST: u32 = 500;

/// The odds of a battle between two territories.
pub(super) fn odds_text(
    show: Show<'_>,
    from: TerritoryId,
    target: TerritoryId,
    stop: Option<u32>,
) -> String {
    let state = show.state;
    let (units, defenders) = (state.holding(from).units, state.holding(target).units);
    let head = format!(
        "{} ({units}) against {} ({defenders}): ",
        place(state.map(), from),
        place(state.map(), target)
    );
    let attackers = units.saturating_sub(1);
    if attackers == 0 {
        return format!("{head}the only unit must stay.");
    }
    if attackers > MOST || defenders > MOST {
        let odds = crate::conquest::bots::odds(attackers, defenders);
        return format!("{head}about {} to win.", percent(odds.win));
    }
    let stop = match stop {
        Some(units) => Stop::Left(units as usize - 1),
        None => Stop::Decided,
    };
    let odds = Battle::classic().odds_until(attackers as usize, defenders as usize, stop);
    let open = if odds.open > 0.0 {
        format!(", {} to break off", percent(odds.open))
    } else {
        String::new()
    };
    format!(
        "{head}{} to win{open}.\nYou lose {:.1} on average, they {:.1}; after a win {:.1} of {units} \
         are left.",
        percent(odds.win),
        odds.attackers_lost,
        odds.defenders_lost,
        odds.survivors + 1.0
    )
}

/// The odds of a battle between two numbers of units.
pub(super) fn numbers(attackers: u32, defenders: u32) -> String {
    if attackers == 0 || defenders == 0 {
        return "Both sides need a unit.".to_owned();
    }
    if attackers > 10_000 || defenders > 10_000 {
        return "Up to 10000 units.".to_owned();
    }
    let odds = crate::conquest::bots::odds(attackers, defenders);
    format!(
        "{attackers} against {defenders}: {} to win, {:.1} of {attackers} left after it.",
        percent(odds.win),
        odds.survivors
    )
}
