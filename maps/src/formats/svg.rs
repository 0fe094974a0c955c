//! Reads SVG: each filled path or shape with an id is a territory.
//!
//! So is a group whose shapes have no names: a territory of several parts. If more shapes are
//! outlined than filled, closed outlines count as filled. Names come from `<title>`, from
//! attributes written by Inkscape, Illustrator and map libraries, or from the id. If named groups
//! contain the territories, they are the continents. Styles, transforms, `use` and all basic shapes
//! are supported; text and images are ignored, and nothing outside the file is ever read.

mod behind;
mod elements;

use std::collections::{BTreeMap, BTreeSet, HashMap};

use usvg::roxmltree::{Document, ParsingOptions};
use usvg::tiny_skia_path::{PathSegment, Point};

use crate::Names;
use crate::limits::MAX_TERRITORIES;
use crate::outlines::{Area, FillRule, Outlines, Remark, Shape, Space};
use elements::Elements;

/// Largest size of a file in bytes: a map of the world's countries has one to three million.
pub const MAX_BYTES: usize = 64 << 20;
const MAX_NODES: u32 = 1 << 20;
/// Nesting depth of elements; the renderer is recursive.
const MAX_DEPTH: usize = 200;
/// Largest length of an id in bytes; ids are names of territories and groups.
const MAX_ID_BYTES: usize = 1 << 10;
const MAX_POINTS: usize = 1 << 23;

/// Why a text does not describe territories.
#[derive(Debug, thiserror::Error)]
pub enum SvgError {
    /// The file has more than [`MAX_BYTES`].
    #[error("the file has {0} bytes; at most {MAX_BYTES} are read")]
    TooLarge(usize),
    /// It is not XML, or far larger than any map.
    #[error("this is not an SVG: {0}")]
    Xml(usvg::roxmltree::Error),
    /// It is XML but no SVG.
    #[error("this is not an SVG: {0}")]
    Svg(usvg::Error),
    /// Elements are nested too deeply.
    #[error("elements are nested more than {MAX_DEPTH} deep")]
    TooDeep,
    /// An id is too long to be a name.
    #[error("an id of an element has {0} bytes; at most {MAX_ID_BYTES} are read")]
    LongId(usize),
    /// The outlines have far more points than a map needs.
    #[error("the outlines have more than {MAX_POINTS} points; simplify them first")]
    TooManyPoints,
    /// More shapes than a map may have territories.
    #[error(
        "the file has more than {MAX_TERRITORIES} shapes with an id; \
         a map may have that many territories"
    )]
    TooMany,
    /// There is nothing that could be a territory.
    #[error("no filled or closed shape has an id; give each territory's path an id")]
    NoShapes,
}

/// Reads territories from the text of a file.
///
/// # Errors
/// If it is not an SVG, has no shape with an id, or is far larger than any map.
pub fn read(text: &str) -> Result<Outlines, SvgError> {
    if text.len() > MAX_BYTES {
        return Err(SvgError::TooLarge(text.len()));
    }
    let parsing = ParsingOptions {
        // Illustrator declares its namespaces as entities. Only internal ones are read, and the
        // parser limits their expansion.
        allow_dtd: true,
        nodes_limit: MAX_NODES,
        ..ParsingOptions::default()
    };
    let document = Document::parse_with_options(text, parsing).map_err(SvgError::Xml)?;
    let elements = Elements::find(&document)?;
    let options = usvg::Options {
        image_href_resolver: usvg::ImageHrefResolver {
            resolve_data: Box::new(|_, _, _| None),
            resolve_string: Box::new(|_, _| None),
        },
        ..usvg::Options::default()
    };
    let tree = usvg::Tree::from_xmltree(&document, &options).map_err(SvgError::Svg)?;
    let page = tree.size();
    let mut drawing = Drawing {
        elements: &elements,
        tolerance: page.width().max(page.height()) / 16_000.0,
        found: Vec::new(),
        by_id: HashMap::new(),
        sea: BTreeMap::new(),
        points_left: MAX_POINTS,
    };
    drawing.group(tree.root(), None)?;
    let mut remarks = drawing.sea_remarks();
    let territories = drawing.territories(&mut remarks);
    if territories.is_empty() {
        return Err(SvgError::NoShapes);
    }
    if territories.len() > MAX_TERRITORIES {
        return Err(SvgError::TooMany);
    }
    let ids: Vec<&str> = territories.iter().map(|(id, _)| &**id).collect();
    let continents = elements.continents(&ids);
    let shapes = territories.into_iter().map(|(id, areas)| Shape {
        id: None,
        names: Names {
            text: elements.name(&id),
            ..Names::default()
        },
        continent: continents.get(&*id).cloned(),
        areas,
    });
    let shapes: Vec<Shape> = shapes.collect();
    let page = [page.width(), page.height()].map(f64::from);
    remarks.extend(behind::remarks(&shapes, page));
    Ok(Outlines {
        space: Space::Downwards,
        shapes,
        remarks,
    })
}

