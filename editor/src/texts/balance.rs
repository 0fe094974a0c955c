//! Texts of the balance panel.

use marchland_game::conquest::balance::told::{Told, amount, points, proposed, share, tell};
use marchland_game::conquest::balance::{Continent, Figure, Finding, Kind, Subject};

use super::{capital, count, number};
use crate::balance::{Balance, Figures, Heat, Layer, Next, Offer, SHARP, Stopped, WhatIf};

pub(crate) const BALANCE: &str = "Balance";
pub(crate) const SHOW_BALANCE: &str = "Balance panel";
pub(crate) const HIDE_BALANCE: &str = "Hide balance panel";
pub(crate) const BALANCE_PAUSE: &str = "Pause games";
pub(crate) const BALANCE_GO_ON: &str = "Resume games";
pub(crate) const BALANCE_BEGINS: &str = "Playing the first games…";
pub(crate) const BALANCE_IDLE: &str = "No games played yet";
pub(crate) const BALANCE_IDLE_HINT: &str = "Games are paused. Press the play button to resume.";
pub(crate) const BALANCE_REFUSED: &str = "The map cannot be played yet";
pub(crate) const BALANCE_REFUSED_HINT: &str =
    "Games begin by themselves once this is settled; the issues panel (I) shows where.";

pub(crate) const BALANCE_CROWD: &str = "Too many players for this map";

pub(crate) fn balance_crowd(most: usize) -> String {
    format!(
        "Choose {most} players{}.",
        if most > 2 { " or fewer" } else { "" }
    )
}

pub(crate) fn more_trouble(count: usize) -> String {
    format!("And {count} more.")
}
pub(crate) const BALANCE_FINE: &str =
    "Nothing stands out: the differences are small or may be chance.";
pub(crate) const BALANCE_PLAYERS: &str = "Players";
pub(crate) const BALANCE_BOTS: &str = "Bots";
pub(crate) const BALANCE_SEED: &str = "Seed";
pub(crate) fn balance_seed_wrong() -> String {
    format!("A whole number up to {} is needed.", number(u64::MAX))
}
pub(crate) const BALANCE_MAP: &str = "Overlay";
pub(crate) const BALANCE_NOTHING: &str = "None";
pub(crate) const BALANCE_PROPOSE: &str = "Propose bonuses…";
pub(crate) const BALANCE_PROPOSE_HINT: &str =
    "Finds the smallest change that makes no continent too good or too bad to start in";
pub(crate) const BALANCE_APPLY: &str = "Apply bonuses";
pub(crate) const BALANCE_LEAVE: &str = "Discard";
pub(crate) const BALANCE_OFFER: &str = "Proposed bonuses";
pub(crate) const BALANCE_OLD: &str = "Before your last change";
pub(crate) const MARKS_GIVE_WAY: &str =
    "Issue marks are hidden while an overlay shows figures in their place";

pub(crate) fn balance_stopped(why: Stopped) -> &'static str {
    match why {
        Stopped::Edited => {
            "The search for bonuses was stopped, because the map has changed. Propose again to \
             search on the map as it is now."
        }
        Stopped::OtherSetup => {
            "The search for bonuses was stopped, because the players, bots or seed have changed. \
             Propose again to search with the new ones."
        }
    }
}
pub(crate) const BALANCE_STOPPED_CLOSE: &str = "Close this note";
pub(crate) const BALANCE_CHANGED: &str = "Apply proposed bonuses";
pub(crate) const BALANCE_SURE: &str = "± is the 95 % margin of error, however often you look; uneven ones are given from low to high.";
pub(crate) const CONTINENT_COLUMN: &str = "Continent";
pub(crate) const BONUS_COLUMN: &str = "Bonus";
pub(crate) const HELD_COLUMN: &str = "Held in round 3";
pub(crate) const HELD_HINT: &str = "Share, of the games that last to the end of round 3, in which a player starts a turn of it with all of it";
pub(crate) const LIFT_COLUMN: &str = "Holder wins more";
pub(crate) const LIFT_HINT: &str =
    "Percentage points that its holder then wins more often than usual";
pub(crate) const BEGUN_COLUMN: &str = "Start advantage";
pub(crate) const BEGUN_HINT: &str =
    "Percentage points that each of its territories adds to the win chance of the player dealt it";
