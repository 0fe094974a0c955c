//! A search for bonuses with which all continents help equally.
//!
//! The measure is what each territory of a continent adds to the chance to win of the player who
//! begins with it. The deal is random, so nothing else differs. A larger bonus increases it, by
//! an amount that need not be known: stochastic approximation (Robbins and Monro, *Annals of
//! Mathematical Statistics* 22, 1951) plays some deals, moves each bonus against its continent's
//! excess over the mean of all, and goes on with the new bonuses. A step becomes shorter only
//! when it changes direction (Kesten, *Annals of Mathematical Statistics* 29, 1958), so that the
//! search reaches distant bonuses and stays near good ones. Every step plays new deals: the luck
//! of deals that are played again would pull all steps the same way. The bonuses keep their sum,
//! because raising all of them alike changes the length of games but not the winner.
//!
//! The result is the mean of the second half of all states (Polyak and Juditsky, *SIAM Journal
//! on Control and Optimization* 30, 1992), rounded to whole numbers. It is proposed only if it is
//! better in deals that the search did not see: if the most and the least helpful continent are
//! closer together than with the current bonuses, in all of these deals and in each half of them.

use std::ops::Range;
use std::sync::Arc;

use marchland_maps::Map;
use serde::Serialize;

use super::layout::Layout;
use super::report::{Figure, borders, formula, lift_begun};
use super::tally::Tally;
use super::trial::Trial;
use crate::conquest::bots::Stop;
use crate::conquest::rules::StartError;
use crate::statistics::Estimate;

/// The parameters of a search for bonuses.
#[derive(Debug, Clone)]
pub struct Search {
    /// One trial for each number of players, all with equal weight.
    pub trials: Vec<Trial>,
    /// How often the bonuses are adjusted.
    pub steps: u32,
    /// Deals per step, for each number of players.
    pub deals: u64,
    /// Deals with which the old and the new bonuses are compared, for each number of players;
    /// none are better in fewer than twenty.
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
    /// The proposed bonus: the one tried if those tried are better, or else the current one.
    pub proposed: u16,
    /// The bonus that the search found.
    pub tried: u16,
    /// That bonus before rounding.
    pub exact: f64,
    /// The bonus by the formula 0.17 T + 0.38 B + 1.47.
    pub formula: f64,
    /// What each of its territories adds to the chance to win with the current bonuses.
    pub before: Option<Figure>,
    /// The same with all bonuses that the search found.
    pub after: Option<Figure>,
}

/// The length of the first and longest step, in units.
const STRIDE: f64 = 2.0;
/// Distance from the mean of all, in standard errors, from which a step has its full length.
const SURE: f64 = 3.0;

