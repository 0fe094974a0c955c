//! One thing is chosen of a list: of all commands, of menus, of what can be done with a
//! thing on the map. All of them, and the list of keys, are made of one table.

use iced::keyboard::{Modifiers, key::Named};
use iced::{Event, Size, mouse};
use marchland_editor::app::Message;
use marchland_editor::bench::Intent;
use marchland_editor::choosing::Kind;
use marchland_editor::commands::Command;
use marchland_editor::commands::table::{self, Menu};
use marchland_editor::tools::{Adjust, Bend, ToolKind};
use marchland_maps::{By, TerritoryId, Way};

use crate::desk::{Desk, six_squares, square};
use crate::glass::Glass;
use crate::pictures::Album;

const SIZE: (u32, u32) = (500, 300);
const BOTH: Modifiers = Modifiers::CTRL.union(Modifiers::SHIFT);

fn squares(place: &std::path::Path) -> Glass {
    let mask = place.join("squares.png");
    six_squares(&mask);
    let mut glass = Glass::new(Some(&mask));
    glass.click("Create map");
    glass.click("Accept all 7");
    glass
}

fn right_click(glass: &mut Glass, at: (f64, f64)) {
    let button = mouse::Button::Right;
    glass.over_whole(
        SIZE,
        at,
        &[
            Event::Mouse(mouse::Event::ButtonPressed(button)),
            Event::Mouse(mouse::Event::ButtonReleased(button)),
        ],
    );
}

#[test]
fn a_command_is_found_by_typing_and_one_that_cannot_be_done_says_why() {
    let place = tempfile::tempdir().unwrap();
    let mut glass = squares(place.path());
    let why = "Select a territory to divide.";
    glass.key("p", BOTH);
    assert!(!glass.shows(why));
    glass.write("divide");
    assert!(glass.shows("Divide territory…"));
    assert!(glass.shows(why));
    assert!(!glass.shows("Undo"), "only what matches");
    glass.press(Named::Enter);
    assert!(
        glass.app.chooser().is_some(),
        "it stays, and nothing is done"
    );
    glass.press(Named::Escape);
    assert!(glass.app.chooser().is_none());

    glass.click_whole(SIZE, square(0));
    glass.key("p", BOTH);
    glass.write("divide");
    assert!(!glass.shows(why));
    glass.press(Named::Enter);
    assert!(glass.app.chooser().is_none());
    assert!(matches!(glass.bench().intent(), Some(Intent::Divide(_))));
}

#[test]
fn commands_are_walked_through_by_arrows() {
    let place = tempfile::tempdir().unwrap();
    let mut glass = squares(place.path());
    glass.key("p", BOTH);
    glass.write("tools");
    let chosen = |glass: &Glass| {
        let list = glass.app.chooser().expect("a list");
        list.item(list.at().expect("one"))
            .expect("a command")
            .words
            .clone()
    };
    assert_eq!(chosen(&glass), Command::Tool(ToolKind::Select).words());
    glass.press(Named::ArrowDown);
    assert_eq!(chosen(&glass), Command::Tool(ToolKind::Pivot).words());
    glass.press(Named::ArrowUp);
    glass.press(Named::ArrowUp);
    let last = Command::Adjust(Adjust::Reshape(Bend::Roughen));
    assert_eq!(chosen(&glass), last.words());
    glass.press(Named::ArrowDown);
    glass.press(Named::ArrowDown);
    glass.press(Named::Enter);
    assert_eq!(glass.bench().tool().kind(), ToolKind::Pivot);
}

#[test]
fn menus_are_reached_by_keys_and_by_the_pointer() {
    let place = tempfile::tempdir().unwrap();
    let mut glass = squares(place.path());
    let open = |glass: &Glass| match glass.app.chooser()?.kind() {
        Kind::Menu(menu) => Some(*menu),
        _ => None,
    };
    glass.press(Named::F10);
    assert_eq!(open(&glass), Some(Menu::File));
    assert!(glass.shows("Export picture…"));
    glass.press(Named::ArrowRight);
    assert_eq!(open(&glass), Some(Menu::Edit));
    glass.press(Named::ArrowLeft);
    glass.press(Named::ArrowLeft);
    assert_eq!(open(&glass), Some(Menu::Help), "round and round");
    glass.press(Named::Escape);
    assert_eq!(open(&glass), None);

    // What was done last is taken back from the menu.
    assert_eq!(glass.bench().document.draft().links().count(), 7);
    glass.click("Edit");
    glass.click("Undo");
    assert_eq!(open(&glass), None);
    assert_eq!(glass.bench().document.draft().links().count(), 0);
    glass.click("Edit");
    glass.click_at(iced::Point::new(900.0, 700.0));
    assert_eq!(open(&glass), None, "a click beside it closes it");
    // The key of a command works while a menu is open.
    glass.click("Tools");
    glass.key("l", Modifiers::empty());
    assert_eq!(open(&glass), None);
    assert_eq!(glass.bench().tool().kind(), ToolKind::Link);
}

