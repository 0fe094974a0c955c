//! The Marchland map editor.
//!
//! State lives below the widgets: a document with its history and selection,
//! and tools that turn gestures into edits, all tested without a window. The
//! panels and screens only show them, and the application wires them up.

pub mod history;
pub mod selection;
#[cfg(test)]
mod sketch;
pub mod texts;
pub mod tools;
