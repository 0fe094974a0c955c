//! TIFF files with a palette, which the decoder does not support: it is given a grey picture
//! instead, and the palette is applied here.

use std::io::{self, Read, Seek, SeekFrom};

use super::pixel::PixelFormat;

/// Tags of a directory: how samples encode colours, and the palette.
const PHOTOMETRIC: u16 = 262;
const COLOUR_MAP: u16 = 320;
const BITS: u16 = 258;

/// Sample encodings: grey with 0 as black, and indices into the palette.
const GREY: u16 = 1;
const PALETTE: u16 = 3;

/// Entries of the palette for 8 bits: all red values, then green, then blue.
const ENTRIES: usize = 3 * 256;

pub(super) struct Palette {
    pub(super) format: PixelFormat,
    says_so: u64,
    little: bool,
}

impl Palette {
    /// The palette of a file that has one for 8-bit samples. The reader's position is unspecified
    /// afterwards.
    ///
    /// # Errors
    /// Those of the reader; a file that ends too early has no palette.
    pub(super) fn find(file: &mut (impl Read + Seek)) -> io::Result<Option<Self>> {
        match Self::look(file) {
            Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => Ok(None),
            other => other,
        }
    }

    fn look(file: &mut (impl Read + Seek)) -> io::Result<Option<Self>> {
        let mut head = [0; 8];
        file.seek(SeekFrom::Start(0))?;
        file.read_exact(&mut head)?;
        let little = match &head[..4] {
            b"II*\0" => true,
            b"MM\0*" => false,
            _ => return Ok(None),
        };
        let short = |bytes: [u8; 2]| {
            if little {
                u16::from_le_bytes(bytes)
            } else {
                u16::from_be_bytes(bytes)
            }
        };
        let long = |bytes: [u8; 4]| {
            if little {
                u32::from_le_bytes(bytes)
            } else {
                u32::from_be_bytes(bytes)
            }
        };
        let directory = u64::from(long([head[4], head[5], head[6], head[7]]));
        file.seek(SeekFrom::Start(directory))?;
        let mut count = [0; 2];
        file.read_exact(&mut count)?;
        let (mut says_so, mut map, mut bits) = (None, None, None);
        for i in 0..u64::from(short(count)) {
            let mut entry = [0; 12];
            file.read_exact(&mut entry)?;
            let [t0, t1, _, _, n0, n1, n2, n3, v0, v1, v2, v3] = entry;
            match short([t0, t1]) {
                PHOTOMETRIC if short([v0, v1]) == PALETTE => {
                    says_so = Some(directory + 2 + i * 12 + 8);
                }
                COLOUR_MAP if long([n0, n1, n2, n3]) as usize == ENTRIES => {
                    map = Some(u64::from(long([v0, v1, v2, v3])));
                }
                BITS => bits = Some(short([v0, v1])),
                _ => {}
            }
        }
        let (Some(says_so), Some(map), Some(8)) = (says_so, map, bits) else {
            return Ok(None);
        };
        let mut entries = [0; 2 * ENTRIES];
        file.seek(SeekFrom::Start(map))?;
        file.read_exact(&mut entries)?;
        // Of the 16 bits of each entry, the high 8 are the colour.
        let high = |i: usize| entries[2 * i + usize::from(little)];
        let colours: Vec<u8> = (0..256)
            .flat_map(|i| [high(i), high(256 + i), high(512 + i)])
            .collect();
        Ok(Some(Self {
            format: PixelFormat::palette(&colours, &[]),
            says_so,
            little,
        }))
    }

    /// The file disguised as a grey picture.
    pub(super) fn as_grey<R: Read + Seek>(&self, inner: R) -> AsGrey<R> {
        AsGrey {
            inner,
            at: 0,
            place: self.says_so,
            bytes: if self.little {
                GREY.to_le_bytes()
            } else {
                GREY.to_be_bytes()
            },
        }
    }
}

/// A file with two bytes replaced.
pub(super) struct AsGrey<R> {
    inner: R,
    at: u64,
    place: u64,
    bytes: [u8; 2],
}

impl<R: Read> Read for AsGrey<R> {
    fn read(&mut self, buf: &mut [u8]) -> io::Result<usize> {
        let read = self.inner.read(buf)?;
        for (place, byte) in (self.place..).zip(self.bytes) {
            let within = place.checked_sub(self.at).map(|at| at as usize);
            if let Some(at) = within.filter(|&at| at < read) {
                buf[at] = byte;
            }
        }
        self.at += read as u64;
        Ok(read)
    }
}

impl<R: Seek> Seek for AsGrey<R> {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.at = self.inner.seek(to)?;
        Ok(self.at)
    }
}

#[cfg(test)]
mod tests;
