use super::super::testing::{Bench, at_sea, on};
use super::super::{Gesture, Spot, ToolKind};
use marchland_maps::{By, TerritoryId};

const A: TerritoryId = TerritoryId(0);
const B: TerritoryId = TerritoryId(1);
const C: TerritoryId = TerritoryId(2);

#[test]
fn clicking_neighbours_toggles_links() {
    let mut bench = Bench::new(ToolKind::Link, 4);
    let before = bench.draft.clone();
    bench.click(on(&bench.draft, 0));
    assert_eq!(bench.tool.anchor(), Some(bench.draft.territories[0].key));
    bench.click(on(&bench.draft, 1));
    assert_eq!(bench.draft.can_go(A, B), None);
    assert!(
        bench.draft.is_closed(A, B),
        "they touch, so the border is shut"
    );
    bench.click(on(&bench.draft, 1));
    assert_eq!(bench.draft.can_go(A, B), Some(By::Land));
    assert!(!bench.draft.is_closed(A, B));
    assert!(bench.draft.same_content(&before));
    // Not touching: a link by sea, and parting them leaves no trace.
    bench.click(on(&bench.draft, 2));
    assert_eq!(bench.draft.can_go(C, A), Some(By::Sea));
    bench.click(on(&bench.draft, 2));
    assert!(bench.draft.same_content(&before));
}

#[test]
fn dragging_links_by_sea_and_shift_one_way() {
    let mut bench = Bench::new(ToolKind::Link, 4);
    bench.drag(&[on(&bench.draft, 0), at_sea(), on(&bench.draft, 2)]);
    assert_eq!(bench.draft.can_go(A, C), Some(By::Sea));
    assert_eq!(bench.draft.can_go(C, A), Some(By::Sea));
    let end = Spot {
        shift: true,
        ..on(&bench.draft, 2)
    };
    bench.drag(&[on(&bench.draft, 0), at_sea(), end]);
    assert_eq!(bench.draft.can_go(A, C), Some(By::Sea));
    assert_eq!(bench.draft.can_go(C, A), None);
    assert_eq!(
        bench.history.undo_name(),
        Some("Link Land 0 – Land 2 by sea")
    );
}

#[test]
fn a_drag_into_the_sea_or_escape_links_nothing() {
    let mut bench = Bench::new(ToolKind::Link, 3);
    let before = bench.draft.clone();
    bench.drag(&[on(&bench.draft, 0), at_sea()]);
    bench.feed(Gesture::Press(on(&bench.draft, 0), 1));
    bench.feed(Gesture::Drag(on(&bench.draft, 2)));
    assert!(bench.tool.drawing().is_some());
    bench.feed(Gesture::Cancel);
    bench.feed(Gesture::Release(on(&bench.draft, 2)));
    assert_eq!(bench.draft, before);
}
