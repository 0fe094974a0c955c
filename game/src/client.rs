//! The client's side: a model of the game kept from what the server tells, a
//! computer player, and records of games.

mod model;
mod narrate;
#[cfg(feature = "net")]
pub mod net;
mod playback;

pub use model::{FollowError, Model};
pub use narrate::narrate;
pub use playback::{MisfitLine, OtherMap, Playback};
