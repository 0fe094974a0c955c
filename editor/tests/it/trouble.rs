//! Nothing the author made is lost, whatever goes wrong.

use iced::keyboard::{Modifiers, key};
use iced::window::{Event, Id};
use marchland_editor::app::{App, Launch, Message};
use marchland_editor::screens::from_mask::{self, FromMask};
use marchland_maps::Rgb;
use marchland_maps::folder;
use marchland_maps::mask::{RepairOptions, Rgba, Role};

use crate::driver::{Driver, SQUARES, six_squares, square};

#[test]
fn closing_an_unsaved_map_asks() {
    let place = tempfile::tempdir().unwrap();
    let mask = place.path().join("squares.png");
    six_squares(&mask);
    let mut driver = Driver::new(Some(&mask));
    driver.press_and_run("Create map");
    assert!(driver.app.title().starts_with("● "));
    driver.close();
    assert!(driver.shows("Save changes?"));
    driver.named(key::Named::Escape);
    assert!(!driver.shows("Save changes?"));
    driver.close();
    driver.click("Save");
    assert!(driver.shows("Save map"), "it has no folder yet");
}

#[test]
fn choices_for_a_mask_are_not_discarded_without_a_question() {
    let place = tempfile::tempdir().unwrap();
    let mask = place.path().join("squares.png");
    six_squares(&mask);
    let mut driver = Driver::new(Some(&mask));
    let green = Rgba::opaque(Rgb(SQUARES[1]));
    let sea = from_mask::Message::Role(green, Role::Background);
    driver.send(Message::FromMask(sea));
    let dropped = Event::FileDropped(mask.clone());
    let ways: [&dyn Fn(&mut Driver); 5] = [
        &|driver| driver.key("o", Modifiers::CTRL),
        &|driver| driver.key("n", Modifiers::CTRL),
        &|driver| driver.key("g", Modifiers::CTRL),
        &|driver| driver.send(Message::Window(Id::unique(), dropped.clone())),
        &|driver| driver.close(),
    ];
    for (nth, leave) in ways.iter().enumerate() {
        leave(&mut driver);
        assert!(driver.shows("Discard this mask?"), "way {nth}");
        driver.named(key::Named::Escape);
        assert!(driver.app.mask().is_some_and(FromMask::is_worked_on));
    }
    driver.key("n", Modifiers::CTRL);
    driver.click("Discard");
    assert!(driver.app.mask().is_none());
    assert!(driver.shows("New map"), "then it goes on");
}

#[test]
fn a_map_is_never_saved_over_another() {
    let place = tempfile::tempdir().unwrap();
    let mask = place.path().join("squares.png");
    six_squares(&mask);
    let taken = place.path().join("taken");
    std::fs::create_dir(&taken).unwrap();
    std::fs::write(taken.join("map.xml"), "<map/>").unwrap();
    let mut driver = Driver::new(Some(&mask));
    driver.press_and_run("Create map");
    driver.save_as(&taken);
    assert!(!driver.workspace().document.is_saved());
    assert_eq!(std::fs::read(taken.join("map.xml")).unwrap(), b"<map/>");
    assert!(
        driver.shows("Save map"),
        "the question stays, with what is wrong"
    );
}

#[test]
fn a_file_changed_by_another_program_is_not_overwritten() {
    let place = tempfile::tempdir().unwrap();
    let mask = place.path().join("squares.png");
    six_squares(&mask);
    let home = place.path().join("map");
    let mut driver = Driver::new(Some(&mask));
    driver.press_and_run("Create map");
    driver.save_as(&home);
    driver.click_map(square(0));
    driver.fill("name", "Ash", true);
    std::fs::write(home.join("map.xml"), "<map/>").unwrap();
    driver.key("s", Modifiers::CTRL);
    assert!(driver.shows("The file has changed on disk"));
    assert_eq!(std::fs::read(home.join("map.xml")).unwrap(), b"<map/>");
    driver.click("Overwrite");
    assert!(driver.workspace().document.is_saved());
}