/// What has been drawn of a possible territory.
#[derive(Default)]
struct Found {
    id: String,
    filled: Vec<Area>,
    /// Closed, but without a fill.
    outlined: Vec<Area>,
}

/// Gathers the outlines.
struct Drawing<'a> {
    elements: &'a Elements,
    /// The largest distance of a curve from its chords.
    tolerance: f32,
    found: Vec<Found>,
    by_id: HashMap<String, usize>,
    /// Ids of shapes in groups that are the sea, by the index of the group's name.
    sea: BTreeMap<usize, BTreeSet<String>>,
    /// How many more points the outlines may have.
    points_left: usize,
}

impl Drawing<'_> {
    fn group(&mut self, group: &usvg::Group, owner: Option<&str>) -> Result<(), SvgError> {
        let id = group.id();
        let owner = owner.or(self.elements.owns(id).then_some(id));
        for node in group.children() {
            match node {
                usvg::Node::Group(group) => self.group(group, owner)?,
                usvg::Node::Path(path) => self.path(path, owner)?,
                usvg::Node::Image(_) | usvg::Node::Text(_) => {}
            }
        }
        Ok(())
    }

    fn path(&mut self, path: &usvg::Path, owner: Option<&str>) -> Result<(), SvgError> {
        let id = owner.unwrap_or(path.id());
        if id.is_empty() || !path.is_visible() {
            return Ok(());
        }
        if let Some(sea) = self.elements.sea_around(id) {
            self.sea.entry(sea).or_default().insert(id.to_owned());
            return Ok(());
        }
        if !self.elements.is_territory(id) {
            return Ok(());
        }
        let Some(data) = path.data().clone().transform(path.abs_transform()) else {
            return Ok(());
        };
        let at = *self.by_id.entry(id.to_owned()).or_insert(self.found.len());
        if at == self.found.len() {
            self.found.push(Found {
                id: id.to_owned(),
                ..Found::default()
            });
        }
        let fill = path.fill().map(usvg::Fill::rule);
        let rule = match fill {
            Some(usvg::FillRule::NonZero) => FillRule::NonZero,
            // An outline in another one is a hole.
            None if !is_closed(data.segments()) => return Ok(()),
            Some(usvg::FillRule::EvenOdd) | None => FillRule::EvenOdd,
        };
        let rings = self.flatten(data.segments())?;
        let found = &mut self.found[at];
        let areas = match fill {
            Some(_) => &mut found.filled,
            None => &mut found.outlined,
        };
        areas.push(Area { rings, rule });
        Ok(())
    }

    fn sea_remarks(&self) -> Vec<Remark> {
        let groups = self.sea.iter().map(|(&group, shapes)| Remark::Sea {
            group: self.elements.seas[group].clone(),
            shapes: shapes.len(),
        });
        groups.collect()
    }

    /// The territories in the order of the file, with their areas.
    fn territories(&mut self, remarks: &mut Vec<Remark>) -> Vec<(String, Vec<Area>)> {
        let filled = self.found.iter().filter(|found| !found.filled.is_empty());
        let filled = filled.count();
        let is_outlined = |found: &&Found| found.filled.is_empty() && !found.outlined.is_empty();
        let outlined = self.found.iter().filter(is_outlined).count();
        let takes_outlines = outlined > filled;
        if takes_outlines {
            remarks.push(Remark::Outlined(outlined));
        }
        let mut territories = Vec::new();
        for found in std::mem::take(&mut self.found) {
            let areas = match (found.filled.is_empty(), found.outlined.is_empty()) {
                (false, _) => found.filled,
                (true, false) if takes_outlines => found.outlined,
                (true, false) => {
                    remarks.push(Remark::Unfilled(found.id));
                    continue;
                }
                (true, true) => {
                    remarks.push(Remark::Line(found.id));
                    continue;
                }
            };
            if areas.len() > 1 && self.elements.territories.contains(&found.id) {
                remarks.push(Remark::Joined {
                    name: self.elements.name(&found.id).unwrap_or_default(),
                    shapes: areas.len(),
                });
            }
            territories.push((found.id, areas));
        }
        territories
    }

    /// Takes points from those left before they are stored.
    fn take(&mut self, points: usize) -> Result<(), SvgError> {
        let left = self.points_left.checked_sub(points);
        self.points_left = left.ok_or(SvgError::TooManyPoints)?;
        Ok(())
    }

    fn flatten(
        &mut self,
        segments: impl Iterator<Item = PathSegment>,
    ) -> Result<Vec<Vec<[f64; 2]>>, SvgError> {
        let mut rings: Vec<Vec<[f64; 2]>> = Vec::new();
        let mut at = Point::zero();
        for segment in segments {
            match segment {
                PathSegment::MoveTo(to) => {
                    self.take(1)?;
                    rings.push(vec![pair(to)]);
                    at = to;
                }
                PathSegment::LineTo(to) => {
                    self.take(1)?;
                    rings
                        .last_mut()
                        .into_iter()
                        .for_each(|ring| ring.push(pair(to)));
                    at = to;
                }
                PathSegment::QuadTo(b, to) => {
                    let [p, q] = [at, to].map(pair);
                    let b = pair(b);
                    // The same curve as a cubic one.
                    let towards =
                        |end: [f64; 2]| [0, 1].map(|i| end[i] + (b[i] - end[i]) * (2.0 / 3.0));
                    self.curve(&mut rings, [p, towards(p), towards(q), q])?;
                    at = to;
                }
                PathSegment::CubicTo(b, c, to) => {
                    self.curve(&mut rings, [at, b, c, to].map(pair))?;
                    at = to;
                }
                PathSegment::Close => {}
            }
        }
        rings.retain(|ring| ring.len() >= 3);
        Ok(rings)
    }

    /// Approximates a cubic curve by chords. They are computed from the smaller end, so that
    /// neighbours that share a curve share its chords regardless of direction.
    fn curve(&mut self, rings: &mut [Vec<[f64; 2]>], curve: [[f64; 2]; 4]) -> Result<(), SvgError> {
        let Some(ring) = rings.last_mut() else {
            return Ok(());
        };
        let backwards = curve[3] < curve[0];
        let mut control = curve;
        if backwards {
            control.reverse();
        }
        // The second differences bound the distance from a chord.
        let second = |at: usize| -> f64 {
            let along = |i: usize| control[at][i] - 2.0 * control[at + 1][i] + control[at + 2][i];
            along(0).abs() + along(1).abs()
        };
        let bow = second(0).max(second(1));
        let pieces = (0.75 * bow / f64::from(self.tolerance)).sqrt().ceil();
        let pieces = pieces.clamp(1.0, 256.0) as u32;
        self.take(pieces as usize)?;
        let chord = |step: u32| {
            let t = f64::from(step) / f64::from(pieces);
            let u = 1.0 - t;
            let weights = [u * u * u, 3.0 * u * u * t, 3.0 * u * t * t, t * t * t];
            [0, 1].map(|i| {
                control
                    .iter()
                    .zip(weights)
                    .map(|(point, w)| point[i] * w)
                    .sum()
            })
        };
        let mut points: Vec<[f64; 2]> = (1..pieces).map(chord).collect();
        if backwards {
            points.reverse();
        }
        ring.extend(points);
        ring.push(curve[3]);
        Ok(())
    }
}

/// Whether every part of a path ends where it begins.
fn is_closed(segments: impl Iterator<Item = PathSegment>) -> bool {
    let (mut start, mut at) = (Point::zero(), Point::zero());
    for segment in segments {
        match segment {
            PathSegment::MoveTo(to) => {
                if at != start {
                    return false;
                }
                (start, at) = (to, to);
            }
            PathSegment::LineTo(to)
            | PathSegment::QuadTo(_, to)
            | PathSegment::CubicTo(_, _, to) => {
                at = to;
            }
            PathSegment::Close => at = start,
        }
    }
    at == start
}

fn pair(point: Point) -> [f64; 2] {
    [f64::from(point.x), f64::from(point.y)]
}

#[cfg(test)]
mod tests;
