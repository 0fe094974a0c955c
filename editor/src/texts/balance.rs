//! Texts of the balance panel.

use marchland_game::conquest::balance::{Continent, Figure, Flag, Kind, Proposal};

use super::{capital, count, number};
use crate::balance::{Balance, Figures, Heat, Layer, Next, Offer, SHARP, WhatIf};

pub(crate) const BALANCE: &str = "Balance";
pub(crate) const SHOW_BALANCE: &str = "Balance panel";
pub(crate) const HIDE_BALANCE: &str = "Hide balance panel";
pub(crate) const BALANCE_PAUSE: &str = "Pause games";
pub(crate) const BALANCE_GO_ON: &str = "Resume games";
pub(crate) const BALANCE_BEGINS: &str = "Playing the first games…";
pub(crate) const BALANCE_IDLE: &str = "No games played yet";
pub(crate) const BALANCE_IDLE_HINT: &str = "Games are paused. Press the play button to resume.";
pub(crate) const BALANCE_REFUSED: &str = "The map cannot be played yet";
pub(crate) const BALANCE_FINE: &str =
    "Nothing stands out: the differences are small or may be chance.";
pub(crate) const BALANCE_PLAYERS: &str = "Players";
pub(crate) const BALANCE_BOTS: &str = "Bots";
pub(crate) const BALANCE_SEED: &str = "Seed";
pub(crate) const BALANCE_MAP: &str = "Overlay";
pub(crate) const BALANCE_NOTHING: &str = "None";
pub(crate) const BALANCE_PROPOSE: &str = "Propose bonuses…";
pub(crate) const BALANCE_PROPOSE_HINT: &str =
    "Finds bonuses that make all continents equally good to start in";
pub(crate) const BALANCE_APPLY: &str = "Apply bonuses";
pub(crate) const BALANCE_LEAVE: &str = "Discard";
pub(crate) const BALANCE_OFFER: &str = "Proposed bonuses";
pub(crate) const BALANCE_CHANGED: &str = "Apply proposed bonuses";
pub(crate) const BALANCE_SURE: &str = "± is the 95 % margin of error, however often you look.";
pub(crate) const CONTINENT_COLUMN: &str = "Continent";
pub(crate) const BONUS_COLUMN: &str = "bonus";
pub(crate) const HELD_COLUMN: &str = "held in round 3";
pub(crate) const HELD_HINT: &str =
    "Share of games in which a player starts a turn of round 3 with all of it";
pub(crate) const LIFT_COLUMN: &str = "holder wins";
pub(crate) const LIFT_HINT: &str =
    "Percentage points that its holder then wins more often than usual";
pub(crate) const BEGUN_COLUMN: &str = "as a start";
pub(crate) const BEGUN_HINT: &str =
    "Percentage points that each of its territories adds to the win chance of the player dealt it";
pub(crate) const PROPOSED_COLUMN: &str = "proposed";
pub(crate) const BEFORE_COLUMN: &str = "start now";
pub(crate) const AFTER_COLUMN: &str = "start then";
pub(crate) const PLACE_COLUMN: &str = "Turn order";
pub(crate) const WINS_COLUMN: &str = "wins";
pub(crate) const WORLD_COLUMN: &str = "world map";
pub(crate) const MAPS_COLUMN: &str = "due to map";
pub(crate) const MAPS_HINT: &str =
    "Percentage points above the same place on the bundled world map";

/// A value with its margin of error, with suitable decimals.
fn plus_minus(value: f64, reach: f64, signed: bool) -> String {
    let decimals = match reach {
        reach if reach >= 0.95 => 0,
        reach if reach >= 0.095 => 1,
        _ => 2,
    };
    // No minus sign before zero.
    let value = if value.abs() < 0.5 * 0.1_f64.powi(decimals) {
        0.0
    } else {
        value
    };
    let decimals = decimals as usize;
    let text = if signed {
        format!("{value:+.decimals$}").replace('-', "−")
    } else {
        format!("{value:.decimals$}")
    };
    format!("{text} ± {reach:.decimals$}")
}

