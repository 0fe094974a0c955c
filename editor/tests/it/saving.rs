//! Saving happens in the background; whatever goes wrong, nothing is lost.

use std::path::{Path, PathBuf};

use iced::keyboard::{Modifiers, key};
use marchland_editor::app::Message;
use marchland_editor::bench::{self, Change};
use marchland_editor::commands::Command;

use crate::desk::{Desk, square};

/// A saved map of six squares with one territory renamed since.
fn changed_map(place: &Path) -> (Desk, PathBuf) {
    let (mut desk, home) = Desk::saved(place);
    desk.click_map(square(0));
    rename(&mut desk, "Ash");
    (desk, home)
}

fn rename(desk: &mut Desk, name: &str) {
    let key = desk.bench().document.draft().territories[0].key;
    let change = Change::Name(key, name.to_owned());
    desk.send(Message::Bench(bench::Message::Inspect(change)));
}

fn text(home: &Path) -> String {
    std::fs::read_to_string(home.join("map.xml")).expect("a map file")
}

#[test]
fn what_is_edited_while_the_map_is_saved_is_still_to_be_saved() {
    let place = tempfile::tempdir().unwrap();
    let (mut desk, home) = changed_map(place.path());
    let saving = desk.app.update(Message::Command(Command::Save));
    assert!(desk.app.is_saving());
    assert!(desk.shows("Saving…"));
    rename(&mut desk, "Ashwood");
    desk.finish_saving(saving);
    assert!(text(&home).contains("name=\"Ash\""));
    assert!(!desk.bench().document.is_saved());
    assert!(desk.app.title().starts_with("● "));
    // What was saved is a step of its own.
    desk.key("z", Modifiers::CTRL);
    assert!(desk.bench().document.is_saved());
    assert!(desk.shows("Saved"));
}

#[test]
fn asked_for_again_meanwhile_the_map_is_saved_again() {
    let place = tempfile::tempdir().unwrap();
    let (mut desk, home) = changed_map(place.path());
    let saving = desk.app.update(Message::Command(Command::Save));
    rename(&mut desk, "Ashwood");
    let _ = desk.app.update(Message::Command(Command::Save));
    desk.finish_saving(saving);
    assert!(desk.bench().document.is_saved());
    assert!(text(&home).contains("name=\"Ashwood\""));
}

#[test]
fn closing_waits_for_saving_and_asks_about_what_came_after() {
    let place = tempfile::tempdir().unwrap();
    let (mut desk, _) = changed_map(place.path());
    let saving = desk.app.update(Message::Command(Command::Save));
    desk.close();
    assert!(desk.shows("The window closes once the map is saved."));
    // Thought better of: it stays open.
    desk.named(key::Named::Escape);
    desk.close();
    rename(&mut desk, "Ashwood");
    desk.finish_saving(saving);
    assert!(desk.shows("Save changes?"));
}

#[test]
fn what_cannot_be_saved_is_told_with_ways_out() {
    let place = tempfile::tempdir().unwrap();
    let (mut desk, home) = changed_map(place.path());
    let file = home.join("map.xml");
    let before = text(&home);
    let protect = |protected: bool| {
        let mut permissions = std::fs::metadata(&file).unwrap().permissions();
        permissions.set_readonly(protected);
        std::fs::set_permissions(&file, permissions).unwrap();
    };
    protect(true);
    desk.key("s", Modifiers::CTRL);
    assert!(desk.shows("The map is not saved"));
    desk.click("Try again");
    assert!(desk.shows("The map is not saved"), "it is still protected");
    assert_eq!(text(&home), before);
    desk.click("Save as…");
    let other = place.path().join("other");
    desk.fill("path", &other.display().to_string(), true);
    assert!(desk.bench().document.is_saved());
    assert!(text(&other).contains("name=\"Ash\""));
    assert_eq!(text(&home), before);

    // And with the cause gone, in its own place.
    let mut desk = Desk::new(Some(&home));
    desk.click_map(square(0));
    rename(&mut desk, "Birch");
    desk.key("s", Modifiers::CTRL);
    protect(false);
    desk.click("Try again");
    assert!(desk.bench().document.is_saved());
    assert!(text(&home).contains("name=\"Birch\""));
}

