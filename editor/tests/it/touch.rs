//! Fingers on the board, and the right button.

use iced::keyboard::{Modifiers, key::Named};
use iced::touch::{Event as Touch, Finger};
use iced::{Event, Point, mouse};
use marchland_board::Framing;
use marchland_editor::app::Message;
use marchland_editor::commands::Command;
use marchland_ui::zoom::Zoom;

use crate::driver::{six_squares, square};
use crate::session::Session;

/// Size of the mask of six squares.
const SIZE: (u32, u32) = (500, 300);

fn down(id: u64, position: Point) -> Event {
    let id = Finger(id);
    Event::Touch(Touch::FingerPressed { id, position })
}

fn to(id: u64, position: Point) -> Event {
    let id = Finger(id);
    Event::Touch(Touch::FingerMoved { id, position })
}

fn up(id: u64, position: Point) -> Event {
    let id = Finger(id);
    Event::Touch(Touch::FingerLifted { id, position })
}

fn beside(at: Point, x: f32, y: f32) -> Point {
    Point::new(at.x + x, at.y + y)
}

/// A map of six squares with one continent in the brush, which has the first two
/// squares.
fn painting(place: &std::path::Path) -> Session {
    let mask = place.join("squares.png");
    six_squares(&mask);
    let mut session = Session::new(Some(&mask));
    session.click("Create map");
    session.key("c", Modifiers::empty());
    let [from, on] = [0, 1].map(|at| session.on_whole(SIZE, square(at)));
    session.happen(&[down(1, from), to(1, on), up(1, on)]);
    assert_eq!(members(&session), [true, true, false, false, false, false]);
    session
}

fn members(session: &Session) -> Vec<bool> {
    let territories = &session.workspace().document.draft().territories;
    territories.iter().map(|t| t.continent.is_some()).collect()
}

#[test]
fn a_finger_paints_in_one_stroke_and_a_tap_paints_one() {
    let place = tempfile::tempdir().unwrap();
    let mut session = painting(place.path());
    // A continent that is founded is painted on in the same stroke: one step.
    session.send(Message::Command(Command::Undo));
    assert_eq!(members(&session), [false; 6]);
    session.send(Message::Command(Command::Redo));
    let third = session.on_whole(SIZE, square(2));
    session.happen(&[down(1, third), up(1, third)]);
    assert_eq!(members(&session), [true, true, true, false, false, false]);
}

#[test]
fn a_pinch_that_begins_on_land_paints_nothing() {
    let place = tempfile::tempdir().unwrap();
    let mut session = painting(place.path());
    let before = (members(&session), session.workspace().zoom());
    let [a, b] = [3, 5].map(|at| session.on_whole(SIZE, square(at)));
    // The first finger is never quite at rest.
    session.happen(&[down(1, a), to(1, beside(a, 2.0, 1.0)), down(2, b)]);
    session.happen(&[to(1, beside(a, -40.0, 0.0)), to(2, beside(b, 40.0, 0.0))]);
    session.happen(&[up(2, b), to(1, b), up(1, b)]);
    assert_eq!(members(&session), before.0);
    assert!(session.workspace().zoom() > before.1);
}

#[test]
fn a_second_finger_cancels_the_stroke() {
    let place = tempfile::tempdir().unwrap();
    let mut session = painting(place.path());
    let before = members(&session);
    let [a, b, c] = [3, 4, 5].map(|at| session.on_whole(SIZE, square(at)));
    session.happen(&[down(1, a), to(1, b)]);
    assert_ne!(members(&session), before);
    session.happen(&[down(2, c)]);
    assert_eq!(members(&session), before);
    session.happen(&[up(1, b), to(2, a), up(2, a)]);
    assert_eq!(members(&session), before);
    let depth = session.workspace().document.steps();
    assert_eq!(depth, (Some("New continent"), None));
}

#[test]
fn no_move_of_fingers_is_lost() {
    let place = tempfile::tempdir().unwrap();
    let framings: Vec<Framing> = [true, false]
        .map(|at_once| {
            let mut session = painting(place.path());
            let [a, b] = [0, 2].map(|at| session.on_whole(SIZE, square(at)));
            let mut events = vec![down(1, a), down(2, b)];
            for step in 1..=8_u8 {
                let step = f32::from(step);
                events.push(to(1, beside(a, step * 3.0, step * 2.0)));
                events.push(to(2, beside(b, step * 7.0, step * 2.0)));
            }
            events.extend([up(1, a), up(2, b)]);
            if at_once {
                session.happen(&events);
            } else {
                for event in events {
                    session.happen(&[event]);
                }
            }
            session.workspace().view.framing
        })
        .into();
    let [Framing::Free(at_once), Framing::Free(in_turn)] = framings[..] else {
        panic!("{framings:?}");
    };
    assert!((at_once.scale / in_turn.scale - 1.0).abs() < 1e-6);
    assert!((at_once.left - in_turn.left).abs() < 1e-3);
    assert!((at_once.top - in_turn.top).abs() < 1e-3);
}

#[test]
fn the_right_button_only_cancels_drawing() {
    let place = tempfile::tempdir().unwrap();
    let mut session = painting(place.path());
    session.press(Named::Escape);
    session.key("v", Modifiers::empty());
    session.click_whole(SIZE, square(4));
    let selected = session.workspace().document.selection().territory();
    assert!(selected.is_some());
    let [left, right] = [mouse::Button::Left, mouse::Button::Right].map(|button| {
        [
            Event::Mouse(mouse::Event::ButtonPressed(button)),
            Event::Mouse(mouse::Event::ButtonReleased(button)),
        ]
    });
    // On what is selected it only offers what can be done.
    session.over_whole(SIZE, square(4), &right);
    assert_eq!(
        session.workspace().document.selection().territory(),
        selected
    );
    assert!(session.app.chooser().is_some());
    session.press(Named::Escape);
    // A rectangle that is being drawn.
    session.over_whole(SIZE, (5.0, 5.0), &left[..1]);
    session.over_whole(SIZE, (400.0, 290.0), &right);
    assert_eq!(session.workspace().tool().band(), None);
    session.over_whole(SIZE, (450.0, 290.0), &left[1..]);
    assert_eq!(
        session.workspace().document.selection().territory(),
        selected
    );
}

#[test]
fn the_wheel_zooms_from_the_visible_state() {
    let place = tempfile::tempdir().unwrap();
    let mut session = painting(place.path());
    let whole = session.workspace().zoom();
    let turn = Event::Mouse(mouse::Event::WheelScrolled {
        delta: mouse::ScrollDelta::Lines { x: 0.0, y: 1.0 },
    });
    for _ in 0..2 {
        session.over_whole(SIZE, square(0), std::slice::from_ref(&turn));
        let factor = session.workspace().zoom() / whole;
        assert!((factor - 1.2).abs() < 1e-6, "{factor}");
        session.send(Message::Command(Command::Zoom(Zoom::Whole)));
    }
}
