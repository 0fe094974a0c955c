//! Everything without a mouse, and keys that stop where they must.

use iced::keyboard::{Key, Modifiers, key::Named};
use marchland_editor::app::Message;
use marchland_editor::bench::Shared;
use marchland_editor::commands::Command;
use marchland_editor::dialogs::Dialog;
use marchland_maps::mask::{Rgba, Role};
use marchland_maps::{Rgb, folder};

use crate::desk::{SQUARES, bundled, six_squares, square};
use crate::glass::Glass;

/// The workbench with a map of six squares that was made of a mask by keys.
fn made(place: &std::path::Path) -> Glass {
    let mask = place.join("squares.png");
    six_squares(&mask);
    let mut glass = Glass::new(Some(&mask));
    glass.press(Named::Enter);
    assert_eq!(glass.bench().document.draft().territories.len(), 6);
    glass
}

#[test]
fn a_map_from_a_bare_mask_by_keys_alone() {
    let place = tempfile::tempdir().unwrap();
    let mask = place.path().join("squares.png");
    six_squares(&mask);
    let mut glass = Glass::new(None);
    glass.key("N", Modifiers::CTRL | Modifiers::SHIFT);
    glass.write(&mask.display().to_string());
    glass.press(Named::Enter);
    assert!(glass.shows("7 regions"));
    glass.press(Named::Enter);

    glass.tab_to("Accept all 7");
    glass.press(Named::Enter);
    assert_eq!(glass.bench().document.draft().links().count(), 7);
    glass.press_with(Named::Enter, Modifiers::CTRL);
    for name in ["Ash", "Birch", "Cedar", "Elm", "Fir", "Hazel"] {
        glass.write(name);
        glass.press(Named::Enter);
    }
    assert!(
        glass
            .app
            .toasts()
            .any(|t| t == "All territories have names.")
    );
    glass.press(Named::Escape);
    glass.press(Named::Escape);

    // Three of the outline, then the other three, into continents.
    let north: &[bool] = &[false, true, true];
    // Past those that are in a continent now.
    let south: &[bool] = &[false, false, false, false, true, true];
    for (name, walk) in [("North", north), ("South", south)] {
        for &more in walk {
            let held = if more {
                Modifiers::SHIFT
            } else {
                Modifiers::empty()
            };
            glass.press_with(Named::PageDown, held);
        }
        assert_eq!(glass.bench().document.selection().territories().len(), 3);
        glass.key("g", Modifiers::empty());
        glass.write(name);
        glass.press(Named::Tab);
        glass.write("2");
        glass.press(Named::Escape);
        glass.press(Named::Escape);
    }
    let draft = glass.bench().document.draft();
    let bonuses: Vec<_> = draft.continents.iter().map(|c| c.bonus).collect();
    assert_eq!(bonuses, [Some(2), Some(2)]);
    assert!(draft.territories.iter().all(|t| t.continent.is_some()));

    glass.press_with(Named::Enter, Modifiers::CTRL);
    glass.write("Six woods");
    assert!(glass.shows("Ready to play"));
    let home = place.path().join("six");
    glass.key("s", Modifiers::CTRL);
    glass.key("a", Modifiers::CTRL);
    glass.write(&home.display().to_string());
    glass.press(Named::Enter);
    assert!(glass.bench().document.is_saved());
    let (_, _, map) = folder::load(&home).unwrap();
    assert_eq!(
        (map.len(), map.name().text.as_deref()),
        (6, Some("Six woods"))
    );
}

#[test]
fn keys_stop_at_a_dialog() {
    let place = tempfile::tempdir().unwrap();
    let mut glass = made(place.path());
    glass.key("o", Modifiers::CTRL);
    glass.press(Named::Escape);
    glass.key("\u{e9}", Modifiers::empty());
    assert_eq!(glass.app.dialog(), None, "one Esc is enough");
    let name = |glass: &Glass| {
        glass.bench().document.draft().territories[0]
            .name
            .text
            .clone()
    };
    glass.press(Named::F2);
    glass.write("As");
    assert_eq!(name(&glass).as_deref(), Some("As"));
    // The cursor is in the name when a question comes.
    let id = iced::window::Id::unique();
    let close = iced::window::Event::CloseRequested;
    glass.send(Message::Window(id, close));
    assert!(matches!(glass.app.dialog(), Some(Dialog::Unsaved(_))));
    glass.write("h");
    glass.press(Named::Delete);
    assert_eq!(name(&glass).as_deref(), Some("As"));
    assert_eq!(glass.bench().document.draft().territories.len(), 6);
    // Tab goes round the dialog's three buttons and nowhere else.
    assert_eq!(glass.focus().total, 3);
    glass.tab_to("Cancel");
    glass.press(Named::Space);
    assert_eq!(glass.app.dialog(), None);
    // Enter presses the main one.
    glass.send(Message::Window(id, iced::window::Event::CloseRequested));
    glass.press(Named::Enter);
    assert!(glass.shows("Save map"));
    glass.press(Named::Escape);
    assert_eq!(glass.app.dialog(), None);
}

