//! A map file of any bytes: it is always read; what is read as it was meant
//! says the same once written anew, and an untouched file stays as it is.

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
