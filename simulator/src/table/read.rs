//! Why a file is not a table.

use std::io;

use crate::{battle::Battle, rules::RulesError};

/// Why a file could not be read as a table of odds.
#[derive(Debug, thiserror::Error)]
pub enum ReadTableError {
    /// The file could not be opened or read.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The file holds no cells.
    #[error(
        "the file is empty; a table has a row for each number of attackers, with cells like 0.656|2.429"
    )]
    Empty,
    /// More than [`Battle::MAX_UNITS`] rows or columns.
    #[error("a table for more than {max} units", max = Battle::MAX_UNITS)]
    TooLarge,
    /// The table does not fit into memory.
    #[error("not enough memory for a table of {units} units")]
    Memory {
        /// Maximum number of units on a side.
        units: usize,
    },
    /// A cell that is not `p|e` or whose numbers are out of range.
    #[error("line {line}, cell {cell}: {text:?}: {problem}")]
    Cell {
        /// Line in the file, from 1.
        line: usize,
        /// Cell in the line, from 1.
        cell: usize,
        /// The beginning of the cell.
        text: String,
        /// What is wrong with it.
        problem: &'static str,
    },
    /// A row with a different number of cells than the first row.
    #[error("line {line} has {}, the first row {}", count(*.found, "cell"), count(*.expected, "cell"))]
    Columns {
        /// Line in the file, from 1.
        line: usize,
        /// Cells in this row.
        found: usize,
        /// Cells in the first row.
        expected: usize,
    },
    /// The numbers of rows and columns differ.
    #[error(
        "{} of {}: a table is square, so the file is cut off or not a table",
        count(*.found, "row"),
        count(*.expected, "cell")
    )]
    Rows {
        /// Rows in the file.
        found: usize,
        /// Cells in each.
        expected: usize,
    },
    /// A row of a JSON table with a different number of cells than units.
    #[error("row {row} does not have {}", count(*.expected, "cell"))]
    Row {
        /// Attackers of the row.
        row: usize,
        /// Maximum number of units on a side.
        expected: usize,
    },
    /// An invalid line of comma-separated values.
    #[error("line {line}: {text:?}: {problem}")]
    Line {
        /// Line in the file, from 1.
        line: usize,
        /// The beginning of the line.
        text: String,
        /// What is wrong with it.
        problem: &'static str,
    },
    /// Comma-separated values whose number of lines is not a square.
    #[error("{found} battles are not a square number: the file is cut off or lines are missing")]
    Cells {
        /// Battles in the file.
        found: usize,
    },
    /// The last line of a text format has no line feed.
    #[error(
        "the last line does not end with a line feed, so the file may be cut off; add one if it \
         is complete"
    )]
    CutOff,
    /// A battle of a JSON table whose numbers are out of range.
    #[error("{attackers} against {defenders}: {problem}")]
    Battle {
        /// Attackers of the cell.
        attackers: usize,
        /// Defenders of the cell.
        defenders: usize,
        /// What is wrong with it.
        problem: &'static str,
    },
    /// Malformed JSON, or JSON that is not a table.
    #[error("not a JSON table of odds: {0}")]
    Json(serde_json::Error),
    /// A table of another program or of a later version.
    #[error("{found:?} is not a format that this version reads")]
    Version {
        /// Format and version in the file.
        found: String,
    },
    /// Invalid dice rules.
    #[error("the rules in the file: {0}")]
    Rules(RulesError),
}

/// `1 row` or `3 rows`.
fn count(number: usize, what: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{number} {what}{plural}")
}
