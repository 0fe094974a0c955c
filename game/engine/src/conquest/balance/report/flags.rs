//! What is out of balance: tests for effects that matter. On average at most one flag in twenty
//! is false.

use std::cmp::Ordering;

use marchland_maps::Map;
use serde::Serialize;

use super::figure::Look;
use super::{
    Counted, Figure, Layout, Looks, extent, held, lift, lift_as_strong, lift_begun, unevenness, won,
};
use crate::statistics::{Estimate, discoveries};

/// The maximum share of false flags, on average.
const RATE: f64 = 0.05;
/// By how much a place's share of wins may be farther from even than that on the bundled world.
pub const SEAT: f64 = 0.02;
/// A continent may be too easy if it is held early in more than this share of games,
const EASY: f64 = 1.0 / 3.0;
/// more than this many hundredths as often as the others,
const EASY_BEYOND: i64 = 200;
/// and if its holder's share of wins exceeds the usual one by more than this.
const EASY_LIFT: f64 = 0.03;
/// Holding a continent may decide games if its holder's share of wins exceeds that of players who are
/// as strong by so much more than those of the holders of the other continents do, and if it is held
/// early in at least the share of games below which it may be dead.
const DECISIVE: f64 = 0.15;
/// A continent may be dead if it is held early in less than this share of games,
const DEAD: f64 = 0.05;
/// and less than this many hundredths as often as the others.
const DEAD_BELOW: i64 = 25;
/// How much a territory of a continent may add to, or take from, the chance to win of the player
/// who begins with it.
pub const BEGUN: f64 = 0.02;
/// The same if the continent's bonus does not fit its size and borders, and so may be the cause.
pub(in crate::conquest::balance) const BEGUN_MISFIT: f64 = 0.01;
/// The same for one territory alone.
pub const TERRITORY: f64 = 0.05;

/// What may be out of balance.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum Kind {
    /// A place's share of wins is farther from even than that of the same place on the bundled world.
    Seat,
    /// A continent is held early far more often than others, and its holder wins more often.
    Easy,
    /// The holder of a continent wins far more often than players as strong, compared with the
    /// holders of the others.
    Decisive,
    /// A continent is hardly ever held.
    Dead,
    /// Beginning with territories of a continent helps to win.
    Strong,
    /// Beginning with territories of a continent is a burden.
    Weak,
    /// Beginning with a territory helps to win or is a burden.
    Start,
}

/// Something out of balance, by more than luck and by enough to matter.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Flag {
    /// What is out of balance.
    pub kind: Kind,
    /// Players per game.
    pub players: usize,
    /// The place from 0, or the id of the continent or territory.
    pub subject: usize,
    /// The size of the effect: for [`Kind::Easy`] and [`Kind::Dead`] the share of games in which
    /// the continent is held; for [`Kind::Decisive`] by how much the advantage of its holder over
    /// players as strong exceeds that of the others'; for all others the change of the chance to win, on a scale of 0 to
    /// 1.
    pub effect: Option<Figure>,
    /// The probability of an effect at least this large if none that matters exists.
    pub chance: f64,
}

