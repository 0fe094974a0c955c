//! The law of edits: an edit and its inverse leave no trace.

use marchland_maps::{
    By, Card, ContinentField, ContinentId, Draft, Edit, EditError, ListChange, MapField, Neighbour,
    Point, Rgb, TerritoryField, TerritoryId, TerritoryKey, Way, Wrap, author,
};
use proptest::prelude::*;

use crate::sketch;

/// A step that an author might take, described without knowing the draft.
#[derive(Debug, Clone)]
pub(crate) enum Step {
    Rename(usize, Option<String>),
    Recolour(usize, u32),
    Renumber(usize, u16),
    Card(usize, usize),
    Link(u16, u16, bool, bool),
    Unlink(u16, u16),
    Close(u16, u16),
    Open(u16, u16),
    AddPivot(usize, u32, u32),
    MovePivot(usize, usize, u32),
    RemovePivot(usize, usize),
    AddTerritory(u16),
    RemoveTerritory(usize),
    Continent(usize, Option<u16>),
    Bonus(usize, Option<u16>),
    RemoveContinent(usize),
    RenumberContinent(usize, u16),
    Setup(u8, Option<u32>),
    Wrap(bool),
}

pub(crate) fn step() -> impl Strategy<Value = Step> {
    let at = || 0..8_usize;
    let id = || 0..8_u16;
    prop_oneof![
        (at(), proptest::option::of("[a-z]{0,5}")).prop_map(|(t, n)| Step::Rename(t, n)),
        (at(), 0..9_u32).prop_map(|(t, c)| Step::Recolour(t, c)),
        (at(), id()).prop_map(|(t, i)| Step::Renumber(t, i)),
        (at(), 0..3_usize).prop_map(|(t, c)| Step::Card(t, c)),
        (id(), id(), any::<bool>(), any::<bool>()).prop_map(|(a, b, s, o)| Step::Link(a, b, s, o)),
        (id(), id()).prop_map(|(a, b)| Step::Unlink(a, b)),
        (id(), id()).prop_map(|(a, b)| Step::Close(a, b)),
        (id(), id()).prop_map(|(a, b)| Step::Open(a, b)),
        (at(), 0..50_u32, 0..50_u32).prop_map(|(t, x, y)| Step::AddPivot(t, x, y)),
        (at(), 0..3_usize, 0..50_u32).prop_map(|(t, p, x)| Step::MovePivot(t, p, x)),
        (at(), 0..3_usize).prop_map(|(t, p)| Step::RemovePivot(t, p)),
        id().prop_map(Step::AddTerritory),
        at().prop_map(Step::RemoveTerritory),
        (at(), proptest::option::of(0..3_u16)).prop_map(|(t, c)| Step::Continent(t, c)),
        (0..3_usize, proptest::option::of(0..9_u16)).prop_map(|(c, b)| Step::Bonus(c, b)),
        (0..3_usize).prop_map(Step::RemoveContinent),
        (0..3_usize, 0..3_u16).prop_map(|(c, i)| Step::RenumberContinent(c, i)),
        (2..=6_u8, proptest::option::of(1..99_u32)).prop_map(|(p, u)| Step::Setup(p, u)),
        any::<bool>().prop_map(Step::Wrap),
    ]
}

