//! Tournaments of conquest between bots.

use std::sync::Arc;

use marchland_maps::Map;

use super::bots::{Bot, Match, Stop, Strategy};
use super::rules::{StartError, Variants};
use crate::tournament::{Played, Series, Tally};

/// A tournament.
#[derive(Debug, Clone)]
pub struct Tournament {
    /// The map of all games.
    pub map: Arc<Map>,
    /// The bots, 2 to 6.
    pub bots: Vec<Bot>,
    /// The variants of the rules.
    pub variants: Variants,
    /// Number of games.
    pub games: u32,
    /// The seed.
    pub seed: u64,
    /// Turns after which a game counts as drawn.
    pub most_turns: u32,
}

impl Tournament {
    /// Plays all games on `threads` threads, whose number only affects the time. Calls `played`
    /// after each game. When `stop` is asked for, only the games that are over count.
    ///
    /// # Errors
    /// If the map is too small for this many players.
    pub fn run(
        &self,
        threads: usize,
        stop: &Stop,
        played: impl Fn() + Sync,
    ) -> Result<Tally, StartError> {
        let series = Series {
            players: self.bots.len(),
            games: self.games,
            seed: self.seed,
        };
        let rules = Match {
            map: Arc::clone(&self.map),
            variants: self.variants,
            most_turns: self.most_turns,
        };
        series.run(threads, |seats, dice| {
            if stop.is_asked() {
                return Ok(None);
            }
            let seated = seats.iter().map(|&bot| self.bots[bot].player(dice.seed()));
            let mut players: Vec<Box<dyn Strategy>> = seated.collect();
            let outcome = rules.play_until(&mut players, dice, stop)?;
            if stop.is_asked() && outcome.winner.is_none() {
                return Ok(None);
            }
            played();
            Ok(Some(Played {
                winner: outcome.winner,
                order: outcome.order.iter().collect(),
                scores: Vec::new(),
                turns: outcome.turns,
            }))
        })
    }
}
