use super::super::testing::{Bench, on};
use super::super::{Gesture, Spot, ToolKind};
use marchland_maps::Point;

fn on_pivot(bench: &Bench, id: usize) -> Spot {
    let key = bench.draft.territories[id].key;
    Spot {
        pivot: Some((key, 0)),
        ..on(&bench.draft, id)
    }
}

#[test]
fn dragging_moves_the_pivot_in_one_step() {
    let mut bench = Bench::new(ToolKind::Pivot, 2);
    // Grasped a little beside: it keeps its distance from the pointer.
    let spot = Spot {
        x: 6.0,
        y: 5.0,
        ..on_pivot(&bench, 0)
    };
    let to = |x: f64| Spot { x, ..spot };
    bench.drag(&[spot, to(7.0), to(8.0), to(9.0)]);
    assert_eq!(bench.draft.territories[0].pivots, [Point::new(8, 5)]);
    assert_eq!(bench.history.depth(), 1);
    assert_eq!(bench.history.undo_name(), Some("Move pivot of Land 0"));
    bench.history.undo(&mut bench.draft);
    assert_eq!(bench.draft.territories[0].pivots, [Point::new(5, 5)]);
}

#[test]
fn it_snaps_to_the_centre_unless_alt_is_down() {
    for (alt, expected) in [(false, Point::new(3, 3)), (true, Point::new(8, 5))] {
        let mut bench = Bench::new(ToolKind::Pivot, 2);
        let spot = on_pivot(&bench, 0);
        let end = Spot {
            x: spot.x + 3.0,
            centre: Some(Point::new(3, 3)),
            alt,
            ..spot
        };
        bench.drag(&[spot, end]);
        assert_eq!(bench.draft.territories[0].pivots, [expected]);
    }
}

#[test]
fn escape_takes_the_drag_back() {
    let mut bench = Bench::new(ToolKind::Pivot, 2);
    let spot = on_pivot(&bench, 1);
    bench.feed(Gesture::Press(spot, 1));
    bench.feed(Gesture::Drag(Spot { y: 9.0, ..spot }));
    bench.feed(Gesture::Cancel);
    assert_eq!(bench.draft.territories[1].pivots, [Point::new(15, 5)]);
    assert_eq!(bench.tool.held_pivot(), None);
}

#[test]
fn escape_takes_nothing_back_but_the_drag() {
    let mut bench = Bench::new(ToolKind::Pivot, 2);
    let spot = on_pivot(&bench, 1);
    bench.drag(&[spot, Spot { y: 8.5, ..spot }]);
    let moved = [Point::new(15, 8)];
    assert_eq!(bench.draft.territories[1].pivots, moved);
    bench.feed(Gesture::Press(spot, 1));
    bench.feed(Gesture::Drag(Spot { y: 1.5, ..spot }));
    bench.history.undo(&mut bench.draft);
    bench.feed(Gesture::Cancel);
    assert_eq!(bench.draft.territories[1].pivots, moved);
}

#[test]
fn a_double_click_adds_a_pivot() {
    let mut bench = Bench::new(ToolKind::Pivot, 2);
    let spot = Spot {
        x: 2.5,
        y: 2.5,
        ..on(&bench.draft, 0)
    };
    bench.click(spot);
    bench.feed(Gesture::Press(spot, 2));
    bench.feed(Gesture::Release(spot));
    let pivots = &bench.draft.territories[0].pivots;
    assert_eq!(pivots[..], [Point::new(5, 5), Point::new(2, 2)]);
    let key = bench.draft.territories[0].key;
    assert_eq!(bench.tool.chosen_pivot(&bench.draft), Some((key, 1)));
    // On land beside it, it is the territory that is meant.
    bench.click(on(&bench.draft, 1));
    assert_eq!(bench.tool.chosen_pivot(&bench.draft), None);
    bench.click(on_pivot(&bench, 1));
    let key = bench.draft.territories[1].key;
    assert_eq!(bench.tool.chosen_pivot(&bench.draft), Some((key, 0)));
}
