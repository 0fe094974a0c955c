//! `GAME-OVER <winner>`

use crate::play::Player;

command! {
    /// The end.
    "GAME-OVER" GameOver {
        /// Who won.
        winner: Player,
    }
}
