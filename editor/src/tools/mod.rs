//! What the pointer does on the map, one tool a file.
//!
//! A tool is a small state machine: it is fed [`Gesture`]s in pixels of the
//! mask and answers with [`Action`]s. It changes nothing itself and knows no
//! window, so each is tested by feeding it gestures.

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

pub(crate) use pivot::nudge;

use marchland_board::Sketch;
use marchland_maps::mask::Regions;
use marchland_maps::{ContinentId, Draft, Point, TerritoryKey};

use crate::action::Action;
use crate::drawing::{Brush, Deed, Shade};
use crate::selection::Selection;

/// Where a gesture is, and what lies there.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Spot {
    /// Column of the mask, with fraction.
    pub x: f64,
    /// Row of the mask, with fraction.
    pub y: f64,
    /// Logical pixels of the screen for one pixel of the mask.
    pub scale: f64,
    /// The territory under the pointer.
    pub over: Option<TerritoryKey>,
    /// The pivot within reach of the pointer, and which of its territory.
    pub pivot: Option<(TerritoryKey, usize)>,
    /// The centre of the region under the pointer, if it is within reach.
    pub centre: Option<Point>,
    /// Shift is down.
    pub shift: bool,
    /// Control (Command on a Mac) is down.
    pub command: bool,
    /// Alt is down.
    pub alt: bool,
}

impl Spot {
    /// How far the pointer must go before a click becomes a drag, in logical
    /// pixels of the screen.
    const SLACK: f64 = 4.0;
    /// How far from a corner a click still hits it, in logical pixels of the screen.
    const NEAR: f64 = 9.0;

    /// The pixel of the mask.
    pub fn pixel(&self) -> Point {
        Point::new(self.x.max(0.0) as u32, self.y.max(0.0) as u32)
    }

    /// Whether the pointer has gone so far from `start` that this is a drag.
    fn dragged_from(&self, start: &Self) -> bool {
        let far = ((self.x - start.x).powi(2) + (self.y - start.y).powi(2)).sqrt();
        far * self.scale > Self::SLACK
    }
}

/// One step of what the pointer does.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Gesture {
    /// The button went down; a double click counts 2.
    Press(Spot, u8),
    /// The pointer moved with the button down.
    Drag(Spot),
    /// The button went up.
    Release(Spot),
    /// The pointer moved with the button up.
    Hover(Spot),
    /// What is in hand is to be another way.
    Adjust(Adjust),
    /// What was begun is to be ended as it is.
    Finish,
    /// What was begun is called off; nothing else is dropped.
    Abort,
    /// Escape: what was begun is called off; where nothing was, what is in hand is
    /// dropped, then what is selected.
    Cancel,
}

/// What is done to what a tool has in hand.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Adjust {
    /// Turn it by a right angle: clockwise, or back.
    Turn(bool),
    /// Mirror it: left and right, or else top and bottom.
    Mirror(bool),
    /// Make it larger, or smaller.
    Scale(bool),
    /// Move it so many pixels to the right and down.
    Nudge(i32, i32),
    /// Leave the land where it is and put a copy down, or not.
    Copy,
    /// What it may cover is another now.
    Over,
    /// Bend the border that is picked.
    Reshape(Bend),
}

/// What is done to the bends of a border.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Bend {
    /// The small ones go.
    Straighten,
    /// They become round.
    Smooth,
    /// More come.
    Roughen,
}

impl Bend {
    /// In the order of the strip.
    pub const ALL: [Self; 3] = [Self::Straighten, Self::Smooth, Self::Roughen];
}

/// What a tool may look at.
#[derive(Clone, Copy)]
pub struct Scope<'a> {
    /// The draft as it is.
    pub draft: &'a Draft,
    /// What is selected.
    pub selection: &'a Selection,
    /// Whether two territories touch in the mask.
    pub touching: &'a dyn Fn(TerritoryKey, TerritoryKey) -> bool,
    /// The mask.
    pub land: Option<&'a Regions>,
    /// How strokes are drawn.
    pub brush: Brush,
    /// Width and height of the mask.
    pub size: (u32, u32),
}

impl Scope<'_> {
    fn name(&self, key: TerritoryKey) -> String {
        crate::texts::territory_name(self.draft, key)
    }
}

/// Which tool it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ToolKind {
    /// Select and rename.
    Select,
    /// Moves, adds and removes pivots.
    Pivot,
    /// Links two territories by a drag, or takes their link away.
    Link,
    /// Group territories into continents.
    Continent,
    /// Asks for the odds of a campaign by clicks.
    Odds,
    /// Paints land with a brush.
    Brush,
    /// Paints what a line goes around.
    Area,
    /// Splits territories along a line.
    Cut,
    /// Pushes and bends borders.
    Border,
    /// Fills holes and lakes.
    Fill,
    /// Moves land, or copies it.
    Move,
    /// Moves the picture that one draws after.
    Trace,
}

impl ToolKind {
    /// All tools in the order of the tool bar.
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

    /// Whether what it draws can have twins.
    pub fn has_twins(self) -> bool {
        matches!(
            self,
            Self::Brush | Self::Area | Self::Cut | Self::Border | Self::Fill | Self::Move
        )
    }

    /// Whether it draws on the mask.
    pub fn draws(self) -> bool {
        matches!(
            self,
            Self::Brush
                | Self::Area
                | Self::Cut
                | Self::Border
                | Self::Fill
                | Self::Move
                | Self::Trace
        )
    }
}

