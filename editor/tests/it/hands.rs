//! Interaction details that users expect.

use iced::keyboard::{Modifiers, key};
use iced::{Event, Point, mouse};
use marchland_editor::app::Message;
use marchland_editor::commands::Command;
use marchland_editor::workspace;
use marchland_ui::zoom::Zoom;

use crate::driver::{Driver, bundled, square};
use crate::session::Session;

fn command(driver: &mut Driver, command: Command) {
    let message = workspace::Message::Do(command);
    let _ = driver
        .app
        .update(marchland_editor::app::Message::Workspace(message));
}

#[test]
fn fast_wheel_turns_add_up() {
    let place = tempfile::tempdir().unwrap();
    let mut driver = Driver::of_squares(place.path());
    let before = driver.workspace().zoom();
    let turn = Event::Mouse(mouse::Event::WheelScrolled {
        delta: mouse::ScrollDelta::Lines { x: 0.0, y: 1.0 },
    });
    driver.over_map(square(0), &[turn.clone(), turn.clone(), turn.clone()]);
    let factor = driver.workspace().zoom() / before;
    assert!((factor - 1.2_f64.powi(3)).abs() < 1e-6, "{factor}");
    // A later one starts from the view at that time.
    command(&mut driver, Command::Zoom(Zoom::Whole));
    driver.over_map(square(0), &[turn]);
    let factor = driver.workspace().zoom() / before;
    assert!((factor - 1.2).abs() < 1e-6, "{factor}");
}

#[test]
fn the_wheel_zooms_while_the_map_is_moved() {
    let mut session = Session::new(Some(&bundled("world")));
    let size = session.workspace().scene().size();
    let at = (f64::from(size.0) / 2.0, f64::from(size.1) / 2.0);
    let camera = |session: &Session| {
        let view = &session.workspace().view;
        view.framing.camera(size.0, size.1, view.board_size)
    };
    let before = camera(&session);
    let held = before.to_screen(at.0, at.1);
    let first = session.on_whole(size, at);
    let moved = |x, y| {
        let position = Point::new(first.x + x, first.y + y);
        Event::Mouse(mouse::Event::CursorMoved { position })
    };
    let press = mouse::Event::ButtonPressed(mouse::Button::Middle);
    let delta = mouse::ScrollDelta::Lines { x: 0.0, y: 1.0 };
    let turn = Event::Mouse(mouse::Event::WheelScrolled { delta });
    // All before the next frame, then one by one.
    session.over_whole(
        size,
        at,
        &[Event::Mouse(press), moved(10.0, 0.0), turn.clone()],
    );
    session.happen(&[moved(20.0, 5.0), turn]);
    session.happen(&[moved(30.0, 20.0)]);
    let after = camera(&session);
    let factor = after.scale / before.scale;
    assert!((factor - 1.2_f64.powi(2)).abs() < 1e-6, "{factor}");
    // What was under the pointer still is.
    let now = after.to_screen(at.0, at.1);
    let off = now - held - iced::Vector::new(30.0, 20.0);
    assert!(off.x.abs() < 0.01 && off.y.abs() < 0.01, "{off:?}");
}

#[test]
fn the_next_unnamed_territory_is_shown() {
    let place = tempfile::tempdir().unwrap();
    let mut driver = Driver::of_squares(place.path());
    driver.click_map(square(0));
    for _ in 0..8 {
        command(&mut driver, Command::ShowSelection);
    }
    let close = driver.workspace().zoom();
    let framing = driver.workspace().view.framing;
    driver.fill("name", "Ash", true);
    assert_ne!(driver.workspace().view.framing, framing);
    assert!(
        (driver.workspace().zoom() - close).abs() < 1e-9,
        "the zoom stays"
    );
}

#[test]
fn a_name_is_trimmed_when_the_selection_changes() {
    let place = tempfile::tempdir().unwrap();
    let mut driver = Driver::of_squares(place.path());
    let other = driver.draft().territories[1].key;
    for message in [
        workspace::Message::Select(other),
        workspace::Message::Reveal(other),
        workspace::Message::NameNext,
    ] {
        command(&mut driver, Command::Zoom(Zoom::Whole));
        driver.click_map(square(0));
        driver.fill("name", "Elm ", false);
        driver.send(Message::Workspace(message.clone()));
        let name = driver.draft().territories[0].name.text.as_deref();
        assert_eq!(name, Some("Elm"), "{message:?}");
    }
}

#[test]
fn naming_starts_with_the_first_unnamed_of_several_selected() {
    let place = tempfile::tempdir().unwrap();
    let mut driver = Driver::of_squares(place.path());
    let keys: Vec<_> = driver.draft().territories.iter().map(|t| t.key).collect();
    driver.click_map(square(3));
    driver.fill("name", "Elm", false);
    for (at, modifiers) in [(3, Modifiers::empty()), (4, Modifiers::SHIFT)] {
        driver.click_map_with(square(at), modifiers);
    }
    assert_eq!(
        driver.workspace().document.selection().territories().len(),
        2
    );
    command(&mut driver, Command::Rename);
    assert_eq!(
        driver.workspace().document.selection().territory(),
        Some(keys[4])
    );
    // All of them are named: the first unnamed one of the map.
    driver.fill("name", "Fir", false);
    command(&mut driver, Command::Zoom(Zoom::Whole));
    for (at, modifiers) in [(3, Modifiers::empty()), (4, Modifiers::SHIFT)] {
        driver.click_map_with(square(at), modifiers);
    }
    command(&mut driver, Command::Rename);
    assert_eq!(
        driver.workspace().document.selection().territory(),
        Some(keys[0])
    );
}

