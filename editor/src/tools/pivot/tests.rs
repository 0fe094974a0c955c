use super::super::testing::{Harness, on};
use super::super::{Gesture, Spot, ToolKind};
use marchland_maps::Point;

fn on_pivot(harness: &Harness, id: usize) -> Spot {
    let key = harness.draft.territories[id].key;
    Spot {
        pivot: Some((key, 0)),
        ..on(&harness.draft, id)
    }
}

#[test]
fn dragging_moves_the_pivot_in_one_step() {
    let mut harness = Harness::new(ToolKind::Pivot, 2);
    // Grabbed off-centre, it keeps its distance from the pointer.
    let spot = Spot {
        x: 6.0,
        y: 5.0,
        ..on_pivot(&harness, 0)
    };
    let to = |x: f64| Spot { x, ..spot };
    harness.drag(&[spot, to(7.0), to(8.0), to(9.0)]);
    assert_eq!(harness.draft.territories[0].pivots, [Point::new(8, 5)]);
    assert_eq!(harness.history.depth(), 1);
    assert_eq!(harness.history.undo_name(), Some("Move pivot of Land 0"));
    harness.history.undo(&mut harness.draft);
    assert_eq!(harness.draft.territories[0].pivots, [Point::new(5, 5)]);
}

#[test]
fn it_snaps_to_the_centre_unless_alt_is_down() {
    for (alt, expected) in [(false, Point::new(3, 3)), (true, Point::new(8, 5))] {
        let mut harness = Harness::new(ToolKind::Pivot, 2);
        let spot = on_pivot(&harness, 0);
        let end = Spot {
            x: spot.x + 3.0,
            centre: Some(Point::new(3, 3)),
            alt,
            ..spot
        };
        harness.drag(&[spot, end]);
        assert_eq!(harness.draft.territories[0].pivots, [expected]);
    }
}

#[test]
fn escape_takes_the_drag_back() {
    let mut harness = Harness::new(ToolKind::Pivot, 2);
    let spot = on_pivot(&harness, 1);
    harness.feed(Gesture::Press(spot, 1));
    harness.feed(Gesture::Drag(Spot { y: 9.0, ..spot }));
    harness.feed(Gesture::Cancel);
    assert_eq!(harness.draft.territories[1].pivots, [Point::new(15, 5)]);
    assert_eq!(harness.tool.held_pivot(), None);
}

#[test]
fn escape_takes_nothing_back_but_the_drag() {
    let mut harness = Harness::new(ToolKind::Pivot, 2);
    let spot = on_pivot(&harness, 1);
    harness.drag(&[spot, Spot { y: 8.5, ..spot }]);
    let moved = [Point::new(15, 8)];
    assert_eq!(harness.draft.territories[1].pivots, moved);
    harness.feed(Gesture::Press(spot, 1));
    harness.feed(Gesture::Drag(Spot { y: 1.5, ..spot }));
    harness.history.undo(&mut harness.draft);
    harness.feed(Gesture::Cancel);
    assert_eq!(harness.draft.territories[1].pivots, moved);
}

#[test]
fn a_double_click_adds_a_pivot() {
    let mut harness = Harness::new(ToolKind::Pivot, 2);
    let spot = Spot {
        x: 2.5,
        y: 2.5,
        ..on(&harness.draft, 0)
    };
    harness.click(spot);
    harness.feed(Gesture::Press(spot, 2));
    harness.feed(Gesture::Release(spot));
    let pivots = &harness.draft.territories[0].pivots;
    assert_eq!(pivots[..], [Point::new(5, 5), Point::new(2, 2)]);
    let key = harness.draft.territories[0].key;
    assert_eq!(harness.tool.chosen_pivot(&harness.draft), Some((key, 1)));
    // On land beside the pivot, the territory is meant.
    harness.click(on(&harness.draft, 1));
    assert_eq!(harness.tool.chosen_pivot(&harness.draft), None);
    harness.click(on_pivot(&harness, 1));
    let key = harness.draft.territories[1].key;
    assert_eq!(harness.tool.chosen_pivot(&harness.draft), Some((key, 0)));
}
