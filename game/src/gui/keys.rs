//! The commands and their keys.

use iced::keyboard::{Key, Modifiers, key::Named};
use marchland_ui::scale::Scale;
use marchland_ui::zoom::Zoom;

use super::session::{Below, Tab};

/// A command of the person at the window.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Command {
    /// Open the prompt of an attack from the selected territory; again: of the next target.
    Attack,
    /// Place a unit on the selected territory.
    Reinforce,
    /// Move units from the selected territory to the one clicked next.
    Transfer,
    /// Trade the best set.
    Trade,
    /// End the turn.
    EndTurn,
    /// Take back the last placement, if it was not sent.
    Undo,
    /// Attack until it is decided.
    Until,
    /// Attack until a typed number of units is left.
    StopAt,
    /// A digit for the next click, or the answer to a prompt.
    Digit(u8),
    /// The next territory that can act.
    Next,
    /// The previous one.
    Previous,
    /// The neighbour in a direction: right, down.
    Step(i8, i8),
    /// To the next (`true`) or previous turn of a watched game.
    Turn(bool),
    /// To the end (`true`) or the beginning of a record.
    Ends(bool),
    /// Click the selected territory.
    Click,
    /// Click it with Shift.
    ClickAll,
    /// The label of the primary button.
    Confirm,
    /// Cancel one thing.
    Cancel,
    /// Open a tab of the right panel.
    Tab(Tab),
    /// The panel below the map.
    Below(Below),
    /// Find a territory by its name.
    Find,
    /// Write a message.
    Write,
    /// The values of the positions.
    Evaluate,
    /// Switch autoplay.
    Autoplay,
    /// Pause or resume.
    Pause,
    /// Show actions for longer.
    Slower,
    /// Show actions for a shorter time.
    Faster,
    /// Show or hide names.
    Names,
    /// Show or hide links.
    Links,
    /// Show or hide the patterns of the players.
    Hatch,
    /// Show or hide the map's image.
    Image,
    /// The light or dark theme.
    Theme,
    /// Switch high contrast.
    Contrast,
    /// The size of the interface, chosen from a list.
    Scale(Scale),
    /// Zoom.
    Zoom(Zoom),
    /// List the keys.
    Help,
    /// Focus the next control.
    FocusNext,
    /// Focus the previous control.
    FocusPrevious,
}

impl Command {
    /// Whether it closes the list of keys; others wait until that is closed.
    pub fn closes_help(self) -> bool {
        matches!(self, Self::Cancel | Self::Help | Self::Confirm)
    }

    /// Whether a text field gets the focus.
    pub fn focuses_field(self) -> bool {
        matches!(self, Self::Find | Self::Write | Self::StopAt)
    }

    /// The command of a key that no widget captured.
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
                "x" => Self::Trade,
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
                "i" => Self::Image,
                "h" => Self::Contrast,
                digit => Self::Digit(digit.parse().ok().filter(|&digit| digit < 10)?),
            },
            Key::Named(Named::Enter) => Self::Confirm,
            Key::Named(Named::Escape) => Self::Cancel,
            Key::Named(Named::Backspace) => Self::Undo,
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

    /// The command of a key cap in the list.
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
