//! The settings beside the map.

pub(crate) mod unknown_balance;
pub(crate) mod unknown_rule;
pub(crate) mod unused_waiver;
