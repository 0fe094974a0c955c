//! From a bare mask to a saved map, and back.

use iced::keyboard::{Modifiers, key};
use marchland_editor::app::Message;
use marchland_editor::commands::Command;
use marchland_editor::workspace;
use marchland_maps::{By, ContinentId, Map, TerritoryId, folder, xml};

use crate::driver::{Driver, all_bundled, bundled, six_squares, square};

const A: TerritoryId = TerritoryId(0);

#[test]
fn a_map_from_a_bare_mask() {
    let place = tempfile::tempdir().unwrap();
    let mask = place.path().join("squares.png");
    six_squares(&mask);
    let mut driver = Driver::new(Some(&mask));
    assert!(driver.shows("7 regions"));
    driver.press_and_run("Create map");

    // All seven neighbours are proposed; one is refused, the rest accepted.
    assert_eq!(driver.workspace().document.proposals().len(), 7);
    driver.click("Review one by one");
    driver.key("n", Modifiers::empty());
    assert_eq!(driver.workspace().document.proposals().len(), 6);
    driver.named(key::Named::Escape);
    driver.click("Link all 6");
    assert!(driver.shows("6 pairs of neighbours linked. Press Ctrl+Z to undo."));
    assert_eq!(driver.workspace().document.draft().links().count(), 6);

    // Names typed one after the other; Enter goes on.
    driver.click_map(square(0));
    for name in ["Ash", "Birch", "Cedar", "Elm", "Fir", "Hazel"] {
        driver.fill("name", name, true);
    }
    assert!(driver.shows("All territories have names."));

    // One continent is created and three territories are painted into it; then the other.
    driver.key("c", Modifiers::empty());
    driver.click_map(square(0));
    driver.fill("name", "North", true);
    driver.drag(&[square(0), square(1), square(2)]);
    driver.named(key::Named::Escape);
    driver.click_map(square(3));
    driver.fill("name", "South", true);
    driver.drag(&[square(3), square(4), square(5)]);
    let members = |driver: &Driver, id| {
        let territories = &driver.workspace().document.draft().territories;
        territories
            .iter()
            .filter(|t| t.continent == Some(ContinentId(id)))
            .count()
    };
    assert_eq!((members(&driver, 0), members(&driver, 1)), (3, 3));

    // A drag makes a link by sea.
    driver.key("l", Modifiers::empty());
    driver.drag(&[square(0), (400.0, 20.0), square(5)]);
    let draft = driver.workspace().document.draft();
    assert_eq!(draft.can_go(TerritoryId(5), A), Some(By::Sea));

    // Missing are two bonuses and the map's name.
    assert_eq!(driver.workspace().document.problems().len(), 3);
    for continent in ["North", "South"] {
        driver.click(continent);
        driver.fill("bonus", "3", false);
    }
    driver.click("Name the map");
    driver.fill("name", "Six woods", false);
    assert!(driver.shows("Ready to play"));

    // Saved and reopened it is the same; saved again, byte for byte.
    let home = place.path().join("six");
    driver.save_as(&home);
    assert!(driver.workspace().document.is_saved());
    let (_, draft, map) = folder::load(&home).unwrap();
    assert!(draft.same_content(driver.workspace().document.draft()));
    assert_eq!(
        (map.len(), map.name().text.as_deref()),
        (6, Some("Six woods"))
    );
    let before = std::fs::read(home.join("map.xml")).unwrap();
    let mut again = Driver::new(Some(&home));
    again.click_map(square(1));
    again.fill("name", "Beech", true);
    again.key("z", Modifiers::CTRL);
    assert!(
        again.workspace().document.is_saved(),
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
    let mut driver = Driver::new(Some(&mask));
    driver.press_and_run("Create map");
    let pivot = |driver: &Driver| driver.workspace().document.draft().territories[0].pivots[0];
    let start = pivot(&driver);
    let middle = (f64::from(start.x) + 0.5, f64::from(start.y) + 0.5);
    driver.key("p", Modifiers::empty());
    driver.drag(&[
        middle,
        (middle.0 + 20.0, middle.1),
        (middle.0 + 25.0, middle.1 + 10.0),
    ]);
    let moved = pivot(&driver);
    assert_eq!((moved.x, moved.y), (start.x + 25, start.y + 10));
    driver.named(key::Named::ArrowLeft);
    assert_eq!(pivot(&driver).x, moved.x - 1);
    driver.key("z", Modifiers::CTRL);
    driver.key("z", Modifiers::CTRL);
    assert_eq!(pivot(&driver), start);
    assert!(driver.shows("Undone: Move pivot of Territory 0"));
}

#[test]
fn every_bundled_map_opens_ready_to_play() {
    for path in all_bundled() {
        let mut driver = Driver::new(Some(&path));
        let draft = driver.workspace().document.draft();
        assert!(Map::try_from(draft).is_ok(), "{}", path.display());
        assert!(driver.workspace().document.land().is_some());
        assert!(driver.shows("Ready to play"), "{}", path.display());
        // Viewing leaves nothing to save.
        assert!(driver.workspace().document.is_saved());
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
        let mut driver = Driver::new(Some(&path));
        let _ = driver.app.update(Message::Command(Command::SaveAs));
        driver.fill("path", &copy.display().to_string(), true);
        assert_eq!(std::fs::read(copy.join("map.xml")).unwrap(), bytes);
    }
}

#[test]
fn the_outline_finds_territories() {
    let mut driver = Driver::new(Some(&bundled("world")));
    let filter = workspace::Message::Filter("west aus".into());
    let _ = driver.app.update(Message::Workspace(filter));
    assert!(driver.shows("Western Australia") && !driver.shows("Ural"));
    let _ = driver
        .app
        .update(Message::Workspace(workspace::Message::FilterDone));
    let key = driver.workspace().document.selection().territory().unwrap();
    let territory = driver.workspace().document.draft().territory(key).unwrap();
    assert_eq!(territory.name.text.as_deref(), Some("Western Australia"));
}

#[test]
fn tints_are_the_same_when_the_map_is_opened_again() {
    let place = tempfile::tempdir().unwrap();
    let (mut driver, home) = Driver::saved(place.path());
    driver.mask_touched();
    // The keys in memory now have a gap.
    driver.click_map(square(0));
    driver.click_map_with(square(1), Modifiers::SHIFT);
    driver.key("m", Modifiers::empty());
    driver.key("s", Modifiers::CTRL);
    assert!(driver.workspace().document.is_saved());
    let tints = |driver: &Driver| {
        let plots = driver.workspace().scene().plots().iter();
        plots.map(|plot| plot.colour).collect::<Vec<_>>()
    };
    assert_eq!(tints(&driver).len(), 5);
    assert_eq!(tints(&Driver::new(Some(&home))), tints(&driver));
}
