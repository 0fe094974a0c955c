//! Everything by keyboard, and keys that must be blocked.

use iced::keyboard::{Key, Modifiers, key::Named};
use marchland_editor::app::Message;
use marchland_editor::commands::Command;
use marchland_editor::dialogs::Dialog;
use marchland_editor::workspace::Shared;
use marchland_maps::mask::{Rgba, Role};
use marchland_maps::{Rgb, folder};

use crate::driver::{SQUARES, bundled, six_squares, square};
use crate::session::Session;

/// The workspace with a map of six squares created by keyboard.
fn made(place: &std::path::Path) -> Session {
    let mask = place.join("squares.png");
    six_squares(&mask);
    let mut session = Session::new(Some(&mask));
    session.press(Named::Enter);
    assert_eq!(session.workspace().document.draft().territories.len(), 6);
    session
}

#[test]
fn a_map_from_a_bare_mask_by_keys_alone() {
    let place = tempfile::tempdir().unwrap();
    let mask = place.path().join("squares.png");
    six_squares(&mask);
    let mut session = Session::new(None);
    session.key("N", Modifiers::CTRL | Modifiers::SHIFT);
    session.write(&mask.display().to_string());
    session.press(Named::Enter);
    assert!(session.shows("7 regions"));
    session.press(Named::Enter);

    session.tab_to("Link all 7");
    session.press(Named::Enter);
    assert_eq!(session.workspace().document.draft().links().count(), 7);
    session.press_with(Named::Enter, Modifiers::CTRL);
    for name in ["Ash", "Birch", "Cedar", "Elm", "Fir", "Hazel"] {
        session.write(name);
        session.press(Named::Enter);
    }
    assert!(
        session
            .app
            .toasts()
            .any(|t| t == "All territories have names.")
    );
    session.press(Named::Escape);
    session.press(Named::Escape);

    // Three of the outline, then the other three, into continents.
    let north: &[bool] = &[false, true, true];
    // Past those already in a continent.
    let south: &[bool] = &[false, false, false, false, true, true];
    for (name, walk) in [("North", north), ("South", south)] {
        for &more in walk {
            let held = if more {
                Modifiers::SHIFT
            } else {
                Modifiers::empty()
            };
            session.press_with(Named::PageDown, held);
        }
        assert_eq!(
            session.workspace().document.selection().territories().len(),
            3
        );
        session.key("g", Modifiers::empty());
        session.write(name);
        session.press(Named::Tab);
        session.write("2");
        session.press(Named::Escape);
        session.press(Named::Escape);
    }
    let draft = session.workspace().document.draft();
    let bonuses: Vec<_> = draft.continents.iter().map(|c| c.bonus).collect();
    assert_eq!(bonuses, [Some(2), Some(2)]);
    assert!(draft.territories.iter().all(|t| t.continent.is_some()));

    session.press_with(Named::Enter, Modifiers::CTRL);
    session.write("Six woods");
    assert!(session.shows("Ready to play"));
    let home = place.path().join("six");
    session.key("s", Modifiers::CTRL);
    session.key("a", Modifiers::CTRL);
    session.write(&home.display().to_string());
    session.press(Named::Enter);
    assert!(session.workspace().document.is_saved());
    let (_, _, map) = folder::load(&home).unwrap();
    assert_eq!(
        (map.len(), map.name().text.as_deref()),
        (6, Some("Six woods"))
    );
}

#[test]
fn keys_stop_at_a_dialog() {
    let place = tempfile::tempdir().unwrap();
    let mut session = made(place.path());
    session.key("o", Modifiers::CTRL);
    session.press(Named::Escape);
    session.key("\u{e9}", Modifiers::empty());
    assert_eq!(session.app.dialog(), None, "one Esc is enough");
    let name = |session: &Session| {
        session.workspace().document.draft().territories[0]
            .name
            .text
            .clone()
    };
    session.press(Named::F2);
    session.write("As");
    assert_eq!(name(&session).as_deref(), Some("As"));
    // The cursor is in the name field when a dialog opens.
    let id = iced::window::Id::unique();
    let close = iced::window::Event::CloseRequested;
    session.send(Message::Window(id, close));
    assert!(matches!(session.app.dialog(), Some(Dialog::Unsaved(_))));
    session.write("h");
    session.press(Named::Delete);
    assert_eq!(name(&session).as_deref(), Some("As"));
    assert_eq!(session.workspace().document.draft().territories.len(), 6);
    // Tab cycles through the dialog's three buttons only.
    assert_eq!(session.focus().total, 3);
    session.tab_to("Cancel");
    session.press(Named::Space);
    assert_eq!(session.app.dialog(), None);
    // Enter presses the main one.
    session.send(Message::Window(id, iced::window::Event::CloseRequested));
    session.press(Named::Enter);
    assert!(session.shows("Save map"));
    session.press(Named::Escape);
    assert_eq!(session.app.dialog(), None);
}

