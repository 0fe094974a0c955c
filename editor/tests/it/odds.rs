//! Battles weighed on the map by mouse and keys.

use iced::keyboard::{Modifiers, key};
use marchland_editor::tools::ToolKind;

use crate::desk::{Desk, square};

#[test]
fn an_attack_is_weighed_by_two_clicks() {
    let place = tempfile::tempdir().unwrap();
    let mut desk = Desk::of_squares(place.path());
    let revision = desk.bench().document.revision();
    desk.key("o", Modifiers::empty());
    assert!(desk.shows("Choose an attacker"));
    desk.click_map(square(0));
    assert!(desk.shows("9 can attack"));
    desk.click_map(square(1));
    let exact = marchland_simulator::Battle::classic().odds(9, 5);
    assert!(desk.shows(&format!("{:.1} %", exact.win * 100.0)));
    assert!(desk.shows(&format!("{:.1} of 9", exact.attackers_lost)));
    assert!(desk.shows(&format!("{:.1} of 5", exact.defenders_lost)));

    // Typed into the field of the target; an arrow key adds one more.
    desk.fill("units-1", "11", false);
    desk.named(key::Named::ArrowUp);
    let win = |desk: &Desk| desk.bench().odds().answer().unwrap().win;
    let exact = marchland_simulator::Battle::classic().odds(9, 12);
    assert!((win(&desk) - exact.win).abs() < 1e-12);
    desk.fill("units", "2000", false);
    assert!(desk.shows("a number from 1 to 999"));
    assert_eq!(desk.bench().odds().answer(), None);
    desk.fill("units", "10", false);

    // Square 3 lies below square 0, across from square 1.
    desk.click_map(square(3));
    let said = desk.app.toasts().last().unwrap();
    assert!(said.ends_with("no link leads there."), "{said}");
    desk.click_map(square(2));
    assert!(desk.shows("chance to take them all"));
    desk.click_map(square(1));
    assert!(desk.shows("chance to win"), "back along the way");

    // Escape goes back step by step, then lays the tool down.
    for left in [0, 0] {
        desk.named(key::Named::Escape);
        assert_eq!(desk.bench().odds().targets().len(), left);
    }
    assert_eq!(desk.bench().odds().attacker(), None);
    assert_eq!(desk.bench().tool().kind(), ToolKind::Odds);
    desk.named(key::Named::Escape);
    assert_eq!(desk.bench().tool().kind(), ToolKind::Select);
    assert_eq!(
        desk.bench().document.revision(),
        revision,
        "nothing changed"
    );
}

#[test]
fn odds_without_the_map() {
    let place = tempfile::tempdir().unwrap();
    let mut desk = Desk::of_squares(place.path());
    desk.click_map(square(4));
    desk.key("o", Modifiers::empty());
    assert!(
        desk.bench().odds().attacker().is_some(),
        "what was selected"
    );
    desk.click("Territory 1");
    assert_eq!(desk.bench().odds().targets().len(), 1);
    // What the map loses, the battle loses.
    desk.key("z", Modifiers::CTRL);
    assert_eq!(desk.bench().document.draft().links().count(), 0);
    assert_eq!(desk.bench().odds().targets().len(), 0);
    assert!(desk.shows("No links lead on from here."));
    desk.named(key::Named::Delete);
    assert_eq!(desk.bench().document.draft().territories.len(), 6);
}