pub(crate) const BEFORE_COLUMN: &str = "Advantage now";
pub(crate) const AFTER_COLUMN: &str = "Advantage proposed";
pub(crate) const AFTER_HINT: &str = "The same points with the proposed bonuses";
pub(crate) const PLACE_COLUMN: &str = "Turn order";
pub(crate) const WINS_COLUMN: &str = "Wins";
pub(crate) const WORLD_COLUMN: &str = "World map";
pub(crate) const WORLD_HINT: &str = "Wins in the same place on the bundled world map";
pub(crate) const MAPS_COLUMN: &str = "vs. World";
pub(crate) const MAPS_HINT: &str =
    "Percentage points above the same place on the bundled world map";

/// A finding with the effect of another bonus, if that is known.
pub(crate) fn balance_finding(figures: &Figures, finding: &Finding) -> Told {
    let mut told = tell(std::slice::from_ref(&figures.section), finding);
    let Subject::Continent(at) = finding.subject else {
        return told;
    };
    let other = figures.what_if.as_ref().filter(|o| o.continent == at);
    let now = figures.section.continents.get(at);
    if let Some(effect) = now
        .zip(other)
        .and_then(|(now, o)| other_bonus(finding, now, o))
    {
        told.rest.push(' ');
        told.rest.push_str(&effect);
    }
    told
}

/// Whether a predicted figure differs from the present one by more than its margin of error.
fn is_beyond(is: Figure, would: Figure) -> bool {
    (would.value - is.value).abs() > would.half()
}

/// Whether it is better as well: nearer to 0.
fn is_more_even(is: Figure, would: Figure) -> bool {
    is_beyond(is, would) && would.value.abs() < is.value.abs()
}

/// What another bonus would better; `None` if that lies within the margin of error.
fn other_bonus(finding: &Finding, now: &Continent, other: &WhatIf) -> Option<String> {
    let is_dead = finding.flags.iter().any(|flag| flag.kind == Kind::Dead);
    let (is, would) = if is_dead {
        let held = |c: &Continent| c.marks.first()?.held;
        (held(now)?, held(&other.figures)?)
    } else {
        (now.lift_begun?, other.figures.lift_begun?)
    };
    let is_better = if is_dead {
        is_beyond(is, would) && would.value > is.value
    } else {
        is_more_even(is, would)
    };
    if !is_better {
        return None;
    }
    let what = if is_dead {
        format!(
            "it would be held in {} of the games that last to the end of round 3",
            share(Some(would))
        )
    } else {
        format!(
            "starting with one of its territories would change the chance by {} instead of {} points",
            points(Some(would)),
            points(Some(is))
        )
    };
    Some(format!("With a bonus of {}, {what}.", other.bonus))
}

/// A summary of the games.
pub(crate) fn balance_summary(figures: &Figures) -> String {
    let section = &figures.section;
    let course = &section.course;
    format!(
        "With {} players, the first to move wins {} of games; {:.0} % would be even. A game lasts \
         {} rounds. The player with the most units after 3 rounds wins {}.",
        section.players,
        share(section.places.first().and_then(|place| place.won)),
        100.0 / section.players as f64,
        amount(course.rounds),
        share(course.by_rank.first().and_then(|ranks| *ranks.first()?)),
    )
}

/// The number of games and the precision.
pub(crate) fn balance_progress(figures: &Figures, balance: &Balance) -> String {
    let games = count(figures.section.games as usize, "game", "games");
    let sure = format!("±{:.1} points", 100.0 * figures.half);
    let state = if balance.is_paused() {
        "paused"
    } else if balance.rests() {
        "enough is known"
    } else {
        "playing more"
    };
    format!("{games}, {sure}; {state}")
}

/// Says that figures are outdated, and the progress of new ones.
pub(crate) fn balance_stale(next: Option<Next>, of: f64) -> String {
    match next {
        Some(next) => format!(
            "These figures predate your last change. New: {}, ±{:.1} points; shown at ±{:.1}.",
            count(next.games as usize, "game", "games"),
            100.0 * next.half,
            100.0 * of.max(SHARP),
        ),
        None => "These figures predate your last change.".to_owned(),
    }
}

