//! One battle: the probability of every way it can end.

use crate::{battle::Battle, choice::Recent, defender::Defender, rules::DiceRules};

/// When the attacker breaks off.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Stop {
    /// Never: the battle ends when one side has no units left.
    #[default]
    Decided,
    /// As soon as this many attackers or fewer are left.
    Left(usize),
    /// After one round of dice.
    Round,
}

/// The ways in which a battle can end.
#[derive(Debug, Clone, PartialEq)]
pub struct Odds {
    /// Attackers at the start.
    pub attackers: usize,
    /// Defenders at the start.
    pub defenders: usize,
    /// When the attacker breaks off.
    pub stop: Stop,
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
    /// Mean number of attackers left after a win; 0 if there is no chance to win.
    pub survivors: f64,
    /// `won[k]`: chance to win with exactly `k` attackers left; `attackers + 1`
    /// entries.
    pub won: Vec<f64>,
    /// `lost[k]`: chance that the last attacker falls with exactly `k` defenders
    /// left; `defenders + 1` entries.
    pub lost: Vec<f64>,
    /// Ends with units on both sides: attackers, defenders, chance; in descending
    /// order of attackers, then of defenders.
    pub broken_off: Vec<(usize, usize, f64)>,
}

impl Stop {
    /// The number of attackers at or below which the attacker breaks off.
    fn left(self) -> usize {
        match self {
            Self::Left(left) => left,
            Self::Decided | Self::Round => 0,
        }
    }
}

impl Odds {
    /// What is fought: `10 attack 8, stopping at 3`.
    pub fn title(&self) -> String {
        let until = match self.stop {
            Stop::Decided => String::new(),
            Stop::Left(left) => format!(", stopping at {left}"),
            Stop::Round => ", one round".into(),
        };
        format!("{} attack {}{until}", self.attackers, self.defenders)
    }
}

impl Battle {
    /// The odds of a battle fought to the end. Takes about a nanosecond for each
    /// of `attackers * defenders` states; memory grows with `defenders` alone.
    ///
    /// # Panics
    /// If a side has more than [`Battle::most_units`] units.
    pub fn odds(&self, attackers: usize, defenders: usize) -> Odds {
        self.odds_until(attackers, defenders, Stop::Decided)
    }

    /// The odds of a battle that the attacker may break off.
    ///
    /// # Panics
    /// If a side has more than [`Battle::most_units`] units.
    pub fn odds_until(&self, attackers: usize, defenders: usize, stop: Stop) -> Odds {
        self.assert_fits(attackers, defenders);
        let defender = Defender::new(self, attackers, defenders, stop.left());
        let mut start = vec![0.0; attackers + 1];
        start[attackers] = 1.0;
        let Ends {
            won,
            lost,
            broken_off,
        } = follow(&defender, &start, defenders, stop);
        let (win, survivors) = chance_and_sum(&won);
        let (loss, holding) = chance_and_sum(&lost);
        let (mut open, mut open_attackers, mut open_defenders) = (0.0, 0.0, 0.0);
        for &(a, d, chance) in &broken_off {
            open += chance;
            open_attackers += a as f64 * chance;
            open_defenders += d as f64 * chance;
        }
        Odds {
            attackers,
            defenders,
            stop,
            win,
            loss,
            open,
            attackers_lost: attackers as f64 - survivors - open_attackers,
            defenders_lost: defenders as f64 - holding - open_defenders,
            survivors: if win > 0.0 { survivors / win } else { 0.0 },
            won,
            lost,
            broken_off,
        }
    }
}

/// The sum of the chances and the sum of each index times its chance.
pub(crate) fn chance_and_sum(chances: &[f64]) -> (f64, f64) {
    let chance = chances.iter().sum();
    let weighted = chances.iter().enumerate();
    (chance, weighted.map(|(units, p)| units as f64 * p).sum())
}

/// The chance of each way in which battles end.
pub(crate) struct Ends {
    pub(crate) won: Vec<f64>,
    pub(crate) lost: Vec<f64>,
    pub(crate) broken_off: Vec<(usize, usize, f64)>,
}

/// Follows the Markov chain to its ends, from `start[a]`, the chance to begin with
/// `a` attackers against `defenders` units. Keeps only the rows that a round can
/// lead to.
pub(crate) fn follow(defender: &Defender<'_>, start: &[f64], defenders: usize, stop: Stop) -> Ends {
    let mut ends = Ends {
        won: vec![0.0; start.len()],
        lost: vec![0.0; defenders + 1],
        broken_off: Vec::new(),
    };
    let stop_at = stop.left();
    let mut rows = Rows::new(defenders + 1);
    let mut recent = Recent::default();
    for a in (0..start.len()).rev() {
        rows.row(a)[defenders] += start[a];
        // In descending order: a round only leads to fewer units.
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

/// A ring buffer of the table rows that a round can lead to.
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