#[test]
fn keys_stop_while_something_is_read() {
    let place = tempfile::tempdir().unwrap();
    let mut glass = made(place.path());
    glass.press(Named::F2);
    glass.write("As");
    let other = place.path().join("other.png");
    six_squares(&other);
    // Begun, and not carried out yet.
    let draft = glass.bench().document.draft().clone();
    glass.send(Message::Command(Command::NewFromMask));
    glass.click("Continue without saving");
    glass.write(&other.display().to_string());
    let reading = glass
        .app
        .update(Message::Dialog(marchland_editor::dialogs::Message::Confirm));
    assert!(glass.app.is_working());
    let press = crate::desk::key_press(
        iced::keyboard::Key::Character("h".into()),
        Modifiers::empty(),
        Some("h".into()),
    );
    glass.happen(&press);
    glass.key("a", Modifiers::CTRL);
    glass.press(Named::Delete);
    glass.key("z", Modifiers::CTRL);
    assert!(glass.bench().document.draft().same_content(&draft));
    glass.press(Named::Escape);
    assert!(!glass.app.is_working());
    glass.carry_out(reading);
    assert!(glass.bench().document.draft().same_content(&draft));
}

#[test]
fn the_open_map_stays_until_another_is_made() {
    let place = tempfile::tempdir().unwrap();
    let mut glass = made(place.path());
    glass.press(Named::F2);
    glass.write("Ash");
    let other = place.path().join("other.png");
    six_squares(&other);
    let go = |glass: &mut Glass| {
        glass.send(Message::Command(Command::NewFromMask));
        glass.click("Continue without saving");
        glass.write(&other.display().to_string());
        glass.press(Named::Enter);
        assert!(glass.app.mask().is_some());
    };
    go(&mut glass);
    glass.press(Named::Escape);
    let draft = glass.bench().document.draft();
    assert_eq!(draft.territories[0].name.text.as_deref(), Some("Ash"));
    glass.key("z", Modifiers::CTRL);
    assert_eq!(
        glass.bench().document.draft().territories[0].name.text,
        None
    );
    glass.key("y", Modifiers::CTRL);
    // Closing the window asks about the map that is not seen.
    go(&mut glass);
    let id = iced::window::Id::unique();
    glass.send(Message::Window(id, iced::window::Event::CloseRequested));
    assert!(matches!(glass.app.dialog(), Some(Dialog::Unsaved(_))));
    glass.press(Named::Escape);
    // Made, the other one is there instead.
    go(&mut glass);
    glass.press(Named::Enter);
    assert_eq!(
        glass.bench().document.draft().territories[0].name.text,
        None
    );
    assert_eq!(glass.bench().document.steps().0, None);
}

#[test]
fn the_mask_is_looked_at_and_set_right_by_keys_and_clicks() {
    let place = tempfile::tempdir().unwrap();
    let mask = place.path().join("squares.png");
    six_squares(&mask);
    let mut glass = Glass::new(Some(&mask));
    let screen = |glass: &Glass| glass.app.mask().unwrap().zoom();
    let whole = screen(&glass);
    glass.key("+", Modifiers::empty());
    assert!((screen(&glass) / whole - 1.25).abs() < 1e-6);
    glass.key("0", Modifiers::CTRL);
    assert!((screen(&glass) - 1.0).abs() < 1e-6);
    glass.key("!", Modifiers::SHIFT);
    assert!((screen(&glass) - whole).abs() < 1e-6);

    // A click picks the colour's row out, keys what it is.
    glass.click_whole((500, 300), square(4));
    let fifth = Rgba::opaque(Rgb(SQUARES[4]));
    assert_eq!(glass.app.mask().unwrap().picked(), Some(fifth));
    assert_eq!(glass.app.mask().unwrap().touching(), 7);
    glass.press(Named::ArrowRight);
    let role = |glass: &Glass| {
        glass
            .app
            .mask()
            .unwrap()
            .recognition()
            .guess(fifth)
            .unwrap()
            .role
    };
    assert_eq!(role(&glass), Role::Background);
    assert_eq!(glass.app.mask().unwrap().touching(), 4);
    glass.press(Named::ArrowLeft);
    assert_eq!(role(&glass), Role::Territory);
    glass.press(Named::ArrowDown);
    assert_ne!(glass.app.mask().unwrap().picked(), Some(fifth));
    glass.press(Named::ArrowUp);
    assert_eq!(glass.app.mask().unwrap().picked(), Some(fifth));
}