/// The flags of all games on a map. Each section has the counts for one number of players, those on
/// the bundled world, if any, and how often figures are looked at: flags must stand out more if that is
/// at any time. All are tested together: the more tests, the more a flag must stand out.
pub fn flags(map: &Map, sections: &[(Counted<'_>, Option<Counted<'_>>, Looks<'_>)]) -> Vec<Flag> {
    let mut tests = Vec::new();
    let misfits: Vec<Ordering> = (0..map.continents().len())
        .map(|at| misfit(map, at))
        .collect();
    let begun_bound = |at: usize, cause| {
        if misfits.get(at) == Some(&cause) {
            BEGUN_MISFIT
        } else {
            BEGUN
        }
    };
    for &((layout, tally), world, looks) in sections {
        let look = looks.at(tally.deals);
        let above = |figure, bound| look.above(figure, bound);
        let mut test = |kind, subject, effect, chance| {
            let effect = match kind {
                // The same figure as in the section.
                Kind::Easy | Kind::Dead => held((layout, tally), subject, 0, looks),
                _ => look.figure(effect),
            };
            tests.push(Flag {
                kind,
                players: layout.players,
                subject,
                effect,
                chance,
            });
        };
        for place in 0..layout.players {
            if let Some((other, there)) = world {
                let beyond = won(layout, tally, place).minus(won(other, there, place));
                let look = look.at_most(there.deals);
                let uneven = unevenness((layout, tally), (other, there), place);
                // On either side of even.
                let chance = (2.0 * look.above(uneven, SEAT)).min(1.0);
                test(Kind::Seat, place, beyond, chance);
            }
        }
        let lifts: Vec<Estimate> = (0..layout.continents)
            .map(|at| lift_as_strong(layout, tally, at, 0))
            .collect();
        for at in 0..layout.continents {
            let begun = lift_begun(layout, tally, at);
            // Deals in which players begin with nothing of a small continent say nothing.
            let dealt = look.at_most(tally.sum(layout.begun_in(at)) / layout.players as u64);
            let bound = begun_bound(at, Ordering::Greater);
            test(Kind::Strong, at, begun, dealt.above(begun, bound));
            let burden = begun.times(-1.0);
            let bound = begun_bound(at, Ordering::Less);
            test(Kind::Weak, at, begun, dealt.above(burden, bound));
            if layout.continents > 1 {
                let early = tally.held_of_going(layout, at, 0).ratio();
                let beyond = tally.held_beyond(layout, at, 0, EASY_BEYOND);
                // All three must hold, so the least certain decides.
                let chance = above(early, EASY)
                    .max(above(beyond, 0.0))
                    .max(above(lift(layout, tally, at, 0), EASY_LIFT));
                test(Kind::Easy, at, early, chance);
                let beyond = beyond_others(&lifts, at);
                let chance = above(beyond, DECISIVE).max(above(early, DEAD));
                test(Kind::Decisive, at, beyond, chance);
                let below = tally.held_beyond(layout, at, 0, DEAD_BELOW).times(-1.0);
                // A share of few events has an error that is by chance too small where the share
                // is, so it has at least the one that it would have at the bound.
                let going = tally.sum(Layout::GOING) as f64;
                let rare = Estimate {
                    value: -early.value,
                    error: early.error.max((DEAD * (1.0 - DEAD) / going).sqrt()),
                };
                let chance = above(rare, -DEAD).max(above(below, 0.0));
                test(Kind::Dead, at, early, chance);
            }
        }
        for at in 0..layout.territories {
            let lift = tally.won_of_begun(layout, at).ratio();
            let lift = lift.less(super::usual(layout, tally));
            // In the other deals nobody begins there.
            let look = look.at_most(tally.sum(layout.begun(at)) / layout.players as u64);
            test(Kind::Start, at, lift, apart(look, lift, TERRITORY));
        }
    }
    let chances: Vec<f64> = tests.iter().map(|test| test.chance).collect();
    let found = discoveries(&chances, RATE);
    let found = tests.into_iter().zip(found).filter(|(_, found)| *found);
    found.map(|(test, _)| test).collect()
}

/// How a continent's bonus compares with those that fit its size and borders.
fn misfit(map: &Map, at: usize) -> Ordering {
    let (bonus, fitting) = (map.continents()[at].bonus, extent(map, at).fitting());
    if bonus > *fitting.end() {
        Ordering::Greater
    } else if bonus < *fitting.start() {
        Ordering::Less
    } else {
        Ordering::Equal
    }
}

/// By how much a figure exceeds the mean of the others that are known. All are of the same games, so
/// that their errors may go together: they are added.
fn beyond_others(figures: &[Estimate], at: usize) -> Estimate {
    let others = figures.iter().enumerate();
    let others: Vec<_> = others
        .filter(|(other, figure)| *other != at && figure.error.is_finite())
        .map(|(_, figure)| figure)
        .collect();
    if others.is_empty() {
        return Estimate::UNKNOWN;
    }
    let mean = |of: fn(&Estimate) -> f64| {
        others.iter().map(|figure| of(figure)).sum::<f64>() / others.len() as f64
    };
    Estimate {
        value: figures[at].value - mean(|figure| figure.value),
        error: figures[at].error + mean(|figure| figure.error),
    }
}

/// The probability of a figure at least this far from 0, on either side, if the truth is no
/// farther than `bound`.
fn apart(look: Look, figure: Estimate, bound: f64) -> f64 {
    let distance = Estimate {
        value: figure.value.abs(),
        ..figure
    };
    (2.0 * look.above(distance, bound)).min(1.0)
}