#[test]
fn a_file_changed_outside_can_be_shown_instead() {
    let place = tempfile::tempdir().unwrap();
    let (desk, home) = changed_map(place.path());
    drop(desk);
    let state = place.path().join("state");
    let mut desk = Desk::remembering(Some(&home), Some(&state));
    desk.click_map(square(0));
    rename(&mut desk, "Ash");
    let outside = text(&home).replace("Territory 1", "Elsewhere");
    let outside = outside.replace("<map ", "<!-- by another -->\n<map ");
    std::fs::write(home.join("map.xml"), &outside).unwrap();
    desk.key("s", Modifiers::CTRL);
    assert!(desk.shows("The file has changed on disk"));
    desk.press_and_run("Reload file");
    assert!(desk.bench().document.is_saved());
    assert_eq!(text(&home), outside);
    let first = &desk.bench().document.draft().territories[0];
    assert_ne!(first.name.text.as_deref(), Some("Ash"));
    // What was done here is not lost.
    drop(desk);
    let mut desk = Desk::remembering(None, Some(&state));
    desk.press_and_run("Recover");
    let first = &desk.bench().document.draft().territories[0];
    assert_eq!(first.name.text.as_deref(), Some("Ash"));
}

#[test]
fn a_dropped_file_opens_after_the_question() {
    let place = tempfile::tempdir().unwrap();
    let (mut desk, home) = changed_map(place.path());
    let mask = place.path().join("squares.png");
    let id = iced::window::Id::unique();
    let drop = |path: &Path| Message::Window(id, iced::window::Event::FileDropped(path.into()));
    desk.send(drop(&mask));
    assert!(desk.shows("Save changes?"));
    desk.press_and_run("Continue without saving");
    assert!(desk.shows("7 regions"), "the dropped mask");
    // The map is not given up before another is there.
    desk.send(drop(&home));
    assert!(desk.shows("Save changes?"));
    assert!(!desk.bench().document.is_saved());
    desk.press_and_run("Continue without saving");
    assert!(desk.bench().document.is_saved());
    // What is not a map is refused, and what was open stays.
    let other = place.path().join("notes.txt");
    std::fs::write(&other, "Dear diary").unwrap();
    desk.run(drop(&other));
    let said: Vec<_> = desk.app.toasts().map(str::to_owned).collect();
    assert!(
        said.iter()
            .any(|text| text.contains("notes.txt is not a map")),
        "{said:?}"
    );
    assert!(desk.bench().document.draft().territories.len() == 6);
}

#[test]
fn a_missing_mask_is_located_and_put_into_the_folder() {
    let place = tempfile::tempdir().unwrap();
    let (mut desk, home) = changed_map(place.path());
    desk.key("s", Modifiers::CTRL);
    let before = text(&home);
    let elsewhere = place.path().join("moved.png");
    std::fs::rename(home.join("squares.png"), &elsewhere).unwrap();
    let mut desk = Desk::new(Some(&home));
    assert!(desk.bench().document.land().is_none());
    desk.click("Locate…");
    desk.fill("path", &home.join("map.xml").display().to_string(), false);
    desk.press_and_run("Use this file");
    assert!(
        desk.bench().document.land().is_none(),
        "that is not a picture"
    );
    desk.click("Locate…");
    desk.fill("path", &elsewhere.display().to_string(), false);
    desk.press_and_run("Use this file");
    assert!(desk.bench().document.land().is_some());
    assert!(!desk.shows("Locate…"));
    // It got the name that the map calls it by, so there is nothing to save.
    assert!(desk.bench().document.is_saved());
    assert_eq!(text(&home), before);
    assert!(Desk::new(Some(&home)).bench().document.land().is_some());

    // One of another kind gets a name of its own, one in the folder keeps it.
    std::fs::remove_file(home.join("squares.png")).unwrap();
    image::open(&elsewhere)
        .unwrap()
        .save(home.join("squares.bmp"))
        .unwrap();
    let mut desk = Desk::new(Some(&home));
    desk.click("Locate…");
    desk.fill(
        "path",
        &home.join("squares.bmp").display().to_string(),
        false,
    );
    desk.press_and_run("Use this file");
    assert!(!desk.bench().document.is_saved());
    desk.key("s", Modifiers::CTRL);
    assert_eq!(text(&home), before.replace("squares.png", "squares.bmp"));
    desk.key("z", Modifiers::CTRL);
    assert!(!desk.bench().document.is_saved(), "it can be undone");
}

