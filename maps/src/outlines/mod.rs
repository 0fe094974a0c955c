//! Outlines of territories, and their conversion to a mask.
//!
//! Files of shapes ([`formats::geojson`](crate::formats::geojson),
//! [`formats::svg`](crate::formats::svg)) are read into [`Outlines`]. A [`Projection`] flattens the
//! globe, a [`Sheet`] scales the result to pixels, and a scanline fill without anti-aliasing makes
//! a [`Grid`] of territory numbers in which shared borders leave no gap and no overlap. [`tidy`]
//! keeps straits open, drops specks and keeps small islands clickable.
//!
//! Every step is exact or uses software floating-point functions, so the same outlines give the
//! same pixels on every machine.

mod fill;
mod grid;
mod projection;
mod remark;
mod sheet;
pub mod tidy;

pub use fill::{FillError, fill};
pub use grid::Grid;
pub use projection::{Plane, Projection};
pub use remark::Remark;
pub use sheet::{FitError, Sheet, SheetOptions};

use crate::{Names, TerritoryId};

/// Territories as shapes, in the order of their file.
#[derive(Debug, Clone, PartialEq)]
pub struct Outlines {
    /// The meaning of the coordinates.
    pub space: Space,
    /// At least one.
    pub shapes: Vec<Shape>,
    /// What the author should know about other elements of the file, and about these.
    pub remarks: Vec<Remark>,
}

/// The meaning of coordinates.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Space {
    /// Longitude and latitude in degrees; longitudes may continue past 180.
    Globe,
    /// A plane whose second coordinate grows upwards, as in projected geographic data.
    Upwards,
    /// A plane whose second coordinate grows downwards, as in SVG.
    Downwards,
}

/// One territory's outline and its data in the file.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Shape {
    /// Its number in the file.
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
    /// The rule for inside and outside.
    pub rule: FillRule,
}

/// The rule that determines which points lie inside rings.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum FillRule {
    /// Points from which a ray crosses an odd number of edges: holes are holes regardless of
    /// direction.
    #[default]
    EvenOdd,
    /// Points with a nonzero winding number.
    NonZero,
}

impl Outlines {
    /// Number of points of all rings.
    pub fn points(&self) -> usize {
        let areas = self.shapes.iter().flat_map(|shape| &shape.areas);
        areas.flat_map(|area| &area.rings).map(Vec::len).sum()
    }

    /// Gives every shape an id: the file's own ids if they run from 0 without gaps and duplicates,
    /// in which case the shapes are sorted by them; else the order of the file.
    pub fn number(&mut self) {
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
    }
}
