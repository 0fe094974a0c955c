//! What is said on standard error, and words for numbers.

use std::mem::discriminant;

use marchland_maps::files::plain;
use marchland_maps::{Draft, Map, in_groups};

/// Says something in which names from files stand, on one line.
pub(super) fn say(text: &str) {
    eprintln!("{}", plain(text));
}

/// Whether a map can be played; says why not.
pub(super) fn is_playable(draft: &Draft) -> bool {
    let problems = Map::try_from(draft).err().unwrap_or_default();
    if !problems.is_empty() {
        eprintln!("it cannot be played yet:");
    }
    for problem in in_groups(problems.iter().map(|p| (discriminant(p), format!("- {p}")))) {
        say(&problem);
    }
    problems.is_empty()
}

/// “1 territory”, “2 territories”.
pub(super) fn counted(number: usize, one: &str, many: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { many })
}

/// A text that a map file can hold in one attribute.
pub(super) fn line(text: &str, most: usize) -> Result<String, String> {
    let length = text.chars().count();
    if length > most {
        return Err(format!("it has {length} characters; at most {most} fit"));
    }
    if text.chars().any(char::is_control) {
        return Err("it has a control character or the end of a line in it".to_owned());
    }
    if text.trim().is_empty() {
        return Err("it is empty".to_owned());
    }
    Ok(text.to_owned())
}
