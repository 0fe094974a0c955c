//! Names of menus and commands.

pub(crate) const MENU_FILE: &str = "File";
pub(crate) const MENU_EDIT: &str = "Edit";
pub(crate) const MENU_VIEW: &str = "View";
pub(crate) const MENU_TOOLS: &str = "Tools";
pub(crate) const MENU_MAP: &str = "Map";
pub(crate) const MENU_TEST: &str = "Test";
pub(crate) const MENU_HELP: &str = "Help";
pub(crate) const KEYS_ALONE: &str = "Keyboard only";

pub(crate) const GO_HOME: &str = "Start screen";
pub(crate) const QUIT: &str = "Quit";
pub(crate) const EXPORT: &str = "Export picture…";
pub(crate) const CHOOSE_IMAGE: &str = "Choose map image…";
pub(crate) const DRAW_IMAGE: &str = "Draw map image";
pub(crate) const REMOVE_IMAGE: &str = "Remove map image";
pub(crate) const EXPORT_DOMINATION: &str = "Export for Domination…";
pub(crate) const UNDO: &str = "Undo";
pub(crate) const REDO: &str = "Redo";
pub(crate) const SELECT_ALL: &str = "Select all";
pub(crate) const FIND: &str = "Find territory";
pub(crate) const RENAME: &str = "Rename";
pub(crate) const PASTE_NAMES: &str = "Paste names…";
pub(crate) const NAMES_TITLE: &str = "Paste names";
pub(crate) const NAMES_HINT: &str = "Names from the clipboard, one per line, go to the selected territories, or else to the unnamed ones. With columns, the first identifies the territory by id, colour or name; a header row with languages (id, name, cs, de) adds translations.";
pub(crate) const NO_NAMES: &str =
    "No names on the clipboard: copy a list with one name per line first.";
pub(crate) const DELETE: &str = "Remove from map";
pub(crate) const CLOSER: &str = "Zoom in";
pub(crate) const FARTHER: &str = "Zoom out";
pub(crate) const ACTUAL_SIZE: &str = "Actual size";
pub(crate) const SHOW_SELECTION: &str = "Show selection";
pub(crate) const TOGGLE_ISSUES: &str = "Issues panel";
pub(crate) const STRONG_CONTRAST: &str = "High contrast";
pub(crate) const LARGER: &str = "Larger interface";
pub(crate) const SMALLER: &str = "Smaller interface";
pub(crate) const USUAL_SIZE: &str = "Default interface size";
pub(crate) const NO_LARGER: &str = "The window is too small for a larger interface.";
pub(crate) const NO_SMALLER: &str = "This is the smallest size.";
pub(crate) const MERGE: &str = "Merge territories";
pub(crate) const DIVIDE_TERRITORY: &str = "Divide territory…";
pub(crate) const NEXT_STEP: &str = "Next step";
pub(crate) const ACCEPT_ALL: &str = "Link all proposed neighbours";
pub(crate) const ACCEPT_ONE: &str = "Link the proposed pair";
pub(crate) const REJECT_ONE: &str = "Decline the proposed pair";
pub(crate) const SHOW_MASK_AGAIN: &str = "Reload mask";
pub(crate) const ALL_COMMANDS: &str = "All commands";
pub(crate) const LIST_OF_KEYS: &str = "Keyboard shortcuts";
pub(crate) const OPEN_MENUS: &str = "Open menu bar";
pub(crate) const CANCEL_THING: &str = "Cancel, then clear the selection";
pub(crate) const CONFIRM: &str = "Confirm; finish drawing";
pub(crate) const TAKE_BACK: &str = "Take back the last corner";
pub(crate) const TICK: &str = "Tick; try another variant";
pub(crate) const FOCUS_NEXT: &str = "Next control";
pub(crate) const FOCUS_PREVIOUS: &str = "Previous control";
pub(crate) const WALK: &str = "Next or previous territory";
pub(crate) const WALK_MORE: &str = "Extend selection to next or previous";
pub(crate) const NUDGE: &str = "Move pivot by 1 px; move in a list";
pub(crate) const NUDGE_FAR: &str = "Move pivot by 10 px";
pub(crate) const PICK_ONE: &str = "Choose a list entry by number";

