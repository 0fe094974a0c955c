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
