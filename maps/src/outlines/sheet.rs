//! Scales outlines to pixels.

use std::collections::{BTreeSet, HashMap};

use super::fill::{FillError, PixelArea, UNITS, fill};
use super::projection::{Plane, Projection};
use super::{Area, Grid, Outlines, Shape, Space};
use crate::limits::{MAX_MASK_PIXELS, MAX_SIDE};

/// The longest edge on the globe, in degrees, that may be drawn straight: a long parallel must
/// become a curve.
const LONGEST_PIECE: f64 = 0.5;

/// Extent in degrees from which a map covers the whole globe.
const WHOLE_TURN: f64 = 300.0;

/// Most points of one drawing, after dividing long edges.
const MAX_POINTS: usize = 1 << 24;

/// How to put outlines on a sheet.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SheetOptions {
    /// Pixels of the longer side, margins included.
    pub size: u32,
    /// Pixels of sea kept free at each edge (none where the map wraps).
    pub margin: u32,
    /// The projection; `None` chooses by extent. Ignored for outlines in a plane.
    pub projection: Option<Projection>,
}

impl Default for SheetOptions {
    fn default() -> Self {
        Self {
            size: 2400,
            margin: 40,
            projection: None,
        }
    }
}

/// Why outlines cannot be put on a sheet.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum FitError {
    /// The requested size or margin is impossible.
    #[error(
        "a size of {size} pixels with margins of {margin} leaves no room; the size must be 64 to {MAX_SIDE}"
    )]
    Size {
        /// The requested longer side.
        size: u32,
        /// The requested margin.
        margin: u32,
    },
    /// There is nothing to draw: no points, or all on one line.
    #[error("the outlines enclose nothing")]
    Flat,
    /// A coordinate is invalid.
    #[error("`{name}` has the coordinates {x:?}, {y:?}, which are {why}")]
    Coordinate {
        /// The territory of the outline; empty if it has no name.
        name: String,
        /// Longitude, or horizontal coordinate.
        x: f64,
        /// Latitude, or vertical coordinate.
        y: f64,
        /// The reason.
        why: &'static str,
    },
    /// The sheet would exceed the limits of masks.
    #[error("{width} × {height} pixels are too many; a mask may have {MAX_MASK_PIXELS}")]
    TooManyPixels {
        /// Pixels in a row.
        width: u32,
        /// Pixels in a column.
        height: u32,
    },
    /// Far more points than a map needs.
    #[error("the outlines have more than {MAX_POINTS} points; simplify them first")]
    TooManyPoints,
}

/// Outlines in pixels, ready to be filled.
#[derive(Debug, Clone)]
pub struct Sheet {
    width: u32,
    height: u32,
    wraps: bool,
    shapes: Vec<Vec<PixelArea>>,
}

/// Smallest and largest coordinates.
#[derive(Debug, Clone, Copy)]
struct Extent {
    low: [f64; 2],
    high: [f64; 2],
}

impl Extent {
    fn of(points: impl Iterator<Item = [f64; 2]>) -> Self {
        let nothing = Self {
            low: [f64::INFINITY; 2],
            high: [f64::NEG_INFINITY; 2],
        };
        points.fold(nothing, |mut extent, point| {
            for ((low, high), value) in extent.low.iter_mut().zip(&mut extent.high).zip(point) {
                *low = low.min(value);
                *high = high.max(value);
            }
            extent
        })
    }

    fn size(&self) -> [f64; 2] {
        [self.high[0] - self.low[0], self.high[1] - self.low[1]]
    }

    fn middle(&self) -> [f64; 2] {
        [
            f64::midpoint(self.low[0], self.high[0]),
            f64::midpoint(self.low[1], self.high[1]),
        ]
    }
}

fn points(shapes: &[Shape]) -> impl Iterator<Item = [f64; 2]> {
    let areas = shapes.iter().flat_map(|shape| &shape.areas);
    areas.flat_map(|area| &area.rings).flatten().copied()
}

