//! The mask file under other programs: changed, deleted, kept.

use std::path::{Path, PathBuf};

use iced::keyboard::Modifiers;
use marchland_editor::app::{MaskMessage, Message};
use marchland_editor::commands::Command;
use marchland_editor::dialogs;
use marchland_editor::screens::start;

use crate::driver::{Driver, SQUARES, six_squares};

impl Driver {
    /// Reports a change of the mask file, and runs all follow-up work.
    pub(crate) fn mask_touched(&mut self) {
        let mut messages = vec![Message::MaskFile(MaskMessage::Touched)];
        while let Some(message) = messages.pop() {
            match message {
                Message::MaskFile(_) => messages.extend(self.follow(message)),
                other => self.send(other),
            }
        }
    }
}

/// Paints a square of another colour into a mask, as another program would.
fn paint(mask: &Path, left: u32, colour: [u8; 3]) {
    let mut image = image::open(mask).expect("a mask").into_rgb8();
    for (x, y) in (left..left + 30).flat_map(|x| (10..40).map(move |y| (x, y))) {
        image.put_pixel(x, y, image::Rgb(colour));
    }
    image.save(mask).expect("to save it");
}

fn saved(place: &Path) -> (Driver, PathBuf, PathBuf) {
    let (driver, home) = Driver::saved(place);
    let mask = home.join("squares.png");
    assert!(mask.is_file());
    (driver, home, mask)
}

fn area_of(driver: &Driver, square: usize) -> u64 {
    let [r, g, b] = SQUARES[square];
    let land = driver.workspace().document.land().expect("a mask");
    land.extent_of(marchland_maps::Rgb::new(r, g, b)).1
}

#[test]
fn a_deleted_mask_is_reported_and_rewritten() {
    let place = tempfile::tempdir().unwrap();
    let (mut driver, home, mask) = saved(place.path());
    let before = image::open(&mask).unwrap().into_rgb8();
    std::fs::remove_file(&mask).unwrap();
    driver.mask_touched();
    assert!(
        driver.shows("squares.png was deleted, moved or renamed. Save the map to write it again.")
    );
    assert!(!driver.workspace().document.is_saved());
    assert!(driver.app.title().starts_with("● "));
    driver.key("s", Modifiers::CTRL);
    assert!(driver.workspace().document.is_saved());
    assert!(!driver.shows("Locate…"));
    assert_eq!(image::open(&mask).unwrap().into_rgb8(), before);
    driver.mask_touched();
    assert!(driver.workspace().document.is_saved());
    assert!(
        Driver::new(Some(&home))
            .workspace()
            .document
            .land()
            .is_some()
    );

    // Restored by the other program, it is no longer reported.
    std::fs::rename(&mask, place.path().join("aside")).unwrap();
    driver.mask_touched();
    assert!(driver.shows("Locate…"));
    std::fs::rename(place.path().join("aside"), &mask).unwrap();
    driver.mask_touched();
    assert!(!driver.shows("Locate…"));
    assert!(driver.workspace().document.is_saved(), "as it was");

    // Saved elsewhere, it is written there though missing here.
    std::fs::remove_file(&mask).unwrap();
    let other = place.path().join("other");
    driver.send(Message::Command(Command::SaveAs));
    driver.fill("path", &other.display().to_string(), true);
    let copy = image::open(other.join("squares.png")).unwrap();
    assert_eq!(copy.into_rgb8(), before);
}

#[test]
fn a_change_of_another_map_s_mask_is_not_reported() {
    let place = tempfile::tempdir().unwrap();
    let (mut driver, home, mask) = saved(place.path());
    let other = place.path().join("other");
    std::fs::create_dir(&other).unwrap();
    for file in ["map.xml", "squares.png"] {
        std::fs::copy(home.join(file), other.join(file)).unwrap();
    }
    paint(&mask, 40, SQUARES[0]);
    let mut next = Message::MaskFile(MaskMessage::Touched);
    for _ in 0..2 {
        let of_mask = |message: &Message| matches!(message, Message::MaskFile(_));
        let told = driver.follow(next);
        next = told.into_iter().find(of_mask).expect("a follow-up");
    }
    // The other map is opened before the change is known.
    let opened = start::Message::Recent(other.display().to_string());
    driver.run(Message::Start(opened));
    driver.follow(Message::MaskFile(MaskMessage::Touched));
    driver.send(next);
    assert!(!driver.shows("Keep mine"));
}

