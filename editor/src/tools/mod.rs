//! The pointer tools, one per file.
//!
//! A tool is a small state machine: it takes [`Gesture`]s in mask pixels and returns [`Action`]s.
//! It changes nothing itself and knows no window, so tests feed it gestures.

mod area;
mod border;
mod brush;
mod continent;
mod cut;
mod fill;
mod line;
mod link;
mod odds;
mod pivot;
mod select;
mod shift;
mod trace;

pub use area::AreaTool;
pub use border::BorderTool;
pub use brush::BrushTool;
pub use continent::ContinentTool;
pub use cut::CutTool;
pub use fill::FillTool;
pub use link::LinkTool;
pub use odds::OddsTool;
pub use pivot::PivotTool;
pub use select::SelectTool;
pub use shift::MoveTool;
pub use trace::TraceTool;

pub(crate) use link::toggle;
pub(crate) use pivot::nudge;

use marchland_board::Sketch;
use marchland_maps::mask::Regions;
use marchland_maps::{ContinentId, Draft, Point, TerritoryKey};

use crate::action::Action;
use crate::drawing::{Brush, Shade};
use crate::selection::Selection;

/// The place of a gesture and what is there.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Spot {
    /// Column of the mask, with a fraction.
    pub x: f64,
    /// Row of the mask, with a fraction.
    pub y: f64,
    /// Logical pixels per pixel of the mask.
    pub scale: f64,
    pub over: Option<TerritoryKey>,
    /// The pivot within reach, by territory and index.
    pub pivot: Option<(TerritoryKey, usize)>,
    pub centre: Option<Point>,
    pub shift: bool,
    /// Control (Command on a Mac) is down.
    pub command: bool,
    pub alt: bool,
}

impl Spot {
    /// How far the pointer moves before a click becomes a drag, in logical pixels.
    const SLACK: f64 = 4.0;
    /// How far from a corner a click still hits it, in logical pixels.
    const NEAR: f64 = 9.0;

    pub fn pixel(&self) -> Point {
        Point::new(self.x.max(0.0) as u32, self.y.max(0.0) as u32)
    }

    /// Whether the pointer has moved far enough from `start` for a drag.
    fn dragged_from(&self, start: &Self) -> bool {
        let far = ((self.x - start.x).powi(2) + (self.y - start.y).powi(2)).sqrt();
        far * self.scale > Self::SLACK
    }
}

/// A step of a gesture.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Gesture {
    Press(Spot, u8),
    Drag(Spot),
    Release(Spot),
    Hover(Spot),
    /// Adjust what is held.
    Adjust(Adjust),
    /// Finish what was started.
    Finish,
    /// Abort what was started, nothing else.
    Abort,
    /// Escape: abort what was started, else drop what is held, else clear the selection.
    Cancel,
}

/// An adjustment of what a tool holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Adjust {
    /// Rotate by 90 degrees, clockwise if true.
    Turn(bool),
    /// Flip horizontally if true, else vertically.
    Mirror(bool),
    /// Scale up if true, else down.
    Scale(bool),
    /// Move by this many pixels right and down.
    Nudge(i32, i32),
    /// Toggle between moving and copying.
    Copy,
    /// The setting of what may be covered has changed.
    Over,
    /// Reshape the picked border.
    Reshape(Bend),
}

/// A way to reshape a border.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Bend {
    /// Removes small bends.
    Straighten,
    /// Rounds bends.
    Smooth,
    /// Adds bends.
    Roughen,
}

impl Bend {
    /// In toolbar order.
    pub const ALL: [Self; 3] = [Self::Straighten, Self::Smooth, Self::Roughen];
}

/// What a tool can see.
#[derive(Clone, Copy)]
pub struct Scope<'a> {
    pub draft: &'a Draft,
    pub selection: &'a Selection,
    /// Whether two territories touch in the mask.
    pub touching: &'a dyn Fn(TerritoryKey, TerritoryKey) -> bool,
    pub land: Option<&'a Regions>,
    pub brush: Brush,
    pub size: (u32, u32),
}