impl Sheet {
    /// Projects outlines, scales them to the requested size and rounds them to 1/256 of a pixel.
    ///
    /// On the globe, rings that cross the antimeridian are reassembled, whether they were cut
    /// there, jump from 180 to -180 or continue past 180, and the sheet's edge is laid into the
    /// widest stretch without land. A map of (nearly) the whole globe takes all 360 degrees and
    /// wraps around.
    ///
    /// # Errors
    /// If the outlines or the size make no sheet.
    pub fn fit(outlines: &Outlines, options: &SheetOptions) -> Result<Self, FitError> {
        let SheetOptions { size, margin, .. } = *options;
        if !(64..=MAX_SIDE).contains(&size) || margin.saturating_mul(2) + 16 > size {
            return Err(FitError::Size { size, margin });
        }
        check(outlines)?;
        let mut shapes = outlines.shapes.clone();
        let turn = match outlines.space {
            Space::Globe => flatten(&mut shapes, options.projection)?,
            Space::Upwards | Space::Downwards => None,
        };
        let wraps = turn.is_some();
        if outlines.space != Space::Downwards {
            transform(&mut shapes, |[x, y]| [x, -y]);
        }
        let mut extent = Extent::of(points(&shapes));
        if let Some([left, right]) = turn {
            extent.low[0] = left;
            extent.high[0] = right;
        }
        let [x_margin, y_margin] = [if wraps { 0 } else { margin }, margin];
        let [across, down] = extent.size();
        // Anything but a positive size, including NaN.
        if !(across > 0.0 && down > 0.0) {
            return Err(FitError::Flat);
        }
        let free = |margin: u32| f64::from(size - 2 * margin);
        let scale = (free(x_margin) / across).min(free(y_margin) / down);
        // The shorter side, rounded up.
        let pixels =
            |length: f64, margin: u32| (length * scale - 1e-6).ceil().max(1.0) as u32 + 2 * margin;
        let (width, height) = (pixels(across, x_margin), pixels(down, y_margin));
        if u64::from(width) * u64::from(height) > MAX_MASK_PIXELS {
            return Err(FitError::TooManyPixels { width, height });
        }
        let units = scale * UNITS as f64;
        let [left, top] = extent.low;
        let offset = [x_margin, y_margin].map(|m| f64::from(m) * UNITS as f64);
        let to_units = |point: &[f64; 2]| {
            [
                ((point[0] - left) * units + offset[0]).round() as i32,
                ((point[1] - top) * units + offset[1]).round() as i32,
            ]
        };
        let to_pixels = |area: &Area| PixelArea {
            rings: area
                .rings
                .iter()
                .map(|ring| ring.iter().map(to_units).collect())
                .collect(),
            rule: area.rule,
        };
        let shapes = shapes
            .iter()
            .map(|shape| shape.areas.iter().map(to_pixels).collect());
        Ok(Self {
            width,
            height,
            wraps,
            shapes: shapes.collect(),
        })
    }

    /// Whether the left edge continues at the right.
    pub fn wraps(&self) -> bool {
        self.wraps
    }

    /// Fills all shapes: the label of a pixel is the index of its shape plus one. Where shapes
    /// overlap, later ones cover earlier ones in `Downwards` drawings, as painters do; elsewhere
    /// smaller shapes cover larger ones, so that enclaves stay.
    ///
    /// # Errors
    /// If the outlines are absurdly intricate.
    pub fn fill(&self, painters_order: bool) -> Result<Grid, FillError> {
        let mut grid = Grid::new(self.width, self.height, self.wraps);
        let mut order: Vec<usize> = (0..self.shapes.len()).collect();
        if !painters_order {
            order.sort_by_key(|&i| {
                std::cmp::Reverse(self.shapes[i].iter().map(twice_area).sum::<i64>())
            });
        }
        let shapes = &self.shapes;
        let labelled = |i: usize| shapes[i].iter().map(move |area| (i as u16 + 1, area));
        fill(&mut grid, order.into_iter().flat_map(labelled))?;
        Ok(grid)
    }

    /// The position of a shape as a point: the middle of the bounds of its largest part, in pixels.
    pub fn middle(&self, shape: usize) -> Option<[i64; 2]> {
        let largest = self.shapes[shape]
            .iter()
            .max_by_key(|area| twice_area(area))?;
        let extent = Extent::of(
            largest
                .rings
                .iter()
                .flatten()
                .map(|point| point.map(f64::from)),
        );
        let middle = extent.middle();
        middle
            .iter()
            .all(|x| x.is_finite())
            .then(|| middle.map(|x| (x as i64).div_euclid(UNITS)))
    }

