//! The map image as its author chooses it, has it drawn, and takes it back. No file of theirs is lost
//! or left about.

use std::fs;
use std::path::Path;

use iced::keyboard::Modifiers;
use image::{Rgb, RgbImage};
use marchland_editor::app::Message;
use marchland_editor::commands::Command;
use marchland_editor::dialogs;
use marchland_editor::jobs;
use marchland_editor::workspace;

use crate::driver::Driver;
use crate::players_picture::{drawn, origin_of, save, with_blue_picture, with_picture};

/// Sends it and does all work that follows, until it is done.
fn choose(driver: &mut Driver, path: &Path) {
    driver.send(Message::Command(Command::ChoosePicture));
    let chosen = dialogs::Message::Path(path.display().to_string());
    driver.send(Message::Dialog(chosen));
    driver.run_all(Message::Dialog(dialogs::Message::Confirm));
}

fn undo(driver: &mut Driver) {
    driver.run_all(Message::Workspace(workspace::Message::Do(Command::Undo)));
}

fn draw(driver: &mut Driver) {
    driver.run_all(Message::Command(Command::DrawPicture));
    assert!(driver.workspace().document.is_saved());
}

fn image(driver: &Driver) -> Option<&str> {
    driver.workspace().document.draft().image.as_deref()
}

fn says(driver: &Driver, text: &str) -> bool {
    driver.app.toasts().any(|toast| toast.contains(text))
}

/// A picture of one colour and the given size.
fn picture(path: &Path, (width, height): (u32, u32), shade: u8) -> Vec<u8> {
    let picture = RgbImage::from_pixel(width, height, Rgb([200, shade, 40]));
    picture.save(path).expect("a file");
    fs::read(path).expect("that file")
}

fn names(folder: &Path) -> Vec<String> {
    let files = fs::read_dir(folder).expect("a folder").flatten();
    let names = files.map(|file| file.file_name().to_string_lossy().into_owned());
    let mut names: Vec<_> = names.collect();
    names.sort();
    names
}

#[test]
fn ones_own_picture_becomes_the_image_and_undo_shows_the_former_one() {
    let place = tempfile::tempdir().unwrap();
    let home = with_blue_picture(place.path());
    let own = place.path().join("own.png");
    let bytes = picture(&own, (50, 30), 40);
    let mut driver = Driver::new(Some(&home));
    let width = |driver: &Driver| driver.workspace().own_picture().map(|one| one.size().0);
    assert_eq!(width(&driver), Some(500));
    choose(&mut driver, &own);
    assert_eq!(image(&driver), Some("own.png"));
    assert_eq!(width(&driver), Some(50));
    driver.app.check_now();
    assert!(!driver.has("XML003") && !driver.has("IMG002"));
    undo(&mut driver);
    assert_eq!(width(&driver), Some(500));
    driver.run_all(Message::Workspace(workspace::Message::Do(Command::Redo)));
    save(&mut driver);
    assert_eq!(fs::read(home.join("own.png")).unwrap(), bytes);
}

/// Drawing names a PNG, here in place of a picture of another format.
#[test]
fn undo_after_drawing_shows_and_saves_the_authors_image_again() {
    let place = tempfile::tempdir().unwrap();
    let home = with_picture(place.path(), |_, _| {});
    let theirs = place.path().join("theirs.bmp");
    let green = image::RgbImage::from_pixel(50, 30, image::Rgb([40, 140, 40]));
    green.save(&theirs).unwrap();
    let mut driver = Driver::new(Some(&home));
    choose(&mut driver, &theirs);
    save(&mut driver);
    driver.key("i", Modifiers::empty());
    // No check sees a name whose file is about to be drawn.
    let saving = driver.app.update(Message::Command(Command::DrawPicture));
    driver.app.check_now();
    assert!(!driver.has("XML003"));
    for message in jobs::finish(saving) {
        driver.run_all(message);
    }
    assert!(!driver.has("XML003"));
    let is_drawn = |driver: &Driver| {
        let workspace = driver.workspace();
        workspace.has_picture() && workspace.own_picture().is_none()
    };
    assert!(is_drawn(&driver));
    let copy = place.path().join("copy");
    driver.send(Message::Command(Command::SaveAs));
    driver.fill("path", &copy.display().to_string(), true);
    assert!(!copy.join("theirs.bmp").exists());
    driver.run_all(Message::Workspace(workspace::Message::Do(Command::Undo)));
    assert!(!is_drawn(&driver));
    save(&mut driver);
    assert_eq!(
        fs::read(copy.join("theirs.bmp")).unwrap(),
        fs::read(&theirs).unwrap()
    );
}