#[test]
fn a_broken_file_opens_but_is_not_saved_over() {
    let place = tempfile::tempdir().unwrap();
    let file = place.path().join("map.xml");
    let text = "<map format=\"1\"><name>Half</name><territory id=\"0\" name=\"Ash\"/><territ";
    std::fs::write(&file, text).unwrap();
    let mut driver = Driver::new(Some(place.path()));
    let draft = driver.workspace().document.draft();
    assert_eq!(draft.name.text.as_deref(), Some("Half"));
    assert_eq!(draft.territories.len(), 1);
    driver.key("s", Modifiers::CTRL);
    assert!(driver.shows("Save map"), "asks for another place");
    assert_eq!(std::fs::read_to_string(&file).unwrap(), text);
}

#[test]
fn a_missing_mask_leaves_the_rest_editable() {
    let place = tempfile::tempdir().unwrap();
    let mask = place.path().join("squares.png");
    six_squares(&mask);
    let home = place.path().join("map");
    let mut driver = Driver::new(Some(&mask));
    driver.press_and_run("Create map");
    driver.save_as(&home);
    std::fs::remove_file(home.join("squares.png")).unwrap();
    let mut driver = Driver::new(Some(&home));
    assert!(driver.shows("No readable mask"));
    driver.click("Territory 3");
    driver.fill("name", "Elm", true);
    driver.key("s", Modifiers::CTRL);
    let text = std::fs::read_to_string(home.join("map.xml")).unwrap();
    assert!(text.contains("name=\"Elm\""));
}

#[test]
fn a_map_of_conquer_club_is_called_what_it_is() {
    let place = tempfile::tempdir().unwrap();
    let file = place.path().join("conq.xml");
    let text = "<map><continent><name>North</name></continent><territory><name>A</name>\
                <borders><border>B</border></borders></territory></map>";
    std::fs::write(&file, text).unwrap();
    let launch = Launch {
        path: Some(file),
        ..Launch::default()
    };
    let error = App::at_once(&launch).map(|_| ()).unwrap_err();
    assert!(error.contains("is a map of Conquer Club"), "{error}");
}

/// `--screenshot` took them for damaged map files.
#[test]
fn outlines_open_without_a_window() {
    let place = tempfile::tempdir().unwrap();
    let file = place.path().join("land.geojson");
    let square = |name: &str, x: u32| {
        let (w, e) = (x, x + 1);
        format!(
            r#"{{"type":"Feature","properties":{{"name":"{name}"}},"geometry":{{"type":"Polygon",
            "coordinates":[[[{w},0],[{e},0],[{e},1],[{w},1],[{w},0]]]}}}}"#
        )
    };
    let both = [square("Elm", 0), square("Fen", 1)].join(",");
    let text = format!(r#"{{"type":"FeatureCollection","features":[{both}]}}"#);
    std::fs::write(&file, text).unwrap();
    let driver = Driver::new(Some(&file));
    assert_eq!(driver.draft().territories.len(), 2);
}

#[test]
fn a_noisy_mask_is_cleaned_up_and_the_file_stays_as_it_is() {
    let place = tempfile::tempdir().unwrap();
    let mask = place.path().join("squares.png");
    six_squares(&mask);
    let noisy = place.path().join("squares.jpg");
    image::open(&mask).unwrap().save(&noisy).unwrap();
    let before = std::fs::read(&noisy).unwrap();

    let mut on = |_: f32| std::ops::ControlFlow::Continue(());
    let mut driver = Driver::new(Some(&noisy));
    assert!(driver.shows("This mask needs cleaning up"));
    assert!(driver.shows("Clean up"));

    let cleaned = from_mask::clean(&noisy, &RepairOptions::default(), &mut on).unwrap();
    let (document, mut home) = FromMask::cleaned(cleaned).order().make(&mut on).unwrap();
    assert_eq!(document.draft().territories.len(), 6);
    assert_eq!(document.proposals().len(), 7);
    let map = place.path().join("map");
    home.save_as(document.draft(), &map, None).unwrap();
    assert_eq!(std::fs::read(&noisy).unwrap(), before);
    let (_, reading) = folder::Folder::open(&map).unwrap();
    assert_eq!(reading.draft.mask.unwrap().file, "squares-clean.png");
    let driver = Driver::new(Some(&map));
    assert!(driver.workspace().document.land().is_some());

    // Called off, it ends.
    let mut off = |_: f32| std::ops::ControlFlow::Break(());
    assert!(from_mask::clean(&noisy, &RepairOptions::default(), &mut off).is_err());
}
