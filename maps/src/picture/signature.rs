//! Records in a picture which map it was drawn from.

use std::cell::RefCell;
use std::collections::HashMap;
use std::io::{self, Read, Write};
use std::rc::Rc;

use sha2::{Digest as _, Sha256};

use super::Plan;
use crate::files::{digest_of_hex, hex};
use crate::outlines::Grid;

pub(super) const KEYWORD: &str = "Marchland";
const DIGITS: usize = 64;
/// Length of the chunk's text in bytes: three digests separated by spaces.
const TEXT: usize = 3 * DIGITS + 2;
/// Most chunks examined, and bytes of a file.
const MOST_CHUNKS: usize = 1 << 16;
const MOST_BYTES: u64 = crate::limits::MAX_IMAGE_FILE_BYTES;

pub(super) type Digest = [u8; 32];

/// What a picture shows of a map, as digests: maps with the same origin have the same picture. It
/// does not depend on names, ids and key colours, nor on the order of the file except where that
/// makes a difference.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Origin {
    pub(super) land: Digest,
    /// The shading, the routes of the links by sea, and the closed borders.
    pub(super) look: Digest,
}

impl Origin {
    /// Whether both have the same land: the same sea pixels, and the same grouping of the others.
    pub fn has_land_of(&self, other: &Self) -> bool {
        self.land == other.land
    }
}

pub(super) fn digest_of(bytes: &[u8]) -> Digest {
    Sha256::digest(bytes).into()
}

/// The digest of a plan's land, and its labels without the sea's, in reading order of first
/// occurrence.
pub(super) fn land_of(plan: &Plan) -> (Digest, Vec<u16>) {
    let mut sum = Sha256::new();
    let size = [plan.width() as u32, plan.height() as u32];
    sum.update(size.map(u32::to_be_bytes).concat());
    sum.update([u8::from(plan.wraps())]);
    let mut numbers: HashMap<u16, u16> = HashMap::from([(Grid::SEA, 0)]);
    let (mut met, mut row) = (Vec::new(), Vec::new());
    for y in 0..plan.height() {
        row.clear();
        for (columns, label) in plan.row(y) {
            let number = *numbers.entry(label).or_insert_with(|| {
                met.push(label);
                met.len() as u16
            });
            row.extend((columns.end as u32).to_be_bytes());
            row.extend(number.to_be_bytes());
        }
        sum.update(&row);
    }
    (sum.finalize().into(), met)
}

/// Hashes everything written, so that a chunk at the end can refer to what precedes it.
#[derive(Debug)]
pub(super) struct Summed<W> {
    out: W,
    sum: Rc<RefCell<Sha256>>,
}

/// The digest of everything written so far.
#[derive(Debug, Clone)]
pub(super) struct Sum(Rc<RefCell<Sha256>>);

impl<W: Write> Summed<W> {
    pub(super) fn new(out: W) -> (Self, Sum) {
        let sum = Rc::new(RefCell::new(Sha256::new()));
        let seen = Sum(Rc::clone(&sum));
        (Self { out, sum }, seen)
    }
}

impl Sum {
    /// The text of the following chunk.
    pub(super) fn text(&self, origin: Origin) -> String {
        let before = self.0.borrow().clone().finalize();
        format!(
            "{} {} {}",
            hex(&origin.land),
            hex(&origin.look),
            hex(&before)
        )
    }
}

impl<W: Write> Write for Summed<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.out.write(bytes)?;
        self.sum.borrow_mut().update(&bytes[..written]);
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// What a picture was drawn from by this program. `None` for pictures by authors, and for those
/// rewritten by another program.
pub fn drawn_from(file: impl Read) -> Option<Origin> {
    let mut file = io::BufReader::new(file.take(MOST_BYTES));
    let mut sum = Sha256::new();
    let mut magic = [0; 8];
    file.read_exact(&mut magic).ok()?;
    if magic != *b"\x89PNG\r\n\x1a\n" {
        return None;
    }
    sum.update(magic);
    let mut buffer = vec![0; 64 << 10];
    for _ in 0..MOST_CHUNKS {
        let mut head = [0; 8];
        file.read_exact(&mut head).ok()?;
        let [a, b, c, d, kind @ ..] = head;
        let length = u32::from_be_bytes([a, b, c, d]) as usize;
        if kind == *b"tEXt" && length == KEYWORD.len() + 1 + TEXT {
            let mut text = vec![0; length];
            file.read_exact(&mut text).ok()?;
            let text = std::str::from_utf8(&text).ok()?;
            let text = text.strip_prefix(KEYWORD)?.strip_prefix('\0')?;
            let mut digests = text.split(' ').map(digest_of_hex);
            let mut next = || digests.next().flatten();
            let (land, look, before) = (next()?, next()?, next()?);
            let is_untouched = <Digest>::from(sum.finalize()) == before;
            return is_untouched.then_some(Origin { land, look });
        }
        sum.update(head);
        // Including the checksum.
        let mut rest = length + 4;
        while rest > 0 {
            let part = rest.min(buffer.len());
            file.read_exact(&mut buffer[..part]).ok()?;
            sum.update(&buffer[..part]);
            rest -= part;
        }
    }
    None
}

#[cfg(test)]
mod tests;
