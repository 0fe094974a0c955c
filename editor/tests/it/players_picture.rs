//! The map image: redrawn with the map if Marchland drew it, otherwise kept and reported.

use std::fs;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use iced::keyboard::{Modifiers, key};
use marchland_editor::app::Message;
use marchland_editor::commands::Command;
use marchland_editor::files;
use marchland_editor::scenery::Ground;
use marchland_editor::workspace;
use marchland_maps::picture::{self, Drawing, Origin, Plan, drawn_from};
use marchland_maps::{Draft, Edit, MapField, bundled, folder::Folder, mask};

use crate::driver::{Driver, WINDOW, square};
use crate::pictures::Album;

/// A saved map of six squares with a map image.
pub(crate) fn with_picture(place: &Path, picture: impl FnOnce(&Path, &Draft)) -> PathBuf {
    let (_, home) = Driver::saved(place);
    let mut on = |_: f32| ControlFlow::Continue(());
    let mut loaded = files::open(&home, &mut on).expect("a map");
    let mut draft = loaded.document.draft().clone();
    let image = MapField::Image(Some("image.png".to_owned()));
    draft.apply(Edit::Map(image)).expect("it fits");
    loaded.home.save(&draft, false, None).expect("to save it");
    picture(&home.join("image.png"), &draft);
    home
}

/// The same with an image drawn by Marchland.
fn with_our_picture(place: &Path) -> PathBuf {
    with_picture(place, |to, draft| {
        let bytes = fs::read(to.with_file_name("squares.png")).expect("a mask");
        let regions = mask::read(&bytes).expect("a mask");
        let file = fs::File::create(to).expect("a file");
        let mut on = |_: f64| ControlFlow::Continue(());
        picture::write(draft, &Plan::new(draft, &regions), file, &mut on).expect("a picture");
    })
}

pub(crate) fn with_blue_picture(place: &Path) -> PathBuf {
    with_picture(place, |to, _| {
        let blue = image::RgbImage::from_pixel(500, 300, image::Rgb([60, 130, 200]));
        blue.save(to).expect("a file");
    })
}

/// What the image of a map would be drawn from now.
pub(crate) fn origin_of(home: &Path) -> Origin {
    let (folder, reading) = Folder::open(home).expect("a map");
    let draft = &reading.draft;
    let name = &draft.mask.as_ref().expect("a mask").file;
    let bytes = fs::read(folder.resolve(name).expect("inside")).expect("its file");
    let plan = Plan::new(draft, &mask::read(&bytes).expect("a mask"));
    Drawing::new(draft, &plan).origin()
}

pub(crate) fn drawn(path: &Path) -> Option<Origin> {
    drawn_from(fs::File::open(path).expect("a picture"))
}

/// Opens it, paints an island and saves.
fn painted(home: &Path, state: Option<&Path>) -> Driver {
    let mut driver = Driver::remembering(Some(home), state);
    driver.key("b", Modifiers::empty());
    paint(&mut driver, 30.0);
    assert_eq!(driver.workspace().document.draft().territories.len(), 7);
    driver
}

fn paint(driver: &mut Driver, y: f64) {
    driver.drag(&[(400.0, y), (450.0, y)]);
    save(driver);
}

pub(crate) fn save(driver: &mut Driver) {
    driver.key("s", Modifiers::CTRL);
    assert!(driver.workspace().document.is_saved());
}

#[test]
fn our_own_image_is_redrawn_with_the_mask() {
    let place = tempfile::tempdir().unwrap();
    let home = with_our_picture(place.path());
    let image = home.join("image.png");
    let before = origin_of(&home);
    assert_eq!(drawn(&image), Some(before));
    let mut driver = painted(&home, None);
    assert!(!driver.shows("Redraw"));
    assert!(!origin_of(&home).has_land_of(&before));
    assert_eq!(drawn(&image), Some(origin_of(&home)));
    assert!(!home.join("image.original.png").exists(), "nobody's work");
}

/// A bundled map in a folder of its own, with this image.
fn playable(home: &Path, image: &[u8]) {
    let map = bundled::find("czechia").expect("bundled");
    fs::create_dir_all(home).expect("a folder");
    let files = [
        ("map.xml", map.xml),
        ("mask.png", map.mask),
        ("image.png", image),
    ];
    for (name, bytes) in files {
        fs::write(home.join(name), bytes).expect("a file");
    }
}

