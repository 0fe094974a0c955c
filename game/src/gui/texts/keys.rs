//! The lists of keys.

use super::{AUTOPLAY, FIND, PAUSE};

/// Key caps separated by blanks, and what these keys do.
pub(in crate::gui) type Keys = &'static [(&'static str, &'static str)];

/// The keys of a player, by topic.
pub(in crate::gui) const KEYS: &[(&str, Keys)] = &[
    (
        "Your turn",
        &[
            (
                "A",
                "Attack from the selected territory; again: next target",
            ),
            ("R", "Place a unit there"),
            ("T", "Move units from there to the territory you click"),
            ("X", "Trade the best set of cards"),
            ("E", "End the turn"),
            ("Enter", "Press the filled button"),
            ("U", "Take back the last digit or placement"),
            ("Esc", "Cancel one thing at a time"),
        ],
    ),
    (
        "Battle",
        &[
            (
                "1 2 3",
                "Attack once with so many; else a number for the next click",
            ),
            ("B", "Attack until it is decided"),
            ("L", "Attack until the number of units you type is left"),
        ],
    ),
    (
        "Map",
        &[
            ("← → ↑ ↓", "Select the neighbour that way"),
            ("N Shift+N", "Next or previous territory that can act"),
            ("Space Shift+Space", "Click it; with all units"),
            ZOOM_KEYS,
            ("Ctrl+F", FIND),
            LAYER_KEYS,
        ],
    ),
    (
        "Window",
        &[
            ("Alt+1 Alt+2 Alt+3", "General, Players, Debug"),
            ("Alt+4 Alt+5", "Log, chat"),
            ("C", "Write a message"),
            ("V", "Evaluate the position"),
            ("O", AUTOPLAY),
            ("P", PAUSE),
            ("[ ]", "Slower, faster"),
            LOOK_KEYS,
            FOCUS_KEYS,
            ("?", "This list"),
        ],
    ),
];

/// The topic of the keys that only a record has.
pub(in crate::gui) const RECORD: &str = "Record";

/// The keys of a spectator.
pub(in crate::gui) const WATCHING: &[(&str, Keys)] = &[
    (
        "Game",
        &[
            ("Space", "Pause or resume"),
            ("→ Shift+→", "Forward one action, to the next turn"),
            (
                "1 2 3 4 5",
                "2, 10, 50, 500 actions a second, or all at once",
            ),
        ],
    ),
    (
        RECORD,
        &[
            ("← Shift+←", "Back one action, to the previous turn"),
            ("Home End", "To the start, to the end"),
        ],
    ),
    (
        "Window",
        &[
            ZOOM_KEYS,
            LAYER_KEYS,
            ("Ctrl+F", FIND),
            ("Alt+2 Alt+3", "Players, Debug"),
            ("V", "Evaluate the position"),
            LOOK_KEYS,
            FOCUS_KEYS,
            ("Esc", "Back"),
            ("?", "This list"),
        ],
    ),
];

const ZOOM_KEYS: (&str, &str) = (
    "+ - Ctrl+0 Shift+1",
    "Zoom in, out, to actual size, to the whole map",
);
const LAYER_KEYS: (&str, &str) = ("M K Y I", "Names, links, player patterns, map image");
pub(super) const LOOK_KEYS: (&str, &str) = ("Ctrl+D H", "Light or dark, high contrast");
pub(super) const FOCUS_KEYS: (&str, &str) = ("Tab Shift+Tab", "Next or previous control");

pub(in crate::gui) const POINTER_HEAD: &str = "Pointer";
/// What the pointer does.
pub(in crate::gui) const POINTER: Keys = &[
    ("Click", "Place a unit; or select, then choose a target"),
    (
        "Right click",
        "Take a unit back; or attack until it is decided",
    ),
    ("Wheel", "More or fewer units; beside your land: zoom"),
    ("Shift+click", "Place all units"),
    ("Drag", "Attack, or move units"),
    ("Shift+drag", "Move all units"),
];
