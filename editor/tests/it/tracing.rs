//! A picture to draw after.

use iced::Size;
use iced::keyboard::{Modifiers, key};
use marchland_editor::app::Message;
use marchland_editor::commands::Command;

use crate::desk::Desk;
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
fn a_picture_shines_through_and_is_remembered_for_its_map() {
    let place = tempfile::tempdir().unwrap();
    let mut album = Album::new();
    let state = place.path().join("state");
    let picture = place.path().join("atlas.jpg");
    atlas(&picture);
    let (_, home) = Desk::saved(place.path());
    let text = std::fs::read(home.join("map.xml")).unwrap();
    let mut desk = Desk::remembering(Some(&home), Some(&state));
    let sheet = desk.bench().scene().size();
    desk.key("r", Modifiers::empty());
    // Nothing is there yet: it asks at once.
    desk.fill(
        "path",
        &place.path().join("none.png").display().to_string(),
        true,
    );
    assert!(desk.app.dialog().is_some(), "there is no such file");
    desk.fill("path", &picture.display().to_string(), false);
    desk.press_and_run("Show");
    let fitted = desk.bench().trace().expect("a picture").place;
    let scale = (f64::from(sheet.0) / 600.0).min(f64::from(sheet.1) / 400.0);
    assert!((fitted.scale - scale).abs() < 1e-9);
    assert!(desk.bench().document.is_saved(), "it is no part of the map");
    // Dragged, and not: Esc puts it back.
    desk.drag_with(&[(100.0, 100.0), (130.0, 90.0)], Modifiers::empty(), false);
    desk.named(key::Named::Escape);
    let back = desk.bench().trace().expect("a picture").place;
    assert!((back.left - fitted.left).abs() < 1e-6 && (back.top - fitted.top).abs() < 1e-6);
    desk.drag(&[(100.0, 100.0), (130.0, 90.0)]);
    desk.key("]", Modifiers::empty());
    desk.named(key::Named::ArrowRight);
    let moved = desk.bench().trace().expect("a picture").place;
    let grown = fitted.scale * 0.05;
    assert!((moved.scale - fitted.scale - grown).abs() < 1e-9);
    assert!(
        (moved.left - (fitted.left + 31.0 - 300.0 * grown)).abs() < 0.01,
        "{moved:?}"
    );
    album.take(&mut desk, "trace", Size::new(1280.0, 800.0));
    // Another window knows where it lay; the map does not.
    let mut again = Desk::remembering(Some(&home), Some(&state));
    let known = again.bench().trace().expect("it is remembered");
    assert_eq!((known.place, &known.file), (moved, &picture));
    assert_eq!(std::fs::read(home.join("map.xml")).unwrap(), text);
    again.key("r", Modifiers::empty());
    again.click("Fit to sheet");
    assert_eq!(again.bench().trace().expect("a picture").place, fitted);
    again.click("Remove");
    assert!(again.bench().trace().is_none());
    let last = Desk::remembering(Some(&home), Some(&state));
    assert!(last.bench().trace().is_none(), "it is forgotten");
}

#[test]
fn a_picture_that_is_gone_is_missed_once() {
    let place = tempfile::tempdir().unwrap();
    let state = place.path().join("state");
    let picture = place.path().join("atlas.png");
    atlas(&picture);
    let (_, home) = Desk::saved(place.path());
    let open = || Desk::remembering(Some(&home), Some(&state));
    let mut desk = open();
    desk.key("r", Modifiers::empty());
    desk.fill("path", &picture.display().to_string(), false);
    desk.press_and_run("Show");
    assert!(open().bench().trace().is_some());
    std::fs::remove_file(&picture).unwrap();
    let missing = open();
    assert!(missing.bench().trace().is_none());
    assert_eq!(missing.app.toasts().count(), 1, "it is said");
    // Nothing is said the next time, nor is another one shown that bears its name.
    assert_eq!(open().app.toasts().count(), 0);
    atlas(&picture);
    assert!(open().bench().trace().is_none());
}