/// The tool in hand, with the state of its gesture.
#[derive(Debug)]
pub enum Tool {
    /// See [`SelectTool`].
    Select(SelectTool),
    /// See [`PivotTool`].
    Pivot(PivotTool),
    /// See [`LinkTool`].
    Link(LinkTool),
    /// See [`ContinentTool`].
    Continent(ContinentTool),
    /// See [`OddsTool`].
    Odds(OddsTool),
    /// See [`BrushTool`].
    Brush(BrushTool),
    /// See [`AreaTool`].
    Area(AreaTool),
    /// See [`CutTool`].
    Cut(CutTool),
    /// See [`BorderTool`].
    Border(BorderTool),
    /// See [`FillTool`].
    Fill(FillTool),
    /// See [`MoveTool`].
    Move(MoveTool),
    /// See [`TraceTool`].
    Trace(TraceTool),
}

impl Tool {
    /// A tool in its initial state.
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

    /// Which tool it is.
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

    /// Feeds a gesture.
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

    /// Calls off what was begun; `None` if nothing was.
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

    /// The rectangle that is being drawn around territories, as left, top,
    /// right and bottom.
    pub fn band(&self) -> Option<[f64; 4]> {
        match self {
            Self::Select(tool) => tool.band(),
            _ => None,
        }
    }

    /// The pivot that is being moved.
    pub fn held_pivot(&self) -> Option<(TerritoryKey, usize)> {
        match self {
            Self::Select(tool) => tool.held_pivot(),
            Self::Pivot(tool) => tool.held(),
            _ => None,
        }
    }

    /// The pivot that was clicked last, if it is still there: what Delete takes.
    pub fn chosen_pivot(&self, draft: &Draft) -> Option<(TerritoryKey, usize)> {
        match self {
            Self::Pivot(tool) => tool.chosen(draft),
            _ => None,
        }
    }

    /// The territory that links start from.
    pub fn anchor(&self) -> Option<TerritoryKey> {
        match self {
            Self::Link(tool) => tool.anchor(),
            _ => None,
        }
    }

    /// A link that is being drawn: its start, and where the pointer is.
    pub fn drawing(&self) -> Option<(TerritoryKey, Spot)> {
        match self {
            Self::Link(tool) => tool.drawing(),
            _ => None,
        }
    }

    /// Pixels as they will be once what is being drawn is done.
    pub fn shades(&self) -> Vec<Shade> {
        match self {
            Self::Brush(tool) => tool.deed().map(Deed::shades).unwrap_or_default(),
            Self::Border(tool) => tool.shades().to_vec(),
            Self::Move(tool) => tool.shades().to_vec(),
            _ => Vec::new(),
        }
    }

    /// The size of the land in hand, in hundredths, and whether it is a copy.
    pub fn held_land(&self) -> Option<(u16, bool)> {
        match self {
            Self::Move(tool) => tool.held(),
            _ => None,
        }
    }

    /// Whose land is in hand.
    pub fn held_keys(&self) -> &[TerritoryKey] {
        match self {
            Self::Move(tool) => tool.keys(),
            _ => &[],
        }
    }

    /// Its middle as it comes to lie, and as it lay before.
    pub fn held_middles(&self) -> Option<[(f64, f64); 2]> {
        match self {
            Self::Move(tool) => tool.middles(),
            _ => None,
        }
    }

    /// Whether the picture that one draws after is being dragged.
    pub fn drags_trace(&self) -> bool {
        matches!(self, Self::Trace(tool) if tool.drags())
    }

    /// Whether a border is picked.
    pub fn has_border(&self) -> bool {
        matches!(self, Self::Border(tool) if tool.has_picked())
    }

    /// Brings what it holds up to date with a mask that has changed.
    pub fn follow(&mut self, regions: &Regions) {
        if let Self::Border(tool) = self {
            tool.follow(regions);
        }
    }

    /// What is seen of what it draws, with the pointer at a spot.
    pub fn sketch(&self, at: Option<&Spot>, brush: Brush) -> Sketch {
        match self {
            Self::Brush(tool) => tool.sketch(at, brush),
            Self::Border(tool) => tool.sketch(at, brush),
            Self::Area(tool) => tool.sketch(at),
            Self::Cut(tool) => tool.sketch(at),
            _ => Sketch::default(),
        }
    }

    /// The continent that is being painted.
    pub fn brush(&self) -> Option<ContinentId> {
        match self {
            Self::Continent(tool) => tool.brush(),
            _ => None,
        }
    }
}

/// Links two territories, or parts them, both ways: a click of the link tool.
pub(crate) fn toggle(scope: Scope<'_>, a: TerritoryKey, b: TerritoryKey) -> Option<Action> {
    link::toggle(scope, a, b, marchland_maps::Way::Both)
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

    /// Feeds gestures to a tool, applying what it wants to draft and selection.
    pub(crate) struct Bench {
        pub(crate) draft: Draft,
        pub(crate) selection: Selection,
        pub(crate) history: crate::history::History,
        pub(crate) tool: Tool,
        pub(crate) said: Vec<Action>,
    }

    impl Bench {
        pub(crate) fn new(kind: ToolKind, count: u16) -> Self {
            Self {
                draft: crate::sketch::row(count),
                selection: Selection::default(),
                history: crate::history::History::new(true),
                tool: Tool::new(kind),
                said: Vec::new(),
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
                    other => self.said.push(other),
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