#[test]
fn pictures_that_were_only_tried_leave_no_files() {
    let place = tempfile::tempdir().unwrap();
    let home = with_blue_picture(place.path());
    let before = names(&home);
    let mut driver = Driver::new(Some(&home));
    // The second of a name gets another name, so that undo tells them apart.
    for folder in ["a", "b", "c"] {
        fs::create_dir(place.path().join(folder)).unwrap();
        let path = place.path().join(folder).join("try.png");
        picture(&path, (50, 30), folder.as_bytes()[0]);
        choose(&mut driver, &path);
    }
    assert_eq!(image(&driver), Some("try-3.png"));
    assert_eq!(names(&home), before);
    save(&mut driver);
    let mut with_one = before.clone();
    with_one.push("try-3.png".to_owned());
    with_one.sort();
    assert_eq!(names(&home), with_one);
    // Undo still finds one that was never saved.
    undo(&mut driver);
    assert_eq!(image(&driver), Some("try-2.png"));
    assert!(driver.workspace().own_picture().is_some());
    save(&mut driver);
    let shown = fs::read(home.join("try-2.png")).unwrap();
    assert_eq!(shown, fs::read(place.path().join("b/try.png")).unwrap());
}

#[test]
fn the_mask_is_not_taken_as_the_image() {
    let place = tempfile::tempdir().unwrap();
    let home = with_blue_picture(place.path());
    let mut driver = Driver::new(Some(&home));
    choose(&mut driver, &home.join("squares.png"));
    assert!(says(&driver, "is the mask of this map"));
    assert_eq!(image(&driver), Some("image.png"));
    // A copy elsewhere is a picture like any other, but never becomes that file.
    let copy = place.path().join("other").join("squares.png");
    fs::create_dir(place.path().join("other")).unwrap();
    fs::copy(home.join("squares.png"), &copy).unwrap();
    choose(&mut driver, &copy);
    assert_eq!(image(&driver), Some("squares-2.png"));
}

#[test]
fn an_image_is_never_drawn_over_the_mask() {
    for name in ["squares.png", "link.png"] {
        let place = tempfile::tempdir().unwrap();
        let home = with_picture(place.path(), |_, _| {});
        let file = home.join("map.xml");
        let text = fs::read_to_string(&file).unwrap();
        fs::write(&file, text.replace("\"image.png\"", &format!("\"{name}\""))).unwrap();
        if name != "squares.png" {
            #[cfg(unix)]
            std::os::unix::fs::symlink("squares.png", home.join(name)).unwrap();
            #[cfg(not(unix))]
            continue;
        }
        let mask = fs::read(home.join("squares.png")).unwrap();
        let mut driver = Driver::new(Some(&home));
        driver.app.check_now();
        assert!(driver.has("IMG017"));
        driver.send(Message::Command(Command::DrawPicture));
        assert_eq!(image(&driver), Some("image.png"));
        assert!(says(&driver, &format!("{name} was not drawn over")));
        assert_eq!(drawn(&home.join("image.png")), Some(origin_of(&home)));
        assert_eq!(fs::read(home.join("squares.png")).unwrap(), mask);
        driver.app.check_now();
        assert!(!driver.has("IMG017"));
    }
}

#[test]
fn every_picture_of_the_author_outlives_drawing() {
    let place = tempfile::tempdir().unwrap();
    let home = with_blue_picture(place.path());
    let path = home.join("image.png");
    let first = fs::read(&path).unwrap();
    let mut driver = Driver::new(Some(&home));
    draw(&mut driver);
    assert_eq!(image(&driver), Some("image-2.png"));
    drop(driver);
    // They put another picture in the place of the drawn one, and of their own.
    let second = picture(&home.join("image-2.png"), (500, 300), 90);
    let third = picture(&home.join("image-3.png"), (500, 300), 120);
    let mut driver = Driver::new(Some(&home));
    draw(&mut driver);
    assert_eq!(image(&driver), Some("image-2-2.png"));
    let read = |name: &str| fs::read(home.join(name)).unwrap();
    assert_eq!(read("image.png"), first);
    assert_eq!(read("image-2.png"), second);
    assert_eq!(read("image-3.png"), third);
}

