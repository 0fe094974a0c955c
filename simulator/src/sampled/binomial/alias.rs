//! Alias tables of binomial distributions (Walker 1977, Vose 1991).
//!
//! Tables leave out values more than 8.5 standard deviations from the mean, whose
//! probability is below the resolution of `f64`.

use rand::Rng;

/// Tables for one probability and several numbers of trials.
#[derive(Debug, Clone, Default)]
pub(super) struct AliasTables {
    tables: Vec<AliasTable>,
    entries: Vec<u64>,
}

#[derive(Debug, Clone, Copy)]
struct AliasTable {
    start: u32,
    /// A random number shifted right by this is the column.
    shift: u32,
    /// The value of column 0.
    base: u64,
}

impl AliasTables {
    /// Appends the table for `n` trials with probability `p`.
    pub(super) fn push(&mut self, n: u64, p: f64) {
        let (base, chances) = probabilities(n, p);
        let columns = chances.len().next_power_of_two().max(2);
        self.tables.push(AliasTable {
            start: self.entries.len() as u32,
            shift: 64 - columns.trailing_zeros(),
            base,
        });
        alias_table(&chances, columns, &mut self.entries);
    }

    /// Draws from the table that was pushed after `table` others.
    #[inline]
    pub(super) fn draw(&self, table: u64, rng: &mut impl Rng) -> u64 {
        let AliasTable { start, shift, base } = self.tables[table as usize];
        let draw = rng.next_u64();
        let column = draw >> shift;
        let entry = self.entries[start as usize + column as usize];
        // The low bits decide; the top bits have chosen the column.
        base + if draw << ALIAS_BITS < entry & !ALIAS_MASK {
            column
        } else {
            entry & ALIAS_MASK
        }
    }
}

/// The first number of successes within 8.5 standard deviations, and the chances of
/// all such numbers from there up; they sum to 1.
fn probabilities(n: u64, p: f64) -> (u64, Vec<f64>) {
    let trials = n as f64;
    let reach = 8.5 * (trials * p * (1.0 - p)).sqrt() + 8.0;
    let first = (trials * p - reach).floor().max(0.0) as u64;
    let last = ((trials * p + reach).ceil() as u64).min(n);
    let mode = (((trials + 1.0) * p) as u64).clamp(first, last);
    let mut chances = vec![0.0; (last - first + 1) as usize];
    // Outwards from the mode, each from its ratio to the previous one.
    chances[(mode - first) as usize] = 1.0;
    let odds = p / (1.0 - p);
    let mut chance = 1.0;
    for k in mode + 1..=last {
        chance *= (trials - k as f64 + 1.0) / k as f64 * odds;
        chances[(k - first) as usize] = chance;
    }
    chance = 1.0;
    for k in (first..mode).rev() {
        chance *= (k as f64 + 1.0) / ((trials - k as f64) * odds);
        chances[(k - first) as usize] = chance;
    }
    let sum: f64 = chances.iter().sum();
    for chance in &mut chances {
        *chance /= sum;
    }
    (first, chances)
}

/// The lowest bits of an entry hold the alias, so a table has at most as many
/// columns as these bits can number.
const ALIAS_BITS: u32 = 12;
const ALIAS_MASK: u64 = (1 << ALIAS_BITS) - 1;

/// Appends an alias table of `columns` entries, a power of two not below the number
/// of `chances`. The upper bits of an entry are the share of its own index in the
/// column, the lowest bits the index that gets the rest.
fn alias_table(chances: &[f64], columns: usize, out: &mut Vec<u64>) {
    debug_assert!(columns <= 1 << ALIAS_BITS, "{columns} columns");
    let start = out.len();
    let mut shares: Vec<f64> = chances
        .iter()
        .map(|chance| chance * columns as f64)
        .collect();
    shares.resize(columns, 0.0);
    // Every column is full until it turns out to be short.
    out.extend((0..columns as u64).map(|index| !ALIAS_MASK | index));
    let (mut under, mut over): (Vec<usize>, Vec<usize>) =
        (0..columns).partition(|&index| shares[index] < 1.0);
    while let (Some(&small), Some(&large)) = (under.last(), over.last()) {
        under.pop();
        let kept = (shares[small] * (1u64 << (64 - ALIAS_BITS)) as f64) as u64;
        out[start + small] = kept << ALIAS_BITS | large as u64;
        shares[large] -= 1.0 - shares[small];
        if shares[large] < 1.0 {
            over.pop();
            under.push(large);
        }
    }
}
