//! Land that is drawn: what the hand does to the mask, and what becomes of the map.
//!
//! A gesture becomes a [`Deed`], a value. What follows from it, regions, contacts, pivots
//! and links, is worked out on a thread of its own from an [`Order`]: the deed with a
//! snapshot of the map. It comes back as [`Done`], which is made at once or, if the map has
//! changed meanwhile, ordered again. No frame waits for it: until then the board shows the
//! strokes themselves.

mod look;
mod order;
mod queue;
mod twins;

pub use look::Look;
pub use order::{Alone, Done, Order, Outcome, Ready, Refusal};
pub use queue::{News, Queue};
pub use twins::{Symmetry, Twins};

use std::sync::Arc;

use marchland_board::{Cover, Tint, Wash};
use marchland_maps::mask::{Rgba, Stretch};
use marchland_maps::redraw::{Division, Frame, Moved, Over, Paint, Push, Reshape, own_continent};
use marchland_maps::{Draft, Point, TerritoryKey};

/// Pixels that the middle of a border may have gone since it was picked.
pub(crate) const REACH: f64 = 48.0;

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
        /// Pixels of water that shut a sea off.
        gap: u16,
    },
    /// Make one territory of several.
    Merge(Vec<TerritoryKey>),
    /// Let two territories exchange their land.
    Exchange(TerritoryKey, TerritoryKey),
    /// Let specks, and gaps of so many pixels, join what lies around them.
    Tidy(u16),
    /// Put the map onto a sheet of another size.
    Resize(Frame),
    /// Give all territories other key colours.
    NewColours,
    /// Let lines that are drawn between territories join what lies on either side.
    Dissolve,
    /// Put the land of some territories down elsewhere.
    Move {
        /// Which, where to, and how it lies there.
        moved: Vec<Moved>,
        /// What it may cover.
        over: Over,
        /// The land stays; what is put down are new territories.
        copy: bool,
        /// What is seen of it until it is done.
        shown: Vec<Shade>,
    },
    /// Make several territories of equal area of one.
    Divide {
        /// Which.
        key: TerritoryKey,
        /// How.
        how: Division,
    },
    /// Push what lies at a point, and what is around it.
    Push {
        /// From where to where.
        push: Push,
        /// What is seen of it until it is done.
        shown: Vec<Shade>,
    },
    /// Bend the border that is nearest to a point.
    Reshape {
        /// The point.
        at: (f64, f64),
        /// The colours of its sides.
        between: [Rgba; 2],
        /// How.
        how: Reshape,
        /// The width of bends, in pixels.
        size: u16,
    },
    /// One of the three above, as it would be on a map whose columns or rows count backwards.
    Turned(Symmetry, Box<Deed>),
    /// These two, as one: what is drawn, and its twin.
    Twins(Box<[Deed; 2]>),
    /// This, of which there is no land that could be its twin's.
    Alone(Box<Deed>),
    /// Take the last step back.
    Undo,
    /// Make the step again that was taken back.
    Redo,
}

/// Pixels as they will be.
#[derive(Debug, Clone, PartialEq)]
pub struct Shade {
    /// Which: chunks that only ever become more, each in the order of rows.
    pub pixels: Vec<Arc<[Stretch]>>,
    /// What they become.
    pub paint: Paint,
    /// Which of them do.
    pub over: Over,
}

impl Shade {
    /// What the board shows of it.
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

/// How strokes are drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Brush {
    /// Its width, in pixels of the mask.
    pub size: u16,
    /// What it paints over.
    pub over: Over,
    /// The length of the string by which the pointer pulls it, in logical pixels of the
    /// screen: a trembling hand is not seen then.
    pub string: u16,
    /// How rough its edge is, from 0 to 100.
    pub rough: u16,
    /// Pixels of water that shut off what is filled.
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
    /// The widest.
    pub const MOST: u16 = 512;
    /// The longest string.
    pub const STRING: u16 = 60;

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
    /// What the hand itself does, without the twin of that.
    pub fn own(&self) -> &Self {
        match self {
            Self::Twins(both) => &both[0],
            Self::Alone(deed) => deed,
            deed => deed,
        }
    }

    /// What pixels become by it, as far as that can be seen before it is thought through.
    pub fn shades(&self) -> Vec<Shade> {
        match self {
            Self::Paint {
                pixels,
                paint,
                over,
            } => vec![Shade {
                pixels: pixels.clone(),
                paint: *paint,
                over: *over,
            }],
            Self::Move { shown, .. } | Self::Push { shown, .. } => shown.clone(),
            Self::Twins(both) => both.iter().flat_map(Self::shades).collect(),
            Self::Alone(deed) => deed.shades(),
            _ => Vec::new(),
        }
    }
}

#[cfg(test)]
mod tests;
