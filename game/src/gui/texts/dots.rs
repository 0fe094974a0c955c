//! What is said at a board of dots.

pub(in crate::gui) const TITLE: &str = "Dots and Boxes";
pub(in crate::gui) const DRAWN: &str = "Nobody has won: a draw";
pub(in crate::gui) const DRAWN_ALREADY: &str = "That line is drawn already.";
pub(in crate::gui) const TAKE_OVER: &str = "Play yourself";
pub(in crate::gui) const DRAW: &str = "Draw the line";
pub(in crate::gui) const CLICK: &str = "Click between two dots";
pub(in crate::gui) const LOOK: &str = "Look at the board";
pub(in crate::gui) const SIZE: &str = "Boxes";
pub(in crate::gui) const RULE: &str =
    "Whoever draws the last line of a box has it, and draws again. Most boxes win.";

/// A computer player by its name.
pub(in crate::gui) fn bot(name: &str) -> &'static str {
    match name {
        "random" => "Random",
        "greedy" => "Normal",
        _ => "Hard",
    }
}

/// Where in a record one is.
pub(in crate::gui) fn line_of(at: usize, of: usize) -> String {
    format!("line {at} of {of}")
}

/// The keys, by what they are about.
pub(in crate::gui) const KEYS: &[(&str, &[(&str, &str)])] = &[
    (
        "The board",
        &[
            ("← → ↑ ↓", "to the line that lies that way"),
            ("N Shift+N", "the next free line, the one before"),
            ("Space Enter", "draw it"),
        ],
    ),
    (
        "The window",
        &[
            ("C", "write to the others"),
            ("O", "autoplay"),
            ("P", "let the picture stand still"),
            ("[ ]", "show lines longer, shorter"),
            ("Ctrl+D H", "light or dark, strong contrasts"),
            ("Tab Shift+Tab", "the next button, the one before"),
            ("Esc", "leave off: the nearest thing"),
            ("?", "this list"),
        ],
    ),
    (
        "A record",
        &[
            ("← →", "one line back, one on"),
            ("Space", "stand still, go on"),
            ("1 2 3 4 5", "2, 10, 50, 500 lines a second, or all at once"),
            ("Home End", "to its beginning, to its end"),
        ],
    ),
];
