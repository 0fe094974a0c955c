//! Drawing on the mask.
//!
//! A gesture becomes a [`DrawOp`]. Its consequences (regions, contacts, pivots, links) are
//! computed on a thread from an [`Order`]: the operation and a snapshot of the map. The result is
//! a [`Done`], applied at once, or ordered again if the map has changed since. No frame waits for
//! it: meanwhile the board shows the strokes themselves.

mod look;
mod order;
mod queue;
mod twins;

pub use look::Look;
pub use order::{Alone, Done, Order, Outcome, Ready, Refusal};
pub use queue::{OrderResult, Queue};
pub use twins::{Symmetry, Twins};

use std::sync::Arc;

use marchland_board::{Cover, Tint, Wash};
use marchland_maps::mask::{Rgba, Stretch};
use marchland_maps::redraw::{Division, Frame, Moved, Over, Paint, Push, Reshape, own_continent};
use marchland_maps::{Draft, Point, TerritoryKey};

/// How far the middle of a picked border may move, in pixels.
pub(crate) const REACH: f64 = 48.0;

/// An operation on the mask.
#[derive(Debug, Clone, PartialEq)]
pub enum DrawOp {
    /// Give pixels a new owner; chunks may overlap.
    Paint(Shade),
    /// Cut these territories, or all, along a line.
    Cut {
        line: Vec<Point>,
        only: Vec<TerritoryKey>,
    },
    /// Add the region at a point to a territory, or to the one with the longest border.
    Fill {
        at: Point,
        into: Option<TerritoryKey>,
        /// Gaps of up to this many pixels of water are treated as closed.
        gap: u16,
    },
    Merge(Vec<TerritoryKey>),
    /// Remove territories and turn their land into sea.
    Erase(Vec<TerritoryKey>),
    /// Swap the land of two territories.
    Exchange(TerritoryKey, TerritoryKey),
    /// Merge specks, and gaps up to this width, into their surroundings.
    Tidy(u16),
    Resize(Frame),
    /// Reassign all key colours.
    NewColours,
    /// Remove the separators.
    Dissolve,
    /// Move the land of territories.
    Move {
        /// The land with its new place.
        moved: Vec<Moved>,
        over: Over,
        /// Leave the land in place and create new territories.
        copy: bool,
        /// Shown until the operation is done.
        shown: Vec<Shade>,
    },
    /// Divide a territory into parts of equal area.
    Divide {
        key: TerritoryKey,
        how: Division,
    },
    /// Push the land around a point.
    Push {
        push: Push,
        /// Shown until the operation is done.
        shown: Vec<Shade>,
    },
    /// Reshape the border nearest to a point.
    Reshape {
        at: (f64, f64),
        /// The colours on its two sides.
        between: [Rgba; 2],
        how: Reshape,
        /// The width of bends, in pixels.
        size: u16,
    },
    /// Another operation, on a map whose columns or rows are reversed.
    Turned(Symmetry, Box<DrawOp>),
    /// An operation and its mirrored twin, as one step.
    Twins(Box<[DrawOp; 2]>),
    /// An operation that has no mirrored twin.
    Alone(Box<DrawOp>),
    Undo,
    Redo,
}

/// Pixels with a new owner.
#[derive(Debug, Clone, PartialEq)]
pub struct Shade {
    /// Chunks in row order; a stroke only appends chunks.
    pub pixels: Vec<Arc<[Stretch]>>,
    /// The new owner.
    pub paint: Paint,
    /// Which land may be covered.
    pub over: Over,
}

impl Shade {
    /// Converts it for the board.
    pub fn wash(self, draft: &Draft, tint: impl Fn(Paint) -> Tint) -> Wash {
        let own = match (self.over, self.paint) {
            (Over::Continent, Paint::Land(key)) => own_continent(draft, key).collect(),
            _ => Vec::new(),
        };
        Wash {
            pixels: self.pixels,
            tint: tint(self.paint),
            over: match self.over {
                Over::All => Cover::All,
                Over::Sea | Over::Slits | Over::Continent => Cover::Sea(own.into()),
            },
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Brush {
    /// Width in pixels of the mask.
    pub size: u16,
    /// Which land may be covered.
    pub over: Over,
    /// Length of the stabiliser's string between pointer and brush, in logical pixels.
    pub string: u16,
    /// Roughness of the edge, from 0 to 100.
    pub rough: u16,
    /// Gaps of up to this many pixels are treated as closed by the fill tool.
    pub gap: u16,
}

impl Default for Brush {
    fn default() -> Self {
        Self {
            size: 32,
            over: Over::All,
            string: 0,
            rough: 0,
            gap: 0,
        }
    }
}

impl Brush {
    /// The greatest width.
    pub const MOST: u16 = 512;
    /// The longest string.
    pub const STRING: u16 = 60;

    /// The next width up or down.
    #[must_use]
    pub fn sized(self, wider: bool) -> Self {
        const SIZES: [u16; 18] = [
            1,
            2,
            3,
            4,
            6,
            8,
            12,
            16,
            24,
            32,
            48,
            64,
            96,
            128,
            192,
            256,
            384,
            Brush::MOST,
        ];
        let next = if wider {
            SIZES.iter().find(|&&size| size > self.size)
        } else {
            SIZES.iter().rfind(|&&size| size < self.size)
        };
        let size = next.copied().unwrap_or(self.size);
        Self { size, ..self }
    }

    pub fn radius(self) -> f64 {
        f64::from(self.size) / 2.0
    }
}

impl DrawOp {
    /// The operation without its mirrored twin.
    pub fn unmirrored(&self) -> &Self {
        match self {
            Self::Twins(both) => &both[0],
            Self::Alone(op) => op,
            op => op,
        }
    }

    /// The new owners of pixels, as far as known before the computation.
    pub fn shades(&self) -> Vec<Shade> {
        match self {
            Self::Paint(shade) => vec![shade.clone()],
            Self::Move { shown, .. } | Self::Push { shown, .. } => shown.clone(),
            Self::Twins(both) => both.iter().flat_map(Self::shades).collect(),
            Self::Alone(op) => op.shades(),
            _ => Vec::new(),
        }
    }
}

#[cfg(test)]
mod tests;
