//! Recovers the intact part of a truncated or damaged record.

use std::path::Path;

use super::read::{entry, header, whole};
use super::{ReadError, Record, RecordWriter};

/// The recovered part of a record.
#[derive(Debug, Clone)]
pub struct Recovered {
    /// Its lines up to the last mark before the damage.
    pub record: Record,
    /// The number of bytes these lines take in the file.
    pub good: u64,
    /// The number of the first damaged line, from 1; `None` if the file was merely not
    /// written to its end.
    pub damaged: Option<usize>,
    /// Continues the record after these lines.
    pub writer: RecordWriter,
}

/// Parses a record in memory up to the last line for which `is_mark` holds before the first
/// damaged or missing line; `path` is only used in errors.
///
/// # Errors
/// If the first line is not the header of a record.
pub fn recover(
    path: &Path,
    bytes: &[u8],
    is_mark: impl Fn(&str) -> bool,
) -> Result<Recovered, ReadError> {
    let mut lines = bytes.split_inclusive(|&byte| byte == b'\n');
    let first = lines.next().unwrap_or_default();
    let no_record = || ReadError::NoRecord(path.to_owned());
    let text = whole(first).ok_or_else(no_record)?;
    let mut checksum = crc32fast::Hasher::new();
    checksum.update(text.as_bytes());
    let record = Record {
        header: header(path, text)?,
        entries: Vec::new(),
        cut_off: false,
    };
    let mut recovered = Recovered {
        record,
        good: first.len() as u64,
        damaged: None,
        writer: RecordWriter::after(checksum.clone()),
    };
    let mut read = recovered.good;
    let (mut kept, mut number) = (0, 1);
    for line in lines {
        number += 1;
        if !line.ends_with(b"\n") {
            break;
        }
        let Some(entry) = whole(line).and_then(|line| entry(line, &mut checksum)) else {
            recovered.damaged = Some(number);
            break;
        };
        read += line.len() as u64;
        let mark = is_mark(&entry.line);
        recovered.record.entries.push(entry);
        if mark {
            kept = recovered.record.entries.len();
            recovered.good = read;
            recovered.writer = RecordWriter::after(checksum.clone());
        }
    }
    recovered.record.entries.truncate(kept);
    Ok(recovered)
}

#[cfg(test)]
mod tests;
