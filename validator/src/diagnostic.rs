//! What the validator has to say about a map.

use std::fmt;
use std::ops::Range;

use marchland_maps::files::plain;
use marchland_maps::mask::Bounds;
use marchland_maps::xml::Position;
use marchland_maps::{ContinentKey, Edit, Place, Point, Rgb, TerritoryKey};

use crate::rule::Rule;
use marchland_maps::Severity;

/// One flaw of a map.
#[derive(Debug, Clone)]
pub struct Finding {
    /// Stable across runs, edits elsewhere and machines: the rule's code and
    /// the sorted tags of what it is about, `ADJ008:territory:3+territory:7`.
    pub id: String,
    /// The rule that was broken.
    pub rule: &'static Rule,
    /// After the settings had their say.
    pub severity: Severity,
    /// One phrase, without a full stop at its end.
    pub message: String,
    /// What it is about: the culprits first.
    pub about: Vec<Entity>,
    /// Where in the draft.
    pub place: Place,
    /// The attribute in the file that says what is wrong, if one does.
    pub attribute: Option<&'static str>,
    /// Where in the file; `None` if the draft has no text, or the text does
    /// not hold the place.
    pub span: Option<Span>,
    /// In which file `span` lies.
    pub file: File,
    /// Where in the mask.
    pub spot: Option<Spot>,
    /// What else helps to understand or repair it, on one line.
    pub help: Option<String>,
    /// Ways to repair it, the best first.
    pub fixes: Vec<Fix>,
    /// Why it is let be: a waiver's reason, or that a baseline knows it.
    pub waived: Option<String>,
}

/// The file that a finding points into.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum File {
    /// The map file, `map.xml`.
    #[default]
    Map,
    /// The settings beside it, `marchland.toml`.
    Settings,
}

/// A stretch of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Span {
    /// Bytes of the text as decoded.
    pub bytes: Range<usize>,
    /// Line of its start, from 1.
    pub line: u32,
    /// Column of its start in characters, from 1.
    pub column: u32,
    /// Line of its end, from 1.
    pub end_line: u32,
    /// Column after its last character, from 1.
    pub end_column: u32,
}

impl Span {
    /// Some bytes with where they begin and end.
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
    /// The pixel to look at first.
    pub point: Point,
    /// The box around all of it.
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
    /// A territory, and the text that names it in the file.
    Territory(TerritoryKey, String),
    /// A continent, and the text that names it in the file.
    Continent(ContinentKey, String),
    /// A colour of the mask.
    Colour(Rgb),
    /// A file that the map names.
    File(String),
    /// A game of so many players.
    Players(u8),
    /// A pixel, where several findings about one territory differ by place.
    Pixel(Point),
    /// Whatever else tells two findings apart: a language, an attribute.
    Detail(String),
}

impl fmt::Display for Entity {
    /// The tag: what ids, waivers and the JSON output call it.
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

/// Edits that put a finding right, in words and as data.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fix {
    /// What it does, as a button says it: "Add China to Ural's neighbours".
    pub title: String,
    /// The changes, to be applied in order as one step.
    pub edits: Vec<Edit>,
    /// Changes of the text that was checked, where no edit of the draft can say
    /// them: the name of an attribute that the draft does not hold. From front
    /// to back, none in another; a fix has either these or edits.
    pub rewrites: Vec<Rewrite>,
    /// Whether it can be applied unseen.
    pub safety: Safety,
    /// Why it cannot be applied to the draft now, though it would be the repair.
    pub disabled: Option<String>,
}

/// Other words for a stretch of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rewrite {
    /// Which bytes of the text as decoded.
    pub bytes: Range<usize>,
    /// What they become.
    pub text: String,
}

/// Whether a fix needs a look.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Safety {
    /// Keeps what the author meant.
    Safe,
    /// A guess at what the author meant.
    Unsafe,
}

impl Safety {
    /// The word that outputs use.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Safe => "safe",
            Self::Unsafe => "unsafe",
        }
    }
}

impl Fix {
    /// A repair that keeps what the author meant.
    pub fn safe(title: impl Into<String>, edits: impl IntoIterator<Item = Edit>) -> Self {
        Self {
            title: title.into(),
            edits: edits.into_iter().collect(),
            rewrites: Vec::new(),
            safety: Safety::Safe,
            disabled: None,
        }
    }

    /// A repair of the file that keeps what the author meant and that no edit of
    /// the draft can say.
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

    /// Why it cannot be applied even where the file can be changed.
    pub fn hindrance(&self) -> Option<&str> {
        let of_draft = self.rewrites.is_empty();
        self.disabled.as_deref().filter(|_| of_draft)
    }

    /// A repair that an author should look at.
    pub fn guess(title: impl Into<String>, edits: impl IntoIterator<Item = Edit>) -> Self {
        Self {
            safety: Safety::Unsafe,
            ..Self::safe(title, edits)
        }
    }

    /// The repair as one edit, hence one undo step.
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

pub(crate) struct Site {
    /// The culprits first.
    pub(crate) about: Vec<Entity>,
    pub(crate) place: Place,
    pub(crate) spot: Option<Spot>,
}

/// Builders that rules chain.
impl Finding {
    pub(crate) fn on(self, site: Site) -> Self {
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

    /// Makes all text of the file that is in it fit to be shown, whatever names
    /// and settings hold.
    pub(crate) fn put_on_lines(&mut self) {
        let put = |text: &mut String| *text = plain(text).into_owned();
        put(&mut self.message);
        self.help.iter_mut().for_each(put);
        for entity in &mut self.about {
            match entity {
                Entity::Territory(_, text)
                | Entity::Continent(_, text)
                | Entity::File(text)
                | Entity::Detail(text) => put(text),
                Entity::Map | Entity::Colour(_) | Entity::Players(_) | Entity::Pixel(_) => {}
            }
        }
        for fix in &mut self.fixes {
            put(&mut fix.title);
            fix.disabled.iter_mut().for_each(put);
        }
    }

    /// The tags of what it is about, sorted, each once.
    pub(crate) fn tags(&self) -> Vec<String> {
        let mut tags: Vec<String> = self.about.iter().map(ToString::to_string).collect();
        tags.sort_unstable();
        tags.dedup();
        tags
    }

    /// The id without what tells equal ones apart.
    pub(crate) fn plain_id(&self) -> String {
        let mut tags = self.tags();
        if tags.is_empty() {
            tags.push(Entity::Map.to_string());
        }
        format!("{}:{}", self.rule.code, tags.join("+"))
    }

    /// The first fix that may be applied to the draft at this level of trust.
    pub fn fix_at(&self, trust: Safety) -> Option<&Fix> {
        self.fixes
            .iter()
            .find(|fix| fix.safety <= trust && fix.disabled.is_none())
    }

    /// The first fix that may be applied at this level of trust where the file
    /// can be changed too.
    pub fn repair_at(&self, trust: Safety) -> Option<&Fix> {
        self.fixes
            .iter()
            .find(|fix| fix.safety <= trust && fix.hindrance().is_none())
    }
}
