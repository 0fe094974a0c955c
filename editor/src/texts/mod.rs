//! All texts of the user interface, in one place for translation.

mod balance;
mod commands;
mod drawing;
mod files;
mod findings;
mod generating;
mod odds;
mod playtest;
mod screens;

pub(crate) use balance::*;
pub(crate) use commands::*;
pub(crate) use drawing::*;
pub(crate) use files::*;
pub(crate) use findings::*;
pub(crate) use generating::*;
pub(crate) use odds::*;
pub(crate) use playtest::*;
pub(crate) use screens::*;

use std::ops::RangeInclusive;

use marchland_maps::{By, Card, Continent, Draft, Rgb, TerritoryId, TerritoryKey};
use marchland_ui::zoom::Words;

/// A territory's display name: its name, or its id, or its place in the file.
pub(crate) fn territory_name(draft: &Draft, key: TerritoryKey) -> String {
    let Some(at) = draft.place_of(key) else {
        return "?".to_owned();
    };
    let territory = &draft.territories[at];
    match (&territory.name.text, territory.id) {
        (Some(name), _) if !name.trim().is_empty() => name.clone(),
        (_, Some(id)) => format!("Territory {id}"),
        _ => format!("Territory no. {}", at + 1),
    }
}

pub(crate) fn continent_name(continent: &Continent) -> String {
    match (&continent.name.text, continent.id) {
        (Some(name), _) if !name.trim().is_empty() => name.clone(),
        (_, Some(id)) => format!("Continent {id}"),
        _ => "A continent".to_owned(),
    }
}

pub(crate) fn move_pivot(territory: &str) -> String {
    format!("Move pivot of {territory}")
}

pub(crate) fn add_pivot(territory: &str) -> String {
    format!("Add pivot to {territory}")
}

pub(crate) fn unlink(a: &str, b: &str) -> String {
    format!("Unlink {a} – {b}")
}

pub(crate) fn into_continent(continent: &str) -> String {
    format!("Move to {continent}")
}

pub(crate) const OUT_OF_CONTINENT: &str = "Remove from continent";

pub(crate) const LINK_INTO_SEA: &str =
    "No link is made: it ends in the sea. Drag from one territory to another.";
pub(crate) const LINK_ITSELF: &str =
    "No link is made: both ends are in one territory. Drag from one territory to another.";
pub(crate) const NEEDS_IDS: &str = "Both territories need an id before they can be linked.";

