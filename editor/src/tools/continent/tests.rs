use super::super::testing::{Harness, at_sea, on};
use super::super::{Gesture, Spot, ToolKind};
use crate::action::Action;
use marchland_maps::ContinentId;

fn continents(harness: &Harness) -> Vec<Option<u16>> {
    let of = harness.draft.territories.iter();
    of.map(|t| t.continent.map(|id| id.0)).collect()
}

#[test]
fn a_stroke_is_one_step() {
    let mut harness = Harness::new(ToolKind::Continent, 6);
    let path: Vec<_> = [0, 1, 2, 3, 4].map(|id| on(&harness.draft, id)).into();
    harness.drag(&path);
    assert_eq!(harness.tool.brush(), Some(ContinentId(0)));
    assert_eq!(continents(&harness), [0, 0, 0, 0, 0, 1].map(Some));
    assert_eq!(harness.history.depth(), 1);
    // The next stroke is separate.
    harness.click(on(&harness.draft, 5));
    assert_eq!(harness.history.depth(), 2);
    harness.history.undo(&mut harness.draft);
    harness.history.undo(&mut harness.draft);
    assert_eq!(continents(&harness), [0, 0, 0, 1, 1, 1].map(Some));
}

#[test]
fn shift_removes_and_an_unassigned_territory_starts_a_continent() {
    let mut harness = Harness::new(ToolKind::Continent, 4);
    harness.click(Spot {
        shift: true,
        ..on(&harness.draft, 2)
    });
    assert_eq!(continents(&harness), [Some(0), Some(0), None, Some(1)]);
    harness.click(on(&harness.draft, 2));
    assert_eq!(
        harness.actions,
        [Action::NewContinent(harness.draft.territories[2].key)]
    );
}

#[test]
fn escape_takes_the_stroke_back_then_drops_the_continent() {
    let mut harness = Harness::new(ToolKind::Continent, 4);
    harness.tool.take_up(Some(ContinentId(1)));
    harness.feed(Gesture::Press(on(&harness.draft, 0), 1));
    harness.feed(Gesture::Drag(at_sea()));
    harness.feed(Gesture::Cancel);
    assert_eq!(continents(&harness), [Some(0), Some(0), Some(1), Some(1)]);
    harness.feed(Gesture::Cancel);
    assert_eq!(harness.tool.brush(), None);
}

#[test]
fn escape_takes_back_what_the_stroke_has_done_and_nothing_older() {
    let mut harness = Harness::new(ToolKind::Continent, 4);
    harness.tool.take_up(Some(ContinentId(1)));
    harness.click(on(&harness.draft, 0));
    let older = continents(&harness);
    for undone in [true, false] {
        // Ctrl+Z with the button down has already undone the stroke.
        harness.feed(Gesture::Press(on(&harness.draft, 1), 1));
        assert_ne!(continents(&harness), older);
        if undone {
            harness.history.undo(&mut harness.draft);
        }
        harness.feed(Gesture::Cancel);
        assert_eq!(continents(&harness), older, "{undone}");
    }
    // A stroke without changes undoes nothing.
    harness.feed(Gesture::Press(on(&harness.draft, 0), 1));
    harness.feed(Gesture::Cancel);
    assert_eq!(continents(&harness), older);
    assert_eq!(harness.history.depth(), 1);
}
