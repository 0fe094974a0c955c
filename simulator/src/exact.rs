//! The exact odds of all battles up to a size.
//!
//! A battle is a Markov chain on the states (attackers, defenders), and every
//! round leads to a state with fewer units. So one pass over the table by rows
//! computes the chance to win and the mean number of surviving attackers, each
//! cell from those above it and to its left:
//!
//! ```text
//! W(a, d) = p0 W(a, d-2) + p1 W(a-1, d-1) + p2 W(a-2, d)
//! ```
//!
//! for two pairs of dice, where pk is the chance that the attacker loses k units.

use std::mem;

use crate::{
    battle::Battle,
    choice::Recent,
    rules::{Defence, DiceRules},
};

/// Chance to win and mean survivors of a state, side by side so that one vector
/// operation handles both.
pub(crate) type Pair = [f64; 2];

/// Chance to win and mean survivors of every battle up to a size. Solving the table
/// again allocates nothing.
#[derive(Debug, Clone)]
pub struct Exact {
    units: usize,
    cells: Vec<Pair>,
}

impl Exact {
    /// An unsolved table for up to `units` on each side: `(units + 1)^2` cells of 16
    /// bytes.
    pub fn new(units: usize) -> Self {
        Self {
            units,
            cells: vec![[0.0; 2]; (units + 1) * (units + 1)],
        }
    }

    /// Maximum number of units on a side.
    pub fn units(&self) -> usize {
        self.units
    }

    /// The attacker's chance to win with `attackers` against `defenders`.
    ///
    /// # Panics
    /// If a side has more than [`units`](Self::units).
    pub fn win(&self, attackers: usize, defenders: usize) -> f64 {
        self.cell(attackers, defenders)[0]
    }

    /// The mean number of attackers left, counting a lost battle as 0.
    ///
    /// # Panics
    /// If a side has more than [`units`](Self::units).
    pub fn survivors(&self, attackers: usize, defenders: usize) -> f64 {
        self.cell(attackers, defenders)[1]
    }

    fn cell(&self, attackers: usize, defenders: usize) -> Pair {
        assert!(
            attackers <= self.units && defenders <= self.units,
            "{attackers} against {defenders} units in a table of {}",
            self.units
        );
        self.cells[attackers * (self.units + 1) + defenders]
    }

    /// All cells by rows of attackers, including row and column 0.
    pub(crate) fn into_cells(self) -> Vec<Pair> {
        self.cells
    }

    /// Fills the table with the odds of `battle`.
    pub fn solve(&mut self, battle: &Battle) {
        match battle.rules().defence {
            Defence::All => self.solve_all_dice(battle),
            Defence::Blind | Defence::Seen => self.solve_with_choice(battle),
        }
    }

    /// Solves the table for a defender who throws all dice.
    fn solve_all_dice(&mut self, battle: &Battle) {
        let stride = self.units + 1;
        let rules = battle.rules();
        let most = usize::from(rules.attacker_dice);
        // From row `most` and column 2 on, both sides throw all their dice. If that
        // compares two pairs, the rows are solved in bands.
        let two_pairs = match *battle.law(most, usize::from(rules.defender_dice)).chances() {
            [p0, p1, p2] if rules.defender_dice == 2 => Some([p0, p1, p2]),
            _ => None,
        };
        let mut a = 0;
        while a < stride {
            let rows = match two_pairs {
                Some(_) if a >= most => BAND.min(stride - a),
                _ => 1,
            };
            let alone = if rows == BAND { 2.min(stride) } else { stride };
            for a in a..a + rows {
                for d in 0..alone {
                    self.cells[a * stride + d] = one_cell(battle, &self.cells, stride, a, d);
                }
            }
            if let (Some(chances), BAND) = (two_pairs, rows) {
                let (above, band) = self.cells.split_at_mut(a * stride);
                fill_band(chances, &above[(a - 2) * stride..], band, stride);
            }
            a += rows;
        }
    }

