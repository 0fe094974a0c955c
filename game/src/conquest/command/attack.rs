//! `ATTACK <player-id> <from> <target> <num-units>`

use crate::protocol::command::declare;
use marchland_maps::TerritoryId;

use crate::play::Player;

declare! {
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
