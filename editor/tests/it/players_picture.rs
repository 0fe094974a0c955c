//! The picture that players see follows the map where Marchland has drawn it; its author's is
//! left alone and told of.

use std::fs;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use iced::keyboard::Modifiers;
use marchland_editor::app::Message;
use marchland_editor::bench;
use marchland_editor::commands::Command;
use marchland_editor::files;
use marchland_editor::scenery::Ground;
use marchland_maps::picture::{self, Drawing, Origin, Plan, Style, drawn_from};
use marchland_maps::{Draft, Edit, MapField, folder::Folder, mask};

use crate::desk::{Desk, WINDOW, square};
use crate::pictures::Album;

/// A saved map of six squares with a picture for players.
fn with_picture(place: &Path, picture: impl FnOnce(&Path, &Draft)) -> PathBuf {
    let (_, home) = Desk::saved(place);
    let mut on = |_: f32| ControlFlow::Continue(());
    let mut loaded = files::open(&home, &mut on).expect("a map");
    let mut draft = loaded.document.draft().clone();
    let image = MapField::Image(Some("image.png".to_owned()));
    draft.apply(Edit::Map(image)).expect("it fits");
    loaded.home.save(&draft, false, None).expect("to save it");
    picture(&home.join("image.png"), &draft);
    home
}

/// The same with a picture that Marchland has drawn.
fn with_our_picture(place: &Path) -> PathBuf {
    with_picture(place, |to, draft| {
        let bytes = fs::read(to.with_file_name("squares.png")).expect("a mask");
        let regions = mask::read(&bytes).expect("a mask");
        let file = fs::File::create(to).expect("a file");
        let mut on = |_: f64| ControlFlow::Continue(());
        picture::write(draft, &Plan::new(draft, &regions), file, &mut on).expect("a picture");
    })
}

fn with_blue_picture(place: &Path) -> PathBuf {
    with_picture(place, |to, _| {
        let blue = image::RgbImage::from_pixel(500, 300, image::Rgb([60, 130, 200]));
        blue.save(to).expect("a file");
    })
}

/// What the picture of a map would be drawn from now.
fn origin_of(home: &Path) -> Origin {
    let (folder, reading) = Folder::open(home).expect("a map");
    let draft = &reading.draft;
    let name = &draft.mask.as_ref().expect("a mask").file;
    let bytes = fs::read(folder.resolve(name).expect("inside")).expect("its file");
    let plan = Plan::new(draft, &mask::read(&bytes).expect("a mask"));
    Drawing::new(draft, &plan, &Style::default()).origin()
}

fn drawn(path: &Path) -> Option<Origin> {
    drawn_from(fs::File::open(path).expect("a picture"))
}

/// Opens it, paints an island and saves.
fn painted(home: &Path, state: Option<&Path>) -> Desk {
    let mut desk = Desk::remembering(Some(home), state);
    desk.key("b", Modifiers::empty());
    paint(&mut desk, 30.0);
    assert_eq!(desk.bench().document.draft().territories.len(), 7);
    desk
}

fn paint(desk: &mut Desk, y: f64) {
    desk.drag(&[(400.0, y), (450.0, y)]);
    save(desk);
}

fn save(desk: &mut Desk) {
    desk.key("s", Modifiers::CTRL);
    assert!(desk.bench().document.is_saved());
}

#[test]
fn a_picture_that_was_drawn_here_is_drawn_anew_with_the_mask() {
    let place = tempfile::tempdir().unwrap();
    let home = with_our_picture(place.path());
    let image = home.join("image.png");
    let before = origin_of(&home);
    assert_eq!(drawn(&image), Some(before));
    let mut desk = painted(&home, None);
    assert!(!desk.shows("Redraw"));
    assert!(!origin_of(&home).has_land_of(&before));
    assert_eq!(drawn(&image), Some(origin_of(&home)));
    assert!(!home.join("image.original.png").exists(), "nobody's work");
}

#[test]
fn it_is_drawn_anew_for_what_is_seen_in_it_and_for_nothing_else() {
    let place = tempfile::tempdir().unwrap();
    let home = with_our_picture(place.path());
    let image = home.join("image.png");
    let before = (origin_of(&home), fs::read(&image).unwrap());
    let mut desk = Desk::new(Some(&home));
    desk.click_map(square(0));
    desk.fill("name", "Ash", true);
    save(&mut desk);
    assert_eq!(fs::read(&image).unwrap(), before.1, "a name is not seen");
    desk.key("c", Modifiers::empty());
    desk.click_map(square(0));
    save(&mut desk);
    let now = origin_of(&home);
    assert!(now != before.0 && now.has_land_of(&before.0));
    assert_eq!(drawn(&image), Some(now));
}