pub(crate) const ACCEPT: &str = "Link";
pub(crate) const ADD_NEIGHBOUR: &str = "Add neighbour…";
pub(crate) const ALL_NAMED: &str = "All territories have names.";
pub(crate) const AUTHOR: &str = "Author";
pub(crate) const BACKGROUND: &str = "Background";
pub(crate) const BADGE: &str = "Badge";
pub(crate) const BONUS: &str = "Bonus";
pub(crate) const BONUS_HINT: &str = "Units per turn";
pub(crate) const BOTH_WAYS: &str = "Two-way; click for one-way";
pub(crate) const BY_LAND: &str = "By land; click for by sea";
pub(crate) const BY_SEA: &str = "By sea; click for by land";
pub(crate) const CARD: &str = "Card";
pub(crate) const CARD_IN_TURN: &str = "Automatic";
pub(crate) const CLEAR_FINDER: &str = "Clear the search";
pub(crate) const CENTRE_PIVOT: &str = "Centre in the region";
pub(crate) const COLOUR: &str = "Colour";
pub(crate) const CONTINENT: &str = "Continent";
pub(crate) const DECLARE_COLOUR: &str = "Set the role of a colour";
pub(crate) const DESCRIPTION: &str = "Description";
pub(crate) const FILTER_HINT: &str = "Find by name (Ctrl+P)";
pub(crate) const GAP: &str = "Separator width, up to";
pub(crate) const GROUND_CONTINENTS: &str = "Colour by continent";
pub(crate) const GROUND_KEYS: &str = "Show key colours";
pub(crate) const GROUND_PICTURE: &str = "Show the map image";
pub(crate) const HINT_PICK: &str = "Click the territory in the mask. Esc keeps the current colour.";
pub(crate) const HINT_PIVOT: &str = "Drag a pivot; it snaps to the centre unless you hold Alt. Arrow keys move it by 1 px, with Shift by 10. Double-click to add one.";
pub(crate) const KEY_COLOUR: &str = "Key colour";
pub(crate) const LAYER_BADGES: &str = "Show sample badges";
pub(crate) const LAYER_LINKS: &str = "Show links";
pub(crate) const LAYER_NAMES: &str = "Show names";
pub(crate) const LICENCE: &str = "Licence";
pub(crate) const LICENCE_HINT: &str = "CC-BY-4.0, for example";
pub(crate) const MAIN_PIVOT: &str = "main";
pub(crate) const MAP_NAME_HINT: &str = "Unnamed map";
pub(crate) const MEMBERS: &str = "Territories";
pub(crate) const NAME: &str = "Name";
/// Before the number of names hidden for lack of space.
pub(crate) const NAMES_HIDDEN: &str = "Hidden names: ";
pub(crate) const NAME_HINT: &str = "No name yet";
pub(crate) const NEIGHBOURS: &str = "Neighbours";
pub(crate) const NEW_CONTINENT: &str = "New continent";
pub(crate) const NEW_CONTINENT_HINT: &str = "Start a new continent and paint it";
pub(crate) const NEW_CONTINENT_OF: &str = "New continent from selection";
pub(crate) const NEW_TERRITORY: &str = "New territory";
pub(crate) const NONE: &str = "None";
pub(crate) const NOTHING_LEFT: &str = "Nothing left to do: the map is ready to play.";
pub(crate) const NOTHING_TO_REDO: &str = "Nothing to redo";
pub(crate) const NOTHING_TO_UNDO: &str = "Nothing to undo";
pub(crate) const NOT_SAVED: &str = "Not saved";
pub(crate) const NO_COLOUR_THERE: &str = "There is no mask colour there.";
pub(crate) const NO_CONTINENT: &str = "No continent yet";
pub(crate) const NO_MASK: &str = "No readable mask";
pub(crate) const NO_MASK_HINT: &str =
    "Choose the file with Locate… above. You can edit names, neighbours and continents without it.";
