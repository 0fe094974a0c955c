//! A picture to draw after.

use iced::Size;
use iced::keyboard::{Modifiers, key};
use marchland_editor::app::Message;
use marchland_editor::commands::Command;
use marchland_editor::dialogs;
use marchland_editor::recovery;
use marchland_editor::screens::start;
use marchland_editor::trace::Place;
use marchland_editor::workspace::{self, TraceChange};

use crate::driver::{Driver, keep_now};
use crate::pictures::Album;

/// A pale sketch of two islands, half as large as it is meant.
fn atlas(at: &std::path::Path) {
    let picture = image::RgbImage::from_fn(600, 400, |x, y| {
        let off = |cx: f32, cy: f32, r: f32| (x as f32 - cx).hypot(y as f32 - cy) - r;
        let coast = off(180.0, 200.0, 110.0).min(off(430.0, 190.0, 90.0));
        image::Rgb(match coast {
            _ if coast.abs() < 2.0 => [120, 60, 40],
            _ if coast < 0.0 => [226, 214, 190],
            _ => [206, 222, 232],
        })
    });
    picture.save(at).expect("a picture is written");
}

#[test]
fn a_tracing_picture_is_shown_and_remembered() {
    let place = tempfile::tempdir().unwrap();
    let mut album = Album::new();
    let state = place.path().join("state");
    let picture = place.path().join("atlas.jpg");
    atlas(&picture);
    let (_, home) = Driver::saved(place.path());
    let text = std::fs::read(home.join("map.xml")).unwrap();
    let mut driver = Driver::remembering(Some(&home), Some(&state));
    let sheet = driver.workspace().scene().size();
    driver.key("r", Modifiers::empty());
    // Nothing is there yet: it asks at once.
    driver.fill(
        "path",
        &place.path().join("none.png").display().to_string(),
        true,
    );
    assert!(driver.app.dialog().is_some(), "there is no such file");
    driver.fill("path", &picture.display().to_string(), false);
    driver.press_and_run("Use picture");
    let fitted = driver.workspace().trace().expect("a picture").place;
    let scale = (f64::from(sheet.0) / 600.0).min(f64::from(sheet.1) / 400.0);
    assert!((fitted.scale - scale).abs() < 1e-9);
    assert!(
        driver.workspace().document.is_saved(),
        "it is no part of the map"
    );
    // Dragged, and not: Esc puts it back.
    driver.drag_with(&[(100.0, 100.0), (130.0, 90.0)], Modifiers::empty(), false);
    driver.named(key::Named::Escape);
    let back = driver.workspace().trace().expect("a picture").place;
    assert!((back.left - fitted.left).abs() < 1e-6 && (back.top - fitted.top).abs() < 1e-6);
    driver.drag(&[(100.0, 100.0), (130.0, 90.0)]);
    driver.key("]", Modifiers::empty());
    driver.named(key::Named::ArrowRight);
    let moved = driver.workspace().trace().expect("a picture").place;
    let grown = fitted.scale * 0.05;
    assert!((moved.scale - fitted.scale - grown).abs() < 1e-9);
    assert!(
        (moved.left - (fitted.left + 31.0 - 300.0 * grown)).abs() < 0.01,
        "{moved:?}"
    );
    album.take(&mut driver, "trace", Size::new(1280.0, 800.0));
    // Another window knows where it lay; the map does not.
    let mut again = Driver::remembering(Some(&home), Some(&state));
    let known = again.workspace().trace().expect("it is remembered");
    assert_eq!((known.place, &known.file), (moved, &picture));
    assert_eq!(std::fs::read(home.join("map.xml")).unwrap(), text);
    again.key("r", Modifiers::empty());
    again.click("Fit to sheet");
    assert_eq!(again.workspace().trace().expect("a picture").place, fitted);
    again.click("Remove");
    assert!(again.workspace().trace().is_none());
    let last = Driver::remembering(Some(&home), Some(&state));
    assert!(last.workspace().trace().is_none(), "it is forgotten");
}

