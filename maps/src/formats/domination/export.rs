//! Exports maps to Domination (jRisk), so that [`read`](super::read) gets back what the format can
//! hold.
//!
//! A country's number is the territory's id plus one; in the mask it is the shade of grey.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::io::{self, Read};
use std::iter::once;
use std::path::{Path, PathBuf};

use crate::files::{NewFolders, Replacements};
use crate::formats::tidy_name;
use crate::mask::{MaskError, Regions, Rgba};
use crate::{By, Card, Draft, Map, Names, Problem, Rgb, TerritoryId, Wrap, hues};

use super::cards::WILD_CARDS;
use super::map_file::MAX_COUNTRIES;
use super::properties::escape;
use super::translations::language;
use super::{SEA, STANDARD_DECKS};

/// Why a map cannot be exported.
#[derive(Debug, thiserror::Error)]
pub enum ExportError {
    /// The draft is not a map, for all these reasons.
    #[error("the map cannot be played yet")]
    Unfinished(Vec<Problem>),
    /// There are more territories than numbers.
    #[error(
        "the map has {0} territories; a Domination map can have {MAX_COUNTRIES}, because its mask \
         has one byte for their numbers"
    )]
    TooMany(usize),
}

/// A map about to be written for Domination.
#[derive(Debug)]
pub struct Export<'a> {
    draft: &'a Draft,
    map: Map,
    /// The common beginning of the files' names.
    stem: String,
    /// The name of the map as it is in the map file.
    title: String,
    /// Names as they are in the map file, in the order of ids.
    continents: Vec<String>,
    countries: Vec<String>,
}

impl<'a> Export<'a> {
    /// Prepares a draft for export; needs no mask yet.
    ///
    /// # Errors
    /// [`ExportError`].
    pub fn new(draft: &'a Draft) -> Result<Self, ExportError> {
        let map = Map::try_from(draft).map_err(ExportError::Unfinished)?;
        if map.len() > MAX_COUNTRIES {
            return Err(ExportError::TooMany(map.len()));
        }
        let mut stem = map.id().to_owned();
        // Do not replace a deck that all maps share.
        if STANDARD_DECKS.contains(&&*format!("{stem}.cards")) {
            stem.push_str("-map");
        }
        let title = map.name().text.as_deref().and_then(tidy_name);
        let continents = map.continents().iter().map(|of| &of.name);
        let countries = map.territories().iter().map(|of| &of.name);
        Ok(Self {
            draft,
            title: title.unwrap_or_else(|| stem.clone()),
            continents: continents.map(token).collect(),
            countries: countries.map(token).collect(),
            map,
            stem,
        })
    }

    /// Name of the map file.
    pub fn map_file(&self) -> String {
        format!("{}.map", self.stem)
    }

    /// Name of the mask, a PNG.
    pub fn mask_file(&self) -> String {
        format!("{}_map.png", self.stem)
    }

    /// Name of the picture for players with this extension: `png`, `jpg` or `gif`.
    pub fn picture_file(&self, extension: &str) -> String {
        format!("{}_pic.{extension}", self.stem)
    }

    /// The mask in shades of grey, 255 for whatever is not a territory, and the territories that
    /// have no pixel in it.
    ///
    /// # Errors
    /// As [`Regions::recoloured`].
    pub fn mask(&self, mask: &Regions) -> Result<(Regions, Vec<TerritoryId>), MaskError> {
        let numbered = self.map.territories().iter().zip(1..);
        let greys: HashMap<Rgba, Rgb> = numbered
            .map(|(of, number)| (Rgba::from(of.colour), Rgb([number; 3])))
            .collect();
        let shown: HashSet<Rgba> = mask.iter().map(|(_, region)| region.colour).collect();
        let is_missing = |id: &TerritoryId| {
            let colour = Rgba::from(self.map.territory(*id).colour);
            !shown.contains(&colour)
        };
        let grey = mask.recoloured(|_, region| {
            let grey = greys.get(&region.colour).copied();
            Rgba::from(grey.unwrap_or(SEA))
        })?;
        Ok((grey, self.map.ids().filter(is_missing).collect()))
    }

    /// The map file, the deck and the translations, with their names. The extension is that of the
    /// picture for players.
    pub fn texts(&self, extension: &str) -> Vec<(String, Vec<u8>)> {
        let deck = format!("{}.cards", self.stem);
        let map = self.map_lines(&self.picture_file(extension), &deck);
        let mut texts = vec![
            (self.map_file(), encode(&map)),
            (deck, encode(&self.deck_lines())),
        ];
        for (lang, names) in self.translations() {
            let lines: Vec<String> = names
                .into_iter()
                .map(|(key, name)| format!("{}={}", escape(key, true), escape(name, false)))
                .collect();
            texts.push((self.translation_file(&lang), encode(&lines)));
        }
        texts
    }