#[test]
fn it_goes_along_with_a_sheet_of_another_size() {
    let place = tempfile::tempdir().unwrap();
    let picture = place.path().join("atlas.png");
    atlas(&picture);
    let mut desk = Desk::new(None);
    desk.key("n", Modifiers::CTRL);
    desk.click("Trace a picture…");
    desk.fill("path", &picture.display().to_string(), false);
    desk.press_and_run("Show");
    let before = desk.bench().trace().expect("a picture").place;
    desk.key("b", Modifiers::empty());
    desk.drag(&[(300.0, 300.0), (800.0, 500.0)]);
    let resize = Message::Command(Command::Resize);
    desk.send(resize.clone());
    desk.click("Crop to the land");
    let [left, top, ..] = desk.bench().frame_asked().expect("a frame");
    desk.named(key::Named::Enter);
    let cropped = desk.bench().trace().expect("a picture").place;
    let is_near = |a: f64, b: f64| (a - b).abs() < 1e-6;
    assert!(left > 0.0 && is_near(cropped.left, before.left - left));
    assert!(top > 0.0 && is_near(cropped.top, before.top - top));
    assert!(is_near(cropped.scale, before.scale));
    let (width, height) = desk.bench().scene().size();
    desk.send(resize);
    desk.fill("sheet-width", &(width * 2).to_string(), false);
    desk.fill("sheet-height", &(height * 2).to_string(), false);
    desk.click("Scale the land with the sheet");
    desk.named(key::Named::Enter);
    let larger = desk.bench().trace().expect("a picture").place;
    assert!(is_near(larger.scale, cropped.scale * 2.0) && is_near(larger.left, cropped.left * 2.0));
    for was in [cropped, before] {
        desk.key("z", Modifiers::CTRL);
        let is = desk.bench().trace().expect("a picture").place;
        assert!(
            is_near(is.left, was.left) && is_near(is.top, was.top),
            "{is:?}"
        );
        assert!(is_near(is.scale, was.scale), "{is:?}");
    }
    desk.key("Z", Modifiers::CTRL | Modifiers::SHIFT);
    let again = desk.bench().trace().expect("a picture").place;
    assert!(is_near(again.left, cropped.left));
}

#[test]
fn where_it_lies_on_a_sheet_that_is_not_saved_is_not_remembered() {
    let place = tempfile::tempdir().unwrap();
    let state = place.path().join("state");
    let picture = place.path().join("atlas.png");
    atlas(&picture);
    let (_, home) = Desk::saved(place.path());
    let open = || Desk::remembering(Some(&home), Some(&state));
    let lies = |desk: &Desk| desk.bench().trace().expect("a picture").place;
    let mut desk = open();
    desk.key("r", Modifiers::empty());
    desk.fill("path", &picture.display().to_string(), false);
    desk.press_and_run("Show");
    let first = lies(&desk);
    assert_eq!(lies(&open()), first);
    desk.send(Message::Command(Command::Resize));
    desk.click("Crop to the land");
    desk.named(key::Named::Enter);
    assert!(!desk.bench().document.is_saved());
    assert_ne!(lies(&desk), first);
    desk.named(key::Named::ArrowRight);
    let moved = lies(&desk);
    assert_eq!(lies(&open()), first, "the map on the disk is the old one");
    desk.key("s", Modifiers::CTRL);
    assert!(desk.bench().document.is_saved());
    assert_eq!(lies(&open()), moved);
    // The old sheet again, which is not saved any more: what is remembered fits the new one.
    desk.key("z", Modifiers::CTRL);
    assert_ne!(lies(&desk), moved);
    assert_eq!(lies(&open()), moved);
}

#[test]
fn one_draws_after_it() {
    let place = tempfile::tempdir().unwrap();
    let mut album = Album::new();
    let picture = place.path().join("atlas.png");
    atlas(&picture);
    let mut desk = Desk::new(None);
    desk.key("n", Modifiers::CTRL);
    desk.click("Trace a picture…");
    desk.fill("path", &picture.display().to_string(), false);
    desk.press_and_run("Show");
    let scale = desk.bench().trace().expect("a picture").place.scale;
    assert!((scale - 2.0).abs() < 1e-9);
    desk.key("a", Modifiers::empty());
    for step in 0..24 {
        let angle = f64::from(step) / 24.0 * std::f64::consts::TAU;
        desk.click_map((360.0 + 220.0 * angle.cos(), 400.0 + 220.0 * angle.sin()));
    }
    desk.named(key::Named::Enter);
    assert_eq!(desk.bench().document.draft().territories.len(), 1);
    desk.key("r", Modifiers::empty());
    assert!(desk.app.dialog().is_none(), "one is there");
    album.take(&mut desk, "trace-drawn", Size::new(1280.0, 800.0));
}
