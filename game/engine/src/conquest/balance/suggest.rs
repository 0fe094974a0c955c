//! A search for the smallest change of bonuses that repairs what stands out.
//!
//! The measure is what each territory of a continent adds to the chance to win of the player who
//! begins with it. The deal is random, so nothing else differs. A continent stands out if this is
//! more than [`BEGUN_MISFIT`] from 0 by more than its error; if its bonus fits, more than [`FITS`],
//! because the lie of the land makes as much of a difference.
//!
//! The search begins with a suitable bonus for each continent whose bonus was found to be wrong, be
//! it by this measure or another. Each step plays new deals with the bonuses found so far and changes the bonus of the continent
//! that stands out most: one that does not fit the continent's size and borders
//! ([`Extent::fitting`]) becomes the suitable one, any other moves by one as long as it fits. The
//! others are looked at again in the next step, because a continent that is worth too much makes
//! all others worth less. The search ends when nothing stands out that may be changed.
//!
//! Each change is then judged in deals that the search did not see, compared with all the other
//! changes alone. That of a bonus that fits is kept only if it brings its continent closer to 0 by
//! more than the error; that of one that does not fit, unless it moves its continent away by more.

use std::ops::{ControlFlow, Range};
use std::sync::Arc;

use marchland_maps::Map;
use marchland_maps::bonus::Extent;
use serde::Serialize;

use super::layout::Layout;
use super::report::{BEGUN, BEGUN_MISFIT, Figure, extent, lift_begun};
use super::tally::Tally;
use super::trial::{Run, Trial};
use crate::conquest::bots::Stop;
use crate::conquest::rules::StartError;
use crate::statistics::Estimate;

/// The parameters of a search for bonuses.
#[derive(Debug, Clone)]
pub struct Search {
    /// One trial for each number of players, all with equal weight.
    pub trials: Vec<Trial>,
    /// The ids of continents whose bonus was found to be wrong: see
    /// [`doubted`](super::findings::doubted).
    pub doubted: Vec<usize>,
    /// The most further changes of a bonus.
    pub steps: u32,
    /// Deals per step, for each number of players.
    pub deals: u64,
    /// Deals with which changes are judged, for each number of players; nothing is known from
    /// fewer than ten.
    pub judged: u64,
}

/// The proposal for a continent.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Proposal {
    /// The continent's id.
    pub id: usize,
    /// Its name.
    pub name: String,
    /// Its current bonus.
    pub bonus: u16,
    /// The proposed bonus.
    pub proposed: u16,
    /// The bonus that the search found; dropped if it is not proposed.
    pub tried: u16,
    /// The smallest and the largest bonus that fit its size and borders.
    pub fitting: [u16; 2],
    /// What each of its territories adds to the chance to win with the current bonuses.
    pub before: Option<Figure>,
    /// The same with the proposed bonuses.
    pub after: Option<Figure>,
}

/// How far a search has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stage {
    /// Bonuses are tried: the steps done, and the most that there can be.
    Trying(u32, u32),
    /// Old and new bonuses are compared: the games played for that, and all of them.
    Comparing(u64, u64),
}

/// Deals between two calls that tell how far the comparison has come.
const TOLD: usize = 256;

/// How far from 0 a continent with a bonus that fits must be for another one to be tried.
const FITS: f64 = 2.0 * BEGUN;