    /// Writes all files into a folder, all or none: the mask, as a PNG, the picture for players with
    /// its extension, and the texts.
    ///
    /// # Errors
    /// The file that could not be written, and the system's error.
    pub fn write(
        &self,
        folder: &Path,
        mut mask: impl Read,
        (mut picture, extension): (impl Read, &str),
    ) -> Result<(), (PathBuf, io::Error)> {
        let _new = NewFolders::create(folder).map_err(|error| (folder.to_owned(), error))?;
        let mut all = Replacements::default();
        let mut add = |name: String, content: &mut dyn Read| {
            let path = folder.join(name);
            let added = all.add(&path, |out| io::copy(content, out).map(drop));
            added.map_err(|error| (path, error))
        };
        for (name, text) in self.texts(extension) {
            add(name, &mut &*text)?;
        }
        add(self.mask_file(), &mut mask)?;
        add(self.picture_file(extension), &mut picture)?;
        all.commit()
    }

    /// What the format cannot hold, or not in the same way: a sentence for each kind of it.
    pub fn losses(&self) -> Vec<String> {
        let Self { draft, map, .. } = self;
        let mut losses = Vec::new();
        let mut tell = |count: usize, text: String| {
            if count > 0 {
                losses.push(text);
            }
        };
        let by_sea = draft.links().filter(|(_, link)| link.by == By::Sea);
        let n = by_sea.count();
        tell(
            n,
            format!("links by sea ({n}) become borders like those by land"),
        );
        let n: usize = draft.territories.iter().map(|of| of.closed.len()).sum();
        let text = format!("closed borders ({n}) are not marked; there is just no border");
        tell(n, text);
        let n = usize::from(map.wrap() != Wrap::default());
        let text = "that edges of the map are joined is left out; links across them are kept";
        tell(n, text.to_owned());
        let n: usize = map.territories().iter().map(|of| of.pivots.len() - 1).sum();
        let text = "are left out: a country has one place, that of its badge";
        tell(n, format!("further pivots ({n}) {text}"));
        let n = map.mask().separator.len();
        tell(n, "drawn lines become sea in the mask".to_owned());
        let n = map.setup().units.len();
        tell(n, "the map's own initial units are left out".to_owned());
        let comments = self.comments().len();
        let text = "author, licence and description become comments in the map file";
        tell(comments, text.to_owned());
        let colourless = map.continents().iter().filter(|of| of.colour.is_none());
        let n = colourless.count();
        tell(n, format!("continents without a colour ({n}) get one"));
        let is_underscored = |(_, names): &(&str, &Names)| {
            let text = names.text.as_ref();
            text.is_some_and(|text| text.contains('_'))
        };
        let n = self.named().filter(is_underscored).count();
        let text = format!("`_` in names ({n}) is displayed as a space");
        tell(n, text);
        let langs = self.named().flat_map(|(_, names)| &names.translations);
        let langs: BTreeSet<&str> = langs
            .map(|translation| &*translation.lang)
            .filter(|lang| self.language(lang).is_none())
            .collect();
        let langs: Vec<&str> = langs.into_iter().collect();
        let text = "are left out: the format has no such languages";
        tell(langs.len(), format!("names in {} {text}", langs.join(", ")));
        if let Some(name) = self.clash() {
            losses.push(format!(
                "“{name}” is the name of several things with different translations, of which \
                 one is kept"
            ));
        }
        losses
    }

    /// Everything that has a name: first as in the map file, then as in the map.
    fn named(&self) -> impl Iterator<Item = (&str, &Names)> {
        let continents = self.map.continents().iter().map(|of| &of.name);
        let territories = self.map.territories().iter().map(|of| &of.name);
        let tokens = self.continents.iter().chain(&self.countries);
        let parts = tokens
            .map(String::as_str)
            .zip(continents.chain(territories));
        once((self.title.as_str(), self.map.name())).chain(parts)
    }

    /// By language and name in the map file; of equal names the last counts.
    fn translations(&self) -> BTreeMap<String, BTreeMap<&str, &str>> {
        let mut all: BTreeMap<String, BTreeMap<&str, &str>> = BTreeMap::new();
        for (key, names) in self.named() {
            for translation in &names.translations {
                if let Some(lang) = self.language(&translation.lang) {
                    let of_language = all.entry(lang).or_default();
                    of_language.insert(key, &translation.text);
                }
            }
        }
        all
    }

