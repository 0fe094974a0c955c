//! What a search knows of a candidate for a plan: its marches, its odds and its worth.

use super::route::March;

/// From this chance on, failure is not considered.
pub(super) const SURE: f32 = 0.99;

/// The odds of some marches.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Outlook {
    /// The chance that all succeed.
    pub(super) chance: f32,
    /// The index of the march likeliest to fail, and of its step likeliest to fail.
    pub(super) weakest: (usize, usize),
    /// The number of boards that show success.
    pub(super) boards: usize,
}

impl Outlook {
    /// Of no march at all.
    pub(super) const SURE: Self = Self {
        chance: 1.0,
        weakest: (0, 0),
        boards: 1,
    };
}

#[derive(Debug, Clone, Copy)]
pub(super) struct Prospect {
    pub(super) chance: f32,
    /// The value after success.
    pub(super) best: f32,
    /// The value after failure.
    pub(super) worst: f32,
}

impl Prospect {
    pub(super) fn value(self) -> f32 {
        self.expect(self.best)
    }

    /// What success must be worth for the whole to be worth `value`, and a bit less for rounding.
    pub(super) fn needs(self, value: f32) -> f32 {
        (value - (1.0 - self.chance) * self.worst) / self.chance - 1e-6
    }

    /// The value if success is worth `best`.
    pub(super) fn expect(self, best: f32) -> f32 {
        self.chance * best + (1.0 - self.chance) * self.worst
    }
}

/// What a plan is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Goal {
    /// Attack nothing.
    #[default]
    Hold,
    /// Take a neighbour, for a card, a shorter border or a link.
    Take,
    /// Complete a continent.
    Continent,
    /// Break the continent of a rival.
    Break,
    /// Defeat a rival, for the cards.
    Defeat,
}

/// A candidate whose chance is above the gate.
#[derive(Debug, Default)]
pub(super) struct Candidate {
    pub(super) goal: Goal,
    pub(super) marches: Vec<March>,
    pub(super) places: Vec<(u16, u32)>,
    pub(super) outlook: Outlook,
    /// The value after success.
    pub(super) best: f32,
    /// The value after failure, once known.
    pub(super) worst: Option<f32>,
}

impl Candidate {
    /// Becomes another candidate, and reuses the allocations.
    pub(super) fn renew(
        &mut self,
        goal: Goal,
        marches: &[March],
        places: &[(u16, u32)],
        outlook: Outlook,
    ) {
        self.goal = goal;
        self.marches.truncate(marches.len());
        let known = self.marches.len();
        for (own, march) in self.marches.iter_mut().zip(marches) {
            own.root = march.root;
            own.steps.clone_from(&march.steps);
        }
        self.marches.extend_from_slice(&marches[known..]);
        self.places.clear();
        self.places.extend_from_slice(places);
        self.outlook = outlook;
        self.worst = None;
    }

    /// What it leads to, if failure is worth `worst`.
    pub(super) fn prospect(&self, worst: f32) -> Prospect {
        Prospect {
            chance: self.outlook.chance,
            best: self.best,
            worst,
        }
    }

    pub(super) fn is_sure(&self) -> bool {
        self.outlook.chance >= SURE
    }

    /// The most it may be worth: failure is no better than holding.
    pub(super) fn promise(&self, hold: f32) -> f32 {
        let worst = if self.is_sure() {
            self.best
        } else {
            self.best.min(hold)
        };
        self.prospect(worst).value()
    }
}
