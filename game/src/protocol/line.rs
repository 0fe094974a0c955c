//! From bytes to lines, in bounded memory.

use thiserror::Error;

/// Bytes of a line at most, its end not counted.
pub const MAX_LINE: usize = 127;

/// Why a line is not a command; the lines after it are read all the same.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum LineError {
    /// Longer than [`MAX_LINE`]; skipped up to its end.
    #[error("the line is longer than {MAX_LINE} bytes")]
    TooLong,
    /// A byte that is not printable ASCII.
    #[error("the line holds the byte {0:#04x}, which is not printable ASCII")]
    NotPrintable(u8),
}

/// Cuts a stream of bytes into lines, whatever pieces it comes in.
///
/// Lines end with LF; one CR before it is dropped. A line without its end is
/// never given out. Memory is bounded by one line.
#[derive(Debug, Clone)]
pub struct LineReader {
    /// The start of a line whose end has not come yet; one byte more than a
    /// line may have, for its CR.
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
    /// The next line of `input`, which is shortened by what was used; nothing
    /// when the rest holds no end of a line and has been kept for later.
    ///
    /// # Errors
    /// If the line is not a command. The next call goes on after it.
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

    /// Bytes held of a line whose end has not come.
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
