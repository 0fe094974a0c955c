//! Land that is drawn: what the hand does to the mask, and what becomes of the map.
//!
//! A gesture becomes a [`Deed`], a value. What follows from it, regions, contacts, pivots
//! and links, is worked out on a thread of its own from an [`Order`]: the deed with a
//! snapshot of the map. It comes back as [`Done`], which is made at once or, if the map has
//! changed meanwhile, ordered again. No frame waits for it: until then the board shows the
//! strokes themselves.

mod order;
mod queue;

pub use order::{Done, Order, Outcome, Ready, Refusal};
pub use queue::{News, Queue};

use std::sync::Arc;

use marchland_board::{Tint, Wash};
use marchland_maps::divide::Style;
use marchland_maps::mask::Stretch;
use marchland_maps::redraw::{Over, Paint};
use marchland_maps::{Point, TerritoryKey};

/// What is to be done to the mask.
#[derive(Debug, Clone, PartialEq)]
pub enum Deed {
    /// Paint these pixels.
    Paint {
        /// Which; each chunk may cover what others do.
        pixels: Vec<Arc<[Stretch]>>,
        /// What they become.
        paint: Paint,
        /// Which of them do.
        over: Over,
    },
    /// Cut along a line what it crosses: these territories, or all if none is named.
    Cut {
        /// Its corners, as pixels of the mask.
        line: Vec<Point>,
        /// Which territories.
        only: Vec<TerritoryKey>,
    },
    /// Let the region at a point join a territory, or the one with the longest border.
    Fill {
        /// A pixel of the region.
        at: Point,
        /// The territory.
        into: Option<TerritoryKey>,
    },
    /// Make one territory of several.
    Merge(Vec<TerritoryKey>),
    /// Make several territories of equal area of one.
    Divide {
        /// Which.
        key: TerritoryKey,
        /// How many.
        parts: usize,
        /// What they look like.
        style: Style,
        /// Other parts for other numbers.
        seed: u64,
    },
    /// Take the last step back.
    Undo,
    /// Make the step again that was taken back.
    Redo,
}

/// How strokes are drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Brush {
    /// Its width, in pixels of the mask.
    pub size: u16,
    /// What it paints over.
    pub over: Over,
}

impl Default for Brush {
    fn default() -> Self {
        Self {
            size: 32,
            over: Over::All,
        }
    }
}

impl Brush {
    /// The widest.
    pub const MOST: u16 = 512;

    /// A step wider or narrower.
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

    /// Half its width.
    pub fn radius(self) -> f64 {
        f64::from(self.size) / 2.0
    }
}

impl Deed {
    /// What pixels this paints, if that can be seen before it is thought through.
    pub fn wash(&self, tint: impl Fn(Paint) -> Tint) -> Option<Wash> {
        match self {
            Self::Paint {
                pixels,
                paint,
                over,
            } => Some(Wash {
                pixels: pixels.clone(),
                tint: tint(*paint),
                sea_only: *over == Over::Sea,
            }),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests;
