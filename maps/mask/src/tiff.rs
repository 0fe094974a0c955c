//! TIFF files with a palette, which the decoder does not read: it is shown a
//! grey picture instead, and the palette is looked up here.

use std::io::{self, Read, Seek, SeekFrom};

use super::pixel::PixelFormat;

/// Tags of a directory: how samples spell colours, and the palette.
const PHOTOMETRIC: u16 = 262;
const COLOUR_MAP: u16 = 320;
const BITS: u16 = 258;

/// How samples spell colours: as grey, 0 black, and as places in the palette.
const GREY: u16 = 1;
const PALETTE: u16 = 3;

/// Entries of the palette for 8 bits: red, green and blue one after the other.
const ENTRIES: usize = 3 * 256;

/// A palette, and where in the file it says that there is one.
pub(super) struct Palette {
    pub(super) format: PixelFormat,
    says_so: u64,
    little: bool,
}

impl Palette {
    /// The palette of a file, if it has one for pictures of 8 bits. The reader
    /// may be anywhere afterwards.
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
        // 16 bits each; 8 of them are what was drawn.
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

    /// The file as if it held a grey picture.
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

/// A file with two bytes exchanged.
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
mod tests {
    use std::io::Cursor;

    use super::*;
    use crate::{Rgba, read};

    /// Four by two pixels of a palette with three colours.
    fn file(little: bool) -> Vec<u8> {
        let short = |value: u16| {
            if little {
                value.to_le_bytes()
            } else {
                value.to_be_bytes()
            }
        };
        let long = |value: u32| {
            if little {
                value.to_le_bytes()
            } else {
                value.to_be_bytes()
            }
        };
        let mut file = if little { *b"II*\0" } else { *b"MM\0*" }.to_vec();
        file.extend(long(16));
        file.extend([0, 0, 1, 1, 2, 2, 0, 1]);
        // Tag, kind (3 short, 4 long), number, value.
        let entries = [
            (256, 3, 1, 4),
            (257, 3, 1, 2),
            (BITS, 3, 1, 8),
            (259, 3, 1, 1),
            (PHOTOMETRIC, 3, 1, u32::from(PALETTE)),
            (273, 4, 1, 8),
            (277, 3, 1, 1),
            (278, 3, 1, 2),
            (279, 4, 1, 8),
            (COLOUR_MAP, 3, ENTRIES as u32, 16 + 2 + 10 * 12 + 4),
        ];
        file.extend(short(entries.len() as u16));
        for (tag, kind, number, value) in entries {
            file.extend(short(tag));
            file.extend(short(kind));
            file.extend(long(number));
            if kind == 3 && number == 1 {
                file.extend(short(value as u16));
                file.extend([0, 0]);
            } else {
                file.extend(long(value));
            }
        }
        file.extend(long(0));
        for channel in [[200_u16, 0, 9], [30, 160, 9], [30, 0, 250]] {
            for i in 0..256 {
                file.extend(short(channel.get(i).copied().unwrap_or(0) * 257));
            }
        }
        file
    }

    #[test]
    fn palettes_of_either_order_of_bytes_are_looked_up() {
        for little in [true, false] {
            let regions = read(&file(little)).expect("a mask");
            assert_eq!((regions.width(), regions.height()), (4, 2));
            let colour = |x, y| regions.get(regions.region_at(x, y).unwrap()).colour;
            assert_eq!(colour(0, 0), Rgba([200, 30, 30, 255]));
            assert_eq!(colour(3, 0), Rgba([0, 160, 0, 255]));
            assert_eq!(colour(1, 1), Rgba([9, 9, 250, 255]));
            assert_eq!(regions.len(), 4);
        }
    }

    #[test]
    fn damaged_files_have_no_palette_or_one_but_never_panic() {
        let whole = file(true);
        for length in 0..whole.len() {
            let found = Palette::find(&mut Cursor::new(&whole[..length])).expect("no error");
            assert!(found.is_none(), "{length} bytes");
            assert!(read(&whole[..length]).is_err());
        }
        for at in 0..150 {
            let mut damaged = whole.clone();
            damaged[at] ^= 0xFF;
            let _ = read(&damaged);
        }
    }
}
