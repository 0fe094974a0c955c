//! Every word the user reads, in one place, so that translating the editor
//! needs no other file.

use marchland_maps::{Continent, Draft, TerritoryKey};

// ---- names of things that have none -------------------------------------

/// What a territory is called: its name, or else its id or place in the file.
pub fn territory_name(draft: &Draft, key: TerritoryKey) -> String {
    let Some(at) = draft.territories.iter().position(|t| t.key == key) else {
        return "?".to_owned();
    };
    let territory = &draft.territories[at];
    match (&territory.name.text, territory.id) {
        (Some(name), _) if !name.trim().is_empty() => name.clone(),
        (_, Some(id)) => format!("Territory {id}"),
        _ => format!("Territory no. {}", at + 1),
    }
}

/// What a continent is called.
pub fn continent_name(continent: &Continent) -> String {
    match (&continent.name.text, continent.id) {
        (Some(name), _) if !name.trim().is_empty() => name.clone(),
        (_, Some(id)) => format!("Continent {id}"),
        _ => "A continent".to_owned(),
    }
}

// ---- steps, as undo names them -------------------------------------------

/// A pivot was moved.
pub fn move_pivot(territory: &str) -> String {
    format!("Move the pivot of {territory}")
}

/// A pivot was added.
pub fn add_pivot(territory: &str) -> String {
    format!("Add a pivot to {territory}")
}

/// A link by sea.
pub fn link_by_sea(a: &str, b: &str) -> String {
    format!("Link {a} – {b} by sea")
}

/// A link by land.
pub fn link_by_land(a: &str, b: &str) -> String {
    format!("Link {a} – {b}")
}

/// A link taken away.
pub fn unlink(a: &str, b: &str) -> String {
    format!("Part {a} and {b}")
}

/// Territories put into a continent.
pub fn into_continent(continent: &str) -> String {
    format!("Move into {continent}")
}

/// Territories taken out of their continent.
pub const OUT_OF_CONTINENT: &str = "Take out of the continent";

/// A link needs ids at both ends.
pub const NEEDS_IDS: &str = "Both territories need an id before they can be linked.";