impl Search {
    /// Searches for bonuses; proposes the current ones if it finds none that are better. After each
    /// step calls `tell` with the steps done and their total.
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
        tell: &mut dyn FnMut(u32, u32),
    ) -> Result<Option<Vec<Proposal>>, StartError> {
        let bonuses: Vec<u16> = map.continents().iter().map(|c| c.bonus).collect();
        let mut exact: Vec<f64> = bonuses.iter().map(|&bonus| bonus.into()).collect();
        let sum: f64 = exact.iter().sum();
        let mut mean = vec![0.0; exact.len()];
        let mut last = vec![0.0f64; exact.len()];
        let mut turns = vec![0u32; exact.len()];
        for step in 0..self.steps {
            // Play a fraction as the whole numbers around it, each in its share of the steps.
            let played: Vec<u16> = exact.iter().map(|bonus| whole(*bonus, step)).collect();
            let first = u64::from(step) * self.deals;
            let lifts = self.lifts(map, &played, first..first + self.deals, threads, stop)?;
            if stop.is_asked() {
                return Ok(None);
            }
            for at in 0..exact.len() {
                let Some(beyond) = beyond(&lifts, at) else {
                    continue;
                };
                if beyond * last[at] < 0.0 {
                    turns[at] += 1;
                }
                last[at] = beyond;
                exact[at] -= STRIDE / f64::from(1 + turns[at]) * (beyond / SURE).clamp(-1.0, 1.0);
            }
            keep_sum(&mut exact, sum);
            if step >= self.steps / 2 {
                mean.iter_mut()
                    .zip(&exact)
                    .for_each(|(mean, exact)| *mean += exact);
            }
            tell(step + 1, self.steps);
        }
        let count = f64::from(self.steps - self.steps / 2).max(1.0);
        for mean in &mut mean {
            *mean /= count;
        }
        let tried: Vec<u16> = mean.iter().map(|mean| mean.round() as u16).collect();
        let first = u64::from(self.steps) * self.deals;
        let middle = first + self.judged / 2;
        let halves = [first..middle, middle..first + self.judged];
        let judge = |bonuses: &[u16]| -> Result<[Vec<Estimate>; 3], StartError> {
            let [one, other] = halves
                .clone()
                .map(|deals| self.lifts(map, bonuses, deals, threads, stop));
            let (one, other) = (one?, other?);
            let both = one.iter().zip(&other).map(|(a, b)| Estimate {
                value: f64::midpoint(a.value, b.value),
                error: a.error.hypot(b.error) / 2.0,
            });
            Ok([both.collect(), one, other])
        };
        let before = judge(&bonuses)?;
        let after = if tried == bonuses {
            before.clone()
        } else {
            judge(&tried)?
        };
        if stop.is_asked() {
            return Ok(None);
        }
        let mut pairs = before.iter().zip(&after);
        let is_better = pairs.all(|(before, after)| match (spread(before), spread(after)) {
            (Some(before), Some(after)) => after < before,
            _ => false,
        });
        let all = map.continents().iter().enumerate();
        let proposals = all.map(|(id, continent)| Proposal {
            id,
            name: continent.name.label("continent", Some(id as u16), id),
            bonus: bonuses[id],
            proposed: if is_better { tried[id] } else { bonuses[id] },
            tried: tried[id],
            exact: mean[id],
            formula: formula(continent.members.len(), borders(map, id)),
            before: Figure::of(before[0][id], self.judged),
            after: Figure::of(after[0][id], self.judged),
        });
        Ok(Some(proposals.collect()))
    }

    /// What a territory of each continent adds to the chance to win with these bonuses, averaged
    /// over the numbers of players.
    fn lifts(
        &self,
        map: &Map,
        bonuses: &[u16],
        deals: Range<u64>,
        threads: usize,
        stop: &Stop,
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
            let mut on = |_: &super::trial::Progress<'_>| std::ops::ControlFlow::Continue(());
            let (tally, _) = trial.run(deals.clone(), threads, stop, &mut on)?;
            add(&mut lifts, &trial.layout(), &tally, share);
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

/// The distance of the largest from the smallest lift; `None` if one is unknown.
fn spread(lifts: &[Estimate]) -> Option<f64> {
    let values = || lifts.iter().map(|lift| lift.value);
    let known = lifts.iter().all(|lift| lift.error.is_finite());
    let (least, most) = (values().reduce(f64::min)?, values().reduce(f64::max)?);
    known.then_some(most - least)
}

/// How far a continent's lift lies above the mean of all, in its standard errors; `None` if
/// unknown.
fn beyond(lifts: &[Estimate], at: usize) -> Option<f64> {
    let known = lifts.iter().filter(|lift| lift.error.is_finite());
    let (count, sum) = known.fold((0.0, 0.0), |(n, sum), lift| (n + 1.0, sum + lift.value));
    let error = lifts[at].error;
    (error.is_finite() && error > 0.0).then(|| (lifts[at].value - sum / count) / error)
}

/// Rounds a bonus down or up such that the mean over the steps is the bonus.
fn whole(bonus: f64, step: u32) -> u16 {
    // The golden ratio spreads any number of steps evenly between 0 and 1.
    let threshold = (f64::from(step) * 0.618_033_988_749_895).fract();
    (bonus.floor() + f64::from(u8::from(bonus.fract() > threshold))) as u16
}

/// Shifts all bonuses equally to give the sum, with none below 0.
fn keep_sum(bonuses: &mut [f64], sum: f64) {
    for _ in 0..32 {
        let off = (sum - bonuses.iter().sum::<f64>()) / bonuses.len().max(1) as f64;
        for bonus in &mut *bonuses {
            *bonus = (*bonus + off).max(0.0);
        }
    }
}

#[cfg(test)]
mod tests;
