//! The Marchland map editor.
//!
//! State lives below the widgets: a document with its history and selection,
//! and tools that turn gestures into edits, all tested without a window. The
//! panels and screens only show them, and the application wires them up.

pub mod app;
pub mod bench;
pub mod bonus;
pub mod commands;
mod cut;
pub mod dialogs;
pub mod document;
mod edge;
pub mod files;
pub mod findings;
mod focus;
pub mod frames;
pub mod graph;
pub mod headless;
pub mod history;
mod hotkeys;
pub mod jobs;
pub mod land;
pub mod next_step;
pub mod notices;
pub mod odds;
pub mod palette;
pub mod panels;
mod parts;
pub mod playtest;
pub mod proposals;
pub mod recent;
pub mod recovery;
pub mod remembered;
pub mod scenery;
pub mod screens;
pub mod selection;
#[cfg(test)]
mod sketch;
pub mod state_folder;
mod steady;
mod texts;
pub mod theme;
pub mod toasts;
pub mod tools;
mod wrap;
mod zoom;
