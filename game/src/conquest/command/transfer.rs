//! `TRANSFER <player-id> <from> <to> <num-units>`

use crate::protocol::command::declare;
use marchland_maps::TerritoryId;

use crate::play::Player;

declare! {
    /// Units move: asked for by the client, told by the server.
    "TRANSFER" Transfer {
        /// Whose units.
        player: Player,
        /// Whence.
        from: TerritoryId,
        /// Where to.
        to: TerritoryId,
        /// How many.
        units: u32,
    }
}
