//! Issues without a mouse: walked to, looked at, repaired, let be.

use std::fs;

use iced::keyboard::{Modifiers, key};
use marchland_editor::findings::Offer;

use crate::desk::Desk;
use crate::issues::world;

impl Desk {
    /// Walks on with F8 until the issue at hand is of this rule.
    fn walk_to(&mut self, code: &str) {
        for _ in 0..self.bench().findings().len() {
            self.named(key::Named::F8);
            let chosen = self.bench().findings().chosen();
            if chosen.is_some_and(|finding| finding.rule.code == code) {
                return;
            }
        }
        panic!("no {code} to walk to");
    }

    fn offered(&self) -> &Offer {
        &self.bench().findings().offers().expect("offers").chosen().1
    }
}

#[test]
fn an_issue_is_walked_to_previewed_and_repaired() {
    let place = tempfile::tempdir().unwrap();
    let (mut desk, _) = world(place.path());
    desk.walk_to("ADJ008");
    desk.key(".", Modifiers::CTRL);
    assert!(desk.shows("Fixes"));
    // Every repair of the issue is shown on the map in its turn.
    let finding = desk.bench().findings().chosen().unwrap().clone();
    assert!(finding.fixes.len() > 1);
    let mut titles = Vec::new();
    for _ in &finding.fixes {
        assert!(matches!(desk.offered(), Offer::Fix(_)));
        let preview = desk.bench().findings().preview().expect("a preview");
        titles.push(preview.title.clone());
        assert!(!preview.changes.is_empty());
        desk.named(key::Named::ArrowDown);
    }
    for fix in &finding.fixes {
        assert!(titles.contains(&fix.title), "{}", fix.title);
    }
    let draft = desk.bench().document.draft().clone();
    // Round the end and back to the first.
    while *desk.offered() != Offer::Fix(0) {
        desk.named(key::Named::ArrowUp);
    }
    desk.named(key::Named::Enter);
    assert!(!desk.has("ADJ008"));
    assert!(desk.bench().findings().offers().is_none());
    desk.key("z", Modifiers::CTRL);
    assert!(
        desk.bench().document.draft().same_content(&draft),
        "one step"
    );
}

#[test]
fn a_digit_takes_an_offer_and_escape_takes_none() {
    let place = tempfile::tempdir().unwrap();
    let (mut desk, _) = world(place.path());
    desk.walk_to("TER004");
    let draft = desk.bench().document.draft().clone();
    desk.key(".", Modifiers::CTRL);
    desk.named(key::Named::Escape);
    assert!(desk.bench().findings().offers().is_none());
    assert!(desk.bench().findings().preview().is_none());
    assert!(desk.bench().document.draft().same_content(&draft));
    assert!(
        desk.bench().findings().chosen().is_some(),
        "no more than that"
    );
    // A click on the map says as much.
    desk.key(".", Modifiers::CTRL);
    desk.drag_on_screen(&[(60.0, 90.0)]);
    assert!(desk.bench().findings().offers().is_none());
    assert!(desk.bench().findings().preview().is_none());
    desk.walk_to("TER004");
    desk.key(".", Modifiers::CTRL);
    desk.key("1", Modifiers::empty());
    assert!(!desk.bench().document.draft().same_content(&draft));
}

#[test]
fn what_is_selected_is_what_the_offers_are_about() {
    let place = tempfile::tempdir().unwrap();
    let (mut desk, _) = world(place.path());
    desk.walk_to("ADJ008");
    // Something else is selected since.
    let japan = desk.bench().findings().all().iter();
    let japan = japan.clone().find(|f| f.rule.code == "TER004").unwrap();
    let (keys, _) = marchland_editor::findings::culprits(japan);
    desk.send(marchland_editor::app::Message::Bench(
        marchland_editor::bench::Message::Select(keys[0]),
    ));
    desk.key(".", Modifiers::CTRL);
    let findings = desk.bench().findings();
    let offers = findings.offers().unwrap().list().iter();
    for (id, _) in offers {
        let finding = findings.get(id).unwrap();
        let (about, _) = marchland_editor::findings::culprits(finding);
        assert!(about.contains(&keys[0]), "{id}");
    }
    // Of a territory without issues there is nothing to offer.
    let sound = desk.bench().document.draft().territories.iter();
    let sound = sound.clone().map(|t| t.key);
    let sound = sound
        .clone()
        .find(|key| findings.about_territory(*key).next().is_none());
    desk.named(key::Named::Escape);
    desk.send(marchland_editor::app::Message::Bench(
        marchland_editor::bench::Message::Select(sound.expect("a sound territory")),
    ));
    desk.key(".", Modifiers::CTRL);
    assert!(desk.bench().findings().offers().is_none());
    assert!(desk.shows("No issues with the selection."));
}

#[test]
fn an_issue_is_explained_and_let_be_by_keys() {
    let place = tempfile::tempdir().unwrap();
    let (mut desk, home) = world(place.path());
    desk.walk_to("ADJ008");
    desk.key(".", Modifiers::CTRL);
    while *desk.offered() != Offer::Why {
        desk.named(key::Named::ArrowDown);
    }
    desk.named(key::Named::Enter);
    assert!(desk.shows("How to repair"));
    desk.named(key::Named::Escape);
    desk.key(".", Modifiers::CTRL);
    while *desk.offered() != Offer::Waive {
        desk.named(key::Named::ArrowUp);
    }
    desk.named(key::Named::Enter);
    // The cursor is in the field for the reason; the simulated screen has to be
    // told so.
    assert_eq!(desk.bench().findings().reason(), Some(""));
    desk.fill("reason", "mountains", true);
    assert!(!desk.has("ADJ008"));
    let text = fs::read_to_string(home.join("marchland.toml")).unwrap();
    assert!(text.contains("reason = \"mountains\""));
}

#[test]
fn safe_repairs_are_ticked_and_made_by_keys() {
    let place = tempfile::tempdir().unwrap();
    let (mut desk, _) = world(place.path());
    let count = desk.bench().findings().safe().count();
    desk.walk_to("TER004");
    desk.key(".", Modifiers::CTRL);
    while *desk.offered() != Offer::Batch {
        desk.named(key::Named::ArrowUp);
    }
    desk.named(key::Named::Enter);
    assert!(desk.shows(&format!("Apply {count} fixes")));
    desk.named(key::Named::ArrowDown);
    assert!(desk.bench().findings().preview().is_some());
    desk.named(key::Named::Space);
    desk.named(key::Named::ArrowUp);
    desk.named(key::Named::Space);
    let ticked = desk.bench().findings().ticked().len();
    assert_eq!(ticked, count - 2);
    let draft = desk.bench().document.draft().clone();
    desk.run(marchland_editor::app::Message::Command(
        marchland_editor::commands::Command::Confirm,
    ));
    assert_eq!(desk.bench().findings().safe().count(), 2);
    desk.key("z", Modifiers::CTRL);
    assert!(desk.bench().document.draft().same_content(&draft));
}
