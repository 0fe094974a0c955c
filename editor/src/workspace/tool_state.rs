//! The current tool and what is under the pointer.

use marchland_maps::{Point, Rgb, TerritoryKey};

use crate::drawing::Shade;
use crate::history::State;
use crate::tools::{Spot, Tool, ToolKind};

#[derive(Debug)]
pub(super) struct ToolState {
    pub(super) tool: Tool,
    /// What the tool draws, with its mirrored twin.
    pub(super) twins: Vec<(Shade, Shade)>,
    /// Both clipped to their sides, where they overlap.
    pub(super) apart: Option<Vec<Shade>>,
    /// The last failed cut: the state of the map, the line, and its loose end. Shown with the cut
    /// tool until the map changes.
    pub(super) loose: Option<(State, Vec<Point>, Point)>,
    pub(super) hovered: Option<Spot>,
    /// The clicked stray colour.
    pub(super) stray: Option<Rgb>,
    /// The next click picks the key colour of this territory.
    pub(super) picking: Option<TerritoryKey>,
    /// Findings whose marks are under the pointer, by id.
    pub(super) marked: Vec<String>,
    /// Findings whose marks were pressed.
    pub(super) pressed: Vec<String>,
}

impl ToolState {
    /// With this tool, over nothing.
    pub(super) fn holding(kind: ToolKind) -> Self {
        Self {
            tool: Tool::new(kind),
            twins: Vec::new(),
            apart: None,
            loose: None,
            hovered: None,
            stray: None,
            picking: None,
            marked: Vec::new(),
            pressed: Vec::new(),
        }
    }
}