pub(crate) fn edit_of(draft: &mut Draft, step: Step) -> Edit {
    let nothing = Edit::Batch(Vec::new());
    let territory = |draft: &Draft, at: usize| draft.territories.get(at).map(|t| t.key);
    let continent = |draft: &Draft, at: usize| draft.continents.get(at).map(|c| c.key);
    let field =
        |draft: &Draft, at, field| territory(draft, at).map(|key| Edit::Territory(key, field));
    let with_id = TerritoryId;
    let edit = match step {
        Step::Rename(t, name) => field(draft, t, TerritoryField::Name(name)),
        Step::Recolour(t, c) => field(draft, t, TerritoryField::Colour(Some(Rgb::from_u32(c)))),
        Step::Card(t, c) => field(draft, t, TerritoryField::Card(Some(Card::ALL[c]))),
        Step::Renumber(t, id) => {
            let old = draft.territories.get(t).and_then(|territory| territory.id);
            old.map(|old| author::renumber(draft, [(old, with_id(id))]))
        }
        Step::Link(a, b, sea, one) => {
            let by = if sea { By::Sea } else { By::Land };
            let way = if one { Way::One } else { Way::Both };
            Some(author::link(draft, with_id(a), with_id(b), by, way))
        }
        Step::Unlink(a, b) => Some(author::unlink(draft, with_id(a), with_id(b))),
        Step::Close(a, b) => Some(author::close_border(draft, with_id(a), with_id(b))),
        Step::Open(a, b) => Some(author::open_border(draft, with_id(a), with_id(b))),
        Step::AddPivot(t, x, y) => {
            territory(draft, t).map(|key| author::add_pivot(draft, key, Point::new(x, y)))
        }
        Step::MovePivot(t, p, x) => {
            territory(draft, t).map(|key| author::move_pivot(draft, key, p, Point::new(x, 0)))
        }
        Step::RemovePivot(t, p) => {
            territory(draft, t).map(|key| author::remove_pivot(draft, key, p))
        }
        Step::AddTerritory(id) => {
            let mut fresh = draft.fresh_territory();
            fresh.id = Some(with_id(id));
            Some(author::add_territory(draft, fresh))
        }
        Step::RemoveTerritory(t) => {
            territory(draft, t).map(|key| author::remove_territory(draft, key))
        }
        Step::Continent(t, c) => {
            let key = territory(draft, t);
            key.map(|key| author::move_to_continent(draft, [key], c.map(ContinentId)))
        }
        Step::Bonus(c, bonus) => {
            continent(draft, c).map(|key| Edit::Continent(key, ContinentField::Bonus(bonus)))
        }
        Step::RemoveContinent(c) => {
            continent(draft, c).map(|key| author::remove_continent(draft, key))
        }
        Step::RenumberContinent(c, id) => {
            let old = draft.continents.get(c).and_then(|continent| continent.id);
            old.map(|old| author::renumber_continents(draft, [(old, ContinentId(id))]))
        }
        Step::Setup(players, units) => Some(Edit::Setup { players, units }),
        Step::Wrap(on) => Some(Edit::Map(MapField::Wrap(Wrap {
            horizontal: on,
            vertical: false,
        }))),
    };
    edit.unwrap_or(nothing)
}

proptest! {
    /// Undoing everything gives the draft back exactly; redoing everything
    /// gives the changed draft back exactly.
    #[test]
    fn apply_then_inverse_is_identity(steps in prop::collection::vec(step(), 0..40)) {
        let mut draft = sketch::row(6);
        let mut undo = Vec::new();
        let mut states = Vec::new();
        for step in steps {
            let edit = edit_of(&mut draft, step);
            states.push(draft.clone());
            undo.push(draft.apply(edit).expect("made for this draft"));
        }
        let last = draft.clone();
        let mut redo = Vec::new();
        while let (Some(edit), Some(state)) = (undo.pop(), states.pop()) {
            redo.push(draft.apply(edit).expect("an inverse fits"));
            prop_assert_eq!(&draft, &state);
        }
        while let Some(edit) = redo.pop() {
            draft.apply(edit).expect("an inverse's inverse fits");
        }
        prop_assert_eq!(draft, last);
    }

    /// A refused batch changes nothing, even if part of it was applied.
    #[test]
    fn a_refused_batch_leaves_no_trace(steps in prop::collection::vec(step(), 0..10)) {
        let mut draft = sketch::row(6);
        let mut scratch = draft.clone();
        let mut edits = Vec::new();
        for step in steps {
            let edit = edit_of(&mut scratch, step);
            scratch.apply(edit.clone()).expect("made for this draft");
            edits.push(edit);
        }
        let key = draft.territories[0].key;
        let stale = ListChange::Remove { at: 99, item: Point::default() };
        edits.push(Edit::Pivots(key, stale));
        let before = draft.clone();
        let refused = draft.apply(Edit::Batch(edits)).unwrap_err();
        prop_assert!(matches!(refused, EditError::Stale | EditError::NoTerritory(_)));
        prop_assert_eq!(&before, &draft);
    }
}

