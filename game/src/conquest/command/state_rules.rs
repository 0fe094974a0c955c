//! `STATE-RULES <areas> <sets> <neutral> <traded>`

use crate::protocol::command::declare;
use crate::protocol::Flag;
use crate::conquest::rules::{AreaVariant, SetVariant};

declare! {
    /// The variants of the rules, and how far the worth of sets has grown.
    "STATE-RULES" StateRules {
        /// Variant of rule 0.
        areas: AreaVariant,
        /// Variant of rule 1.
        sets: SetVariant,
        /// Whether there is a neutral third force.
        neutral: Flag,
        /// Sets traded by everybody so far.
        traded: u32,
    }
}