/// Where there is no *Locate…*.
pub(crate) const MASKLESS_HINT: &str = "You can edit names, neighbours and continents without it.";
pub(crate) const NO_MATCH: &str = "Nothing found";
pub(crate) const NO_MATCH_HINT: &str = "A name must contain every word you type.";
pub(crate) const NO_PICTURE: &str = "This map has no image; Map → Draw map image draws one";
pub(crate) const PICTURE_NOT_READ: &str = "The map image is missing or cannot be read";
pub(crate) const NO_PROPOSALS: &str = "No open proposals";
pub(crate) const NO_PROPOSALS_HINT: &str = "All touching territories are linked or their border is closed. If a pair is missing, increase the separator width.";
pub(crate) const NO_TERRITORIES: &str = "No territories yet";
pub(crate) const NO_TERRITORIES_HINT: &str = "Click a colour in the mask to make it a territory.";
pub(crate) const ONE_WAY: &str = "One-way from here; click to reverse";
pub(crate) const ONE_WAY_BACK: &str = "One-way to here; click for two-way";
pub(crate) const OPEN_BORDER: &str = "Reopen border";
pub(crate) const OPEN_MAP: &str = "Open map…";
pub(crate) const PAINT: &str = "Paint territories";
pub(crate) const PAINTING: &str = "Painting on the map";
pub(crate) const PART: &str = "Remove link";
pub(crate) const PICK: &str = "Pick…";
pub(crate) const PICKING: &str = "Click the map";
pub(crate) const PIVOTS: &str = "Pivots";
pub(crate) const DECLINE: &str = "Decline";
pub(crate) const REJECT: &str = "Close border";
pub(crate) const REMOVE_CONTINENT: &str = "Remove continent";
pub(crate) const REMOVE_PIVOT: &str = "Remove pivot";
pub(crate) const REMOVE_TERRITORIES: &str = "Remove territories";
pub(crate) const REMOVE_TERRITORY: &str = "Remove territory";
pub(crate) const RENAME_CONTINENT: &str = "Rename continent";
pub(crate) const ACCEPT_ALL_HINT: &str = "Link all touching territories in one step";
pub(crate) const REVIEW: &str = "Review one by one";
pub(crate) const REVIEW_HINT: &str = "Show each pair on the map; press Y to link, N to decline";
pub(crate) const SAVE: &str = "Save";
pub(crate) const SAVED: &str = "Saved";
pub(crate) const SAVE_AS: &str = "Save as…";
pub(crate) const SEPARATOR: &str = "Separators";
pub(crate) const SET_AUTHOR: &str = "Change author";
pub(crate) const SET_BADGE: &str = "Change badge size";
pub(crate) const SET_BONUS: &str = "Change bonus";
pub(crate) const SET_CARD: &str = "Change card";
pub(crate) const SET_COLOUR: &str = "Change continent colour";
pub(crate) const SET_DESCRIPTION: &str = "Change description";
pub(crate) const SET_GAP: &str = "Change separator width";
pub(crate) const SET_LICENCE: &str = "Change licence";
pub(crate) const SET_MAP_NAME: &str = "Rename map";
pub(crate) const SET_WRAP: &str = "Change edge wrapping";
pub(crate) const SEVERAL: &str = "Several";
pub(crate) const SHOW_ALL: &str = "Zoom to fit";
pub(crate) const SHUT: &str = "closed";
pub(crate) const SKIP: &str = "Skip";
pub(crate) const STOP_REVIEW: &str = "Stop reviewing";
pub(crate) const THE_MAP: &str = "Map";
pub(crate) const TOGGLE_THEME: &str = "Light or dark theme";
pub(crate) const UNNAMED_MAP: &str = "Unnamed map";
pub(crate) const USE_AS_BACKGROUND: &str = "Use as background";
pub(crate) const USE_AS_SEPARATOR: &str = "Use as separator";
pub(crate) const USE_AS_TERRITORY: &str = "Make it a territory";
pub(crate) const WRAP_HORIZONTAL: &str = "Wrap left and right edges";
pub(crate) const WRAP_VERTICAL: &str = "Wrap top and bottom edges";
pub(crate) const ZOOM: Words = Words {
    closer: "Zoom in",
    farther: "Zoom out",
    whole: SHOW_ALL,
};

/// `1 territory`, `2 territories`.
fn count(n: usize, one: &str, many: &str) -> String {
    format!("{} {}", number(n as u64), if n == 1 { one } else { many })
}

pub(crate) fn capital(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().into_iter().flat_map(char::to_uppercase);
    first.chain(letters).collect()
}

/// A number with thousands separators.
pub(crate) fn number(n: u64) -> String {
    let digits = n.to_string();
    let mut out = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

pub(crate) fn territories(n: usize) -> String {
    count(n, "territory", "territories")
}

pub(crate) const TOOL_SELECT: &str = "Select and rename";
pub(crate) const TOOL_PIVOT: &str = "Move pivots";
pub(crate) const TOOL_LINK: &str = "Link territories";
pub(crate) const TOOL_CONTINENT: &str = "Paint continents";
pub(crate) const TOOL_ODDS: &str = "Battle odds";

pub(crate) fn card(card: Card) -> &'static str {
    match card {
        Card::Infantry => "Infantry",
        Card::Cavalry => "Cavalry",
        Card::Artillery => "Artillery",
    }
}

