//! `PLAYER-DEFEATED <who> <by>`

use crate::rules::Player;

command! {
    /// A player is out.
    "PLAYER-DEFEATED" PlayerDefeated {
        /// Who.
        player: Player,
        /// The victor.
        by: Player,
    }
}
