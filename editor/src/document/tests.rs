use super::*;
use crate::sketch;
use marchland_maps::TerritoryId;

#[test]
fn naming_goes_round() {
    let mut draft = sketch::row(4);
    for at in [0, 2] {
        draft.territories[at].name.text = None;
    }
    let [a, b, c] = [0, 1, 2].map(|i: usize| draft.territories[i].key);
    let mut document = Document::new(draft, None, true);
    assert_eq!(document.next_unnamed(b), Some(c));
    assert_eq!(document.next_unnamed(c), Some(a));
    document.rename(a, "New ").unwrap();
    assert!(document.was_unnamed(a) && !document.was_unnamed(b));
    document.rename(a, "New  Alaska ").unwrap();
    document.settle_name(a).unwrap();
    assert!(!document.was_unnamed(a), "Enter again names nothing");
    assert_eq!(texts::territory_name(document.draft(), a), "New  Alaska");
    assert_eq!(document.next_unnamed(c), None, "only itself is left");
    document.rename(b, "Old Elm").unwrap();
    assert!(!document.was_unnamed(b), "it had another name");
    // Repeated reads do not change the result.
    let edit = Edit::Territory(a, TerritoryField::Name(Some(" Elm ".into())));
    document.make("As in a file", edit, None).unwrap();
    document.settle_name(a).unwrap();
    assert_eq!(texts::territory_name(document.draft(), a), " Elm ");
}

#[test]
fn each_of_many_continents_has_a_colour_of_its_own() {
    let mut document = Document::new(sketch::row(4), None, true);
    for _ in 0..20 {
        document.new_continent(&[]).unwrap();
    }
    let colours = document.draft().continents.iter().filter_map(|c| c.colour);
    let colours: std::collections::BTreeSet<_> = colours.collect();
    assert_eq!(colours.len(), 20);
}

#[test]
fn a_new_continent_takes_its_members_and_goes_in_one_step() {
    let mut document = Document::new(sketch::row(4), None, true);
    let before = document.draft().clone();
    let key = document.draft().territories[0].key;
    let continent = document.new_continent(&[key]).unwrap();
    assert_eq!(document.selection().continent(), Some(continent));
    let new = document.draft().continent(continent).unwrap().clone();
    assert_eq!(
        document
            .draft()
            .territory_by_id(TerritoryId(0))
            .unwrap()
            .continent,
        new.id
    );
    assert!(new.colour.is_some());
    document.undo();
    assert!(document.draft().same_content(&before));
    assert_eq!(document.selection().continent(), None);
}

#[test]
fn problems_are_updated_after_every_change() {
    let mut document = Document::new(sketch::row(3), None, true);
    assert_eq!(document.problems(), []);
    let key = document.draft().territories[1].key;
    document.rename(key, "").unwrap();
    assert!(matches!(document.problems(), [Problem::NoTerritoryName(t)] if t.key == key));
    document.undo();
    assert_eq!(document.problems(), []);
}
