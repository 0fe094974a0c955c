//! Saving in the background; failures lose nothing.

use std::path::{Path, PathBuf};

use iced::keyboard::{Modifiers, key};
use marchland_editor::app::Message;
use marchland_editor::commands::Command;
use marchland_editor::commands::table::Menu;
use marchland_editor::dialogs::{self, Dialog};
use marchland_editor::jobs::{self, Parcel};
use marchland_editor::workspace::{self, Change};

use crate::driver::{Driver, keep_now, square};

/// A saved map of six squares with one territory renamed since.
fn changed_map(place: &Path) -> (Driver, PathBuf) {
    let (mut driver, home) = Driver::saved(place);
    driver.click_map(square(0));
    rename(&mut driver, "Ash");
    (driver, home)
}

fn rename(driver: &mut Driver, name: &str) {
    let key = driver.workspace().document.draft().territories[0].key;
    let change = Change::Name(key, name.to_owned());
    driver.send(Message::Workspace(workspace::Message::Inspect(change)));
}

fn text(home: &Path) -> String {
    std::fs::read_to_string(home.join("map.xml")).expect("a map file")
}

/// Makes the map file read-only, or no longer.
fn protect(home: &Path, protected: bool) {
    let file = home.join("map.xml");
    let mut permissions = std::fs::metadata(&file)
        .expect("the map file")
        .permissions();
    permissions.set_readonly(protected);
    std::fs::set_permissions(&file, permissions).expect("the map file");
}

#[test]
fn a_folder_is_proposed_for_a_name_without_letters() {
    let place = tempfile::tempdir().unwrap();
    let mut driver = Driver::of_squares(place.path());
    for (name, folder) in [("Two Islands!", "two-islands"), ("???", "new-map")] {
        let change = Change::MapName(name.to_owned());
        driver.send(Message::Workspace(workspace::Message::Inspect(change)));
        driver.send(Message::Command(Command::SaveAs));
        let Some(Dialog::Path(dialog)) = driver.app.dialog() else {
            panic!("{:?}", driver.app.dialog());
        };
        assert_eq!(Path::new(&dialog.path), place.path().join(folder));
        driver.named(key::Named::Escape);
    }
}

#[test]
fn an_answer_of_the_system_s_file_dialog_reaches_only_the_dialog_that_asked() {
    let place = tempfile::tempdir().unwrap();
    let mut driver = Driver::of_squares(place.path());
    let dialog = |driver: &Driver| match driver.app.dialog() {
        Some(Dialog::Path(dialog)) => dialog.clone(),
        other => panic!("{other:?}"),
    };
    driver.send(Message::Command(Command::SaveAs));
    let first = dialog(&driver);
    let chosen = place.path().join("chosen");
    let answer = |number| {
        let path = Some(chosen.clone());
        Message::Dialog(dialogs::Message::Browsed {
            number,
            path,
            at_once: false,
        })
    };
    driver.named(key::Named::Escape);
    driver.send(Message::Command(Command::SaveAs));
    driver.send(answer(first.number));
    let second = dialog(&driver);
    assert_eq!(second.path, first.path);
    driver.send(answer(second.number));
    assert_eq!(Path::new(&dialog(&driver).path), chosen);
    driver.send(Message::Dialog(dialogs::Message::Path(first.path.clone())));
    let saving = driver
        .app
        .update(Message::Dialog(dialogs::Message::Confirm));
    let _ = driver.app.update(answer(second.number));
    assert_eq!(dialog(&driver).path, first.path, "it is being saved there");
    driver.finish_saving(saving);
}

#[test]
fn edits_during_a_save_stay_unsaved() {
    let place = tempfile::tempdir().unwrap();
    let (mut driver, home) = changed_map(place.path());
    let saving = driver.app.update(Message::Command(Command::Save));
    assert!(driver.app.is_saving());
    assert!(driver.shows("Saving…"));
    rename(&mut driver, "Ashwood");
    driver.finish_saving(saving);
    assert!(text(&home).contains("name=\"Ash\""));
    assert!(!driver.workspace().document.is_saved());
    assert!(driver.app.title().starts_with("● "));
    // Saving separates undo steps.
    driver.key("z", Modifiers::CTRL);
    assert!(driver.workspace().document.is_saved());
    assert!(driver.shows("Saved"));
}