#[test]
fn missing_files_are_named() {
    let place = tempfile::tempdir().unwrap();
    let (_, home, mask) = saved(place.path());
    let file = home.join("map.xml");
    let text = std::fs::read_to_string(&file).unwrap();
    std::fs::write(&file, text.replace("squares.png", "squares.bmp")).unwrap();
    let bmp = home.join("squares.bmp");
    image::open(&mask).unwrap().save(&bmp).unwrap();
    let mut driver = Driver::new(Some(&home));
    std::fs::remove_file(&bmp).unwrap();
    driver.mask_touched();
    // No mask of this kind is written.
    assert!(
        driver.shows(
            "squares.bmp was deleted, moved or renamed. Put it back, or choose another file."
        )
    );
    assert!(driver.workspace().document.is_saved());
    driver.key("s", Modifiers::CTRL);
    assert!(!bmp.exists());
    let said = "but squares.bmp is missing from its folder";
    assert!(driver.app.toasts().any(|toast| toast.contains(said)));
    assert!(driver.shows("Locate…"), "the way out stays");
    std::fs::remove_dir_all(&home).unwrap();
    driver.mask_touched();
    let said = "The folder of this map was deleted, moved or renamed. Put it back, or save the \
                map to another folder.";
    assert!(driver.shows(said));
}

#[test]
fn repeated_changes_of_the_mask_file_are_noticed() {
    let place = tempfile::tempdir().unwrap();
    let (mut driver, _, mask) = saved(place.path());
    let draft = driver.workspace().document.draft().clone();
    for (round, square) in [0, 1, 2].into_iter().enumerate() {
        let area = area_of(&driver, square);
        paint(&mask, 40 + 40 * round as u32, SQUARES[square]);
        driver.mask_touched();
        assert_eq!(area_of(&driver, square), area, "nobody was asked");
        assert!(driver.shows("Reload") && driver.shows("Keep mine"));
        driver.key("r", Modifiers::CTRL);
        assert_eq!(area_of(&driver, square), area + 900);
        assert!(!driver.shows("Reload"));
        assert!(driver.workspace().document.draft().same_content(&draft));
        assert!(driver.workspace().document.is_saved());
        // An unchanged file is not read again.
        driver.mask_touched();
        assert!(!driver.shows("Reload"));
    }
    // Rewritten unchanged, there is nothing to decide.
    let image = image::open(&mask).unwrap();
    image.save(&mask).unwrap();
    driver.mask_touched();
    assert!(!driver.shows("Reload"));
    // A lost colour is named.
    let mut image = image.into_rgb8();
    for pixel in image.pixels_mut().filter(|pixel| pixel.0 == SQUARES[5]) {
        pixel.0 = [255; 3];
    }
    image.save(&mask).unwrap();
    driver.mask_touched();
    driver.click("Reload");
    let said = "The mask was reloaded. One territory has lost its colour; press F8 to see it.";
    assert!(driver.app.toasts().any(|toast| toast == said));
}

#[test]
fn a_half_written_mask_is_reported_until_it_is_complete() {
    let place = tempfile::tempdir().unwrap();
    let (mut driver, _, mask) = saved(place.path());
    let whole = std::fs::read(&mask).unwrap();
    std::fs::write(&mask, &whole[..whole.len() / 2]).unwrap();
    driver.mask_touched();
    assert!(driver.workspace().document.land().is_some());
    assert!(driver.shows("Locate…"));
    std::fs::write(&mask, &whole).unwrap();
    driver.mask_touched();
    assert!(!driver.shows("Locate…"));
}

#[test]
fn both_masks_are_kept() {
    let place = tempfile::tempdir().unwrap();
    let (mut driver, home, mask) = saved(place.path());
    let before = image::open(&mask).unwrap().into_rgb8();
    paint(&mask, 40, SQUARES[3]);
    let painted = std::fs::read(&mask).unwrap();
    driver.mask_touched();
    driver.press_and_run("Keep mine");
    assert!(!driver.workspace().document.is_saved());
    driver.key("s", Modifiers::CTRL);
    assert_eq!(std::fs::read(&mask).unwrap(), painted);
    let kept = image::open(home.join("squares-kept.png")).unwrap();
    assert_eq!(kept.into_rgb8(), before);
    let again = Driver::new(Some(&home));
    assert_eq!(area_of(&again, 3), 10_000);
}

