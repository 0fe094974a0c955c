//! Everything that can be done by a key, in one list.

use iced::keyboard::{Key, Modifiers, key::Named};
use marchland_ui::zoom::Zoom;

use super::session::{Below, Tab};

/// Something that a person at the window can ask for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Command {
    /// Ask about an attack from the chosen territory; again: on the next target.
    Attack,
    /// Place a unit on the chosen territory.
    Reinforce,
    /// Move units from the chosen territory to one that is clicked.
    Transfer,
    /// Trade the best set.
    Exchange,
    /// End the turn.
    EndTurn,
    /// Take back what was placed last and not sent.
    Undo,
    /// Fight until it is decided.
    Until,
    /// Fight until so many are left: type the number.
    StopAt,
    /// A number for the next click, or an answer.
    Digit(u8),
    /// The next territory that can act.
    Next,
    /// The one before.
    Previous,
    /// The neighbour that lies that way: to the right, down.
    Step(i8, i8),
    /// To the turn after this one, or the one before, where a game is watched.
    Turn(bool),
    /// To the end of a record, or to its beginning.
    Ends(bool),
    /// Click the chosen territory.
    Click,
    /// Click it with Shift.
    ClickAll,
    /// The one filled button.
    Confirm,
    /// Leave off; the nearest thing.
    Cancel,
    /// A panel at the right.
    Tab(Tab),
    /// What stands below the map.
    Below(Below),
    /// Find a territory by its name.
    Find,
    /// Write to the others.
    Write,
    /// What positions are worth.
    Evaluate,
    /// Let the computer play, or play oneself.
    Autoplay,
    /// Let the picture stand still, or go on.
    Pause,
    /// Show each action longer.
    Slower,
    /// Show each action shorter.
    Faster,
    /// Names on the map.
    Names,
    /// Links on the map.
    Links,
    /// A hatch for the land of each seat.
    Hatch,
    /// Light or dark.
    Theme,
    /// Strong contrasts, or the usual ones.
    Contrast,
    /// Closer, farther, or all of the map.
    Zoom(Zoom),
    /// What the keys are.
    Help,
    /// Go to the next thing that the keyboard can reach.
    FocusNext,
    /// Go to the one before.
    FocusPrevious,
}

impl Command {
    /// What a key means that no widget wanted.
    pub fn from_key(key: &Key, held: Modifiers) -> Option<Self> {
        let (command, shift, alt) = (held.command(), held.shift(), held.alt());
        Some(match key.as_ref() {
            Key::Character(c) if alt => match c {
                "1" => Self::Tab(Tab::General),
                "2" => Self::Tab(Tab::Players),
                "3" => Self::Tab(Tab::Debug),
                "4" => Self::Below(Below::Log),
                "5" => Self::Below(Below::Chat),
                _ => return None,
            },
            Key::Character(c) if command => match c.to_lowercase().as_str() {
                "z" => Self::Undo,
                "0" => Self::Zoom(Zoom::Actual),
                "d" => Self::Theme,
                "f" => Self::Find,
                _ => return None,
            },
            Key::Character(c) => match c.to_lowercase().as_str() {
                "!" => Self::Zoom(Zoom::Whole),
                "1" if shift => Self::Zoom(Zoom::Whole),
                "?" => Self::Help,
                "+" | "=" => Self::Zoom(Zoom::In),
                "-" | "_" => Self::Zoom(Zoom::Out),
                "a" => Self::Attack,
                "r" => Self::Reinforce,
                "t" => Self::Transfer,
                "x" => Self::Exchange,
                "e" => Self::EndTurn,
                "u" => Self::Undo,
                "b" => Self::Until,
                "l" => Self::StopAt,
                "n" if shift => Self::Previous,
                "n" => Self::Next,
                "c" => Self::Write,
                "v" => Self::Evaluate,
                "o" => Self::Autoplay,
                "p" => Self::Pause,
                "[" => Self::Slower,
                "]" => Self::Faster,
                "m" => Self::Names,
                "k" => Self::Links,
                "y" => Self::Hatch,
                "h" => Self::Contrast,
                digit => Self::Digit(digit.parse().ok().filter(|&digit| digit < 10)?),
            },
            Key::Named(Named::Enter) => Self::Confirm,
            Key::Named(Named::Escape) => Self::Cancel,
            Key::Named(Named::Space) if shift => Self::ClickAll,
            Key::Named(Named::Space) => Self::Click,
            Key::Named(Named::ArrowLeft) if shift => Self::Turn(false),
            Key::Named(Named::ArrowRight) if shift => Self::Turn(true),
            Key::Named(Named::ArrowLeft) => Self::Step(-1, 0),
            Key::Named(Named::ArrowRight) => Self::Step(1, 0),
            Key::Named(Named::Home) => Self::Ends(false),
            Key::Named(Named::End) => Self::Ends(true),
            Key::Named(Named::ArrowUp) => Self::Step(0, -1),
            Key::Named(Named::ArrowDown) => Self::Step(0, 1),
            Key::Named(Named::Tab) if shift => Self::FocusPrevious,
            Key::Named(Named::Tab) => Self::FocusNext,
            _ => return None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gui::texts;

    /// The key that a cap of the list stands for.
    fn pressed(cap: &str) -> Option<Command> {
        let mut held = Modifiers::empty();
        let mut cap = cap;
        for (word, modifier) in [
            ("Ctrl+", Modifiers::COMMAND),
            ("Shift+", Modifiers::SHIFT),
            ("Alt+", Modifiers::ALT),
        ] {
            if let Some(rest) = cap.strip_prefix(word) {
                held |= modifier;
                cap = rest;
            }
        }
        let key = match cap {
            "Enter" => Key::Named(Named::Enter),
            "Esc" => Key::Named(Named::Escape),
            "Space" => Key::Named(Named::Space),
            "Tab" => Key::Named(Named::Tab),
            "Home" => Key::Named(Named::Home),
            "End" => Key::Named(Named::End),
            "←" => Key::Named(Named::ArrowLeft),
            "→" => Key::Named(Named::ArrowRight),
            "↑" => Key::Named(Named::ArrowUp),
            "↓" => Key::Named(Named::ArrowDown),
            letter => Key::Character(letter.to_lowercase().into()),
        };
        Command::from_key(&key, held)
    }

    #[test]
    fn every_key_that_is_listed_does_something() {
        for list in [texts::KEYS, texts::WATCHING] {
            each_does_something(list);
        }
    }

    fn each_does_something(list: &[(&str, &[(&str, &str)])]) {
        let mut known = Vec::new();
        for (_, keys) in list {
            for (caps, what) in *keys {
                for cap in caps.split(' ') {
                    let command = pressed(cap);
                    assert!(command.is_some(), "{cap}: {what}");
                    assert!(
                        !known.contains(&command),
                        "{cap} is listed twice, or stands for another"
                    );
                    known.push(command);
                }
            }
        }
    }
}
