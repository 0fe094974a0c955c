//! The compact format: 8 bytes a cell, 16 with standard errors.
//!
//! All numbers are little-endian. A header of 40 bytes:
//!
//! | offset | bytes | content |
//! |---|---|---|
//! | 0 | 8 | `MLODDS1` and a line feed |
//! | 8 | 4 | units on a side, `n` |
//! | 12 | 1 | 1 if there are standard errors, else 0 |
//! | 13 | 1 | method: 0 unknown, 1 exact, 2 dice, 3 rounds, 4 split |
//! | 14 | 5 | attacker's dice, defender's dice, sides, 1 if ties are the attacker's, defence 0 all, 1 blind, 2 seen; five zeros if unknown |
//! | 19 | 5 | zeros |
//! | 24 | 8 | battles per cell, 0 if not sampled |
//! | 32 | 8 | seed |
//!
//! Then tables of `n * n` numbers of 32 bits by rows of attackers: chance to
//! win, survivors, and if so flagged the standard errors of both. Last the
//! CRC-32 (the one of PNG and zip) of all before it, 4 bytes.

use std::io::{self, Read, Write};

use super::{Errors, Method, ReadTableError, Table, checked_cell};
use crate::{
    battle::Battle,
    rules::{Defence, DiceRules, Ties},
    sampled::Sampling,
};

pub(super) const MAGIC: &[u8; 8] = b"MLODDS1\n";
const HEADER: usize = 40;

pub(super) fn write(table: &Table, out: &mut dyn Write) -> io::Result<()> {
    let mut header = [0; HEADER];
    header[..8].copy_from_slice(MAGIC);
    header[8..12].copy_from_slice(&(table.units as u32).to_le_bytes());
    header[12] = u8::from(table.has_errors());
    let (method, iterations, seed) = match table.method {
        Method::Unknown => (0, 0, 0),
        Method::Exact => (1, 0, 0),
        Method::Sampled {
            iterations,
            seed,
            sampling,
        } => {
            let method = match sampling {
                Sampling::Dice => 2,
                Sampling::Rounds => 3,
                Sampling::Split => 4,
            };
            (method, iterations, seed)
        }
    };
    header[13] = method;
    if let Some(rules) = &table.rules {
        header[14..19].copy_from_slice(&[
            rules.attacker_dice,
            rules.defender_dice,
            rules.sides,
            u8::from(rules.ties == Ties::Attacker),
            rules.defence as u8,
        ]);
    }
    header[24..32].copy_from_slice(&iterations.to_le_bytes());
    header[32..40].copy_from_slice(&seed.to_le_bytes());
    let mut checksum = crc32fast::Hasher::new();
    let mut put = |bytes: &[u8]| {
        checksum.update(bytes);
        out.write_all(bytes)
    };
    put(&header)?;
    let mut row = Vec::with_capacity(table.units * 4);
    for (pairs, which) in [
        (&table.cells, 0),
        (&table.cells, 1),
        (&table.errors, 0),
        (&table.errors, 1),
    ] {
        for cells in pairs.chunks_exact(table.units + 1).skip(1) {
            row.clear();
            row.extend(
                cells[1..]
                    .iter()
                    .flat_map(|pair| (pair[which] as f32).to_le_bytes()),
            );
            put(&row)?;
        }
    }
    out.write_all(&checksum.finalize().to_le_bytes())
}

pub(super) fn read(mut input: impl Read) -> Result<Table, ReadTableError> {
    let mut header = [0; HEADER];
    input.read_exact(&mut header).map_err(cut_off)?;
    let word = |at: usize| u64::from_le_bytes(std::array::from_fn(|i| header[at + i]));
    let units = word(8) as u32 as usize;
    if units == 0 {
        return Err(ReadTableError::Empty);
    }
    if units > Battle::MAX_UNITS {
        return Err(ReadTableError::TooLarge);
    }
    let tables = match header[12] {
        0 => 2,
        1 => 4,
        _ => return Err(ReadTableError::Damaged("the header is not one of a table")),
    };
    // Grows with what comes, whatever the header says.
    let length = tables * units * units * 4;
    let mut body = Vec::new();
    input.by_ref().take(length as u64).read_to_end(&mut body)?;
    let mut trailer = [0; 4];
    input.read_exact(&mut trailer).map_err(cut_off)?;
    if input.read(&mut [0])? != 0 {
        return Err(ReadTableError::Damaged("more bytes follow after its end"));
    }
    let mut checksum = crc32fast::Hasher::new();
    checksum.update(&header);
    checksum.update(&body);
    if checksum.finalize().to_le_bytes() != trailer {
        return Err(ReadTableError::Damaged("its checksum does not fit"));
    }
    let sampled = |sampling| Method::Sampled {
        iterations: word(24),
        seed: word(32),
        sampling,
    };
    let method = match header[13] {
        0 => Method::Unknown,
        1 => Method::Exact,
        2 => sampled(Sampling::Dice),
        3 => sampled(Sampling::Rounds),
        4 => sampled(Sampling::Split),
        _ => return Err(ReadTableError::Damaged("the header is not one of a table")),
    };
    let rules = read_rules([header[14], header[15], header[16], header[17], header[18]])?;
    let mut table = Table::empty(units, rules, method, tables == 4)
        .map_err(|_| ReadTableError::Memory { units })?;
    let number = |index: usize, a: usize, d: usize| {
        let at = (index * units * units + (a - 1) * units + d - 1) * 4;
        f64::from(f32::from_le_bytes([
            body[at],
            body[at + 1],
            body[at + 2],
            body[at + 3],
        ]))
    };
    for a in 1..=units {
        for d in 1..=units {
            let errors = (tables == 4).then(|| Errors {
                win: number(2, a, d),
                survivors: number(3, a, d),
            });
            let cell =
                checked_cell(number(0, a, d), number(1, a, d), errors, a).map_err(|problem| {
                    ReadTableError::Battle {
                        attackers: a,
                        defenders: d,
                        problem,
                    }
                })?;
            table.set(a, d, cell);
        }
    }
    Ok(table)
}

fn read_rules(
    [attacker_dice, defender_dice, sides, ties, defence]: [u8; 5],
) -> Result<Option<DiceRules>, ReadTableError> {
    if attacker_dice == 0 {
        return Ok(None);
    }
    let ties = match ties {
        0 => Ties::Defender,
        1 => Ties::Attacker,
        _ => return Err(ReadTableError::Damaged("the header is not one of a table")),
    };
    let defence = match defence {
        0 => Defence::All,
        1 => Defence::Blind,
        2 => Defence::Seen,
        _ => return Err(ReadTableError::Damaged("the header is not one of a table")),
    };
    let rules = DiceRules {
        attacker_dice,
        defender_dice,
        sides,
        ties,
        defence,
    };
    rules.check().map_err(ReadTableError::Rules)?;
    Ok(Some(rules))
}

/// A file that ends too early is damaged, other errors are those of the disk.
fn cut_off(error: io::Error) -> ReadTableError {
    if error.kind() == io::ErrorKind::UnexpectedEof {
        ReadTableError::Damaged("it was cut off")
    } else {
        ReadTableError::Io(error)
    }
}