#[test]
fn drawing_is_not_lost_to_another_program_without_a_question() {
    let title = "Another program has changed the mask";
    let place = tempfile::tempdir().unwrap();
    let (mut driver, home, mask) = saved(place.path());
    driver.key("b", Modifiers::empty());
    driver.drag(&[(420.0, 60.0), (460.0, 60.0)]);
    assert_eq!(driver.draft().territories.len(), 7);
    let drawn = driver.regions().clone();
    paint(&mask, 40, SQUARES[3]);
    let painted = std::fs::read(&mask).unwrap();
    driver.mask_touched();
    driver.key("r", Modifiers::CTRL);
    assert!(driver.shows(title));
    driver.click("Cancel");
    assert!(!driver.shows(title));
    assert_eq!(*driver.regions(), drawn);

    // Saving asks the same, and Enter keeps both masks.
    driver.key("s", Modifiers::CTRL);
    assert!(driver.shows(title) && !driver.shows("Try again"));
    driver.run(Message::Command(Command::Confirm));
    assert!(driver.workspace().document.is_saved());
    assert_eq!(std::fs::read(&mask).unwrap(), painted);
    let again = Driver::new(Some(&home));
    assert_eq!(*again.regions(), drawn);
    assert_eq!(
        again.draft().mask.as_ref().expect("a mask").file,
        "squares-kept.png"
    );
}

#[test]
fn overwriting_the_map_file_does_not_overwrite_the_mask() {
    let place = tempfile::tempdir().unwrap();
    let (mut driver, home, mask) = saved(place.path());
    driver.key("b", Modifiers::empty());
    driver.drag(&[(420.0, 60.0), (460.0, 60.0)]);
    let drawn = driver.regions().clone();
    paint(&mask, 40, SQUARES[3]);
    let painted = std::fs::read(&mask).unwrap();
    let text = std::fs::read_to_string(home.join("map.xml")).unwrap();
    std::fs::write(home.join("map.xml"), text + "<!-- theirs -->").unwrap();
    driver.key("s", Modifiers::CTRL);
    driver.click("Overwrite");
    assert!(driver.shows("Another program has changed the mask"));
    driver.run(Message::Command(Command::Confirm));
    assert!(driver.workspace().document.is_saved());
    assert_eq!(std::fs::read(&mask).unwrap(), painted);
    assert_eq!(*Driver::new(Some(&home)).regions(), drawn);
}

#[test]
fn reloading_after_the_question_loses_the_drawing() {
    let place = tempfile::tempdir().unwrap();
    let (mut driver, _, mask) = saved(place.path());
    driver.key("b", Modifiers::empty());
    driver.drag(&[(420.0, 60.0), (460.0, 60.0)]);
    let area = area_of(&driver, 0);
    paint(&mask, 40, SQUARES[0]);
    driver.mask_touched();
    driver.key("r", Modifiers::CTRL);
    assert_eq!(area_of(&driver, 0), area);
    driver.send(Message::Dialog(dialogs::Message::Reload));
    assert_eq!(area_of(&driver, 0), area + 900);
}

#[test]
fn a_kept_mask_is_no_issue_before_it_is_saved() {
    let place = tempfile::tempdir().unwrap();
    let (mut driver, _, mask) = saved(place.path());
    let ids = |driver: &Driver| {
        let all = driver.workspace().findings().all().iter();
        all.map(|finding| finding.id.clone()).collect::<Vec<_>>()
    };
    let before = ids(&driver);
    paint(&mask, 40, SQUARES[3]);
    driver.mask_touched();
    driver.press_and_run("Keep mine");
    assert_eq!(ids(&driver), before);
    driver.key("s", Modifiers::CTRL);
    let all = driver.workspace().findings().all().iter();
    assert!(all.clone().all(|finding| !finding.message.contains("kept")));
}

#[test]
fn the_mask_of_an_unsaved_map_is_watched() {
    let place = tempfile::tempdir().unwrap();
    let mask = place.path().join("squares.png");
    six_squares(&mask);
    let mut driver = Driver::new(Some(&mask));
    // Changed between the colour check and the map.
    paint(&mask, 40, SQUARES[0]);
    driver.press_and_run("Create map");
    driver.mask_touched();
    driver.click("Reload");
    assert_eq!(area_of(&driver, 0), 10_900);
    std::fs::remove_file(&mask).unwrap();
    driver.mask_touched();
    let home = place.path().join("map");
    driver.save_as(&home);
    assert_eq!(area_of(&Driver::new(Some(&home)), 0), 10_900);
}

/// The six squares with 16 bits per channel; `low` is added to the last square's blue.
fn deep_squares(path: &Path, low: u16) {
    six_squares(path);
    let plain = image::open(path).expect("a mask").into_rgb8();
    let deep = image::ImageBuffer::from_fn(plain.width(), plain.height(), |x, y| {
        let wide = plain.get_pixel(x, y).0.map(|of| u16::from(of) * 257);
        let is_half = wide == [40 * 257, 170 * 257, 170 * 257] && y < 200;
        image::Rgb([wide[0], wide[1], wide[2] + if is_half { low } else { 0 }])
    });
    image::DynamicImage::ImageRgb16(deep)
        .save(path)
        .expect("to save it");
}

