//! Finding the weights of the strategy *planner* by playing.
//!
//! An evolution strategy: in each generation children are drawn around the mean
//! so far, all play the same games, and the mean of those who win most, the
//! better the heavier, is the next. Averaging keeps luck at play from passing
//! for strength. The width of the draw shrinks from generation to generation.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use marchland_maps::Map;

use crate::bots::planner::Weights;
use crate::bots::{Match, Planner, Standard, Strategy};
use crate::rules::{AreaVariant, Dice, SeededDice, StartError, Variants};

/// How long and with what the weights are tuned.
#[derive(Debug, Clone)]
pub struct Tuning {
    /// The map.
    pub map: Arc<Map>,
    /// Generations.
    pub generations: u32,
    /// Children in each.
    pub children: u32,
    /// Games of each player of a generation: a quarter against one *standard*,
    /// a half against three, a quarter against three *planners* with the
    /// weights that tuning began with.
    pub games: u32,
    /// Where chance comes from.
    pub seed: u64,
}

/// What a generation came to.
#[derive(Debug, Clone, PartialEq)]
pub struct Generation {
    /// Its number, from 1.
    pub number: u32,
    /// Scores of the children, the best first; see [`Tuning::scores`].
    pub scores: Vec<u32>,
    /// The mean from which the next generation is drawn.
    pub weights: Weights,
}

/// Turns after which a game counts for nobody.
const MOST_TURNS: u32 = 120;
/// The width of the draw in the first and in the last generation, as a share
/// of each weight that tuning began with.
const WIDTHS: (f32, f32) = (0.15, 0.05);

impl Tuning {
    /// Tunes on `threads` threads, whose number changes nothing but the time,
    /// and tells each generation.
    ///
    /// # Errors
    /// If four cannot play on the map.
    pub fn run(
        &self,
        first: Weights,
        threads: usize,
        mut tell: impl FnMut(&Generation),
    ) -> Result<Weights, StartError> {
        let mut dice = SeededDice::new(self.seed);
        let mut mean = first;
        for number in 1..=self.generations {
            let done = (number - 1) as f32 / (self.generations - 1).max(1) as f32;
            let width = WIDTHS.0 + (WIDTHS.1 - WIDTHS.0) * done;
            let mut draw = || drawn(first, mean, width, &mut dice);
            let children: Vec<Weights> = (0..self.children).map(|_| draw()).collect();
            let scores = self.scores(first, &children, dice.seed(), threads)?;
            let mut ranks: Vec<usize> = (0..children.len()).collect();
            ranks.sort_by_key(|&at| (std::cmp::Reverse(scores[at]), at));
            let parents = ranks.iter().map(|&at| children[at]);
            mean = averaged(parents.take(children.len().div_ceil(2)));
            tell(&Generation {
                number,
                scores: ranks.iter().map(|&at| scores[at]).collect(),
                weights: mean,
            });
        }
        Ok(mean)
    }

    /// How many points each of `players` makes in the same games: as many for
    /// a win as it had rivals.
    ///
    /// Of four games one is against a *standard*, two are against three, one is
    /// against three *planners* with the weights `first`.
    ///
    /// # Errors
    /// If four cannot play on the map.
    pub fn scores(
        &self,
        first: Weights,
        players: &[Weights],
        seed: u64,
        threads: usize,
    ) -> Result<Vec<u32>, StartError> {
        let games = self.games as usize;
        let next = AtomicUsize::new(0);
        let play = || {
            let mut scores = vec![0u32; players.len()];
            loop {
                let at = next.fetch_add(1, Ordering::Relaxed);
                if at >= players.len() * games {
                    return Ok(scores);
                }
                let (player, game) = (at / games, (at % games) as u32);
                scores[player] += self.game(first, players[player], seed, game)?;
            }
        };
        let all: Vec<Result<Vec<u32>, StartError>> = std::thread::scope(|scope| {
            let others: Vec<_> = (1..threads).map(|_| scope.spawn(play)).collect();
            let own = play();
            let joined = others.into_iter().map(|other| match other.join() {
                Ok(scores) => scores,
                Err(panic) => std::panic::resume_unwind(panic),
            });
            std::iter::once(own).chain(joined).collect()
        });
        let mut sum = vec![0; players.len()];
        for scores in all {
            for (sum, score) in sum.iter_mut().zip(scores?) {
                *sum += score;
            }
        }
        Ok(sum)
    }

