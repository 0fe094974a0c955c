//! Reads SVG: each filled path or shape with an id is a territory.
//!
//! So is a group with an id whose shapes have none: a territory of several parts. Names come from
//! `<title>`, from attributes written by Inkscape, Illustrator and map libraries, or from the id.
//! If named groups contain the territories, they are the continents. Styles, transforms, `use` and
//! all basic shapes are supported; strokes, text and images are ignored, and nothing outside the
//! file is ever read.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use usvg::roxmltree::{Document, Node, ParsingOptions};
use usvg::tiny_skia_path::{PathSegment, Point};

use crate::Names;
use crate::limits::MAX_TERRITORIES;
use crate::outlines::{Area, FillRule, Outlines, Shape, Space};

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
    #[error("no filled shape has an id; give each territory's path an id")]
    NoShapes,
}

/// Ids and names of shapes that are not territories.
const NO_TERRITORY: &[&str] = &[
    "sea",
    "ocean",
    "water",
    "background",
    "bg",
    "frame",
    "lakes",
];

const SHAPES: &[&str] = &[
    "path", "rect", "circle", "ellipse", "polygon", "polyline", "use",
];

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
    let mut drawing = Drawing {
        elements: &elements,
        tolerance: tree.size().width().max(tree.size().height()) / 16_000.0,
        found: Vec::new(),
        by_id: HashMap::new(),
        unfilled: BTreeSet::new(),
        points_left: MAX_POINTS,
    };
    drawing.group(tree.root(), None)?;
    if drawing.found.is_empty() {
        return Err(SvgError::NoShapes);
    }
    let unfilled = drawing.unfilled.iter();
    let left_out = unfilled.filter(|id| !drawing.by_id.contains_key(*id));
    let left_out = left_out.cloned().collect();
    let ids: Vec<&str> = drawing.found.iter().map(|(id, _)| &**id).collect();
    let continents = elements.continents(&ids);
    let shapes = drawing.found.into_iter().map(|(id, areas)| Shape {
        id: None,
        names: Names {
            text: elements.name(&id),
            ..Names::default()
        },
        continent: continents.get(&*id).cloned(),
        areas,
    });
    Ok(Outlines {
        space: Space::Downwards,
        shapes: shapes.collect(),
        left_out,
    })
}

/// The document's data about elements with an id.
struct Elements {
    by_id: HashMap<String, Element>,
    /// Groups with an id, outer ones before inner ones.
    groups: Vec<Group>,
    /// Groups that are one territory.
    territories: BTreeSet<String>,
}

struct Element {
    name: Option<String>,
    is_use: bool,
    /// The innermost group around it.
    group: Option<usize>,
}

struct Group {
    id: String,
    /// The innermost group around it.
    outer: Option<usize>,
    /// Whether it, or a group around it, is one territory.
    is_of_one: bool,
}

impl Elements {
    fn find(document: &Document<'_>) -> Result<Self, SvgError> {
        let mut found = Self {
            by_id: HashMap::new(),
            groups: Vec::new(),
            territories: BTreeSet::new(),
        };
        // For each node its depth, and the innermost group that it is or is in. Parents come before
        // their children.
        let mut places: Vec<(usize, Option<usize>)> = Vec::new();
        for node in document.descendants() {
            let parent = node.parent().map(|parent| places[parent.id().get_usize()]);
            let (depth, group) = parent.map_or((0, None), |(depth, group)| (depth + 1, group));
            if node.is_element() && depth > MAX_DEPTH {
                return Err(SvgError::TooDeep);
            }
            let within = found.element(&node, group)?.or(group);
            places.push((depth, within));
        }
        Ok(found)
    }

    /// Adds an element in the innermost group around it. Returns the index of the new group, if it
    /// is one with an id.
    fn element(
        &mut self,
        node: &Node<'_, '_>,
        group: Option<usize>,
    ) -> Result<Option<usize>, SvgError> {
        let id = node.attribute("id").filter(|id| !id.is_empty());
        let Some(id) = id else {
            return Ok(None);
        };
        if id.len() > MAX_ID_BYTES {
            return Err(SvgError::LongId(id.len()));
        }
        self.by_id.entry(id.to_owned()).or_insert_with(|| Element {
            name: name_of(node),
            is_use: node.has_tag_name(("http://www.w3.org/2000/svg", "use")),
            group,
        });
        if node.tag_name().name() != "g" {
            return Ok(None);
        }
        let within_one = group.is_some_and(|group| self.groups[group].is_of_one);
        let is_territory = !within_one && gathers_nameless_shapes(node);
        if is_territory {
            self.territories.insert(id.to_owned());
        }
        self.groups.push(Group {
            id: id.to_owned(),
            outer: group,
            is_of_one: within_one || is_territory,
        });
        Ok(Some(self.groups.len() - 1))
    }

    /// Ids of the groups around an element, outermost first.
    fn around(&self, id: &str) -> Vec<&str> {
        let innermost = self.by_id.get(id).and_then(|element| element.group);
        let groups = std::iter::successors(innermost, |&group| self.groups[group].outer);
        let mut ids: Vec<&str> = groups.map(|group| &*self.groups[group].id).collect();
        ids.reverse();
        ids
    }

    fn is_territory(&self, id: &str) -> bool {
        let name = self.name(id).unwrap_or_default().to_lowercase();
        let id = id.to_lowercase();
        !NO_TERRITORY.iter().any(|&no| id == no || name == no)
    }

