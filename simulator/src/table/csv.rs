//! Comma-separated values: one line per battle, in full precision.

use std::io::{self, BufRead, Read as _, Write};

use super::{Errors, ReadTableError, Table, checked_cell};
use crate::{battle::Battle, method::Method};

/// Whether the text begins like comma-separated values, perhaps of another program.
pub(super) fn begins(text: &[u8]) -> bool {
    let text = String::from_utf8_lossy(text);
    let first = text.lines().next().unwrap_or_default();
    first.contains("attackers") && !first.starts_with('#')
}

/// The first line, or its beginning if there are errors.
pub(super) const HEADER: &str = "attackers,defenders,win,survivors";
const HEADER_WITH_ERRORS: &str = "attackers,defenders,win,survivors,win_error,survivors_error";

const MAX_LINE: u64 = 1024;

pub(super) fn write(table: &Table, out: &mut dyn Write) -> io::Result<()> {
    writeln!(
        out,
        "{}",
        if table.has_errors() {
            HEADER_WITH_ERRORS
        } else {
            HEADER
        }
    )?;
    for (a, d, cell) in table.cells() {
        // `{:?}` writes small numbers with an exponent instead of many zeros.
        write!(out, "{a},{d},{:?},{:?}", cell.win, cell.survivors)?;
        if let Some(errors) = cell.errors {
            write!(out, ",{:?},", errors.win)?;
            // An unknown error is an empty field.
            if errors.survivors.is_finite() {
                write!(out, "{:?}", errors.survivors)?;
            }
        }
        writeln!(out)?;
    }
    Ok(())
}

pub(super) fn read(input: &mut impl BufRead) -> Result<Table, ReadTableError> {
    let mut cells = Vec::new();
    let mut with_errors = false;
    let mut is_complete = true;
    let mut line = Vec::new();
    for number in 1.. {
        line.clear();
        if input.by_ref().take(MAX_LINE).read_until(b'\n', &mut line)? == 0 {
            break;
        }
        is_complete = line.ends_with(b"\n");
        let text = String::from_utf8_lossy(&line);
        let text = text.trim_start_matches('\u{feff}').trim();
        if number == 1 {
            // Other programs quote names.
            with_errors = match &*text.replace('"', "") {
                HEADER => false,
                HEADER_WITH_ERRORS => true,
                other if other.contains([';', '\t']) => {
                    let problem = "fields are separated by commas, and numbers have a point";
                    return Err(bad_line(number, text, problem));
                }
                _ => {
                    let problem = "the first line is attackers,defenders,win,survivors, perhaps \
                                   with ,win_error,survivors_error";
                    return Err(bad_line(number, text, problem));
                }
            };
            continue;
        }
        if text.is_empty() {
            continue;
        }
        if cells.len() == Battle::MAX_UNITS * Battle::MAX_UNITS {
            return Err(ReadTableError::TooLarge);
        }
        let parsed = parse(text, with_errors).map_err(|problem| bad_line(number, text, problem))?;
        cells.push((number, parsed));
    }
    let units = cells.len().isqrt();
    if units == 0 {
        return Err(ReadTableError::Empty);
    }
    if units * units != cells.len() {
        return Err(ReadTableError::Cells { found: cells.len() });
    }
    if !is_complete {
        return Err(ReadTableError::CutOff);
    }
    let mut table = Table::empty(units, None, Method::Unknown, with_errors)
        .map_err(|_| ReadTableError::Memory { units })?;
    for (index, (number, (a, d, cell))) in cells.into_iter().enumerate() {
        if (a, d) != (index / units + 1, index % units + 1) {
            let text = format!("{a},{d},...");
            return Err(bad_line(
                number,
                &text,
                "the battles are not in order: by attackers, then by defenders",
            ));
        }
        table.set(a, d, cell);
    }
    Ok(table)
}

fn parse(text: &str, with_errors: bool) -> Result<(usize, usize, super::Cell), &'static str> {
    let fields: Vec<&str> = text.split(',').collect();
    if fields.len() != if with_errors { 6 } else { 4 } {
        return Err("a line has as many fields as the first one");
    }
    let units = |field: &str| {
        field
            .trim()
            .parse()
            .map_err(|_| "a number of units is expected")
    };
    let number = |field: &str| {
        field
            .trim()
            .parse::<f64>()
            .map_err(|_| "a number is expected")
    };
    let (a, d) = (units(fields[0])?, units(fields[1])?);
    let errors = if with_errors {
        let survivors = if fields[5].trim().is_empty() {
            f64::NAN
        } else {
            number(fields[5])?
        };
        Some(Errors {
            win: number(fields[4])?,
            survivors,
        })
    } else {
        None
    };
    Ok((
        a,
        d,
        checked_cell(number(fields[2])?, number(fields[3])?, errors, a)?,
    ))
}

fn bad_line(line: usize, text: &str, problem: &'static str) -> ReadTableError {
    ReadTableError::Line {
        line,
        text: text.chars().take(60).collect(),
        problem,
    }
}
