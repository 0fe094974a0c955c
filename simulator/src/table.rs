//! Tables of battle odds and their file formats.
//!
//! A table covers every battle of 1 to [`Table::units`] attackers against the same
//! range of defenders. [`Table::read`] recognises a format by its first bytes.

mod csv;
mod json;
mod matrix;
mod read;

pub use matrix::DEFAULT_DECIMALS;
pub use read::ReadTableError;

use std::{
    collections::TryReserveError,
    io::{self, BufReader, Read as _, Write},
    path::Path,
};

use crate::{
    battle::Battle,
    exact::{Exact, Pair},
    method::Method,
    rules::DiceRules,
};

/// The odds of one battle in a table.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Cell {
    /// The attacker's chance to win, from 0 to 1.
    pub win: f64,
    /// Mean number of attackers left after a win; 0 if no battle was won.
    pub survivors: f64,
    /// Standard errors of both, if they were sampled.
    pub errors: Option<Errors>,
}

/// Standard errors of a sampled cell.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Errors {
    /// Standard error of the chance to win, estimated from the sample.
    pub win: f64,
    /// Standard error of the mean number of survivors, estimated from the
    /// sample; NaN with fewer than two wins.
    pub survivors: f64,
}

/// A file format for tables.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// Plain text: row `a`, column `d`, cells `p|e` separated by one space.
    Matrix {
        /// Number of decimals.
        decimals: usize,
        /// Whether cells include the standard errors, `p|e|error of p|error of e`, if
        /// the table has them.
        errors: bool,
    },
    /// Comma-separated values, one line per battle, in full precision.
    Csv,
    /// JSON with the rules and the method, in full precision.
    Json,
}

/// The odds of every battle up to a size.
///
/// ```
/// use marchland_simulator::Battle;
///
/// let table = Battle::classic().table(30);
/// let cell = table.get(3, 2).unwrap();
/// assert!((cell.win - 0.655_953_999_803).abs() < 1e-12);
/// assert!(table.get(31, 2).is_none());
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Table {
    units: usize,
    rules: Option<DiceRules>,
    method: Method,
    /// Chance to win and survivors in `(units + 1)^2` cells by rows, including row
    /// and column 0.
    cells: Vec<Pair>,
    /// Standard errors of both in the same layout; empty if there are none.
    errors: Vec<Pair>,
}

impl Table {
    /// A table whose cells are 0 except for battles without defenders; an error if
    /// memory does not suffice.
    pub(crate) fn empty(
        units: usize,
        rules: Option<DiceRules>,
        method: Method,
        with_errors: bool,
    ) -> Result<Self, TryReserveError> {
        let cells = (units + 1) * (units + 1);
        let zeros = |cells: usize| -> Result<Vec<Pair>, TryReserveError> {
            let mut zeros = Vec::new();
            zeros.try_reserve_exact(cells)?;
            zeros.resize(cells, [0.0; 2]);
            Ok(zeros)
        };
        let mut table = Self {
            units,
            rules,
            method,
            cells: zeros(cells)?,
            errors: zeros(if with_errors { cells } else { 0 })?,
        };
        for a in 1..=units {
            table.cells[a * (units + 1)] = [1.0, a as f64];
        }
        Ok(table)
    }

    /// Sets a cell; drops its errors if the table has none.
    pub(crate) fn set(&mut self, attackers: usize, defenders: usize, cell: Cell) {
        let at = attackers * (self.units + 1) + defenders;
        self.cells[at] = [cell.win, cell.survivors];
        if let (Some(errors), true) = (cell.errors, self.has_errors()) {
            self.errors[at] = [errors.win, errors.survivors];
        }
    }

    /// Maximum number of units on a side.
    pub fn units(&self) -> usize {
        self.units
    }

    /// The dice rules, if known.
    pub fn rules(&self) -> Option<&DiceRules> {
        self.rules.as_ref()
    }

    /// How the numbers were obtained.
    pub fn method(&self) -> Method {
        self.method
    }

    /// Whether the cells have standard errors.
    pub fn has_errors(&self) -> bool {
        !self.errors.is_empty()
    }

    /// The odds of `attackers` (those that may attack) against `defenders`, or
    /// `None` if a side has more units than the table covers. A battle without
    /// attackers is lost, any other without defenders is won.
    pub fn get(&self, attackers: usize, defenders: usize) -> Option<Cell> {
        (attackers <= self.units && defenders <= self.units)
            .then(|| self.cell(attackers, defenders))
    }

    fn cell(&self, attackers: usize, defenders: usize) -> Cell {
        let at = attackers * (self.units + 1) + defenders;
        let [win, survivors] = self.cells[at];
        let errors = self.errors.get(at);
        Cell {
            win,
            survivors,
            errors: errors.map(|&[win, survivors]| Errors { win, survivors }),
        }
    }

    /// Like [`get`](Self::get), with an estimate beyond the table: both sides are
    /// scaled down by the same factor until they fit (each to at least one unit),
    /// and the survivors are scaled up again. The larger a battle, the more the
    /// ratio of the armies decides it, so the estimate slightly underrates the
    /// stronger side.
    pub fn estimate(&self, attackers: usize, defenders: usize) -> Cell {
        if let Some(cell) = self.get(attackers, defenders) {
            return cell;
        }
        let scale = self.units as f64 / attackers.max(defenders) as f64;
        let shrink = |units: usize| {
            if units == 0 {
                0
            } else {
                ((units as f64 * scale).round() as usize).clamp(1, self.units)
            }
        };
        let (a, d) = (shrink(attackers), shrink(defenders));
        let mut cell = self.cell(a, d);
        if a > 0 {
            cell.survivors = (cell.survivors * attackers as f64 / a as f64).min(attackers as f64);
        }
        cell.errors = None;
        cell
    }

