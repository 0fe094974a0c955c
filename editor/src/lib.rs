//! The Marchland map editor.
//!
//! The layers, from the top; each knows those below it and none above:
//!
//! * [`app`]: the current screen, dialogs and background work;
//! * [`screens`] and [`panels`]: the views;
//! * [`workspace`](mod@workspace): the state of the map editing screen;
//! * [`tools`]: gestures become [actions](action::Action);
//! * [`document`]: the draft with its history, selection and mask.
//!
//! State lives below the widgets, so tests need no window:
//!
//! ```
//! use marchland_editor::document::Document;
//! use marchland_maps::Draft;
//!
//! let mut document = Document::new(Draft::new(), None, true);
//! let key = document.add_territory("#C04040".parse()?, None)?;
//! document.rename(key, "Elm")?;
//! assert_eq!(document.graph().homeless(), [0], "it is in no continent yet");
//!
//! document.undo();
//! document.undo();
//! assert!(document.is_saved(), "the draft is unchanged");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![expect(
    missing_docs,
    reason = "an application: only its own tests and benchmarks use the library"
)]

pub mod action;
pub mod app;
pub mod backups;
pub mod balance;
pub mod checklist;
pub mod choosing;
pub mod commands;
pub mod comparing;
pub mod dialogs;
pub mod document;
pub mod drawing;
pub mod export;
pub mod files;
pub mod findings;
pub mod frames;
pub mod generating;
pub mod graph;
pub mod history;
pub mod jobs;
pub mod land;
mod matching;
pub mod names;
pub mod notices;
pub mod odds;
pub mod old_picture;
pub mod panels;
pub mod playtest;
pub mod proposals;
pub mod recent;
pub mod recovery;
pub mod remembered;
pub mod scenery;
pub mod screens;
pub mod selection;
pub mod sheets;
#[cfg(test)]
mod sketch;
pub mod state_folder;
mod stepping;
mod texts;
pub mod tools;
pub mod trace;
pub mod workspace;
