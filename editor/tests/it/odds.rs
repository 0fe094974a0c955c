//! Battle odds by mouse and keyboard.

use iced::keyboard::{Modifiers, key};
use marchland_editor::app::Message;
use marchland_editor::commands::Command;
use marchland_editor::odds;
use marchland_editor::tools::ToolKind;
use marchland_editor::workspace;

use crate::driver::{Driver, six_squares, square};

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

#[test]
fn an_answer_arrives_while_a_mask_is_on_screen() {
    let place = tempfile::tempdir().unwrap();
    let mut driver = Driver::of_squares(place.path());
    driver.key("o", Modifiers::empty());
    driver.click_map(square(0));
    driver.click_map(square(1));
    let is_answer = |message: &Message| {
        let Message::Workspace(message) = message else {
            return false;
        };
        let workspace::Message::Odds(message) = message else {
            return false;
        };
        matches!(message, odds::Message::Answered(_))
    };
    let mut answers = Vec::new();
    for camp in [0, 1] {
        let units = odds::Message::Units(camp, "999".to_owned());
        let units = Message::Workspace(workspace::Message::Odds(units));
        answers.extend(driver.follow(units).into_iter().filter(is_answer));
    }
    assert_eq!(answers.len(), 1, "one question at a time");
    assert!(driver.workspace().odds().is_reckoning());

    let mask = place.path().join("other.png");
    six_squares(&mask);
    driver.send(Message::Command(Command::NewFromMask));
    driver.click("Discard changes");
    driver.fill("path", &mask.display().to_string(), false);
    driver.press_and_run("Read file");
    assert!(driver.app.mask().is_some());
    for answer in answers {
        driver.run(answer);
    }
    driver.named(key::Named::Escape);
    let odds = driver.workspace().odds();
    assert!(odds.answer().is_some() && !odds.is_reckoning());
}
