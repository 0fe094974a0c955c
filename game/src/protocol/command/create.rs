//! `CREATE <table> <map-id> <players>`

use crate::protocol::{Name, Text};

command! {
    /// The client opens a table and is at it, as after `JOIN`.
    "CREATE" Create {
        /// The name of the table.
        table: Name,
        /// The map, one that the server has.
        map: Text,
        /// 2 to 6.
        players: u8,
    }
}