    /// The first name of two things with different translations.
    fn clash(&self) -> Option<String> {
        let mut seen: HashMap<&str, &Names> = HashMap::new();
        let mut named = self.named();
        let clash = named.find(|&(key, names)| {
            let other = seen.insert(key, names);
            other.is_some_and(|other| other.translations != names.translations)
        });
        clash.and_then(|(_, names)| names.text.clone())
    }

    /// The usual form of a language's tag, if a file can be called by it.
    fn language(&self, lang: &str) -> Option<String> {
        language(&self.translation_file(lang), &self.stem)
    }

    fn translation_file(&self, lang: &str) -> String {
        format!("{}_{}.properties", self.stem, lang.replace('-', "_"))
    }

    fn map_lines(&self, picture: &str, deck: &str) -> Vec<String> {
        let map = &self.map;
        let mut lines = self.comments();
        lines.extend([
            format!("name {}", self.title),
            format!("circle {}", map.badge_diameter()),
            String::new(),
            "[files]".to_owned(),
            format!("pic {picture}"),
            format!("map {}", self.mask_file()),
            format!("crd {deck}"),
            String::new(),
            "[continents]".to_owned(),
        ]);
        let own: Vec<_> = map.continents().iter().map(|of| of.colour).collect();
        let mut chosen = hues::choose(&own).into_iter();
        for (name, continent) in self.continents.iter().zip(map.continents()) {
            let colour = continent.colour.or_else(|| chosen.next());
            let colour = colour.unwrap_or_default();
            lines.push(format!("{name} {} {colour}", continent.bonus));
        }
        lines.extend([String::new(), "[countries]".to_owned()]);
        let countries = self.countries.iter().zip(map.territories());
        lines.extend(countries.zip(1..).map(|((name, of), number)| {
            let continent = of.continent.index() + 1;
            format!("{number} {name} {continent} {} {}", of.badge.x, of.badge.y)
        }));
        lines.extend([String::new(), "[borders]".to_owned()]);
        lines.extend(map.ids().map(|id| {
            let numbers = once(id).chain(map.neighbours(id).iter().map(|link| link.to));
            let numbers = numbers.map(|id| (id.index() + 1).to_string());
            numbers.collect::<Vec<_>>().join(" ")
        }));
        lines
    }

    /// Whose map it is and what it is about, and a blank line.
    fn comments(&self) -> Vec<String> {
        let map = &self.map;
        let author = map.author().map(|author| format!("Author: {author}"));
        let licence = map.licence().map(|licence| format!("Licence: {licence}"));
        let description = map.description().unwrap_or_default().lines();
        let texts = author.into_iter().chain(licence);
        let texts = texts.chain(description.map(str::to_owned));
        let mut lines: Vec<String> = texts.map(|text| comment(&text)).collect();
        if !lines.is_empty() {
            lines.push(String::new());
        }
        lines
    }

    fn deck_lines(&self) -> Vec<String> {
        let cards = self.map.territories().iter().zip(1..);
        let cards = cards.map(|(of, number)| {
            let kind = match of.card {
                Card::Infantry => "Infantry",
                Card::Cavalry => "Cavalry",
                Card::Artillery => "Cannon",
            };
            format!("{kind} {number}")
        });
        let wild = ["wildcard"; WILD_CARDS].map(str::to_owned);
        once("[cards]".to_owned())
            .chain(cards)
            .chain(wild)
            .collect()
    }
}

/// A name as one word, in which `_` stands for a space.
fn token(names: &Names) -> String {
    let name = names.text.as_deref().and_then(tidy_name);
    let mut name = name.unwrap_or_default().replace(' ', "_");
    // The line of a continent would be a comment, or lack a word.
    if name.is_empty() || name.starts_with(';') {
        name.insert(0, '_');
    }
    name
}

/// A line that is a comment, whatever it contains.
fn comment(text: &str) -> String {
    let blank = |c: char| if c.is_control() { ' ' } else { c };
    let text: String = text.chars().map(blank).collect();
    format!("; {text}").trim_end().to_owned()
}

/// Latin-1 if that has all characters, otherwise UTF-8 with a byte order mark and the comment that
/// the program's own editor writes then.
fn encode(lines: &[String]) -> Vec<u8> {
    let text = lines.join("\r\n") + "\r\n";
    let latin: Option<Vec<u8>> = text.chars().map(|c| u8::try_from(c).ok()).collect();
    latin.unwrap_or_else(|| format!("\u{feff}; 1.1.0.7+ (UTF-8)\r\n{text}").into_bytes())
}
