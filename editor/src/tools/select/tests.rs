use super::super::testing::{Harness, at_sea, on};
use super::super::{Gesture, Spot, ToolKind};
use crate::action::Action;

#[test]
fn clicks_select_and_shift_adds() {
    let mut harness = Harness::new(ToolKind::Select, 4);
    let keys: Vec<_> = harness.draft.territories.iter().map(|t| t.key).collect();
    harness.click(on(&harness.draft, 1));
    assert_eq!(harness.selection.territories(), [keys[1]]);
    let shifted = Spot {
        shift: true,
        ..on(&harness.draft, 3)
    };
    harness.click(shifted);
    assert_eq!(harness.selection.territories(), [keys[1], keys[3]]);
    harness.click(shifted);
    assert_eq!(harness.selection.territories(), [keys[1]]);
    harness.click(at_sea());
    assert!(harness.selection.is_empty());
}

#[test]
fn a_rectangle_takes_the_pivots_in_it() {
    let mut harness = Harness::new(ToolKind::Select, 5);
    let keys: Vec<_> = harness.draft.territories.iter().map(|t| t.key).collect();
    let corner = |x: f64, y: f64| Spot {
        x,
        y,
        scale: 10.0,
        ..Spot::default()
    };
    harness.drag(&[corner(12.0, 0.0), corner(30.0, 4.0), corner(39.0, 10.0)]);
    assert_eq!(harness.selection.territories(), &keys[1..4]);
    assert_eq!(harness.tool.band(), None);
}

#[test]
fn a_shaky_click_is_no_drag_and_a_double_click_renames() {
    let mut harness = Harness::new(ToolKind::Select, 3);
    let spot = on(&harness.draft, 2);
    harness.drag(&[
        spot,
        Spot {
            x: spot.x + 0.2,
            ..spot
        },
    ]);
    let key = harness.draft.territories[2].key;
    assert_eq!(harness.selection.territories(), [key]);
    harness.feed(Gesture::Press(spot, 2));
    harness.feed(Gesture::Release(spot));
    assert_eq!(harness.actions, [Action::Rename(key)]);
}

#[test]
fn escape_drops_the_rectangle_first() {
    let mut harness = Harness::new(ToolKind::Select, 3);
    harness.click(on(&harness.draft, 0));
    harness.feed(Gesture::Press(at_sea(), 1));
    harness.feed(Gesture::Drag(on(&harness.draft, 1)));
    assert!(harness.tool.band().is_some());
    harness.feed(Gesture::Cancel);
    assert!(harness.tool.band().is_none() && !harness.selection.is_empty());
    harness.feed(Gesture::Cancel);
    assert!(harness.selection.is_empty());
}
