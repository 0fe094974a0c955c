//! Findings and fixes.

use std::fmt;
use std::ops::Range;

use marchland_maps::files::plain;
use marchland_maps::mask::Bounds;
use marchland_maps::xml::Position;
use marchland_maps::{ContinentKey, Edit, Place, Point, Rgb, TerritoryKey};

use crate::rule::{Rule, Safety};
use marchland_maps::Severity;

/// Something wrong with a map.
#[derive(Debug, Clone)]
pub struct Finding {
    /// The rule's code and the sorted tags of `about`, as in
    /// `ADJ008:territory:3+territory:7`. Does not change between runs or machines, or
    /// when other parts of the map are edited.
    pub id: String,
    /// The violated rule.
    pub rule: &'static Rule,
    /// The severity according to rule and settings.
    pub severity: Severity,
    /// One phrase without a final full stop.
    pub message: String,
    /// The entities concerned, culprits first.
    pub about: Vec<Entity>,
    /// The place in the draft.
    pub place: Place,
    /// The attribute at fault in the file, if any.
    pub attribute: Option<&'static str>,
    /// The position in the file; `None` if the draft has no text or the text does not
    /// contain the place.
    pub span: Option<Span>,
    /// The file of `span`.
    pub file: File,
    /// The position in the mask.
    pub spot: Option<Spot>,
    /// One line of further explanation.
    pub help: Option<String>,
    /// Ways to repair it, the best first.
    pub fixes: Vec<Fix>,
    /// Why it is waived: the reason of a waiver, or a note about the baseline.
    pub waived: Option<String>,
}

/// The file of a finding.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum File {
    /// The map file, `map.xml`.
    #[default]
    Map,
    /// The settings beside it, `marchland.toml`.
    Settings,
}

/// A range of a text file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Span {
    /// Bytes of the decoded text.
    pub bytes: Range<usize>,
    /// Line of the start, from 1.
    pub line: u32,
    /// Column of the start in characters, from 1.
    pub column: u32,
    /// Line of the end, from 1.
    pub end_line: u32,
    /// Column after the last character, from 1.
    pub end_column: u32,
}

impl Span {
    /// A range of bytes and the positions of its start and end.
    pub(crate) const fn between(bytes: Range<usize>, from: Position, to: Position) -> Self {
        Self {
            bytes,
            line: from.line,
            column: from.column,
            end_line: to.line,
            end_column: to.column,
        }
    }
}

/// A place in the mask.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Spot {
    /// The main pixel.
    pub point: Point,
    /// The bounding box.
    pub bounds: Option<Bounds>,
}

impl Spot {
    /// A single pixel.
    pub const fn at(point: Point) -> Self {
        Self {
            point,
            bounds: None,
        }
    }
}

/// What a finding can be about.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Entity {
    /// The map as a whole.
    Map,
    /// A territory and its tag: the id or name in the file.
    Territory(TerritoryKey, String),
    /// A continent and its tag: the id or name in the file.
    Continent(ContinentKey, String),
    /// A colour of the mask.
    Colour(Rgb),
    /// A file that the map names.
    File(String),
    /// A number of players.
    Players(u8),
    /// A pixel, to distinguish findings about the same territory.
    Pixel(Point),
    /// Any other distinguishing text, such as a language or an attribute.
    Detail(String),
}

impl fmt::Display for Entity {
    /// The tag in ids, waivers and JSON.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Map => f.write_str("map"),
            Self::Territory(_, tag) => write!(f, "territory:{tag}"),
            Self::Continent(_, tag) => write!(f, "continent:{tag}"),
            Self::Colour(colour) => write!(f, "colour:{colour}"),
            Self::File(name) => write!(f, "file:{name}"),
            Self::Players(count) => write!(f, "players:{count}"),
            Self::Pixel(at) => write!(f, "pixel:{},{}", at.x, at.y),
            Self::Detail(text) => write!(f, "detail:{text}"),
        }
    }
}

/// A repair of a finding.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fix {
    /// What it does, as the label of a button: "Add China to Ural's neighbours".
    pub title: String,
    /// Edits of the draft, applied in order as one step.
    pub edits: Vec<Edit>,
    /// Replacements in the checked text, for changes that no edit of the draft
    /// expresses, such as renaming an unknown attribute. In order and disjoint; a fix
    /// has either edits or rewrites.
    pub rewrites: Vec<Rewrite>,
    /// Whether it can be applied without review.
    pub safety: Safety,
    /// Why it cannot be applied to the draft at present.
    pub disabled: Option<String>,
}

/// A replacement in a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rewrite {
    /// The replaced bytes of the decoded text.
    pub bytes: Range<usize>,
    /// The new text.
    pub text: String,
}

impl Fix {
    /// A fix that edits the draft.
    pub fn new(
        safety: Safety,
        title: impl Into<String>,
        edits: impl IntoIterator<Item = Edit>,
    ) -> Self {
        Self {
            title: title.into(),
            edits: edits.into_iter().collect(),
            rewrites: Vec::new(),
            safety,
            disabled: None,
        }
    }

    /// A [`Safety::Safe`] fix.
    pub fn safe(title: impl Into<String>, edits: impl IntoIterator<Item = Edit>) -> Self {
        Self::new(Safety::Safe, title, edits)
    }

