//! Generated maps in the window.

use std::ops::ControlFlow;

use iced::Size;
use iced::keyboard::{Modifiers, key::Named};
use marchland_editor::app::Message;
use marchland_editor::commands::Command;
use marchland_editor::dialogs::Message as Answer;
use marchland_editor::generating::{Message as Wished, Wish};
use marchland_editor::recovery;
use marchland_maps::folder::Folder;
use marchland_maps::generate::{Generated, Plan, generate};
use marchland_maps::mask;

use crate::driver::{Driver, keep_now};
use crate::pictures::Album;
use crate::session::Session;

/// The command line's map for the settings in [`wish`].
fn made() -> Generated {
    let plan = Plan {
        size: (640, 400),
        ..Plan::new(7, 16)
    };
    generate(&plan, &mut |_, _| ControlFlow::Continue(())).expect("a map")
}

/// The generate dialog with a small previewed map.
fn wished(state: Option<&std::path::Path>) -> Session {
    let mut session = Session::remembering(None, state);
    wish(&mut session);
    session
}

fn wish(session: &mut Session) {
    // The usual map is not waited for, and without a seed there is none.
    let _ = session.app.update(Message::Command(Command::Generate));
    let small = Wish {
        seed: String::new(),
        territories: 16,
        width: "640".to_owned(),
        height: "400".to_owned(),
        ..Wish::default()
    };
    for answer in [Answer::Generate(Wished::Wish(small)), Answer::Cancel] {
        session.send(Message::Dialog(answer));
    }
    session.click("Generate map…");
    session.write("7");
}

#[test]
fn a_generated_map_is_previewed_and_opens_unsaved() {
    let place = tempfile::tempdir().unwrap();
    let state = place.path().join("state");
    let mut session = wished(Some(&state));
    let made = made();
    let name = made.draft.name.text.clone().unwrap();
    let links = made.draft.links().count();
    let texts = session.texts();
    let said = format!("{name}: 16 territories, 4 continents, {links} links (");
    assert!(
        texts.iter().any(|text| text.starts_with(&said)),
        "{texts:?}"
    );

    session.press(Named::Enter);
    let document = &session.workspace().document;
    assert!(document.draft().same_content(&made.draft));
    assert!(!document.is_saved());
    assert!(session.app.title().starts_with(&format!("● {name}")));

    // It is backed up like other unsaved work.
    keep_now(&mut session.app);
    drop(session);
    let orphans = recovery::orphans(&recovery::folder(&state));
    assert_eq!(orphans.len(), 1);
    assert_eq!(orphans[0].about.name, Some(name));
}

#[test]
fn saved_files_match_the_command_line() {
    let place = tempfile::tempdir().unwrap();
    let mut session = wished(None);
    session.press(Named::Enter);
    let made = made();
    let home = place.path().join("map");
    session.key("s", Modifiers::CTRL);
    session.key("a", Modifiers::CTRL);
    session.write(&home.display().to_string());
    session.press(Named::Enter);
    assert!(session.workspace().document.is_saved());
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
fn impossible_settings_are_explained() {
    let mut session = wished(None);
    session.write("x");
    assert!(session.shows("The seed must be a whole number."));
    session.press(Named::Enter);
    assert!(session.app.dialog().is_some(), "nothing is made of that");
    session.press(Named::Escape);
    assert!(session.app.dialog().is_none());
    assert!(session.app.workspace().is_none());
    assert!(!session.app.is_working());
    // The last settings return.
    session.key("g", Modifiers::CTRL);
    assert!(session.shows("The seed must be a whole number."));
}

#[test]
fn pictures_of_the_generate_dialog() {
    let mut album = Album::new();
    let mut driver = Driver::new(None);
    let size = Size::new(1280.0, 800.0);
    album.take(&mut driver, "start", size);
    let mut driver = Driver {
        app: wished(None).app,
    };
    album.take(&mut driver, "generate", size);
    album.take(&mut driver, "generate-small", Size::new(1024.0, 640.0));
    let mut session = Session::new(None);
    session.send(Message::Command(Command::ToggleTheme));
    wish(&mut session);
    let mut driver = Driver { app: session.app };
    album.take(&mut driver, "generate-dark", size);
}