#[test]
fn delete_takes_the_pivot_that_was_clicked() {
    let place = tempfile::tempdir().unwrap();
    let mut driver = Driver::of_squares(place.path());
    let pivots = |driver: &Driver| {
        let territories = &driver.workspace().document.draft().territories;
        territories
            .iter()
            .map(|t| t.pivots.len())
            .collect::<Vec<_>>()
    };
    assert_eq!(pivots(&driver), [1; 6]);
    let pivot = driver.workspace().document.draft().territories[0].pivots[0];
    driver.key("p", Modifiers::empty());
    driver.click_map((f64::from(pivot.x) + 0.5, f64::from(pivot.y) + 0.5));
    driver.named(key::Named::Delete);
    assert_eq!(pivots(&driver), [0, 1, 1, 1, 1, 1]);
    command(&mut driver, Command::Undo);
    assert_eq!(pivots(&driver), [1; 6]);
}

#[test]
fn a_used_colour_makes_no_second_territory() {
    let place = tempfile::tempdir().unwrap();
    let mut driver = Driver::of_squares(place.path());
    driver.click_map(square(0));
    command(&mut driver, Command::Delete);
    driver.click_map(square(0));
    assert!(driver.workspace().stray().is_some());
    command(&mut driver, Command::Undo);
    assert_eq!(driver.workspace().stray(), None);
    assert_eq!(driver.workspace().document.draft().territories.len(), 6);
}

#[test]
fn a_double_click_does_not_reach_the_next_screen() {
    let mut pressed = 0;
    for name in ["World", "Czechia", "Europe", "United States"] {
        let mut session = Session::new(None);
        let card = session.find(name).expect(name).center();
        session.click_at(card);
        // The map is where the card was.
        session.click_at(card);
        assert!(
            session.workspace().document.selection().is_empty(),
            "{name}"
        );
        // A third click is for what is there: land or sea.
        session.click_at(card);
        pressed += usize::from(!session.workspace().document.selection().is_empty());
    }
    assert!(pressed > 0);
}

#[test]
fn a_cleaned_mask_knows_its_preview_size() {
    let place = tempfile::tempdir().unwrap();
    let mask = place.path().join("squares.png");
    crate::driver::six_squares(&mask);
    let mut picture = image::open(&mask).unwrap().into_rgb8();
    picture.put_pixel(60, 60, image::Rgb([201, 61, 60]));
    picture.save(&mask).unwrap();
    let mut session = Session::new(Some(&mask));
    session.happen(&[]);
    let zoom = session.app.mask().expect("the mask").zoom();
    session.click("Clean up");
    session.happen(&[]);
    let cleaned = session.app.mask().expect("the mask").zoom();
    assert!(!session.shows("Clean up"));
    assert!((cleaned - zoom).abs() < 1e-9, "{cleaned} instead of {zoom}");
}

#[test]
fn neighbours_are_reviewed_by_keyboard() {
    let place = tempfile::tempdir().unwrap();
    let mask = place.path().join("squares.png");
    crate::driver::six_squares(&mask);
    let mut session = Session::new(Some(&mask));
    session.click("Create map");
    let open = |session: &Session| session.workspace().open_proposals().count();
    assert_eq!(open(&session), 7);
    let none = Modifiers::empty();
    // A proposal is shown before it is decided.
    session.key("y", none);
    assert_eq!(open(&session), 7);
    assert!(session.shows("Proposed neighbours, 1 of 7"));
    session.press(key::Named::ArrowRight);
    assert!(session.shows("Proposed neighbours, 2 of 7"));
    session.press(key::Named::ArrowLeft);
    session.key("y", none);
    session.key("n", none);
    assert_eq!(open(&session), 5);
    let draft = session.workspace().document.draft();
    assert_eq!(draft.links().count(), 1);
    // All remaining ones in one step; Ctrl+Enter continues.
    session.key("Y", Modifiers::SHIFT);
    assert_eq!(open(&session), 0);
    assert_eq!(session.workspace().document.draft().links().count(), 6);
    session.key("z", Modifiers::CTRL);
    assert_eq!(open(&session), 5);
    for (at, name) in ["Ash", "Birch", "Cedar", "Elm", "Fir", "Hazel"]
        .into_iter()
        .enumerate()
    {
        let key = session.workspace().document.draft().territories[at].key;
        let change = workspace::Change::Name(key, name.to_owned());
        session.send(Message::Workspace(workspace::Message::Inspect(change)));
    }
    session.press_with(key::Named::Enter, Modifiers::CTRL);
    assert!(session.shows("Proposed neighbours, 1 of 5"));
}

#[test]
fn a_second_continent_can_be_started_while_painting() {
    let place = tempfile::tempdir().unwrap();
    let mask = place.path().join("squares.png");
    crate::driver::six_squares(&mask);
    let mut session = Session::new(Some(&mask));
    session.click("Create map");
    let size = (500, 300);
    session.key("c", Modifiers::empty());
    for (at, name) in [(0, "North"), (3, "South")] {
        // The first starts on the map, the second by the button.
        if at == 0 {
            session.click_whole(size, square(at));
        } else {
            session.click("New continent");
        }
        session.write(name);
        // Enter goes on to the bonus.
        session.press(key::Named::Enter);
        session.write("3");
        let painting = format!("Painting {name}: drag to add territories, Shift+drag to remove.");
        assert!(session.shows(&painting));
        session.click_whole(size, square(at));
        session.click_whole(size, square(at + 1));
    }
    let draft = session.workspace().document.draft();
    let found: Vec<_> = draft.continents.iter().collect();
    assert_eq!(found.len(), 2);
    assert!(found.iter().all(|c| c.bonus == Some(3)));
    let of = |at: usize| draft.territories[at].continent;
    assert_eq!((of(0), of(1)), (found[0].id, found[0].id));
    assert_eq!((of(3), of(4)), (found[1].id, found[1].id));
}
