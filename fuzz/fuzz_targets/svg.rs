//! Arbitrary bytes as SVG: outlines that are read become a map on a small sheet or are
//! refused.

#![no_main]

use libfuzzer_sys::fuzz_target;
use marchland_maps::formats::svg;

mod drawing;

fuzz_target!(|bytes: &[u8]| {
    let Ok(text) = std::str::from_utf8(bytes) else {
        return;
    };
    if let Ok(outlines) = svg::read(text) {
        drawing::becomes_a_map(outlines);
    }
});
