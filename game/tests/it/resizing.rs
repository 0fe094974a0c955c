//! The screen of a terminal that is resized during a game.

use crate::program::bundled;
use crate::pty::Terminal;

const CLEARED: &str = "\u{1b}[2J";

/// What the last row that is not blank says, and how many are.
fn last(rows: &[String]) -> (&str, usize) {
    let last = rows.iter().rposition(|row| !row.is_empty());
    last.map_or(("", 0), |at| (&rows[at], at + 1))
}

/// The whole world is on the screen, once, below its title and above the prompt.
fn shows_the_world(rows: &[String], prompt: &str) {
    let text = rows.join("\n");
    // Where there is room for it, below a blank row.
    assert!(text.trim_start().starts_with("── Your turn"), "{text}");
    for name in ["Alaska", "Kamchatka", "Madagascar", "Siam", "Peru"] {
        assert_eq!(text.matches(name).count(), 1, "{name}:\n{text}");
    }
    assert_eq!(last(rows).0, prompt, "{text}");
    assert_eq!(text.matches("place 21>").count(), 1, "{text}");
}

#[test]
fn the_world_is_shown_anew_at_every_size() {
    let map = bundled("world");
    let args = [
        "play",
        map.to_str().unwrap(),
        "--bots=easy,easy",
        "--seed=5",
        "--no-record",
        "--color=never",
    ];
    let mut terminal = Terminal::sized(&args, (120, 40));
    terminal.see("place 21> ");
    terminal.press("look al", "look al");
    for size in [(80, 24), (160, 50), (80, 24), (100, 30)] {
        terminal.resize(size);
        terminal.see(CLEARED);
        let prompt = "place 21> look al";
        let rows = terminal.until(|rows| last(rows).0 == prompt);
        shows_the_world(&rows, prompt);
        // Typing continues where it was.
        let at = last(&rows).1 as u16 - 1;
        assert_eq!(terminal.cursor(), (at, prompt.len() as u16));
    }
}

/// A question too long for a narrow prompt stands above it, whatever the size when it was
/// asked.
#[test]
fn a_question_survives_another_size() {
    let map = bundled("world");
    let args = [
        "play",
        map.to_str().unwrap(),
        "--bots=easy,easy",
        "--seed=5",
        "--no-record",
        "--color=never",
    ];
    let mut terminal = Terminal::sized(&args, (100, 30));
    terminal.see("place 21> ");
    terminal.press("quit\r", "y/n> ");
    for (size, prompt) in [((36, 24), ">"), ((90, 24), "Leave the game? y/n>")] {
        terminal.resize(size);
        terminal.see(CLEARED);
        let rows = terminal.until(|rows| last(rows).0 == prompt);
        let text = rows.join("\n");
        assert_eq!(text.matches("Leave the game? y/n").count(), 1, "{text}");
    }
}

#[test]
fn a_large_board_of_dots_fits_into_a_small_terminal() {
    let args = [
        "play",
        "--game=dots",
        "--size=12",
        "--seed=2",
        "--no-record",
        "--color=never",
    ];
    let mut terminal = Terminal::sized(&args, (100, 40));
    terminal.see("x y> ");
    let tall = terminal.until(|rows| last(rows).0 == "x y>");
    assert!(tall.iter().any(|row| row.starts_with(" 24  ·")), "{tall:?}");
    terminal.resize((80, 24));
    terminal.see(CLEARED);
    let low = terminal.until(|rows| last(rows).0 == "x y>");
    let text = low.join("\n");
    assert!(low.iter().any(|row| row.starts_with(" 23 24 .")), "{text}");
    assert!(
        last(&low).1 <= 24 && text.matches("x y>").count() == 1,
        "{text}"
    );
    let numbers = low.iter().position(|row| row.ends_with(" 22 23 24"));
    assert!(numbers.is_some(), "{text}");
    // No room at all is told.
    terminal.resize((60, 14));
    terminal.see(CLEARED);
    let told = "The board needs a terminal of 80 columns and 17 rows.";
    terminal.until(|rows| rows.iter().any(|row| row == told));
}
