//! Messages on standard error, and words for numbers.

use std::fmt::Display;
use std::mem::discriminant;
use std::str::FromStr;

use marchland_maps::files::plain;
use marchland_maps::{By, Draft, Map, in_groups};

/// Prints a message that may contain names from files, on one line.
pub(super) fn note(text: &str) {
    say!("{}", plain(text));
}

/// Whether a map can be played; prints the reasons if not.
pub(super) fn is_playable(draft: &Draft) -> bool {
    let problems = Map::try_from(draft).err().unwrap_or_default();
    if !problems.is_empty() {
        say!("the map cannot be played yet:");
    }
    for problem in in_groups(problems.iter().map(|p| (discriminant(p), format!("- {p}")))) {
        note(&problem);
    }
    problems.is_empty()
}

/// “1 territory”, “2 territories”.
pub(super) fn counted(number: usize, one: &str, many: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { many })
}

/// “42 territories, 6 continents, 83 links (12 by sea)”.
pub(super) fn summary(draft: &Draft) -> String {
    let by_sea = draft.links().filter(|(_, link)| link.by == By::Sea).count();
    format!(
        "{}, {}, {} ({by_sea} by sea)",
        counted(draft.territories.len(), "territory", "territories"),
        counted(draft.continents.len(), "continent", "continents"),
        counted(draft.links().count(), "link", "links"),
    )
}

/// A parser of whole numbers up to `most`.
pub(super) fn whole<T>(
    most: T,
) -> impl Fn(&str) -> Result<T, String> + Clone + Send + Sync + 'static
where
    T: Copy + Display + FromStr + PartialOrd + Send + Sync + 'static,
{
    move |text| {
        let number = text.parse::<T>().ok().filter(|number| *number <= most);
        number.ok_or_else(|| format!("give a whole number from 0 to {most}"))
    }
}

/// Checks a text that is stored in one attribute of a map file.
pub(super) fn line(text: &str, most: usize) -> Result<String, String> {
    let length = text.chars().count();
    if length > most {
        return Err(format!(
            "it has {length} characters; at most {most} are allowed"
        ));
    }
    if text.chars().any(char::is_control) {
        return Err("it contains a control character or a line break".to_owned());
    }
    if text.trim().is_empty() {
        return Err("it is empty".to_owned());
    }
    Ok(text.to_owned())
}
