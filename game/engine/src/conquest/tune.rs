//! Finding the weights of the strategy *planner* by playing.
//!
//! An evolution strategy. In each generation, children are drawn around the current mean and
//! all play the same games; the weighted mean of the most successful half, the best weighted
//! most, is the next mean. Averaging keeps luck from passing for strength. The width of the draw
//! shrinks from generation to generation. A final play-off between the first weights and the
//! means of every other generation decides.

use std::sync::Arc;

use marchland_maps::Map;
use rayon::prelude::*;

use crate::conquest::bots::planner::Weights;
use crate::conquest::bots::{Match, Planner, Standard, Strategy};
use crate::conquest::rules::{AreaVariant, Dice, SeededDice, StartError, Variants};
use crate::pool::on_threads;

/// The settings of a tuning run.
#[derive(Debug, Clone)]
pub struct Tuning {
    /// The map to play on.
    pub map: Arc<Map>,
    /// The number of generations.
    pub generations: u32,
    /// Children in each.
    pub children: u32,
    /// Games for each child.
    pub games: u32,
    /// Games for each player of the play-off.
    pub play_off: u32,
    /// How far children are drawn around the mean in the first generation, as a share of each
    /// initial weight. It shrinks evenly to two fifths of that in the last generation.
    pub width: f32,
    /// Where chance comes from.
    pub seed: u64,
}

/// The result of a generation or of the play-off.
///
/// A win earns one point for each rival. The games are played at eight tables in turn, without a
/// neutral force: against a *standard*, a *planner* with its former weights (twice) or with the
/// weights that tuning began with; against two former *planners*; against three of them, three
/// *standards*, or one of each kind.
#[derive(Debug, Clone, PartialEq)]
pub enum Report {
    /// A generation has played.
    Generation {
        /// Its number, from 1.
        number: u32,
        /// Points of the children, the most first.
        points: Vec<u32>,
        /// The mean from which the next generation is drawn.
        mean: Weights,
    },
    /// The play-off, at the end.
    PlayOff {
        /// Points of each player: the first weights, then the mean of every
        /// other generation, ending with the last.
        points: Vec<u32>,
    },
}

/// Turns after which a game counts for nobody.
const MOST_TURNS: u32 = 120;
/// The width of the draw in the last generation, as a share of that in the first.
const NARROWED: f32 = 0.4;

impl Tuning {
    /// Tunes on `threads` threads, and reports progress to `tell`. The number of threads changes
    /// nothing but the time.
    ///
    /// # Errors
    /// If four cannot play on the map.
    pub fn run(
        &self,
        first: Weights,
        threads: usize,
        mut tell: impl FnMut(&Report),
    ) -> Result<Weights, StartError> {
        let mut dice = SeededDice::new(self.seed);
        let mut mean = first;
        let mut finalists = vec![first];
        for number in 1..=self.generations {
            let done = (number - 1) as f32 / (self.generations - 1).max(1) as f32;
            let width = self.width * (1.0 - (1.0 - NARROWED) * done);
            let mut draw = || drawn(first, mean, width, &mut dice);
            let children: Vec<Weights> = (0..self.children).map(|_| draw()).collect();
            let points = self.points(first, &children, self.games, dice.seed(), threads)?;
            let mut ranks: Vec<usize> = (0..children.len()).collect();
            ranks.sort_by_key(|&at| (std::cmp::Reverse(points[at]), at));
            let parents = ranks.iter().map(|&at| children[at]);
            mean = averaged(parents.take(children.len().div_ceil(2)));
            if (self.generations - number).is_multiple_of(2) {
                finalists.push(mean);
            }
            tell(&Report::Generation {
                number,
                points: ranks.iter().map(|&at| points[at]).collect(),
                mean,
            });
        }
        let points = self.points(first, &finalists, self.play_off, dice.seed(), threads)?;
        let mut best = 0;
        for (at, &won) in points.iter().enumerate() {
            if won > points[best] {
                best = at;
            }
        }
        tell(&Report::PlayOff { points });
        Ok(finalists[best])
    }

    /// The points that each of `players` earns in the same games.
    fn points(
        &self,
        first: Weights,
        players: &[Weights],
        games: u32,
        seed: u64,
        threads: usize,
    ) -> Result<Vec<u32>, StartError> {
        let points_of = |player: &Weights| {
            let games = (0..games).into_par_iter();
            games
                .map(|game| self.game(first, *player, seed, game))
                .sum()
        };
        on_threads(threads, || players.par_iter().map(points_of).collect())
    }

    fn game(
        &self,
        first: Weights,
        weights: Weights,
        seed: u64,
        game: u32,
    ) -> Result<u32, StartError> {
        let mut dice = SeededDice::stream(seed, game.into());
        let rivals = TABLES[game as usize % TABLES.len()];
        let planner = |weights: Weights| -> Box<dyn Strategy> {
            Box::new(Planner::weighted(Arc::new(weights)).patient())
        };
        let rival = |rival: &Rival| match rival {
            Rival::Standard => Box::new(Standard::new(dice.seed())) as Box<dyn Strategy>,
            Rival::Former => planner(Weights::FORMER),
            Rival::First => planner(first),
        };
        let mut players: Vec<Box<dyn Strategy>> = rivals.iter().map(rival).collect();
        let seat = (game as usize / TABLES.len()) % (rivals.len() + 1);
        players.insert(seat, planner(weights));
        let played = Match {
            map: Arc::clone(&self.map),
            variants: Variants {
                areas: AreaVariant::Dealt,
                neutral: false,
                ..Variants::default()
            },
            most_turns: MOST_TURNS,
        };
        let outcome = played.play(&mut players, &mut dice)?;
        let won = outcome.winner.is_some_and(|winner| winner.index() == seat);
        Ok(if won { rivals.len() as u32 } else { 0 })
    }
}

/// An opponent of the tuned player.
#[derive(Clone, Copy)]
enum Rival {
    Standard,
    /// A *planner* as it was: [`Weights::FORMER`].
    Former,
    /// A *planner* with the weights that tuning began with.
    First,
}

/// The rivals, game by game in turn.
const TABLES: [&[Rival]; 8] = [
    &[Rival::Standard],
    &[Rival::Former; 3],
    &[Rival::Former],
    &[Rival::Standard; 3],
    &[Rival::First],
    &[Rival::Standard, Rival::Former, Rival::First],
    &[Rival::Former],
    &[Rival::Former, Rival::Former],
];

/// A child: every weight of the mean, changed by a normal law in proportion to the first weights.
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

/// The weighted mean of parents, the best first: three of them count 3, 2 and 1.
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

/// Rounds to three digits, so that printed weights are exact.
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