    fn name(&self, id: &str) -> Option<String> {
        let written = self.by_id.get(id).and_then(|element| element.name.clone());
        written.or_else(|| super::tidy_name(&spelt_out(id)))
    }

    /// The continent of each territory: the outermost surrounding group that is not common to all,
    /// if most territories have one and it contains several.
    fn continents(&self, ids: &[&str]) -> BTreeMap<String, String> {
        let around: Vec<_> = ids.iter().map(|id| self.around(id)).collect();
        let shared = (0..MAX_DEPTH)
            .take_while(|&level| {
                let first = around.first().and_then(|groups| groups.get(level));
                first.is_some() && around.iter().all(|groups| groups.get(level) == first)
            })
            .count();
        let of: BTreeMap<&str, &str> = ids
            .iter()
            .zip(&around)
            .filter_map(|(&id, groups)| Some((id, *groups.get(shared)?)))
            .collect();
        let distinct: BTreeSet<_> = of.values().collect();
        if distinct.len() < 2 || distinct.len() * 3 > ids.len() * 2 || of.len() * 2 < ids.len() {
            return BTreeMap::new();
        }
        let named = of
            .into_iter()
            .filter_map(|(id, group)| Some((id.to_owned(), self.name(group)?)));
        named.collect()
    }
}

/// Whether a group contains shapes, and none of these or of the groups in between has an id of its
/// own.
fn gathers_nameless_shapes(group: &Node<'_, '_>) -> bool {
    let mut shapes = 0;
    for node in group.descendants().skip(1).filter(Node::is_element) {
        let tag = node.tag_name().name();
        let is_shape = SHAPES.contains(&tag);
        if (is_shape || tag == "g") && node.attribute("id").is_some_and(|id| !id.is_empty()) {
            return false;
        }
        shapes += usize::from(is_shape);
    }
    shapes > 0
}

/// A name written beside the id.
fn name_of(node: &Node<'_, '_>) -> Option<String> {
    let title = node
        .children()
        .find(|child| child.tag_name().name() == "title");
    let title = title.and_then(|title| title.text());
    let attribute = || {
        const NAMES: [&str; 6] = [
            "label",
            "data-name",
            "title",
            "name",
            "aria-label",
            "data-title",
        ];
        NAMES.iter().find_map(|wanted| {
            let mut attributes = node.attributes();
            attributes.find(|a| a.name() == *wanted).map(|a| a.value())
        })
    };
    super::tidy_name(title.or_else(attribute)?)
}

/// An id as a name: Illustrator writes a blank as `_x20_`, others as `_` or `-`.
fn spelt_out(id: &str) -> String {
    let mut name = String::new();
    let mut rest = id;
    while let Some(at) = rest.find("_x") {
        let hex = rest[at + 2..]
            .find('_')
            .map(|end| &rest[at + 2..at + 2 + end]);
        let decoded = hex
            .filter(|hex| (2..=5).contains(&hex.len()))
            .and_then(|hex| {
                Some((
                    u32::from_str_radix(hex, 16).ok().and_then(char::from_u32)?,
                    hex.len(),
                ))
            });
        let Some((decoded, length)) = decoded else {
            name.push_str(&rest[..at + 2]);
            rest = &rest[at + 2..];
            continue;
        };
        name.push_str(&rest[..at]);
        name.push(decoded);
        rest = &rest[at + 3 + length..];
    }
    name.push_str(rest);
    name.replace(['_', '-'], " ")
}

/// Gathers the outlines.
struct Drawing<'a> {
    elements: &'a Elements,
    /// The largest distance of a curve from its chords.
    tolerance: f32,
    found: Vec<(String, Vec<Area>)>,
    by_id: HashMap<String, usize>,
    /// Ids of paths that would be territories if they were filled.
    unfilled: BTreeSet<String>,
    /// How many more points the outlines may have.
    points_left: usize,
}

impl Drawing<'_> {
    fn group(&mut self, group: &usvg::Group, owner: Option<&str>) -> Result<(), SvgError> {
        let id = group.id();
        let owns = self.elements.territories.contains(id)
            || self
                .elements
                .by_id
                .get(id)
                .is_some_and(|element| element.is_use);
        let owner = owner.or(owns.then_some(id));
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
        if id.is_empty() || !path.is_visible() || !self.elements.is_territory(id) {
            return Ok(());
        }
        let Some(fill) = path.fill() else {
            self.unfilled.insert(id.to_owned());
            return Ok(());
        };
        let Some(data) = path.data().clone().transform(path.abs_transform()) else {
            return Ok(());
        };
        let rings = self.flatten(data.segments())?;
        let rule = match fill.rule() {
            usvg::FillRule::NonZero => FillRule::NonZero,
            usvg::FillRule::EvenOdd => FillRule::EvenOdd,
        };
        let at = *self.by_id.entry(id.to_owned()).or_insert(self.found.len());
        if at == self.found.len() {
            if at == MAX_TERRITORIES {
                return Err(SvgError::TooMany);
            }
            self.found.push((id.to_owned(), Vec::new()));
        }
        self.found[at].1.push(Area { rings, rule });
        Ok(())
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

fn pair(point: Point) -> [f64; 2] {
    [f64::from(point.x), f64::from(point.y)]
}

#[cfg(test)]
mod tests;
