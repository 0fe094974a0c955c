//! View settings, which are not part of the map.

use std::collections::HashSet;

use iced::Size;
use marchland_board::Framing;
use marchland_maps::ContinentKey;

use crate::drawing::{Brush, Symmetry};
use crate::matching::matches;
use crate::scenery::Layers;

/// The tabs of the side panel.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Tab {
    /// Continents and territories.
    #[default]
    Outline,
    /// Proposed neighbours.
    Proposals,
}

/// A movable edge between panels.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Edge {
    /// Left of the side panel.
    Side,
    /// Above the inspector.
    Inspector,
    /// Above the issues panel.
    List,
}

/// Panel sizes in logical pixels.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Sizes {
    pub side: f32,
    /// Height of the inspector; `None` for the default share.
    pub inspector: Option<f32>,
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
    /// Height of a tool's hint and two rows of options, with the margin.
    pub const OVER_MAP: f32 = 104.0;
    pub const OVER_LIST: f32 = 44.0;
    pub const OVER_BATCH: f32 = 44.0;

    /// Moves an edge within the limits of the smallest window; NaN restores the default.
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

/// Rows of equal height in a scrolled list. Only visible rows are built.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Rows {
    /// Height of a row, in logical pixels.
    pub height: f32,
    pub gap: f32,
}

impl Rows {
    pub const OUTLINE: Self = Self {
        height: 26.0,
        gap: 1.0,
    };
    pub const PROPOSALS: Self = Self {
        height: 28.0,
        gap: 1.0,
    };
    pub const ISSUES: Self = Self {
        height: 30.0,
        gap: 0.0,
    };

    /// Top of a row, in logical pixels.
    pub fn top(self, row: usize) -> f32 {
        row as f32 * (self.height + self.gap)
    }

    /// The visible rows of `count` in a list of this height at this offset, with the space before
    /// and after them.
    pub fn visible(
        self,
        scrolled: f32,
        height: f32,
        count: usize,
    ) -> (f32, std::ops::Range<usize>, f32) {
        /// Extra rows beyond the edges, in case a frame is late.
        const SPARE: usize = 3;
        let step = self.height + self.gap;
        let scrolled = scrolled.clamp(0.0, (self.top(count) - height).max(0.0));
        let first = ((scrolled / step) as usize).saturating_sub(SPARE);
        let last = ((scrolled + height) / step).ceil() as usize + SPARE;
        let last = last.min(count);
        (self.top(first), first..last, self.top(count - last))
    }
}

#[derive(Debug, Clone)]
pub struct ViewState {
    /// The visible part of the map.
    pub framing: Framing,
    /// Size of the board, once known.
    pub board_size: Size,
    pub layers: Layers,
    pub tab: Tab,
    /// The outline's filter.
    pub filter: String,
    /// The text for a new neighbour.
    pub neighbour_filter: String,
    /// An invalid bonus as typed.
    pub wrong_bonus: Option<(ContinentKey, String)>,
    pub issues_open: bool,
    pub sizes: Sizes,
    /// Scroll offset of the outline.
    pub outline_at: f32,
    /// Scroll offset of the proposals.
    pub proposals_at: f32,
    pub brush: Brush,
    /// Symmetry of strokes.
    pub symmetry: Option<Symmetry>,
    folded: HashSet<Option<ContinentKey>>,
}

/// The whole map, below what floats at the top.
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
    /// Whether a name matches the outline's filter.
    pub fn matches(&self, name: &str) -> bool {
        matches(&self.filter, name)
    }

    /// Height of the open issues panel.
    pub fn issues_height(&self) -> f32 {
        self.sizes.list + Sizes::OVER_LIST
    }

    /// Folds or unfolds a continent.
    pub fn fold(&mut self, continent: Option<ContinentKey>) {
        if !self.folded.remove(&continent) {
            self.folded.insert(continent);
        }
    }

    pub(super) fn folded(&self) -> &HashSet<Option<ContinentKey>> {
        &self.folded
    }

    /// Whether a continent is folded; a filter unfolds all.
    pub fn is_folded(&self, continent: Option<ContinentKey>) -> bool {
        self.filter.trim().is_empty() && self.folded.contains(&continent)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_rows_visible_are_built() {
        let rows = Rows::ISSUES;
        let (before, built, after) = rows.visible(0.0, 190.0, 4);
        assert_eq!((before, built, after), (0.0, 0..4, 0.0));
        let (before, built, after) = rows.visible(3000.0, 190.0, 5000);
        assert!(built.len() < 20 && built.contains(&100) && built.contains(&106));
        let all = before + rows.top(built.len()) + after;
        assert!((all - rows.top(5000)).abs() < 1.0);
        // Scrolled beyond the end, as after filtering.
        let (_, built, after) = rows.visible(3000.0, 190.0, 10);
        assert_eq!((built.end, after), (10, 0.0));
        assert_eq!(rows.visible(0.0, 190.0, 0).1, 0..0);
    }
}
