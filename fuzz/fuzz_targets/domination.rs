//! Arbitrary bytes as a Domination map: map file, cards and translations, separated by
//! zero bytes, with a fixed mask. If it is read, its links refer to existing territories
//! and it can be written as a map.

#![no_main]

use std::collections::{BTreeMap, BTreeSet};

use libfuzzer_sys::fuzz_target;
use marchland_maps::formats::domination;
use marchland_maps::xml;

mod greys;

fuzz_target!(|bytes: &[u8]| {
    let mut texts = bytes.splitn(3, |&byte| byte == 0).map(<[u8]>::to_vec);
    let mut text = || texts.next().unwrap_or_default();
    let mut mask = Vec::new();
    greys::mask()
        .write_png(&mut mask)
        .expect("writing to memory");
    let files = BTreeMap::from([
        ("a.map".to_owned(), text()),
        ("a.cards".to_owned(), text()),
        ("a_cs.properties".to_owned(), text()),
        ("a.gif".to_owned(), mask),
    ]);
    let Ok(import) = domination::read(&files, "a.map") else {
        return;
    };
    let draft = &import.draft;
    let ids: BTreeSet<_> = draft.territories.iter().filter_map(|t| t.id).collect();
    assert!(draft.links().all(|(_, link)| ids.contains(&link.to)));
    let again = xml::read(xml::write(draft).as_bytes());
    assert!(again.is_as_meant(), "{:?}", again.flaws);
    assert!(again.draft.same_content(draft));
});
