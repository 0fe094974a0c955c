//! What is in the author's hand, and what it is over.

use marchland_maps::{Point, Rgb, TerritoryKey};

use crate::drawing::Shade;
use crate::history::State;
use crate::tools::{Spot, Tool, ToolKind};

#[derive(Debug)]
pub(super) struct Hand {
    pub(super) tool: Tool,
    /// What is seen of what it does, and of the twins of that.
    pub(super) twins: Vec<(Shade, Shade)>,
    /// What is seen of both instead, where they could be in each other's way.
    pub(super) apart: Option<Vec<Shade>>,
    /// A line that parts nothing and its end that is too far inside, with the state of the map in
    /// which it is so: it is seen while one holds what cuts, until something else is done.
    pub(super) loose: Option<(State, Vec<Point>, Point)>,
    pub(super) hovered: Option<Spot>,
    /// The colour of a region that was clicked and is not a territory's.
    pub(super) stray: Option<Rgb>,
    /// The next click on the map gives this territory its key colour.
    pub(super) picking: Option<TerritoryKey>,
    /// The findings whose marks are under the pointer, by id.
    pub(super) marked: Vec<String>,
    /// Those whose marks the button went down on.
    pub(super) pressed: Vec<String>,
}

impl Hand {
    /// With this tool in it, over nothing yet.
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
