//! What is out of balance: tests with effects that matter, of which at most one in twenty
//! is false.

use serde::Serialize;

use super::figure::Look;
use super::{Counted, Figure, lift, lift_begun, won};
use crate::statistics::{Estimate, discoveries};

/// At most so many of the flags are false, on average.
const RATE: f64 = 0.05;
/// Points by which a place may win more or less often than on the bundled world.
const SEAT: f64 = 0.02;
/// From which share of games that a continent is held early it may be too easy,
const EASY: f64 = 1.0 / 3.0;
/// and by how many times more often than the others, in hundredths,
const EASY_BEYOND: i64 = 200;
/// and by how many points more often than is usual its holder then wins.
const EASY_LIFT: f64 = 0.03;
/// Up to which share of games that a continent is held early it may be dead,
const DEAD: f64 = 0.05;
/// and how often compared to the others, in hundredths.
const DEAD_BELOW: i64 = 25;
/// Points that a territory of one continent may add to the chance to win, or take from it,
/// for who begins with it.
const BEGUN: f64 = 0.02;
/// The same of one territory alone.
const TERRITORY: f64 = 0.05;

/// What may be out of balance.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum Kind {
    /// A place wins more, or less, than the same place on the bundled world.
    Seat,
    /// A continent is held early, far more often than others, and its holder wins more.
    Easy,
    /// A continent is hardly ever held.
    Dead,
    /// To begin with territories of a continent helps to win.
    Strong,
    /// To begin with territories of a continent is a burden.
    Weak,
    /// To begin with a territory helps to win, or is a burden.
    Start,
}

/// Something that is out of balance, by more than luck and by more than does not matter.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Flag {
    /// What.
    pub kind: Kind,
    /// Players of the games.
    pub players: usize,
    /// The place from 0, or the id of the continent or territory.
    pub subject: usize,
    /// How large the effect is: for [`Kind::Easy`] and [`Kind::Dead`] the share of games in
    /// which the continent is held; for all others points, from 0 to 1, of the chance
    /// to win.
    pub effect: Option<Figure>,
    /// How likely that, or more, would be if there were nothing that matters.
    pub chance: f64,
}

/// The flags of all games, by their number of players, with what was counted on the bundled
/// world beside them. All are tested together: the more is tested, the more a flag must
/// stand out, and still more where one looks as `often` as one pleases and ends the games when
/// one pleases.
pub fn flags(sections: &[(Counted<'_>, Option<Counted<'_>>)], often: bool) -> Vec<Flag> {
    let mut tests = Vec::new();
    for &((layout, tally), world) in sections {
        let look = if often {
            Look::Always(tally.deals)
        } else {
            Look::Once
        };
        let above = |figure, bound| look.above(figure, bound);
        let mut test = |kind, subject, effect, chance| {
            tests.push(Flag {
                kind,
                players: layout.players,
                subject,
                effect: look.figure(effect),
                chance,
            });
        };
        for place in 0..layout.players {
            if let Some((other, there)) = world {
                let beyond = won(layout, tally, place).minus(won(other, there, place));
                let look = look.at_most(there.deals);
                test(Kind::Seat, place, beyond, apart(look, beyond, SEAT));
            }
        }
        for at in 0..layout.continents {
            let begun = lift_begun(layout, tally, at);
            test(Kind::Strong, at, begun, above(begun, BEGUN));
            test(Kind::Weak, at, begun, above(begun.times(-1.0), BEGUN));
            if layout.continents > 1 {
                let early = tally.held_of_going(layout, at, 0).ratio();
                let beyond = tally.held_beyond(layout, at, 0, EASY_BEYOND);
                // All three must hold: the least certain decides.
                let chance = above(early, EASY)
                    .max(above(beyond, 0.0))
                    .max(above(lift(layout, tally, at, 0), EASY_LIFT));
                test(Kind::Easy, at, early, chance);
                let below = tally.held_beyond(layout, at, 0, DEAD_BELOW).times(-1.0);
                let chance = above(early.times(-1.0), -DEAD).max(above(below, 0.0));
                test(Kind::Dead, at, early, chance);
            }
        }
        for at in 0..layout.territories {
            let lift = tally.won_of_begun(layout, at).ratio();
            let lift = lift.less(super::usual(layout, tally));
            test(Kind::Start, at, lift, apart(look, lift, TERRITORY));
        }
    }
    let chances: Vec<f64> = tests.iter().map(|test| test.chance).collect();
    let found = discoveries(&chances, RATE);
    let found = tests.into_iter().zip(found).filter(|(_, found)| *found);
    found.map(|(test, _)| test).collect()
}

/// How likely a figure is as far from 0, to either side, if it were no more than `bound`.
fn apart(look: Look, figure: Estimate, bound: f64) -> f64 {
    let distance = Estimate {
        value: figure.value.abs(),
        ..figure
    };
    (2.0 * look.above(distance, bound)).min(1.0)
}
