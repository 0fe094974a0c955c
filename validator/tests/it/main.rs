//! The validator from outside: its rules on folders of maps, its outputs, its
//! command line, and laws that hold for any draft.

#![expect(
    clippy::unwrap_used,
    reason = "what a test cannot do without, it may fail on"
)]

mod cli;
mod corpus;
mod docs;
mod fixes;
mod formats;
mod generated;
mod hostile;
mod laws;
mod new_then_check;
mod outputs;
mod repository;
mod rules;
#[cfg(unix)]
mod scripts;
mod seeded;
mod support;
mod unread;
mod warnings;
