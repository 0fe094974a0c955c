//! The odds of all battles up to a size, from the Markov chain.
//!
//! A battle is a Markov chain on the states (attackers, defenders), and every
//! round leads to a state with fewer units. So the chance to win and the mean
//! number of surviving attackers come from one pass over the table by rows,
//! each cell from those above and to the left of it:
//!
//! ```text
//! W(a, d) = p0 W(a, d-2) + p1 W(a-1, d-1) + p2 W(a-2, d)
//! ```
//!
//! for two pairs of dice, where the attacker loses k units with chance pk.

use crate::{battle::Battle, defender::Defender, rules::Defence};

/// Chance to win and mean survivors for every battle up to a size, in two
/// tables of `(units + 1)^2` cells that can be solved again without a new
/// allocation.
#[derive(Debug, Clone)]
pub struct Exact {
    units: usize,
    win: Vec<f64>,
    survivors: Vec<f64>,
}

impl Exact {
    /// Room for battles of up to `units` on each side, not yet solved.
    pub fn new(units: usize) -> Self {
        let cells = (units + 1) * (units + 1);
        Self {
            units,
            win: vec![0.0; cells],
            survivors: vec![0.0; cells],
        }
    }

    /// Most units on a side.
    pub fn units(&self) -> usize {
        self.units
    }

    /// The attacker's chance to win with `attackers` against `defenders`.
    ///
    /// # Panics
    /// If a side has more than [`units`](Self::units).
    pub fn win(&self, attackers: usize, defenders: usize) -> f64 {
        assert!(
            defenders <= self.units,
            "{defenders} defenders in a table of {}",
            self.units
        );
        self.win[attackers * (self.units + 1) + defenders]
    }

    /// The mean number of attackers left, a lost battle counting as 0.
    ///
    /// # Panics
    /// If a side has more than [`units`](Self::units).
    pub fn survivors(&self, attackers: usize, defenders: usize) -> f64 {
        assert!(
            defenders <= self.units,
            "{defenders} defenders in a table of {}",
            self.units
        );
        self.survivors[attackers * (self.units + 1) + defenders]
    }

    /// The two tables, win and survivors, with a border row and column 0.
    pub(crate) fn into_tables(self) -> (Vec<f64>, Vec<f64>) {
        (self.win, self.survivors)
    }

    /// Fills both tables with the odds of `battle`.
    pub fn solve(&mut self, battle: &Battle) {
        match battle.rules().defence {
            Defence::All => {
                solve_table(battle, self.units, &mut self.win, |_| 1.0);
                solve_table(battle, self.units, &mut self.survivors, |left| left as f64);
            }
            Defence::Blind | Defence::Seen => self.solve_with_choice(battle),
        }
    }

    /// The defender's choice rests on the chances to win, so these come first.
    fn solve_with_choice(&mut self, battle: &Battle) {
        let defender = Defender::new(battle, self.units, self.units, 0);
        let stride = self.units + 1;
        self.win.copy_from_slice(
            defender
                .win_grid()
                .expect("a defender with a choice weighs the chances to win"),
        );
        for a in 0..stride {
            self.survivors[a * stride] = a as f64;
            for d in 1..stride {
                let mut mean = 0.0;
                if a > 0 {
                    defender.outcomes(a, d, |lost, killed, chance| {
                        mean += chance * self.survivors[(a - lost) * stride + d - killed];
                    });
                }
                self.survivors[a * stride + d] = mean;
            }
        }
    }
}

/// Solves one table for a defender who throws all dice: `goal(a)` is the value
/// of having won with `a` units left, a lost battle is worth 0.
fn solve_table(battle: &Battle, units: usize, table: &mut [f64], goal: impl Fn(usize) -> f64) {
    let stride = units + 1;
    let defender_dice = usize::from(battle.rules().defender_dice);
    for a in 0..stride {
        let (above, rest) = table.split_at_mut(a * stride);
        let row = &mut rest[..stride];
        if a == 0 {
            row.fill(0.0);
            continue;
        }
        row[0] = goal(a);
        let x = a.min(usize::from(battle.rules().attacker_dice));
        // Where two pairs are compared all along, the row goes by blocks.
        let by_blocks = x >= 2 && defender_dice == 2 && units >= 3 + LANES;
        let cells = if by_blocks { 4 } else { stride };
        for d in 1..cells {
            let law = battle.law(x, d.min(defender_dice));
            let pairs = law.pairs();
            row[d] = law
                .chances()
                .iter()
                .enumerate()
                .map(|(lost, chance)| {
                    let left = if lost == 0 {
                        row[d - pairs]
                    } else {
                        above[(a - lost) * stride + d - pairs + lost]
                    };
                    chance * left
                })
                .sum();
        }
        if by_blocks {
            let (above2, above1) = above[(a - 2) * stride..].split_at(stride);
            let law = battle.law(x, 2).chances();
            two_pairs([law[0], law[1], law[2]], above1, above2, row);
        }
    }
}

