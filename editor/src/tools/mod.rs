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

pub(crate) use link::toggle;
pub(crate) use pivot::nudge;

use std::fmt::Debug;
use std::ops::{Deref, DerefMut};

use marchland_board::Sketch;
use marchland_maps::mask::Regions;
use marchland_maps::{ContinentId, Draft, Point, TerritoryKey};

use crate::action::Action;
use crate::drawing::{Brush, Shade};
use crate::selection::Selection;
use area::AreaTool;
use border::BorderTool;
use brush::BrushTool;
use continent::ContinentTool;
use cut::CutTool;
use fill::FillTool;
use link::LinkTool;
use odds::OddsTool;
use pivot::PivotTool;
use select::SelectTool;
use shift::MoveTool;
use trace::TraceTool;

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

/// A tool in use.
#[derive(Debug)]
pub struct Tool {
    kind: ToolKind,
    behaviour: Box<dyn Behaviour>,
}

impl Tool {
    pub fn new(kind: ToolKind) -> Self {
        let behaviour: Box<dyn Behaviour> = match kind {
            ToolKind::Select => Box::<SelectTool>::default(),
            ToolKind::Pivot => Box::<PivotTool>::default(),
            ToolKind::Link => Box::<LinkTool>::default(),
            ToolKind::Continent => Box::<ContinentTool>::default(),
            ToolKind::Odds => Box::<OddsTool>::default(),
            ToolKind::Brush => Box::<BrushTool>::default(),
            ToolKind::Area => Box::<AreaTool>::default(),
            ToolKind::Cut => Box::<CutTool>::default(),
            ToolKind::Border => Box::<BorderTool>::default(),
            ToolKind::Fill => Box::<FillTool>::default(),
            ToolKind::Move => Box::<MoveTool>::default(),
            ToolKind::Trace => Box::<TraceTool>::default(),
        };
        Self { kind, behaviour }
    }

    pub fn kind(&self) -> ToolKind {
        self.kind
    }

    pub fn feed(&mut self, gesture: Gesture, scope: Scope<'_>) -> Vec<Action> {
        match gesture {
            Gesture::Abort => self.abort().unwrap_or_default(),
            Gesture::Cancel => self.abort().unwrap_or_else(|| self.cancel()),
            _ => self.behaviour.feed(gesture, scope),
        }
    }

    /// Whether a stroke or a push is under way, or land is held.
    pub fn is_drawing(&self) -> bool {
        !self.shades().is_empty() || self.held_land().is_some()
    }
}

impl Deref for Tool {
    type Target = dyn Behaviour;

    fn deref(&self) -> &Self::Target {
        &*self.behaviour
    }
}

impl DerefMut for Tool {
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut *self.behaviour
    }
}

/// What a tool does, and what can be asked of it; most tools can answer little.
pub trait Behaviour: Debug {
    /// Handles a gesture, other than to abort or cancel.
    fn feed(&mut self, gesture: Gesture, scope: Scope<'_>) -> Vec<Action>;

    /// Aborts what was started; `None` if nothing was.
    fn abort(&mut self) -> Option<Vec<Action>>;

    /// Drops what is held, else clears the selection; nothing is under way.
    fn cancel(&mut self) -> Vec<Action> {
        vec![Action::Deselect]
    }

    /// Drops the last corner of the line being drawn; `false` if there is none.
    fn take_back(&mut self) -> bool {
        false
    }

    /// Whether a line is being drawn corner by corner.
    fn awaits_corners(&self) -> bool {
        false
    }

    /// The selection rectangle, as left, top, right and bottom.
    fn band(&self) -> Option<[f64; 4]> {
        None
    }

    /// The pivot being moved.
    fn held_pivot(&self) -> Option<(TerritoryKey, usize)> {
        None
    }

    /// The pivot clicked or added last, if it still exists; Delete removes it.
    fn chosen_pivot(&self, _: &Draft) -> Option<(TerritoryKey, usize)> {
        None
    }

    /// The territory that the next clicks link.
    fn anchor(&self) -> Option<TerritoryKey> {
        None
    }

    /// The link being drawn: its start and the pointer.
    fn drawing(&self) -> Option<(TerritoryKey, Spot)> {
        None
    }

    /// The pixels being drawn, with their new owners.
    fn shades(&self) -> &[Shade] {
        &[]
    }

    /// The scale of the held land in per cent, and whether it is a copy.
    fn held_land(&self) -> Option<(u16, bool)> {
        None
    }

    /// The owners of the held land.
    fn held_keys(&self) -> &[TerritoryKey] {
        &[]
    }

    /// The middle of the held land, after and before the move.
    fn held_middles(&self) -> Option<[(f64, f64); 2]> {
        None
    }

    /// Whether the tracing picture is being dragged.
    fn drags_trace(&self) -> bool {
        false
    }

    /// Whether a border is picked.
    fn has_border(&self) -> bool {
        false
    }

    /// Updates its state for a changed mask.
    fn follow(&mut self, _: &Regions) {}

    /// The sketch of what is being drawn.
    fn sketch(&self, _at: Option<&Spot>, _: Brush) -> Sketch {
        Sketch::default()
    }

    /// The continent being painted.
    fn brush(&self) -> Option<ContinentId> {
        None
    }

    /// Sets the continent to paint.
    fn take_up(&mut self, _: Option<ContinentId>) {}

    /// Continues the stroke with the continent created from the territory under the pointer.
    fn go_on_with(&mut self, _: Option<ContinentId>) {}
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