#[test]
fn a_second_save_request_saves_again() {
    let place = tempfile::tempdir().unwrap();
    let (mut driver, home) = changed_map(place.path());
    let saving = driver.app.update(Message::Command(Command::Save));
    rename(&mut driver, "Ashwood");
    let _ = driver.app.update(Message::Command(Command::Save));
    driver.finish_saving(saving);
    assert!(driver.workspace().document.is_saved());
    assert!(text(&home).contains("name=\"Ashwood\""));
}

#[test]
fn a_folder_chosen_during_a_save_is_written_too() {
    let place = tempfile::tempdir().unwrap();
    let (mut driver, home) = changed_map(place.path());
    let saving = driver.app.update(Message::Command(Command::Save));
    driver.send(Message::Command(Command::SaveAs));
    let other = place.path().join("other");
    driver.fill("path", &other.display().to_string(), true);
    driver.finish_saving(saving);
    assert!(text(&home).contains("name=\"Ash\""));
    assert!(text(&other).contains("name=\"Ash\""));
    assert!(!driver.shows("Save map"));
    rename(&mut driver, "Birch");
    driver.key("s", Modifiers::CTRL);
    assert!(text(&home).contains("name=\"Ash\""));
    assert!(text(&other).contains("name=\"Birch\""), "its file is there");
}

#[test]
fn a_map_can_be_saved_again_after_an_error_of_the_editor() {
    let place = tempfile::tempdir().unwrap();
    let (mut driver, home) = changed_map(place.path());
    driver.key("s", Modifiers::CTRL);
    rename(&mut driver, "Birch");
    protect(&home, true);
    // Instead of the result comes what comes after a panic.
    let results = driver.follow(Message::Command(Command::Save));
    let number = results.iter().find_map(|message| match message {
        Message::Saved(number, _) => Some(*number),
        _ => None,
    });
    let number = number.expect("a save");
    driver.send(Message::Saved(number, Parcel::empty()));
    assert!(!driver.app.is_saving());
    assert!(driver.shows("The map is not saved"));
    assert!(!driver.workspace().document.is_saved());
    protect(&home, false);
    driver.click("Try again");
    assert!(driver.workspace().document.is_saved());
    assert!(text(&home).contains("name=\"Birch\""));
}

#[test]
fn closing_waits_for_saving_and_asks_about_what_came_after() {
    let place = tempfile::tempdir().unwrap();
    let (mut driver, _) = changed_map(place.path());
    let saving = driver.app.update(Message::Command(Command::Save));
    driver.close();
    assert!(driver.shows("The window closes once the map is saved."));
    // Cancelled: it stays open.
    driver.named(key::Named::Escape);
    driver.close();
    rename(&mut driver, "Ashwood");
    driver.finish_saving(saving);
    assert!(driver.shows("Save changes?"));
}

#[test]
fn a_failed_save_offers_alternatives() {
    let place = tempfile::tempdir().unwrap();
    let (mut driver, home) = changed_map(place.path());
    let before = text(&home);
    protect(&home, true);
    driver.key("s", Modifiers::CTRL);
    assert!(driver.shows("The map is not saved"));
    driver.click("Try again");
    assert!(
        driver.shows("The map is not saved"),
        "it is still protected"
    );
    assert_eq!(text(&home), before);
    driver.click("Save as…");
    let other = place.path().join("other");
    driver.fill("path", &other.display().to_string(), true);
    assert!(driver.workspace().document.is_saved());
    assert!(text(&other).contains("name=\"Ash\""));
    assert_eq!(text(&home), before);

    // Once the cause is gone, in its own place.
    let mut driver = Driver::new(Some(&home));
    driver.click_map(square(0));
    rename(&mut driver, "Birch");
    driver.key("s", Modifiers::CTRL);
    protect(&home, false);
    driver.click("Try again");
    assert!(driver.workspace().document.is_saved());
    assert!(text(&home).contains("name=\"Birch\""));
}

#[test]
fn a_failed_save_leaves_another_dialog_open() {
    let place = tempfile::tempdir().unwrap();
    let (mut driver, home) = changed_map(place.path());
    std::fs::rename(&home, place.path().join("moved")).unwrap();
    let saving = driver.app.update(Message::Command(Command::Save));
    driver.send(Message::Command(Command::Keys));
    driver.finish_saving(saving);
    assert_eq!(driver.app.dialog(), Some(&Dialog::Keys));
    let said = "The map is not saved. ";
    assert!(driver.app.toasts().any(|toast| toast.starts_with(said)));
    assert!(!driver.workspace().document.is_saved());
}

