//! What cleaning a mask up makes one is reviewed: kept apart, joined again, with a
//! tolerance; and the original is never far.

use std::path::{Path, PathBuf};

use iced::keyboard::key::Named;
use marchland_board::Framing;
use marchland_editor::app::Message;
use marchland_editor::dialogs::Dialog;
use marchland_editor::screens::from_mask::{self, Answer, FromMask};
use marchland_maps::Rgb;
use marchland_maps::mask::{RepairOptions, Role};

use crate::desk::six_squares;
use crate::glass::Glass;

/// A shade of the sea, as a hand draws a lake, or a scanner a fold of the paper.
const SHADE: Rgb = Rgb([254, 255, 254]);

/// The six squares with a field in a shade of the sea, and a speck.
pub(crate) fn shaded(folder: &Path) -> PathBuf {
    let mask = folder.join("squares.png");
    six_squares(&mask);
    let mut picture = image::open(&mask).expect("a mask").into_rgb8();
    for (x, y) in (400..440).flat_map(|x| (10..30).map(move |y| (x, y))) {
        picture.put_pixel(x, y, image::Rgb(SHADE.0));
    }
    picture.put_pixel(60, 60, image::Rgb([201, 61, 60]));
    picture.save(&mask).expect("to save it");
    mask
}

fn mask(glass: &Glass) -> &FromMask {
    glass.app.mask().expect("the mask")
}

fn say(glass: &mut Glass, message: from_mask::Message) {
    glass.send(Message::FromMask(message));
    glass.happen(&[]);
}

fn colours(glass: &Glass) -> usize {
    mask(glass).recognition().guesses.len()
}

#[test]
fn a_guess_is_shown_refused_and_agreed_to_after_all() {
    let place = tempfile::tempdir().unwrap();
    let mut glass = Glass::new(Some(&shaded(place.path())));
    glass.click("Clean up");
    glass.happen(&[]);
    assert_eq!(colours(&glass), 7, "the shade became sea");
    assert!(glass.shows("1 colour merged"));
    assert!(glass.shows("800 px, 1 place"));

    // A click goes to the place, closer, on the picture as it was.
    glass.click("#FEFFFE → #FFFFFF");
    glass.happen(&[]);
    assert!(glass.shows("800 px, place 1 of 1"));
    let Framing::Centred { x, y, scale } = mask(&glass).framing() else {
        panic!("not there: {:?}", mask(&glass).framing());
    };
    assert!((400.0..440.0).contains(&x) && (10.0..30.0).contains(&y) && scale >= 4.0);

    glass.click("Keep apart");
    glass.happen(&[]);
    assert!(mask(&glass).is_behind() && !mask(&glass).is_ready());
    glass.click("Clean up again");
    glass.happen(&[]);
    assert_eq!(colours(&glass), 8, "the shade is a colour of its own");
    assert!(mask(&glass).is_ready() && glass.shows("No colours merged"));
    assert_eq!(mask(&glass).framing(), Framing::Centred { x, y, scale });

    // And back, all by keys.
    glass.tab_to("Merge again");
    glass.press(Named::Enter);
    glass.happen(&[]);
    assert!(mask(&glass).is_behind());
    glass.tab_to("Clean up again");
    glass.press(Named::Enter);
    glass.happen(&[]);
    assert_eq!(colours(&glass), 7);
    assert!(!mask(&glass).is_behind());
}