#[test]
fn a_change_of_the_tracing_picture_is_written_after_a_pause() {
    let place = tempfile::tempdir().unwrap();
    let state = place.path().join("state");
    let picture = place.path().join("atlas.png");
    atlas(&picture);
    let (_, home) = Driver::saved(place.path());
    let mut driver = Driver::remembering(Some(&home), Some(&state));
    driver.key("r", Modifiers::empty());
    driver.fill("path", &picture.display().to_string(), false);
    driver.press_and_run("Use picture");
    let first = driver.workspace().trace().expect("a picture").place;
    let remembered = || {
        let again = Driver::remembering(Some(&home), Some(&state));
        again.workspace().trace().expect("a picture").place.opacity
    };
    let fade = |opacity| {
        let change = TraceChange::Place(Place { opacity, ..first });
        Message::Workspace(workspace::Message::Trace(change))
    };
    let early = driver.follow(fade(30));
    drop(driver.app.update(fade(40)));
    for message in early {
        driver.follow(message);
    }
    assert_eq!(remembered(), first.opacity, "it has changed again");
    let rested = driver.follow(fade(50));
    assert_eq!(remembered(), first.opacity);
    for message in rested {
        driver.follow(message);
    }
    assert_eq!(remembered(), 50);
    // Closing does not wait for the pause.
    drop(driver.app.update(fade(60)));
    driver.follow(Message::Command(Command::Home));
    assert_eq!(remembered(), 60);
}

#[test]
fn a_missing_picture_is_reported_once() {
    let place = tempfile::tempdir().unwrap();
    let state = place.path().join("state");
    let picture = place.path().join("atlas.png");
    atlas(&picture);
    let (_, home) = Driver::saved(place.path());
    let open = || Driver::remembering(Some(&home), Some(&state));
    let mut driver = open();
    driver.key("r", Modifiers::empty());
    driver.fill("path", &picture.display().to_string(), false);
    driver.press_and_run("Use picture");
    assert!(open().workspace().trace().is_some());
    std::fs::remove_file(&picture).unwrap();
    let missing = open();
    assert!(missing.workspace().trace().is_none());
    assert_eq!(missing.app.toasts().count(), 1, "it is said");
    // Nothing is said the next time, nor is another one shown that bears its name.
    assert_eq!(open().app.toasts().count(), 0);
    atlas(&picture);
    assert!(open().workspace().trace().is_none());
}

#[test]
fn the_tracing_picture_follows_a_resize() {
    let place = tempfile::tempdir().unwrap();
    let picture = place.path().join("atlas.png");
    atlas(&picture);
    let mut driver = Driver::new(None);
    driver.key("n", Modifiers::CTRL);
    driver.click("Trace a picture…");
    driver.fill("path", &picture.display().to_string(), false);
    driver.press_and_run("Use picture");
    let before = driver.workspace().trace().expect("a picture").place;
    driver.key("b", Modifiers::empty());
    driver.drag(&[(300.0, 300.0), (800.0, 500.0)]);
    let resize = Message::Command(Command::Resize);
    driver.send(resize.clone());
    driver.click("Crop to the land");
    let [left, top, ..] = driver.workspace().frame_asked().expect("a frame");
    driver.named(key::Named::Enter);
    let cropped = driver.workspace().trace().expect("a picture").place;
    let is_near = |a: f64, b: f64| (a - b).abs() < 1e-6;
    assert!(left > 0.0 && is_near(cropped.left, before.left - left));
    assert!(top > 0.0 && is_near(cropped.top, before.top - top));
    assert!(is_near(cropped.scale, before.scale));
    let (width, height) = driver.workspace().scene().size();
    driver.send(resize);
    driver.fill("sheet-width", &(width * 2).to_string(), false);
    driver.fill("sheet-height", &(height * 2).to_string(), false);
    driver.click("Scale the land with the sheet");
    driver.named(key::Named::Enter);
    let larger = driver.workspace().trace().expect("a picture").place;
    assert!(is_near(larger.scale, cropped.scale * 2.0) && is_near(larger.left, cropped.left * 2.0));
    for was in [cropped, before] {
        driver.key("z", Modifiers::CTRL);
        let is = driver.workspace().trace().expect("a picture").place;
        assert!(
            is_near(is.left, was.left) && is_near(is.top, was.top),
            "{is:?}"
        );
        assert!(is_near(is.scale, was.scale), "{is:?}");
    }
    driver.key("Z", Modifiers::CTRL | Modifiers::SHIFT);
    let again = driver.workspace().trace().expect("a picture").place;
    assert!(is_near(again.left, cropped.left));
}

