//! The view: what each screen looks like.

mod bands;
mod below;
mod board;
#[cfg(feature = "net")]
mod dots;
mod emblem;
mod end;
mod help;
#[cfg(feature = "net")]
mod lobby;
mod panel;
#[cfg(feature = "net")]
mod past;
mod pick;
mod players;
mod replay;
mod rules;
#[cfg(feature = "net")]
mod screens;
#[cfg(feature = "net")]
mod seats;
mod selected;
#[cfg(feature = "net")]
mod start;
mod table;
#[cfg(test)]
mod tests;

use iced::keyboard::{Key, Modifiers};

pub use emblem::emblem;
pub use rules::{rules, seed};
pub use table::{Frame, view};

use super::keys::Command;

/// Whether a window of this height in logical pixels is so low that the map needs the room of the
/// log.
pub fn is_low(height: f32) -> bool {
    height < 720.0
}

/// Whether a key moves the focus forward (`true`) or back; `None` for other keys.
pub fn steps(key: &Key, held: Modifiers) -> Option<bool> {
    match Command::from_key(key, held)? {
        Command::FocusNext => Some(true),
        Command::FocusPrevious => Some(false),
        _ => None,
    }
}
