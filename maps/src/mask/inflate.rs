//! The compressed rows of a PNG file, unpacked through a small window.

use std::io::{self, BufRead, Seek, SeekFrom};

use fdeflate::Decompressor;

use super::error::MaskError;

/// How far back compressed data may refer.
const LOOK_BACK: usize = 1 << 15;

/// Least room beyond that; fits the second cache of most processors.
const ROOM: usize = 1 << 17;

/// Yields rows as the file has them: the number of a filter, then the filtered
/// bytes.
pub(super) struct Inflate<R> {
    file: R,
    /// Bytes of the current chunk not yet unpacked.
    left: usize,
    checksum: crc32fast::Hasher,
    decompressor: Decompressor,
    window: Vec<u8>,
    /// Bytes of the window that are unpacked, and how many of them were handed
    /// out.
    filled: usize,
    taken: usize,
}

impl<R: BufRead + Seek> Inflate<R> {
    /// Goes to the picture's data, for rows of `row_bytes`. The chunks before
    /// must be known to be sound.
    pub(super) fn new(mut file: R, row_bytes: usize) -> Result<Self, MaskError> {
        const SIGNATURE: u64 = 8;
        file.seek(SeekFrom::Start(SIGNATURE)).map_err(damaged)?;
        let mut decompressor = Decompressor::new();
        // Every chunk has a checksum already.
        decompressor.ignore_adler32();
        let mut inflate = Self {
            file,
            left: 0,
            checksum: crc32fast::Hasher::new(),
            decompressor,
            window: vec![0; LOOK_BACK + ROOM.max(2 * row_bytes)],
            filled: 0,
            taken: 0,
        };
        loop {
            let (kind, length) = inflate.chunk()?;
            if kind == *b"IDAT" {
                inflate.left = length;
                return Ok(inflate);
            }
            // Past the data and its checksum.
            let beyond = length as i64 + 4;
            inflate
                .file
                .seek(SeekFrom::Current(beyond))
                .map_err(damaged)?;
        }
    }

    /// The next `bytes` bytes.
    pub(super) fn take(&mut self, bytes: usize) -> Result<&[u8], MaskError> {
        if self.window.len() - self.taken < bytes {
            let kept = self.taken.min(self.filled.saturating_sub(LOOK_BACK));
            self.window.copy_within(kept..self.filled, 0);
            self.filled -= kept;
            self.taken -= kept;
        }
        while self.filled - self.taken < bytes {
            self.unpack()?;
        }
        let row = &self.window[self.taken..self.taken + bytes];
        self.taken += bytes;
        Ok(row)
    }

    /// Checks what follows the last row of interest: the checksum of its chunk.
    pub(super) fn finish(mut self) -> Result<(), MaskError> {
        while self.left > 0 {
            let input = self.file.fill_buf().map_err(damaged)?;
            let some = input.len().min(self.left);
            if some == 0 {
                return Err(damaged(io::ErrorKind::UnexpectedEof));
            }
            self.checksum.update(&input[..some]);
            self.file.consume(some);
            self.left -= some;
        }
        self.check()
    }

    /// Unpacks some more bytes.
    fn unpack(&mut self) -> Result<(), MaskError> {
        while self.left == 0 {
            self.check()?;
            let (kind, length) = self.chunk()?;
            if kind != *b"IDAT" {
                return Err(damaged(io::Error::other(
                    "the picture ends before its last row",
                )));
            }
            self.left = length;
        }
        let input = self.file.fill_buf().map_err(damaged)?;
        let input = &input[..input.len().min(self.left)];
        if input.is_empty() {
            return Err(damaged(io::ErrorKind::UnexpectedEof));
        }
        let (read, written) = self
            .decompressor
            .read(input, &mut self.window, self.filled, false)
            .map_err(|error| damaged(io::Error::other(format!("{error:?}"))))?;
        if read == 0 && written == 0 {
            return Err(damaged(io::Error::other(
                "the picture ends before its last row",
            )));
        }
        self.checksum.update(&input[..read]);
        self.file.consume(read);
        self.left -= read;
        self.filled += written;
        Ok(())
    }

    /// Reads a chunk's length and kind.
    fn chunk(&mut self) -> Result<([u8; 4], usize), MaskError> {
        let mut header = [0; 8];
        self.file.read_exact(&mut header).map_err(damaged)?;
        let [a, b, c, d, kind @ ..] = header;
        self.checksum = crc32fast::Hasher::new();
        self.checksum.update(&kind);
        let length = u32::from_be_bytes([a, b, c, d]);
        if length > i32::MAX as u32 {
            return Err(damaged(io::Error::other("a chunk is too long")));
        }
        Ok((kind, length as usize))
    }

    /// Compares the checksum at the end of a chunk.
    fn check(&mut self) -> Result<(), MaskError> {
        let mut expected = [0; 4];
        self.file.read_exact(&mut expected).map_err(damaged)?;
        if self.checksum.clone().finalize() != u32::from_be_bytes(expected) {
            return Err(damaged(io::Error::other("a checksum is wrong")));
        }
        Ok(())
    }
}

fn damaged(reason: impl Into<io::Error>) -> MaskError {
    MaskError::Decode {
        format: "PNG",
        reason: reason.into().to_string(),
    }
}
