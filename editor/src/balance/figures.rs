//! What is known of how the draft plays, as plain values.

use std::sync::Arc;

use marchland_game::conquest::balance::{Continent, Flag, Kind, Proposal, Section};
use marchland_game::conquest::bots::StrategyKind;
use marchland_maps::{ContinentKey, TerritoryKey};

/// What is played.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Setup {
    /// Players of a game.
    pub players: u8,
    /// Who plays, on every seat.
    pub bot: StrategyKind,
    /// Where chance comes from.
    pub seed: u64,
}

impl Setup {
    /// The bots that there are to choose from; one that plays at random never ends.
    pub const BOTS: [StrategyKind; 3] = [
        StrategyKind::Novice,
        StrategyKind::Standard,
        StrategyKind::Planner,
    ];
}

impl Default for Setup {
    fn default() -> Self {
        Self {
            players: 4,
            bot: StrategyKind::Standard,
            seed: 1,
        }
    }
}

/// How a state of the draft plays. All intervals hold whenever one looks.
#[derive(Debug, Clone, PartialEq)]
pub struct Figures {
    /// The state of the draft.
    pub revision: u64,
    /// What was played.
    pub setup: Setup,
    /// The figures.
    pub section: Section,
    /// What stands out, what matters most first.
    pub flags: Vec<Flag>,
    /// What another bonus would do to a continent that stands out.
    pub what_if: Option<WhatIf>,
    /// How far wins by place and continents held may be off, at most.
    pub half: f64,
    /// Whether the map plays as the bundled world does.
    pub is_world: bool,
    /// The territories by their ids.
    pub territories: Arc<[TerritoryKey]>,
    /// The continents by their ids.
    pub continents: Arc<[ContinentKey]>,
}

/// A continent with another bonus, all else being as it is.
#[derive(Debug, Clone, PartialEq)]
pub struct WhatIf {
    /// Its id.
    pub continent: usize,
    /// The bonus it would have.
    pub bonus: u16,
    /// Its figures with that.
    pub figures: Continent,
}

/// A bonus that is proposed.
#[derive(Debug, Clone, PartialEq)]
pub struct Offer {
    /// The state of the draft for which it was looked for.
    pub revision: u64,
    /// One for each continent.
    pub bonuses: Vec<(ContinentKey, Proposal)>,
}

impl Offer {
    /// The proposals without the keys.
    pub fn proposals(&self) -> impl Iterator<Item = &Proposal> + Clone {
        self.bonuses.iter().map(|(_, proposal)| proposal)
    }
}

/// In which order what stands out is told: what is plain to the eye first.
pub(super) fn weight(flag: &Flag) -> u8 {
    match flag.kind {
        Kind::Easy => 0,
        Kind::Dead => 1,
        Kind::Strong => 2,
        Kind::Weak => 3,
        Kind::Seat => 4,
        Kind::Start => 5,
    }
}

/// Whether less would help, if another bonus might help at all.
pub(super) fn is_too_much(kind: Kind) -> Option<bool> {
    match kind {
        Kind::Easy | Kind::Strong => Some(true),
        Kind::Dead | Kind::Weak => Some(false),
        Kind::Seat | Kind::Start => None,
    }
}
