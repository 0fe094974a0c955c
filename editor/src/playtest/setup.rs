//! Who plays, and where chance comes from.

use std::sync::Arc;

use marchland_game::conquest::bots::{Match, StrategyKind};
use marchland_game::conquest::rules::{AreaVariant, Variants};
use marchland_maps::{MAX_PLAYERS, MIN_PLAYERS, Map};

/// A game to be played. The same set-up on the same map is the same game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Setup {
    /// The players by seat.
    pub players: Vec<StrategyKind>,
    /// Whether the territories are dealt; else the players choose them in
    /// turn.
    pub dealt: bool,
    /// Where chance comes from.
    pub seed: u64,
}

impl Setup {
    /// Turns after which a game counts as drawn.
    pub const MOST_TURNS: u32 = 2_000;

    /// A game of four of the best, or of as many as the map has room for.
    pub fn new(territories: usize, seed: u64) -> Self {
        let best = StrategyKind::ALL.last().copied();
        let best = best.unwrap_or(StrategyKind::Standard);
        let count = Self::most_players(territories).min(4);
        Self {
            players: vec![best; count],
            dealt: true,
            seed,
        }
    }

    /// The most players that a map of so many territories has room for.
    pub fn most_players(territories: usize) -> usize {
        territories.clamp(MIN_PLAYERS.into(), MAX_PLAYERS.into())
    }

    /// The fewest players of a game.
    pub const fn fewest_players() -> usize {
        MIN_PLAYERS as usize
    }

    /// A game of it on a map.
    pub fn on(&self, map: &Arc<Map>) -> Match {
        let areas = if self.dealt {
            AreaVariant::Dealt
        } else {
            AreaVariant::Chosen
        };
        Match {
            map: Arc::clone(map),
            variants: Variants {
                areas,
                ..Variants::default()
            },
            most_turns: Self::MOST_TURNS,
        }
    }

    /// The same with the seed that comes so many after this one.
    #[must_use]
    pub fn with_seed(&self, after: u32) -> Self {
        Self {
            seed: self.seed.wrapping_add(after.into()),
            ..self.clone()
        }
    }

    /// With so many players; new ones play like the last.
    pub fn seat(&mut self, count: usize, territories: usize) {
        let most = Self::most_players(territories);
        let count = count.clamp(Self::fewest_players(), most);
        let like = self.players.last().copied();
        let like = like.unwrap_or(StrategyKind::Standard);
        self.players.resize(count, like);
    }
}