    /// Pairs of shapes, by index, that share an edge.
    pub fn shared_borders(&self) -> BTreeSet<(u16, u16)> {
        // Each edge, lower end first, and the first shape that has it.
        let mut owners: HashMap<[[i32; 2]; 2], u16> = HashMap::new();
        let mut pairs = BTreeSet::new();
        for (i, areas) in (0..).zip(&self.shapes) {
            for ring in areas.iter().flat_map(|area| &area.rings) {
                for (&from, &to) in ring.iter().zip(ring.iter().cycle().skip(1)) {
                    if from == to {
                        continue;
                    }
                    let owner = *owners.entry([from.min(to), from.max(to)]).or_insert(i);
                    if owner != i {
                        pairs.insert((owner.min(i), owner.max(i)));
                    }
                }
            }
        }
        pairs
    }
}

fn twice_area(area: &PixelArea) -> i64 {
    let ring_area = |ring: &Vec<[i32; 2]>| {
        let ends = ring.iter().zip(ring.iter().cycle().skip(1));
        ends.map(|(a, b)| i64::from(a[0]) * i64::from(b[1]) - i64::from(b[0]) * i64::from(a[1]))
            .sum::<i64>()
    };
    area.rings.iter().map(ring_area).sum::<i64>().abs()
}

fn transform(shapes: &mut [Shape], change: impl Fn([f64; 2]) -> [f64; 2]) {
    let areas = shapes.iter_mut().flat_map(|shape| &mut shape.areas);
    for point in areas.flat_map(|area| &mut area.rings).flatten() {
        *point = change(*point);
    }
}

/// Refuses invalid coordinates.
fn check(outlines: &Outlines) -> Result<(), FitError> {
    if outlines.points() > MAX_POINTS {
        return Err(FitError::TooManyPoints);
    }
    for shape in &outlines.shapes {
        for [x, y] in points(std::slice::from_ref(shape)) {
            let why = if !(x.is_finite() && y.is_finite()) {
                "no numbers"
            } else if outlines.space == Space::Globe && (x.abs() > 720.0 || y.abs() > 90.1) {
                "no degrees of longitude and latitude"
            } else if x.abs() > 1e12 || y.abs() > 1e12 {
                "out of range"
            } else {
                continue;
            };
            let name = shape.names.text.clone().unwrap_or_default();
            return Err(FitError::Coordinate { name, x, y, why });
        }
    }
    Ok(())
}

/// Projects shapes on the globe onto the plane. Returns the left and the right edge of a map of the
/// whole globe, which wraps around.
fn flatten(
    shapes: &mut [Shape],
    projection: Option<Projection>,
) -> Result<Option<[f64; 2]>, FitError> {
    let west = unroll(shapes);
    let extent = Extent::of(points(shapes));
    let [longitudes, latitudes] = extent.size();
    let kind = projection.unwrap_or(Projection::suiting(longitudes, latitudes));
    let wraps = kind.is_cylindrical() && longitudes > WHOLE_TURN;
    let mut middle = extent.middle();
    if wraps {
        middle[0] = west + 180.0;
    }
    let plane = Plane::new(kind, middle);
    divide_long_edges(shapes)?;
    transform(shapes, |point| plane.project(point));
    Ok(wraps.then(|| [west, west + 360.0].map(|edge| plane.project([edge, 0.0])[0])))
}

/// Shifts all areas so that they lie east of one meridian, which is returned: the middle of the
/// widest stretch of longitudes without land.
///
/// A file may cut a country in two at 180°, or continue beyond it; either way its map should be in
/// one piece, with the edge where it cuts nothing:
///
/// ```text
/// -180                                    180      the file: Chukotka at both ends
///  [=]      [= Americas =]      [= Eurasia =]
///
///      west                                         cut in the widest gap instead
///       [= Americas =]      [= Eurasia =][=]
/// ```
///
/// First every ring that jumps from one end to the other is made continuous. Then each area is a
/// span of longitudes that begins between -180 and 180, and one pass over the sorted spans finds
/// the widest gap; since the line is a circle, whatever continues past 180 covers its beginning as
/// well.
fn unroll(shapes: &mut [Shape]) -> f64 {
    let mut spans = Vec::new();
    let areas = shapes.iter_mut().flat_map(|shape| &mut shape.areas);
    for area in areas {
        for ring in area.rings.iter_mut().filter(|ring| jumps(ring)) {
            put_together(ring);
        }
        let extent = Extent::of(area.rings.iter().flatten().copied());
        if extent.low[0].is_finite() {
            let turns = (extent.low[0] + 180.0).div_euclid(360.0) * 360.0;
            spans.push((extent.low[0] - turns, extent.high[0] - turns));
        }
    }
    spans.sort_by(|a, b| a.0.total_cmp(&b.0));
    let Some(&(first, _)) = spans.first() else {
        return -180.0;
    };
    let reach = spans.iter().map(|span| span.1).fold(first, f64::max);
    let mut covered = reach - 360.0;
    let mut widest = (first - covered).max(0.0);
    let mut west = f64::midpoint(reach, first + 360.0) - 360.0;
    for &(low, high) in &spans {
        if low - covered > widest {
            widest = low - covered;
            west = f64::midpoint(covered, low);
        }
        covered = covered.max(high);
    }
    let areas = shapes.iter_mut().flat_map(|shape| &mut shape.areas);
    for area in areas {
        let extent = Extent::of(area.rings.iter().flatten().copied());
        if !extent.low[0].is_finite() {
            continue;
        }
        let turns = (extent.low[0] - west).div_euclid(360.0) * 360.0;
        for point in area.rings.iter_mut().flatten() {
            point[0] -= turns;
        }
    }
    west
}

