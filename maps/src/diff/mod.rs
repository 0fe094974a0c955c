//! Compares two versions of a map, for people and programs.

mod land;
mod links;
mod pairs;
mod picture;

use std::fmt;

use serde::Serialize;

pub use land::changed_land;
pub use picture::{PictureError, write_picture};

use crate::mask::{Point, Regions};
use crate::{Continent, Draft, Names, Territory};
use pairs::Pairs;

/// One version of a map.
#[derive(Debug, Clone, Copy)]
pub struct Version<'a> {
    /// What its file says.
    pub draft: &'a Draft,
    /// Its mask, if it could be read; without both masks, land is not compared.
    pub mask: Option<&'a Regions>,
}

/// What a difference is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum About {
    /// The map itself.
    Map,
    /// Its mask.
    Mask,
    /// The picture that players see.
    Picture,
    /// A continent.
    Continent,
    /// A territory.
    Territory,
    /// A link between two territories.
    Link,
    /// A closed border between two territories.
    ClosedBorder,
}

/// One difference. Displayed as a sentence without its full stop.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Change {
    /// What it is about.
    pub about: About,
    /// The ids of the territories or the continent; those of the old version if they are gone.
    pub ids: Vec<u16>,
    /// Their names; null for those without one.
    pub names: Vec<Option<String>>,
    /// What they are called in the sentence.
    #[serde(skip)]
    labels: Vec<String>,
    /// `new`, `gone`, or the changed property: `name`, `land`, `bonus` and so on.
    pub what: &'static str,
    /// The old value, if any.
    pub was: Option<String>,
    /// The new value, if any.
    pub is: Option<String>,
    /// Pixels, if the land differs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub land: Option<Land>,
}

/// How the land of a territory differs, in pixels of the mask.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Land {
    /// In the old version.
    pub was: u64,
    /// In the new one.
    pub is: u64,
    /// Pixels gained; `None` if the masks differ in size.
    pub gained: Option<u64>,
    /// Pixels lost.
    pub lost: Option<u64>,
}

impl fmt::Display for Change {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let named = |at: usize| self.labels.get(at).map_or("", |label| &**label);
        match self.about {
            About::Map => f.write_str("The map")?,
            About::Mask => f.write_str("The mask")?,
            About::Picture => f.write_str("The picture for players")?,
            About::Continent => write!(f, "Continent {}", named(0))?,
            About::Territory => f.write_str(named(0))?,
            About::Link => write!(f, "Link between {} and {}", named(0), named(1))?,
            About::ClosedBorder => {
                write!(f, "Closed border between {} and {}", named(0), named(1))?;
            }
        }
        match (self.what, &self.was, &self.is) {
            ("new", _, Some(is)) => write!(f, " is new: {is}"),
            ("new", _, None) => f.write_str(" is new"),
            ("gone", Some(was), _) => write!(f, " is gone: {was}"),
            ("gone", None, _) => f.write_str(" is gone"),
            ("land", _, _) if self.land.is_some() => self.land.iter().try_for_each(|land| {
                let Land { was, is, .. } = land;
                write!(f, ": land of {was} pixels becomes {is}")?;
                match (land.gained, land.lost) {
                    (Some(gained), Some(lost)) => write!(f, ", {gained} gained and {lost} lost"),
                    _ => Ok(()),
                }
            }),
            (what, None, None) => write!(f, ": the {what} has changed"),
            (what, was, is) => {
                let [was, is] = [was, is].map(|value| value.as_deref().unwrap_or("none"));
                write!(f, ": {what} {was} becomes {is}")
            }
        }
    }
}

/// All differences between two versions of a map, in the order of the kinds and of the new file.
/// Layout and comments of the files are not compared.
///
/// Territories and continents are matched by two of id, name and colour, or else by name, or else by
/// id, unless name and colour both differ. Takes one pass over both masks.
pub fn compare(old: Version<'_>, new: Version<'_>) -> Vec<Change> {
    let mut list = Changes::default();
    list.map(old, new);
    let territories = Pairs::of_territories(old.draft, new.draft);
    let continents = Pairs::of_continents(old.draft, new.draft);
    for (was, is) in continents.all() {
        let was = was.map(|at| &old.draft.continents[at]);
        let is = is.map(|at| &new.draft.continents[at]);
        list.continent(was, is);
    }
    let lands = land::lands(old, new, &territories);
    for (was, is) in territories.all() {
        let number = is.or(was.map(|at| territories.shared(at)));
        let land = number.and_then(|number| Some(lands.as_ref()?[number]));
        list.territory((old.draft, was), (new.draft, is), land);
    }
    links::compare(&mut list, old.draft, new.draft, &territories);
    let mut changes = list.0;
    if changes.is_empty() && !old.draft.same_content(new.draft) {
        changes.push(Change::plain(About::Map, "order or repetition in the file"));
    }
    changes
}

