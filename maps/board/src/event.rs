//! Events of a board.

use iced::Point;

use crate::camera::Framing;

/// Modifier keys that were down.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Modifiers {
    /// Whether the Shift key is held.
    pub shift: bool,
    /// Control, or Command on a Mac.
    pub command: bool,
    /// Whether the Alt key is held, or the right button on a board that takes
    /// [both](crate::Board::both_buttons).
    pub alt: bool,
}

/// Where the pointer is on the map.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Pointer {
    /// Column of the mask, with fraction.
    pub x: f64,
    /// Row of the mask, with fraction.
    pub y: f64,
    /// Logical pixels for one pixel of the mask: for tolerances that are the
    /// same on the screen at every zoom.
    pub scale: f64,
    /// Modifier keys that are down.
    pub modifiers: Modifiers,
}

/// What happened on the board.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Event {
    /// The user zoomed or panned.
    Moved(Framing),
    /// The left button went down; the second of two in quick succession counts 2.
    Pressed(Pointer, u8),
    /// The pointer moved with the left button down.
    Dragged(Pointer),
    /// The left button went up.
    Released(Pointer),
    /// The pointer moved with no button down; `None` when it left.
    Hovered(Option<Pointer>),
    /// What [`Event::Pressed`] began is cancelled by the right button or a second finger. No
    /// [`Event::Released`] follows.
    Cancelled,
    /// The right button went down and cancelled nothing; with the place in the window, in logical
    /// pixels.
    Secondary(Pointer, Point),
    /// The wheel was turned by this many notches, on a board that
    /// [counts](crate::Board::counts).
    Turned(Pointer, f32),
}