#[test]
fn undo_takes_a_drawn_image_back() {
    let place = tempfile::tempdir().unwrap();
    let home = with_blue_picture(place.path());
    let theirs = fs::read(home.join("image.png")).unwrap();
    let mut driver = Driver::new(Some(&home));
    draw(&mut driver);
    assert!(driver.workspace().own_picture().is_none());
    undo(&mut driver);
    assert_eq!(image(&driver), Some("image.png"));
    assert!(driver.workspace().own_picture().is_some());
    save(&mut driver);
    assert_eq!(fs::read(home.join("image.png")).unwrap(), theirs);
}

#[test]
fn drawing_that_is_undone_before_it_is_saved_changes_no_picture() {
    let place = tempfile::tempdir().unwrap();
    let home = with_blue_picture(place.path());
    let theirs = fs::read(home.join("image.png")).unwrap();
    let mut driver = Driver::new(Some(&home));
    driver.key("b", Modifiers::empty());
    driver.drag(&[(400.0, 30.0), (450.0, 30.0)]);
    // It waits for a save that is running.
    let saving = driver.app.update(Message::Command(Command::Save));
    driver.send(Message::Command(Command::DrawPicture));
    driver.send(Message::Workspace(workspace::Message::Do(Command::Undo)));
    driver.finish_saving(saving);
    save(&mut driver);
    assert_eq!(image(&driver), Some("image.png"));
    assert_eq!(fs::read(home.join("image.png")).unwrap(), theirs);
}

#[test]
fn an_image_of_other_proportions_is_told_at_once() {
    let place = tempfile::tempdir().unwrap();
    let home = with_blue_picture(place.path());
    let mut driver = Driver::new(Some(&home));
    let tall = place.path().join("tall.png");
    picture(&tall, (60, 90), 40);
    choose(&mut driver, &tall);
    assert!(says(
        &driver,
        "but its proportions are wrong: it has 60 × 90"
    ));
    assert!(says(&driver, "Export it at 60 × 36"));
    driver.app.check_now();
    assert!(driver.has("IMG002"));
    undo(&mut driver);
    assert!(!says(&driver, "proportions"));
}

#[test]
fn what_is_no_picture_is_told_as_an_image() {
    let place = tempfile::tempdir().unwrap();
    let home = with_blue_picture(place.path());
    let mut driver = Driver::new(Some(&home));
    let text = place.path().join("notes.txt");
    fs::write(&text, "no picture").unwrap();
    choose(&mut driver, &text);
    assert!(says(&driver, "The map image stays as it was: "));
    assert!(!says(&driver, "mask"));
    assert_eq!(image(&driver), Some("image.png"));
}

#[test]
fn an_image_that_is_damaged_is_an_issue() {
    let place = tempfile::tempdir().unwrap();
    let home = with_blue_picture(place.path());
    let path = home.join("image.png");
    let whole = fs::read(&path).unwrap();
    let mut driver = Driver::new(Some(&home));
    driver.app.check_now();
    assert!(!driver.has("IMG012"));
    fs::write(&path, &whole[..whole.len() / 2]).unwrap();
    let mut driver = Driver::new(Some(&home));
    driver.app.check_now();
    assert!(driver.has("IMG012"));
}

#[test]
fn the_image_can_be_removed_and_its_file_stays() {
    let place = tempfile::tempdir().unwrap();
    let home = with_blue_picture(place.path());
    let mut driver = Driver::new(Some(&home));
    driver.send(Message::Command(Command::RemovePicture));
    assert_eq!(image(&driver), None);
    assert!(!driver.workspace().has_picture());
    assert!(says(&driver, "The file image.png stays where it is"));
    save(&mut driver);
    assert!(home.join("image.png").is_file());
    assert!(driver.app.why_not(Command::RemovePicture).is_some());
    undo(&mut driver);
    assert_eq!(image(&driver), Some("image.png"));
    assert!(driver.workspace().own_picture().is_some());
}
