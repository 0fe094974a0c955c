//! The texts of Dots and Boxes.

use super::keys::{FOCUS_KEYS, Keys, LOOK_KEYS, RECORD};
use super::{AUTOPLAY, PAUSE};
use crate::dots::Size;

pub(in crate::gui) const TITLE: &str = "Dots and Boxes";
pub(in crate::gui) const DRAWN: &str = "A draw";
pub(in crate::gui) const DRAWN_ALREADY: &str = "That line is already drawn.";
pub(in crate::gui) const TAKE_OVER: &str = "Take over";
pub(in crate::gui) const DRAW: &str = "Draw the line";
pub(in crate::gui) const CLICK: &str = "Click between two dots";
pub(in crate::gui) const LOOK: &str = "View board";
pub(in crate::gui) const SIZE: &str = "Boxes";
pub(in crate::gui) const RULE: &str = "Complete a box to own it and draw again. Most boxes win.";

/// A computer player by its name or level.
pub(in crate::gui) fn bot(name: &str) -> &'static str {
    match name {
        "random" => "Random",
        "greedy" | "normal" => "Normal",
        _ => "Hard",
    }
}

/// The size of a board, in boxes.
pub(in crate::gui) fn size(size: Size) -> String {
    format!("{} × {}", size.columns(), size.rows())
}

/// The position in a record.
pub(in crate::gui) fn line_of(at: usize, of: usize) -> String {
    format!("line {at} of {of}")
}

/// The keys, by topic.
pub(in crate::gui) const KEYS: &[(&str, Keys)] = &[
    (
        "Board",
        &[
            ("← → ↑ ↓", "Go to the line that way"),
            ("N Shift+N", "Next or previous free line"),
            ("Space Enter", "Draw it"),
        ],
    ),
    (
        "Window",
        &[
            ("C", "Write a message"),
            ("O", AUTOPLAY),
            ("P", PAUSE),
            ("[ ]", "Slower, faster"),
            LOOK_KEYS,
            FOCUS_KEYS,
            ("Esc", "Cancel"),
            ("?", "This list"),
        ],
    ),
];

/// The keys of a spectator, by topic.
pub(in crate::gui) const WATCHING: &[(&str, Keys)] = &[
    (
        "Game",
        &[
            ("Space", "Pause or resume"),
            ("1 2 3 4 5", "2, 10, 50, 500 lines a second, or all at once"),
        ],
    ),
    (
        RECORD,
        &[
            ("← →", "Back one line, forward one line"),
            ("Home End", "To the start, to the end"),
        ],
    ),
    (
        "Window",
        &[LOOK_KEYS, FOCUS_KEYS, ("Esc", "Back"), ("?", "This list")],
    ),
];
