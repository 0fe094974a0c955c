//! Numbers that the protocol and saved games speak.

pub(crate) mod continent_moved;
pub(crate) mod gone;
pub(crate) mod moved;
pub(crate) mod old;
pub(crate) mod rules_changed;
