//! Writes a record line by line.

use std::time::Duration;

use super::{FORMAT, Header, MAGIC, PROTOCOL};

/// Formats the lines of a record. It holds only the running checksum, no file.
#[derive(Debug, Clone)]
pub struct RecordWriter {
    checksum: crc32fast::Hasher,
}

impl RecordWriter {
    /// Starts a record by appending its header to `out`.
    pub fn begin(header: &Header, out: &mut Vec<u8>) -> Self {
        let Header {
            game,
            setup,
            digest,
            players,
        } = header;
        let line = format!(
            "{MAGIC} {FORMAT} {PROTOCOL} {game} {setup} {:032x} {players}",
            digest.0
        );
        let mut checksum = crc32fast::Hasher::new();
        checksum.update(line.as_bytes());
        out.extend_from_slice(line.as_bytes());
        out.push(b'\n');
        Self { checksum }
    }

    /// Continues after lines with this checksum.
    pub(super) fn after(checksum: crc32fast::Hasher) -> Self {
        Self { checksum }
    }

    /// Appends a line to `out`; `at` is the time since the start.
    pub fn write(&mut self, at: Duration, line: &str, out: &mut Vec<u8>) {
        let at = at.as_millis();
        self.checksum.update(format!("\n{at} {line}").as_bytes());
        let sum = self.checksum.clone().finalize();
        out.extend_from_slice(format!("{at} {sum:08x} {line}\n").as_bytes());
    }
}
