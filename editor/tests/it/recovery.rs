//! Recovery after any kind of exit.

use std::path::Path;

use iced::keyboard::Modifiers;
use marchland_editor::app::Message;
use marchland_editor::commands::Command;
use marchland_editor::dialogs::{self, Dialog};
use marchland_editor::files::{self, Stored};
use marchland_editor::{backups, comparing, recovery};

use crate::driver::{Driver, keep_now, six_squares, square};

/// A saved map of six squares, and a state folder.
fn saved_map(place: &Path) -> (std::path::PathBuf, std::path::PathBuf) {
    let (_, home) = Driver::saved(place);
    (home, place.join("state"))
}

fn name_of(driver: &Driver, at: usize) -> Option<String> {
    let draft = driver.workspace().document.draft();
    draft.territories[at].name.text.clone()
}

#[test]
fn unsaved_work_is_offered_at_the_next_start() {
    let place = tempfile::tempdir().unwrap();
    let (home, state) = saved_map(place.path());
    let before = std::fs::read(home.join("map.xml")).unwrap();
    {
        let mut driver = Driver::remembering(Some(&home), Some(&state));
        driver.click_map(square(0));
        driver.fill("name", "Ash", true);
        keep_now(&mut driver.app);
        // While the map is open, its copy is not offered.
        assert_eq!(recovery::orphans(&recovery::folder(&state)), []);
        // The program ends here as if killed.
    }
    assert_eq!(std::fs::read(home.join("map.xml")).unwrap(), before);

    let mut driver = Driver::remembering(None, Some(&state));
    assert!(driver.shows("Unsaved changes of Unnamed map"));
    assert!(driver.shows("Recover"));
    let orphans = recovery::orphans(&recovery::folder(&state));
    let mut on = |_: f32| std::ops::ControlFlow::Continue(());
    let (loaded, copy) = recovery::recover(&orphans[0].folder, &mut on).unwrap();
    let draft = loaded.document.draft();
    assert_eq!(draft.territories[0].name.text.as_deref(), Some("Ash"));
    assert!(!loaded.document.is_saved());
    assert!(loaded.document.land().is_some(), "with its mask");
    assert!(loaded.home.is_savable());
    let second = recovery::recover(&orphans[0].folder, &mut on);
    assert!(matches!(second, Err(recovery::RecoverError::Taken)));
    drop(copy);
}

#[test]
fn recovery_restores_the_work_and_saving_removes_the_copy() {
    let place = tempfile::tempdir().unwrap();
    let (home, state) = saved_map(place.path());
    {
        let mut driver = Driver::remembering(Some(&home), Some(&state));
        driver.click_map(square(0));
        driver.fill("name", "Ash", true);
        keep_now(&mut driver.app);
    }
    let mut driver = Driver::remembering(None, Some(&state));
    driver.press_and_run("Recover");
    assert_eq!(name_of(&driver, 0).as_deref(), Some("Ash"));
    assert!(driver.app.title().starts_with("● "));
    assert_eq!(recovery::orphans(&recovery::folder(&state)), []);
    driver.run_all(Message::Command(Command::Save));
    assert!(driver.workspace().document.is_saved());
    let text = std::fs::read_to_string(home.join("map.xml")).unwrap();
    assert!(text.contains("name=\"Ash\""));
    let left = std::fs::read_dir(recovery::folder(&state)).unwrap();
    assert_eq!(left.count(), 0, "nothing is left of the copy");
}

