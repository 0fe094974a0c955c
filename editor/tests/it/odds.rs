//! Battle odds by mouse and keyboard.

use iced::keyboard::{Modifiers, key};
use marchland_editor::tools::ToolKind;

use crate::driver::{Driver, square};

#[test]
fn two_clicks_show_the_odds_of_an_attack() {
    let place = tempfile::tempdir().unwrap();
    let mut driver = Driver::of_squares(place.path());
    let revision = driver.workspace().document.revision();
    driver.key("o", Modifiers::empty());
    assert!(driver.shows("Choose an attacker"));
    driver.click_map(square(0));
    assert!(driver.shows("9 can attack"));
    driver.click_map(square(1));
    let exact = marchland_simulator::Battle::classic().odds(9, 5);
    assert!(driver.shows(&format!("{:.1} %", exact.win * 100.0)));
    assert!(driver.shows(&format!("{:.1} of 9", exact.attackers_lost)));
    assert!(driver.shows(&format!("{:.1} of 5", exact.defenders_lost)));

    // Typed into the target's field; an arrow key adds one.
    driver.fill("units-1", "11", false);
    driver.named(key::Named::ArrowUp);
    let win = |driver: &Driver| driver.workspace().odds().answer().unwrap().win;
    let exact = marchland_simulator::Battle::classic().odds(9, 12);
    assert!((win(&driver) - exact.win).abs() < 1e-12);
    driver.fill("units", "2000", false);
    assert!(driver.shows("a number from 1 to 999"));
    assert_eq!(driver.workspace().odds().answer(), None);
    driver.fill("units", "10", false);

    // Square 3 lies below square 0, across from square 1.
    driver.click_map(square(3));
    let said = driver.app.toasts().last().unwrap();
    assert!(said.ends_with("no link leads there."), "{said}");
    driver.click_map(square(2));
    assert!(driver.shows("chance to take them all"));
    driver.click_map(square(1));
    assert!(driver.shows("chance to win"), "back along the way");

    // Escape removes the territories one by one, then leaves the tool.
    for left in [0, 0] {
        driver.named(key::Named::Escape);
        assert_eq!(driver.workspace().odds().targets().len(), left);
    }
    assert_eq!(driver.workspace().odds().attacker(), None);
    assert_eq!(driver.workspace().tool().kind(), ToolKind::Odds);
    driver.named(key::Named::Escape);
    assert_eq!(driver.workspace().tool().kind(), ToolKind::Select);
    assert_eq!(
        driver.workspace().document.revision(),
        revision,
        "nothing changed"
    );
}

#[test]
fn odds_without_the_map() {
    let place = tempfile::tempdir().unwrap();
    let mut driver = Driver::of_squares(place.path());
    driver.click_map(square(4));
    driver.key("o", Modifiers::empty());
    assert!(
        driver.workspace().odds().attacker().is_some(),
        "what was selected"
    );
    driver.click("Territory 1");
    assert_eq!(driver.workspace().odds().targets().len(), 1);
    // What the map loses, the battle loses.
    driver.key("z", Modifiers::CTRL);
    assert_eq!(driver.workspace().document.draft().links().count(), 0);
    assert_eq!(driver.workspace().odds().targets().len(), 0);
    assert!(driver.shows("No links lead on from here."));
    driver.named(key::Named::Delete);
    assert_eq!(driver.workspace().document.draft().territories.len(), 6);
}