#[test]
fn maps_opened_last_are_listed_and_found_again() {
    let place = tempfile::tempdir().unwrap();
    let (desk, home) = changed_map(place.path());
    drop(desk);
    let state = place.path().join("state");
    let file = home.join("map.xml");
    marchland_editor::recent::remember(&state, &file, Some("Six woods")).unwrap();
    let mut desk = Desk::remembering(None, Some(&state));
    assert!(desk.shows("Recent maps"));
    desk.press_and_run("Six woods");
    assert_eq!(desk.bench().document.draft().territories.len(), 6);

    let moved = place.path().join("moved");
    std::fs::rename(&home, &moved).unwrap();
    let mut desk = Desk::remembering(None, Some(&state));
    desk.click("Six woods");
    assert!(desk.app.bench().is_none(), "it is not there");
    desk.click("Locate…");
    desk.fill("path", &moved.display().to_string(), false);
    desk.press_and_run("Open");
    assert_eq!(desk.bench().document.draft().territories.len(), 6);

    // A damaged list is told of and harms nobody.
    std::fs::write(state.join("recent.json"), "{").unwrap();
    let mut desk = Desk::remembering(None, Some(&state));
    assert!(!desk.shows("Recent maps"));
    assert!(desk.shows("Bundled maps"));
}

#[test]
fn outlines_become_a_map_that_is_saved_with_its_pictures() {
    let place = tempfile::tempdir().unwrap();
    let svg = place.path().join("two-islands.svg");
    let shapes = "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 200 100'>\
        <path id='West' d='M10 10h80v80h-80z'/><path id='East' d='M90 10h80v80h-80z'/></svg>";
    std::fs::write(&svg, shapes).unwrap();
    let id = iced::window::Id::unique();
    let mut desk = Desk::new(None);
    let dropped = iced::window::Event::FileDropped(svg.clone());
    desk.run(Message::Window(id, dropped));
    let draft = desk.bench().document.draft();
    assert_eq!((draft.territories.len(), draft.links().count()), (2, 1));
    assert_eq!(draft.name.text.as_deref(), Some("two islands"));
    assert!(desk.bench().document.land().is_some());
    assert!(!desk.bench().document.is_saved());
    desk.key("s", Modifiers::CTRL);
    let home = place.path().join("islands");
    desk.fill("path", &home.display().to_string(), true);
    assert!(desk.bench().document.is_saved());
    let again = Desk::new(Some(&home));
    assert!(again.bench().document.land().is_some() && again.bench().has_picture());

    std::fs::write(&svg, "<svg").unwrap();
    let mut desk = Desk::new(None);
    let dropped = iced::window::Event::FileDropped(svg.clone());
    desk.run(Message::Window(id, dropped));
    let said: Vec<_> = desk.app.toasts().collect();
    assert!(
        said.iter().any(|text| text.contains("two-islands.svg")),
        "{said:?}"
    );
}

#[test]
fn links_by_sea_are_looked_for_in_the_background() {
    let place = tempfile::tempdir().unwrap();
    let mask = two_islands(place.path());
    let mut desk = Desk::new(Some(&mask));
    desk.press_and_run("Create map");
    let tab = bench::Message::Tab(bench::Tab::Proposals);
    desk.send(Message::Bench(tab));
    desk.press_and_run("Find links by sea");
    assert_eq!(desk.bench().across().len(), 1);
}

#[test]
fn a_proposed_link_by_sea_that_is_drawn_by_hand_is_not_proposed_any_more() {
    let place = tempfile::tempdir().unwrap();
    let mut desk = Desk::new(Some(&two_islands(place.path())));
    desk.press_and_run("Create map");
    desk.send(Message::Bench(bench::Message::Tab(bench::Tab::Proposals)));
    desk.press_and_run("Find links by sea");
    assert_eq!(desk.bench().across().len(), 1);
    desk.key("l", Modifiers::empty());
    desk.drag(&[(65.0, 50.0), (225.0, 50.0)]);
    let links: Vec<_> = desk.bench().document.draft().links().collect();
    assert_eq!(links.len(), 1, "it is drawn");
    assert_eq!(desk.bench().across(), []);
    desk.send(Message::Command(Command::Undo));
    assert_eq!(desk.bench().across().len(), 1, "to be decided on");
}

/// A mask of two islands, 70 pixels of sea between them.
fn two_islands(folder: &Path) -> PathBuf {
    let mask = folder.join("two.png");
    let mut image = image::RgbImage::from_pixel(300, 100, image::Rgb([255; 3]));
    for (left, colour) in [(20, [200, 40, 40]), (180, [40, 40, 200])] {
        for (x, y) in (left..left + 90).flat_map(|x| (10..90).map(move |y| (x, y))) {
            image.put_pixel(x, y, image::Rgb(colour));
        }
    }
    image.save(&mask).expect("to save it");
    mask
}
