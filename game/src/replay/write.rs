//! Writing a record, line by line.

use std::io::{self, Write};
use std::time::Duration;

use super::{FORMAT, Header, MAGIC, PROTOCOL};

/// Writes the lines of a record; keeps no file, only the checksum.
#[derive(Debug, Clone)]
pub struct RecordWriter {
    checksum: crc32fast::Hasher,
}

impl RecordWriter {
    /// Writes the header.
    ///
    /// # Errors
    /// If `out` does.
    pub fn begin(header: &Header, out: &mut impl Write) -> io::Result<Self> {
        let Header {
            map,
            digest,
            players,
        } = header;
        let line = format!(
            "{MAGIC} {FORMAT} {PROTOCOL} {map} {:032x} {players}",
            digest.0
        );
        let mut checksum = crc32fast::Hasher::new();
        checksum.update(line.as_bytes());
        writeln!(out, "{line}")?;
        Ok(Self { checksum })
    }

    /// Writes a line that came `at` so long after the start.
    ///
    /// # Errors
    /// If `out` does.
    pub fn write(&mut self, at: Duration, line: &str, out: &mut impl Write) -> io::Result<()> {
        let at = at.as_millis();
        self.checksum.update(format!("\n{at} {line}").as_bytes());
        let sum = self.checksum.clone().finalize();
        writeln!(out, "{at} {sum:08x} {line}")
    }
}