#[test]
fn keys_stop_while_something_is_read() {
    let place = tempfile::tempdir().unwrap();
    let mut session = made(place.path());
    session.press(Named::F2);
    session.write("As");
    let other = place.path().join("other.png");
    six_squares(&other);
    // Started, and not carried out yet.
    let draft = session.workspace().document.draft().clone();
    session.send(Message::Command(Command::NewFromMask));
    session.click("Discard changes");
    session.write(&other.display().to_string());
    let reading = session
        .app
        .update(Message::Dialog(marchland_editor::dialogs::Message::Confirm));
    assert!(session.app.is_working());
    let press = crate::driver::key_press(
        iced::keyboard::Key::Character("h".into()),
        Modifiers::empty(),
        Some("h".into()),
    );
    session.happen(&press);
    session.key("a", Modifiers::CTRL);
    session.press(Named::Delete);
    session.key("z", Modifiers::CTRL);
    assert!(session.workspace().document.draft().same_content(&draft));
    session.press(Named::Escape);
    assert!(!session.app.is_working());
    session.carry_out(reading);
    assert!(session.workspace().document.draft().same_content(&draft));
}

#[test]
fn the_open_map_stays_until_another_is_made() {
    let place = tempfile::tempdir().unwrap();
    let mut session = made(place.path());
    session.press(Named::F2);
    session.write("Ash");
    let other = place.path().join("other.png");
    six_squares(&other);
    let go = |session: &mut Session| {
        session.send(Message::Command(Command::NewFromMask));
        session.click("Discard changes");
        session.write(&other.display().to_string());
        session.press(Named::Enter);
        assert!(session.app.mask().is_some());
    };
    go(&mut session);
    session.press(Named::Escape);
    let draft = session.workspace().document.draft();
    assert_eq!(draft.territories[0].name.text.as_deref(), Some("Ash"));
    session.key("z", Modifiers::CTRL);
    assert_eq!(
        session.workspace().document.draft().territories[0]
            .name
            .text,
        None
    );
    session.key("y", Modifiers::CTRL);
    // Closing the window asks about the hidden map.
    go(&mut session);
    let id = iced::window::Id::unique();
    session.send(Message::Window(id, iced::window::Event::CloseRequested));
    assert!(matches!(session.app.dialog(), Some(Dialog::Unsaved(_))));
    session.press(Named::Escape);
    // A created map replaces it.
    go(&mut session);
    session.press(Named::Enter);
    assert_eq!(
        session.workspace().document.draft().territories[0]
            .name
            .text,
        None
    );
    assert_eq!(session.workspace().document.steps().0, None);
}

#[test]
fn roles_are_corrected_by_keys_and_clicks() {
    let place = tempfile::tempdir().unwrap();
    let mask = place.path().join("squares.png");
    six_squares(&mask);
    let mut session = Session::new(Some(&mask));
    let screen = |session: &Session| session.app.mask().unwrap().zoom();
    let whole = screen(&session);
    session.key("+", Modifiers::empty());
    assert!((screen(&session) / whole - 1.25).abs() < 1e-6);
    session.key("0", Modifiers::CTRL);
    assert!((screen(&session) - 1.0).abs() < 1e-6);
    session.key("!", Modifiers::SHIFT);
    assert!((screen(&session) - whole).abs() < 1e-6);

    // A click selects the colour's row, keys set its role.
    session.click_whole((500, 300), square(4));
    let fifth = Rgba::opaque(Rgb(SQUARES[4]));
    assert_eq!(session.app.mask().unwrap().picked(), Some(fifth));
    assert_eq!(session.app.mask().unwrap().touching(), 7);
    session.press(Named::ArrowRight);
    let role = |session: &Session| {
        session
            .app
            .mask()
            .unwrap()
            .recognition()
            .guess(fifth)
            .unwrap()
            .role
    };
    assert_eq!(role(&session), Role::Background);
    assert_eq!(session.app.mask().unwrap().touching(), 4);
    session.press(Named::ArrowLeft);
    assert_eq!(role(&session), Role::Territory);
    session.press(Named::ArrowDown);
    assert_ne!(session.app.mask().unwrap().picked(), Some(fifth));
    session.press(Named::ArrowUp);
    assert_eq!(session.app.mask().unwrap().picked(), Some(fifth));
}

