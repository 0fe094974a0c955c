//! `STATE-END`

use crate::protocol::command::declare;
declare! {
    /// The state is complete.
    "STATE-END" StateEnd {}
}
