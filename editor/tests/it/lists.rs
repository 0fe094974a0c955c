//! Menus, the palette and context menus, and the list of shortcuts, all from one table.

use iced::keyboard::{Modifiers, key::Named};
use iced::{Event, Size, mouse, window};
use marchland_editor::app::Message;
use marchland_editor::choosing::Kind;
use marchland_editor::commands::Command;
use marchland_editor::commands::table::{self, Menu};
use marchland_editor::tools::{Adjust, Bend, ToolKind};
use marchland_editor::workspace::Intent;
use marchland_maps::{By, TerritoryId, Way};

use crate::driver::{Driver, six_squares, square};
use crate::pictures::Album;
use crate::session::Session;

const SIZE: (u32, u32) = (500, 300);
const BOTH: Modifiers = Modifiers::CTRL.union(Modifiers::SHIFT);

fn squares(place: &std::path::Path) -> Session {
    let mask = place.join("squares.png");
    six_squares(&mask);
    let mut session = Session::new(Some(&mask));
    session.click("Create map");
    session.click("Link all 7");
    session
}

fn right_click(session: &mut Session, at: (f64, f64)) {
    let button = mouse::Button::Right;
    session.over_whole(
        SIZE,
        at,
        &[
            Event::Mouse(mouse::Event::ButtonPressed(button)),
            Event::Mouse(mouse::Event::ButtonReleased(button)),
        ],
    );
}

#[test]
fn the_palette_finds_commands_and_explains_disabled_ones() {
    let place = tempfile::tempdir().unwrap();
    let mut session = squares(place.path());
    let why = "Select a territory to divide.";
    session.key("p", BOTH);
    assert!(!session.shows(why));
    session.write("divide");
    assert!(session.shows("Divide territory…"));
    assert!(session.shows(why));
    assert!(!session.shows("Undo"), "only what matches");
    session.press(Named::Enter);
    assert!(
        session.app.chooser().is_some(),
        "it stays, and nothing is done"
    );
    session.press(Named::Escape);
    assert!(session.app.chooser().is_none());

    session.click_whole(SIZE, square(0));
    session.key("p", BOTH);
    session.write("divide");
    assert!(!session.shows(why));
    session.press(Named::Enter);
    assert!(session.app.chooser().is_none());
    assert!(matches!(
        session.workspace().intent(),
        Some(Intent::Divide(_))
    ));
}

#[test]
fn keys_reach_the_map_after_a_search() {
    let place = tempfile::tempdir().unwrap();
    let mut session = squares(place.path());
    session.key("f", Modifiers::CTRL);
    session.write("territory 4");
    assert!(session.focus().focused.is_some());
    session.press(Named::Enter);
    assert!(
        session
            .workspace()
            .document
            .selection()
            .territory()
            .is_some()
    );
    assert_eq!(session.focus().focused, None);
    session.key("b", Modifiers::empty());
    assert_eq!(session.workspace().tool().kind(), ToolKind::Brush);
}

#[test]
fn commands_are_walked_through_by_arrows() {
    let place = tempfile::tempdir().unwrap();
    let mut session = squares(place.path());
    session.key("p", BOTH);
    session.write("tools");
    let chosen = |session: &Session| {
        let list = session.app.chooser().expect("a list");
        list.item(list.at().expect("one"))
            .expect("a command")
            .words
            .clone()
    };
    assert_eq!(chosen(&session), Command::Tool(ToolKind::Select).words());
    session.press(Named::ArrowDown);
    assert_eq!(chosen(&session), Command::Tool(ToolKind::Pivot).words());
    session.press(Named::ArrowUp);
    session.press(Named::ArrowUp);
    let last = Command::Adjust(Adjust::Reshape(Bend::Roughen));
    assert_eq!(chosen(&session), last.words());
    session.press(Named::ArrowDown);
    session.press(Named::ArrowDown);
    session.press(Named::Enter);
    assert_eq!(session.workspace().tool().kind(), ToolKind::Pivot);
}

