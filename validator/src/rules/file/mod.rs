//! The map file.

pub(crate) mod flaws;
pub(crate) mod missing_file;
pub(crate) mod misspelt;
pub(crate) mod named;
pub(crate) mod path_case;
pub(crate) mod rename;
