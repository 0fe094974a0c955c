//! The review of merged colours: kept apart, merged again, with a tolerance, and the original.

use std::path::{Path, PathBuf};

use iced::keyboard::key::Named;
use marchland_board::Framing;
use marchland_editor::app::Message;
use marchland_editor::dialogs::Dialog;
use marchland_editor::jobs::Parcel;
use marchland_editor::screens::from_mask::{self, Answer, FromMask};
use marchland_maps::Rgb;
use marchland_maps::mask::{RepairOptions, Role};

use crate::driver::six_squares;
use crate::session::Session;

/// A shade of the sea, such as a drawn lake or a fold in a scan.
const SHADE: Rgb = Rgb([254, 255, 254]);

/// The six squares with an area in a shade of the sea, and a speck.
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

fn mask(session: &Session) -> &FromMask {
    session.app.mask().expect("the mask")
}

fn say(session: &mut Session, message: from_mask::Message) {
    session.send(Message::FromMask(message));
    session.happen(&[]);
}

fn colours(session: &Session) -> usize {
    mask(session).recognition().guesses.len()
}

#[test]
fn a_merge_is_shown_refused_and_accepted_again() {
    let place = tempfile::tempdir().unwrap();
    let mut session = Session::new(Some(&shaded(place.path())));
    session.click("Clean up");
    session.happen(&[]);
    assert_eq!(colours(&session), 7, "the shade became sea");
    assert!(session.shows("1 key colour merged"));
    assert!(session.shows("800 px, 1 place"));

    // A click zooms to the place, on the original picture.
    session.click("#FEFFFE → #FFFFFF");
    session.happen(&[]);
    assert!(session.shows("800 px, place 1 of 1"));
    let Framing::Centred { x, y, scale } = mask(&session).framing() else {
        panic!("not there: {:?}", mask(&session).framing());
    };
    assert!((400.0..440.0).contains(&x) && (10.0..30.0).contains(&y) && scale >= 4.0);

    session.click("Keep apart");
    session.happen(&[]);
    assert!(mask(&session).is_behind() && !mask(&session).is_ready());
    session.click("Clean up again");
    session.happen(&[]);
    assert_eq!(colours(&session), 8, "the shade is a colour of its own");
    assert!(mask(&session).is_ready() && session.shows("No key colours merged"));
    assert_eq!(mask(&session).framing(), Framing::Centred { x, y, scale });

    // And back, by keyboard.
    session.tab_to("Merge again");
    session.press(Named::Enter);
    session.happen(&[]);
    assert!(mask(&session).is_behind());
    session.tab_to("Clean up again");
    session.press(Named::Enter);
    session.happen(&[]);
    assert_eq!(colours(&session), 7);
    assert!(!mask(&session).is_behind());
}

#[test]
fn a_new_tolerance_keeps_earlier_answers() {
    let place = tempfile::tempdir().unwrap();
    let mut session = Session::new(Some(&shaded(place.path())));
    session.click("Clean up");
    session.happen(&[]);
    let green = marchland_maps::mask::Rgba::opaque(Rgb::new(60, 160, 60));
    say(
        &mut session,
        from_mask::Message::Role(green, Role::Background),
    );
    say(&mut session, from_mask::Message::Gap(6));
    session.click("Choose the tolerance automatically");
    session.happen(&[]);
    assert!(session.shows("Merge colours up to 8 apart"));
    let tolerance = |to| from_mask::Message::Review(Answer::Tolerance(to));
    say(&mut session, tolerance(Some(0)));
    assert!(session.shows("Keep all colours"));
    session.click("Clean up again");
    session.happen(&[]);
    assert_eq!(colours(&session), 8);
    let role = |session: &Session| mask(session).recognition().guess(green).map(|of| of.role);
    assert_eq!(role(&session), Some(Role::Background));
    assert_eq!(mask(&session).recognition().gap, 6);
    assert!(!mask(&session).is_looking(), "who touches whom is known");

    // The original, and the cleaned mask as it was left.
    session.click("Use original");
    session.happen(&[]);
    assert!(session.shows("Original picture") && mask(&session).review().is_none());
    assert_eq!(colours(&session), 9, "with the speck");
    assert_eq!(role(&session), Some(Role::Background));
    assert_eq!(mask(&session).recognition().gap, 6);
    session.click("Use cleaned");
    session.happen(&[]);
    assert_eq!(colours(&session), 8);
    let review = mask(&session).review().expect("it is clean");
    assert_eq!(review.tolerance(), Some(0));
    say(&mut session, tolerance(None));
    assert_eq!(mask(&session).repair_options(), RepairOptions::default());
}

