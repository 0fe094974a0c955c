//! `RESUME <player-id> <secret>`

use crate::protocol::Secret;
use crate::play::Player;

command! {
    /// The client takes its seat again.
    "RESUME" Resume {
        /// The player.
        player: Player,
        /// From the `TOKEN` line.
        secret: Secret,
    }
}