#[test]
fn the_latest_look_at_a_mask_counts() {
    let place = tempfile::tempdir().unwrap();
    let mask = place.path().join("squares.png");
    six_squares(&mask);
    let mut glass = Glass::new(Some(&mask));
    let fifth = Rgba::opaque(Rgb(SQUARES[4]));
    let role = |role| {
        Message::FromMask(marchland_editor::screens::from_mask::Message::Role(
            fifth, role,
        ))
    };
    let first = glass.app.update(role(Role::Background));
    assert!(glass.app.is_working());
    // Asked for while the first look is under way.
    let _ = glass.app.update(role(Role::Separator));
    let _ = glass.app.update(role(Role::Territory));
    assert_eq!(glass.app.mask().unwrap().touching(), 7);
    glass.carry_out(first);
    assert!(!glass.app.is_working());
    assert_eq!(glass.app.mask().unwrap().touching(), 7);
}

#[test]
fn failures_go_by_esc_and_with_the_map_they_are_about() {
    let place = tempfile::tempdir().unwrap();
    let mut glass = made(place.path());
    glass.press(Named::F5);
    glass.press(Named::F5);
    assert_eq!(glass.app.toasts().count(), 1, "one for each cause");
    glass.press(Named::F2);
    glass.write("Ash");
    glass.press(Named::Escape);
    glass.press(Named::F5);
    assert_eq!(glass.app.toasts().count(), 1, "though it is another text");
    glass.press(Named::Escape);
    assert_eq!(glass.app.toasts().count(), 0);
    glass.press(Named::F5);
    let other = place.path().join("other.png");
    six_squares(&other);
    glass.send(Message::Command(Command::NewFromMask));
    glass.click("Continue without saving");
    glass.write(&other.display().to_string());
    glass.press(Named::Enter);
    assert_eq!(glass.app.toasts().count(), 0);
}

