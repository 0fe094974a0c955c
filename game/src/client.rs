//! The client side: a model of the game built from the server's messages, computer players,
//! and records of games.

mod follower;
mod intent;
mod knowledge;
mod model;
mod narrate;
#[cfg(feature = "net")]
pub mod net;
mod playback;
mod sentences;
mod turn_clock;

pub use follower::{Follower, ServerLine};
pub use intent::Intent;
pub use knowledge::{Knowledge, OtherGame, Over};
pub use model::Model;
#[cfg(feature = "gui")]
pub(crate) use narrate::Names;
pub use narrate::narrate;
pub(crate) use narrate::narrate_to;
pub use playback::{MisfitLine, Playback};
#[cfg(feature = "gui")]
pub(crate) use sentences::TIME_UP;
#[cfg(all(feature = "gui", feature = "net"))]
pub(crate) use sentences::ended;
pub(crate) use sentences::{PlayerNames, common, sentence};
pub use turn_clock::TimeLeft;
pub(crate) use turn_clock::{TurnClock, is_time_up};