pub(crate) fn hint_link(anchor: Option<&str>) -> String {
    match anchor {
        Some(name) => format!(
            "Click territories to link them to {name} or unlink them. Drag for a link by sea; Shift makes it one-way."
        ),
        None => {
            "Click a territory, then its neighbours. Drag from one to another for a link by sea."
                .into()
        }
    }
}

pub(crate) fn hint_continent(brush: Option<&str>) -> String {
    match brush {
        Some(name) => format!("Painting {name}: drag to add territories, Shift+drag to remove."),
        None => {
            "Click a territory to paint its continent, or one without a continent to start a new one."
                .into()
        }
    }
}

pub(crate) fn stray_colour(colour: Rgb) -> String {
    format!("The colour {colour} belongs to no territory.")
}

pub(crate) fn undo(name: &str) -> String {
    format!("Undo: {name}")
}

pub(crate) fn redo(name: &str) -> String {
    format!("Redo: {name}")
}

pub(crate) fn undone(name: &str) -> String {
    format!("Undone: {name}")
}

pub(crate) fn redone(name: &str) -> String {
    format!("Redone: {name}")
}

pub(crate) fn done(name: &str) -> String {
    format!("Done: {name}. Press Ctrl+Z to undo.")
}

pub(crate) fn name_too_long() -> String {
    let most = marchland_maps::limits::MAX_NAME_CHARS;
    format!("A name has at most {most} characters: the rest is left out.")
}

pub(crate) fn rename(name: &str) -> String {
    format!("Rename {name}")
}

pub(crate) fn remove(name: &str) -> String {
    format!("Remove {name}")
}

pub(crate) fn remove_pivot(name: &str) -> String {
    format!("Remove pivot from {name}")
}

pub(crate) fn set_key_colour(name: &str) -> String {
    format!("Change key colour of {name}")
}

pub(crate) fn shut(a: &str, b: &str) -> String {
    format!("Close border {a} – {b}")
}

/// Declines a proposed pair.
pub(crate) fn decline(a: &str, b: &str) -> String {
    format!("Decline {a} – {b}")
}

pub(crate) fn open_border(a: &str, b: &str) -> String {
    format!("Reopen border {a} – {b}")
}

pub(crate) fn change_link(a: &str, b: &str) -> String {
    format!("Change link {a} – {b}")
}

pub(crate) fn accept_all(n: usize) -> String {
    if n == 1 {
        ACCEPT.into()
    } else {
        format!("Link all {}", number(n as u64))
    }
}

pub(crate) fn link_all(n: usize) -> String {
    format!(
        "Link {}",
        count(n, "pair of neighbours", "pairs of neighbours")
    )
}

pub(crate) fn linked_all(n: usize) -> String {
    format!(
        "{} linked. Press Ctrl+Z to undo.",
        count(n, "pair of neighbours", "pairs of neighbours")
    )
}

pub(crate) fn edit_failed(error: &marchland_maps::EditError) -> String {
    format!("Nothing changed: {error}.")
}

pub(crate) fn pair(a: &str, b: &str) -> String {
    format!("{a} – {b}")
}

pub(crate) fn pixels(n: impl Into<u64>) -> String {
    format!("{} px", number(n.into()))
}

pub(crate) fn outline_tab(n: usize) -> String {
    format!("Territories  {}", number(n as u64))
}

pub(crate) fn proposals_tab(n: usize) -> String {
    if n == 0 {
        "Proposals".into()
    } else {
        format!("Proposals  {}", number(n as u64))
    }
}

pub(crate) fn review_place(at: usize, of: usize, by: By) -> String {
    let (at, of) = (number(at as u64 + 1), number(of as u64));
    match by {
        By::Land => format!("Proposed neighbours, {at} of {of}"),
        By::Sea => format!("Proposed link by sea, {at} of {of}"),
    }
}

pub(crate) fn review_question(a: &str, b: &str) -> String {
    format!("Are {a} and {b} neighbours?")
}

