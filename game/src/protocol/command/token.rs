//! `TOKEN <player-id> <secret>`

use crate::protocol::Secret;
use crate::play::Player;

command! {
    /// What the client proves with later that it is the player.
    "TOKEN" PlayerToken {
        /// The player.
        player: Player,
        /// Known to the server and this client alone.
        secret: Secret,
    }
}
