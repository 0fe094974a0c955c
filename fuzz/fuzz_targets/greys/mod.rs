//! A small mask for maps.

use marchland_maps::mask::{PixelFormat, Regions};

/// Six greys in two rows, surrounded by background, with a speck.
pub fn mask() -> Regions {
    const ROWS: [&[u8]; 4] = [
        b"\xff\xff\xff\xff\xff\xff\xff\xff",
        b"\xff\x01\x01\x02\x02\x03\x03\xff",
        b"\xff\x04\x04\xff\x05\x06\x06\xff",
        b"\xff\xff\xff\xff\xff\xff\xff\x01",
    ];
    let pixels: Vec<u8> = ROWS.iter().flat_map(|row| row.repeat(4)).collect();
    let format = PixelFormat::grey(8, None);
    Regions::from_pixels(8, 16, &format, &pixels).expect("a sound mask")
}
