//! Issues by keyboard: navigated, previewed, fixed, waived.

use std::fs;

use iced::keyboard::{Modifiers, key};
use marchland_editor::findings::Offer;

use crate::driver::Driver;
use crate::issues::world;

impl Driver {
    /// Presses F8 until the current issue is of this rule.
    fn walk_to(&mut self, code: &str) {
        for _ in 0..self.workspace().findings().len() {
            self.named(key::Named::F8);
            let chosen = self.workspace().findings().chosen();
            if chosen.is_some_and(|finding| finding.rule.code == code) {
                return;
            }
        }
        panic!("no {code} to walk to");
    }

    /// Presses an arrow until this offer is chosen.
    fn point_to(&mut self, offer: &Offer, arrow: key::Named) {
        for _ in 0..50 {
            if self.offered() == offer {
                return;
            }
            self.named(arrow);
        }
        panic!("no {offer:?} to point to");
    }

    fn offered(&self) -> &Offer {
        &self
            .workspace()
            .findings()
            .offers
            .as_ref()
            .expect("offers")
            .chosen()
            .1
    }
}

#[test]
fn an_issue_is_visited_previewed_and_fixed() {
    let place = tempfile::tempdir().unwrap();
    let (mut driver, _) = world(place.path());
    driver.walk_to("ADJ008");
    driver.key(".", Modifiers::CTRL);
    assert!(driver.shows("Fixes"));
    // Each fix of the issue is previewed in turn.
    let finding = driver.workspace().findings().chosen().unwrap().clone();
    assert!(finding.fixes.len() > 1);
    let mut titles = Vec::new();
    for _ in &finding.fixes {
        assert!(matches!(driver.offered(), Offer::Fix(_)));
        let preview = driver.workspace().findings().preview().expect("a preview");
        titles.push(preview.title.clone());
        assert!(!preview.changes.is_empty());
        driver.named(key::Named::ArrowDown);
    }
    for fix in &finding.fixes {
        assert!(titles.contains(&fix.title), "{}", fix.title);
    }
    let draft = driver.workspace().document.draft().clone();
    // Wraps around to the first.
    driver.point_to(&Offer::Fix(0), key::Named::ArrowUp);
    driver.named(key::Named::Enter);
    assert!(!driver.has("ADJ008"));
    assert!(driver.workspace().findings().offers.is_none());
    driver.key("z", Modifiers::CTRL);
    assert!(
        driver.workspace().document.draft().same_content(&draft),
        "one step"
    );
}

#[test]
fn a_digit_applies_an_offer_and_escape_closes_the_list() {
    let place = tempfile::tempdir().unwrap();
    let (mut driver, _) = world(place.path());
    driver.walk_to("TER004");
    let draft = driver.workspace().document.draft().clone();
    driver.key(".", Modifiers::CTRL);
    // Neither a number that is not in the list nor the letters of a word reach the map.
    for letter in ["9", "g", "m"] {
        driver.key(letter, Modifiers::empty());
    }
    assert!(driver.workspace().findings().offers.is_some());
    driver.named(key::Named::Escape);
    assert!(driver.workspace().findings().offers.is_none());
    assert!(driver.workspace().findings().preview().is_none());
    assert!(driver.workspace().document.draft().same_content(&draft));
    assert!(
        driver.workspace().findings().chosen().is_some(),
        "no more than that"
    );
    // A click on the map closes the list, too.
    driver.key(".", Modifiers::CTRL);
    driver.drag_on_screen(&[(60.0, 90.0)]);
    assert!(driver.workspace().findings().offers.is_none());
    assert!(driver.workspace().findings().preview().is_none());
    driver.walk_to("TER004");
    driver.key(".", Modifiers::CTRL);
    driver.key("1", Modifiers::empty());
    assert!(!driver.workspace().document.draft().same_content(&draft));
}

#[test]
fn offers_follow_the_selection() {
    let place = tempfile::tempdir().unwrap();
    let (mut driver, _) = world(place.path());
    driver.walk_to("ADJ008");
    // The selection has changed since.
    let japan = driver.workspace().findings().all().iter();
    let japan = japan.clone().find(|f| f.rule.code == "TER004").unwrap();
    let (keys, _) = marchland_editor::findings::culprits(japan);
    driver.send(marchland_editor::app::Message::Workspace(
        marchland_editor::workspace::Message::Select(keys[0]),
    ));
    driver.key(".", Modifiers::CTRL);
    let findings = driver.workspace().findings();
    let offers = findings.offers.as_ref().unwrap().list().iter();
    for (id, _) in offers {
        let finding = findings.get(id).unwrap();
        let (about, _) = marchland_editor::findings::culprits(finding);
        assert!(about.contains(&keys[0]), "{id}");
    }
    // A territory without issues has no offers.
    let sound = driver.workspace().document.draft().territories.iter();
    let sound = sound.clone().map(|t| t.key);
    let sound = sound
        .clone()
        .find(|key| findings.about_territory(*key).next().is_none());
    driver.named(key::Named::Escape);
    driver.send(marchland_editor::app::Message::Workspace(
        marchland_editor::workspace::Message::Select(sound.expect("a sound territory")),
    ));
    driver.key(".", Modifiers::CTRL);
    assert!(driver.workspace().findings().offers.is_none());
    assert!(driver.shows("No issues with the selection."));
}

#[test]
fn an_issue_is_explained_and_waived_by_keys() {
    let place = tempfile::tempdir().unwrap();
    let (mut driver, home) = world(place.path());
    driver.walk_to("ADJ008");
    driver.key(".", Modifiers::CTRL);
    driver.point_to(&Offer::Why, key::Named::ArrowDown);
    driver.named(key::Named::Enter);
    assert!(driver.shows("How to repair"));
    driver.named(key::Named::Escape);
    driver.key(".", Modifiers::CTRL);
    driver.point_to(&Offer::Waive, key::Named::ArrowUp);
    driver.named(key::Named::Enter);
    // The cursor is in the reason field; the simulated screen must be told.
    assert_eq!(driver.workspace().findings().reason.as_deref(), Some(""));
    driver.fill("reason", "mountains", true);
    assert!(!driver.has("ADJ008"));
    let text = fs::read_to_string(home.join("marchland.toml")).unwrap();
    assert!(text.contains("reason = \"mountains\""));
}

#[test]
fn safe_fixes_are_applied_by_keys() {
    let place = tempfile::tempdir().unwrap();
    let (mut driver, _) = world(place.path());
    let count = driver.workspace().findings().safe().count();
    driver.walk_to("TER004");
    driver.key(".", Modifiers::CTRL);
    driver.point_to(&Offer::Batch, key::Named::ArrowUp);
    driver.named(key::Named::Enter);
    assert!(driver.shows(&format!("Apply {count} fixes")));
    driver.named(key::Named::ArrowDown);
    assert!(driver.workspace().findings().preview().is_some());
    driver.named(key::Named::Space);
    driver.named(key::Named::ArrowUp);
    driver.named(key::Named::Space);
    let ticked = driver.workspace().findings().ticked().len();
    assert_eq!(ticked, count - 2);
    let draft = driver.workspace().document.draft().clone();
    driver.run(marchland_editor::app::Message::Command(
        marchland_editor::commands::Command::Confirm,
    ));
    assert_eq!(driver.workspace().findings().safe().count(), 2);
    driver.key("z", Modifiers::CTRL);
    assert!(driver.workspace().document.draft().same_content(&draft));
}