const UNKNOWN: &str = "–";

/// `83 ± 2 %`.
pub(crate) fn balance_share(figure: Option<Figure>) -> String {
    figure.map_or_else(
        || UNKNOWN.to_owned(),
        |f| {
            format!(
                "{} %",
                plus_minus(100.0 * f.value, 100.0 * f.reach(), false)
            )
        },
    )
}

/// `+12 ± 3`, in points.
pub(crate) fn balance_points(figure: Option<Figure>) -> String {
    figure.map_or_else(
        || UNKNOWN.to_owned(),
        |f| plus_minus(100.0 * f.value, 100.0 * f.reach(), true),
    )
}

fn amount(figure: Option<Figure>) -> String {
    figure.map_or_else(
        || UNKNOWN.to_owned(),
        |f| plus_minus(f.value, f.reach(), false),
    )
}

/// `first`, `second`.
pub(crate) fn balance_place(at: usize) -> &'static str {
    const NAMES: [&str; 6] = ["first", "second", "third", "fourth", "fifth", "sixth"];
    NAMES.get(at).copied().unwrap_or("last")
}

/// A sentence or two about an anomaly.
pub(crate) fn balance_flag(figures: &Figures, flag: &Flag) -> String {
    let section = &figures.section;
    let continent = section.continents.get(flag.subject);
    let about = |say: &dyn Fn(&Continent) -> String| continent.map(say).unwrap_or_default();
    let (share, points) = (balance_share(flag.effect), balance_points(flag.effect));
    let mut text = match flag.kind {
        Kind::Easy => about(&|c| {
            format!(
                "{} is too easy to hold: one player owns it in {share} of games after 3 rounds, \
                 and then wins {} points more often than usual.",
                c.name,
                balance_points(c.marks.first().and_then(|mark| mark.lift)),
            )
        }),
        Kind::Dead => about(&|c| {
            format!(
                "{} is dead: one player owns it in only {share} of games after 3 rounds. Its \
                 bonus is {}.",
                c.name, c.bonus
            )
        }),
        Kind::Strong => about(&|c| {
            format!(
                "{} is a head start: each of its territories adds {points} points to the win \
                 chance of the player dealt it. Its bonus is {}; similar continents elsewhere have \
                 {:.1}.",
                c.name, c.bonus, c.formula
            )
        }),
        Kind::Weak => about(&|c| {
            format!(
                "{} is a burden: each of its territories changes the win chance of the player \
                 dealt it by {points} points. Its bonus is {}; similar continents elsewhere have \
                 {:.1}.",
                c.name, c.bonus, c.formula
            )
        }),
        Kind::Seat => {
            let place = section.places.get(flag.subject);
            format!(
                "The {} to move wins {} of games, {points} points compared to the same place on \
                 the bundled world map.",
                balance_place(flag.subject),
                balance_share(place.and_then(|place| place.won)),
            )
        }
        Kind::Start => {
            let name = section.territories.get(flag.subject).map(|t| &*t.name);
            format!(
                "{} decides games: the player dealt it wins {points} points more often than usual.",
                name.unwrap_or_default()
            )
        }
    };
    let other = figures.what_if.as_ref();
    if let Some(other) = other.filter(|other| other.continent == flag.subject) {
        text.push_str(&other_bonus(flag.kind, continent, other).unwrap_or_default());
    }
    text
}

/// Whether a predicted figure differs from the present one by more than its margin of error.
fn is_beyond(is: Figure, would: Figure) -> bool {
    (would.value - is.value).abs() > would.half()
}

