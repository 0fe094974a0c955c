//! Many games between computer players, in one process.

use std::sync::atomic::{AtomicBool, Ordering};

use rayon::prelude::*;

use crate::play::{Game, Player, SeededDice};
use crate::pool::on_threads;

/// A series of games between the same players, who change seats.
#[derive(Debug, Clone, Copy)]
pub struct Series {
    /// The number of players of a game.
    pub players: usize,
    /// The number of games.
    pub games: u32,
    /// The seed.
    pub seed: u64,
}

/// The course of one game, by seat.
#[derive(Debug, Clone, Default)]
pub struct Played {
    /// The winner; `None` if the game was drawn or broken off.
    pub winner: Option<Player>,
    /// The order of play.
    pub order: Vec<Player>,
    /// The points of each seat; empty if the game counts none.
    pub scores: Vec<u32>,
    /// The number of turns; 0 if they are not counted.
    pub turns: u32,
}

/// Wins among games.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Score {
    /// Games played to their end or broken off.
    pub games: u32,
    /// Games that this player won.
    pub wins: u32,
}

impl Score {
    fn add(&mut self, other: Self) {
        self.games += other.games;
        self.wins += other.wins;
    }
}

/// The results of a series.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Tally {
    /// Games played to their end or broken off.
    pub games: u32,
    /// Wins by bot.
    pub wins: Vec<u32>,
    /// The results of each bot at each place in the turn order: indexed by the bot, then by
    /// the place, both from 0.
    pub by_bot_and_place: Vec<Vec<Score>>,
    /// The points of all games by bot, where the game counts any.
    pub points: Vec<u64>,
    /// Games without a winner.
    pub drawn: u32,
    /// Turns of all games.
    pub turns: u64,
}

impl Played {
    /// The course of a finished game.
    pub fn of(game: &dyn Game) -> Self {
        let outcome = game.outcome();
        Self {
            winner: outcome.as_ref().and_then(|outcome| outcome.winner),
            order: game.order(),
            scores: outcome.map_or_else(Vec::new, |outcome| outcome.scores),
            turns: 0,
        }
    }
}

impl Series {
    /// Plays all games on `threads` threads, whose number only affects the time. `play` plays
    /// one game: it receives the player on each seat, and must take all randomness from the
    /// dice. Once it returns `None`, no other game begins, and only those that were played count.
    ///
    /// # Errors
    /// The first error of `play`.
    pub fn run<E: Send>(
        self,
        threads: usize,
        play: impl Fn(&[usize], &mut SeededDice) -> Result<Option<Played>, E> + Sync,
    ) -> Result<Tally, E> {
        let is_over = AtomicBool::new(false);
        let add = |mut tally: Tally, game: u32| {
            if is_over.load(Ordering::Relaxed) {
                return Ok(tally);
            }
            // Player `p` sits on seat `(p + game) % players`.
            let count = self.players;
            let seats = (0..count).map(|seat| (seat + count - game as usize % count) % count);
            let seats: Vec<usize> = seats.collect();
            let mut dice = SeededDice::stream(self.seed, game.into());
            match play(&seats, &mut dice)? {
                Some(played) => tally.add(&seats, &played),
                None => is_over.store(true, Ordering::Relaxed),
            }
            Ok(tally)
        };
        let empty = || Tally::empty(self.players);
        on_threads(threads, || {
            let games = (0..self.games).into_par_iter();
            let tallies = games.try_fold(empty, add);
            tallies.try_reduce(empty, |sum, tally| Ok(sum.plus(&tally)))
        })
    }
}

impl Tally {
    fn empty(players: usize) -> Self {
        Self {
            wins: vec![0; players],
            points: vec![0; players],
            by_bot_and_place: vec![vec![Score::default(); players]; players],
            ..Self::default()
        }
    }

    /// Counts a game with these players on its seats.
    fn add(&mut self, seats: &[usize], played: &Played) {
        self.games += 1;
        self.turns += u64::from(played.turns);
        match played.winner {
            Some(winner) => self.wins[seats[winner.index()]] += 1,
            None => self.drawn += 1,
        }
        for (&bot, &points) in seats.iter().zip(&played.scores) {
            self.points[bot] += u64::from(points);
        }
        for (place, player) in played.order.iter().enumerate() {
            self.by_bot_and_place[seats[player.index()]][place].add(Score {
                games: 1,
                wins: (played.winner == Some(*player)).into(),
            });
        }
    }

    /// Wins by place in the turn order.
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
        for (mine, theirs) in self.points.iter_mut().zip(&other.points) {
            *mine += theirs;
        }
        let mine = self.by_bot_and_place.iter_mut().flatten();
        for (mine, theirs) in mine.zip(other.by_bot_and_place.iter().flatten()) {
            mine.add(*theirs);
        }
        self.games += other.games;
        self.drawn += other.drawn;
        self.turns += other.turns;
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// As after Ctrl-C.
    #[test]
    fn a_series_can_be_ended_early() {
        let series = Series {
            players: 2,
            games: 10,
            seed: 1,
        };
        let left = std::sync::atomic::AtomicU32::new(4);
        let tally = series.run(1, |_, _| {
            let order = Ordering::Relaxed;
            let plays = left.fetch_update(order, order, |left| left.checked_sub(1));
            Ok::<_, ()>(plays.is_ok().then(Played::default))
        });
        let tally = tally.unwrap();
        assert_eq!((tally.games, tally.drawn), (4, 4));
    }

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
}