#[test]
fn linking_replaces_earlier_declarations() {
    let mut draft = sketch::row(4);
    let [a, b] = [TerritoryId(1), TerritoryId(2)];
    let edit = author::close_border(&draft, b, a);
    draft.apply(edit).unwrap();
    assert_eq!(draft.can_go(a, b), None);
    assert!(draft.is_closed(a, b));
    let edit = author::link(&draft, b, a, By::Sea, Way::One);
    draft.apply(edit).unwrap();
    assert_eq!(
        (draft.can_go(a, b), draft.can_go(b, a)),
        (None, Some(By::Sea))
    );
    assert!(!draft.is_closed(a, b));
    let again = author::link(&draft, b, a, By::Sea, Way::One);
    assert!(again.is_empty());
}

#[test]
fn renumbering_takes_the_neighbours_along() {
    let mut draft = sketch::row(4);
    let edit = author::renumber(&draft, [(TerritoryId(1), TerritoryId(3))]);
    draft.apply(edit).unwrap();
    assert_eq!(draft.territories[3].id, Some(TerritoryId(1)));
    assert_eq!(
        draft.territories[0].neighbours,
        [Neighbour::land(TerritoryId(3))]
    );
    assert_eq!(
        draft.territories[2].neighbours,
        [Neighbour::land(TerritoryId(1))]
    );
    assert!(marchland_maps::Map::try_from(&draft).is_ok());
}

#[test]
fn renumbering_frees_the_new_ids() {
    let mut draft = sketch::row(5);
    let changes = [(0, 1), (1, 2), (3, 0)].map(|(a, b)| (TerritoryId(a), TerritoryId(b)));
    draft.apply(author::renumber(&draft, changes)).unwrap();
    let ids = draft.territories.iter().filter_map(|t| t.id);
    // The third gets the id that is left.
    assert_eq!(ids.map(|id| id.0).collect::<Vec<_>>(), [1, 2, 3, 0, 4]);
    assert!(marchland_maps::Map::try_from(&draft).is_ok());
    // A broken draft may ask for one id twice.
    let twice = [(0, 1), (2, 1)].map(|(a, b)| (TerritoryId(a), TerritoryId(b)));
    draft.apply(author::renumber(&draft, twice)).unwrap();
    assert!(marchland_maps::Map::try_from(&draft).is_ok());
}

/// Undo did not reset the counter of keys, so that the draft was not equal to the old one; and the
/// last possible key was followed by an overflow.
#[test]
fn keys_leave_no_trace_and_never_run_out() {
    let before = sketch::row(3);
    let mut draft = before.clone();
    let mut last = draft.fresh_territory();
    last.key = TerritoryKey(u32::MAX);
    let at = draft.territories.len();
    let territory = Box::new(last);
    let undo = draft.apply(Edit::AddTerritory { at, territory }).unwrap();
    let next = draft.fresh_territory().key;
    let other = TerritoryKey(draft.fresh_continent().key.0);
    assert_ne!(next, other);
    let mut taken = draft.territories.iter().map(|t| t.key);
    assert!(taken.all(|key| key != next && key != other));
    draft.apply(undo).unwrap();
    assert_eq!(draft, before);
}

/// No edit creates what the reader would refuse.
#[test]
fn lists_hold_no_more_than_a_file_may() {
    use marchland_maps::limits::{MAX_NEIGHBOURS, MAX_PIVOTS};
    use marchland_maps::{Draft, ListChange, Neighbour, Point, TerritoryId};
    let mut draft = Draft::new();
    let territory = draft.fresh_territory();
    let key = territory.key;
    draft.territories.push(territory);
    let neighbour = |draft: &mut Draft, id: usize| {
        let item = Neighbour::land(TerritoryId(id as u16));
        draft.apply(Edit::Neighbours(key, ListChange::Insert { at: 0, item }))
    };
    for id in 0..MAX_NEIGHBOURS {
        neighbour(&mut draft, id + 1).unwrap();
    }
    let before = draft.clone();
    let refused = neighbour(&mut draft, 9_999).unwrap_err();
    assert_eq!(refused, EditError::Full(MAX_NEIGHBOURS));
    assert!(draft.same_content(&before));
    for x in 0..MAX_PIVOTS as u32 {
        let item = Point::new(x, 0);
        let edit = Edit::Pivots(key, ListChange::Insert { at: 0, item });
        draft.apply(edit).unwrap();
    }
    let item = Point::default();
    let edit = Edit::Pivots(key, ListChange::Insert { at: 0, item });
    assert_eq!(draft.apply(edit), Err(EditError::Full(MAX_PIVOTS)));
}
