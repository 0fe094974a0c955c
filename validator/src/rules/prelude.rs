//! Imports for rules.

pub(crate) use crate::diagnostic::{Entity, Finding, Fix, Spot};
pub(crate) use crate::rule::Rule;
pub(crate) use crate::subject::Subject;
pub(crate) use marchland_maps::Severity;
pub(crate) use marchland_maps::{
    By, ContinentField, Edit, ListChange, MapField, Neighbour, Place, Point, TerritoryField, Way,
    author,
};
