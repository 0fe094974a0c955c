//! Unpacks the compressed rows of a PNG file through a small window.

use std::io::{self, BufRead, Seek, SeekFrom};

use fdeflate::{DecompressionError, Decompressor};

/// The data are damaged, or of a kind that is left to the `png` crate, which then reports the
/// error.
#[derive(Debug)]
pub(super) struct Refused;

impl From<io::Error> for Refused {
    fn from(_: io::Error) -> Self {
        Self
    }
}

impl From<DecompressionError> for Refused {
    fn from(_: DecompressionError) -> Self {
        Self
    }
}

/// How far back compressed data may refer.
const LOOK_BACK: usize = 1 << 15;

/// Least room beyond that; fits the second-level cache of most processors.
const ROOM: usize = 1 << 17;

/// Yields rows as stored in the file: the number of a filter, then the filtered bytes.
pub(super) struct Inflate<R> {
    file: R,
    /// Bytes of the current chunk not yet unpacked.
    left: usize,
    checksum: crc32fast::Hasher,
    decompressor: Decompressor,
    window: Vec<u8>,
    /// Number of unpacked bytes in the window, and how many of them were handed out.
    filled: usize,
    taken: usize,
}

impl<R: BufRead + Seek> Inflate<R> {
    /// Goes to the picture's data, for rows of `row_bytes`. The preceding chunks must be known to
    /// be valid.
    pub(super) fn new(mut file: R, row_bytes: usize) -> Result<Self, Refused> {
        const SIGNATURE: u64 = 8;
        file.seek(SeekFrom::Start(SIGNATURE))?;
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
            // Skip the data and its checksum.
            let beyond = length as i64 + 4;
            inflate.file.seek(SeekFrom::Current(beyond))?;
        }
    }

    /// The next `bytes` bytes.
    pub(super) fn take(&mut self, bytes: usize) -> Result<&[u8], Refused> {
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

    /// Checks what follows the last row: the checksum of its chunk.
    pub(super) fn finish(mut self) -> Result<(), Refused> {
        while self.left > 0 {
            let input = self.file.fill_buf()?;
            let some = input.len().min(self.left);
            if some == 0 {
                return Err(Refused);
            }
            self.checksum.update(&input[..some]);
            self.file.consume(some);
            self.left -= some;
        }
        self.check()
    }

    /// Unpacks more bytes, for which there is room.
    fn unpack(&mut self) -> Result<(), Refused> {
        // A chunk that was read completely may still yield more output: flat pictures pack far more
        // than the window into the last few bytes that the decompressor took.
        while self.left == 0 {
            let (_, written) = self
                .decompressor
                .read(&[], &mut self.window, self.filled, false)?;
            if written > 0 {
                self.filled += written;
                return Ok(());
            }
            self.check()?;
            let (kind, length) = self.chunk()?;
            if kind != *b"IDAT" {
                return Err(Refused);
            }
            self.left = length;
        }
        let input = self.file.fill_buf()?;
        let input = &input[..input.len().min(self.left)];
        let (read, written) =
            self.decompressor
                .read(input, &mut self.window, self.filled, false)?;
        if read == 0 && written == 0 {
            return Err(Refused);
        }
        self.checksum.update(&input[..read]);
        self.file.consume(read);
        self.left -= read;
        self.filled += written;
        Ok(())
    }

    /// Reads a chunk's length and kind.
    fn chunk(&mut self) -> Result<([u8; 4], usize), Refused> {
        let mut header = [0; 8];
        self.file.read_exact(&mut header)?;
        let [a, b, c, d, kind @ ..] = header;
        self.checksum = crc32fast::Hasher::new();
        self.checksum.update(&kind);
        let length = u32::from_be_bytes([a, b, c, d]);
        if length > i32::MAX as u32 {
            return Err(Refused);
        }
        Ok((kind, length as usize))
    }

    /// Compares the checksum at the end of a chunk.
    fn check(&mut self) -> Result<(), Refused> {
        let mut expected = [0; 4];
        self.file.read_exact(&mut expected)?;
        if self.checksum.clone().finalize() == u32::from_be_bytes(expected) {
            Ok(())
        } else {
            Err(Refused)
        }
    }
}