/// Cells of a row worked out together.
const LANES: usize = 8;

/// Fills `row[4..]`, given `row[..4]` and the two rows above it, for two pairs
/// of dice.
///
/// With `c[d] = p1 above1[d-1] + p2 above2[d]`, which no cell of the row
/// depends on, the row is the recurrence `row[d] = c[d] + p0 row[d-2]`. Put
/// into itself twice it reads
///
/// ```text
/// e[d]   = c[d] + p0 c[d-2]
/// row[d] = e[d] + p0^2 e[d-4] + p0^4 row[d-8]
/// ```
///
/// so that eight cells are computed side by side, and only one multiplication
/// and one addition wait for the block before. No fused operations: the bytes
/// are the same on every machine.
fn two_pairs(chances: [f64; 3], above1: &[f64], above2: &[f64], row: &mut [f64]) {
    #[cfg(target_arch = "x86_64")]
    if std::is_x86_feature_detected!("avx2") {
        #[expect(
            unsafe_code,
            reason = "calls the same safe code, compiled for AVX2, which was just found"
        )]
        // SAFETY: the only requirement of the function is AVX2.
        return unsafe { two_pairs_avx2(chances, above1, above2, row) };
    }
    two_pairs_portably(chances, above1, above2, row);
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn two_pairs_avx2(chances: [f64; 3], above1: &[f64], above2: &[f64], row: &mut [f64]) {
    two_pairs_portably(chances, above1, above2, row);
}

#[expect(
    clippy::inline_always,
    reason = "compiled once for each set of vector instructions"
)]
#[inline(always)]
fn two_pairs_portably([p0, p1, p2]: [f64; 3], above1: &[f64], above2: &[f64], row: &mut [f64]) {
    let (p0_2, p0_4) = (p0 * p0, p0 * p0 * p0 * p0);
    let c = |d: usize| p1 * above1[d - 1] + p2 * above2[d];
    // The block before the first one ends in the four known cells. With zeros
    // further back, c[0] and c[1] have to be the row itself, and so have all
    // four e's.
    let mut row_before = [0.0; LANES];
    let mut e_before = [0.0; LANES];
    let mut c_before = [0.0; LANES];
    for d in 0..4 {
        row_before[4 + d] = row[d];
        e_before[4 + d] = row[d];
        c_before[4 + d] = if d < 2 { row[d] } else { c(d) };
    }
    let mut blocks = row[4..].chunks_exact_mut(LANES);
    // Columns d - 1 of the row above, d of the one above that.
    let mut aligned1 = above1[3..above1.len() - 1].chunks_exact(LANES);
    let mut aligned2 = above2[4..].chunks_exact(LANES);
    for ((block, one), two) in (&mut blocks).zip(&mut aligned1).zip(&mut aligned2) {
        let mut c_now = [0.0; LANES];
        let mut e_now = [0.0; LANES];
        let mut row_now = [0.0; LANES];
        for i in 0..LANES {
            c_now[i] = p1 * one[i] + p2 * two[i];
        }
        for i in 0..LANES {
            let back = if i < 2 {
                c_before[LANES - 2 + i]
            } else {
                c_now[i - 2]
            };
            e_now[i] = c_now[i] + p0 * back;
        }
        for i in 0..LANES {
            let back = if i < 4 {
                e_before[LANES - 4 + i]
            } else {
                e_now[i - 4]
            };
            row_now[i] = (e_now[i] + p0_2 * back) + p0_4 * row_before[i];
        }
        block.copy_from_slice(&row_now);
        (c_before, e_before, row_before) = (c_now, e_now, row_now);
    }
    let tail = blocks.into_remainder().len();
    for d in row.len() - tail..row.len() {
        row[d] = c(d) + p0 * row[d - 2];
    }
}