#[test]
fn menus_are_reached_by_keys_and_by_the_pointer() {
    let place = tempfile::tempdir().unwrap();
    let mut session = squares(place.path());
    let open = |session: &Session| match session.app.chooser()?.kind() {
        Kind::Menu(menu) => Some(*menu),
        _ => None,
    };
    session.press(Named::F10);
    assert_eq!(open(&session), Some(Menu::File));
    assert!(session.shows("Export picture…"));
    session.press(Named::ArrowRight);
    assert_eq!(open(&session), Some(Menu::Edit));
    session.press(Named::ArrowLeft);
    session.press(Named::ArrowLeft);
    assert_eq!(open(&session), Some(Menu::Help), "round and round");
    session.press(Named::Escape);
    assert_eq!(open(&session), None);

    // The menu undoes the last step.
    assert_eq!(session.workspace().document.draft().links().count(), 7);
    session.click("Edit");
    session.click("Undo");
    assert_eq!(open(&session), None);
    assert_eq!(session.workspace().document.draft().links().count(), 0);
    session.click("Edit");
    session.click_at(iced::Point::new(900.0, 700.0));
    assert_eq!(open(&session), None, "a click beside it closes it");
    session.click("Edit");
    session.press(Named::ArrowRight);
    session.press(Named::ArrowRight);
    assert_eq!(
        open(&session),
        Some(Menu::Tools),
        "the pointer rests on Edit"
    );
    session.press(Named::Escape);
    // A shortcut works while a menu is open.
    session.click("Tools");
    session.key("l", Modifiers::empty());
    assert_eq!(open(&session), None);
    assert_eq!(session.workspace().tool().kind(), ToolKind::Link);
}

#[test]
fn context_menus_open_at_the_pointer() {
    let place = tempfile::tempdir().unwrap();
    let mut session = squares(place.path());
    let draft = |session: &Session| session.workspace().document.draft().clone();
    let first = draft(&session).territories[0].key;
    let [from, to] = [0, 1].map(|at| draft(&session).territories[at].pivots[0]);
    let way = |part: f64| {
        let between = |a: u32, b: u32| f64::from(a) * (1.0 - part) + f64::from(b) * part + 0.5;
        (between(from.x, to.x), between(from.y, to.y))
    };

    // Land: the pointed territory is selected and can be removed.
    right_click(&mut session, (square(0).0 - 25.0, square(0).1 - 25.0));
    assert_eq!(
        session.workspace().document.selection().territory(),
        Some(first)
    );
    session.click("Remove from map");
    assert_eq!(draft(&session).territories.len(), 5);
    session.key("z", Modifiers::CTRL);

    // A link: changed to by sea, then one-way.
    let link = |session: &Session| {
        let draft = draft(session);
        let two = draft.territories.iter().take(2);
        let all = two.flat_map(|t| t.neighbours.clone());
        let mut between = all.filter(|to| to.to.0 < 2);
        between.next().map(|link| (link.by, link.way))
    };
    assert_eq!(link(&session), Some((By::Land, Way::Both)));
    // Its border is closed, and linked again from the line that marks it.
    right_click(&mut session, way(0.4));
    session.click("Close border");
    assert_eq!(link(&session), None);
    assert!(draft(&session).is_closed(TerritoryId(0), TerritoryId(1)));
    right_click(&mut session, way(0.4));
    session.click("Link by land");
    assert_eq!(link(&session), Some((By::Land, Way::Both)));
    right_click(&mut session, way(0.4));
    session.click("Make it a link by sea");
    assert_eq!(link(&session), Some((By::Sea, Way::Both)));
    right_click(&mut session, way(0.4));
    session.click("Remove link");
    assert_eq!(draft(&session).can_go(TerritoryId(0), TerritoryId(1)), None);

    // A pivot.
    right_click(&mut session, way(0.0));
    session.click("Remove pivot");
    assert!(draft(&session).territories[0].pivots.is_empty());

    // The sea.
    right_click(&mut session, (3.0, 3.0));
    session.click("Paint land");
    assert_eq!(session.workspace().tool().kind(), ToolKind::Brush);
}

#[test]
fn the_list_of_keys_is_the_table() {
    let place = tempfile::tempdir().unwrap();
    let mut session = squares(place.path());
    session.key("?", Modifiers::SHIFT);
    let texts = session.texts();
    for entry in table::all().filter(|entry| !entry.keys.is_empty()) {
        for text in [entry.words, entry.keys[0]] {
            assert!(texts.iter().any(|shown| shown == text), "{text}: {texts:?}");
        }
    }
    session.press(Named::Escape);
    assert!(session.app.dialog().is_none());
}

