//! Loads a record and parses its lines.

use std::fs::File;
use std::io::{self, BufRead as _, BufReader, Read as _};
use std::path::{Path, PathBuf};
use std::time::Duration;

use thiserror::Error;

use super::{FIRST_GAME, FORMAT, Header, MAGIC};
use crate::protocol::{Digest, MAX_LINE, Token};

const MAX_BYTES: u64 = 256 << 20;
const MAX_HEADER: u64 = 1 << 10;

/// A line of a record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// The time since the start.
    pub at: Duration,
    /// The line of the protocol.
    pub line: String,
}

/// The content of a record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Record {
    /// What the record is about.
    pub header: Header,
    /// Its lines, in order.
    pub entries: Vec<Entry>,
    /// Whether the file ended within a line because its writer was interrupted.
    pub cut_off: bool,
}

/// Why a record cannot be read.
#[derive(Debug, Error)]
pub enum ReadError {
    /// The file cannot be read.
    #[error("{path} cannot be read")]
    Io {
        /// The file that could not be read.
        path: PathBuf,
        /// What the system says about it.
        source: io::Error,
    },
    /// The path is a folder.
    #[error("{0} is a folder; give one of the records (.rep) in it")]
    Folder(PathBuf),
    /// The first line is not the header of a record.
    #[error("{0}: this is not a record of a game")]
    NoRecord(PathBuf),
    /// The format is newer than this program.
    #[error("{0}: the record is in format {1}; this program reads formats up to {FORMAT}")]
    Version(PathBuf, u32),
    /// A line was changed, or a line before it is missing.
    #[error("{path}: line {line} is damaged, or a line before it is missing")]
    Damaged {
        /// The damaged file.
        path: PathBuf,
        /// The line number, from 1.
        line: usize,
    },
    /// The file is too large.
    #[error("{0} is larger than {mib} MiB, the most for a record", mib = MAX_BYTES >> 20)]
    TooLarge(PathBuf),
}

pub(super) fn open(path: &Path) -> Result<BufReader<File>, ReadError> {
    if path.is_dir() {
        return Err(ReadError::Folder(path.to_owned()));
    }
    let file = marchland_files::open(path).map_err(|error| unreadable(path, error))?;
    Ok(BufReader::new(file))
}

pub(super) fn unreadable(path: &Path, source: io::Error) -> ReadError {
    ReadError::Io {
        path: path.to_owned(),
        source,
    }
}

/// Reads only the header of a record, whatever follows it.
///
/// # Errors
/// If the file is not a record.
pub fn header_of(path: &Path) -> Result<Header, ReadError> {
    let mut line = Vec::new();
    let mut limited = open(path)?.take(MAX_HEADER);
    let read = limited.read_until(b'\n', &mut line);
    read.map_err(|error| unreadable(path, error))?;
    let no_record = || ReadError::NoRecord(path.to_owned());
    header(path, whole(&line).ok_or_else(no_record)?)
}

/// Loads a file that may be a record, at most 256 MiB.
///
/// # Errors
/// If it cannot be read or is larger.
pub fn load(path: &Path) -> Result<Vec<u8>, ReadError> {
    let mut bytes = Vec::new();
    let mut limited = open(path)?.take(MAX_BYTES + 1);
    let read = limited.read_to_end(&mut bytes);
    read.map_err(|error| unreadable(path, error))?;
    if bytes.len() as u64 > MAX_BYTES {
        return Err(ReadError::TooLarge(path.to_owned()));
    }
    Ok(bytes)
}

/// Strips the newline, which another program may have turned into CR LF.
pub(super) fn whole(line: &[u8]) -> Option<&str> {
    let line = line.strip_suffix(b"\n")?;
    std::str::from_utf8(line.strip_suffix(b"\r").unwrap_or(line)).ok()
}

pub(super) fn header(path: &Path, line: &str) -> Result<Header, ReadError> {
    let no_record = || ReadError::NoRecord(path.to_owned());
    let mut words = line.split(' ');
    let mut word = || words.next().ok_or_else(no_record);
    if word()? != MAGIC {
        return Err(no_record());
    }
    let format: u32 = word()?.parse().map_err(|_| no_record())?;
    if !(1..=FORMAT).contains(&format) {
        return Err(ReadError::Version(path.to_owned(), format));
    }
    let _protocol = word()?;
    let game = match format {
        1 => FIRST_GAME.to_owned(),
        _ => word()?.to_owned(),
    };
    let setup = word()?.to_owned();
    let digest = Digest::read(word()?).ok_or_else(no_record)?;
    let players = word()?.parse().map_err(|_| no_record())?;
    Ok(Header {
        game,
        setup,
        digest,
        players,
    })
}

pub(super) fn entry(text: &str, checksum: &mut crc32fast::Hasher) -> Option<Entry> {
    let (at, rest) = text.split_once(' ')?;
    let (sum, line) = rest.split_once(' ')?;
    let sum = u32::from_str_radix(sum, 16).ok()?;
    checksum.update(format!("\n{at} {line}").as_bytes());
    let sound = checksum.clone().finalize() == sum && line.len() <= MAX_LINE;
    let at = Duration::from_millis(at.parse().ok()?);
    let line = line.to_owned();
    sound.then_some(Entry { at, line })
}

#[cfg(test)]
mod tests;
