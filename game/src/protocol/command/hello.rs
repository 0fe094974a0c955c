//! `HELLO <version> <name>`

use crate::protocol::Text;

command! {
    /// The first line of a peer that knows version 0.3, and its answer.
    "HELLO" Hello {
        /// The version: `0.3`.
        version: Text,
        /// Which client or server it is.
        agent: Text,
    }
}