pub(crate) fn review_border(by: By, length: u32) -> String {
    let pixels = number(u64::from(length));
    let apart = match by {
        By::Land => format!("They touch along {pixels} px of the mask."),
        By::Sea => format!("{pixels} px of water separate them."),
    };
    format!("{apart} Declining closes their border.")
}

pub(crate) fn link(a: &str, b: &str, by: By) -> String {
    match by {
        By::Land => format!("Link {a} – {b}"),
        By::Sea => format!("Link {a} – {b} by sea"),
    }
}

pub(crate) fn counts(territories: usize, continents: usize, links: usize) -> String {
    format!(
        "{}  ·  {}  ·  {}",
        count(territories, "territory", "territories"),
        count(continents, "continent", "continents"),
        count(links, "link", "links"),
    )
}

pub(crate) fn extent(id: Option<TerritoryId>, extent: Option<(usize, u64)>) -> String {
    let id = id.map_or("no id".to_owned(), |id| format!("id {id}"));
    match extent {
        Some((0, _)) => format!("{id}  ·  not in the mask"),
        Some((pieces, pixels)) => format!(
            "{id}  ·  {}  ·  {} px",
            count(pieces, "region", "regions"),
            number(pixels)
        ),
        None => id,
    }
}

pub(crate) fn complete_pivots(pieces: usize) -> String {
    format!("One for each of its {} regions", number(pieces as u64))
}

pub(crate) fn continent_extent(members: usize, gates: usize) -> String {
    format!(
        "{}, {}",
        count(members, "territory", "territories"),
        count(gates, "gate", "gates")
    )
}

/// What is wrong with a typed bonus, and what the map keeps.
pub(crate) fn bonus_range(most: u16, kept: Option<u16>) -> String {
    let kept = match kept {
        Some(bonus) => format!("The bonus remains {}.", number(bonus.into())),
        None => "There is still no bonus.".to_owned(),
    };
    let most = number(u64::from(most));
    format!("{kept} Enter a whole number from 0 to {most}.")
}

pub(crate) fn expected_bonus(fitting: &RangeInclusive<u16>) -> String {
    format!(
        "Typical for its size: {} to {}.",
        fitting.start(),
        fitting.end()
    )
}

pub(crate) fn mask_line(file: &str, width: u32, height: u32) -> String {
    if width == 0 {
        format!("Mask: {file}")
    } else {
        format!("Mask: {file}, {width} × {height} px")
    }
}

pub(crate) fn step_name(n: usize) -> String {
    format!("Name {}", territories(n))
}

pub(crate) fn step_decide(n: usize) -> String {
    format!("Review {}", count(n, "proposal", "proposals"))
}

pub(crate) fn step_group(n: usize) -> String {
    format!("Group {}", territories(n))
}

pub(crate) fn step_fix(n: usize) -> String {
    format!("Fix {}", count(n, "error", "errors"))
}

pub(crate) const STEP_NAME_MAP: &str = "Name the map";
pub(crate) const STEP_READY: &str = "Ready to play";
pub(crate) const STEP_NAME_HINT: &str = "Press Enter to go to the next unnamed one";
pub(crate) const STEP_DECIDE_HINT: &str = "Found in the mask: accept all, or review each";
pub(crate) const STEP_GROUP_HINT: &str = "Paint them into continents";
pub(crate) const STEP_NAME_MAP_HINT: &str = "Players choose a map by its name";
pub(crate) const STEP_FIX_HINT: &str = "Press F8 to go to the next one";
pub(crate) const STEP_READY_HINT: &str = "The map is complete and has no errors";

/// An error message as a sentence. A leading file name keeps its case.
pub(crate) fn sentence(text: &str) -> String {
    let first = text.split_whitespace().next().unwrap_or_default();
    let is_file = first.trim_end_matches(':').contains(['.', '/', '\\', '~']);
    let mut out = if is_file {
        text.to_owned()
    } else {
        capital(text)
    };
    if !out.ends_with(['.', '!', '?', '…']) {
        out.push('.');
    }
    out
}
