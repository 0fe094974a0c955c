//! `TABLE <table> <map-id> <seated> <players> <started>`

use crate::protocol::{Flag, Name, Text};

command! {
    /// A table, in answer to `LIST`.
    "TABLE" Table {
        /// Its name.
        name: Name,
        /// The map played there.
        map: Text,
        /// Players at the table.
        seated: u8,
        /// Players wanted.
        players: u8,
        /// Whether the game has begun.
        started: Flag,
    }
}
