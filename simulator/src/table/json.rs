//! JSON with the rules, the method and the numbers.

use std::io::{self, Read, Write};

use serde::{Deserialize, Serialize};

use super::{Errors, ReadTableError, Table, checked_cell};
use crate::{
    battle::Battle,
    method::{Method, Sampling},
    rules::DiceRules,
};

const FORMAT: &str = "marchland-odds";
const VERSION: u32 = 1;

#[derive(Serialize, Deserialize)]
struct File {
    format: String,
    version: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    rules: Option<DiceRules>,
    #[serde(skip_serializing_if = "Option::is_none")]
    method: Option<Origin>,
    units: usize,
    win: Vec<Vec<f64>>,
    survivors: Vec<Vec<f64>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    win_error: Option<Vec<Vec<f64>>>,
    /// Null with fewer than two wins.
    #[serde(skip_serializing_if = "Option::is_none")]
    survivors_error: Option<Vec<Vec<Option<f64>>>>,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "lowercase", tag = "name")]
enum Origin {
    Exact,
    Dice { iterations: u64, seed: u64 },
    Split { iterations: u64, seed: u64 },
}

/// Whether the text begins like a table, with `format` as its first member.
pub(super) fn begins(head: &[u8]) -> bool {
    let head = String::from_utf8_lossy(&head[..head.len().min(200)]);
    let start: String = head.split_whitespace().collect();
    start.starts_with(&format!("{{\"format\":\"{FORMAT}\""))
}

/// The format and version at the beginning of a table of another version, whose members may
/// be different ones.
fn other_version(head: &[u8]) -> Option<String> {
    let head = String::from_utf8_lossy(head);
    let head: String = head.split_whitespace().collect();
    let (_, version) = head.split_once(&format!("{{\"format\":\"{FORMAT}\",\"version\":"))?;
    let (version, _) = version.split_once([',', '}'])?;
    (version != VERSION.to_string()).then(|| format!("{FORMAT} {version}"))
}

pub(super) fn write(table: &Table, out: &mut dyn Write) -> io::Result<()> {
    let rows = |of: &dyn Fn(super::Cell) -> f64| -> Vec<Vec<f64>> {
        (1..=table.units)
            .map(|a| (1..=table.units).map(|d| of(table.cell(a, d))).collect())
            .collect()
    };
    let error = |cell: super::Cell| {
        cell.errors.unwrap_or(Errors {
            win: f64::NAN,
            survivors: f64::NAN,
        })
    };
    let file = File {
        format: FORMAT.into(),
        version: VERSION,
        rules: table.rules,
        method: match table.method {
            Method::Unknown => None,
            Method::Exact => Some(Origin::Exact),
            Method::Sampled {
                iterations,
                seed,
                sampling,
            } => Some(match sampling {
                Sampling::Dice => Origin::Dice { iterations, seed },
                Sampling::Split => Origin::Split { iterations, seed },
            }),
        },
        units: table.units,
        win: rows(&|cell| cell.win),
        survivors: rows(&|cell| cell.survivors),
        win_error: table.has_errors().then(|| rows(&|cell| error(cell).win)),
        survivors_error: table.has_errors().then(|| {
            let known = |number: f64| number.is_finite().then_some(number);
            rows(&|cell| error(cell).survivors)
                .into_iter()
                .map(|row| row.into_iter().map(known).collect())
                .collect()
        }),
    };
    serde_json::to_writer(&mut *out, &file)?;
    writeln!(out)
}

/// Reads a table that begins with `head`, from `input` as a whole.
pub(super) fn read(head: &[u8], input: impl Read) -> Result<Table, ReadTableError> {
    let file: File = serde_json::from_reader(input).map_err(|error| {
        match (error.io_error_kind(), other_version(head)) {
            (Some(kind), _) => ReadTableError::Io(kind.into()),
            (None, Some(found)) => ReadTableError::Version { found },
            (None, None) => ReadTableError::Json(error),
        }
    })?;
    if file.format != FORMAT || file.version != VERSION {
        return Err(ReadTableError::Version {
            found: format!("{} {}", file.format, file.version),
        });
    }
    let units = file.units;
    if units == 0 {
        return Err(ReadTableError::Empty);
    }
    if units > Battle::MAX_UNITS {
        return Err(ReadTableError::TooLarge);
    }
    square(units, file.win.iter().map(Vec::len))?;
    square(units, file.survivors.iter().map(Vec::len))?;
    if file.win_error.is_some() != file.survivors_error.is_some() {
        let reason = "it has win_error or survivors_error; a table has both or neither";
        return Err(ReadTableError::Json(serde::de::Error::custom(reason)));
    }
    let errors = file.win_error.zip(file.survivors_error);
    if let Some((win, survivors)) = &errors {
        square(units, win.iter().map(Vec::len))?;
        square(units, survivors.iter().map(Vec::len))?;
    }
    if let Some(rules) = file.rules {
        rules.check().map_err(ReadTableError::Rules)?;
    }
    let sampled = |sampling, iterations, seed| Method::Sampled {
        iterations,
        seed,
        sampling,
    };
    let method = match file.method {
        None => Method::Unknown,
        Some(Origin::Exact) => Method::Exact,
        Some(Origin::Dice { iterations, seed }) => sampled(Sampling::Dice, iterations, seed),
        Some(Origin::Split { iterations, seed }) => sampled(Sampling::Split, iterations, seed),
    };
    let mut table = Table::empty(units, file.rules, method, errors.is_some())
        .map_err(|_| ReadTableError::Memory { units })?;
    for a in 1..=units {
        for d in 1..=units {
            let errors = errors.as_ref().map(|(win, survivors)| Errors {
                win: win[a - 1][d - 1],
                survivors: survivors[a - 1][d - 1].unwrap_or(f64::NAN),
            });
            let cell = checked_cell(
                file.win[a - 1][d - 1],
                file.survivors[a - 1][d - 1],
                errors,
                a,
            )
            .map_err(|problem| ReadTableError::Battle {
                attackers: a,
                defenders: d,
                problem,
            })?;
            table.set(a, d, cell);
        }
    }
    Ok(table)
}

/// Checks that there are `units` rows of `units` cells.
fn square(
    units: usize,
    mut rows: impl ExactSizeIterator<Item = usize>,
) -> Result<(), ReadTableError> {
    if rows.len() != units {
        return Err(ReadTableError::Rows {
            found: rows.len(),
            expected: units,
        });
    }
    match rows.position(|cells| cells != units) {
        Some(row) => Err(ReadTableError::Row {
            row: row + 1,
            expected: units,
        }),
        None => Ok(()),
    }
}
