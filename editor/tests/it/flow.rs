//! From a bare mask to a saved map, and back.

use iced::keyboard::{Modifiers, key};
use marchland_editor::app::Message;
use marchland_editor::bench;
use marchland_editor::commands::Command;
use marchland_maps::{By, ContinentId, Map, TerritoryId, folder, xml};

use crate::desk::{Desk, all_bundled, bundled, six_squares, square};

const A: TerritoryId = TerritoryId(0);

#[test]
fn a_map_from_a_bare_mask() {
    let place = tempfile::tempdir().unwrap();
    let mask = place.path().join("squares.png");
    six_squares(&mask);
    let mut desk = Desk::new(Some(&mask));
    assert!(desk.shows("7 regions"));
    desk.press_and_run("Create map");

    // Neighbours: all seven proposed, one refused, the rest accepted.
    assert_eq!(desk.bench().document.proposals().len(), 7);
    desk.click("Review one by one");
    desk.key("n", Modifiers::empty());
    assert_eq!(desk.bench().document.proposals().len(), 6);
    desk.named(key::Named::Escape);
    desk.click("Accept all 6");
    assert!(desk.shows("6 pairs of neighbours linked. Press Ctrl+Z to undo."));
    assert_eq!(desk.bench().document.draft().links().count(), 6);

    // Names: typed one after the other, Enter goes on.
    desk.click_map(square(0));
    for name in ["Ash", "Birch", "Cedar", "Elm", "Fir", "Hazel"] {
        desk.fill("name", name, true);
    }
    assert!(desk.shows("All territories have names."));

    // Continents: one founded, three painted into it; then the other.
    desk.key("c", Modifiers::empty());
    desk.click_map(square(0));
    desk.fill("name", "North", true);
    desk.drag(&[square(0), square(1), square(2)]);
    desk.named(key::Named::Escape);
    desk.click_map(square(3));
    desk.fill("name", "South", true);
    desk.drag(&[square(3), square(4), square(5)]);
    let members = |desk: &Desk, id| {
        let territories = &desk.bench().document.draft().territories;
        territories
            .iter()
            .filter(|t| t.continent == Some(ContinentId(id)))
            .count()
    };
    assert_eq!((members(&desk, 0), members(&desk, 1)), (3, 3));

    // A link by sea is a drag away.
    desk.key("l", Modifiers::empty());
    desk.drag(&[square(0), (400.0, 20.0), square(5)]);
    let draft = desk.bench().document.draft();
    assert_eq!(draft.can_go(TerritoryId(5), A), Some(By::Sea));

    // What is missing is listed: two bonuses and the map's name.
    assert_eq!(desk.bench().document.problems().len(), 3);
    for continent in ["North", "South"] {
        desk.click(continent);
        desk.fill("bonus", "3", false);
    }
    desk.click("Name the map");
    desk.fill("name", "Six woods", false);
    assert!(desk.shows("Ready to play"));

    // Saved, opened again, the same; saved again, the same bytes.
    let home = place.path().join("six");
    desk.save_as(&home);
    assert!(desk.bench().document.is_saved());
    let (_, draft, map) = folder::load(&home).unwrap();
    assert!(draft.same_content(desk.bench().document.draft()));
    assert_eq!(
        (map.len(), map.name().text.as_deref()),
        (6, Some("Six woods"))
    );
    let before = std::fs::read(home.join("map.xml")).unwrap();
    let mut again = Desk::new(Some(&home));
    again.click_map(square(1));
    again.fill("name", "Beech", true);
    again.key("z", Modifiers::CTRL);
    assert!(
        again.bench().document.is_saved(),
        "undone to what the file has"
    );
    again.fill("name", "Beech", true);
    again.key("s", Modifiers::CTRL);
    assert_ne!(std::fs::read(home.join("map.xml")).unwrap(), before);
    for _ in 0..2 {
        again.key("z", Modifiers::CTRL);
    }
    again.key("s", Modifiers::CTRL);
    assert_eq!(std::fs::read(home.join("map.xml")).unwrap(), before);
}

#[test]
fn pivots_are_dragged_and_nudged() {
    let place = tempfile::tempdir().unwrap();
    let mask = place.path().join("squares.png");
    six_squares(&mask);
    let mut desk = Desk::new(Some(&mask));
    desk.press_and_run("Create map");
    let pivot = |desk: &Desk| desk.bench().document.draft().territories[0].pivots[0];
    let start = pivot(&desk);
    let middle = (f64::from(start.x) + 0.5, f64::from(start.y) + 0.5);
    desk.key("p", Modifiers::empty());
    desk.drag(&[
        middle,
        (middle.0 + 20.0, middle.1),
        (middle.0 + 25.0, middle.1 + 10.0),
    ]);
    let moved = pivot(&desk);
    assert_eq!((moved.x, moved.y), (start.x + 25, start.y + 10));
    desk.named(key::Named::ArrowLeft);
    assert_eq!(pivot(&desk).x, moved.x - 1);
    desk.key("z", Modifiers::CTRL);
    desk.key("z", Modifiers::CTRL);
    assert_eq!(pivot(&desk), start);
    assert!(desk.shows("Undone: Move pivot of Territory 0"));
}

#[test]
fn every_bundled_map_opens_ready_to_play() {
    for path in all_bundled() {
        let mut desk = Desk::new(Some(&path));
        let draft = desk.bench().document.draft();
        assert!(Map::try_from(draft).is_ok(), "{}", path.display());
        assert!(desk.bench().document.land().is_some());
        assert!(desk.shows("Ready to play"), "{}", path.display());
        // Nothing but looking was done: nothing to save, the same bytes.
        assert!(desk.bench().document.is_saved());
    }
}

#[test]
fn saving_an_untouched_map_changes_no_byte() {
    let place = tempfile::tempdir().unwrap();
    for path in all_bundled() {
        let bytes = std::fs::read(path.join("map.xml")).unwrap();
        let reading = xml::read(&bytes);
        assert_eq!(reading.source.render(&reading.draft).as_bytes(), bytes);
        let copy = place.path().join(path.file_name().unwrap());
        let mut desk = Desk::new(Some(&path));
        let _ = desk.app.update(Message::Command(Command::SaveAs));
        desk.fill("path", &copy.display().to_string(), true);
        assert_eq!(std::fs::read(copy.join("map.xml")).unwrap(), bytes);
    }
}

#[test]
fn the_outline_finds_territories() {
    let mut desk = Desk::new(Some(&bundled("world")));
    let filter = bench::Message::Filter("west aus".into());
    let _ = desk.app.update(Message::Bench(filter));
    assert!(desk.shows("Western Australia") && !desk.shows("Ural"));
    let _ = desk.app.update(Message::Bench(bench::Message::FilterDone));
    let key = desk.bench().document.selection().territory().unwrap();
    let territory = desk.bench().document.draft().territory(key).unwrap();
    assert_eq!(territory.name.text.as_deref(), Some("Western Australia"));
}