    /// Solves the table for a defender who chooses by the attacker's prospects after
    /// the round. The table holds the chances to win; the chances not to win are kept
    /// for the rows that a round can lead to.
    fn solve_with_choice(&mut self, battle: &Battle) {
        let stride = self.units + 1;
        let mut losses = vec![0.0; DiceRules::ROWS * stride];
        let mut recent = Recent::default();
        for a in 0..stride {
            let row = a % DiceRules::ROWS * stride;
            self.cells[a * stride] = edge(a);
            losses[row] = if a == 0 { 1.0 } else { 0.0 };
            for d in 1..stride {
                let (mut sum, mut loss) = ([0.0; 2], 1.0);
                if a > 0 {
                    loss = 0.0;
                    let next = |lost: usize, killed: usize| {
                        let (a, d) = (a - lost, d - killed);
                        let loss = losses[a % DiceRules::ROWS * stride + d];
                        (self.cells[a * stride + d], loss)
                    };
                    let prospect = |lost, killed| {
                        let ([win, _], loss) = next(lost, killed);
                        [win, loss]
                    };
                    battle.outcomes(a, d, prospect, &mut recent, |lost, killed, chance| {
                        let ([win, survivors], not) = next(lost, killed);
                        sum = [sum[0] + chance * win, sum[1] + chance * survivors];
                        loss += chance * not;
                    });
                }
                self.cells[a * stride + d] = sum;
                losses[row + d] = loss;
            }
        }
    }
}

/// A battle without defenders: won with all attackers, if there are any.
fn edge(attackers: usize) -> Pair {
    if attackers == 0 {
        [0.0; 2]
    } else {
        [1.0, attackers as f64]
    }
}

/// The value of one state from states with fewer units, in a table with rows of
/// `stride` cells.
fn one_cell(battle: &Battle, cells: &[Pair], stride: usize, a: usize, d: usize) -> Pair {
    if a == 0 || d == 0 {
        return edge(if d == 0 { a } else { 0 });
    }
    let law = battle.round(a, d);
    let mut sum = [0.0; 2];
    // In the same order as `after_round`, so that rounding does not depend on the
    // size of the table.
    for (lost, chance) in law.chances().iter().enumerate().rev() {
        let next = cells[(a - lost) * stride + d - (law.pairs() - lost)];
        sum = [sum[0] + chance * next[0], sum[1] + chance * next[1]];
    }
    sum
}

/// Rows that are solved together: enough to overlap, few enough for the registers.
const BAND: usize = 4;

/// Fills the first [`BAND`] rows of `band` from column 2 on, for two pairs of
/// dice; `above` holds the two rows above them.
///
/// A cell depends on the cell two columns before it, so a single row is bound by
/// latency. Rows solved together overlap their latencies, keep each other's cells
/// in registers and read the rows above only once. There are no fused operations,
/// so the result is the same on every machine.
fn fill_band(chances: [f64; 3], above: &[Pair], band: &mut [Pair], stride: usize) {
    let (above2, above1) = above.split_at(stride);
    let above1 = &above1[..stride];
    let mut rest = band;
    let rows: [&mut [Pair]; BAND] = std::array::from_fn(|_| {
        let (row, below) = mem::take(&mut rest).split_at_mut(stride);
        rest = below;
        row
    });
    if stride < 2 {
        return;
    }
    // The cells one and two columns back, and the one above them.
    let mut before2: [Pair; BAND] = std::array::from_fn(|row| rows[row][0]);
    let mut before1: [Pair; BAND] = std::array::from_fn(|row| rows[row][1]);
    let mut corner = above1[1];
    for d in 2..stride {
        let mut now = [[0.0; 2]; BAND];
        for row in 0..BAND {
            let diagonal = if row == 0 { corner } else { before1[row - 1] };
            let up = match row {
                0 => above2[d],
                1 => above1[d],
                _ => now[row - 2],
            };
            now[row] = after_round(chances, before2[row], diagonal, up);
            rows[row][d] = now[row];
        }
        (corner, before2, before1) = (above1[d], before1, now);
    }
}

/// The value of a state from the states in which the attacker has lost none, one
/// and two units.
#[inline]
fn after_round([p0, p1, p2]: [f64; 3], none: Pair, one: Pair, two: Pair) -> Pair {
    std::array::from_fn(|i| (p2 * two[i] + p1 * one[i]) + p0 * none[i])
}
