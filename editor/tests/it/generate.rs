//! Maps out of nothing, wished for in the window.

use std::ops::ControlFlow;

use iced::Size;
use iced::keyboard::{Modifiers, key::Named};
use marchland_editor::app::Message;
use marchland_editor::commands::Command;
use marchland_editor::recovery;
use marchland_maps::folder::Folder;
use marchland_maps::generate::{Plan, generate};
use marchland_maps::mask;

use crate::desk::Desk;
use crate::glass::Glass;
use crate::pictures::Album;

/// The dialog, with a small map wished for and looked at.
fn wished(state: Option<&std::path::Path>) -> Glass {
    let mut glass = Glass::remembering(None, state);
    wish(&mut glass);
    glass
}

fn wish(glass: &mut Glass) {
    glass.click("Generate map");
    glass.write("7");
}

#[test]
fn a_map_out_of_nothing_is_seen_and_then_opened_unsaved() {
    let place = tempfile::tempdir().unwrap();
    let state = place.path().join("state");
    let mut glass = wished(Some(&state));
    let made = generate(&Plan::new(7, 42), &mut |_, _| ControlFlow::Continue(())).unwrap();
    let name = made.draft.name.text.clone().unwrap();
    let links = made.draft.links().count();
    let texts = glass.texts();
    let said = format!("{name}: 42 territories, 6 continents, {links} links (");
    assert!(
        texts.iter().any(|text| text.starts_with(&said)),
        "{texts:?}"
    );

    glass.press(Named::Enter);
    let document = &glass.bench().document;
    assert!(document.draft().same_content(&made.draft));
    assert!(!document.is_saved());
    assert!(glass.app.title().starts_with(&format!("● {name}")));

    // It is kept like other work that is in no file.
    glass.app.keep_now().unwrap();
    drop(glass);
    let orphans = recovery::orphans(&recovery::folder(&state));
    assert_eq!(orphans.len(), 1);
    assert_eq!(orphans[0].about.name, Some(name));
}

#[test]
fn what_is_saved_is_what_the_command_writes() {
    let place = tempfile::tempdir().unwrap();
    let mut glass = wished(None);
    glass.press(Named::Enter);
    let made = generate(&Plan::new(7, 42), &mut |_, _| ControlFlow::Continue(())).unwrap();
    let home = place.path().join("map");
    glass.key("s", Modifiers::CTRL);
    glass.key("a", Modifiers::CTRL);
    glass.write(&home.display().to_string());
    glass.press(Named::Enter);
    assert!(glass.bench().document.is_saved());
    let (folder, reading) = Folder::open(&home).unwrap();
    assert!(reading.flaws.is_empty());
    assert!(reading.draft.same_content(&made.draft));
    let mut mask = Vec::new();
    made.regions.write_png(&mut mask).unwrap();
    assert_eq!(
        std::fs::read(folder.resolve("mask.png").unwrap()).unwrap(),
        mask
    );
    let image = std::fs::read(folder.resolve("image.png").unwrap()).unwrap();
    let regions = mask::read(&mask).unwrap();
    let drawn = image::load_from_memory(&image).unwrap();
    assert_eq!(drawn.width(), regions.width());
    assert_eq!(drawn.height(), regions.height());
}

#[test]
fn what_cannot_be_made_is_said_and_escape_drops_it() {
    let mut glass = wished(None);
    glass.write("x");
    assert!(glass.shows("The seed must be a whole number."));
    glass.press(Named::Enter);
    assert!(glass.app.dialog().is_some(), "nothing is made of that");
    glass.press(Named::Escape);
    assert!(glass.app.dialog().is_none());
    assert!(glass.app.bench().is_none());
    assert!(!glass.app.is_working());
    // What was wished for last is there again.
    glass.key("g", Modifiers::CTRL);
    assert!(glass.shows("The seed must be a whole number."));
}

#[test]
fn pictures_of_a_wish() {
    let mut album = Album::new();
    let mut desk = Desk::new(None);
    let size = Size::new(1280.0, 800.0);
    album.take(&mut desk, "start", size);
    let mut desk = Desk {
        app: wished(None).app,
    };
    album.take(&mut desk, "generate", size);
    album.take(&mut desk, "generate-small", Size::new(1024.0, 640.0));
    let mut glass = Glass::new(None);
    glass.send(Message::Command(Command::ToggleTheme));
    wish(&mut glass);
    let mut desk = Desk { app: glass.app };
    album.take(&mut desk, "generate-dark", size);
}