#[test]
fn a_renamed_folder_is_not_made_again() {
    let place = tempfile::tempdir().unwrap();
    let (driver, home) = changed_map(place.path());
    drop(driver);
    let mut driver = Driver::new(Some(&home));
    driver.click_map(square(0));
    rename(&mut driver, "Ash");
    let moved = place.path().join("moved");
    std::fs::rename(&home, &moved).unwrap();
    driver.key("s", Modifiers::CTRL);
    assert!(driver.shows("The map is not saved"));
    assert!(driver.shows(&format!(
        "{} no longer exists: it was moved, renamed or deleted. Put it back, or save the map to \
         another folder. The map is still open.",
        home.display()
    )));
    assert!(!home.exists());
    std::fs::rename(&moved, &home).unwrap();
    driver.click("Try again");
    assert!(driver.workspace().document.is_saved());
    assert!(text(&home).contains("name=\"Ash\""));
}

#[test]
fn a_file_changed_outside_can_be_reloaded() {
    let place = tempfile::tempdir().unwrap();
    let (driver, home) = changed_map(place.path());
    drop(driver);
    let state = place.path().join("state");
    let mut driver = Driver::remembering(Some(&home), Some(&state));
    driver.click_map(square(0));
    rename(&mut driver, "Ash");
    let outside = text(&home).replace("Territory 1", "Elsewhere");
    let outside = outside.replace("<map ", "<!-- by another -->\n<map ");
    std::fs::write(home.join("map.xml"), &outside).unwrap();
    driver.key("s", Modifiers::CTRL);
    assert!(driver.shows("The file has changed on disk"));
    driver.press_and_run("Reload file");
    assert!(driver.workspace().document.is_saved());
    assert_eq!(text(&home), outside);
    let first = &driver.workspace().document.draft().territories[0];
    assert_ne!(first.name.text.as_deref(), Some("Ash"));
    // Local edits are not lost.
    drop(driver);
    let mut driver = Driver::remembering(None, Some(&state));
    driver.press_and_run("Recover");
    let first = &driver.workspace().document.draft().territories[0];
    assert_eq!(first.name.text.as_deref(), Some("Ash"));
}

#[test]
fn changes_are_still_kept_after_a_failed_reload() {
    let place = tempfile::tempdir().unwrap();
    let (driver, home) = changed_map(place.path());
    drop(driver);
    let state = place.path().join("state");
    let mut driver = Driver::remembering(Some(&home), Some(&state));
    driver.click_map(square(0));
    rename(&mut driver, "Ash");
    std::fs::write(home.join("map.xml"), "Dear diary").unwrap();
    driver.key("s", Modifiers::CTRL);
    driver.press_and_run("Reload file");
    let said: Vec<_> = driver.app.toasts().collect();
    assert!(
        said.iter().any(|text| text.contains("is not a map")),
        "{said:?}"
    );
    assert!(!driver.workspace().document.is_saved());
    rename(&mut driver, "Ashwood");
    keep_now(&mut driver.app);
    drop(driver);
    let mut driver = Driver::remembering(None, Some(&state));
    driver.press_and_run("Recover");
    let first = &driver.workspace().document.draft().territories[0];
    assert_eq!(first.name.text.as_deref(), Some("Ashwood"));
}

#[test]
fn a_dropped_file_opens_after_the_question() {
    let place = tempfile::tempdir().unwrap();
    let (mut driver, home) = changed_map(place.path());
    let mask = place.path().join("squares.png");
    let id = iced::window::Id::unique();
    let drop = |path: &Path| Message::Window(id, iced::window::Event::FileDropped(path.into()));
    driver.send(Message::Command(Command::Menu(Menu::File)));
    driver.send(drop(&mask));
    assert!(
        driver.app.chooser().is_none(),
        "it would lie over the question"
    );
    assert!(driver.shows("Save changes?"));
    driver.press_and_run("Discard changes");
    assert!(driver.shows("7 regions"), "the dropped mask");
    // The map stays until another is open.
    driver.send(drop(&home));
    assert!(driver.shows("Save changes?"));
    assert!(!driver.workspace().document.is_saved());
    driver.press_and_run("Discard changes");
    assert!(driver.workspace().document.is_saved());
    // A file that is no map is refused, and the open map stays.
    let other = place.path().join("notes.txt");
    std::fs::write(&other, "Dear diary").unwrap();
    driver.run(drop(&other));
    let said: Vec<_> = driver.app.toasts().map(str::to_owned).collect();
    assert!(
        said.iter()
            .any(|text| text.contains("notes.txt is not a map")),
        "{said:?}"
    );
    assert!(driver.workspace().document.draft().territories.len() == 6);
}

