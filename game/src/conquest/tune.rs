//! Finding the weights of the strategy *planner* by playing.
//!
//! An evolution strategy: in each generation children are drawn around the mean
//! so far, all play the same games, and the mean of those who win most, the
//! better the heavier, is the next. Averaging keeps luck at play from passing
//! for strength. The width of the draw shrinks from generation to generation.
//! In the end a play-off between the first weights and the means of the later
//! generations decides.

use std::sync::Arc;

use marchland_maps::Map;
use rayon::prelude::*;

use crate::conquest::bots::planner::Weights;
use crate::conquest::bots::{Match, Planner, Standard, Strategy};
use crate::conquest::rules::{AreaVariant, Dice, SeededDice, StartError, Variants};
use crate::pool::on_threads;

/// How long and with what the weights are tuned.
#[derive(Debug, Clone)]
pub struct Tuning {
    /// The map to play on.
    pub map: Arc<Map>,
    /// The number of generations.
    pub generations: u32,
    /// Children in each.
    pub children: u32,
    /// Games of each child.
    pub games: u32,
    /// Games of each player of the play-off.
    pub play_off: u32,
    /// Whether the weights are for one rival, and not for more.
    pub duel: bool,
    /// Where chance comes from.
    pub seed: u64,
}

/// What a generation or the play-off came to.
///
/// A win counts as many points as there were rivals. Of four games with one rival two are
/// against a *planner* as it was before its last change, one against a *standard* and one
/// against a *planner* with the weights that tuning began with, none with a neutral force. Of
/// four games with more one is against three former *planners*, one against two, one against
/// three *standards* and one against one of each kind.
#[derive(Debug, Clone, PartialEq)]
pub enum Report {
    /// A generation played.
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
        /// other generation, the last one's last.
        points: Vec<u32>,
    },
}

/// Turns after which a game counts for nobody.
const MOST_TURNS: u32 = 120;
/// The width of the draw in the first and in the last generation, as a share
/// of each weight that tuning began with.
const WIDTHS: (f32, f32) = (0.35, 0.15);

impl Tuning {
    /// Tunes on `threads` threads, whose number changes nothing but the time,
    /// and tells how it goes.
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
            let width = WIDTHS.0 + (WIDTHS.1 - WIDTHS.0) * done;
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

    /// How many points each of `players` makes in the same games.
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
        let tables: &[&[Rival]] = if self.duel { &DUELS } else { &CROWDS };
        let rivals = tables[game as usize % tables.len()];
        let planner = |weights: Weights| -> Box<dyn Strategy> {
            Box::new(Planner::weighted(Arc::new(weights)).patient())
        };
        let rival = |rival: &Rival| match rival {
            Rival::Standard => Box::new(Standard::new(dice.seed())) as Box<dyn Strategy>,
            Rival::Former => planner(Weights::FORMER),
            Rival::First => planner(first),
        };
        let mut players: Vec<Box<dyn Strategy>> = rivals.iter().map(rival).collect();
        let seat = (game as usize / tables.len()) % (rivals.len() + 1);
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

/// Whom the tuned one plays against.
#[derive(Clone, Copy)]
enum Rival {
    Standard,
    /// A *planner* as it was: [`Weights::FORMER`].
    Former,
    /// A *planner* with the weights that tuning began with.
    First,
}

/// Who is at the table of two, game by game in turn.
const DUELS: [&[Rival]; 4] = [
    &[Rival::Former],
    &[Rival::Standard],
    &[Rival::Former],
    &[Rival::First],
];
const CROWDS: [&[Rival]; 4] = [
    &[Rival::Former; 3],
    &[Rival::Standard; 3],
    &[Rival::Standard, Rival::Former, Rival::First],
    &[Rival::Former, Rival::Former],
];

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