#[test]
fn a_picture_of_its_author_is_left_alone_until_it_is_asked_for() {
    let place = tempfile::tempdir().unwrap();
    let home = with_blue_picture(place.path());
    let image = home.join("image.png");
    let theirs = fs::read(&image).unwrap();
    let mut desk = painted(&home, None);
    assert!(desk.shows("Redraw") && desk.shows("Keep"));
    assert_eq!(fs::read(&image).unwrap(), theirs);
    desk.click("Redraw");
    assert!(!desk.shows("Redraw"));
    assert_eq!(drawn(&image), Some(origin_of(&home)));
    assert_eq!(fs::read(home.join("image.original.png")).unwrap(), theirs);
    // From now on it follows.
    paint(&mut desk, 90.0);
    assert!(!desk.shows("Redraw"));
    assert_eq!(drawn(&image), Some(origin_of(&home)));
    assert_eq!(fs::read(home.join("image.original.png")).unwrap(), theirs);
}

#[test]
fn what_has_changed_is_said_and_hatched_until_the_author_keeps_it() {
    let place = tempfile::tempdir().unwrap();
    let (home, state) = (with_blue_picture(place.path()), place.path().join("state"));
    let image = home.join("image.png");
    let theirs = fs::read(&image).unwrap();
    let share = |desk: &Desk| desk.bench().behind().map(|behind| behind.share);
    let mut desk = painted(&home, Some(&state));
    let first = share(&desk).expect("it is behind");
    assert!((0.001..0.1).contains(&first), "{first}");
    // Counted from what the picture shows, not from the last time that it was saved.
    paint(&mut desk, 90.0);
    let second = share(&desk).expect("it is behind");
    assert!(second > 1.5 * first, "{second} after {first}");
    drop(desk);
    // It is known when the map is opened again.
    let mut desk = Desk::remembering(Some(&home), Some(&state));
    assert_eq!(share(&desk), Some(second));
    assert!(desk.shows("Redraw"));
    let (hatches, plain) = {
        desk.send(Message::Bench(bench::Message::Do(Command::Ground(
            Ground::Picture,
        ))));
        let hatches = desk.bench().scene().washes().len();
        let mut album = Album::new();
        album.take(&mut desk, "old-picture", WINDOW);
        desk.send(Message::Bench(bench::Message::Do(Command::Ground(
            Ground::Keys,
        ))));
        (hatches, desk.bench().scene().washes().len())
    };
    assert_eq!((hatches, plain), (1, 0), "on the picture alone");
    desk.click("Keep");
    assert!(!desk.shows("Redraw") && share(&desk).is_none());
    drop(desk);
    // Not asked again, neither on opening nor on the next change.
    let mut desk = Desk::remembering(Some(&home), Some(&state));
    assert!(!desk.shows("Redraw"));
    desk.key("b", Modifiers::empty());
    paint(&mut desk, 150.0);
    assert!(!desk.shows("Redraw"));
    assert_eq!(fs::read(&image).unwrap(), theirs);
    drop(desk);
    // Once it is another, it is.
    let other = image::RgbImage::from_pixel(500, 300, image::Rgb([200, 30, 40]));
    other.save(&image).unwrap();
    let mut desk = Desk::remembering(Some(&home), Some(&state));
    assert!(!desk.shows("Redraw"), "it may be up to date");
    desk.key("b", Modifiers::empty());
    paint(&mut desk, 200.0);
    assert!(desk.shows("Redraw"));
}

#[test]
fn a_picture_is_up_to_date_again_when_all_is_taken_back() {
    let place = tempfile::tempdir().unwrap();
    let (home, state) = (with_blue_picture(place.path()), place.path().join("state"));
    let mut desk = painted(&home, Some(&state));
    assert!(desk.shows("Redraw"));
    desk.key("z", Modifiers::CTRL);
    assert_eq!(desk.bench().document.draft().territories.len(), 6);
    save(&mut desk);
    assert!(!desk.shows("Redraw") && desk.bench().behind().is_none());
}
