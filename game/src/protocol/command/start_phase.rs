//! `START-PHASE <phase>`

use crate::rules::Phase;

command! {
    /// A phase begins.
    "START-PHASE" StartPhase {
        /// Which.
        phase: Phase,
    }
}