#[test]
fn a_missing_mask_is_located_and_put_into_the_folder() {
    let place = tempfile::tempdir().unwrap();
    let (mut driver, home) = changed_map(place.path());
    driver.key("s", Modifiers::CTRL);
    let before = text(&home);
    let elsewhere = place.path().join("moved.png");
    std::fs::rename(home.join("squares.png"), &elsewhere).unwrap();
    let mut driver = Driver::new(Some(&home));
    assert!(driver.workspace().document.land().is_none());
    driver.click("Locate…");
    driver.fill("path", &home.join("map.xml").display().to_string(), false);
    driver.press_and_run("Use this file");
    assert!(
        driver.workspace().document.land().is_none(),
        "that is not a picture"
    );
    driver.click("Locate…");
    driver.fill("path", &elsewhere.display().to_string(), false);
    driver.press_and_run("Use this file");
    assert!(driver.workspace().document.land().is_some());
    assert!(!driver.shows("Locate…"));
    // It has the name used in the map, so there is nothing to save.
    assert!(driver.workspace().document.is_saved());
    assert_eq!(text(&home), before);
    assert!(
        Driver::new(Some(&home))
            .workspace()
            .document
            .land()
            .is_some()
    );

    // A file of another kind gets its own name; one in the folder keeps its name.
    std::fs::remove_file(home.join("squares.png")).unwrap();
    image::open(&elsewhere)
        .unwrap()
        .save(home.join("squares.bmp"))
        .unwrap();
    let mut driver = Driver::new(Some(&home));
    driver.click("Locate…");
    driver.fill(
        "path",
        &home.join("squares.bmp").display().to_string(),
        false,
    );
    driver.press_and_run("Use this file");
    assert!(!driver.workspace().document.is_saved());
    driver.key("s", Modifiers::CTRL);
    assert_eq!(text(&home), before.replace("squares.png", "squares.bmp"));
    driver.key("z", Modifiers::CTRL);
    assert!(!driver.workspace().document.is_saved(), "it can be undone");
}

#[test]
fn a_mask_located_during_a_save_goes_to_the_new_folder() {
    let place = tempfile::tempdir().unwrap();
    let (_, home) = Driver::saved(place.path());
    let elsewhere = place.path().join("moved.png");
    std::fs::rename(home.join("squares.png"), &elsewhere).unwrap();
    let mut driver = Driver::new(Some(&home));
    driver.send(Message::Command(Command::SaveAs));
    let other = place.path().join("other");
    driver.fill("path", &other.display().to_string(), false);
    let confirm = Message::Dialog(dialogs::Message::Confirm);
    let saving = driver.app.update(confirm);
    assert!(driver.app.is_saving());
    driver.named(key::Named::Escape);
    driver.click("Locate…");
    driver.fill("path", &elsewhere.display().to_string(), true);
    assert!(driver.app.is_saving(), "it waits");
    for message in jobs::finish(saving) {
        driver.run(message);
    }
    assert!(driver.workspace().document.land().is_some());
    assert!(other.join("squares.png").is_file());
}

#[test]
fn recent_maps_are_listed_and_can_be_located() {
    let place = tempfile::tempdir().unwrap();
    let (driver, home) = changed_map(place.path());
    drop(driver);
    let state = place.path().join("state");
    let file = home.join("map.xml");
    marchland_editor::recent::remember(&state, &file, Some("Six woods")).unwrap();
    let mut driver = Driver::remembering(None, Some(&state));
    assert!(driver.shows("Recent maps"));
    driver.press_and_run("Six woods");
    assert_eq!(driver.workspace().document.draft().territories.len(), 6);

    let moved = place.path().join("moved");
    std::fs::rename(&home, &moved).unwrap();
    let mut driver = Driver::remembering(None, Some(&state));
    driver.click("Six woods");
    assert!(driver.app.workspace().is_none(), "it is not there");
    driver.click("Locate…");
    driver.fill("path", &moved.display().to_string(), false);
    driver.press_and_run("Open");
    assert_eq!(driver.workspace().document.draft().territories.len(), 6);

    // A damaged list is reported and harmless.
    std::fs::write(state.join("recent.json"), "{").unwrap();
    let mut driver = Driver::remembering(None, Some(&state));
    assert!(!driver.shows("Recent maps"));
    assert!(driver.shows("Bundled maps"));
}

