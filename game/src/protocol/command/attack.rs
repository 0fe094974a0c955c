//! `ATTACK <player-id> <from> <target> <num-units>`

use marchland_maps::TerritoryId;

use crate::rules::Player;

command! {
    /// An attack: asked for by the client, told to everybody by the server.
    "ATTACK" Attack {
        /// The attacker.
        player: Player,
        /// Whence.
        from: TerritoryId,
        /// The area attacked.
        target: TerritoryId,
        /// 1 to 3.
        units: u8,
    }
}