impl Change {
    /// A difference without details.
    pub fn plain(about: About, what: &'static str) -> Self {
        Self {
            about,
            ids: Vec::new(),
            names: Vec::new(),
            labels: Vec::new(),
            what,
            was: None,
            is: None,
            land: None,
        }
    }

    /// Whether it may change how the map plays, as opposed to how it looks or is described. What the
    /// rules depend on is in the [canonical form](crate::canonical); new ids of the same territories make
    /// no difference.
    pub fn may_change_play(&self) -> bool {
        match self.about {
            About::Map => self.what == "initial units",
            About::Continent => ["new", "gone", "bonus"].contains(&self.what),
            About::Territory => ["new", "gone", "continent", "card"].contains(&self.what),
            About::Link => true,
            About::Mask | About::Picture | About::ClosedBorder => false,
        }
    }

    /// Another difference of the same territory, continent or other part of the map.
    fn of_same(&self, what: &'static str, was: Option<String>, is: Option<String>) -> Self {
        Self {
            what,
            was,
            is,
            ..self.clone()
        }
    }
}

#[derive(Debug, Default)]
struct Changes(Vec<Change>);

fn quoted(text: Option<&str>) -> Option<String> {
    text.map(|text| format!("“{text}”"))
}

fn shown<T: fmt::Display>(value: Option<T>) -> Option<String> {
    value.map(|value| value.to_string())
}

fn listed<T>(items: &[T], show: impl Fn(&T) -> String) -> Option<String> {
    let shown: Vec<_> = items.iter().map(show).collect();
    (!shown.is_empty()).then(|| shown.join("; "))
}

fn point(at: Point) -> String {
    format!("{},{}", at.x, at.y)
}

fn territory_label(draft: &Draft, at: usize) -> String {
    let territory = &draft.territories[at];
    let id = territory.id.map(|id| id.0);
    match (&territory.name.text, id) {
        (Some(name), Some(id)) if !territory.name.is_blank() => format!("“{name}” ({id})"),
        _ => territory.name.label("Territory", id, at),
    }
}

fn continent_label(continent: &Continent) -> String {
    let id = continent.id.map(|id| id.0);
    match quoted(continent.name.text.as_deref()) {
        Some(name) => name,
        None => continent.name.label("no.", id, 0),
    }
}

impl Changes {
    /// Adds a difference of what `subject` is about, if the values differ.
    fn field(
        &mut self,
        subject: &Change,
        what: &'static str,
        was: Option<String>,
        is: Option<String>,
    ) {
        if was != is {
            self.0.push(subject.of_same(what, was, is));
        }
    }

    fn names(&mut self, subject: &Change, old: &Names, new: &Names) {
        let [was, is] = [old, new].map(|names| quoted(names.text.as_deref()));
        self.field(subject, "name", was, is);
        let show = |lang: &str, names: &Names| {
            let mut found = names.translations.iter().filter(|t| t.lang == lang);
            found.next().map(|t| format!("“{}” ({lang})", t.text))
        };
        let mut langs: Vec<&str> = Vec::new();
        for t in old.translations.iter().chain(&new.translations) {
            if !langs.contains(&&*t.lang) {
                langs.push(&t.lang);
            }
        }
        for lang in langs {
            self.field(subject, "translation", show(lang, old), show(lang, new));
        }
    }

    fn map(&mut self, old: Version<'_>, new: Version<'_>) {
        let map = Change::plain(About::Map, "");
        let both = [old.draft, new.draft];
        let mut field = |what, show: &dyn Fn(&Draft) -> Option<String>| {
            let [was, is] = both.map(show);
            self.field(&map, what, was, is);
        };
        field("id", &|draft| draft.id.clone());
        field("author", &|draft| quoted(draft.author.as_deref()));
        field("licence", &|draft| quoted(draft.licence.as_deref()));
        field("description", &|draft| quoted(draft.description.as_deref()));
        field("joined edges", &|draft| {
            Some(match (draft.wrap.horizontal, draft.wrap.vertical) {
                (false, false) => "none".to_owned(),
                (true, false) => "left and right".to_owned(),
                (false, true) => "top and bottom".to_owned(),
                (true, true) => "all".to_owned(),
            })
        });
        field("badge diameter", &|draft| shown(draft.badge_diameter));
        for players in crate::setup::MIN_PLAYERS..=crate::setup::MAX_PLAYERS {
            field("initial units", &|draft| {
                let units = draft.setup.units.get(&players)?;
                Some(format!("{units} for {players} players"))
            });
        }
        self.names(&map, &old.draft.name, &new.draft.name);
        let mask = Change::plain(About::Mask, "");
        let mut field = |what, show: &dyn Fn(&crate::MaskFile) -> Option<String>| {
            let [was, is] = both.map(|draft| draft.mask.as_ref().and_then(show));
            self.field(&mask, what, was, is);
        };
        field("file", &|mask| Some(mask.file.clone()));
        field("background", &|mask| {
            listed(&mask.background, ToString::to_string)
        });
        field("separator", &|mask| {
            listed(&mask.separator, ToString::to_string)
        });
        field("gap", &|mask| shown(mask.gap));
        if let (Some(was), Some(is)) = (old.mask, new.mask) {
            let [was, is] = [was, is].map(|mask| format!("{} × {}", mask.width(), mask.height()));
            self.field(&mask, "size", Some(was), Some(is));
        }
        let [was, is] = both.map(|draft| draft.image.clone());
        self.field(&Change::plain(About::Picture, ""), "file", was, is);
    }

