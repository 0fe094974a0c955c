//! Arbitrary bytes as a map file, which is always read. If it has no flaws, writing an
//! unchanged draft preserves its bytes, and a new file has the same content.

#![no_main]

use libfuzzer_sys::fuzz_target;
use marchland_maps::{Map, xml};

fuzz_target!(|bytes: &[u8]| {
    let reading = xml::read(bytes);
    let _ = Map::try_from(&reading.draft);
    if reading.is_as_meant() {
        assert_eq!(reading.source.render(&reading.draft).as_bytes(), bytes);
        let anew = xml::read(xml::write(&reading.draft).as_bytes());
        assert!(anew.draft.same_content(&reading.draft));
    }
});