#[test]
fn play_tests_show_an_authors_image() {
    let place = tempfile::tempdir().unwrap();
    let map = bundled::find("czechia").unwrap();
    for (image, own) in [(map.mask, true), (map.image, false)] {
        let home = place.path().join(format!("own-{own}"));
        playable(&home, image);
        let mut driver = Driver::new(Some(&home));
        driver.named(key::Named::F5);
        let play = driver.app.play_test().expect("it is played");
        assert_eq!(play.table.ground.picture().is_some(), own);
    }
}

#[test]
fn the_scene_is_rebuilt_only_for_visible_changes() {
    let place = tempfile::tempdir().unwrap();
    let home = with_our_picture(place.path());
    let image = home.join("image.png");
    let before = (origin_of(&home), fs::read(&image).unwrap());
    let mut driver = Driver::new(Some(&home));
    driver.click_map(square(0));
    driver.fill("name", "Ash", true);
    save(&mut driver);
    assert_eq!(fs::read(&image).unwrap(), before.1, "a name is not seen");
    driver.key("c", Modifiers::empty());
    driver.click_map(square(0));
    save(&mut driver);
    let now = origin_of(&home);
    assert!(now != before.0 && now.has_land_of(&before.0));
    assert_eq!(drawn(&image), Some(now));
}

#[test]
fn an_authors_image_is_redrawn_only_on_request() {
    let place = tempfile::tempdir().unwrap();
    let home = with_blue_picture(place.path());
    let image = home.join("image.png");
    let theirs = fs::read(&image).unwrap();
    let mut driver = painted(&home, None);
    assert!(driver.shows("Redraw") && driver.shows("Keep"));
    assert_eq!(fs::read(&image).unwrap(), theirs);
    driver.click("Redraw");
    assert!(!driver.shows("Redraw"));
    let ours = home.join("image-2.png");
    assert_eq!(drawn(&ours), Some(origin_of(&home)));
    assert_eq!(fs::read(&image).unwrap(), theirs);
    let said = |toast: &str| toast.contains("image.png was not drawn over");
    assert!(driver.app.toasts().any(said));
    // From now on it is redrawn.
    paint(&mut driver, 90.0);
    assert!(!driver.shows("Redraw"));
    assert_eq!(drawn(&ours), Some(origin_of(&home)));
    assert_eq!(fs::read(&image).unwrap(), theirs);
    assert!(!home.join("image-3.png").exists());
}

#[test]
fn an_image_is_redrawn_on_request_during_a_save() {
    let place = tempfile::tempdir().unwrap();
    let home = with_blue_picture(place.path());
    let mut driver = painted(&home, None);
    driver.drag(&[(400.0, 90.0), (450.0, 90.0)]);
    let saving = driver.app.update(Message::Command(Command::Save));
    driver.click("Redraw");
    driver.finish_saving(saving);
    assert!(driver.workspace().document.is_saved());
    assert_eq!(drawn(&home.join("image-2.png")), Some(origin_of(&home)));
}

#[test]
fn a_drawn_mask_is_saved_though_the_image_is_missing() {
    let place = tempfile::tempdir().unwrap();
    let home = with_picture(place.path(), |_, _| {});
    let mut driver = Driver::new(Some(&home));
    driver.key("b", Modifiers::empty());
    driver.drag(&[(420.0, 60.0), (460.0, 60.0)]);
    assert!(driver.workspace().document.is_drawn());
    driver.key("s", Modifiers::CTRL);
    let said = "but image.png is missing from its folder";
    assert!(driver.app.toasts().any(|toast| toast.contains(said)));
    assert!(!driver.workspace().document.is_drawn());
}

#[test]
fn a_missing_image_is_no_longer_told_once_it_is_drawn() {
    let place = tempfile::tempdir().unwrap();
    let home = with_picture(place.path(), |_, _| {});
    let mut driver = Driver::new(Some(&home));
    assert!(driver.shows("Locate…"));
    for message in driver.follow(Message::Command(Command::DrawPicture)) {
        driver.run(message);
    }
    assert!(driver.workspace().has_picture());
    assert!(!driver.shows("Locate…"));
}

