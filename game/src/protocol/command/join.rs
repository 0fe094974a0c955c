//! `JOIN <table>`

use crate::protocol::Name;

command! {
    /// The client chooses a table; LOGIN, RESUME or SPECTATE follows.
    "JOIN" Join {
        /// The table.
        table: Name,
    }
}
