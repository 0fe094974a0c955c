//! Tests of the library and the program as their users meet them.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]
#![expect(clippy::float_cmp, reason = "these values are equal by construction")]

#[cfg(feature = "cli")]
mod cli;
mod exact;
mod formats;
mod sampled;
