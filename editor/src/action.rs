//! Changes that tools ask for in answer to gestures.

use marchland_maps::{ContinentId, Edit, TerritoryKey};

use crate::drawing::DrawOp;
use crate::history::Tag;

#[derive(Debug, Clone, PartialEq)]
pub enum Action {
    Select(Vec<TerritoryKey>),
    /// Adds a territory to the selection, or removes it.
    Toggle(TerritoryKey),
    Deselect,
    /// Change the draft.
    Make {
        name: String,
        /// Applied as one undo step.
        edit: Edit,
        /// Consecutive changes with the same tag are one undo step.
        tag: Option<Tag>,
    },
    Seal,
    /// Undoes the change made under this tag, if it is still the latest one.
    Revert(Tag),
    Rename(TerritoryKey),
    /// Make a continent with this territory in it.
    NewContinent(TerritoryKey),
    /// Adds a territory to the battle in the odds panel.
    Aim(TerritoryKey),
    /// Starts a battle between these two.
    AimFrom(TerritoryKey, TerritoryKey),
    /// Removes the last territory from the battle.
    AimBack,
    Draw(DrawOp),
    /// Preview an operation on the mask.
    Try(DrawOp),
    ShiftTrace(f64, f64),
    Say(String),
}

pub(crate) fn stroke_tag(into: Option<ContinentId>) -> Tag {
    ("continent", into.map_or(u32::MAX, |id| u32::from(id.0)))
}
