//! Outlines of territories, and how they become a mask.
//!
//! Files of shapes ([`formats::geojson`](crate::formats::geojson),
//! [`formats::svg`](crate::formats::svg)) are read into [`Outlines`]. From
//! there: a [`Projection`] bends the globe flat, a [`Sheet`] fits the result
//! into pixels, a scanline fill without anti-aliasing makes a [`Grid`] of
//! territory numbers in which shared borders leave no gap and no overlap, and
//! [`tidy`] keeps straits open, drops specks and keeps small islands clickable.
//!
//! Every step is exact or uses software mathematics, so that the same outlines
//! give the same pixels on every machine.

mod fill;
mod grid;
mod projection;
mod sheet;
pub mod tidy;

pub use fill::{FillError, fill};
pub use grid::Grid;
pub use projection::{Plane, Projection};
pub use sheet::{FitError, Sheet, SheetOptions};

use crate::{Names, TerritoryId};

/// Territories as shapes, in the order of their file.
#[derive(Debug, Clone, PartialEq)]
pub struct Outlines {
    /// What the coordinates mean.
    pub space: Space,
    /// At least one.
    pub shapes: Vec<Shape>,
    /// What else has a name or an id in the file, and is not an area: outlines that are
    /// not filled, points, lines.
    pub left_out: Vec<String>,
}

/// What coordinates mean.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Space {
    /// Longitude and latitude in degrees; longitudes may run on past 180.
    Globe,
    /// A plane whose second coordinate grows upwards, as in projected
    /// geographic data.
    Upwards,
    /// A plane whose second coordinate grows downwards, as in SVG.
    Downwards,
}

/// One territory's outline and what its file says about it.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Shape {
    /// The number that the file gives it.
    pub id: Option<TerritoryId>,
    /// Name and translations; the name may be missing.
    pub names: Names,
    /// The continent's name in the file.
    pub continent: Option<String>,
    /// Its parts, each an outline with its holes; they may touch.
    pub areas: Vec<Area>,
}

/// One part of a shape: rings that are filled together.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Area {
    /// Closed rings; the last point is joined to the first.
    pub rings: Vec<Vec<[f64; 2]>>,
    /// What is inside.
    pub rule: FillRule,
}

/// Which points lie inside of rings.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum FillRule {
    /// Those that a ray leaves through an odd number of edges: holes are holes
    /// whichever way they turn.
    #[default]
    EvenOdd,
    /// Those that the rings wind around.
    NonZero,
}

impl Outlines {
    /// Number of points of all rings.
    pub fn points(&self) -> usize {
        let areas = self.shapes.iter().flat_map(|shape| &shape.areas);
        areas.flat_map(|area| &area.rings).map(Vec::len).sum()
    }

    /// Gives every shape an id: the file's own ids if they run from 0 without
    /// gaps and doubles, in which case the shapes are put into their order;
    /// else the order of the file. Says whether the file's were kept.
    pub fn number(&mut self) -> bool {
        let mut ids: Vec<_> = self.shapes.iter().filter_map(|shape| shape.id).collect();
        ids.sort_unstable();
        let own =
            ids.len() == self.shapes.len() && ids.iter().enumerate().all(|(i, id)| id.index() == i);
        if own {
            self.shapes.sort_by_key(|shape| shape.id);
        } else {
            for (i, shape) in self.shapes.iter_mut().enumerate() {
                shape.id = Some(TerritoryId(i as u16));
            }
        }
        own
    }
}
