//! The map as a whole.

pub(crate) mod badge_size;
pub(crate) mod metadata;
