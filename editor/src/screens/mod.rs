//! The screens before the workbench.

pub mod from_mask;
pub mod start;