impl Search {
    /// Searches for bonuses; proposes the current ones where no change is certain to help. Calls
    /// `tell` after each step, and again and again while the bonuses found are judged.
    ///
    /// Returns `None` if `stop` is asked for. The number of threads affects only the time.
    ///
    /// # Errors
    /// If the map cannot be played by one of the numbers of players.
    pub fn run(
        &self,
        map: &Map,
        threads: usize,
        stop: &Stop,
        tell: &mut dyn FnMut(Stage),
    ) -> Result<Option<Vec<Proposal>>, StartError> {
        let bonuses: Vec<u16> = map.continents().iter().map(|c| c.bonus).collect();
        let extents: Vec<Extent> = (0..bonuses.len()).map(|at| extent(map, at)).collect();
        let mut tried = bonuses.clone();
        for &at in &self.doubted {
            if let (Some(tried), Some(extent)) = (tried.get_mut(at), extents.get(at)) {
                *tried = extent.suitable();
            }
        }
        for step in 0..self.steps {
            let first = u64::from(step) * self.deals;
            let deals = first..first + self.deals;
            let lifts = self.lifts(map, &tried, deals, threads, stop, &mut |_| ())?;
            if stop.is_asked() {
                return Ok(None);
            }
            let changes = lifts.iter().enumerate().filter_map(|(at, lift)| {
                let fits = extents[at].fitting().contains(&tried[at]);
                let bound = if fits { FITS } else { BEGUN_MISFIT };
                let more = stands_out(*lift, bound, self.deals)? < 0.0;
                let new = changed(extents[at], [bonuses[at], tried[at]], more)?;
                Some((at, new, lift.value.abs()))
            });
            let Some((at, new, _)) = changes.max_by(|a, b| a.2.total_cmp(&b.2)) else {
                break;
            };
            tried[at] = new;
            tell(Stage::Trying(step + 1, self.steps));
        }
        tell(Stage::Trying(self.steps, self.steps));
        // The smallest changes first: they may only have followed from the others.
        let mut changed: Vec<usize> = (0..bonuses.len())
            .filter(|&at| tried[at] != bonuses[at])
            .collect();
        changed.sort_by_key(|&at| tried[at].abs_diff(bonuses[at]));
        let first = u64::from(self.steps) * self.deals;
        let deals = first..first + self.judged;
        // The old bonuses, the new ones, and those without each change.
        let times = 1 + u64::from(!changed.is_empty()) + changed.len() as u64;
        let players: u64 = self.trials.iter().map(|t| u64::from(t.players)).sum();
        let (mut played, all) = (0, times * players * self.judged);
        let mut on = |games| {
            played += games;
            tell(Stage::Comparing(played, all));
        };
        let mut judge =
            |bonuses: &[u16]| self.lifts(map, bonuses, deals.clone(), threads, stop, &mut on);
        let before = judge(&bonuses)?;
        let mut proposed = tried.clone();
        let mut after = before.clone();
        if proposed != bonuses {
            after = judge(&proposed)?;
        }
        for at in changed {
            let mut rest = proposed.clone();
            rest[at] = bonuses[at];
            let without = judge(&rest)?;
            let helps = if extents[at].fitting().contains(&bonuses[at]) {
                is_closer(without[at], after[at], self.judged)
            } else {
                !is_closer(after[at], without[at], self.judged)
            };
            if !helps {
                (proposed, after) = (rest, without);
            }
        }
        if stop.is_asked() {
            return Ok(None);
        }
        let all = map.continents().iter().enumerate();
        let proposals = all.map(|(id, continent)| {
            let fitting = extents[id].fitting();
            Proposal {
                id,
                name: continent.name.label("continent", Some(id as u16), id),
                bonus: bonuses[id],
                proposed: proposed[id],
                tried: tried[id],
                fitting: [*fitting.start(), *fitting.end()],
                before: Figure::of(before[id], self.judged),
                after: Figure::of(after[id], self.judged),
            }
        });
        Ok(Some(proposals.collect()))
    }

    /// What a territory of each continent adds to the chance to win with these bonuses, averaged
    /// over the numbers of players. Calls `tell` with the games played since the last call.
    fn lifts(
        &self,
        map: &Map,
        bonuses: &[u16],
        deals: Range<u64>,
        threads: usize,
        stop: &Stop,
        tell: &mut dyn FnMut(u64),
    ) -> Result<Vec<Estimate>, StartError> {
        let map = Arc::new(map.with_bonuses(bonuses));
        let share = 1.0 / self.trials.len() as f64;
        let mut lifts = vec![
            Estimate {
                value: 0.0,
                error: 0.0
            };
            bonuses.len()
        ];
        for trial in &self.trials {
            let trial = Trial {
                map: Arc::clone(&map),
                ..trial.clone()
            };
            let mut on = |_: &Run| ControlFlow::Continue(());
            let mut run = trial.begin(deals.start);
            for first in deals.clone().step_by(TOLD) {
                let end = deals.end.min(first + TOLD as u64);
                trial.go_on(&mut run, end, threads, stop, &mut on)?;
                tell((end - first) * u64::from(trial.players));
            }
            add(&mut lifts, &trial.layout(), &run.tally, share);
        }
        Ok(lifts)
    }
}

/// Adds a tally's lift of each continent, weighted by `share`.
fn add(lifts: &mut [Estimate], layout: &Layout, tally: &Tally, share: f64) {
    for (at, sum) in lifts.iter_mut().enumerate() {
        let lift = lift_begun(layout, tally, at).times(share);
        *sum = Estimate {
            value: sum.value + lift.value,
            error: sum.error.hypot(lift.error),
        };
    }
}

/// The distance of a lift from 0, if its whole interval is more than `bound` away.
fn stands_out(lift: Estimate, bound: f64, deals: u64) -> Option<f64> {
    let (low, high) = lift.interval(deals);
    (low > bound || high < -bound).then_some(lift.value)
}

/// The next bonus to try for a continent, given its first and its present one, and whether it needs
/// more. `None` at the end of what fits, and if that would take back a change.
fn changed(extent: Extent, [first, now]: [u16; 2], more: bool) -> Option<u16> {
    let fitting = extent.fitting();
    let new = match (fitting.contains(&now), more) {
        (false, _) => extent.suitable(),
        (true, true) => now + 1,
        (true, false) => now.checked_sub(1)?,
    };
    let onward = if more { now >= first } else { now <= first };
    (fitting.contains(&new) && (new > now) == more && onward).then_some(new)
}

/// Whether a lift came closer to 0 by more than the error of the difference. The errors are added as
/// if the lifts were independent; they are of the same deals, which makes the true one smaller.
fn is_closer(before: Estimate, after: Estimate, deals: u64) -> bool {
    let size = |lift: Estimate| Estimate {
        value: lift.value.abs(),
        ..lift
    };
    size(before).minus(size(after)).interval(deals).0 > 0.0
}

#[cfg(test)]
mod tests;
