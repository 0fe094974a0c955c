//! Ids in the protocol and in saved games.

pub(crate) mod continent_moved;
pub(crate) mod gone;
pub(crate) mod moved;
pub(crate) mod old;
pub(crate) mod rules_changed;