#[test]
fn a_map_never_saved_is_recovered_with_its_cleaned_mask() {
    use marchland_editor::screens::from_mask::{self, FromMask};
    use marchland_maps::mask::RepairOptions;
    let place = tempfile::tempdir().unwrap();
    let mask = place.path().join("squares.png");
    six_squares(&mask);
    let noisy = place.path().join("squares.jpg");
    image::open(&mask).unwrap().save(&noisy).unwrap();
    let mut on = |_: f32| std::ops::ControlFlow::Continue(());
    let cleaned = from_mask::clean(&noisy, &RepairOptions::default(), &mut on).unwrap();
    let (mut document, home) = FromMask::cleaned(cleaned).order().make(&mut on).unwrap();
    let key = document.draft().territories[2].key;
    document.rename(key, "Cedar").unwrap();

    let root = recovery::folder(&place.path().join("state"));
    let mut keeper = recovery::Keeper::new(Some(root.clone()), None);
    keeper.now(&document, &home)().unwrap();
    drop(keeper);
    std::fs::remove_file(&noisy).unwrap();

    let orphans = recovery::orphans(&root);
    assert_eq!(orphans.len(), 1);
    assert_eq!(orphans[0].about.file, None);
    let (loaded, _copy) = recovery::recover(&orphans[0].folder, &mut on).unwrap();
    assert!(loaded.document.draft().same_content(document.draft()));
    assert!(loaded.document.land().is_some(), "{:?}", loaded.mask_error);
    assert!(matches!(loaded.home.beside[0].1, Stored::Memory(_)));
    // The saved map is complete.
    let mut home = loaded.home;
    let map = place.path().join("map");
    home.save_as(loaded.document.draft(), &map, None).unwrap();
    let again = files::open(&map, &mut on).unwrap();
    assert!(again.document.land().is_some());
}

#[test]
fn a_recovered_map_does_not_overwrite_what_was_saved_after_it() {
    let place = tempfile::tempdir().unwrap();
    let (home, state) = saved_map(place.path());
    {
        let mut driver = Driver::remembering(Some(&home), Some(&state));
        driver.click_map(square(0));
        driver.fill("name", "Ash", true);
        keep_now(&mut driver.app);
    }
    std::fs::write(home.join("map.xml"), "<map format=\"1\"/>").unwrap();
    let mut driver = Driver::remembering(None, Some(&state));
    driver.press_and_run("Recover");
    driver.key("s", Modifiers::CTRL);
    assert!(driver.shows("The file has changed on disk"));
    let text = std::fs::read_to_string(home.join("map.xml")).unwrap();
    assert_eq!(text, "<map format=\"1\"/>");
    // Even without its file, the territories are recovered.
    drop(driver);
    std::fs::remove_file(home.join("map.xml")).unwrap();
    let mut driver = Driver::remembering(None, Some(&state));
    driver.press_and_run("Recover");
    assert_eq!(name_of(&driver, 0).as_deref(), Some("Ash"));
    assert!(
        driver.workspace().document.land().is_some(),
        "its mask is found"
    );
    driver.key("s", Modifiers::CTRL);
    assert!(driver.shows("Save map"), "it has no file any more");
}

#[test]
fn a_recovered_mask_does_not_overwrite_what_was_painted_after_it() {
    let place = tempfile::tempdir().unwrap();
    let (home, state) = saved_map(place.path());
    let mask = home.join("squares.png");
    {
        let mut driver = Driver::remembering(Some(&home), Some(&state));
        driver.key("b", Modifiers::empty());
        driver.drag(&[(420.0, 60.0), (460.0, 60.0)]);
        keep_now(&mut driver.app);
    }
    let mut image = image::open(&mask).unwrap().into_rgb8();
    image.put_pixel(1, 1, image::Rgb([1, 2, 3]));
    image.save(&mask).unwrap();
    let painted = std::fs::read(&mask).unwrap();
    let mut driver = Driver::remembering(None, Some(&state));
    driver.press_and_run("Recover");
    driver.key("s", Modifiers::CTRL);
    assert!(driver.shows("Another program has changed the mask"));
    assert_eq!(std::fs::read(&mask).unwrap(), painted);
    driver.click("Cancel");
    driver.mask_touched();
    assert!(driver.shows("Keep mine"));
    driver.key("r", Modifiers::CTRL);
    driver.send(Message::Dialog(dialogs::Message::Reload));
    assert_eq!(driver.colour_at(1, 1), marchland_maps::Rgb::new(1, 2, 3));
}

#[test]
fn a_copy_is_removed_after_saving() {
    let place = tempfile::tempdir().unwrap();
    let (home, state) = saved_map(place.path());
    let mut driver = Driver::remembering(Some(&home), Some(&state));
    driver.click_map(square(0));
    driver.fill("name", "Ash", true);
    keep_now(&mut driver.app);
    // The program ends after saving, before the copy is removed.
    driver.key("s", Modifiers::CTRL);
    drop(driver);
    let left = std::fs::read_dir(recovery::folder(&state)).unwrap();
    assert_eq!(left.count(), 1);
    assert_eq!(recovery::orphans(&recovery::folder(&state)), []);
    let left = std::fs::read_dir(recovery::folder(&state)).unwrap();
    assert_eq!(left.count(), 0);
}

