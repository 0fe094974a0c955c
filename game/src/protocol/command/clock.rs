//! `CLOCK <player-id> <seconds> <bank-seconds>`

use crate::play::Player;

command! {
    /// How long a player has for the turn that begins, or goes on.
    "CLOCK" Clock {
        /// Whose turn it is.
        player: Player,
        /// Seconds left for the turn.
        seconds: u32,
        /// Seconds that may be used beyond them; what is used up is gone.
        bank: u32,
    }
}