#[test]
fn the_latest_analysis_counts() {
    let place = tempfile::tempdir().unwrap();
    let mask = place.path().join("squares.png");
    six_squares(&mask);
    let mut session = Session::new(Some(&mask));
    let fifth = Rgba::opaque(Rgb(SQUARES[4]));
    let role = |role| {
        Message::FromMask(marchland_editor::screens::from_mask::Message::Role(
            fifth, role,
        ))
    };
    let first = session.app.update(role(Role::Background));
    assert!(session.app.is_working());
    // Requested while the first analysis is running.
    let _ = session.app.update(role(Role::Separator));
    let _ = session.app.update(role(Role::Territory));
    assert_eq!(session.app.mask().unwrap().touching(), 7);
    session.carry_out(first);
    assert!(!session.app.is_working());
    assert_eq!(session.app.mask().unwrap().touching(), 7);
}

#[test]
fn errors_are_dismissed_by_esc_or_with_their_map() {
    let place = tempfile::tempdir().unwrap();
    let mut session = made(place.path());
    session.press(Named::F5);
    session.press(Named::F5);
    assert_eq!(session.app.toasts().count(), 1, "one for each cause");
    session.press(Named::F2);
    session.write("Ash");
    session.press(Named::Escape);
    session.press(Named::F5);
    assert_eq!(session.app.toasts().count(), 1, "though it is another text");
    session.press(Named::Escape);
    assert_eq!(session.app.toasts().count(), 0);
    session.press(Named::F5);
    let other = place.path().join("other.png");
    six_squares(&other);
    session.send(Message::Command(Command::NewFromMask));
    session.click("Discard changes");
    session.write(&other.display().to_string());
    session.press(Named::Enter);
    assert_eq!(session.app.toasts().count(), 0);
}

#[test]
fn bundled_maps_open_from_the_start_by_keys() {
    let mut session = Session::new(None);
    session.tab_to("World");
    session.press(Named::Enter);
    assert_eq!(session.workspace().document.draft().territories.len(), 42);
    assert!(session.workspace().document.land().is_some());
    session.press(Named::F5);
    assert!(session.app.play_test().is_some());
    session.press(Named::F5);
    // Unsaved pictures: saving asks for a folder and writes everything there.
    let place = tempfile::tempdir().unwrap();
    let home = place.path().join("mine");
    session.key("s", Modifiers::CTRL);
    session.key("a", Modifiers::CTRL);
    session.write(&home.display().to_string());
    session.press(Named::Enter);
    for file in ["map.xml", "mask.png", "image.png"] {
        let saved = std::fs::read(home.join(file)).unwrap();
        assert_eq!(
            saved,
            std::fs::read(bundled("world").join(file)).unwrap(),
            "{file}"
        );
    }
}

#[test]
fn search_results_are_shown_in_context() {
    let place = tempfile::tempdir().unwrap();
    let mut session = made(place.path());
    session.press(Named::F2);
    for name in ["Ash", "Birch", "Cedar"] {
        session.write(name);
        session.press(Named::Enter);
    }
    let keys: Vec<_> = session
        .workspace()
        .document
        .draft()
        .territories
        .iter()
        .map(|t| t.key)
        .collect();
    session.key("f", Modifiers::CTRL);
    session.write("bir");
    assert_eq!(session.workspace().view.filter, "bir");
    session.press(Named::Enter);
    assert_eq!(
        session.workspace().document.selection().territory(),
        Some(keys[1])
    );
    assert_eq!(session.workspace().view.filter, "");
    session.key("f", Modifiers::CTRL);
    session.write("oak");
    session.press(Named::Enter);
    assert_eq!(
        session.workspace().document.selection().territory(),
        Some(keys[1])
    );
    assert!(session.app.toasts().any(|toast| toast == "Nothing found"));
    session.press(Named::Escape);
    assert_eq!(session.workspace().view.filter, "", "Esc empties it");
    session.press(Named::Enter);
    assert_eq!(
        session.workspace().document.selection().territory(),
        Some(keys[1])
    );
}

#[test]
fn the_bonus_of_a_continent_is_changed_by_keys_alone() {
    let place = tempfile::tempdir().unwrap();
    let mut session = made(place.path());
    session.key("a", Modifiers::CTRL);
    session.key("g", Modifiers::empty());
    session.write("Westland");
    session.press(Named::Escape);
    session.press(Named::Escape);
    assert!(session.workspace().document.selection().is_empty());
    session.key("f", Modifiers::CTRL);
    session.write("westl");
    session.press(Named::Enter);
    let document = &session.workspace().document;
    let key = document.draft().continents[0].key;
    assert_eq!(document.selection().continent(), Some(key));
    session.press(Named::F2);
    session.press(Named::Enter);
    session.write("7");
    let document = &session.workspace().document;
    assert_eq!(document.draft().continents[0].bonus, Some(7));
}