#[test]
fn an_analysis_that_broke_down_is_asked_for_again() {
    let place = tempfile::tempdir().unwrap();
    let mut session = Session::new(Some(&shaded(place.path())));
    let gap = from_mask::Message::Gap(6);
    let _analysis = session.app.update(Message::FromMask(gap));
    assert!(mask(&session).is_looking());
    // Instead of the result comes what comes after a panic.
    session.send(Message::FromMask(from_mask::Message::Looked(
        Parcel::empty(),
    )));
    assert!(!mask(&session).is_looking());
    let mut told = session.app.toasts();
    assert!(told.any(|text| text.contains("stopped by an error")));
    drop(told);
    say(&mut session, from_mask::Message::Gap(5));
    assert!(!mask(&session).is_looking(), "who touches whom is known");
}

/// Esc leaves the button, then the mark, then asks: choices are never lost at once.
#[test]
fn escape_does_the_nearest_thing_first() {
    let place = tempfile::tempdir().unwrap();
    let mut session = Session::new(Some(&shaded(place.path())));
    session.click("Clean up");
    session.happen(&[]);
    session.click("#FEFFFE → #FFFFFF");
    session.happen(&[]);
    session.click("Keep apart");
    session.happen(&[]);
    session.tab_to("Clean up again");
    assert!(session.focused().is_some());
    session.press(Named::Escape);
    assert!(session.focused().is_none());
    assert!(session.shows("apart: 800 px, place 1 of 1"));
    session.press(Named::Escape);
    assert!(session.shows("apart: 800 px, 1 place"));
    session.press(Named::Escape);
    assert_eq!(session.app.dialog(), Some(&Dialog::LeaveMask(None)));
    session.press(Named::Escape);
    assert!(session.app.dialog().is_none() && mask(&session).is_behind());
    session.press(Named::Escape);
    session.click("Discard");
    assert!(session.app.mask().is_none());

    // Without choices there is nothing to ask.
    let mut session = Session::new(Some(&place.path().join("squares.png")));
    session.press(Named::ArrowDown);
    assert!(mask(&session).picked().is_some());
    session.press(Named::Escape);
    assert!(mask(&session).picked().is_none());
    session.press(Named::Escape);
    assert!(session.app.mask().is_none());
}

#[test]
fn the_map_can_use_the_original_mask() {
    let place = tempfile::tempdir().unwrap();
    let mut session = Session::new(Some(&shaded(place.path())));
    session.click("Clean up");
    session.happen(&[]);
    session.click("Use original");
    session.happen(&[]);
    session.click("Create map");
    let draft = session.workspace().document.draft();
    let file = draft.mask.as_ref().map(|mask| &*mask.file);
    assert_eq!(file, Some("squares.png"));
}

#[test]
fn cleaning_up_can_be_called_off() {
    let place = tempfile::tempdir().unwrap();
    let mut session = Session::new(Some(&shaded(place.path())));
    let _ = session
        .app
        .update(Message::FromMask(from_mask::Message::Clean));
    assert!(session.shows("Cleaning squares.png up…"));
    session.press(Named::Escape);
    assert!(!session.app.is_working());
    assert!(session.shows("Clean up") && mask(&session).review().is_none());
}
