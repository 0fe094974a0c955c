use super::*;

#[test]
fn free_ids_fill_gaps() {
    let first = |taken: &[u16]| {
        let free = free(&mut taken.iter().copied());
        free.take(3).collect::<Vec<_>>()
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
        for _ in 0..shift {
            let first = draft.territories.remove(0);
            draft.territories.push(first);
        }
        for (at, territory) in draft.territories.iter().enumerate() {
            assert_eq!(draft.place_of(territory.key), Some(at), "{shift}");
        }
        assert_eq!(draft.place_of(gone), None);
    }
}

#[test]
fn copies_share_territories_until_one_is_changed() {
    let mut draft = Draft::new();
    for _ in 0..3 {
        let territory = draft.fresh_territory();
        draft.territories.push(territory);
    }
    let before = draft.clone();
    draft.territories[1].pivots.push(Point::new(1, 2));
    let is_shared = |at| draft.territories.is_shared(at, &before.territories);
    assert_eq!([0, 1, 2, 3].map(is_shared), [true, false, true, false]);
    assert_eq!(before.territories[1].pivots, []);
    assert_ne!(draft, before);
    draft.territories[1].pivots.clear();
    assert_eq!(draft, before);
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