#[test]
fn the_place_on_an_unsaved_sheet_is_not_remembered() {
    let place = tempfile::tempdir().unwrap();
    let state = place.path().join("state");
    let picture = place.path().join("atlas.png");
    atlas(&picture);
    let (_, home) = Driver::saved(place.path());
    let open = || Driver::remembering(Some(&home), Some(&state));
    let lies = |driver: &Driver| driver.workspace().trace().expect("a picture").place;
    let mut driver = open();
    driver.key("r", Modifiers::empty());
    driver.fill("path", &picture.display().to_string(), false);
    driver.press_and_run("Use picture");
    let first = lies(&driver);
    assert_eq!(lies(&open()), first);
    driver.send(Message::Command(Command::Resize));
    driver.click("Crop to the land");
    driver.named(key::Named::Enter);
    assert!(!driver.workspace().document.is_saved());
    assert_ne!(lies(&driver), first);
    driver.named(key::Named::ArrowRight);
    let moved = lies(&driver);
    assert_eq!(lies(&open()), first, "the map on the disk is the old one");
    driver.key("s", Modifiers::CTRL);
    assert!(driver.workspace().document.is_saved());
    assert_eq!(lies(&open()), moved);
    // The old sheet again, which is not saved any more: what is remembered fits the new one.
    driver.key("z", Modifiers::CTRL);
    assert_ne!(lies(&driver), moved);
    assert_eq!(lies(&open()), moved);
}

/// Recovers the only copy in a new window.
fn recovered(state: &std::path::Path) -> Driver {
    let mut driver = Driver::remembering(None, Some(state));
    let orphan = recovery::orphans(&recovery::folder(state)).remove(0);
    for message in driver.follow(Message::Start(start::Message::Recover(orphan))) {
        // The map, then its tracing picture.
        driver.run(message);
    }
    driver
}

#[test]
fn the_tracing_picture_survives_a_crash() {
    let place = tempfile::tempdir().unwrap();
    let state = place.path().join("state");
    let picture = place.path().join("atlas.png");
    atlas(&picture);
    let lies = |driver: &Driver| driver.workspace().trace().expect("a picture").place;
    // Of a map that was never saved.
    let laid = {
        let mut driver = Driver::remembering(None, Some(&state));
        driver.key("n", Modifiers::CTRL);
        driver.click("Trace a picture…");
        driver.fill("path", &picture.display().to_string(), false);
        driver.press_and_run("Use picture");
        driver.named(key::Named::ArrowRight);
        driver.key("b", Modifiers::empty());
        driver.drag(&[(300.0, 300.0), (800.0, 500.0)]);
        keep_now(&mut driver.app);
        lies(&driver)
    };
    let mut driver = recovered(&state);
    assert_eq!(lies(&driver), laid);
    let home = place.path().join("map");
    driver.key("s", Modifiers::CTRL);
    driver.fill("path", &home.display().to_string(), false);
    driver.run_all(Message::Dialog(dialogs::Message::Confirm));
    drop(driver);
    // And on a sheet that was resized since it was saved.
    let carried = {
        let mut driver = Driver::remembering(Some(&home), Some(&state));
        driver.send(Message::Command(Command::Resize));
        driver.click("Crop to the land");
        driver.named(key::Named::Enter);
        keep_now(&mut driver.app);
        lies(&driver)
    };
    assert_ne!(carried, laid);
    assert_eq!(lies(&recovered(&state)), carried);
    // The map on the disk has still its old sheet.
    let old = Driver::remembering(Some(&home), Some(&state));
    assert_eq!(lies(&old), laid);
}

#[test]
fn the_tracing_picture_can_be_drawn_over() {
    let place = tempfile::tempdir().unwrap();
    let mut album = Album::new();
    let picture = place.path().join("atlas.png");
    atlas(&picture);
    let mut driver = Driver::new(None);
    driver.key("n", Modifiers::CTRL);
    driver.click("Trace a picture…");
    driver.fill("path", &picture.display().to_string(), false);
    driver.press_and_run("Use picture");
    let scale = driver.workspace().trace().expect("a picture").place.scale;
    assert!((scale - 2.0).abs() < 1e-9);
    driver.key("a", Modifiers::empty());
    for step in 0..24 {
        let angle = f64::from(step) / 24.0 * std::f64::consts::TAU;
        driver.click_map((360.0 + 220.0 * angle.cos(), 400.0 + 220.0 * angle.sin()));
    }
    driver.named(key::Named::Enter);
    assert_eq!(driver.workspace().document.draft().territories.len(), 1);
    driver.key("r", Modifiers::empty());
    assert!(driver.app.dialog().is_none(), "one is there");
    album.take(&mut driver, "trace-drawn", Size::new(1280.0, 800.0));
}