#[test]
fn an_invalid_bonus_is_marked() {
    let place = tempfile::tempdir().unwrap();
    let mut session = made(place.path());
    session.key("a", Modifiers::CTRL);
    assert_eq!(session.workspace().shared_continent(), Shared::Same(None));
    session.key("g", Modifiers::empty());
    session.press(Named::Tab);
    let bonus = |session: &Session| session.workspace().document.draft().continents[0].bonus;
    session.write("99");
    assert_eq!(bonus(&session), Some(99));
    let refused = "There is still no bonus. Enter a whole number from 0 to 1,000.";
    session.write("9x");
    assert_eq!(bonus(&session), None, "as before the entry");
    assert!(session.shows(refused));
    session.press(Named::Backspace);
    assert_eq!(bonus(&session), Some(999));
    assert!(!session.shows(refused));
    session.write("9");
    assert_eq!(bonus(&session), None);
    assert!(session.shows(refused));
    // Several continents differ from none.
    session.press(Named::Escape);
    session.press(Named::Escape);
    let first = session.workspace().document.draft().territories[0].key;
    session.send(Message::Workspace(
        marchland_editor::workspace::Message::Select(first),
    ));
    session.key("g", Modifiers::empty());
    session.press(Named::Escape);
    session.key("a", Modifiers::CTRL);
    assert_eq!(session.workspace().shared_continent(), Shared::Several);
    // Naming starts with one of them.
    session.press(Named::F2);
    let selection = session.workspace().document.selection();
    assert_eq!(selection.territory(), Some(first));
}

#[test]
fn the_save_dialog_names_the_map() {
    let place = tempfile::tempdir().unwrap();
    let mut session = made(place.path());
    let close = || {
        Message::Window(
            iced::window::Id::unique(),
            iced::window::Event::CloseRequested,
        )
    };
    session.send(close());
    let mask = place.path().join("squares.png");
    let hint = format!(
        "Unnamed map, made from {}, has never been saved.",
        mask.display()
    );
    assert!(session.shows(&hint));
    session.press(Named::Escape);
    session.key("s", Modifiers::CTRL);
    session.key("a", Modifiers::CTRL);
    let home = place.path().join("six");
    session.write(&home.display().to_string());
    session.press(Named::Enter);
    session.press(Named::F2);
    session.write("Ash");
    session.send(close());
    let hint = format!(
        "Unnamed map has changed since it was last saved to {}.",
        home.join("map.xml").display()
    );
    assert!(session.shows(&hint));
}

#[test]
fn a_path_may_begin_at_home() {
    let home = std::env::home_dir().expect("a home");
    let mut session = Session::new(None);
    session.key("o", Modifiers::CTRL);
    session.write("~/no-such-map");
    session.press(Named::Enter);
    let there = home.join("no-such-map");
    assert!(session.shows(&format!("{} does not exist.", there.display())));
}

#[test]
fn panels_are_as_large_at_the_next_start() {
    let place = tempfile::tempdir().unwrap();
    let mask = place.path().join("squares.png");
    six_squares(&mask);
    let state = place.path().join("state");
    let start = || {
        let mut session = Session::remembering(Some(&mask), Some(&state));
        session.press(Named::Enter);
        session
    };
    let mut session = start();
    let resize = |to| {
        let side = marchland_editor::workspace::Edge::Side;
        Message::Workspace(marchland_editor::workspace::Message::Resize(side, to))
    };
    session.send(resize(400.0));
    session.send(resize(420.0));
    // The pause after the first change has passed, not after the second.
    session.send(Message::Remember(1));
    assert!((start().workspace().view.sizes.side - 420.0).abs() > 1.0);
    session.send(Message::Remember(2));
    assert!((start().workspace().view.sizes.side - 420.0).abs() < 1.0);
}

/// Under load, fast typing arrives in one batch.
#[test]
fn typing_after_tab_goes_to_the_next_field() {
    let place = tempfile::tempdir().unwrap();
    let mut session = made(place.path());
    session.key("a", Modifiers::CTRL);
    session.key("g", Modifiers::empty());
    session.write("All");
    let typed = |key, text: Option<&str>| {
        crate::driver::key_press(key, Modifiers::empty(), text.map(Into::into))
    };
    let mut batch = typed(Key::Named(Named::Tab), None).to_vec();
    batch.extend(typed(Key::Character("7".into()), Some("7")));
    session.happen(&batch);
    let continent = &session.workspace().document.draft().continents[0];
    assert_eq!(continent.name.text.as_deref(), Some("All"));
    assert_eq!(continent.bonus, Some(7));
}
