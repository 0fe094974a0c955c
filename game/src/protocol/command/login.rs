//! `LOGIN <real-id>`

use crate::protocol::Text;

command! {
    /// The client wants to sit down under a name.
    "LOGIN" Login {
        /// The name, not yet checked: a bad one is answered, not refused.
        name: Text,
    }
}
