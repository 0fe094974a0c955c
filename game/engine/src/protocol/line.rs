//! Splits bytes into lines, in bounded memory.

use thiserror::Error;

/// The maximum length of a line in bytes, without its newline.
pub const MAX_LINE: usize = 127;

/// Why a line is not a command. The lines after it are still read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum LineError {
    /// Longer than [`MAX_LINE`]; skipped up to its end.
    #[error("the line is longer than {MAX_LINE} bytes")]
    TooLong,
    /// A byte that is not printable ASCII.
    #[error("the line holds the byte {0:#04x}, which is not printable ASCII")]
    NotPrintable(u8),
}

/// Splits a stream of bytes into lines, in whatever pieces it arrives.
///
/// A line ends with LF; one CR before it is dropped. An incomplete line is never returned.
/// Memory use is bounded by one line.
#[derive(Debug, Clone)]
pub struct LineReader {
    /// The start of an incomplete line; one byte larger than a line, for its CR.
    held: [u8; MAX_LINE + 1],
    len: usize,
    skipping: bool,
}

impl Default for LineReader {
    fn default() -> Self {
        Self {
            held: [0; MAX_LINE + 1],
            len: 0,
            skipping: false,
        }
    }
}

impl LineReader {
    /// The next line of `input`, which is advanced past the bytes used; `None` when the rest
    /// has no newline and has been kept for later.
    ///
    /// # Errors
    /// If the line is invalid. The next call continues after it.
    pub fn next<'a, 'b: 'a>(
        &'a mut self,
        input: &mut &'b [u8],
    ) -> Option<Result<&'a str, LineError>> {
        let Some(end) = input.iter().position(|&byte| byte == b'\n') else {
            self.hold(input);
            *input = &[];
            return None;
        };
        let (line, rest) = (&input[..end], &input[end + 1..]);
        *input = rest;
        if self.len == 0 && !self.skipping {
            return Some(check(line));
        }
        self.hold(line);
        let len = std::mem::take(&mut self.len);
        if std::mem::take(&mut self.skipping) {
            Some(Err(LineError::TooLong))
        } else {
            Some(check(&self.held[..len]))
        }
    }

    /// The number of bytes held of an incomplete line.
    pub fn held(&self) -> usize {
        self.len
    }

    fn hold(&mut self, bytes: &[u8]) {
        let room = self.held.len() - self.len;
        if self.skipping || bytes.len() > room {
            self.skipping = true;
            self.len = 0;
            return;
        }
        self.held[self.len..self.len + bytes.len()].copy_from_slice(bytes);
        self.len += bytes.len();
    }
}

fn check(line: &[u8]) -> Result<&str, LineError> {
    let line = line.strip_suffix(b"\r").unwrap_or(line);
    if line.len() > MAX_LINE {
        return Err(LineError::TooLong);
    }
    let foreign = line.iter().find(|byte| !(0x20..=0x7e).contains(*byte));
    match (foreign, std::str::from_utf8(line)) {
        (None, Ok(text)) => Ok(text),
        (byte, _) => Err(LineError::NotPrintable(byte.copied().unwrap_or_default())),
    }
}

#[cfg(test)]
mod tests;