    /// A [`Safety::Unsafe`] fix.
    pub fn guess(title: impl Into<String>, edits: impl IntoIterator<Item = Edit>) -> Self {
        Self::new(Safety::Unsafe, title, edits)
    }

    /// A safe fix that changes the text rather than the draft.
    pub fn of_text(title: impl Into<String>, rewrites: impl IntoIterator<Item = Rewrite>) -> Self {
        Self {
            rewrites: rewrites.into_iter().collect(),
            disabled: Some(
                "the file itself has to be changed: `marchland-validator check --fix` does it"
                    .to_owned(),
            ),
            ..Self::safe(title, [])
        }
    }

    /// Why it cannot be applied even if the file can be changed.
    pub fn hindrance(&self) -> Option<&str> {
        let of_draft = self.rewrites.is_empty();
        self.disabled.as_deref().filter(|_| of_draft)
    }

    /// All edits as one, hence one step to undo.
    pub fn edit(&self) -> Edit {
        Edit::batch(self.edits.iter().cloned())
    }
}

impl Rule {
    pub(crate) fn finding(&'static self, message: impl Into<String>) -> Finding {
        Finding {
            id: String::new(),
            rule: self,
            severity: self.severity,
            message: message.into(),
            about: Vec::new(),
            place: Place::Map,
            attribute: None,
            span: None,
            file: File::Map,
            spot: None,
            help: None,
            fixes: Vec::new(),
            waived: None,
        }
    }
}

/// What a finding is about and where.
pub(crate) struct Site {
    /// Culprits first.
    pub(crate) about: Vec<Entity>,
    pub(crate) place: Place,
    pub(crate) attribute: Option<&'static str>,
    pub(crate) spot: Option<Spot>,
}

/// The territory that contains a place of the draft.
pub(crate) fn territory_of(place: Place) -> Option<TerritoryKey> {
    match place {
        Place::Territory(key)
        | Place::Pivot(key, _)
        | Place::Neighbour(key, _)
        | Place::Closed(key, _) => Some(key),
        Place::Map | Place::Continent(_) => None,
    }
}

/// Builder methods for rules.
impl Finding {
    pub(crate) fn on(mut self, site: Site) -> Self {
        self.attribute = site.attribute;
        self.about(site.about).at(site.place).spot(site.spot)
    }

    pub(crate) fn about(mut self, entities: impl IntoIterator<Item = Entity>) -> Self {
        self.about.extend(entities);
        self
    }

    pub(crate) fn at(mut self, place: Place) -> Self {
        self.place = place;
        self
    }

    pub(crate) fn attribute(mut self, name: &'static str) -> Self {
        self.attribute = Some(name);
        self
    }

    pub(crate) fn span(mut self, span: Option<Span>) -> Self {
        self.span = span;
        self
    }

    pub(crate) fn spot(mut self, spot: Option<Spot>) -> Self {
        self.spot = spot;
        self
    }

    pub(crate) fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    pub(crate) fn fix(mut self, fix: impl Into<Option<Fix>>) -> Self {
        self.fixes.extend(fix.into());
        self
    }

    pub(crate) fn severity(mut self, severity: Severity) -> Self {
        self.severity = severity;
        self
    }

    /// Replaces line breaks and control characters that come from names and settings.
    pub(crate) fn sanitise(&mut self) {
        let sanitise = |text: &mut String| *text = plain(text).into_owned();
        sanitise(&mut self.message);
        self.help.iter_mut().for_each(sanitise);
        for entity in &mut self.about {
            match entity {
                Entity::Territory(_, text)
                | Entity::Continent(_, text)
                | Entity::File(text)
                | Entity::Detail(text) => sanitise(text),
                Entity::Map | Entity::Colour(_) | Entity::Players(_) | Entity::Pixel(_) => {}
            }
        }
        for fix in &mut self.fixes {
            sanitise(&mut fix.title);
            fix.disabled.iter_mut().for_each(sanitise);
        }
    }

    /// The tags of `about`, sorted and without duplicates.
    pub(crate) fn tags(&self) -> Vec<String> {
        let mut tags: Vec<String> = self.about.iter().map(ToString::to_string).collect();
        tags.sort_unstable();
        tags.dedup();
        tags
    }

    /// The id without the number that distinguishes equal ids.
    pub(crate) fn base_id(&self) -> String {
        let mut tags = self.tags();
        if tags.is_empty() {
            tags.push(Entity::Map.to_string());
        }
        format!("{}:{}", self.rule.code, tags.join("+"))
    }

    /// The territory that the finding is located in, if any.
    pub fn territory(&self) -> Option<TerritoryKey> {
        territory_of(self.place)
    }

    /// The best fix of the draft that is at least as safe as `trust`.
    pub fn fix_at(&self, trust: Safety) -> Option<&Fix> {
        self.fixes
            .iter()
            .find(|fix| fix.safety <= trust && fix.disabled.is_none())
    }

    /// The best fix of the draft or the file that is at least as safe as `trust`.
    pub fn repair_at(&self, trust: Safety) -> Option<&Fix> {
        self.fixes
            .iter()
            .find(|fix| fix.safety <= trust && fix.hindrance().is_none())
    }
}
