use super::super::testing::{Bench, at_sea, on};
use super::super::{Gesture, Spot, Tool, ToolKind};
use crate::action::Action;
use marchland_maps::ContinentId;

fn continents(bench: &Bench) -> Vec<Option<u16>> {
    let of = bench.draft.territories.iter();
    of.map(|t| t.continent.map(|id| id.0)).collect()
}

#[test]
fn a_stroke_is_one_step() {
    let mut bench = Bench::new(ToolKind::Continent, 6);
    let path: Vec<_> = [0, 1, 2, 3, 4].map(|id| on(&bench.draft, id)).into();
    bench.drag(&path);
    assert_eq!(bench.tool.brush(), Some(ContinentId(0)));
    assert_eq!(continents(&bench), [0, 0, 0, 0, 0, 1].map(Some));
    assert_eq!(bench.history.depth(), 1);
    // The next stroke is another.
    bench.click(on(&bench.draft, 5));
    assert_eq!(bench.history.depth(), 2);
    bench.history.undo(&mut bench.draft);
    bench.history.undo(&mut bench.draft);
    assert_eq!(continents(&bench), [0, 0, 0, 1, 1, 1].map(Some));
}

#[test]
fn shift_takes_out_and_a_lonely_one_founds_a_continent() {
    let mut bench = Bench::new(ToolKind::Continent, 4);
    bench.click(Spot {
        shift: true,
        ..on(&bench.draft, 2)
    });
    assert_eq!(continents(&bench), [Some(0), Some(0), None, Some(1)]);
    bench.click(on(&bench.draft, 2));
    assert_eq!(
        bench.said,
        [Action::NewContinent(bench.draft.territories[2].key)]
    );
}

#[test]
fn escape_takes_the_stroke_back_then_drops_the_continent() {
    let mut bench = Bench::new(ToolKind::Continent, 4);
    if let Tool::Continent(tool) = &mut bench.tool {
        tool.take_up(Some(ContinentId(1)));
    }
    bench.feed(Gesture::Press(on(&bench.draft, 0), 1));
    bench.feed(Gesture::Drag(at_sea()));
    bench.feed(Gesture::Cancel);
    assert_eq!(continents(&bench), [Some(0), Some(0), Some(1), Some(1)]);
    bench.feed(Gesture::Cancel);
    assert_eq!(bench.tool.brush(), None);
}

#[test]
fn escape_takes_back_what_the_stroke_has_done_and_nothing_older() {
    let mut bench = Bench::new(ToolKind::Continent, 4);
    if let Tool::Continent(tool) = &mut bench.tool {
        tool.take_up(Some(ContinentId(1)));
    }
    bench.click(on(&bench.draft, 0));
    let older = continents(&bench);
    for undone in [true, false] {
        // Ctrl+Z with the button down has taken the stroke back already.
        bench.feed(Gesture::Press(on(&bench.draft, 1), 1));
        assert_ne!(continents(&bench), older);
        if undone {
            bench.history.undo(&mut bench.draft);
        }
        bench.feed(Gesture::Cancel);
        assert_eq!(continents(&bench), older, "{undone}");
    }
    // A stroke that has changed nothing takes nothing back, either.
    bench.feed(Gesture::Press(on(&bench.draft, 0), 1));
    bench.feed(Gesture::Cancel);
    assert_eq!(continents(&bench), older);
    assert_eq!(bench.history.depth(), 1);
}