#[test]
fn a_tolerance_is_told_and_what_was_said_before_is_carried_over() {
    let place = tempfile::tempdir().unwrap();
    let mut glass = Glass::new(Some(&shaded(place.path())));
    glass.click("Clean up");
    glass.happen(&[]);
    let green = marchland_maps::mask::Rgba::opaque(Rgb::new(60, 160, 60));
    say(
        &mut glass,
        from_mask::Message::Role(green, Role::Background),
    );
    say(&mut glass, from_mask::Message::Gap(6));
    glass.click("Choose the tolerance automatically");
    glass.happen(&[]);
    assert!(glass.shows("Merge colours up to 8 apart"));
    let tolerance = |to| from_mask::Message::Review(Answer::Tolerance(to));
    say(&mut glass, tolerance(Some(0)));
    assert!(glass.shows("Keep all colours"));
    glass.click("Clean up again");
    glass.happen(&[]);
    assert_eq!(colours(&glass), 8);
    let role = |glass: &Glass| mask(glass).recognition().guess(green).map(|of| of.role);
    assert_eq!(role(&glass), Some(Role::Background));
    assert_eq!(mask(&glass).recognition().gap, 6);
    assert!(!mask(&glass).is_looking(), "who touches whom is known");

    // The original, and the clean one again as it was left.
    glass.click("Use original");
    glass.happen(&[]);
    assert!(glass.shows("Original picture") && mask(&glass).review().is_none());
    assert_eq!(colours(&glass), 9, "with the speck");
    assert_eq!(role(&glass), Some(Role::Background));
    assert_eq!(mask(&glass).recognition().gap, 6);
    glass.click("Use cleaned");
    glass.happen(&[]);
    assert_eq!(colours(&glass), 8);
    let review = mask(&glass).review().expect("it is clean");
    assert_eq!(review.tolerance(), Some(0));
    say(&mut glass, tolerance(None));
    assert_eq!(mask(&glass).repair_options(), RepairOptions::default());
}

/// Esc takes the keyboard off a button, then the mark off the map, then asks: never is
/// what was said of the colours lost at once.
#[test]
fn escape_does_the_nearest_thing_first() {
    let place = tempfile::tempdir().unwrap();
    let mut glass = Glass::new(Some(&shaded(place.path())));
    glass.click("Clean up");
    glass.happen(&[]);
    glass.click("#FEFFFE → #FFFFFF");
    glass.happen(&[]);
    glass.click("Keep apart");
    glass.happen(&[]);
    glass.tab_to("Clean up again");
    assert!(glass.focused().is_some());
    glass.press(Named::Escape);
    assert!(glass.focused().is_none());
    assert!(glass.shows("apart: 800 px, place 1 of 1"));
    glass.press(Named::Escape);
    assert!(glass.shows("apart: 800 px, 1 place"));
    glass.press(Named::Escape);
    assert_eq!(glass.app.dialog(), Some(&Dialog::LeaveMask));
    glass.press(Named::Escape);
    assert!(glass.app.dialog().is_none() && mask(&glass).is_behind());
    glass.press(Named::Escape);
    glass.click("Discard");
    assert!(glass.app.mask().is_none());

    // With nothing said there is nothing to be asked.
    let mut glass = Glass::new(Some(&place.path().join("squares.png")));
    glass.press(Named::ArrowDown);
    assert!(mask(&glass).picked().is_some());
    glass.press(Named::Escape);
    assert!(mask(&glass).picked().is_none());
    glass.press(Named::Escape);
    assert!(glass.app.mask().is_none());
}

#[test]
fn the_original_is_what_the_map_is_made_of_if_that_is_wished() {
    let place = tempfile::tempdir().unwrap();
    let mut glass = Glass::new(Some(&shaded(place.path())));
    glass.click("Clean up");
    glass.happen(&[]);
    glass.click("Use original");
    glass.happen(&[]);
    glass.click("Create map");
    let draft = glass.bench().document.draft();
    let file = draft.mask.as_ref().map(|mask| &*mask.file);
    assert_eq!(file, Some("squares.png"));
}

#[test]
fn cleaning_up_can_be_called_off() {
    let place = tempfile::tempdir().unwrap();
    let mut glass = Glass::new(Some(&shaded(place.path())));
    let _ = glass
        .app
        .update(Message::FromMask(from_mask::Message::Clean));
    assert!(glass.shows("Cleaning squares.png up…"));
    glass.press(Named::Escape);
    assert!(!glass.app.is_working());
    assert!(glass.shows("Clean up") && mask(&glass).review().is_none());
}
