//! Why a file is not a table.

use std::io;

use crate::{battle::Battle, rules::RulesError};

/// Why a file could not be read as a table of odds.
#[derive(Debug, thiserror::Error)]
pub enum ReadTableError {
    /// The file could not be opened or read.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// There is nothing in it.
    #[error(
        "the file is empty; a table has a row for each number of attackers, with cells like 0.656|2.429"
    )]
    Empty,
    /// More rows or columns than any table has.
    #[error("a table for more than {max} units", max = Battle::MAX_UNITS)]
    TooLarge,
    /// The table does not fit into memory.
    #[error("not enough memory for a table of {units} units")]
    Memory {
        /// Most units on a side.
        units: usize,
    },
    /// A cell that is not `p|e`, or numbers out of range.
    #[error("line {line}, cell {cell}: {text:?}: {problem}")]
    Cell {
        /// Line in the file, from 1.
        line: usize,
        /// Cell in the line, from 1.
        cell: usize,
        /// The cell as it stands, cut after some characters.
        text: String,
        /// What is wrong with it.
        problem: &'static str,
    },
    /// A row with another number of cells than the first.
    #[error(
        "line {line} has {found} cells, but a table of {expected} columns needs {expected} in every row"
    )]
    Columns {
        /// Line in the file, from 1.
        line: usize,
        /// Cells in this row.
        found: usize,
        /// Cells in the first row.
        expected: usize,
    },
    /// Not as many rows as columns.
    #[error(
        "{} of {}: the table is square, so the file was cut off or is not a table",
        count(*.found, "row"),
        count(*.expected, "cell")
    )]
    Rows {
        /// Rows in the file.
        found: usize,
        /// Cells in each.
        expected: usize,
    },
    /// A row of a JSON table with another number of cells than the table has.
    #[error(
        "row {row} has not {expected} cells, as a table of {expected} units needs in every row"
    )]
    Row {
        /// Attackers of the row.
        row: usize,
        /// Units on a side.
        expected: usize,
    },
    /// A line of comma-separated values that is not a battle.
    #[error("line {line}: {text:?}: {problem}")]
    Line {
        /// Line in the file, from 1.
        line: usize,
        /// The line as it stands, cut after some characters.
        text: String,
        /// What is wrong with it.
        problem: &'static str,
    },
    /// Comma-separated values that make no square.
    #[error("{found} battles, not a square number: the file was cut off or lines are missing")]
    Cells {
        /// Battles in the file.
        found: usize,
    },
    /// A battle with numbers that cannot be.
    #[error("{attackers} against {defenders}: {problem}")]
    Battle {
        /// Attackers of the cell.
        attackers: usize,
        /// Defenders of the cell.
        defenders: usize,
        /// What is wrong with it.
        problem: &'static str,
    },
    /// JSON that cannot be read or is not a table.
    #[error("not a JSON table of odds: {0}")]
    Json(serde_json::Error),
    /// A table of another program or a later version.
    #[error("{found:?} is not a format this version reads")]
    Version {
        /// Format and version as they stand.
        found: String,
    },
    /// Rules that cannot be played.
    #[error("the rules in the file: {0}")]
    Rules(RulesError),
}

/// `1 row` or `3 rows`.
fn count(number: usize, what: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{number} {what}{plural}")
}
