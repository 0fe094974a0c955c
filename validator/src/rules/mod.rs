//! The rules: one rule, one file, by family.
//!
//! A rule's file begins with its manual page: `explain` prints it and
//! `docs/rules/` is made from it. Its `check` looks at the [`Subject`] and says
//! everything it finds, in any order; ids, places in the file, settings and
//! order are seen to by [`crate::check`].

pub(crate) mod adjacency;
pub(crate) mod balance;
pub(crate) mod cards;
pub(crate) mod continent;
pub(crate) mod file;
pub(crate) mod image;
pub(crate) mod map;
pub(crate) mod most;
pub(crate) mod pivot;
pub(crate) mod protocol;
pub(crate) mod repeats;
pub(crate) mod settings;
pub(crate) mod territory;

/// What nearly every rule needs.
pub(crate) mod prelude {
    pub(crate) use crate::diagnostic::{Entity, Finding, Fix, Severity, Spot};
    pub(crate) use crate::registry::{Fixable, Rule};
    pub(crate) use crate::subject::Subject;
    pub(crate) use marchland_maps::{
        By, ContinentField, Edit, ListChange, MapField, Neighbour, Place, Point, TerritoryField,
        Way, author,
    };
}