#[test]
fn outlines_become_a_map_that_is_saved_with_its_pictures() {
    let place = tempfile::tempdir().unwrap();
    let svg = place.path().join("two-islands.svg");
    let shapes = "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 200 100'>\
        <path id='West' d='M10 10h80v80h-80z'/><path id='East' d='M90 10h80v80h-80z'/></svg>";
    std::fs::write(&svg, shapes).unwrap();
    let id = iced::window::Id::unique();
    let mut driver = Driver::new(None);
    let dropped = iced::window::Event::FileDropped(svg.clone());
    driver.run(Message::Window(id, dropped));
    let draft = driver.workspace().document.draft();
    assert_eq!((draft.territories.len(), draft.links().count()), (2, 1));
    assert_eq!(draft.name.text.as_deref(), Some("two islands"));
    assert!(driver.workspace().document.land().is_some());
    assert!(!driver.workspace().document.is_saved());
    driver.key("s", Modifiers::CTRL);
    let home = place.path().join("islands");
    driver.fill("path", &home.display().to_string(), true);
    assert!(driver.workspace().document.is_saved());
    let again = Driver::new(Some(&home));
    assert!(again.workspace().document.land().is_some() && again.workspace().has_picture());

    std::fs::write(&svg, "<svg").unwrap();
    let mut driver = Driver::new(None);
    let dropped = iced::window::Event::FileDropped(svg.clone());
    driver.run(Message::Window(id, dropped));
    let said: Vec<_> = driver.app.toasts().collect();
    assert!(
        said.iter().any(|text| text.contains("two-islands.svg")),
        "{said:?}"
    );
}

#[test]
fn links_by_sea_are_looked_for_in_the_background() {
    let place = tempfile::tempdir().unwrap();
    let mask = two_islands(place.path());
    let mut driver = Driver::new(Some(&mask));
    driver.press_and_run("Create map");
    let tab = workspace::Message::Tab(workspace::Tab::Proposals);
    driver.send(Message::Workspace(tab));
    driver.press_and_run("Find links by sea");
    assert_eq!(driver.workspace().across().len(), 1);
    driver.click("Add 1 likely sea link");
    assert_eq!(driver.draft().links().count(), 1);
    assert_eq!(driver.workspace().across(), []);
    driver.key("z", Modifiers::CTRL);
    assert_eq!(driver.draft().links().count(), 0);
}

#[test]
fn a_sea_link_drawn_by_hand_is_no_longer_proposed() {
    let place = tempfile::tempdir().unwrap();
    let mut driver = Driver::new(Some(&two_islands(place.path())));
    driver.press_and_run("Create map");
    driver.send(Message::Workspace(workspace::Message::Tab(
        workspace::Tab::Proposals,
    )));
    driver.press_and_run("Find links by sea");
    assert_eq!(driver.workspace().across().len(), 1);
    driver.key("l", Modifiers::empty());
    driver.drag(&[(65.0, 50.0), (225.0, 50.0)]);
    let links: Vec<_> = driver.workspace().document.draft().links().collect();
    assert_eq!(links.len(), 1, "it is drawn");
    assert_eq!(driver.workspace().across(), []);
    driver.send(Message::Command(Command::Undo));
    assert_eq!(driver.workspace().across().len(), 1, "to be decided on");
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

#[test]
fn what_is_still_being_drawn_is_saved() {
    let place = tempfile::tempdir().unwrap();
    let (mut driver, home) = Driver::saved(place.path());
    driver.mask_touched();
    driver.click_map(square(0));
    driver.click_map_with(square(1), Modifiers::SHIFT);
    let merge = workspace::Message::Do(Command::Merge);
    let drawing = driver.app.update(Message::Workspace(merge));
    assert!(driver.workspace().is_drawing());
    let _ = driver.app.update(Message::Command(Command::Save));
    assert!(!driver.app.is_saving(), "it waits");
    for message in jobs::finish(drawing) {
        driver.send(message);
    }
    assert_eq!(driver.draft().territories.len(), 5);
    assert!(driver.workspace().document.is_saved());
    assert_eq!(Driver::new(Some(&home)).draft().territories.len(), 5);
}
