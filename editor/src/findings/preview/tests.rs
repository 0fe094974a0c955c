use super::*;
use crate::sketch;
use marchland_maps::{TerritoryField, author};

#[test]
fn links_that_come_and_go_are_drawn() {
    let draft = sketch::row(4);
    let [a, b, d] = [0, 1, 3].map(TerritoryId);
    let unlink = author::unlink(&draft, a, b);
    let mut parted = draft.clone();
    parted.apply(unlink.clone()).unwrap();
    let link = author::link(&parted, a, d, By::Sea, Way::Both);
    let edit = Edit::batch([unlink, link]);
    let preview = Preview::of_edit(&draft, "Relink", edit).unwrap();
    let kinds: Vec<_> = preview.lines.iter().map(|line| line.kind).collect();
    assert_eq!(kinds, [LineKind::Doomed, LineKind::Drawn]);
    assert_eq!(preview.lines[1].to, draft.territories[3].pivots[0]);
    assert_eq!(preview.touched, [draft.territories[0].key]);
    assert_eq!(
        preview.changes,
        [
            "Link between “Land 0” (0) and “Land 3” (3) is new: by sea",
            "Link between “Land 0” (0) and “Land 1” (1) is gone: by land",
        ]
    );
}

#[test]
fn moved_pivots_and_names_are_previewed() {
    let draft = sketch::row(2);
    let key = draft.territories[1].key;
    let edit = Edit::batch([
        author::move_pivot(&draft, key, 0, Point::new(12, 3)),
        Edit::Territory(key, TerritoryField::Name(Some("Elm".into()))),
    ]);
    let preview = Preview::of_edit(&draft, "Tidy", edit).unwrap();
    assert_eq!(preview.lines[0].from, Point::new(15, 5));
    assert_eq!(preview.lines[0].to, Point::new(12, 3));
    assert_eq!(
        preview.changes,
        [
            "“Elm” (1): name “Land 1” becomes “Elm”",
            "“Elm” (1): pivots 15,5 becomes 12,3"
        ]
    );
    let stale = Edit::RemoveTerritory(TerritoryKey(999));
    assert_eq!(Preview::of_edit(&draft, "Gone", stale), None);
}
