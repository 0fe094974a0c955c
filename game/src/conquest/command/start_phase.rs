//! `START-PHASE <phase>`

use crate::protocol::command::declare;
use crate::conquest::rules::Phase;

declare! {
    /// A phase begins.
    "START-PHASE" StartPhase {
        /// Which.
        phase: Phase,
    }
}