#[test]
fn an_outdated_image_is_hatched_until_kept() {
    let place = tempfile::tempdir().unwrap();
    let (home, state) = (with_blue_picture(place.path()), place.path().join("state"));
    let image = home.join("image.png");
    let theirs = fs::read(&image).unwrap();
    let share = |driver: &Driver| {
        driver
            .workspace()
            .behind
            .as_ref()
            .map(|behind| behind.share)
    };
    let mut driver = painted(&home, Some(&state));
    let first = share(&driver).expect("it is behind");
    assert!((0.001..0.1).contains(&first), "{first}");
    // Measured from what the image shows, not from the last save.
    paint(&mut driver, 90.0);
    let second = share(&driver).expect("it is behind");
    assert!(second > 1.5 * first, "{second} after {first}");
    drop(driver);
    // Still known after reopening.
    let mut driver = Driver::remembering(Some(&home), Some(&state));
    assert_eq!(share(&driver), Some(second));
    assert!(driver.shows("Redraw"));
    let (hatches, plain) = {
        driver.send(Message::Workspace(workspace::Message::Do(Command::Ground(
            Ground::Picture,
        ))));
        let hatches = driver.workspace().scene().washes().len();
        let mut album = Album::new();
        album.take(&mut driver, "old-picture", WINDOW);
        driver.send(Message::Workspace(workspace::Message::Do(Command::Ground(
            Ground::Keys,
        ))));
        (hatches, driver.workspace().scene().washes().len())
    };
    assert_eq!((hatches, plain), (1, 0), "on the picture alone");
    driver.click("Keep");
    assert!(!driver.shows("Redraw") && share(&driver).is_none());
    drop(driver);
    // Not asked again, on opening or after the next change.
    let mut driver = Driver::remembering(Some(&home), Some(&state));
    assert!(!driver.shows("Redraw"));
    driver.key("b", Modifiers::empty());
    paint(&mut driver, 150.0);
    assert!(!driver.shows("Redraw"));
    assert_eq!(fs::read(&image).unwrap(), theirs);
    drop(driver);
    // Asked again once the file changes.
    let other = image::RgbImage::from_pixel(500, 300, image::Rgb([200, 30, 40]));
    other.save(&image).unwrap();
    let mut driver = Driver::remembering(Some(&home), Some(&state));
    assert!(!driver.shows("Redraw"), "it may be up to date");
    driver.key("b", Modifiers::empty());
    paint(&mut driver, 200.0);
    assert!(driver.shows("Redraw"));
}

#[test]
fn undoing_everything_makes_the_image_current_again() {
    let place = tempfile::tempdir().unwrap();
    let (home, state) = (with_blue_picture(place.path()), place.path().join("state"));
    let mut driver = painted(&home, Some(&state));
    assert!(driver.shows("Redraw"));
    driver.key("z", Modifiers::CTRL);
    assert_eq!(driver.workspace().document.draft().territories.len(), 6);
    save(&mut driver);
    assert!(!driver.shows("Redraw") && driver.workspace().behind.is_none());
}

#[test]
fn a_map_without_a_picture_gets_one_on_request() {
    let place = tempfile::tempdir().unwrap();
    let home = place.path().join("map");
    let mut driver = Driver::new(None);
    driver.key("n", Modifiers::CTRL);
    driver.click("Start drawing");
    driver.key("b", Modifiers::empty());
    driver.drag(&[(300.0, 300.0), (500.0, 300.0)]);
    // It is asked where to save it; with no answer, nothing is planned.
    driver.send(Message::Command(Command::DrawPicture));
    let hint = "The image is drawn into the map's folder. Choose where to save the map first.";
    assert!(driver.shows(hint));
    driver.click("Cancel");
    assert_eq!(driver.workspace().document.draft().image, None);
    driver.send(Message::Command(Command::DrawPicture));
    driver.fill("path", &home.display().to_string(), true);
    assert!(driver.workspace().document.is_saved());
    let image = home.join("image.png");
    let said = |toast: &str| toast.starts_with("Drew image.png and saved ");
    assert!(driver.app.toasts().any(said));
    assert_eq!(drawn(&image), Some(origin_of(&home)));
    // Saving keeps it up to date.
    driver.drag(&[(300.0, 500.0), (500.0, 500.0)]);
    driver.key("s", Modifiers::CTRL);
    assert_eq!(drawn(&image), Some(origin_of(&home)));
}
