//! The map file under other programs, before anything is saved.

use std::path::{Path, PathBuf};

use iced::keyboard::Modifiers;
use marchland_editor::app::{MapFileMessage, Message};
use marchland_editor::dialogs::Dialog;
use marchland_editor::workspace::{self, Change};

use crate::driver::Driver;

const TOLD: &str = "Another program has changed map.xml since you opened or saved it.";

impl Driver {
    /// Reports a change of the map file, and runs all follow-up work.
    fn map_touched(&mut self) {
        let mut messages = vec![Message::MapFile(MapFileMessage::Touched)];
        while let Some(message) = messages.pop() {
            match message {
                Message::MapFile(_) => messages.extend(self.follow(message)),
                other => self.send(other),
            }
        }
    }

    fn first_name(&self) -> Option<&str> {
        self.draft().territories[0].name.text.as_deref()
    }

    fn rename_first(&mut self, name: &str) {
        let change = Change::Name(self.draft().territories[0].key, name.to_owned());
        self.send(Message::Workspace(workspace::Message::Inspect(change)));
    }
}

fn rewrite(home: &Path, name: &str) -> String {
    let file = home.join("map.xml");
    let text = std::fs::read_to_string(&file).expect("a map file");
    std::fs::write(&file, text.replace("\"Ash\"", &format!("\"{name}\""))).expect("to write");
    text
}

fn opened(place: &Path) -> (Driver, PathBuf) {
    let (mut driver, home) = Driver::saved(place);
    driver.rename_first("Ash");
    driver.key("s", Modifiers::CTRL);
    drop(driver);
    let driver = Driver::new(Some(&home));
    assert_eq!(driver.first_name(), Some("Ash"));
    (driver, home)
}

#[test]
fn a_changed_map_file_is_reported_and_reloaded() {
    let place = tempfile::tempdir().unwrap();
    let (mut driver, home) = opened(place.path());
    driver.map_touched();
    assert!(!driver.shows(TOLD));
    let before = rewrite(&home, "Elsewhere");
    driver.map_touched();
    assert!(driver.shows(TOLD));
    driver.press_and_run("Compare");
    assert!(matches!(driver.app.dialog(), Some(Dialog::Differences(..))));
    driver.click("Close");

    // Restored by the other program, it is no longer reported.
    std::fs::write(home.join("map.xml"), before).unwrap();
    driver.map_touched();
    assert!(!driver.shows(TOLD));

    rewrite(&home, "Elsewhere");
    driver.map_touched();
    driver.press_and_run("Reload file");
    assert_eq!(driver.first_name(), Some("Elsewhere"));
    assert!(!driver.shows(TOLD));
    driver.map_touched();
    assert!(!driver.shows(TOLD));
}

#[test]
fn reloading_asks_if_something_is_not_saved() {
    let place = tempfile::tempdir().unwrap();
    let (mut driver, home) = opened(place.path());
    driver.rename_first("Birch");
    rewrite(&home, "Elsewhere");
    driver.map_touched();
    driver.press_and_run("Reload file");
    assert!(driver.shows("The file has changed on disk"));
    assert_eq!(driver.first_name(), Some("Birch"));
    driver.click("Overwrite");
    assert!(driver.workspace().document.is_saved());
    assert!(!driver.shows(TOLD), "the file is ours again");
}

#[test]
fn an_own_save_is_not_reported() {
    let place = tempfile::tempdir().unwrap();
    let (mut driver, _) = opened(place.path());
    driver.rename_first("Birch");
    driver.key("s", Modifiers::CTRL);
    driver.map_touched();
    assert!(!driver.shows(TOLD));
}

#[test]
fn a_damaged_map_is_not_saved_over_a_mended_one() {
    let place = tempfile::tempdir().unwrap();
    let file = place.path().join("map.xml");
    let text = "<map format=\"1\"><name>Half</name><territory id=\"0\" name=\"Ash\"/><territ";
    std::fs::write(&file, text).unwrap();
    let mut driver = Driver::new(Some(place.path()));
    driver.rename_first("Birch");
    std::fs::write(&file, text.replace("<territ", "</map>")).unwrap();
    driver.map_touched();
    driver.press_and_run("Reload file");
    assert!(driver.shows("The file has changed on disk"));
    assert!(!driver.shows("Overwrite"));
}