    /// Plays a game; what a win counts, or 0.
    fn game(
        &self,
        first: Weights,
        weights: Weights,
        seed: u64,
        game: u32,
    ) -> Result<u32, StartError> {
        let mut dice = SeededDice::new(seed ^ (u64::from(game) << 32));
        let (rivals, kind) = match game % 4 {
            0 => (1, Rival::Standard),
            1 | 2 => (3, Rival::Standard),
            _ => (3, Rival::Planner),
        };
        let mut players: Vec<Box<dyn Strategy>> = (0..rivals)
            .map(|_| match kind {
                Rival::Standard => Box::new(Standard::new(dice.seed())) as Box<dyn Strategy>,
                Rival::Planner => Box::new(Planner::weighted(Arc::new(first))),
            })
            .collect();
        let seat = (game / 4) as usize % (rivals + 1);
        players.insert(seat, Box::new(Planner::weighted(Arc::new(weights))));
        let played = Match {
            map: Arc::clone(&self.map),
            variants: Variants {
                areas: AreaVariant::Dealt,
                ..Variants::default()
            },
            most_turns: MOST_TURNS,
        };
        let outcome = played.play(&mut players, &mut dice)?;
        let won = outcome.winner.is_some_and(|winner| winner.index() == seat);
        Ok(if won { rivals as u32 } else { 0 })
    }
}

/// Whom the tuned one plays against.
#[derive(Clone, Copy)]
enum Rival {
    Standard,
    Planner,
}

/// A child: every weight of the mean changed by a normal law, in proportion to
/// what tuning began with.
fn drawn(mut first: Weights, mean: Weights, width: f32, dice: &mut SeededDice) -> Weights {
    let mut child = mean;
    for key in Weights::KEYS {
        // About normal: the sum of three dice, less its mean, by its spread.
        let throw: i32 = (0..3).map(|_| i32::from(dice.die())).sum();
        let normal = (throw as f32 - 10.5) / 2.958;
        // Weights near 0 can still grow.
        let scale = first.parameter(key).map_or(0.0, |value| value.max(0.1));
        if let Some(value) = child.parameter(key) {
            *value = rounded(*value + scale * width * normal);
        }
    }
    child.clamped()
}

/// The mean of parents, the best first: of three they count 3, 2 and 1.
fn averaged(parents: impl ExactSizeIterator<Item = Weights>) -> Weights {
    let count = parents.len();
    let mut mean = Weights::FIRST;
    let mut sums = [0.0; Weights::KEYS.len()];
    for (rank, mut parent) in parents.enumerate() {
        for (sum, key) in sums.iter_mut().zip(Weights::KEYS) {
            let value = parent.parameter(key).map_or(0.0, |value| *value);
            *sum += value * (count - rank) as f32;
        }
    }
    let all = (count * (count + 1) / 2) as f32;
    for (sum, key) in sums.into_iter().zip(Weights::KEYS) {
        if let Some(value) = mean.parameter(key) {
            *value = rounded(sum / all);
        }
    }
    mean.clamped()
}

/// Three digits: what is printed is all there is.
fn rounded(value: f32) -> f32 {
    (value * 1000.0).round() / 1000.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn children_differ_and_stay_in_range() {
        let mut dice = SeededDice::new(5);
        let mut weights = Weights::FIRST;
        for _ in 0..500 {
            let child = drawn(Weights::FIRST, weights, 0.5, &mut dice);
            assert_eq!(child, child.clamped());
            assert_ne!(child, weights);
            weights = child;
        }
    }

    #[test]
    fn the_best_count_most() {
        let with = |territory| Weights {
            territory,
            ..Weights::FIRST
        };
        let mean = averaged([with(4.0), with(1.0), with(1.0)].into_iter());
        assert_eq!(mean, with(2.5));
    }
}