#[test]
fn merged_16_bit_colours_are_reported() {
    let said = |driver: &Driver| {
        let mut all = driver.app.toasts();
        all.any(|text| text.starts_with("1 colour stands for several of the file"))
    };
    let place = tempfile::tempdir().unwrap();
    let mask = place.path().join("squares.png");
    deep_squares(&mask, 3);
    let mut driver = Driver::new(Some(&mask));
    let text = "1 colour stands for several of the file. The file has 16 bits per channel, and some \
                of its colours differ by less than one 8-bit step; the first is #28AAAA. If they \
                should differ, repaint them with 8 bits per channel.";
    assert!(driver.shows(text), "while a map is made of it");
    driver.press_and_run("Create map");
    let home = place.path().join("map");
    driver.save_as(&home);
    let mut driver = Driver::new(Some(&home));
    assert!(
        said(&driver) && driver.shows(text),
        "when the map is opened"
    );

    // Repainted so that all differ, nothing is reported.
    deep_squares(&home.join("squares.png"), 0);
    driver.mask_touched();
    driver.key("r", Modifiers::CTRL);
    assert!(!said(&driver));
    deep_squares(&home.join("squares.png"), 9);
    driver.mask_touched();
    driver.key("r", Modifiers::CTRL);
    assert!(said(&driver), "when it is read anew");
}

/// A map whose mask is a BMP, on which a stroke was drawn after another program painted it.
fn drawn_over(place: &Path) -> (Driver, PathBuf, PathBuf) {
    let (_, home, mask) = saved(place);
    let file = home.join("map.xml");
    let text = std::fs::read_to_string(&file).expect("a map file");
    std::fs::write(&file, text.replace("squares.png", "squares.bmp")).expect("to write it");
    let bmp = home.join("squares.bmp");
    image::open(&mask)
        .expect("a mask")
        .save(&bmp)
        .expect("to save it");
    std::fs::remove_file(&mask).expect("it is there");
    let mut driver = Driver::new(Some(&home));
    paint(&bmp, 40, SQUARES[3]);
    driver.key("b", Modifiers::empty());
    driver.drag(&[(420.0, 60.0), (460.0, 60.0)]);
    assert_eq!(
        driver.draft().mask.as_ref().expect("a mask").file,
        "squares.png"
    );
    (driver, home, bmp)
}

#[test]
fn a_repainted_mask_that_is_no_png_is_reported_though_it_was_drawn_on() {
    let place = tempfile::tempdir().unwrap();
    let (mut driver, home, bmp) = drawn_over(place.path());
    let drawn = driver.regions().clone();
    let painted = std::fs::read(&bmp).unwrap();
    driver.mask_touched();
    assert!(driver.shows("Another program has changed squares.bmp. If you keep yours, it is saved under another name. If you reload, drawing can no longer be undone."));
    driver.press_and_run("Keep mine");
    driver.mask_touched();
    assert!(!driver.shows("Keep mine"));
    driver.key("s", Modifiers::CTRL);
    assert!(driver.workspace().document.is_saved());
    assert_eq!(std::fs::read(&bmp).unwrap(), painted);
    assert_eq!(*Driver::new(Some(&home)).regions(), drawn);
}

#[test]
fn saving_asks_before_a_repainted_mask_that_is_no_png_is_left_out() {
    let place = tempfile::tempdir().unwrap();
    let (mut driver, home, bmp) = drawn_over(place.path());
    let drawn = driver.regions().clone();
    let painted = std::fs::read(&bmp).unwrap();
    driver.send(Message::Command(Command::Save));
    assert!(driver.shows("Another program has changed the mask"));
    driver.run(Message::Command(Command::Confirm));
    assert!(driver.workspace().document.is_saved());
    assert_eq!(std::fs::read(&bmp).unwrap(), painted);
    assert_eq!(*Driver::new(Some(&home)).regions(), drawn);

    // Reloaded, it becomes the mask that is saved.
    let place = tempfile::tempdir().unwrap();
    let (mut driver, home, _) = drawn_over(place.path());
    let area = area_of(&driver, 3);
    driver.mask_touched();
    driver.key("r", Modifiers::CTRL);
    driver.send(Message::Dialog(dialogs::Message::Reload));
    assert_eq!(area_of(&driver, 3), area + 900);
    driver.key("s", Modifiers::CTRL);
    assert!(driver.workspace().document.is_saved());
    assert_eq!(area_of(&Driver::new(Some(&home)), 3), area + 900);
}
