//! Tests of the rules on folders of maps, of reports and the command line, and of
//! properties of arbitrary drafts.

#![expect(clippy::unwrap_used, reason = "a panic is how a test fails")]

mod cli;
mod corpus;
mod docs;
mod fixes;
mod formats;
mod generated;
mod hostile;
mod known;
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