    /// All cells by rows: attackers, defenders, odds.
    pub fn cells(&self) -> impl Iterator<Item = (usize, usize, Cell)> + '_ {
        (1..=self.units).flat_map(move |a| (1..=self.units).map(move |d| (a, d, self.cell(a, d))))
    }

    /// Reads a table from a file in any of the formats.
    ///
    /// # Errors
    /// If the file cannot be read or is not a table; the error names the place.
    pub fn read(path: &Path) -> Result<Self, ReadTableError> {
        let file = marchland_files::open(path)?;
        Self::read_from(BufReader::new(file))
    }

    /// Reads a table in any of the formats. Memory grows with the input, not with
    /// the size that it claims to have.
    ///
    /// # Errors
    /// If the input cannot be read or is not a table; the error names the place.
    pub fn read_from(mut input: impl io::BufRead) -> Result<Self, ReadTableError> {
        // A buffer may hold fewer bytes than the formats need to be told apart.
        const ENOUGH: u64 = 200;
        let mut start = Vec::new();
        input.by_ref().take(ENOUGH).read_to_end(&mut start)?;
        // Some editors write a byte order mark.
        if start.starts_with("\u{feff}".as_bytes()) {
            start.drain(.."\u{feff}".len());
        }
        let text = start.trim_ascii_start();
        if text.starts_with(b"{") {
            json::read(text, start.chain(input))
        } else if csv::begins(text) {
            csv::read(&mut start.chain(input))
        } else {
            matrix::read(&mut start.chain(input))
        }
    }

    /// Whether a file that begins with these bytes looks like a table in one of the
    /// formats.
    pub fn begins(head: &[u8]) -> bool {
        let text = head.strip_prefix("\u{feff}".as_bytes()).unwrap_or(head);
        let text = text.trim_ascii_start();
        text.starts_with(csv::HEADER.as_bytes()) || json::begins(text) || matrix::begins(text)
    }

    /// Writes the table.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn write(&self, out: &mut dyn Write, format: Format) -> io::Result<()> {
        match format {
            Format::Matrix { decimals, errors } => matrix::write(self, out, decimals, errors),
            Format::Csv => csv::write(self, out),
            Format::Json => json::write(self, out),
        }
    }
}

impl Battle {
    /// The exact odds of every battle of up to `units` on each side. Takes
    /// microseconds for 30 units and about a millisecond for 1000; a table
    /// takes 16 bytes a cell.
    ///
    /// # Panics
    /// If `units` is 0 or more than [`Battle::most_units`].
    pub fn table(&self, units: usize) -> Table {
        assert!(units > 0, "a table of no units");
        self.assert_fits(units, units);
        let mut exact = Exact::new(units);
        exact.solve(self);
        let mut cells = exact.into_cells();
        // From the mean over all battles to the mean over won battles.
        for [win, survivors] in &mut cells {
            // The quotient of subnormal numbers is noise.
            if *win < f64::MIN_POSITIVE {
                (*win, *survivors) = (0.0, 0.0);
            } else {
                *win = win.min(1.0);
                *survivors /= *win;
            }
        }
        Table {
            units,
            rules: Some(*self.rules()),
            method: Method::Exact,
            cells,
            errors: Vec::new(),
        }
    }
}

/// A cell for a battle of `attackers`, or what is wrong with its numbers.
fn checked_cell(
    win: f64,
    survivors: f64,
    errors: Option<Errors>,
    attackers: usize,
) -> Result<Cell, &'static str> {
    if !(0.0..=1.0).contains(&win) {
        return Err("the chance to win lies between 0 and 1");
    }
    // Other programs divide by the number of wins even if it is 0.
    let survivors = if win == 0.0 && !survivors.is_finite() {
        0.0
    } else {
        survivors
    };
    if survivors.is_nan() {
        return Err("battles are won, so the mean number of attackers left must be a number");
    }
    if survivors > attackers as f64 {
        return Err("no more attackers can be left than there were");
    }
    // A mean may be rounded.
    if survivors < 1.0 - 1e-6 && (win > 0.0 || survivors != 0.0) {
        return Err("the mean number of attackers left is at least 1, or 0 if no battle is won");
    }
    if let Some(errors) = errors {
        // Only the error of the survivors may be unknown. An error cannot exceed the
        // range of its value, and a huge one does not fit into every format.
        let valid = (0.0..=1.0).contains(&errors.win)
            && (errors.survivors.is_nan() || (0.0..=attackers as f64).contains(&errors.survivors));
        if !valid {
            return Err("a standard error is neither negative nor so large");
        }
    }
    Ok(Cell {
        win,
        survivors,
        errors,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn estimates_beyond_the_table_keep_the_ratio() {
        let table = Battle::classic().table(20);
        assert_eq!(table.estimate(20, 20), table.get(20, 20).unwrap());
        let cell = table.estimate(200, 100);
        assert_eq!(cell.win, table.get(20, 10).unwrap().win);
        assert!((cell.survivors - 10.0 * table.get(20, 10).unwrap().survivors).abs() < 1e-9);
        assert_eq!(table.estimate(500, 0).win, 1.0);
        assert_eq!(table.estimate(0, 500).win, 0.0);
        // One unit is not scaled down to none.
        assert_eq!(table.estimate(1, 100).win, table.get(1, 20).unwrap().win);
    }
}