/// What another bonus would change; `None` if that lies within the margin of error.
fn other_bonus(kind: Kind, now: Option<&Continent>, other: &WhatIf) -> Option<String> {
    let now = now?;
    let lowered = other.bonus < now.bonus;
    let (is, would) = (now.marks.first(), other.figures.marks.first());
    let (is, would) = match kind {
        Kind::Easy => (is?.lift?, would?.lift?),
        Kind::Dead => (is?.held?, would?.held?),
        Kind::Strong | Kind::Weak => (now.lift_begun?, other.figures.lift_begun?),
        Kind::Seat | Kind::Start => return None,
    };
    if !is_beyond(is, would) {
        return None;
    }
    let what = match kind {
        Kind::Easy => format!("leave its holder {} points", balance_points(Some(would))),
        Kind::Dead => format!("make that {}", balance_share(Some(would))),
        _ => format!("make that {} points", balance_points(Some(would))),
    };
    let verb = if lowered { "Lowering" } else { "Raising" };
    Some(format!(
        " {verb} its bonus to {} would {what}.",
        other.bonus
    ))
}

/// A summary of the games.
pub(crate) fn balance_summary(figures: &Figures) -> String {
    let section = &figures.section;
    let course = &section.course;
    format!(
        "With {} players, the first to move wins {} of games; {:.0} % would be even. A game lasts \
         {} rounds. The player with the most units after 3 rounds wins {}.",
        section.players,
        balance_share(section.places.first().and_then(|place| place.won)),
        100.0 / section.players as f64,
        amount(course.rounds),
        balance_share(course.by_rank.first().and_then(|ranks| *ranks.first()?)),
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
            "These figures predate your last change. New: {}, ±{:.0} points; shown at ±{:.0}.",
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
    let spread = |of: fn(&Proposal) -> Option<Figure>| {
        let values = offer.proposals().filter_map(|p| Some(of(p)?.value));
        let most = values.clone().fold(f64::NEG_INFINITY, f64::max);
        let least = values.fold(f64::INFINITY, f64::min);
        (most >= least).then(|| format!("{:.1}", 100.0 * (most - least)))
    };
    let figures = match (spread(|p| p.before), spread(|p| p.after)) {
        (Some(before), Some(after)) => format!(
            "Starting in the best continent is worth {before} points more per territory than in the \
             worst; with {}, {after}.",
            if offer.changes() {
                "the proposal"
            } else {
                "the best bonuses tried"
            }
        ),
        _ => String::new(),
    };
    if offer.changes() {
        figures
    } else {
        format!("No better bonuses were found. {figures}")
            .trim_end()
            .to_owned()
    }
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
        Layer::Begins => "Starting player",
    }
}

pub(crate) fn balance_legend(heat: &Heat) -> (String, String) {
    let reach = if heat.reach < 0.95 {
        format!("{:.1}", heat.reach)
    } else {
        format!("{:.0}", heat.reach)
    };
    let (what, unit) = match heat.layer {
        Layer::Battles => ("battles per game", ""),
        Layer::Conquests => ("conquests per game", ""),
        Layer::Begins => ("points for the starting player", "; grey may be chance"),
    };
    (capital(what), format!("up to ±{reach}{unit}"))
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
    use super::*;

    #[test]
    fn figures_have_as_many_decimals_as_make_sense() {
        let figure = |value: f64, reach: f64| {
            Some(Figure {
                value,
                low: value - reach,
                high: value + reach,
            })
        };
        assert_eq!(balance_share(figure(0.834, 0.021)), "83 ± 2 %");
        assert_eq!(balance_share(figure(0.834, 0.004)), "83.4 ± 0.4 %");
        assert_eq!(balance_points(figure(-0.051, 0.02)), "−5 ± 2");
        assert_eq!(balance_points(figure(-0.001, 0.02)), "+0 ± 2");
        assert_eq!(balance_share(None), "–");
        let is = figure(0.002, 0.004).unwrap();
        assert!(!is_beyond(is, figure(0.0, 0.13).unwrap()), "no advice");
        assert!(is_beyond(is, figure(0.2, 0.13).unwrap()));
    }
}
