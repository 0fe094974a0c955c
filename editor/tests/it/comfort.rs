//! What makes a large map, or a small screen, bearable.

use iced::Size;
use iced::keyboard::{Modifiers, key::Named};
use marchland_board::{Event, Framing, Modifiers as Held, Pointer};
use marchland_editor::app::Message;
use marchland_editor::bench::Message as OnBench;
use marchland_editor::commands::Command;
use marchland_editor::remembered::Remembered;
use marchland_ui::zoom::Zoom;

use crate::desk::{Desk, bundled, six_squares, square};
use crate::glass::Glass;
use crate::pictures::Album;

fn closer(desk: &mut Desk, steps: usize) {
    for _ in 0..steps {
        desk.send(Message::Command(Command::Zoom(Zoom::In)));
    }
}

#[test]
fn the_whole_map_in_small_leads_anywhere() {
    let mut desk = Desk::new(Some(&bundled("world")));
    assert_eq!(desk.bench().part_seen(), None, "all of it is seen");
    closer(&mut desk, 6);
    let (before, size) = desk.bench().part_seen().expect("a part of it");
    assert!(size.width <= 180.0 && size.height <= 120.0);
    let zoom = desk.bench().zoom();
    let at = Pointer {
        x: 200.0,
        y: 150.0,
        scale: 0.1,
        modifiers: Held::default(),
    };
    desk.send(Message::Bench(OnBench::Minimap(Event::Pressed(at, 1))));
    let (after, _) = desk.bench().part_seen().expect("a part of it");
    assert!((desk.bench().zoom() - zoom).abs() < 1e-9, "the zoom stays");
    assert!(after[0] < before[0] && after[1] < before[1], "{after:?}");
    assert!(after[0] <= 0.0 && after[1] <= 0.0, "up to the corner");
    let Framing::Centred { x, y, .. } = desk.bench().view.framing else {
        panic!("{:?}", desk.bench().view.framing);
    };
    assert_eq!((x, y), (200.0, 150.0));
}

#[test]
fn a_click_on_the_small_map_is_none_on_the_large_one() {
    let mut glass = Glass::new(Some(&bundled("world")));
    for _ in 0..6 {
        glass.send(Message::Command(Command::Zoom(Zoom::In)));
    }
    let before = glass.bench().view.framing;
    // Over the buttons of the zoom at the lower right.
    let farther = glass.find("Hidden names: ");
    assert_eq!(farther, None, "it is written on the map, and no widget");
    let percent = format!("{:.0} %", glass.bench().zoom() * 100.0);
    let at = glass.find(&percent).expect("the zoom");
    glass.click_at(iced::Point::new(at.x, at.y - 70.0));
    assert_ne!(glass.bench().view.framing, before);
    assert!(glass.bench().document.selection().is_empty());
}

#[test]
fn contrast_and_scale_are_remembered_and_no_larger_than_the_window() {
    let place = tempfile::tempdir().unwrap();
    let state = place.path().join("state");
    let mut desk = Desk::remembering(None, Some(&state));
    let usual = desk.app.theme();
    desk.send(Message::Command(Command::ToggleContrast));
    assert_ne!(desk.app.theme(), usual);
    desk.send(Message::WindowSize(Size::new(1920.0, 1200.0)));
    for _ in 0..3 {
        desk.send(Message::Command(Command::Larger(true)));
    }
    assert!((desk.app.scale() - 1.5).abs() < 1e-6);
    desk.send(Message::Command(Command::Larger(true)));
    assert!((desk.app.scale() - 1.75).abs() < 1e-6);
    desk.send(Message::Command(Command::Larger(true)));
    assert!(
        (desk.app.scale() - 1.875).abs() < 1e-6,
        "all that there is room for"
    );
    let why = desk.app.why_not(Command::Larger(true));
    assert_eq!(why.as_deref(), Some("The window is too small for a larger interface."));
    desk.send(Message::Command(Command::Larger(false)));
    desk.run(Message::Command(Command::Larger(false)));
    let kept = Remembered::read(&state);
    assert_eq!((kept.scale, kept.contrast), (150, true));

    let mut again = Desk::remembering(None, Some(&state));
    assert_ne!(again.app.theme(), usual);
    assert!((again.app.scale() - 1.5).abs() < 1e-6);
    again.send(Message::WindowSize(Size::new(1024.0, 640.0)));
    assert!((again.app.scale() - 1.0).abs() < 1e-6);
    again.send(Message::Command(Command::UsualSize));
    again.send(Message::Command(Command::Larger(false)));
    assert!((again.app.scale() - 0.9).abs() < 1e-6);
}

#[test]
fn many_are_named_by_a_list_in_one_step() {
    let place = tempfile::tempdir().unwrap();
    let mask = place.path().join("squares.png");
    six_squares(&mask);
    let mut glass = Glass::new(Some(&mask));
    glass.click("Create map");
    glass.send(Message::Copied(None));
    assert!(glass.app.dialog().is_none());
    let names = |glass: &Glass| -> Vec<Option<String>> {
        let territories = &glass.bench().document.draft().territories;
        territories.iter().map(|t| t.name.text.clone()).collect()
    };
    let before = names(&glass);
    let list = "Ash\nBirch\nCedar\nElm\nFir\nHazel\nIvy\n".to_owned();
    glass.send(Message::Copied(Some(list)));
    assert!(glass.shows("1 name left over"));
    assert_eq!(names(&glass), before, "it is shown first");
    glass.press(Named::Enter);
    let after = names(&glass);
    assert!(after.iter().all(Option::is_some), "{after:?}");
    assert_eq!(after[5].as_deref(), Some("Hazel"));
    glass.key("z", Modifiers::CTRL);
    assert_eq!(names(&glass), before);
    // Those that are selected, and Esc names none.
    glass.click_whole((500, 300), square(3));
    glass.send(Message::Copied(Some("Oak".to_owned())));
    assert!(glass.shows("Oak"));
    glass.press(Named::Escape);
    assert_eq!(names(&glass), before);
}

#[test]
fn pictures_of_comfort() {
    let mut album = Album::new();
    let mut desk = Desk::new(Some(&bundled("world")));
    closer(&mut desk, 5);
    album.take(&mut desk, "minimap", Size::new(1280.0, 800.0));
    album.take(&mut desk, "minimap-small", Size::new(1024.0, 640.0));
    desk.send(Message::Command(Command::ToggleContrast));
    album.take(&mut desk, "sharp", Size::new(1280.0, 800.0));
    desk.send(Message::Command(Command::ToggleTheme));
    album.take(&mut desk, "sharp-dark", Size::new(1280.0, 800.0));
    desk.send(Message::Copied(Some("Ash\nBirch\n".repeat(20))));
}
