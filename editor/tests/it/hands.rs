//! Small things that a hand expects.

use iced::keyboard::{Modifiers, key};
use iced::{Event, mouse};
use marchland_editor::bench;
use marchland_editor::commands::Command;

use crate::desk::{Desk, square};

fn command(desk: &mut Desk, command: Command) {
    let message = bench::Message::Do(command);
    let _ = desk
        .app
        .update(marchland_editor::app::Message::Bench(message));
}

#[test]
fn quick_turns_of_the_wheel_add_up() {
    let place = tempfile::tempdir().unwrap();
    let mut desk = Desk::of_squares(place.path());
    let before = desk.bench().zoom();
    let turn = Event::Mouse(mouse::Event::WheelScrolled {
        delta: mouse::ScrollDelta::Lines { x: 0.0, y: 1.0 },
    });
    desk.over_map(square(0), &[turn.clone(), turn.clone(), turn.clone()]);
    let factor = desk.bench().zoom() / before;
    assert!((factor - 1.2_f64.powi(3)).abs() < 1e-6, "{factor}");
    // A later one starts from what is seen then.
    command(&mut desk, Command::ShowAll);
    desk.over_map(square(0), &[turn]);
    let factor = desk.bench().zoom() / before;
    assert!((factor - 1.2).abs() < 1e-6, "{factor}");
}

#[test]
fn the_next_to_be_named_is_in_sight() {
    let place = tempfile::tempdir().unwrap();
    let mut desk = Desk::of_squares(place.path());
    desk.click_map(square(0));
    for _ in 0..8 {
        command(&mut desk, Command::ShowSelection);
    }
    let close = desk.bench().zoom();
    let framing = desk.bench().view.framing;
    desk.fill("name", "Ash", true);
    assert_ne!(desk.bench().view.framing, framing);
    assert!((desk.bench().zoom() - close).abs() < 1e-9, "the zoom stays");
}

#[test]
fn delete_takes_the_pivot_that_was_clicked() {
    let place = tempfile::tempdir().unwrap();
    let mut desk = Desk::of_squares(place.path());
    let pivots = |desk: &Desk| {
        let territories = &desk.bench().document.draft().territories;
        territories
            .iter()
            .map(|t| t.pivots.len())
            .collect::<Vec<_>>()
    };
    assert_eq!(pivots(&desk), [1; 6]);
    let pivot = desk.bench().document.draft().territories[0].pivots[0];
    desk.key("p", Modifiers::empty());
    desk.click_map((f64::from(pivot.x) + 0.5, f64::from(pivot.y) + 0.5));
    desk.named(key::Named::Delete);
    assert_eq!(pivots(&desk), [0, 1, 1, 1, 1, 1]);
    command(&mut desk, Command::Undo);
    assert_eq!(pivots(&desk), [1; 6]);
}

#[test]
fn no_territory_is_made_of_a_colour_that_is_one_s() {
    let place = tempfile::tempdir().unwrap();
    let mut desk = Desk::of_squares(place.path());
    desk.click_map(square(0));
    command(&mut desk, Command::Delete);
    desk.click_map(square(0));
    assert!(desk.bench().stray().is_some());
    command(&mut desk, Command::Undo);
    assert_eq!(desk.bench().stray(), None);
    assert_eq!(desk.bench().document.draft().territories.len(), 6);
}
