//! Tests of the library and the command line.

#![expect(clippy::unwrap_used, reason = "a panic is how a test fails")]
#![expect(clippy::float_cmp, reason = "these values are equal by construction")]

mod answers;
mod cli;
mod exact;
mod formats;
#[cfg(unix)]
mod interrupts;
mod sampled;
