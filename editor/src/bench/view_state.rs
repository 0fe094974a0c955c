//! What is shown and how: never part of the map, never saved with it.

use std::collections::HashSet;

use iced::Size;
use marchland_board::Framing;
use marchland_maps::ContinentKey;

use crate::drawing::{Brush, Symmetry};
use crate::matching::matches;
use crate::scenery::Layers;

/// The lists of the side panel.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Tab {
    /// Continents and territories.
    #[default]
    Outline,
    /// Neighbours that the mask suggests.
    Proposals,
}

/// An edge between panels that can be moved.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Edge {
    /// Left of the side panel.
    Side,
    /// Over the inspector, in the side panel.
    Inspector,
    /// Over the list of issues.
    List,
}

/// How large the panels are, in logical pixels.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Sizes {
    /// Width of the side panel.
    pub side: f32,
    /// Height of the inspector; `None` shares the side panel evenly with the
    /// list over it.
    pub inspector: Option<f32>,
    /// Height of the list of issues.
    pub list: f32,
}

impl Default for Sizes {
    fn default() -> Self {
        Self {
            side: 311.0,
            inspector: None,
            list: 190.0,
        }
    }
}

impl Sizes {
    /// Height of what a tool says of itself, with the margins around that.
    pub const OVER_MAP: f32 = 84.0;
    /// Height of everything over the list of issues.
    pub const OVER_LIST: f32 = 44.0;
    /// Height of the bar over the list of safe repairs.
    pub const OVER_BATCH: f32 = 44.0;

    /// Moves an edge as far as the panels beside it have room in the smallest
    /// window; not a number, it goes back to where it was at first.
    pub fn set(&mut self, edge: Edge, to: f32) {
        let usual = Self::default();
        let given = Some(to).filter(|to| to.is_finite());
        match edge {
            Edge::Side => self.side = given.map_or(usual.side, |to| to.clamp(260.0, 560.0)),
            Edge::Inspector => self.inspector = given.map(|to| to.clamp(120.0, 900.0)),
            Edge::List => self.list = given.map_or(usual.list, |to| to.clamp(90.0, 320.0)),
        }
    }
}

/// Rows of one height in a list that is scrolled. Only those in sight are built,
/// so that thousands cost no more than ten.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Rows {
    /// Height of a row, in logical pixels.
    pub height: f32,
    /// Free room between two.
    pub gap: f32,
}

impl Rows {
    /// Those of the outline.
    pub const OUTLINE: Self = Self {
        height: 26.0,
        gap: 1.0,
    };
    /// Those of the proposed neighbours.
    pub const PROPOSALS: Self = Self {
        height: 28.0,
        gap: 1.0,
    };
    /// Those of the issues.
    pub const ISSUES: Self = Self {
        height: 30.0,
        gap: 0.0,
    };

    /// Where a row begins, in logical pixels from the top.
    pub fn top(self, row: usize) -> f32 {
        row as f32 * (self.height + self.gap)
    }

    /// Which rows are built when `count` rows are scrolled so far in a list of that
    /// height, and how much room is left free before and after them.
    pub fn in_sight(
        self,
        scrolled: f32,
        height: f32,
        count: usize,
    ) -> (f32, std::ops::Range<usize>, f32) {
        /// Rows beyond the edges, so that none is missing while a frame is late.
        const SPARE: usize = 3;
        let step = self.height + self.gap;
        let scrolled = scrolled.clamp(0.0, (self.top(count) - height).max(0.0));
        let first = ((scrolled / step) as usize).saturating_sub(SPARE);
        let last = ((scrolled + height) / step).ceil() as usize + SPARE;
        let last = last.min(count);
        (self.top(first), first..last, self.top(count - last))
    }
}

/// What is shown and how.
#[derive(Debug, Clone)]
pub struct ViewState {
    /// Which part of the map.
    pub framing: Framing,
    /// The size of the board, as far as it is known.
    pub board_size: Size,
    /// Which layers of it.
    pub layers: Layers,
    /// Which list stands in the side panel.
    pub tab: Tab,
    /// What the outline is filtered by.
    pub filter: String,
    /// Whom the neighbour that is being added should be called.
    pub neighbour_filter: String,
    /// The bonus of a continent as it is typed, where it is none that a map can
    /// have.
    pub wrong_bonus: Option<(ContinentKey, String)>,
    /// Whether the findings are listed.
    pub issues_open: bool,
    /// How large the panels are.
    pub sizes: Sizes,
    /// How far the outline is scrolled, in logical pixels.
    pub outline_at: f32,
    /// How far the list of proposals is scrolled.
    pub proposals_at: f32,
    /// How strokes are drawn.
    pub brush: Brush,
    /// Where what is drawn has twins.
    pub symmetry: Option<Symmetry>,
    folded: HashSet<Option<ContinentKey>>,
}

/// The whole map, beside what floats over it at the top.
pub(super) const WHOLE: Framing = Framing::Below(Sizes::OVER_MAP);

impl Default for ViewState {
    fn default() -> Self {
        Self {
            framing: WHOLE,
            board_size: Size::new(900.0, 620.0),
            layers: Layers::default(),
            tab: Tab::Outline,
            filter: String::new(),
            neighbour_filter: String::new(),
            wrong_bonus: None,
            issues_open: false,
            sizes: Sizes::default(),
            outline_at: 0.0,
            proposals_at: 0.0,
            brush: Brush::default(),
            symmetry: None,
            folded: HashSet::new(),
        }
    }
}

impl ViewState {
    /// Whether a name passes the outline's filter: every word of it occurs,
    /// in any case.
    pub fn matches(&self, name: &str) -> bool {
        matches(&self.filter, name)
    }

    /// Height of the panel of issues while it is open.
    pub fn issues_height(&self) -> f32 {
        self.sizes.list + Sizes::OVER_LIST
    }

    /// Folds a continent's territories away, or out again.
    pub fn fold(&mut self, continent: Option<ContinentKey>) {
        if !self.folded.remove(&continent) {
            self.folded.insert(continent);
        }
    }

    pub(super) fn folded(&self) -> &HashSet<Option<ContinentKey>> {
        &self.folded
    }

    /// Whether a continent's territories are folded away. A filter shows them
    /// all.
    pub fn is_folded(&self, continent: Option<ContinentKey>) -> bool {
        self.filter.trim().is_empty() && self.folded.contains(&continent)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_rows_in_sight_are_built() {
        let rows = Rows::ISSUES;
        let (before, built, after) = rows.in_sight(0.0, 190.0, 4);
        assert_eq!((before, built, after), (0.0, 0..4, 0.0));
        let (before, built, after) = rows.in_sight(3000.0, 190.0, 5000);
        assert!(built.len() < 20 && built.contains(&100) && built.contains(&106));
        let all = before + rows.top(built.len()) + after;
        assert!((all - rows.top(5000)).abs() < 1.0);
        // Scrolled farther than the list is long, as after filtering.
        let (_, built, after) = rows.in_sight(3000.0, 190.0, 10);
        assert_eq!((built.end, after), (10, 0.0));
        assert_eq!(rows.in_sight(0.0, 190.0, 0).1, 0..0);
    }
}
