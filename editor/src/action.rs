//! What can be done to a document and the screen that shows it; what tools answer
//! gestures with.

use marchland_maps::{ContinentId, Edit, TerritoryKey};

use crate::drawing::Deed;
use crate::history::Tag;

/// What a tool wants done.
#[derive(Debug, Clone, PartialEq)]
pub enum Action {
    /// Select these territories and nothing else.
    Select(Vec<TerritoryKey>),
    /// Select a territory in addition, or no longer.
    Toggle(TerritoryKey),
    /// Empties the selection.
    Deselect,
    /// Change the draft.
    Make {
        /// What undo will call it.
        name: String,
        /// What is changed; applied as one step of the history.
        edit: Edit,
        /// Changes of one tag in a row are one step.
        tag: Option<Tag>,
    },
    /// A continuous change is over.
    Seal,
    /// A continuous change is called off: take back what was made under this tag,
    /// if it is still the last that was made.
    Revert(Tag),
    /// Edit the name of a territory.
    Rename(TerritoryKey),
    /// Make a continent with this territory in it.
    NewContinent(TerritoryKey),
    /// Take a territory up into the battle that is weighed.
    Aim(TerritoryKey),
    /// Weigh the battle of these two.
    AimFrom(TerritoryKey, TerritoryKey),
    /// Drop what was aimed at last.
    AimBack,
    /// Draw on the mask.
    Draw(Deed),
    /// Show what drawing on the mask would make of it.
    Try(Deed),
    /// Move the picture that one draws after, by pixels of the sheet.
    ShiftTrace(f64, f64),
    /// Tell the user something.
    Say(String),
}

pub(crate) fn stroke_tag(into: Option<ContinentId>) -> Tag {
    ("continent", into.map_or(u32::MAX, |id| u32::from(id.0)))
}
