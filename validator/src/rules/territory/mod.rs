//! Territories.

pub(crate) mod language_twice;
pub(crate) mod long_name;
pub(crate) mod look_alike;
pub(crate) mod names;
pub(crate) mod owners;
pub(crate) mod placeholder;
pub(crate) mod scattered;
pub(crate) mod untidy_name;
pub(crate) mod untranslated;
