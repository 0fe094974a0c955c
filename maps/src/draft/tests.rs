use super::*;

#[test]
fn free_ids_fill_gaps() {
    let first = |taken: &[u16]| {
        free(taken.iter().copied().collect())
            .take(3)
            .collect::<Vec<_>>()
    };
    assert_eq!(first(&[]), [0, 1, 2]);
    assert_eq!(first(&[1, 0, 3, 3]), [2, 4, 5]);
    assert_eq!(first(&[0, 1, 2]), [3, 4, 5]);
}

#[test]
fn territories_are_found_in_any_order_of_their_keys() {
    let mut draft = Draft::new();
    for _ in 0..9 {
        let territory = draft.fresh_territory();
        draft.territories.push(territory);
    }
    let gone = draft.territories.remove(4).key;
    for shift in 0..8 {
        draft.territories.rotate_left(shift);
        for (at, territory) in draft.territories.iter().enumerate() {
            assert_eq!(draft.place_of(territory.key), Some(at), "{shift}");
        }
        assert_eq!(draft.place_of(gone), None);
    }
}

#[test]
fn languages_fall_back() {
    let names = Names {
        text: Some("Alaska".into()),
        translations: vec![Translation {
            lang: "cs".into(),
            text: "Aljaška".into(),
        }],
    };
    assert_eq!(names.in_language("cs-CZ"), Some("Aljaška"));
    assert_eq!(names.in_language("de"), Some("Alaska"));
}
