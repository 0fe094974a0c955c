//! A GeoJSON file of any bytes: it is read or refused, and what is read becomes
//! a map on a small sheet, or it is said why not.

#![no_main]

use libfuzzer_sys::fuzz_target;
use marchland_maps::formats::geojson::{self, Options};

mod drawing;

fuzz_target!(|bytes: &[u8]| {
    let Ok(text) = std::str::from_utf8(bytes) else {
        return;
    };
    if let Ok(outlines) = geojson::read(text, &Options::default()) {
        drawing::becomes_a_map(outlines);
    }
});
