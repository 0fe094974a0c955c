//! `STATE-BEGIN`

use crate::protocol::command::declare;
declare! {
    /// The state follows, up to `STATE-END`.
    "STATE-BEGIN" StateBegin {}
}
