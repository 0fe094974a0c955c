//! What commands are called that have no other name yet; the menus that they stand in.

pub(crate) const MENU_FILE: &str = "File";
pub(crate) const MENU_EDIT: &str = "Edit";
pub(crate) const MENU_VIEW: &str = "View";
pub(crate) const MENU_TOOLS: &str = "Tools";
pub(crate) const MENU_MAP: &str = "Map";
pub(crate) const MENU_TEST: &str = "Test";
pub(crate) const MENU_HELP: &str = "Help";
pub(crate) const KEYS_ALONE: &str = "By keys alone";

pub(crate) const GO_HOME: &str = "Start screen";
pub(crate) const EXPORT: &str = "Export a picture…";
pub(crate) const UNDO: &str = "Undo";
pub(crate) const REDO: &str = "Redo";
pub(crate) const SELECT_ALL: &str = "Select all territories";
pub(crate) const FIND: &str = "Find a territory";
pub(crate) const RENAME: &str = "Rename";
pub(crate) const PASTE_NAMES: &str = "Paste names for many";
pub(crate) const NAMES_HINT: &str = "From the list that was copied: a name a line, for those that are selected, or else for those without a name. With columns, the first says whose name it is: id, colour or name; a head with languages (id, name, cs, de) adds translations.";
pub(crate) const NO_NAMES: &str = "No names were copied: copy a list first, a name a line.";
pub(crate) const DELETE: &str = "Take out of the map";
pub(crate) const CLOSER: &str = "Closer";
pub(crate) const FARTHER: &str = "Farther";
pub(crate) const ACTUAL_SIZE: &str = "Actual size";
pub(crate) const SHOW_SELECTION: &str = "Bring into sight";
pub(crate) const TOGGLE_ISSUES: &str = "Show or hide the issues";
pub(crate) const STRONG_CONTRAST: &str = "Strong contrasts";
pub(crate) const LARGER: &str = "Show everything larger";
pub(crate) const SMALLER: &str = "Show everything smaller";
pub(crate) const USUAL_SIZE: &str = "Show everything as large as usual";
pub(crate) const NO_LARGER: &str = "The window has no room for that.";
pub(crate) const NO_SMALLER: &str = "It gets no smaller.";
pub(crate) const MERGE: &str = "Make one territory of these";
pub(crate) const DIVIDE_TERRITORY: &str = "Divide the territory…";
pub(crate) const NEXT_STEP: &str = "What is still to be done";
pub(crate) const ACCEPT_ALL: &str = "Link all proposed neighbours";
pub(crate) const ACCEPT_ONE: &str = "Link the proposed neighbours";
pub(crate) const REJECT_ONE: &str = "Shut the proposed border";
pub(crate) const SHOW_MASK_AGAIN: &str = "Read the mask's file again";
pub(crate) const ALL_COMMANDS: &str = "All commands";
pub(crate) const LIST_OF_KEYS: &str = "List of keys";
pub(crate) const OPEN_MENUS: &str = "Go to the menus";
pub(crate) const CANCEL_THING: &str = "Drop what was begun, then what is selected";
pub(crate) const CONFIRM: &str = "Take what is chosen; end what is drawn";
pub(crate) const TICK: &str = "Tick; another of its kind";
pub(crate) const FOCUS_NEXT: &str = "The next button, field or choice";
pub(crate) const FOCUS_PREVIOUS: &str = "The button, field or choice before";
pub(crate) const WALK: &str = "The next territory, the one before";
pub(crate) const WALK_MORE: &str = "The same, besides those selected";
pub(crate) const NUDGE: &str = "Move the pivot; walk through a list";
pub(crate) const NUDGE_FAR: &str = "Move the pivot by ten pixels";
pub(crate) const PICK_ONE: &str = "Take that one of a list";

pub(crate) const COMMAND_HINT: &str = "What is to be done?";
pub(crate) const NO_COMMAND: &str = "Nothing is called that.";
pub(crate) const NO_MAP_OPEN: &str = "No map is open.";
pub(crate) const NOT_WHILE_PLAYING: &str = "Not while a game is played.";
pub(crate) const NOT_OF_A_MASK: &str = "Make the map first.";
pub(crate) const ALL_SAVED: &str = "Everything is saved.";
pub(crate) const SELECT_FIRST: &str = "Nothing is selected.";
pub(crate) const BRUSH_FIRST: &str = "Take the brush first.";

pub(crate) const MAKE_SEA: &str = "Make it a link by sea";
pub(crate) const MAKE_LAND: &str = "Make it a link by land";
pub(crate) const MAKE_BOTH_WAYS: &str = "Make it go both ways";
pub(crate) const TURN_ROUND: &str = "Turn it round";
pub(crate) const EXPORT_TITLE: &str = "Export a picture";
pub(crate) const EXPORT_HINT: &str =
    "A PNG to look at: land, links by sea, names, a legend of the continents.";
pub(crate) const DRAW_PICTURE: &str = "Draw the picture";
pub(crate) const DRAWING_PICTURE: &str = "Drawing the picture…";

pub(crate) fn names_left(n: usize) -> String {
    super::count(n, "name is left over", "names are left over")
}

pub(crate) fn name_in(name: &str, lang: Option<&str>) -> String {
    match lang {
        Some(lang) => format!("{name} ({lang})"),
        None => name.to_owned(),
    }
}

pub(crate) fn name_these(n: usize) -> String {
    format!("Name {}", super::territories(n))
}

pub(crate) fn and_more(n: usize) -> String {
    format!("and {} more", super::number(n as u64))
}

pub(crate) fn shown_at(hundredths: u16) -> String {
    format!("Everything is shown at {hundredths} %.")
}

/// What can be done with one of its pivots is listed below.
pub(crate) fn pivot_of(territory: &str) -> String {
    format!("Pivot of {territory}")
}

/// A link that goes in one direction only.
pub(crate) fn one_way(from: &str, to: &str) -> String {
    format!("Only from {from} to {to}")
}

/// A picture would be written over another one.
pub(crate) fn picture_is_there(path: &std::path::Path) -> String {
    format!("{} is there already.", path.display())
}
