//! Finding the weights of the strategy *planner* by playing.
//!
//! An evolution strategy with one parent: in each generation some weights of
//! the best so far are changed at random and the children play the same games
//! as their parent. Who wins most is the next parent; the width of the changes
//! follows the success.

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
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Generation {
    /// Its number, from 1.
    pub number: u32,
    /// Score of the parent: wins against one as they are, wins against three
    /// three times.
    pub parent: u32,
    /// Score of the best child.
    pub child: u32,
    /// The width of changes, as a share of a weight.
    pub width: f32,
    /// The best weights so far.
    pub weights: Weights,
}

/// Turns after which a game counts for nobody.
const MOST_TURNS: u32 = 400;

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
        let mut best = first;
        let mut width = 0.3f32;
        for number in 1..=self.generations {
            let mut players = vec![best];
            for _ in 0..self.children {
                players.push(changed(&best, width, &mut dice));
            }
            let scores = self.scores(first, &players, dice.seed(), threads)?;
            let mut winner = 0;
            for (at, &score) in scores.iter().enumerate() {
                if score > scores[winner] {
                    winner = at;
                }
            }
            best = players[winner];
            width = (width * if winner > 0 { 1.1 } else { 0.85 }).clamp(0.05, 0.5);
            tell(&Generation {
                number,
                parent: scores[0],
                child: scores[1..].iter().copied().max().unwrap_or(0),
                width,
                weights: best,
            });
        }
        Ok(best)
    }

    /// The score of each player.
    fn scores(
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

/// A child: about a third of the weights changed, at least one.
fn changed(weights: &Weights, width: f32, dice: &mut SeededDice) -> Weights {
    let mut child = *weights;
    let keys = Weights::KEYS;
    let sure = dice.below(keys.len() as u32) as usize;
    for (at, key) in keys.into_iter().enumerate() {
        if at != sure && dice.below(3) > 0 {
            continue;
        }
        if let Some(value) = child.parameter(key) {
            // About a normal law: the sum of three dice, mean 0, spread 1.
            let throw: i32 = (0..3).map(|_| i32::from(dice.die())).sum();
            let normal = (throw as f32 - 10.5) / 2.96;
            // Weights near 0 can still grow.
            let step = value.abs().max(0.1) * width * normal;
            // Three digits: the weights in the source are all there is.
            *value = ((*value + step) * 1000.0).round() / 1000.0;
        }
    }
    child.clamped()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn children_differ_and_stay_in_range() {
        let mut dice = SeededDice::new(5);
        let mut weights = Weights::FIRST;
        for _ in 0..500 {
            let child = changed(&weights, 0.5, &mut dice);
            assert_eq!(child, child.clamped());
            weights = child;
        }
        assert_ne!(weights, Weights::FIRST);
    }
}
