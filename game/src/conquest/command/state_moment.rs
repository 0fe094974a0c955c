//! `STATE-MOMENT <conquered> <spoils> <from> <target> <attackers> <defenders>`

use crate::protocol::command::declare;
use marchland_maps::TerritoryId;

use crate::protocol::Flag;

declare! {
    /// What `STATE-TURN` says with its step, in full.
    "STATE-MOMENT" StateMoment {
        /// Whether an area was conquered this turn: a card will come.
        conquered: Flag,
        /// Whether a defeat lifted the hand above 5 and sets must be traded.
        spoils: Flag,
        /// Whence the attack or conquest at hand came; 0 if there is none.
        from: TerritoryId,
        /// The area attacked or conquered; 0 if there is none.
        target: TerritoryId,
        /// Units that attack; 0 if none do.
        attackers: u8,
        /// Units that defend, once that is answered; else 0.
        defenders: u8,
    }
}