#[test]
fn bundled_maps_open_from_the_start_by_keys() {
    let mut glass = Glass::new(None);
    glass.tab_to("World");
    glass.press(Named::Enter);
    assert_eq!(glass.bench().document.draft().territories.len(), 42);
    assert!(glass.bench().document.land().is_some());
    glass.press(Named::F5);
    assert!(glass.app.play_test().is_some());
    glass.press(Named::F5);
    // They are in no file: saving asks for a folder, and writes all of it there.
    let place = tempfile::tempdir().unwrap();
    let home = place.path().join("mine");
    glass.key("s", Modifiers::CTRL);
    glass.key("a", Modifiers::CTRL);
    glass.write(&home.display().to_string());
    glass.press(Named::Enter);
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
fn what_is_found_is_shown_among_the_others() {
    let place = tempfile::tempdir().unwrap();
    let mut glass = made(place.path());
    glass.press(Named::F2);
    for name in ["Ash", "Birch", "Cedar"] {
        glass.write(name);
        glass.press(Named::Enter);
    }
    let keys: Vec<_> = glass
        .bench()
        .document
        .draft()
        .territories
        .iter()
        .map(|t| t.key)
        .collect();
    glass.key("f", Modifiers::CTRL);
    glass.write("bir");
    assert_eq!(glass.bench().view.filter, "bir");
    glass.press(Named::Enter);
    assert_eq!(
        glass.bench().document.selection().territory(),
        Some(keys[1])
    );
    assert_eq!(glass.bench().view.filter, "");
    glass.write("oak");
    glass.press(Named::Enter);
    assert_eq!(
        glass.bench().document.selection().territory(),
        Some(keys[1])
    );
    assert!(
        glass
            .app
            .toasts()
            .any(|toast| toast == "No territory found")
    );
    glass.press(Named::Escape);
    assert_eq!(glass.bench().view.filter, "", "Esc empties it");
    glass.press(Named::Enter);
    assert_eq!(
        glass.bench().document.selection().territory(),
        Some(keys[1])
    );
}

#[test]
fn a_bonus_that_is_none_is_shown_as_wrong() {
    let place = tempfile::tempdir().unwrap();
    let mut glass = made(place.path());
    glass.key("a", Modifiers::CTRL);
    assert_eq!(glass.bench().shared_continent(), Shared::Same(None));
    glass.key("g", Modifiers::empty());
    glass.press(Named::Tab);
    let bonus = |glass: &Glass| glass.bench().document.draft().continents[0].bonus;
    glass.write("99");
    assert_eq!(bonus(&glass), Some(99));
    glass.write("9x");
    assert_eq!(bonus(&glass), Some(999));
    assert!(glass.shows("Enter a whole number from 0 to 1,000."));
    glass.press(Named::Backspace);
    assert!(!glass.shows("Enter a whole number from 0 to 1,000."));
    glass.write("9");
    assert_eq!(bonus(&glass), Some(999));
    assert!(glass.shows("Enter a whole number from 0 to 1,000."));
    // Several continents are not none.
    glass.press(Named::Escape);
    glass.press(Named::Escape);
    let first = glass.bench().document.draft().territories[0].key;
    glass.send(Message::Bench(marchland_editor::bench::Message::Select(
        first,
    )));
    glass.key("g", Modifiers::empty());
    glass.press(Named::Escape);
    glass.key("a", Modifiers::CTRL);
    assert_eq!(glass.bench().shared_continent(), Shared::Several);
    glass.press(Named::F2);
    assert!(
        glass
            .app
            .toasts()
            .any(|toast| toast.starts_with("Several territories"))
    );
}

#[test]
fn the_question_names_the_map() {
    let place = tempfile::tempdir().unwrap();
    let mut glass = made(place.path());
    let close = || {
        Message::Window(
            iced::window::Id::unique(),
            iced::window::Event::CloseRequested,
        )
    };
    glass.send(close());
    let mask = place.path().join("squares.png");
    let hint = format!(
        "Unnamed map, made from {}, has never been saved.",
        mask.display()
    );
    assert!(glass.shows(&hint));
    glass.press(Named::Escape);
    glass.key("s", Modifiers::CTRL);
    glass.key("a", Modifiers::CTRL);
    let home = place.path().join("six");
    glass.write(&home.display().to_string());
    glass.press(Named::Enter);
    glass.press(Named::F2);
    glass.write("Ash");
    glass.send(close());
    let hint = format!(
        "Unnamed map has changed since it was last saved to {}.",
        home.join("map.xml").display()
    );
    assert!(glass.shows(&hint));
}

#[test]
fn a_path_may_begin_at_home() {
    let home = std::env::home_dir().expect("a home");
    let mut glass = Glass::new(None);
    glass.key("o", Modifiers::CTRL);
    glass.write("~/no-such-map");
    glass.press(Named::Enter);
    let there = home.join("no-such-map");
    assert!(glass.shows(&format!("{} does not exist.", there.display())));
}

#[test]
fn panels_are_as_large_at_the_next_start() {
    let place = tempfile::tempdir().unwrap();
    let mask = place.path().join("squares.png");
    six_squares(&mask);
    let state = place.path().join("state");
    let start = || {
        let mut glass = Glass::remembering(Some(&mask), Some(&state));
        glass.press(Named::Enter);
        glass
    };
    let mut glass = start();
    let resize = |to| {
        let side = marchland_editor::bench::Edge::Side;
        Message::Bench(marchland_editor::bench::Message::Resize(side, to))
    };
    glass.send(resize(400.0));
    glass.send(resize(420.0));
    // The hand has rested since the first of them, but not since the second.
    glass.send(Message::Remember(1));
    assert!((start().bench().view.sizes.side - 420.0).abs() > 1.0);
    glass.send(Message::Remember(2));
    assert!((start().bench().view.sizes.side - 420.0).abs() < 1.0);
}

/// Under load the keys of a quick hand come in one batch.
#[test]
fn what_is_typed_after_tab_goes_to_the_next_field() {
    let place = tempfile::tempdir().unwrap();
    let mut glass = made(place.path());
    glass.key("a", Modifiers::CTRL);
    glass.key("g", Modifiers::empty());
    glass.write("All");
    let typed = |key, text: Option<&str>| {
        crate::desk::key_press(key, Modifiers::empty(), text.map(Into::into))
    };
    let mut batch = typed(Key::Named(Named::Tab), None).to_vec();
    batch.extend(typed(Key::Character("7".into()), Some("7")));
    glass.happen(&batch);
    let continent = &glass.bench().document.draft().continents[0];
    assert_eq!(continent.name.text.as_deref(), Some("All"));
    assert_eq!(continent.bonus, Some(7));
}
