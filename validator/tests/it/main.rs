//! The validator from outside: its rules on folders of maps, its outputs, its
//! command line, and laws that hold for any draft.

mod cli;
mod corpus;
mod docs;
mod formats;
mod laws;
mod rules;
mod seeded;
mod support;