impl Scope<'_> {
    fn name(&self, key: TerritoryKey) -> String {
        crate::texts::territory_name(self.draft, key)
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ToolKind {
    Select,
    /// Moves, adds and removes pivots.
    Pivot,
    Link,
    Continent,
    /// Picks the territories of a battle.
    Odds,
    /// Paints land with a brush.
    Brush,
    /// Paints inside a line.
    Area,
    /// Splits territories along a line.
    Cut,
    /// Pushes and bends borders.
    Border,
    /// Fills holes and lakes.
    Fill,
    /// Moves land, or copies it.
    Move,
    /// Moves the tracing picture.
    Trace,
}

impl ToolKind {
    /// In toolbar order.
    pub const ALL: [Self; 12] = [
        Self::Select,
        Self::Pivot,
        Self::Link,
        Self::Continent,
        Self::Odds,
        Self::Brush,
        Self::Area,
        Self::Cut,
        Self::Border,
        Self::Fill,
        Self::Move,
        Self::Trace,
    ];

    /// Whether symmetry applies to it.
    pub fn has_twins(self) -> bool {
        matches!(
            self,
            Self::Brush | Self::Area | Self::Cut | Self::Border | Self::Fill | Self::Move
        )
    }

    /// Whether it draws on the mask.
    pub fn draws(self) -> bool {
        self.has_twins() || self == Self::Trace
    }
}

#[derive(Debug)]
pub enum Tool {
    Select(SelectTool),
    Pivot(PivotTool),
    Link(LinkTool),
    Continent(ContinentTool),
    Odds(OddsTool),
    Brush(BrushTool),
    Area(AreaTool),
    Cut(CutTool),
    Border(BorderTool),
    Fill(FillTool),
    Move(MoveTool),
    Trace(TraceTool),
}

impl Tool {
    pub fn new(kind: ToolKind) -> Self {
        match kind {
            ToolKind::Select => Self::Select(SelectTool::default()),
            ToolKind::Pivot => Self::Pivot(PivotTool::default()),
            ToolKind::Link => Self::Link(LinkTool::default()),
            ToolKind::Continent => Self::Continent(ContinentTool::default()),
            ToolKind::Odds => Self::Odds(OddsTool::default()),
            ToolKind::Brush => Self::Brush(BrushTool::default()),
            ToolKind::Area => Self::Area(AreaTool::default()),
            ToolKind::Cut => Self::Cut(CutTool::default()),
            ToolKind::Border => Self::Border(BorderTool::default()),
            ToolKind::Fill => Self::Fill(FillTool::default()),
            ToolKind::Move => Self::Move(MoveTool::default()),
            ToolKind::Trace => Self::Trace(TraceTool::default()),
        }
    }

    pub fn kind(&self) -> ToolKind {
        match self {
            Self::Select(_) => ToolKind::Select,
            Self::Pivot(_) => ToolKind::Pivot,
            Self::Link(_) => ToolKind::Link,
            Self::Continent(_) => ToolKind::Continent,
            Self::Odds(_) => ToolKind::Odds,
            Self::Brush(_) => ToolKind::Brush,
            Self::Area(_) => ToolKind::Area,
            Self::Cut(_) => ToolKind::Cut,
            Self::Border(_) => ToolKind::Border,
            Self::Fill(_) => ToolKind::Fill,
            Self::Move(_) => ToolKind::Move,
            Self::Trace(_) => ToolKind::Trace,
        }
    }

    pub fn feed(&mut self, gesture: Gesture, scope: Scope<'_>) -> Vec<Action> {
        if matches!(gesture, Gesture::Abort | Gesture::Cancel) {
            match self.abort() {
                None if gesture == Gesture::Cancel => {}
                aborted => return aborted.unwrap_or_default(),
            }
        }
        match self {
            Self::Select(tool) => tool.feed(gesture, scope),
            Self::Pivot(tool) => tool.feed(gesture, scope),
            Self::Link(tool) => tool.feed(gesture, scope),
            Self::Continent(tool) => tool.feed(gesture, scope),
            Self::Odds(tool) => tool.feed(gesture),
            Self::Brush(tool) => tool.feed(gesture, scope),
            Self::Area(tool) => tool.feed(gesture, scope),
            Self::Cut(tool) => tool.feed(gesture, scope),
            Self::Border(tool) => tool.feed(gesture, scope),
            Self::Fill(tool) => tool.feed(gesture, scope),
            Self::Move(tool) => tool.feed(gesture, scope),
            Self::Trace(tool) => tool.feed(gesture),
        }
    }

    /// Aborts what was started; `None` if nothing was.
    fn abort(&mut self) -> Option<Vec<Action>> {
        match self {
            Self::Select(tool) => tool.abort(),
            Self::Pivot(tool) => tool.abort(),
            Self::Link(tool) => tool.abort(),
            Self::Continent(tool) => tool.abort(),
            Self::Odds(tool) => tool.abort(),
            Self::Brush(tool) => tool.abort(),
            Self::Area(tool) => tool.abort(),
            Self::Cut(tool) => tool.abort(),
            Self::Border(tool) => tool.abort(),
            Self::Fill(tool) => tool.abort(),
            Self::Move(tool) => tool.abort(),
            Self::Trace(tool) => tool.abort(),
        }
    }

    /// Drops the last corner of the line being drawn; `false` if there is none.
    pub fn take_back(&mut self) -> bool {
        match self {
            Self::Area(tool) => tool.take_back(),
            Self::Cut(tool) => tool.take_back(),
            _ => false,
        }
    }

    /// Whether a line is being drawn corner by corner.
    pub fn awaits_corners(&self) -> bool {
        match self {
            Self::Area(tool) => tool.awaits_corners(),
            Self::Cut(tool) => tool.awaits_corners(),
            _ => false,
        }
    }

    /// The selection rectangle, as left, top, right and bottom.
    pub fn band(&self) -> Option<[f64; 4]> {
        match self {
            Self::Select(tool) => tool.band(),
            _ => None,
        }
    }

    /// The pivot being moved.
    pub fn held_pivot(&self) -> Option<(TerritoryKey, usize)> {
        match self {
            Self::Select(tool) => tool.held_pivot(),
            Self::Pivot(tool) => tool.held(),
            _ => None,
        }
    }

    /// The pivot clicked last, if it still exists; Delete removes it.
    pub fn chosen_pivot(&self, draft: &Draft) -> Option<(TerritoryKey, usize)> {
        match self {
            Self::Pivot(tool) => tool.chosen(draft),
            _ => None,
        }
    }

    pub fn anchor(&self) -> Option<TerritoryKey> {
        match self {
            Self::Link(tool) => tool.anchor(),
            _ => None,
        }
    }

    /// The link being drawn: its start and the pointer.
    pub fn drawing(&self) -> Option<(TerritoryKey, Spot)> {
        match self {
            Self::Link(tool) => tool.drawing(),
            _ => None,
        }
    }

    /// The pixels being drawn, with their new owners.
    pub fn shades(&self) -> Vec<Shade> {
        match self {
            Self::Brush(tool) => tool.shade().cloned().into_iter().collect(),
            Self::Border(tool) => tool.shades().to_vec(),
            Self::Move(tool) => tool.shades().to_vec(),
            _ => Vec::new(),
        }
    }

    /// Whether a stroke or a push is under way, or land is held.
    pub fn is_drawing(&self) -> bool {
        !self.shades().is_empty() || self.held_land().is_some()
    }

    /// The scale of the held land in per cent, and whether it is a copy.
    pub fn held_land(&self) -> Option<(u16, bool)> {
        match self {
            Self::Move(tool) => tool.held(),
            _ => None,
        }
    }

    /// The owners of the held land.
    pub fn held_keys(&self) -> &[TerritoryKey] {
        match self {
            Self::Move(tool) => tool.keys(),
            _ => &[],
        }
    }

    /// The middle of the held land, after and before the move.
    pub fn held_middles(&self) -> Option<[(f64, f64); 2]> {
        match self {
            Self::Move(tool) => tool.middles(),
            _ => None,
        }
    }

    /// Whether the tracing picture is being dragged.
    pub fn drags_trace(&self) -> bool {
        matches!(self, Self::Trace(tool) if tool.drags())
    }

    pub fn has_border(&self) -> bool {
        matches!(self, Self::Border(tool) if tool.has_picked())
    }

    /// Updates its state for a changed mask.
    pub fn follow(&mut self, regions: &Regions) {
        if let Self::Border(tool) = self {
            tool.follow(regions);
        }
    }

    /// The sketch of what is being drawn.
    pub fn sketch(&self, at: Option<&Spot>, brush: Brush) -> Sketch {
        match self {
            Self::Brush(tool) => tool.sketch(at, brush),
            Self::Border(tool) => tool.sketch(at, brush),
            Self::Area(tool) => tool.sketch(at),
            Self::Cut(tool) => tool.sketch(at),
            _ => Sketch::default(),
        }
    }

    /// The continent being painted.
    pub fn brush(&self) -> Option<ContinentId> {
        match self {
            Self::Continent(tool) => tool.brush(),
            _ => None,
        }
    }
}

#[cfg(test)]
pub(crate) mod testing {
    use super::*;

    /// A spot in the middle of territory `id` of a row.
    pub(crate) fn on(draft: &Draft, id: usize) -> Spot {
        let territory = &draft.territories[id];
        Spot {
            x: id as f64 * 10.0 + 5.5,
            y: 5.5,
            scale: 10.0,
            over: Some(territory.key),
            ..Spot::default()
        }
    }

    pub(crate) fn at_sea() -> Spot {
        Spot {
            x: 500.0,
            y: 300.0,
            scale: 10.0,
            ..Spot::default()
        }
    }

    /// Feeds gestures to a tool and applies its actions.
    pub(crate) struct Harness {
        pub(crate) draft: Draft,
        pub(crate) selection: Selection,
        pub(crate) history: crate::history::History,
        pub(crate) tool: Tool,
        pub(crate) actions: Vec<Action>,
    }

    impl Harness {
        pub(crate) fn new(kind: ToolKind, count: u16) -> Self {
            Self {
                draft: crate::sketch::row(count),
                selection: Selection::default(),
                history: crate::history::History::new(true),
                tool: Tool::new(kind),
                actions: Vec::new(),
            }
        }

        pub(crate) fn feed(&mut self, gesture: Gesture) {
            let order: Vec<_> = self.draft.territories.iter().map(|t| t.key).collect();
            let place = move |key| order.iter().position(|&k| k == key);
            let touching = move |a, b| match (place(a), place(b)) {
                (Some(a), Some(b)) => a.abs_diff(b) == 1,
                _ => false,
            };
            let scope = Scope {
                draft: &self.draft,
                selection: &self.selection,
                touching: &touching,
                land: None,
                brush: Brush::default(),
                size: (u32::from(u16::MAX), 10),
            };
            for action in self.tool.feed(gesture, scope) {
                match action {
                    Action::Select(keys) => self.selection.set(keys),
                    Action::Toggle(key) => self.selection.toggle(key),
                    Action::Deselect => self.selection.clear(),
                    Action::Make { name, edit, tag } => {
                        self.history.make(&mut self.draft, name, edit, tag).unwrap();
                    }
                    Action::Seal => self.history.seal(),
                    Action::Revert(tag) => self.history.revert(&mut self.draft, tag),
                    other => self.actions.push(other),
                }
            }
        }

        pub(crate) fn click(&mut self, spot: Spot) {
            self.feed(Gesture::Press(spot, 1));
            self.feed(Gesture::Release(spot));
        }

        pub(crate) fn drag(&mut self, path: &[Spot]) {
            self.feed(Gesture::Press(path[0], 1));
            for &spot in &path[1..] {
                self.feed(Gesture::Drag(spot));
            }
            self.feed(Gesture::Release(path[path.len() - 1]));
        }
    }
}