fn jumps(ring: &[[f64; 2]]) -> bool {
    edges(ring).any(|(a, b)| (a[0] - b[0]).abs() > 180.0)
}

/// Makes the longitudes of a ring continuous where it jumps over the antimeridian. A ring around a
/// pole cannot be made so and stays unchanged.
fn put_together(ring: &mut [[f64; 2]]) {
    let mut turns = 0.0;
    let mut unrolled = Vec::with_capacity(ring.len());
    for (from, to) in edges(ring) {
        unrolled.push([from[0] + turns, from[1]]);
        let step = to[0] - from[0];
        if step > 180.0 {
            turns -= 360.0;
        } else if step < -180.0 {
            turns += 360.0;
        }
    }
    if turns == 0.0 {
        ring.copy_from_slice(&unrolled);
    }
}

/// Divides edges that are too long to be drawn straight after projection. The new points depend
/// only on the two ends, not on the direction, so shared edges stay shared.
fn divide_long_edges(shapes: &mut [Shape]) -> Result<(), FitError> {
    let areas = shapes.iter().flat_map(|shape| &shape.areas);
    let all = areas
        .flat_map(|area| &area.rings)
        .flat_map(|ring| edges(ring));
    let points: usize = all.map(|(from, to)| pieces(from, to) as usize).sum();
    if points > MAX_POINTS {
        return Err(FitError::TooManyPoints);
    }
    let areas = shapes.iter_mut().flat_map(|shape| &mut shape.areas);
    for ring in areas.flat_map(|area| &mut area.rings) {
        let mut divided = Vec::with_capacity(ring.len());
        for (from, to) in edges(ring) {
            divided.push(*from);
            let pieces = pieces(from, to);
            let (low, high) = if from < to { (from, to) } else { (to, from) };
            for step in 1..pieces {
                let step = if from < to { step } else { pieces - step };
                let share = f64::from(step) / f64::from(pieces);
                divided.push([
                    low[0] + (high[0] - low[0]) * share,
                    low[1] + (high[1] - low[1]) * share,
                ]);
            }
        }
        *ring = divided;
    }
    Ok(())
}

/// The edges of a ring, the closing one last.
fn edges(ring: &[[f64; 2]]) -> impl Iterator<Item = (&[f64; 2], &[f64; 2])> {
    ring.iter().zip(ring.iter().cycle().skip(1))
}

/// The number of pieces of an edge, at least one.
fn pieces(from: &[f64; 2], to: &[f64; 2]) -> u32 {
    let longer = (from[0] - to[0]).abs().max((from[1] - to[1]).abs());
    (longer / LONGEST_PIECE).ceil().max(1.0) as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Rings were divided before their points were counted.
    #[test]
    fn points_are_counted_before_edges_are_divided() {
        let zigzag: Vec<_> = (0..MAX_POINTS / 359)
            .map(|at| [0.0, if at % 2 == 0 { -90.0 } else { 90.0 }])
            .collect();
        let shape = |rings| Shape {
            areas: vec![Area {
                rings,
                ..Area::default()
            }],
            ..Shape::default()
        };
        let small = vec![[0.0, 0.0], [9.0, 0.0], [0.0, 9.0]];
        let untouched = [shape(vec![small, zigzag])];
        let mut shapes = untouched.clone();
        let divided = divide_long_edges(&mut shapes);
        assert_eq!(divided, Err(FitError::TooManyPoints));
        assert!(shapes == untouched);
    }
}
