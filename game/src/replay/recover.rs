//! The good part of a record that was cut or damaged.

use std::path::Path;

use super::read::{entry, header, whole};
use super::{ReadError, Record, RecordWriter};

/// What can be gone on with of a record.
#[derive(Debug, Clone)]
pub struct Recovered {
    /// Its lines up to the last mark before whatever is wrong.
    pub record: Record,
    /// So many bytes of the file they take.
    pub good: u64,
    /// The number of the first line that is damaged, from 1. Nothing if the file
    /// was only not written to its end.
    pub damaged: Option<usize>,
    /// Writes the lines that follow.
    pub writer: RecordWriter,
}

/// Reads a record that is in memory, `path` being only for the errors, up to the last line for which `is_mark` holds, and no further
/// than the first line that was changed or follows one that is missing.
///
/// # Errors
/// If its first line is not that of a record.
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