#[test]
fn a_copy_of_drawing_that_leaves_the_map_file_as_it_is_is_offered() {
    let place = tempfile::tempdir().unwrap();
    let (home, state) = saved_map(place.path());
    let mut on = |_: f32| std::ops::ControlFlow::Continue(());
    let mut loaded = files::open(&home, &mut on).unwrap();
    // As after a stroke that moves no pivot and links nothing.
    loaded.document.filed = None;
    loaded.document.is_lost = true;
    let root = recovery::folder(&state);
    let mut keeper = recovery::Keeper::new(Some(root.clone()), None);
    keeper.now(&loaded.document, &loaded.home)().unwrap();
    drop(keeper);
    assert_eq!(recovery::orphans(&root).len(), 1);
}

#[test]
fn damaged_copies_are_kept_until_discarded() {
    let place = tempfile::tempdir().unwrap();
    let state = place.path().join("state");
    let root = recovery::folder(&state);
    let bad = [
        ("1-empty", None, None),
        (
            "2-no-about",
            Some("<map format=\"1\"><name>Half</name>"),
            None,
        ),
        (
            "3-odd",
            Some("\u{0}\u{1}"),
            Some("{\"beside\": [[\"../../x\", null]]}"),
        ),
        (
            "4-lies",
            Some("<map format=\"1\"/>"),
            Some("{\"file\": \"/\", \"known\": \"é\"}"),
        ),
    ];
    for (name, text, about) in bad {
        let folder = root.join(name);
        std::fs::create_dir_all(&folder).unwrap();
        let write = |file: &str, text: Option<&str>| {
            if let Some(text) = text {
                std::fs::write(folder.join(file), text).unwrap();
            }
        };
        write("map.xml", text);
        write("copy.json", about);
    }
    std::fs::write(root.join("a file"), "").unwrap();
    let orphans = recovery::orphans(&root);
    assert_eq!(orphans.len(), 3, "{orphans:?}");
    let mut on = |_: f32| std::ops::ControlFlow::Continue(());
    for orphan in &orphans {
        let recovered = recovery::recover(&orphan.folder, &mut on);
        assert!(recovered.is_ok());
    }
    assert_eq!(recovery::orphans(&root).len(), 3);

    let mut driver = Driver::remembering(None, Some(&state));
    driver.click("Discard");
    assert!(driver.shows("Discard the unsaved changes of Unnamed map?"));
    driver.click("Cancel");
    assert_eq!(recovery::orphans(&root).len(), 3);
    let first = orphans[0].folder.clone();
    recovery::discard(&first).unwrap();
    assert!(!first.exists());
}

#[test]
fn opening_a_map_offers_its_recovery_copy() {
    let place = tempfile::tempdir().unwrap();
    let (home, state) = saved_map(place.path());
    {
        let mut driver = Driver::remembering(Some(&home), Some(&state));
        driver.click_map(square(0));
        driver.fill("name", "Ash", true);
        keep_now(&mut driver.app);
    }
    let mut driver = Driver::remembering(Some(&home), Some(&state));
    let shelf = marchland_editor::screens::start::shelf(&state);
    driver.send(Message::Shelf(marchland_editor::jobs::Parcel::new(shelf)));
    assert!(driver.shows("Recover unsaved changes?"));
    // Discarding it is asked about once more; Recover is still there.
    driver.click("Discard");
    let asked = driver.app.dialog();
    assert!(matches!(asked, Some(Dialog::Discard(_))), "{asked:?}");
    driver.click("Cancel");
    let shelf = marchland_editor::screens::start::shelf(&state);
    driver.send(Message::Shelf(marchland_editor::jobs::Parcel::new(shelf)));
    driver.press_and_run("Recover");
    assert_eq!(name_of(&driver, 0).as_deref(), Some("Ash"));
}

