//! One battle: every way it can end, and how likely each is.

use crate::{battle::Battle, choice::Recent, defender::Defender, rules::DiceRules};

/// When the attacker breaks off.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Stop {
    /// Never: one side falls to the last unit.
    #[default]
    Decided,
    /// As soon as this many attackers are left, or fewer.
    Left(usize),
    /// After one round of dice.
    Round,
}

/// How a battle may end.
#[derive(Debug, Clone, PartialEq)]
pub struct Odds {
    /// Units that may attack at the start.
    pub attackers: usize,
    /// Units that defend at the start.
    pub defenders: usize,
    /// Chance that the last defender falls.
    pub win: f64,
    /// Chance that the last attacker falls.
    pub loss: f64,
    /// Chance that the attacker breaks off with units on both sides.
    pub open: f64,
    /// Mean number of attackers lost, however it ends.
    pub attackers_lost: f64,
    /// Mean number of defenders lost, however it ends.
    pub defenders_lost: f64,
    /// Mean number of attackers left after a win; 0 if there is no chance of one.
    pub survivors: f64,
    /// `won[k]`: chance to win with exactly `k` attackers left; `attackers + 1`
    /// entries.
    pub won: Vec<f64>,
    /// `lost[k]`: chance that the last attacker falls and exactly `k` defenders
    /// are left; `defenders + 1` entries.
    pub lost: Vec<f64>,
    /// Ends with units on both sides: attackers, defenders, chance; by falling
    /// attackers, then falling defenders.
    pub broken_off: Vec<(usize, usize, f64)>,
}

impl Odds {
    /// Mean number of attackers left, however the battle ends.
    pub fn attackers_left(&self) -> f64 {
        self.attackers as f64 - self.attackers_lost
    }

    /// Mean number of defenders left, however the battle ends.
    pub fn defenders_left(&self) -> f64 {
        self.defenders as f64 - self.defenders_lost
    }
}

impl Battle {
    /// The odds of a battle fought to the end. Costs about `attackers *
    /// defenders` steps of a nanosecond and keeps a few rows of memory.
    ///
    /// # Panics
    /// If a side has more than [`Battle::most_units`] units.
    pub fn odds(&self, attackers: usize, defenders: usize) -> Odds {
        odds(self, attackers, defenders, Stop::Decided)
    }

    /// The odds of a battle that the attacker may break off.
    ///
    /// # Panics
    /// If a side has more than [`Battle::most_units`] units.
    pub fn odds_until(&self, attackers: usize, defenders: usize, stop: Stop) -> Odds {
        odds(self, attackers, defenders, stop)
    }
}

/// Where the chance has gone when no state is left to fight in.
pub(crate) struct Ends {
    pub(crate) won: Vec<f64>,
    pub(crate) lost: Vec<f64>,
    pub(crate) broken_off: Vec<(usize, usize, f64)>,
}

/// Follows the chain from `start[a]`, the chance to begin with `a` attackers
/// against `defenders` units, down to its ends. Keeps as many rows as a round
/// may cost attackers.
pub(crate) fn follow(defender: &Defender<'_>, start: &[f64], defenders: usize, stop: Stop) -> Ends {
    let mut ends = Ends {
        won: vec![0.0; start.len()],
        lost: vec![0.0; defenders + 1],
        broken_off: Vec::new(),
    };
    let stop_at = match stop {
        Stop::Left(left) => left,
        Stop::Decided | Stop::Round => 0,
    };
    let mut rows = Rows::new(defenders + 1);
    let mut recent = Recent::default();
    for a in (0..start.len()).rev() {
        rows.row(a)[defenders] += start[a];
        // By falling defenders: a round only leads to fewer.
        for d in (0..=defenders).rev() {
            let chance = rows.row(a)[d];
            if chance == 0.0 {
                continue;
            }
            if d == 0 {
                ends.won[a] += chance;
            } else if a == 0 {
                ends.lost[d] += chance;
            } else if a <= stop_at
                || (stop == Stop::Round && (a + 1 < start.len() || d < defenders))
            {
                ends.broken_off.push((a, d, chance));
            } else {
                defender.outcomes(a, d, &mut recent, |lost, killed, then| {
                    rows.row(a - lost)[d - killed] += chance * then;
                });
            }
        }
        rows.row(a).fill(0.0);
    }
    ends
}

/// The few rows of the table that a round can lead to, used in turn.
struct Rows {
    cells: Vec<f64>,
    columns: usize,
}

impl Rows {
    fn new(columns: usize) -> Self {
        Self {
            cells: vec![0.0; DiceRules::ROWS * columns],
            columns,
        }
    }

    #[inline]
    fn row(&mut self, attackers: usize) -> &mut [f64] {
        let at = attackers % DiceRules::ROWS * self.columns;
        &mut self.cells[at..at + self.columns]
    }
}

fn odds(battle: &Battle, attackers: usize, defenders: usize, stop: Stop) -> Odds {
    battle.assert_fits(attackers, defenders);
    let stop_at = if let Stop::Left(left) = stop { left } else { 0 };
    let defender = Defender::new(battle, attackers, defenders, stop_at);
    let mut start = vec![0.0; attackers + 1];
    start[attackers] = 1.0;
    let Ends {
        won,
        lost,
        broken_off,
    } = follow(&defender, &start, defenders, stop);
    let mean = |chances: &[f64]| {
        chances
            .iter()
            .enumerate()
            .map(|(units, chance)| units as f64 * chance)
            .sum::<f64>()
    };
    let win: f64 = won.iter().sum();
    let (open, open_attackers, open_defenders) = broken_off.iter().fold(
        (0.0, 0.0, 0.0),
        |(chance, attackers, defenders), &(a, d, p)| {
            (
                chance + p,
                attackers + a as f64 * p,
                defenders + d as f64 * p,
            )
        },
    );
    let survivors = mean(&won);
    Odds {
        attackers,
        defenders,
        win,
        loss: lost.iter().sum(),
        open,
        attackers_lost: attackers as f64 - survivors - open_attackers,
        defenders_lost: defenders as f64 - mean(&lost) - open_defenders,
        survivors: if win > 0.0 { survivors / win } else { 0.0 },
        won,
        lost,
        broken_off,
    }
}
