//! Cards and players.

pub(crate) mod no_slack;
pub(crate) mod partial;
pub(crate) mod players;
pub(crate) mod setup_too_small;
pub(crate) mod uneven;
