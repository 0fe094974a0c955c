//! The window: what it remembers, how small it may be, and what it says before
//! there is one.

use iced::{Size, window};
use marchland_editor::app::Message;
use marchland_editor::commands::Command;
use marchland_ui::scale::SMALLEST;
use marchland_ui::theme::Mode;

use crate::driver::{Driver, bundled};
use crate::session::Session;

#[test]
fn the_theme_is_remembered() {
    let place = tempfile::tempdir().unwrap();
    let state = place.path().join("state");
    let mut driver = Driver::remembering(None, Some(&state));
    assert_eq!(driver.app.mode(), Mode::Light);
    driver.run(Message::Command(Command::ToggleTheme));
    assert_eq!(driver.app.mode(), Mode::Dark);
    let mut driver = Driver::remembering(None, Some(&state));
    assert_eq!(driver.app.mode(), Mode::Dark);
    // Closing does not wait for the pause after a change.
    driver.send(Message::Command(Command::ToggleTheme));
    driver.close();
    let driver = Driver::remembering(None, Some(&state));
    assert_eq!(driver.app.mode(), Mode::Light);
}

#[test]
fn a_map_open_twice_is_reported() {
    let place = tempfile::tempdir().unwrap();
    let (driver, home) = Driver::saved(place.path());
    drop(driver);
    let state = place.path().join("state");
    let twice = "This map is also open in another window. Saving in both may mix up their changes; use one window, or save a copy.";
    let mut first = Driver::remembering(Some(&home), Some(&state));
    let mut second = Driver::remembering(Some(&home.join("map.xml")), Some(&state));
    assert!(!first.shows(twice));
    assert!(second.shows(twice));
    // A copy is another map.
    second.send(Message::Command(Command::SaveAs));
    let copy = place.path().join("copy").display().to_string();
    second.fill("path", &copy, true);
    assert!(!second.shows(twice));
    drop(first);
    let mut third = Driver::remembering(Some(&home), Some(&state));
    assert!(!third.shows(twice));
    // The warning ends with its reason, however the other window ended.
    let mut fourth = Driver::remembering(Some(&home), Some(&state));
    let focused = || Message::Window(window::Id::unique(), window::Event::Focused);
    fourth.run(focused());
    assert!(fourth.shows(twice));
    drop(third);
    fourth.run(focused());
    assert!(!fourth.shows(twice));
}

#[test]
fn at_twice_the_size_the_smallest_window_fits_a_usual_screen() {
    // 1366 by 768 pixels, less what a desktop keeps for its bars.
    let screen = Size::new(1366.0 / 2.0, (768.0 - 80.0) / 2.0);
    assert!(SMALLEST.width <= screen.width && SMALLEST.height <= screen.height);
    let mut driver = Driver::new(None);
    for size in [SMALLEST, screen, Size::new(800.0, 1200.0)] {
        let _ = driver.app.update(Message::WindowSize(size));
        let scale = driver.app.scale();
        let room = Size::new(size.width / scale, size.height / scale);
        assert!(room.width >= 1023.9 && room.height >= 639.9, "{room:?}");
    }
    let _ = driver
        .app
        .update(Message::WindowSize(Size::new(1280.0, 800.0)));
    assert!((driver.app.scale() - 1.0).abs() < f32::EPSILON);
    let _ = driver.app.update(Message::WindowSize(Size::ZERO));
    assert!(driver.app.scale() > 0.4, "a window that is minimised");
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
fn a_picture_is_a_png_by_name_or_not_written() {
    let folder = tempfile::tempdir().unwrap();
    let take = |name: &str| {
        let output = std::process::Command::new(env!("CARGO_BIN_EXE_marchland-editor"))
            .current_dir(&folder)
            .args(["--screenshot", name, "--size", "400x300"])
            .output()
            .unwrap();
        (
            output.status.code(),
            String::from_utf8(output.stderr).unwrap(),
        )
    };
    assert_eq!(take("a.png"), (Some(0), String::new()));
    assert!(image::open(folder.path().join("a.png")).is_ok());
    for name in ["a.jpg", "a"] {
        let (code, told) = take(name);
        assert_eq!(code, Some(2));
        assert!(told.contains("give a name that ends in .png"), "{told}");
        assert!(!folder.path().join(name).exists());
    }
    let (code, told) = take("none/a.png");
    assert_eq!(code, Some(2));
    assert!(told.contains("there is no folder none"), "{told}");
}

#[test]
fn texts_start_at_whole_rows() {
    // Above one that begins between two rows, the tips of the letters before it would stay.
    let mut session = Session::new(Some(&bundled("world")));
    let texts: Vec<String> = session.texts();
    assert!(texts.len() > 50, "{texts:?}");
    let between: Vec<String> = texts
        .into_iter()
        .filter_map(|text| {
            let top = session.find(&text)?.y;
            let off = (top - top.round()).abs() > 1e-3;
            off.then(|| format!("{text} begins at {top}"))
        })
        .collect();
    assert!(between.is_empty(), "{between:#?}");
}
