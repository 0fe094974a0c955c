//! The plain text matrix: row `a`, column `d`, cells `p|e`.

use std::io::{self, BufRead, Read as _, Write};

use super::{Cell, Errors, ReadTableError, Table, checked_cell};
use crate::{battle::Battle, method::Method};

/// The default number of decimals.
pub const DEFAULT_DECIMALS: usize = 6;

/// Maximum length of a cell in bytes, including its separator.
const MAX_CELL_BYTES: usize = 128;

pub(super) fn write(
    table: &Table,
    out: &mut dyn Write,
    decimals: usize,
    errors: bool,
) -> io::Result<()> {
    for a in 1..=table.units {
        for d in 1..=table.units {
            let cell = table.cell(a, d);
            let separator = if d == table.units { '\n' } else { ' ' };
            write!(out, "{:.decimals$}|{:.decimals$}", cell.win, cell.survivors)?;
            if let (true, Some(Errors { win, survivors })) = (errors, cell.errors) {
                write!(out, "|{win:.decimals$}|{survivors:.decimals$}")?;
            }
            write!(out, "{separator}")?;
        }
    }
    Ok(())
}

/// Whether the first cell of the text is valid.
pub(super) fn begins(head: &[u8]) -> bool {
    let head = String::from_utf8_lossy(head);
    let mut lines = head.lines().map(str::trim);
    let row = lines.find(|line| !line.is_empty() && !line.starts_with('#'));
    let cell = row.and_then(|row| row.split_whitespace().next());
    cell.is_some_and(|cell| parse_cell(cell, 1).is_ok())
}

pub(super) fn read(input: &mut impl BufRead) -> Result<Table, ReadTableError> {
    let mut rows: Vec<Vec<Cell>> = Vec::new();
    let mut is_complete = true;
    let mut line = Vec::new();
    let mut number = 0;
    loop {
        line.clear();
        let limit = Battle::MAX_UNITS * MAX_CELL_BYTES;
        if input
            .by_ref()
            .take(limit as u64 + 1)
            .read_until(b'\n', &mut line)?
            == 0
        {
            break;
        }
        number += 1;
        is_complete = line.ends_with(b"\n");
        if line.len() > limit {
            return Err(ReadTableError::TooLarge);
        }
        let text = String::from_utf8_lossy(&line);
        let content = text.trim_start_matches('\u{feff}').trim();
        if content.is_empty() || content.starts_with('#') {
            continue;
        }
        let attackers = rows.len() + 1;
        let mut row = Vec::new();
        for (index, text) in content.split_whitespace().enumerate() {
            if index == Battle::MAX_UNITS {
                return Err(ReadTableError::TooLarge);
            }
            let cell = parse_cell(text, attackers).map_err(|problem| ReadTableError::Cell {
                line: number,
                cell: index + 1,
                text: text.chars().take(40).collect(),
                problem,
            })?;
            row.push(cell);
        }
        let expected = rows.first().map_or(row.len(), Vec::len);
        if row.len() != expected {
            return Err(ReadTableError::Columns {
                line: number,
                found: row.len(),
                expected,
            });
        }
        if rows.len() == expected {
            return Err(ReadTableError::Rows {
                found: rows.len() + 1,
                expected,
            });
        }
        rows.push(row);
    }
    let units = rows.len();
    let Some(expected) = rows.first().map(Vec::len) else {
        return Err(ReadTableError::Empty);
    };
    if units != expected {
        return Err(ReadTableError::Rows {
            found: units,
            expected,
        });
    }
    if !is_complete {
        return Err(ReadTableError::CutOff);
    }
    let with_errors = rows.iter().flatten().all(|cell| cell.errors.is_some());
    let mut table = Table::empty(units, None, Method::Unknown, with_errors)
        .map_err(|_| ReadTableError::Memory { units })?;
    for (a, row) in rows.into_iter().enumerate() {
        for (d, cell) in row.into_iter().enumerate() {
            table.set(a + 1, d + 1, cell);
        }
    }
    Ok(table)
}

/// Reads `p|e`, or `p|e|standard error of p|standard error of e`.
fn parse_cell(text: &str, attackers: usize) -> Result<Cell, &'static str> {
    let mut numbers = text.split('|').map(|number| number.parse::<f64>().ok());
    let mut next = || {
        numbers
            .next()
            .map(|number| number.ok_or("a number is expected on each side of |"))
    };
    let win = next().expect("a split yields at least one part")?;
    let survivors = next().ok_or("two numbers joined by | are expected")??;
    let errors = match (next(), next()) {
        (None, _) => None,
        (Some(win), Some(survivors)) => Some(Errors {
            win: win?,
            survivors: survivors?,
        }),
        (Some(_), None) => return Err("two or four numbers joined by | are expected"),
    };
    if next().is_some() {
        return Err("two or four numbers joined by | are expected");
    }
    checked_cell(win, survivors, errors, attackers)
}

#[cfg(test)]
mod tests;
