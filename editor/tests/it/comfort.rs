//! Comfort on large maps and small screens.

use iced::Size;
use iced::keyboard::{Modifiers, key::Named};
use marchland_board::{Event, Framing, Modifiers as Held, Pointer};
use marchland_editor::app::Message;
use marchland_editor::commands::Command;
use marchland_editor::document::Document;
use marchland_editor::findings::Message as Issue;
use marchland_editor::remembered::Remembered;
use marchland_editor::scenery::Ground;
use marchland_editor::workspace::{Message as OnWorkspace, Workspace};
use marchland_maps::{Edit, MapField};
use marchland_ui::theme::Mode;
use marchland_ui::zoom::Zoom;

use crate::driver::{Driver, bundled, six_squares, square};
use crate::pictures::Album;
use crate::session::Session;

fn closer(driver: &mut Driver, steps: usize) {
    for _ in 0..steps {
        driver.send(Message::Command(Command::Zoom(Zoom::In)));
    }
}

#[test]
fn the_minimap_scrolls_the_map() {
    let mut driver = Driver::new(Some(&bundled("world")));
    assert_eq!(driver.workspace().part_seen(), None, "all of it is seen");
    closer(&mut driver, 6);
    let (before, size) = driver.workspace().part_seen().expect("a part of it");
    assert!(size.width <= 180.0 && size.height <= 120.0);
    let zoom = driver.workspace().zoom();
    let at = Pointer {
        x: 200.0,
        y: 150.0,
        scale: 0.1,
        modifiers: Held::default(),
    };
    driver.send(Message::Workspace(OnWorkspace::Minimap(Event::Pressed(
        at, 1,
    ))));
    let (after, _) = driver.workspace().part_seen().expect("a part of it");
    assert!(
        (driver.workspace().zoom() - zoom).abs() < 1e-9,
        "the zoom stays"
    );
    assert!(after[0] < before[0] && after[1] < before[1], "{after:?}");
    assert!(after[0] <= 0.0 && after[1] <= 0.0, "up to the corner");
    let Framing::Centred { x, y, .. } = driver.workspace().view.framing else {
        panic!("{:?}", driver.workspace().view.framing);
    };
    assert_eq!((x, y), (200.0, 150.0));
}

#[test]
fn a_click_on_the_minimap_does_not_reach_the_map() {
    let mut session = Session::new(Some(&bundled("world")));
    for _ in 0..6 {
        session.send(Message::Command(Command::Zoom(Zoom::In)));
    }
    let before = session.workspace().view.framing;
    // Above the zoom buttons at the lower right.
    let percent = format!("{:.0} %", session.workspace().zoom() * 100.0);
    let at = session.find(&percent).expect("the zoom");
    session.click_at(iced::Point::new(at.x, at.y - 70.0));
    assert_ne!(session.workspace().view.framing, before);
    assert!(session.workspace().document.selection().is_empty());
}

#[test]
fn contrast_and_scale_are_remembered_and_no_larger_than_the_window() {
    let place = tempfile::tempdir().unwrap();
    let state = place.path().join("state");
    let mut driver = Driver::remembering(None, Some(&state));
    let usual = driver.app.theme();
    driver.send(Message::Command(Command::ToggleContrast));
    assert_ne!(driver.app.theme(), usual);
    driver.send(Message::WindowSize(Size::new(1920.0, 1200.0)));
    for _ in 0..3 {
        driver.send(Message::Command(Command::Larger(true)));
    }
    assert!((driver.app.scale() - 1.5).abs() < 1e-6);
    driver.send(Message::Command(Command::Larger(true)));
    assert!((driver.app.scale() - 1.75).abs() < 1e-6);
    driver.send(Message::Command(Command::Larger(true)));
    assert!(
        (driver.app.scale() - 1.875).abs() < 1e-6,
        "all that there is room for"
    );
    let why = driver.app.why_not(Command::Larger(true));
    assert_eq!(
        why.as_deref(),
        Some("The window is too small for a larger interface.")
    );
    driver.send(Message::Command(Command::Larger(false)));
    driver.run(Message::Command(Command::Larger(false)));
    let kept = Remembered::read(&state);
    assert_eq!((kept.scale.percent(), kept.contrast), (150, true));

    let mut again = Driver::remembering(None, Some(&state));
    assert_ne!(again.app.theme(), usual);
    assert!((again.app.scale() - 1.5).abs() < 1e-6);
    again.send(Message::WindowSize(Size::new(1024.0, 640.0)));
    assert!((again.app.scale() - 1.0).abs() < 1e-6);
    again.send(Message::Command(Command::UsualSize));
    again.send(Message::Command(Command::Larger(false)));
    assert!((again.app.scale() - 0.9).abs() < 1e-6);
    again.app.show_unscaled();
    assert!((again.app.scale() - 1.0).abs() < 1e-6);
}

