//! The screens besides the workspace.

pub(crate) mod chooser;
pub(crate) mod dialog;
pub mod from_mask;
pub(crate) mod generate;
pub(crate) mod keys;
pub mod start;
