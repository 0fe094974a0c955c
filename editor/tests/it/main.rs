//! The editor driven as a person would drive it, without a window.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on may panic")]

mod desk;
mod flow;
mod pictures;
mod trouble;
