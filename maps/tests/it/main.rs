//! Tests of the crate as its users see it, in one binary.

mod edits;
mod freezing;
mod sketch;
