//! `STATE-DISCARD <infantry> <cavalry> <artillery> <wild>`

use crate::protocol::command::declare;
declare! {
    /// The discard pile, by type of card.
    "STATE-DISCARD" StateDiscard {
        /// Infantry cards.
        infantry: u32,
        /// Cavalry cards.
        cavalry: u32,
        /// Artillery cards.
        artillery: u32,
        /// Wild cards.
        wild: u32,
    }
}
