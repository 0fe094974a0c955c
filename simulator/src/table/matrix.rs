//! The plain text matrix: row `a`, column `d`, cells `p|e`.

use std::io::{self, BufRead, Read as _, Write};

use super::{Cell, Errors, ReadTableError, Table, checked_cell};
use crate::{battle::Battle, method::Method};

/// Digits after the point if nothing else is asked for.
pub const DEFAULT_DECIMALS: usize = 6;

/// Bytes a cell may take, separators included, before a line is not a table.
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

/// Whether a text that begins so is a matrix: its first cell is one.
pub(super) fn begins(head: &[u8]) -> bool {
    let head = String::from_utf8_lossy(head);
    let mut lines = head.lines().map(str::trim);
    let row = lines.find(|line| !line.is_empty() && !line.starts_with('#'));
    let cell = row.and_then(|row| row.split_whitespace().next());
    cell.is_some_and(|cell| parse_cell(cell, 1).is_ok())
}

pub(super) fn read(input: &mut impl BufRead) -> Result<Table, ReadTableError> {
    let mut rows: Vec<Vec<Cell>> = Vec::new();
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
mod tests {
    use super::*;
    use crate::table::Format;

    fn parse(text: &str) -> Result<Table, ReadTableError> {
        Table::read_from(text.as_bytes())
    }

    #[test]
    fn a_written_table_reads_back() {
        let table = Battle::classic().table(12);
        let mut text = Vec::new();
        table
            .write(
                &mut text,
                Format::Matrix {
                    decimals: 6,
                    errors: false,
                },
            )
            .unwrap();
        let first = String::from_utf8(text.clone())
            .unwrap()
            .lines()
            .next()
            .unwrap()
            .to_owned();
        assert!(
            first.starts_with("0.416667|1.000000 0.106096|1.000000 0.027015|1.000000 "),
            "{first}"
        );
        let back = Table::read_from(text.as_slice()).unwrap();
        assert_eq!(back.units(), 12);
        for (a, d, cell) in table.cells() {
            let read = back.get(a, d).unwrap();
            assert!(
                (read.win - cell.win).abs() <= 5e-7
                    && (read.survivors - cell.survivors).abs() <= 5e-7
            );
        }
    }

    #[test]
    fn other_programs_spacing_and_empty_wins_are_understood() {
        let table =
            parse("\u{feff}0.419|1\t0|nan \r\n\n# a note\n  0.754|1.767   0.363|-nan").unwrap_err();
        assert!(
            matches!(
                table,
                ReadTableError::Cell {
                    line: 4,
                    cell: 2,
                    ..
                }
            ),
            "{table}"
        );
        let table = parse("0.419|1\t0|nan \r\n\n# a note\n  0.754|1.767   0.363|1.5\n").unwrap();
        assert_eq!(
            table.get(1, 2).unwrap(),
            Cell {
                win: 0.0,
                survivors: 0.0,
                errors: None
            }
        );
        assert_eq!(table.get(2, 2).unwrap().survivors, 1.5);
    }

    #[test]
    fn standard_errors_may_stand_beside() {
        let table = parse("0.419|1|0.005|0").unwrap();
        assert_eq!(
            table.get(1, 1).unwrap().errors,
            Some(Errors {
                win: 0.005,
                survivors: 0.0
            })
        );
    }

    #[test]
    fn damage_is_named_with_its_place() {
        let message = |text: &str| parse(text).unwrap_err().to_string();
        assert!(message("").contains("empty"));
        assert!(message("0.4|1 0.1|1\n").contains("1 row of 2 cells"));
        assert!(message("0.4|1\n0.1|1\n").contains("2 rows of 1 cell:"));
        assert!(message("0.4|1 0.1|1\n0.4|1\n").contains("line 2 has 1 cells"));
        assert!(message("0.4|1 0.1\n").contains("line 1, cell 2"));
        assert!(message("1.4|1\n").contains("between 0 and 1"));
        assert!(message("0.4|2\n").contains("left than there were"));
        assert!(message("0.4|inf\n").contains("left than there were"));
        assert!(message("0.4|1|0.1\n").contains("two or four"));
        assert!(message("\u{1}\u{2}\u{0}").contains("line 1, cell 1"));
    }
}
