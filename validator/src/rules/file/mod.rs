//! The map file.

pub(crate) mod bad_value;
pub(crate) mod doctype;
pub(crate) mod encoding;
pub(crate) mod flaws;
pub(crate) mod given_twice;
pub(crate) mod limit;
pub(crate) mod malformed;
pub(crate) mod misplaced;
pub(crate) mod missing_file;
pub(crate) mod misspelt;
pub(crate) mod newer_format;
pub(crate) mod not_a_map;
pub(crate) mod out_of_order;
pub(crate) mod path_case;
pub(crate) mod refused_path;
pub(crate) mod rename;
pub(crate) mod stray_text;
pub(crate) mod unknown;