pub(crate) fn balance_seeking((step, of): (u32, u32)) -> String {
    match (step, of) {
        (_, 0) => "Looking for bonuses…".to_owned(),
        (step, of) if step == of => "Comparing old and new…".to_owned(),
        (step, of) => format!("Looking for bonuses: {step} of {of}"),
    }
}

/// How much the proposal levels the continents.
pub(crate) fn balance_offer(offer: &Offer) -> String {
    proposed(offer.proposals())
}

/// `12 → 3`; only `3` if it stays.
pub(crate) fn balance_bonus(now: u16, proposed: u16) -> String {
    if now == proposed {
        return now.to_string();
    }
    format!("{now} → {proposed}")
}

pub(crate) fn balance_applied(offer: &Offer) -> String {
    let changed = offer.proposals().filter(|p| p.bonus != p.proposed);
    let changed: Vec<_> = changed
        .map(|p| format!("{} {} → {}", p.name, p.bonus, p.proposed))
        .collect();
    format!("Bonuses changed: {}.", changed.join(", "))
}

pub(crate) fn balance_more(n: usize) -> String {
    format!(
        "{} more; marchland-game balance lists all.",
        number(n as u64)
    )
}

pub(crate) fn balance_layer(layer: Layer) -> &'static str {
    match layer {
        Layer::Battles => "Battles",
        Layer::Conquests => "Conquests",
        Layer::Begins => "Owner at start",
    }
}

pub(crate) fn balance_legend(heat: &Heat) -> (String, String) {
    let reach = if heat.reach < 9.95 {
        format!("{:.1}", heat.reach)
    } else {
        format!("{:.0}", heat.reach)
    };
    let (what, unit) = match heat.layer {
        Layer::Battles => ("battles per game", ""),
        Layer::Conquests => ("conquests per game", ""),
        Layer::Begins => (
            "points that the owner at the start wins more",
            "; grey where it may be chance",
        ),
    };
    (capital(what), format!("typically ±{reach}{unit}"))
}

pub(crate) fn balance_ends(heat: &Heat) -> [String; 2] {
    let most = heat.most;
    let most = if most < 9.95 {
        format!("{most:.1}")
    } else {
        format!("{most:.0}")
    };
    if heat.layer.is_signed() {
        [format!("−{most}"), format!("+{most}")]
    } else {
        ["0".to_owned(), most]
    }
}

#[cfg(test)]
mod tests {
    use marchland_game::conquest::balance::{Fit, Flag, Layout, Looks, Tally, section};
    use marchland_maps::bundled;

    use super::*;

    /// It was told as a share of all games, beside one of those that last.
    #[test]
    fn the_games_in_which_a_continent_would_be_held_are_named() {
        let map = bundled::world();
        let layout = Layout::new(&map, 3);
        let section = section(&map, &layout, &Tally::new(&layout), None, Looks::Often);
        let held = |value: f64| {
            let mut continent = section.continents[0].clone();
            continent.marks[0].held = Some(Figure {
                value,
                low: value - 0.01,
                high: value + 0.01,
            });
            continent
        };
        let finding = Finding {
            subject: Subject::Continent(0),
            is_more: false,
            fit: Fit::Fits,
            flags: vec![Flag {
                kind: Kind::Dead,
                players: 3,
                subject: 0,
                effect: None,
                chance: 0.0,
            }],
            size: 0.0,
            follows: Vec::new(),
        };
        let other = WhatIf {
            continent: 0,
            bonus: 4,
            figures: held(0.2),
        };
        let told = other_bonus(&finding, &held(0.02), &other).unwrap();
        assert_eq!(
            told.replace('\u{a0}', " "),
            "With a bonus of 4, it would be held in 20.0 ± 1.0 % of the games that last to the end of \
             round 3."
        );
    }

    #[test]
    fn another_bonus_is_named_only_if_it_certainly_changes_something() {
        let figure = |value: f64, reach: f64| Figure {
            value,
            low: value - reach,
            high: value + reach,
        };
        let is = figure(0.002, 0.004);
        assert!(!is_beyond(is, figure(0.0, 0.13)), "no advice");
        assert!(is_beyond(is, figure(0.2, 0.13)));
        // Advice that makes it worse is none.
        let [now, then] = [figure(-0.007, 0.007), figure(-0.023, 0.007)];
        assert!(is_beyond(now, then) && !is_more_even(now, then));
        assert!(is_more_even(then, now));
    }
}