#[test]
fn what_can_be_done_with_a_thing_is_offered_where_it_is() {
    let place = tempfile::tempdir().unwrap();
    let mut glass = squares(place.path());
    let draft = |glass: &Glass| glass.bench().document.draft().clone();
    let first = draft(&glass).territories[0].key;
    let [from, to] = [0, 1].map(|at| draft(&glass).territories[at].pivots[0]);
    let way = |part: f64| {
        let between = |a: u32, b: u32| f64::from(a) * (1.0 - part) + f64::from(b) * part + 0.5;
        (between(from.x, to.x), between(from.y, to.y))
    };

    // Land: what is pointed at is selected, and can be taken out.
    right_click(&mut glass, (square(0).0 - 25.0, square(0).1 - 25.0));
    assert_eq!(glass.bench().document.selection().territory(), Some(first));
    glass.click("Remove from map");
    assert_eq!(draft(&glass).territories.len(), 5);
    glass.key("z", Modifiers::CTRL);

    // A link: it becomes one by sea, then goes one way.
    let link = |glass: &Glass| {
        let draft = draft(glass);
        let all = draft.territories[..2]
            .iter()
            .flat_map(|t| t.neighbours.clone());
        let mut between = all.filter(|to| to.to.0 < 2);
        between.next().map(|link| (link.by, link.way))
    };
    assert_eq!(link(&glass), Some((By::Land, Way::Both)));
    right_click(&mut glass, way(0.4));
    glass.click("Change to by sea");
    assert_eq!(link(&glass), Some((By::Sea, Way::Both)));
    right_click(&mut glass, way(0.4));
    glass.click("Remove link");
    assert_eq!(draft(&glass).can_go(TerritoryId(0), TerritoryId(1)), None);

    // A pivot.
    right_click(&mut glass, way(0.0));
    glass.click("Remove pivot");
    assert!(draft(&glass).territories[0].pivots.is_empty());

    // The sea.
    right_click(&mut glass, (3.0, 3.0));
    glass.click("Paint land");
    assert_eq!(glass.bench().tool().kind(), ToolKind::Brush);
}

#[test]
fn the_list_of_keys_is_the_table() {
    let place = tempfile::tempdir().unwrap();
    let mut glass = squares(place.path());
    glass.key("?", Modifiers::SHIFT);
    let texts = glass.texts();
    for entry in table::all().filter(|entry| !entry.keys.is_empty()) {
        for text in [entry.words, entry.keys[0]] {
            assert!(texts.iter().any(|shown| shown == text), "{text}: {texts:?}");
        }
    }
    glass.press(Named::Escape);
    assert!(glass.app.dialog().is_none());
}

#[test]
fn a_picture_is_exported_and_over_another_only_when_asked_twice() {
    let place = tempfile::tempdir().unwrap();
    let mut glass = squares(place.path());
    let file = place.path().join("picture.png");
    let ask = |glass: &mut Glass, file: &std::path::Path| {
        glass.key("e", Modifiers::CTRL);
        glass.key("a", Modifiers::CTRL);
        glass.write(&file.display().to_string());
        glass.press(Named::Enter);
    };
    ask(&mut glass, &file);
    let picture = image::open(&file).unwrap();
    assert_eq!((picture.width(), picture.height()), SIZE);
    std::fs::write(&file, b"\x89PNG and something else").unwrap();
    ask(&mut glass, &file);
    assert!(image::open(&file).is_err(), "it is asked about first");
    glass.click("Overwrite");
    assert!(image::open(&file).is_ok());
    // What is no picture, and the mask that the map was made of, stay.
    let text = place.path().join("notes.txt");
    std::fs::write(&text, "notes").unwrap();
    ask(&mut glass, &text);
    assert_eq!(std::fs::read_to_string(&text).unwrap(), "notes");
    glass.press(Named::Escape);
    let mask = place.path().join("squares.png");
    let before = std::fs::read(&mask).unwrap();
    ask(&mut glass, &mask);
    if glass.shows("Overwrite") {
        glass.click("Overwrite");
    }
    assert_eq!(std::fs::read(&mask).unwrap(), before);
}

#[test]
fn home_is_left_for_the_start_screen_after_a_question() {
    let place = tempfile::tempdir().unwrap();
    let mut glass = squares(place.path());
    glass.key("w", Modifiers::CTRL);
    assert!(glass.shows("Save changes?"));
    glass.click("Continue without saving");
    assert!(glass.app.bench().is_none());
    assert!(glass.shows("Generate map"));
    // Without a map, what needs one says so.
    let why = glass.app.why_not(Command::Merge);
    assert_eq!(why.as_deref(), Some("No map is open."));
    assert_eq!(glass.app.why_not(Command::New), None);
}

#[test]
fn pictures_of_lists() {
    let place = tempfile::tempdir().unwrap();
    let mut album = Album::new();
    let (usual, small) = (Size::new(1280.0, 800.0), Size::new(1024.0, 640.0));
    let mut take = |glass: Glass, name: &str, size: Size| {
        let mut desk = Desk { app: glass.app };
        album.take(&mut desk, name, size);
    };
    let mut glass = squares(place.path());
    glass.key("p", BOTH);
    take(glass, "palette", usual);
    let mut glass = squares(place.path());
    glass.key("?", Modifiers::SHIFT);
    take(glass, "keys", small);
    for (menu, size) in [(Menu::File, usual), (Menu::View, small)] {
        let mut glass = squares(place.path());
        glass.send(Message::Command(Command::Menu(menu)));
        take(glass, &format!("menu-{menu:?}"), size);
    }
    let mut glass = squares(place.path());
    glass.send(Message::Command(Command::ToggleTheme));
    right_click(&mut glass, square(4));
    take(glass, "things-dark", usual);
}