#[test]
fn exporting_overwrites_only_after_confirmation() {
    let place = tempfile::tempdir().unwrap();
    let mut session = squares(place.path());
    let file = place.path().join("picture.png");
    let ask = |session: &mut Session, file: &std::path::Path| {
        session.key("e", Modifiers::CTRL);
        session.key("a", Modifiers::CTRL);
        session.write(&file.display().to_string());
        session.press(Named::Enter);
    };
    ask(&mut session, &file);
    let picture = image::open(&file).unwrap();
    assert_eq!((picture.width(), picture.height()), SIZE);
    std::fs::write(&file, b"\x89PNG and something else").unwrap();
    ask(&mut session, &file);
    assert!(image::open(&file).is_err(), "it is asked about first");
    // Another file dropped into the dialog is asked about, too.
    let other = place.path().join("other.png");
    let kept = b"\x89PNG and more";
    std::fs::write(&other, kept).unwrap();
    let id = window::Id::unique();
    session.send(Message::Window(
        id,
        window::Event::FileDropped(other.clone()),
    ));
    session.press(Named::Enter);
    assert_eq!(std::fs::read(&other).unwrap(), kept);
    session.press(Named::Escape);
    ask(&mut session, &file);
    session.click("Overwrite");
    assert!(image::open(&file).is_ok());
    // Files that are no picture, and the original mask, are kept.
    let text = place.path().join("notes.txt");
    std::fs::write(&text, "notes").unwrap();
    ask(&mut session, &text);
    assert_eq!(std::fs::read_to_string(&text).unwrap(), "notes");
    session.press(Named::Escape);
    let mask = place.path().join("squares.png");
    let before = std::fs::read(&mask).unwrap();
    ask(&mut session, &mask);
    if session.shows("Overwrite") {
        session.click("Overwrite");
    }
    assert_eq!(std::fs::read(&mask).unwrap(), before);
}

#[test]
fn a_map_is_exported_for_domination() {
    let place = tempfile::tempdir().unwrap();
    let map = concat!(env!("CARGO_MANIFEST_DIR"), "/../maps/czechia");
    let mut session = Session::new(Some(map.as_ref()));
    let folder = place.path().join("for-domination");
    let export = Message::Command(Command::ExportDomination);
    let ask = |session: &mut Session| {
        // A frame without the previous dialog.
        session.happen(&[]);
        session.send(export.clone());
        session.key("a", Modifiers::CTRL);
        session.write(&folder.display().to_string());
        session.press(Named::Enter);
    };
    ask(&mut session);
    for file in ["czechia.cards", "czechia_map.png", "czechia_pic.png"] {
        assert!(folder.join(file).is_file(), "{file}");
    }
    let file = folder.join("czechia.map");
    let text = std::fs::read_to_string(&file).unwrap();
    assert!(text.contains("[countries]"), "{text}");
    // Nothing is written into a folder with files.
    std::fs::write(&file, "mine").unwrap();
    ask(&mut session);
    assert!(session.app.dialog().is_some());
    assert_eq!(std::fs::read_to_string(&file).unwrap(), "mine");
    // Nor is an unfinished map.
    let mut unfinished = squares(place.path());
    unfinished.send(export);
    assert!(unfinished.app.dialog().is_none());
}

#[test]
fn home_is_left_for_the_start_screen_after_a_question() {
    let place = tempfile::tempdir().unwrap();
    let mut session = squares(place.path());
    session.key("w", Modifiers::CTRL);
    assert!(session.shows("Save changes?"));
    session.click("Discard changes");
    assert!(session.app.workspace().is_none());
    assert!(session.shows("Generate map…"));
    // Without a map the reason is given.
    let why = session.app.why_not(Command::Merge);
    assert_eq!(why.as_deref(), Some("No map is open."));
    assert_eq!(session.app.why_not(Command::New), None);
}

#[test]
fn pictures_of_lists() {
    let place = tempfile::tempdir().unwrap();
    let mut album = Album::new();
    let (usual, small) = (Size::new(1280.0, 800.0), Size::new(1024.0, 640.0));
    let mut take = |session: Session, name: &str, size: Size| {
        let mut driver = Driver { app: session.app };
        album.take(&mut driver, name, size);
    };
    let mut session = squares(place.path());
    session.key("p", BOTH);
    take(session, "palette", usual);
    let mut session = squares(place.path());
    session.key("?", Modifiers::SHIFT);
    take(session, "keys", small);
    for (menu, size) in [(Menu::File, usual), (Menu::View, small)] {
        let mut session = squares(place.path());
        session.send(Message::Command(Command::Menu(menu)));
        take(session, &format!("menu-{menu:?}"), size);
    }
    let mut session = squares(place.path());
    session.send(Message::Command(Command::ToggleTheme));
    right_click(&mut session, square(4));
    take(session, "things-dark", usual);
}
