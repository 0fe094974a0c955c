use super::super::testing::{Harness, at_sea, on};
use super::super::{Gesture, Spot, ToolKind};
use marchland_maps::{By, TerritoryId};

const A: TerritoryId = TerritoryId(0);
const B: TerritoryId = TerritoryId(1);
const C: TerritoryId = TerritoryId(2);

#[test]
fn clicking_neighbours_toggles_links() {
    let mut harness = Harness::new(ToolKind::Link, 4);
    let before = harness.draft.clone();
    harness.click(on(&harness.draft, 0));
    assert_eq!(
        harness.tool.anchor(),
        Some(harness.draft.territories[0].key)
    );
    harness.click(on(&harness.draft, 1));
    assert_eq!(harness.draft.can_go(A, B), None);
    assert!(
        harness.draft.is_closed(A, B),
        "they touch, so the border is shut"
    );
    harness.click(on(&harness.draft, 1));
    assert_eq!(harness.draft.can_go(A, B), Some(By::Land));
    assert!(!harness.draft.is_closed(A, B));
    assert!(harness.draft.same_content(&before));
    // They do not touch: a link by sea, and unlinking leaves no closed border.
    harness.click(on(&harness.draft, 2));
    assert_eq!(harness.draft.can_go(C, A), Some(By::Sea));
    harness.click(on(&harness.draft, 2));
    assert!(harness.draft.same_content(&before));
}

#[test]
fn dragging_links_by_sea_and_shift_one_way() {
    let mut harness = Harness::new(ToolKind::Link, 4);
    harness.drag(&[on(&harness.draft, 0), at_sea(), on(&harness.draft, 2)]);
    assert_eq!(harness.draft.can_go(A, C), Some(By::Sea));
    assert_eq!(harness.draft.can_go(C, A), Some(By::Sea));
    let end = Spot {
        shift: true,
        ..on(&harness.draft, 2)
    };
    harness.drag(&[on(&harness.draft, 0), at_sea(), end]);
    assert_eq!(harness.draft.can_go(A, C), Some(By::Sea));
    assert_eq!(harness.draft.can_go(C, A), None);
    assert_eq!(
        harness.history.undo_name(),
        Some("Link Land 0 – Land 2 by sea")
    );
}

#[test]
fn a_drag_into_the_sea_or_escape_links_nothing() {
    let mut harness = Harness::new(ToolKind::Link, 3);
    let before = harness.draft.clone();
    harness.drag(&[on(&harness.draft, 0), at_sea()]);
    harness.feed(Gesture::Press(on(&harness.draft, 0), 1));
    harness.feed(Gesture::Drag(on(&harness.draft, 2)));
    assert!(harness.tool.drawing().is_some());
    harness.feed(Gesture::Cancel);
    harness.feed(Gesture::Release(on(&harness.draft, 2)));
    assert_eq!(harness.draft, before);
}
