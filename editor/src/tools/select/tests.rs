use super::super::testing::{Bench, at_sea, on};
use super::super::{Gesture, Spot, ToolKind};
use crate::action::Action;

#[test]
fn clicks_select_and_shift_adds() {
    let mut bench = Bench::new(ToolKind::Select, 4);
    let keys: Vec<_> = bench.draft.territories.iter().map(|t| t.key).collect();
    bench.click(on(&bench.draft, 1));
    assert_eq!(bench.selection.territories(), [keys[1]]);
    let shifted = Spot {
        shift: true,
        ..on(&bench.draft, 3)
    };
    bench.click(shifted);
    assert_eq!(bench.selection.territories(), [keys[1], keys[3]]);
    bench.click(shifted);
    assert_eq!(bench.selection.territories(), [keys[1]]);
    bench.click(at_sea());
    assert!(bench.selection.is_empty());
}

#[test]
fn a_rectangle_takes_the_pivots_in_it() {
    let mut bench = Bench::new(ToolKind::Select, 5);
    let keys: Vec<_> = bench.draft.territories.iter().map(|t| t.key).collect();
    let corner = |x: f64, y: f64| Spot {
        x,
        y,
        scale: 10.0,
        ..Spot::default()
    };
    bench.drag(&[corner(12.0, 0.0), corner(30.0, 4.0), corner(39.0, 10.0)]);
    assert_eq!(bench.selection.territories(), &keys[1..4]);
    assert_eq!(bench.tool.band(), None);
}

#[test]
fn a_shaky_click_is_no_drag_and_a_double_click_renames() {
    let mut bench = Bench::new(ToolKind::Select, 3);
    let spot = on(&bench.draft, 2);
    bench.drag(&[
        spot,
        Spot {
            x: spot.x + 0.2,
            ..spot
        },
    ]);
    let key = bench.draft.territories[2].key;
    assert_eq!(bench.selection.territories(), [key]);
    bench.feed(Gesture::Press(spot, 2));
    bench.feed(Gesture::Release(spot));
    assert_eq!(bench.said, [Action::Rename(key)]);
}

#[test]
fn escape_drops_the_rectangle_first() {
    let mut bench = Bench::new(ToolKind::Select, 3);
    bench.click(on(&bench.draft, 0));
    bench.feed(Gesture::Press(at_sea(), 1));
    bench.feed(Gesture::Drag(on(&bench.draft, 1)));
    assert!(bench.tool.band().is_some());
    bench.feed(Gesture::Cancel);
    assert!(bench.tool.band().is_none() && !bench.selection.is_empty());
    bench.feed(Gesture::Cancel);
    assert!(bench.selection.is_empty());
}
