//! The odds of battles as sentences.

use marchland_maps::TerritoryId;

use super::show::Show;
use crate::conquest::Forecast;
use crate::conquest::narrator::{percent, place};

/// The odds of a battle between two territories, which is broken off when `stop` units are left
/// on the origin; 1: never.
pub(super) fn odds_text(
    show: Show<'_>,
    from: TerritoryId,
    target: TerritoryId,
    stop: u32,
) -> String {
    let state = show.state;
    let (units, defenders) = (state.holding(from).units, state.holding(target).units);
    let head = format!(
        "{} ({units}) against {} ({defenders}): ",
        place(state.map(), from),
        place(state.map(), target)
    );
    let Some(forecast) = Forecast::of(units, defenders, stop) else {
        return format!("{head}the only unit must stay.");
    };
    let open = if forecast.open > 0.0 {
        format!(", {} to break off", percent(forecast.open))
    } else {
        String::new()
    };
    let Some((lost, killed)) = forecast.losses else {
        return format!("{head}about {} to win{open}.", percent(forecast.win));
    };
    format!(
        "{head}{} to win{open}.\nYou lose {lost:.1} on average, they {killed:.1}; after a win {:.1} of \
         {units} are left.",
        percent(forecast.win),
        forecast.left + 1.0
    )
}

/// The odds of a battle between two numbers of units.
pub(super) fn numbers(attackers: u32, defenders: u32) -> String {
    if defenders == 0 {
        return "Both sides need a unit.".to_owned();
    }
    if attackers > 10_000 || defenders > 10_000 {
        return "Up to 10000 units.".to_owned();
    }
    let Some(forecast) = Forecast::of(attackers + 1, defenders, 1) else {
        return "Both sides need a unit.".to_owned();
    };
    let about = if forecast.losses.is_none() {
        "about "
    } else {
        ""
    };
    format!(
        "{attackers} against {defenders}: {about}{} to win, {about}{:.1} of {attackers} left after it.",
        percent(forecast.win),
        forecast.left
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn odds_are_exact_up_to_500_units_and_said_to_be_rough_beyond() {
        let odds = numbers(300, 300);
        assert!(odds.starts_with("300 against 300: 95 % to win"), "{odds}");
        let odds = numbers(3_000, 3_000);
        assert!(
            odds.contains(": about ") && odds.contains(", about "),
            "{odds}"
        );
    }
}
