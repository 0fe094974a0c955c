//! The window: what it remembers, how small it may be, and what it says before
//! there is one.

use iced::Size;
use marchland_editor::app::{Message, SMALLEST};
use marchland_editor::commands::Command;
use marchland_ui::theme::Mode;

use crate::desk::{Desk, bundled};
use crate::glass::Glass;

#[test]
fn light_or_dark_is_remembered() {
    let place = tempfile::tempdir().unwrap();
    let state = place.path().join("state");
    let mut desk = Desk::remembering(None, Some(&state));
    assert_eq!(desk.app.mode(), Mode::Light);
    desk.run(Message::Command(Command::ToggleTheme));
    assert_eq!(desk.app.mode(), Mode::Dark);
    let desk = Desk::remembering(None, Some(&state));
    assert_eq!(desk.app.mode(), Mode::Dark);
}

#[test]
fn a_map_that_is_open_twice_is_said_to_be() {
    let place = tempfile::tempdir().unwrap();
    let (desk, home) = Desk::saved(place.path());
    drop(desk);
    let state = place.path().join("state");
    let twice = "This map is also open in another window. Saving in both may mix up their changes; use one window, or save a copy.";
    let mut first = Desk::remembering(Some(&home), Some(&state));
    let mut second = Desk::remembering(Some(&home.join("map.xml")), Some(&state));
    assert!(!first.shows(twice));
    assert!(second.shows(twice));
    // A copy is another map.
    second.send(Message::Command(Command::SaveAs));
    let copy = place.path().join("copy").display().to_string();
    second.fill("path", &copy, true);
    assert!(!second.shows(twice));
    drop(first);
    let mut third = Desk::remembering(Some(&home), Some(&state));
    assert!(!third.shows(twice));
}

#[test]
fn at_twice_the_size_the_smallest_window_fits_a_usual_screen() {
    // 1366 by 768 pixels, less what a desktop keeps for its bars.
    let screen = Size::new(1366.0 / 2.0, (768.0 - 80.0) / 2.0);
    assert!(SMALLEST.width <= screen.width && SMALLEST.height <= screen.height);
    let mut desk = Desk::new(None);
    for size in [SMALLEST, screen, Size::new(800.0, 1200.0)] {
        let _ = desk.app.update(Message::WindowSize(size));
        let scale = desk.app.scale();
        let room = Size::new(size.width / scale, size.height / scale);
        assert!(room.width >= 1023.9 && room.height >= 639.9, "{room:?}");
    }
    let _ = desk
        .app
        .update(Message::WindowSize(Size::new(1280.0, 800.0)));
    assert!((desk.app.scale() - 1.0).abs() < f32::EPSILON);
    let _ = desk.app.update(Message::WindowSize(Size::ZERO));
    assert!(desk.app.scale() > 0.4, "a window that is minimised");
}

#[cfg(target_os = "linux")]
#[test]
fn a_display_that_cannot_be_opened_is_named() {
    for (variable, value) in [("DISPLAY", ":987"), ("WAYLAND_DISPLAY", "nowhere-987")] {
        let output = std::process::Command::new(env!("CARGO_BIN_EXE_marchland-editor"))
            .env_clear()
            .env(variable, value)
            .env("MARCHLAND_STATE", "")
            .output()
            .unwrap();
        assert_eq!(output.status.code(), Some(2));
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(said.lines().count(), 1, "{said}");
        assert!(
            said.contains(&format!("{variable}={value} cannot be opened")),
            "{said}"
        );
    }
}

#[test]
fn texts_begin_at_whole_rows() {
    // Above one that begins between two rows, the tips of the letters before it would stay.
    let mut glass = Glass::new(Some(&bundled("world")));
    let texts: Vec<String> = glass.texts();
    assert!(texts.len() > 50, "{texts:?}");
    let between: Vec<String> = texts
        .into_iter()
        .filter_map(|text| {
            let top = glass.find(&text)?.y;
            let off = (top - top.round()).abs() > 1e-3;
            off.then(|| format!("{text} begins at {top}"))
        })
        .collect();
    assert!(between.is_empty(), "{between:#?}");
}
