use super::*;
use crate::sketch;
use marchland_maps::{Point, TerritoryField, author};

#[test]
fn a_drag_is_one_step_and_goes_back_to_its_start() {
    let mut draft = sketch::row(3);
    let before = draft.clone();
    let key = draft.territories[0].key;
    let mut history = History::new(true);
    for x in 1..50 {
        let edit = author::move_pivot(&draft, key, 0, Point::new(x, 7));
        let made = history.make(&mut draft, "Move pivot", edit, Some(("pivot", 0)));
        assert_eq!(made, Ok(true));
    }
    assert_eq!(history.depth(), 1);
    assert!(
        matches!(history.done[0].back, Edit::Pivots(..)),
        "stays small"
    );
    let after = draft.clone();
    assert_eq!(history.undo(&mut draft).as_deref(), Some("Move pivot"));
    assert_eq!(draft, before);
    assert!(history.is_saved());
    history.redo(&mut draft);
    assert_eq!(draft, after);
}

#[test]
fn sealing_separates_two_drags() {
    let mut draft = sketch::row(2);
    let key = draft.territories[0].key;
    let mut history = History::new(true);
    for (name, seal) in [("a", false), ("ab", true), ("abc", false)] {
        let edit = Edit::Territory(key, TerritoryField::Name(Some(name.into())));
        history
            .make(&mut draft, "Rename", edit, Some(("name", 0)))
            .unwrap();
        if seal {
            history.seal();
        }
    }
    history.undo(&mut draft);
    assert_eq!(draft.territories[0].name.text.as_deref(), Some("ab"));
    history.undo(&mut draft);
    assert_eq!(draft.territories[0].name.text.as_deref(), Some("Land 0"));
    assert_eq!(history.undo(&mut draft), None);
}

#[test]
fn the_saved_state_is_recognised_after_undo() {
    let mut draft = sketch::row(2);
    let key = draft.territories[0].key;
    let name = |text: &str| Edit::Territory(key, TerritoryField::Name(Some(text.into())));
    let mut history = History::new(true);
    history
        .make(&mut draft, "Rename", name("a"), Some(("name", 0)))
        .unwrap();
    history.mark_saved(history.state());
    // Typing after a save must not join the saved step.
    history
        .make(&mut draft, "Rename", name("b"), Some(("name", 0)))
        .unwrap();
    assert!(!history.is_saved());
    history.undo(&mut draft);
    assert!(history.is_saved());
    history.undo(&mut draft);
    assert!(!history.is_saved());
    history.make(&mut draft, "Rename", name("c"), None).unwrap();
    assert!(!history.is_saved(), "the saved state is out of reach now");
    history.undo(&mut draft);
    assert!(!history.is_saved());
}

#[test]
fn a_past_state_can_be_marked_as_saved() {
    let mut draft = sketch::row(2);
    let key = draft.territories[0].key;
    let name = |text: &str| Edit::Territory(key, TerritoryField::Name(Some(text.into())));
    let tag = Some(("name", 0));
    let mut history = History::new(false);
    history.make(&mut draft, "Rename", name("a"), tag).unwrap();
    // What is typed during a save is a separate step.
    let begun = history.state();
    history.seal();
    history.make(&mut draft, "Rename", name("b"), tag).unwrap();
    history.mark_saved(begun);
    assert!(!history.is_saved());
    history.undo(&mut draft);
    assert_eq!(draft.territories[0].name.text.as_deref(), Some("a"));
    assert!(history.is_saved());
    history.redo(&mut draft);
    assert!(!history.is_saved());
}
