//! Random files in place of Domination maps.

use std::collections::BTreeSet;

use marchland_maps::formats::domination::read;
use proptest::prelude::*;

use crate::domination::files;

/// Lines that have something to do with maps, and some that do not.
fn line() -> impl Strategy<Value = String> {
    let number = prop_oneof![Just("0".to_owned()), "[1-9]", "-?[0-9]{1,20}", "[a-z]{1,3}"];
    prop_oneof![
        Just("[files]".to_owned()),
        Just("[continents]".to_owned()),
        Just("[countries]".to_owned()),
        Just("[borders]".to_owned()),
        Just("map odd_map.gif".to_owned()),
        Just("crd odd.cards".to_owned()),
        prop::collection::vec(number, 0..7).prop_map(|words| words.join(" ")),
        (
            1..9_u8,
            "[A-Za-z_é]{1,80}",
            0..4_u8,
            -9..200_i16,
            -9..200_i16
        )
            .prop_map(|(n, name, c, x, y)| format!("{n} {name} {c} {x} {y}")),
        "\\PC{0,30}",
    ]
}

proptest! {
    /// Any file is either read or refused, and what is read
    /// names only what exists.
    #[test]
    fn no_file_brings_the_reader_down(
        lines in prop::collection::vec(line(), 0..40),
        cards in prop::collection::vec(line(), 0..10),
        noise in prop::collection::vec(any::<u8>(), 0..40),
    ) {
        let mut map = lines.join("\n").into_bytes();
        map.extend(noise);
        let sure = "\n[files]\nmap odd_map.gif\n[countries]\n1 A 1 1 1\n";
        map.extend(sure.as_bytes());
        let cards = format!("[cards]\n{}", cards.join("\r"));
        if let Ok(import) = read(&files(&map, cards.as_bytes()), "odd.map") {
            let ids: BTreeSet<_> = import.draft.territories.iter().filter_map(|t| t.id).collect();
            for (_, link) in import.draft.links() {
                prop_assert!(ids.contains(&link.to));
            }
            for territory in &import.draft.territories {
                let name = territory.name.text.as_deref().unwrap_or_default();
                prop_assert!((1..=64).contains(&name.chars().count()));
                prop_assert!(territory.colour.is_some());
            }
        }
    }
}
