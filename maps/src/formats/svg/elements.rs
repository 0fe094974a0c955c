//! What an SVG says about its elements: ids, names, groups.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use usvg::roxmltree::{Document, Node};

use super::{MAX_DEPTH, MAX_ID_BYTES, SvgError};
use crate::formats::tidy_name;

/// Ids and names, in lower case, of shapes and groups that are not territories.
const SEA: &[&str] = &[
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

/// The document's data about elements with an id.
pub(super) struct Elements {
    by_id: HashMap<String, Element>,
    /// Groups with an id, outer ones before inner ones.
    pub(super) groups: Vec<Group>,
    /// Groups that are one territory.
    pub(super) territories: BTreeSet<String>,
    /// Names of the groups that are the sea.
    pub(super) seas: Vec<String>,
    /// Number of shapes with an id.
    shapes: usize,
}

struct Element {
    name: Option<String>,
    is_use: bool,
    /// The innermost group around it.
    group: Option<usize>,
    /// The outermost group that is the sea: itself, or around it.
    sea: Option<usize>,
}

pub(super) struct Group {
    pub(super) id: String,
    /// The innermost group around it.
    outer: Option<usize>,
    /// Whether it, or a group around it, is one territory.
    is_of_one: bool,
}

impl Elements {
    pub(super) fn find(document: &Document<'_>) -> Result<Self, SvgError> {
        let shapes = document.descendants();
        let shapes = shapes.filter(|node| is_shape(node) && id_of(node).is_some());
        let mut found = Self {
            by_id: HashMap::new(),
            groups: Vec::new(),
            territories: BTreeSet::new(),
            seas: Vec::new(),
            shapes: shapes.count(),
        };
        // Parents come before their children.
        let mut places: Vec<Place> = Vec::new();
        for node in document.descendants() {
            let parent = node.parent().map(|parent| places[parent.id().get_usize()]);
            let mut place = parent.map_or_else(Place::default, |parent| Place {
                depth: parent.depth + 1,
                ..parent
            });
            if node.is_element() && place.depth > MAX_DEPTH {
                return Err(SvgError::TooDeep);
            }
            found.element(&node, &mut place)?;
            places.push(place);
        }
        Ok(found)
    }

    /// Adds an element, and to its place the group that it is itself.
    fn element(&mut self, node: &Node<'_, '_>, place: &mut Place) -> Result<(), SvgError> {
        let is_group = node.tag_name().name() == "g";
        let id = id_of(node);
        if let Some(id) = id.filter(|id| id.len() > MAX_ID_BYTES) {
            return Err(SvgError::LongId(id.len()));
        }
        let name = name_of(node);
        if is_group && place.sea.is_none() {
            let sea = name.as_deref().into_iter().chain(id).find(|it| is_sea(it));
            place.sea = sea.map(|_| self.seas.len());
            self.seas.extend(sea.map(str::to_owned));
        }
        let Some(id) = id else {
            return Ok(());
        };
        self.by_id.entry(id.to_owned()).or_insert(Element {
            name,
            is_use: node.has_tag_name(("http://www.w3.org/2000/svg", "use")),
            group: place.group,
            sea: place.sea,
        });
        if !is_group {
            return Ok(());
        }
        let within_one = place
            .group
            .is_some_and(|group| self.groups[group].is_of_one);
        let is_territory = !within_one && self.is_one_territory(node);
        if is_territory {
            self.territories.insert(id.to_owned());
        }
        self.groups.push(Group {
            id: id.to_owned(),
            outer: place.group,
            is_of_one: within_one || is_territory,
        });
        place.group = Some(self.groups.len() - 1);
        Ok(())
    }

    /// Whether a group is one territory: it has shapes, and neither these nor the groups in between
    /// have names. An id that a program has given is no name if the group itself has one and is not
    /// a layer; but a group with most shapes of the drawing is the map, not a territory.
    fn is_one_territory(&self, group: &Node<'_, '_>) -> bool {
        let passes_over_ids = is_named(group) && !is_layer(group);
        let (mut shapes, mut with_id) = (0, 0);
        for node in group.descendants().skip(1).filter(Node::is_element) {
            if !is_shape(&node) && node.tag_name().name() != "g" {
                continue;
            }
            if id_of(&node).is_some() {
                if !passes_over_ids || is_named(&node) || is_layer(&node) {
                    return false;
                }
                with_id += usize::from(is_shape(&node));
            }
            shapes += usize::from(is_shape(&node));
        }
        shapes > 0 && 2 * with_id <= self.shapes
    }

    /// Whether everything drawn in an element belongs to it.
    pub(super) fn owns(&self, id: &str) -> bool {
        let is_use = || self.by_id.get(id).is_some_and(|element| element.is_use);
        self.territories.contains(id) || is_use()
    }

    /// Ids of the groups around an element, outermost first.
    pub(super) fn around(&self, id: &str) -> Vec<&str> {
        let innermost = self.by_id.get(id).and_then(|element| element.group);
        let groups = std::iter::successors(innermost, |&group| self.groups[group].outer);
        let mut ids: Vec<&str> = groups.map(|group| &*self.groups[group].id).collect();
        ids.reverse();
        ids
    }

    /// The index of the name of the group around an element, or of itself, that is the sea.
    pub(super) fn sea_around(&self, id: &str) -> Option<usize> {
        self.by_id.get(id)?.sea
    }

    pub(super) fn is_territory(&self, id: &str) -> bool {
        !is_sea(id) && !self.name(id).is_some_and(|name| is_sea(&name))
    }

    pub(super) fn name(&self, id: &str) -> Option<String> {
        let written = self.by_id.get(id).and_then(|element| element.name.clone());
        written.or_else(|| tidy_name(&spelt_out(id)))
    }

    /// The continent of each territory: the outermost surrounding group that is not common to all,
    /// if most territories have one and it contains several.
    pub(super) fn continents(&self, ids: &[&str]) -> BTreeMap<String, String> {
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

/// Where an element is in the document.
#[derive(Clone, Copy, Default)]
struct Place {
    depth: usize,
    /// The innermost group with an id that it is or is in.
    group: Option<usize>,
    /// The outermost group of the sea that it is or is in.
    sea: Option<usize>,
}

fn id_of<'a>(node: &Node<'a, '_>) -> Option<&'a str> {
    node.attribute("id").filter(|id| !id.is_empty())
}

fn is_shape(node: &Node<'_, '_>) -> bool {
    SHAPES.contains(&node.tag_name().name())
}

fn is_sea(name: &str) -> bool {
    SEA.iter().any(|sea| name.eq_ignore_ascii_case(sea))
}

/// Whether it is a layer of Inkscape.
fn is_layer(node: &Node<'_, '_>) -> bool {
    let mut attributes = node.attributes();
    attributes.any(|a| a.name() == "groupmode" && a.value() == "layer")
}

/// Whether an author, not a program, has named an element.
fn is_named(node: &Node<'_, '_>) -> bool {
    name_of(node).is_some() || id_of(node).is_some_and(|id| !is_generated(id))
}

/// Whether a program has probably made up an id: a kind of element and a number, such as `path12`,
/// `Layer_1` or `rect7-3-5`.
fn is_generated(id: &str) -> bool {
    let number = |c: char| c.is_ascii_digit() || matches!(c, '-' | '_');
    let kind = id.trim_end_matches(number);
    let mut kinds = SHAPES.iter().chain(&["g", "group", "layer"]);
    id.ends_with(|c: char| c.is_ascii_digit())
        && kinds.any(|known| kind.eq_ignore_ascii_case(known))
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
    tidy_name(title.or_else(attribute)?)
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
