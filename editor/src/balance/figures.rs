//! Balance figures as plain values.

use std::sync::Arc;

use marchland_game::conquest::balance::{Continent, Finding, Proposal, Section};
use marchland_game::conquest::bots::StrategyKind;
use marchland_maps::{ContinentKey, TerritoryKey};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Setup {
    pub players: u8,
    pub bot: StrategyKind,
    pub seed: u64,
}

impl Setup {
    /// The bots on offer; games of random bots might never end.
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

/// Balance figures of one state of the draft. Intervals are valid at any stopping time.
#[derive(Debug, Clone, PartialEq)]
pub struct Figures {
    pub revision: u64,
    pub setup: Setup,
    pub section: Section,
    /// What stands out, causes first.
    pub findings: Vec<Finding>,
    /// The effect of another bonus on the first continent that stands out.
    pub what_if: Option<WhatIf>,
    /// The widest half-interval of wins by place and of continents held.
    pub half: f64,
    /// Whether the map equals the bundled world in play.
    pub is_world: bool,
    /// Territories by game id.
    pub territories: Arc<[TerritoryKey]>,
    /// Continents by game id.
    pub continents: Arc<[ContinentKey]>,
}

/// A continent with another bonus, all else equal.
#[derive(Debug, Clone, PartialEq)]
pub struct WhatIf {
    pub continent: usize,
    pub bonus: u16,
    pub figures: Continent,
}

/// What stopped a search for bonuses.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stopped {
    /// An edit of the map.
    Edited,
    /// Other players, bots or seed.
    OtherSetup,
}

/// A proposal of bonuses.
#[derive(Debug, Clone, PartialEq)]
pub struct Offer {
    /// The revision of the draft it applies to.
    pub revision: u64,
    /// The set-up of the games that led to it.
    pub setup: Setup,
    pub bonuses: Vec<(ContinentKey, Proposal)>,
}

impl Offer {
    /// The proposals without their keys.
    pub fn proposals(&self) -> impl Iterator<Item = &Proposal> + Clone {
        self.bonuses.iter().map(|(_, proposal)| proposal)
    }

    /// Whether any bonus is to change.
    pub fn changes(&self) -> bool {
        self.proposals().any(|p| p.bonus != p.proposed)
    }
}
