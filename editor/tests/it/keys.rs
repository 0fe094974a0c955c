//! Checks docs/keys.md and the help.

use iced::keyboard::key::Named;
use iced::keyboard::{Key, Modifiers};
use marchland_editor::commands::Command;
use marchland_editor::commands::table::Menu;

/// A key as written on the page: `Ctrl+Shift+Z`.
fn key(written: &str) -> (Key, Modifiers) {
    let mut modifiers = Modifiers::empty();
    let mut rest = written;
    for (name, modifier) in [("Ctrl+", Modifiers::COMMAND), ("Shift+", Modifiers::SHIFT)] {
        if let Some(after) = rest.strip_prefix(name) {
            modifiers |= modifier;
            rest = after;
        }
    }
    let named = match rest {
        "F2" => Named::F2,
        "F5" => Named::F5,
        "F8" => Named::F8,
        "F10" => Named::F10,
        "Esc" => Named::Escape,
        "Delete" => Named::Delete,
        "Backspace" => Named::Backspace,
        "Tab" => Named::Tab,
        "PageUp" => Named::PageUp,
        "PageDown" => Named::PageDown,
        "Enter" => Named::Enter,
        "Space" => Named::Space,
        "←" => Named::ArrowLeft,
        "→" => Named::ArrowRight,
        "↑" => Named::ArrowUp,
        "↓" => Named::ArrowDown,
        letter => return (Key::Character(letter.to_lowercase().into()), modifiers),
    };
    (Key::Named(named), modifiers)
}

#[test]
fn every_key_of_the_page_does_something() {
    let page = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/keys.md");
    let page = std::fs::read_to_string(page).unwrap();
    let rows = page.lines().filter_map(|line| line.strip_prefix("| `"));
    let mut commands = std::collections::HashSet::new();
    for row in rows {
        let (keys, _) = row.split_once("` |").unwrap();
        for written in keys.split("`, `") {
            let (key, modifiers) = key(written);
            let command = Command::from_key(&key, modifiers);
            commands.insert(command.unwrap_or_else(|| panic!("{written}")));
        }
    }
    for entry in Menu::ALL
        .into_iter()
        .flat_map(Menu::groups)
        .copied()
        .flatten()
    {
        let told = entry.keys.is_empty() || commands.contains(&entry.command);
        assert!(told, "the page says nothing of {entry:?}");
    }
    // All keys of the page, except synonyms and Shift with arrows.
    assert!(commands.len() > 35, "{}", commands.len());
}

#[test]
fn the_page_and_the_help_tell_of_the_same_options() {
    let mut program = std::process::Command::new(env!("CARGO_BIN_EXE_marchland-editor"));
    let help = program.arg("--help").output().unwrap();
    let help = String::from_utf8(help.stdout).unwrap();
    let page = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/files.md");
    let page = std::fs::read_to_string(page).unwrap();
    let options = |text: &str| {
        let words = text.split(|c: char| !(c.is_ascii_lowercase() || c == '-'));
        // Not the rule below the head of a table.
        let is_option = |word: &str| word.strip_prefix("--").is_some_and(|w| !w.starts_with('-'));
        let options = words.filter(|word| word.len() > 2 && is_option(word));
        let own = options.filter(|option| !["--help", "--version"].contains(option));
        own.map(str::to_owned)
            .collect::<std::collections::BTreeSet<_>>()
    };
    assert_eq!(options(&help), options(&page));
    assert!(options(&page).contains("--screenshot"));
}
