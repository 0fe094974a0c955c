//! Small things that a hand expects.

use iced::keyboard::{Modifiers, key};
use iced::{Event, mouse};
use marchland_editor::app::Message;
use marchland_editor::bench;
use marchland_editor::commands::Command;
use marchland_ui::zoom::Zoom;

use crate::desk::{Desk, square};
use crate::glass::Glass;

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
    command(&mut desk, Command::Zoom(Zoom::Whole));
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

#[test]
fn a_double_click_presses_nothing_on_the_next_screen() {
    let mut pressed = 0;
    for name in ["World", "Czechia", "Europe", "United States"] {
        let mut glass = Glass::new(None);
        let card = glass.find(name).expect(name).center();
        glass.click_at(card);
        // Where the card was, there is the map now.
        glass.click_at(card);
        assert!(glass.bench().document.selection().is_empty(), "{name}");
        // A third click is meant for what is there: land, or the sea.
        glass.click_at(card);
        pressed += usize::from(!glass.bench().document.selection().is_empty());
    }
    assert!(pressed > 0);
}

#[test]
fn a_mask_that_is_cleaned_up_knows_how_large_it_is_shown() {
    let place = tempfile::tempdir().unwrap();
    let mask = place.path().join("squares.png");
    crate::desk::six_squares(&mask);
    let mut picture = image::open(&mask).unwrap().into_rgb8();
    picture.put_pixel(60, 60, image::Rgb([201, 61, 60]));
    picture.save(&mask).unwrap();
    let mut glass = Glass::new(Some(&mask));
    glass.happen(&[]);
    let zoom = glass.app.mask().expect("the mask").zoom();
    glass.click("Clean up");
    glass.happen(&[]);
    let cleaned = glass.app.mask().expect("the mask").zoom();
    assert!(!glass.shows("Clean up"));
    assert!((cleaned - zoom).abs() < 1e-9, "{cleaned} instead of {zoom}");
}

#[test]
fn neighbours_are_decided_on_by_keys_alone() {
    let place = tempfile::tempdir().unwrap();
    let mask = place.path().join("squares.png");
    crate::desk::six_squares(&mask);
    let mut glass = Glass::new(Some(&mask));
    glass.click("Create map");
    let open = |glass: &Glass| glass.bench().open_proposals().count();
    assert_eq!(open(&glass), 7);
    let none = Modifiers::empty();
    // What is proposed is seen before it is decided on.
    glass.key("y", none);
    assert_eq!(open(&glass), 7);
    assert!(glass.shows("Proposed neighbours, 1 of 7"));
    glass.press(key::Named::ArrowRight);
    assert!(glass.shows("Proposed neighbours, 2 of 7"));
    glass.press(key::Named::ArrowLeft);
    glass.key("y", none);
    glass.key("n", none);
    assert_eq!(open(&glass), 5);
    let draft = glass.bench().document.draft();
    assert_eq!(draft.links().count(), 1);
    // All that is left, in one step; and Ctrl+Enter asks anew.
    glass.key("Y", Modifiers::SHIFT);
    assert_eq!(open(&glass), 0);
    assert_eq!(glass.bench().document.draft().links().count(), 6);
    glass.key("z", Modifiers::CTRL);
    assert_eq!(open(&glass), 5);
    for (at, name) in ["Ash", "Birch", "Cedar", "Elm", "Fir", "Hazel"]
        .into_iter()
        .enumerate()
    {
        let key = glass.bench().document.draft().territories[at].key;
        let change = bench::Change::Name(key, name.to_owned());
        glass.send(Message::Bench(bench::Message::Inspect(change)));
    }
    glass.press_with(key::Named::Enter, Modifiers::CTRL);
    assert!(glass.shows("Proposed neighbours, 1 of 5"));
}

#[test]
fn a_second_continent_is_begun_while_the_first_is_painted() {
    let place = tempfile::tempdir().unwrap();
    let mask = place.path().join("squares.png");
    crate::desk::six_squares(&mask);
    let mut glass = Glass::new(Some(&mask));
    glass.click("Create map");
    let size = (500, 300);
    glass.key("c", Modifiers::empty());
    for (at, name) in [(0, "North"), (3, "South")] {
        // The first is begun on the map, the second by the button.
        if at == 0 {
            glass.click_whole(size, square(at));
        } else {
            glass.click("New continent");
        }
        glass.write(name);
        // Enter goes on to the bonus.
        glass.press(key::Named::Enter);
        glass.write("3");
        let painting = format!("Painting {name}: drag over territories to add them, with Shift to remove them.");
        assert!(glass.shows(&painting));
        glass.click_whole(size, square(at));
        glass.click_whole(size, square(at + 1));
    }
    let draft = glass.bench().document.draft();
    let found: Vec<_> = draft.continents.iter().collect();
    assert_eq!(found.len(), 2);
    assert!(found.iter().all(|c| c.bonus == Some(3)));
    let of = |at: usize| draft.territories[at].continent;
    assert_eq!((of(0), of(1)), (found[0].id, found[0].id));
    assert_eq!((of(3), of(4)), (found[1].id, found[1].id));
}
