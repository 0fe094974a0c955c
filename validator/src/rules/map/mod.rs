//! The map as a whole.

pub(crate) mod bad_id;
pub(crate) mod badge_size;
pub(crate) mod metadata;
pub(crate) mod no_mask;
pub(crate) mod no_name;
pub(crate) mod too_few_territories;
pub(crate) mod too_many_territories;
