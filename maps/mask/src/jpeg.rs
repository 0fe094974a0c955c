//! Detects truncated JPEG files. The decoder fills the missing part of an incomplete download with
//! grey, which must not become a mask.

use std::io::{self, BufRead};

/// Whether the end-of-image marker is found. `file` must be at its beginning; it is read up to the
/// marker.
///
/// The image data contain no byte sequence like that marker, and all other segments (one may hold a
/// preview with an end of its own) state their length.
pub(super) fn is_whole(file: &mut impl BufRead) -> io::Result<bool> {
    const END: u8 = 0xD9;
    while let Some(mark) = next_mark(file)? {
        match mark {
            END => return Ok(true),
            // An escaped data byte, and markers without a length.
            0x00 | 0x01 | 0xD0..=0xD8 => {}
            _ => {
                let mut length = [0; 2];
                for byte in &mut length {
                    let Some(next) = next_byte(file)? else {
                        return Ok(false);
                    };
                    *byte = next;
                }
                // The length includes its own two bytes.
                if !skip(
                    file,
                    usize::from(u16::from_be_bytes(length)).saturating_sub(2),
                )? {
                    return Ok(false);
                }
            }
        }
    }
    Ok(false)
}

/// The byte after the next 0xFF; 0xFF may be repeated.
fn next_mark(file: &mut impl BufRead) -> io::Result<Option<u8>> {
    loop {
        let buffer = file.fill_buf()?;
        if buffer.is_empty() {
            return Ok(None);
        }
        let Some(at) = buffer.iter().position(|&byte| byte == 0xFF) else {
            let passed = buffer.len();
            file.consume(passed);
            continue;
        };
        file.consume(at + 1);
        loop {
            match next_byte(file)? {
                Some(0xFF) => {}
                other => return Ok(other),
            }
        }
    }
}

fn next_byte(file: &mut impl BufRead) -> io::Result<Option<u8>> {
    let byte = file.fill_buf()?.first().copied();
    file.consume(usize::from(byte.is_some()));
    Ok(byte)
}

/// Skips some bytes; `false` if there are not enough.
fn skip(file: &mut impl BufRead, mut bytes: usize) -> io::Result<bool> {
    while bytes > 0 {
        let there = file.fill_buf()?.len().min(bytes);
        if there == 0 {
            return Ok(false);
        }
        file.consume(there);
        bytes -= there;
    }
    Ok(true)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::{BufReader, Cursor};

    fn whole(bytes: &[u8]) -> bool {
        // Try buffers of all sizes.
        let all = (1..9).map(|room| {
            let mut file = BufReader::with_capacity(room, Cursor::new(bytes));
            is_whole(&mut file).unwrap()
        });
        let all: Vec<bool> = all.collect();
        assert!(all.iter().all(|&one| one == all[0]), "{all:?}");
        all[0]
    }

    #[test]
    fn an_end_marker_within_a_segment_is_ignored() {
        // A segment of six bytes that contains an end marker, and data with an escaped 0xFF.
        let file =
            b"\xFF\xD8\xFF\xE1\0\x06\xFF\xD9ab\xFF\xDA\0\x03a1\xFF\0\xD92\xFF\xD03\xFF\xFF\xD9rest";
        assert!(whole(file));
        let end = file.len() - b"rest".len();
        for cut in 0..end {
            assert!(!whole(&file[..cut]), "{cut}");
        }
        assert!(whole(&file[..end]));
    }
}
