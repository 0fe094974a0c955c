//! The screens before the workbench.

pub mod from_mask;
pub(crate) mod generate;
pub mod start;