#[test]
fn a_copy_is_compared_with_its_file_before_it_is_recovered() {
    let place = tempfile::tempdir().unwrap();
    let (home, state) = saved_map(place.path());
    {
        let mut driver = Driver::remembering(Some(&home), Some(&state));
        driver.click_map(square(0));
        driver.fill("name", "Ash", true);
        // A piece of land is painted, too.
        driver.key("b", Modifiers::empty());
        driver.drag(&[(400.0, 30.0), (450.0, 30.0)]);
        keep_now(&mut driver.app);
    }
    let orphans = recovery::orphans(&recovery::folder(&state));
    let differences = comparing::of_copy(&orphans[0].folder).unwrap().unwrap();
    assert_eq!(differences.without_land, None);
    let said: Vec<_> = differences
        .changes
        .iter()
        .map(ToString::to_string)
        .collect();
    assert_eq!(said.len(), 3, "{said:?}");
    assert_eq!(said[0], "“Ash” (0): name none becomes “Ash”");
    // The selected territory is painted.
    assert!(said[1].starts_with("Territory 1: pivots "), "{said:?}");
    assert!(
        said[2].starts_with("Territory 1: land of 10000 pixels becomes "),
        "{said:?}"
    );
    let before = std::fs::read(home.join("map.xml")).unwrap();
    let mut driver = Driver::remembering(None, Some(&state));
    driver.press_and_run("Compare");
    assert!(driver.shows("Recover unsaved changes?"));
    driver.press_and_run("Recover");
    assert_eq!(name_of(&driver, 0).as_deref(), Some("Ash"));
    assert_eq!(std::fs::read(home.join("map.xml")).unwrap(), before);

    // Without its file there is nothing to compare with.
    drop(driver);
    std::fs::remove_file(home.join("map.xml")).unwrap();
    assert!(comparing::of_copy(&orphans[0].folder).is_err());
}

#[test]
fn saving_keeps_the_replaced_version() {
    let place = tempfile::tempdir().unwrap();
    let (home, state) = saved_map(place.path());
    let before = std::fs::read(home.join("map.xml")).unwrap();
    let mut driver = Driver::remembering(Some(&home), Some(&state));
    driver.click_map(square(0));
    driver.fill("name", "Ash", true);
    driver.key("s", Modifiers::CTRL);
    assert!(driver.workspace().document.is_saved());
    let folder = marchland_maps::folder::Folder::at(&home);
    let kept = backups::versions(&backups::folder(&state), &folder);
    assert_eq!(kept.len(), 1);
    assert_eq!(std::fs::read(kept[0].join("map.xml")).unwrap(), before);
    assert!(
        files::open(&kept[0], &mut |_| std::ops::ControlFlow::Continue(()))
            .is_ok_and(|loaded| loaded.document.land().is_some())
    );
}

#[test]
fn the_open_map_is_compared_with_its_file_and_its_backup() {
    let place = tempfile::tempdir().unwrap();
    let (home, state) = saved_map(place.path());
    let mut driver = Driver::remembering(Some(&home), Some(&state));
    driver.click_map(square(0));
    driver.fill("name", "Ash", true);
    // The file is proposed as long as something is not saved, then what saving replaced.
    for _ in 0..2 {
        driver.send(Message::Command(Command::Compare));
        driver.press_and_run("Compare");
        assert!(driver.shows("“Ash” (0): name none becomes “Ash”"));
        driver.click("Close");
        driver.key("s", Modifiers::CTRL);
    }
    driver.send(Message::Command(Command::Compare));
    driver.fill("path", &home.display().to_string(), false);
    driver.press_and_run("Compare");
    assert!(driver.shows("The two have the same contents."));
}

#[test]
fn what_cannot_be_compared_is_named() {
    let place = tempfile::tempdir().unwrap();
    let (driver, home) = Driver::saved(place.path());
    let since = || {
        let mut on = |_| std::ops::ControlFlow::Continue(());
        comparing::since(&home, driver.draft(), Some(driver.regions()), &mut on)
    };
    assert_eq!(since().unwrap().without_land, None);
    let mask = &driver.draft().mask.as_ref().unwrap().file;
    std::fs::remove_file(home.join(mask)).unwrap();
    let differences = since().unwrap();
    assert!(differences.changes.is_empty());
    assert!(differences.without_land.unwrap().contains(mask));
    let text = std::fs::read_to_string(home.join("map.xml")).unwrap();
    std::fs::write(home.join("map.xml"), &text[..text.len() / 2]).unwrap();
    assert!(since().unwrap_err().contains("is not a readable map"));
}
