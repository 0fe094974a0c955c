//! Many games of bots against each other, in one process.

use std::sync::Arc;

use marchland_maps::Map;
use rayon::prelude::*;

use crate::conquest::bots::{Bot, Match, Outcome, Strategy};
use crate::conquest::rules::{SeededDice, StartError, Variants};
use crate::pool::on_threads;

/// What is played.
#[derive(Debug, Clone)]
pub struct Tournament {
    /// The map.
    pub map: Arc<Map>,
    /// The bots, 2 to 6.
    pub bots: Vec<Bot>,
    /// The variants of the rules.
    pub variants: Variants,
    /// Number of games.
    pub games: u32,
    /// Where chance comes from.
    pub seed: u64,
    /// Turns after which a game counts as drawn.
    pub most_turns: u32,
}

/// How often somebody won.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Score {
    /// Games played.
    pub games: u32,
    /// Games won.
    pub wins: u32,
}

impl Score {
    fn add(&mut self, other: Self) {
        self.games += other.games;
        self.wins += other.wins;
    }
}

/// What came of it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Tally {
    /// Games played.
    pub games: u32,
    /// Wins by bot.
    pub wins: Vec<u32>,
    /// How each bot did at each place in the order of play: the first index is
    /// the bot, the second the place, from 0.
    pub by_bot_and_place: Vec<Vec<Score>>,
    /// Games broken off.
    pub drawn: u32,
    /// Turns of all games.
    pub turns: u64,
    /// Actions of all games.
    pub actions: u64,
}

impl Tournament {
    /// Plays all games on `threads` threads; their number changes nothing but
    /// the time it takes.
    ///
    /// # Errors
    /// If so many cannot play on the map.
    pub fn run(&self, threads: usize) -> Result<Tally, StartError> {
        let play = |mut tally: Tally, game| {
            self.game(game, &mut tally)?;
            Ok(tally)
        };
        on_threads(threads, || {
            let games = (0..self.games).into_par_iter();
            let tallies = games.try_fold(|| self.empty(), play);
            tallies.try_reduce(|| self.empty(), |sum, tally| Ok(sum.plus(&tally)))
        })
    }

    fn empty(&self) -> Tally {
        Tally {
            wins: vec![0; self.bots.len()],
            by_bot_and_place: vec![vec![Score::default(); self.bots.len()]; self.bots.len()],
            ..Tally::default()
        }
    }

    /// Plays one game; bot `b` sits on seat `(b + game) % bots`.
    fn game(&self, game: u32, tally: &mut Tally) -> Result<(), StartError> {
        let count = self.bots.len();
        let bot_on = |seat: usize| (seat + count - game as usize % count) % count;
        let mut seeds = SeededDice::stream(self.seed, game.into());
        let mut players: Vec<Box<dyn Strategy>> = (0..count)
            .map(|seat| self.bots[bot_on(seat)].player(seeds.seed()))
            .collect();
        let played = Match {
            map: Arc::clone(&self.map),
            variants: self.variants,
            most_turns: self.most_turns,
        };
        let outcome: Outcome = played.play(&mut players, &mut seeds)?;
        tally.games += 1;
        tally.turns += u64::from(outcome.turns);
        tally.actions += u64::from(outcome.actions);
        match outcome.winner {
            Some(winner) => tally.wins[bot_on(winner.index())] += 1,
            None => tally.drawn += 1,
        }
        for (place, player) in outcome.order.iter().enumerate() {
            tally.by_bot_and_place[bot_on(player.index())][place].add(Score {
                games: 1,
                wins: (outcome.winner == Some(player)).into(),
            });
        }
        Ok(())
    }
}

impl Tally {
    /// How often who had each place in the order of play won.
    pub fn by_place(&self) -> Vec<Score> {
        let mut places = vec![Score::default(); self.by_bot_and_place.len()];
        for bot in &self.by_bot_and_place {
            for (sum, score) in places.iter_mut().zip(bot) {
                sum.add(*score);
            }
        }
        places
    }

    fn plus(mut self, other: &Self) -> Self {
        for (mine, theirs) in self.wins.iter_mut().zip(&other.wins) {
            *mine += theirs;
        }
        let mine = self.by_bot_and_place.iter_mut().flatten();
        for (mine, theirs) in mine.zip(other.by_bot_and_place.iter().flatten()) {
            mine.add(*theirs);
        }
        self.games += other.games;
        self.drawn += other.drawn;
        self.turns += other.turns;
        self.actions += other.actions;
        self
    }
}

/// The 95 % interval of a share of `wins` among `games`, after Wilson (1927).
pub fn wilson(wins: u32, games: u32) -> (f64, f64) {
    const Z: f64 = 1.959_963_984_540_054;
    if games == 0 {
        return (0.0, 1.0);
    }
    let n = f64::from(games);
    let share = f64::from(wins) / n;
    let middle = share + Z * Z / (2.0 * n);
    let half = Z * (share * (1.0 - share) / n + Z * Z / (4.0 * n * n)).sqrt();
    let scale = 1.0 + Z * Z / n;
    let (low, high) = ((middle - half) / scale, (middle + half) / scale);
    (low.max(0.0), high.min(1.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Mixed of seed and number by hand, seeds 0 and 2^32 rolled the same dice.
    #[test]
    fn every_game_of_every_seed_has_dice_of_its_own() {
        let mut seen = std::collections::BTreeSet::new();
        for seed in [0, 1, 1 << 32, 2 << 32, u64::MAX] {
            assert!(seen.insert(SeededDice::new(seed).seed()));
            for game in [0, 1, 2, 1 << 16, u64::from(u32::MAX)] {
                assert!(
                    seen.insert(SeededDice::stream(seed, game).seed()),
                    "{seed} {game}"
                );
            }
        }
    }

    #[test]
    fn wilson_interval() {
        // Wilson's interval for 5 of 10, as in the literature: 0.2366, 0.7634.
        let (low, high) = wilson(5, 10);
        assert!((low - 0.236_59).abs() < 1e-4 && (high - 0.763_41).abs() < 1e-4);
        assert!(wilson(0, 10).0 < 1e-12 && wilson(10, 10).1 > 0.999_999);
    }
}