#[test]
fn a_list_names_territories_in_one_step() {
    let place = tempfile::tempdir().unwrap();
    let mask = place.path().join("squares.png");
    six_squares(&mask);
    let mut session = Session::new(Some(&mask));
    session.click("Create map");
    session.send(Message::Copied(None));
    assert!(session.app.dialog().is_none());
    let names = |session: &Session| -> Vec<Option<String>> {
        let territories = &session.workspace().document.draft().territories;
        territories.iter().map(|t| t.name.text.clone()).collect()
    };
    let before = names(&session);
    let list = "Ash\nBirch\nCedar\nElm\nFir\nHazel\nIvy\n".to_owned();
    session.send(Message::Copied(Some(list)));
    assert!(session.shows("1 name left over"));
    assert_eq!(names(&session), before, "it is shown first");
    session.press(Named::Enter);
    let after = names(&session);
    assert!(after.iter().all(Option::is_some), "{after:?}");
    assert_eq!(after[5].as_deref(), Some("Hazel"));
    session.key("z", Modifiers::CTRL);
    assert_eq!(names(&session), before);
    // Esc cancels naming for the selected ones.
    session.click_whole((500, 300), square(3));
    session.send(Message::Copied(Some("Oak".to_owned())));
    assert!(session.shows("Oak"));
    session.press(Named::Escape);
    assert_eq!(names(&session), before);
}

#[test]
fn pictures_of_comfort() {
    let mut album = Album::new();
    let mut driver = Driver::new(Some(&bundled("world")));
    closer(&mut driver, 5);
    album.take(&mut driver, "minimap", Size::new(1280.0, 800.0));
    album.take(&mut driver, "minimap-small", Size::new(1024.0, 640.0));
    driver.send(Message::Command(Command::ToggleContrast));
    album.take(&mut driver, "sharp", Size::new(1280.0, 800.0));
    driver.send(Message::Command(Command::ToggleTheme));
    album.take(&mut driver, "sharp-dark", Size::new(1280.0, 800.0));
    driver.send(Message::Copied(Some("Ash\nBirch\n".repeat(20))));
}

#[test]
fn a_toast_does_not_cover_the_question_about_a_proposal() {
    let place = tempfile::tempdir().unwrap();
    let mask = place.path().join("squares.png");
    six_squares(&mask);
    let mut driver = Driver::new(Some(&mask));
    driver.press_and_run("Create map");
    driver.click("Review one by one");
    driver.send(Message::Command(Command::PlayTest));
    let told = driver.app.toasts().next().expect("why not").to_owned();
    let mut boxes = Vec::new();
    driver.with(|screen| {
        for text in [&*told, "Skip"] {
            boxes.push(screen.find(text).expect("it is there").bounds());
        }
    });
    // The question is above its answers.
    assert!(
        boxes[0].y + boxes[0].height + 60.0 < boxes[1].y,
        "{boxes:?}"
    );
}

#[test]
fn the_reason_why_a_command_is_unavailable_is_true() {
    let place = tempfile::tempdir().unwrap();
    let (mut driver, _) = Driver::saved(place.path());
    let why = |driver: &Driver, command| driver.app.why_not(command).unwrap_or_default();
    driver.key("b", Modifiers::empty());
    for _ in 0..64 {
        driver.key("]", Modifiers::empty());
    }
    let widest = why(&driver, Command::Wider(true));
    assert_eq!(widest, "The brush is as wide as can be.");
    assert_eq!(driver.app.why_not(Command::Wider(false)), None);

    driver.send(Message::Workspace(OnWorkspace::Issue(Issue::Text(
        "nothing like this".to_owned(),
    ))));
    let issue = why(&driver, Command::NextIssue);
    assert_eq!(issue, "No issue matches the filter");

    let ground = Command::Ground(Ground::Picture);
    assert!(why(&driver, ground).starts_with("This map has no image"));
    let image = Edit::Map(MapField::Image(Some("image.png".to_owned())));
    let mut draft = driver.draft().clone();
    draft.apply(image).unwrap();
    let workspace = Workspace::new(Document::new(draft, None, true), Mode::default());
    let why = workspace.why_not(ground).unwrap();
    assert_eq!(why, "The map image is missing or cannot be read");
}
