//! `GAME-OVER <winner>`

use crate::rules::Player;

command! {
    /// The end.
    "GAME-OVER" GameOver {
        /// Who won.
        winner: Player,
    }
}