pub(crate) const COMMAND_HINT: &str = "Search commands";
pub(crate) const NO_COMMAND: &str = "No command found.";
pub(crate) const NO_MAP_OPEN: &str = "No map is open.";
pub(crate) const NOT_WHILE_PLAYING: &str = "Not available during a game.";
pub(crate) const NOT_OF_A_MASK: &str = "Create the map first.";
pub(crate) const ALL_SAVED: &str = "There are no unsaved changes.";
pub(crate) const SELECT_FIRST: &str = "Nothing is selected.";
pub(crate) const BRUSH_FIRST: &str = "Choose the brush first.";
pub(crate) const BRUSH_WIDEST: &str = "The brush is as wide as can be.";
pub(crate) const BRUSH_NARROWEST: &str = "The brush is as narrow as can be.";

pub(crate) const MAKE_SEA: &str = "Make it a link by sea";
pub(crate) const MAKE_LAND: &str = "Make it a link by land";
pub(crate) const LINK_AGAIN: &str = "Link by land";
pub(crate) const MAKE_BOTH_WAYS: &str = "Make two-way";
pub(crate) const TURN_ROUND: &str = "Reverse direction";
pub(crate) const EXPORT_TITLE: &str = "Export picture";
pub(crate) const EXPORT_HINT: &str =
    "A PNG with land, links by sea, names and a legend of the continents.";
pub(crate) const EXPORT_NOW: &str = "Export";
pub(crate) const DOMINATION_TITLE: &str = "Export for Domination";
pub(crate) const DOMINATION_HINT: &str =
    "A new folder for the map file, the cards, the mask and the picture.";
pub(crate) const EXPORTING_MAP: &str = "Exporting map…";
pub(crate) const DRAWING_PICTURE: &str = "Exporting picture…";

pub(crate) fn names_left(n: usize) -> String {
    super::count(n, "name left over", "names left over")
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

/// Words by which the interface size is searched for.
pub(crate) const SCALE_WORDS: &str = "interface size scale zoom";

/// `Larger interface: 100 % → 110 %`.
pub(crate) fn scaled(words: &str, now: u16, to: Option<u16>) -> String {
    match to.filter(|to| *to != now) {
        Some(to) => format!("{words}: {now} % → {to} %"),
        None => format!("{words} (now {now} %)"),
    }
}

pub(crate) fn shown_at(hundredths: u16) -> String {
    format!("Interface size: {hundredths} %")
}

/// The window is too small for the chosen size of the interface.
pub(crate) fn no_room_for_scale(shown: u16, chosen: u16) -> String {
    format!("Interface size: {shown} %. This window is too small for {chosen} %.")
}

/// Title of a pivot's context menu.
pub(crate) fn pivot_of(territory: &str) -> String {
    format!("Pivot of {territory}")
}

pub(crate) fn one_way(from: &str, to: &str) -> String {
    format!("One-way from {from} to {to}")
}

/// An existing file would be overwritten.
pub(crate) fn picture_is_there(path: &std::path::Path) -> String {
    format!("{} already exists.", path.display())
}

/// The name of a new folder for a map of that name.
pub(crate) fn for_domination(name: &str) -> String {
    format!("{name}-domination")
}

pub(crate) fn choose_new_folder(path: &std::path::Path) -> String {
    format!("{} exists already. Choose a new folder.", path.display())
}

pub(crate) fn no_pixel(name: &str) -> String {
    format!("{name} has no pixel in the mask")
}

/// Why the map's own picture was not used in an export.
pub(crate) fn redrawn(why: &str) -> String {
    format!("the map's image {why}; a new picture was drawn")
}

pub(crate) fn unreadable(error: &dyn std::fmt::Display) -> String {
    format!("cannot be read: {error}")
}

/// What was written where, and what was lost.
pub(crate) fn exported(path: &std::path::Path, lost: &[String]) -> String {
    let lost = lost.iter().map(|what| super::sentence(what));
    let all = std::iter::once(super::saved_to(&path.display().to_string())).chain(lost);
    all.collect::<Vec<_>>().join(" ")
}
