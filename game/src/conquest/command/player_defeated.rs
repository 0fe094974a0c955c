//! `PLAYER-DEFEATED <who> <by>`

use crate::protocol::command::declare;
use crate::play::Player;

declare! {
    /// A player is out.
    "PLAYER-DEFEATED" PlayerDefeated {
        /// Who.
        player: Player,
        /// The victor.
        by: Player,
    }
}