    fn continent(&mut self, old: Option<&Continent>, new: Option<&Continent>) {
        let Some(shown_as) = new.or(old) else {
            return;
        };
        let subject = Change {
            ids: shown_as.id.iter().map(|id| id.0).collect(),
            names: vec![shown_as.name.text.clone()],
            labels: vec![continent_label(shown_as)],
            ..Change::plain(About::Continent, "")
        };
        let bonus = |of: &Continent| of.bonus.map(|bonus| format!("bonus {bonus}"));
        match (old, new) {
            (Some(old), Some(new)) => {
                let [was, is] = [old, new].map(|of| shown(of.id.map(|id| id.0)));
                self.field(&subject, "id", was, is);
                self.names(&subject, &old.name, &new.name);
                self.field(&subject, "bonus", shown(old.bonus), shown(new.bonus));
                self.field(&subject, "colour", shown(old.colour), shown(new.colour));
            }
            (None, Some(new)) => self.0.push(subject.of_same("new", None, bonus(new))),
            (Some(old), None) => self.0.push(subject.of_same("gone", bonus(old), None)),
            (None, None) => {}
        }
    }

    fn territory(
        &mut self,
        (before, was): (&Draft, Option<usize>),
        (after, is): (&Draft, Option<usize>),
        land: Option<Land>,
    ) {
        let label = match (was, is) {
            (_, Some(at)) => territory_label(after, at),
            (Some(at), None) => territory_label(before, at),
            (None, None) => return,
        };
        let old = was.map(|at| &before.territories[at]);
        let new = is.map(|at| &after.territories[at]);
        let shown_as = new.or(old);
        let id = shown_as.and_then(|territory| territory.id);
        let subject = Change {
            ids: id.iter().map(|id| id.0).collect(),
            names: vec![shown_as.and_then(|territory| territory.name.text.clone())],
            labels: vec![label],
            ..Change::plain(About::Territory, "")
        };
        let continent = |draft: &Draft, of: &Territory| {
            let id = of.continent?;
            let known = draft.continent_by_id(id).map(continent_label);
            Some(known.unwrap_or_else(|| format!("continent {}", id.0)))
        };
        let (old, new) = match (old, new) {
            (Some(old), Some(new)) => (old, new),
            (None, Some(new)) => {
                let place = continent(after, new).map(|continent| format!("in {continent}"));
                let pixels = land.map(|land| format!("{} pixels", land.is));
                let details: Vec<_> = pixels.into_iter().chain(place).collect();
                let details = (!details.is_empty()).then(|| details.join(", "));
                let change = subject.of_same("new", None, details);
                return self.0.push(Change { land, ..change });
            }
            (Some(_), None) => {
                let pixels = land.map(|land| format!("{} pixels", land.was));
                let change = subject.of_same("gone", pixels, None);
                return self.0.push(Change { land, ..change });
            }
            (None, None) => return,
        };
        let [was, is] = [old, new].map(|of| shown(of.id.map(|id| id.0)));
        self.field(&subject, "id", was, is);
        self.names(&subject, &old.name, &new.name);
        self.field(&subject, "colour", shown(old.colour), shown(new.colour));
        let [was, is] = [(before, old), (after, new)].map(|(draft, of)| continent(draft, of));
        self.field(&subject, "continent", was, is);
        let [was, is] = [old, new].map(|of| of.card.map(|card| card.word().to_owned()));
        self.field(&subject, "card", was, is);
        let [was, is] = [old, new].map(|of| of.badge.map(point));
        self.field(&subject, "badge", was, is);
        let [was, is] = [old, new].map(|of| listed(&of.pivots, |at| point(*at)));
        self.field(&subject, "pivots", was, is);
        if let Some(land) = land.filter(|land| !land.is_same()) {
            let change = subject.of_same(
                "land",
                Some(land.was.to_string()),
                Some(land.is.to_string()),
            );
            let land = Some(land);
            self.0.push(Change { land, ..change });
        }
    }
}

impl Land {
    fn is_same(&self) -> bool {
        self.was == self.is && self.gained.unwrap_or(0) == 0 && self.lost.unwrap_or(0) == 0
    }
}

#[cfg(test)]
mod tests;
