//! Imports and exports maps of Domination (jRisk): `NAME.map` with its mask, picture, deck and
//! translations. For the way out see [`Export`].
//!
//! The mask numbers the countries in shades of grey, which are indistinguishable by eye; the
//! imported mask has a well-separated colour for each instead, and otherwise identical pixels.
//! Badges keep their positions; pivots are computed from the mask. A border declared in both
//! directions becomes a two-way link; it is by land if the two touch in the mask. Countries that
//! touch without a border are closed to each other, as they are in the source.
//!
//! The files are untrusted. Everything that makes sense is kept, the rest is [reported](Flaw) with
//! file and line; only a map without countries or without a mask is refused. Ids have no gaps: if
//! the countries' numbers do, those after a gap move up.

mod cards;
mod clear;
mod export;
mod flaw;
mod links;
mod map_file;
mod properties;
mod recolour;
mod shown;
mod text;
mod translations;

use std::collections::BTreeSet;
use std::io;
use std::ops::ControlFlow;

use crate::ids::map_id;
use crate::limits::{MAX_BONUS, MAX_DESCRIPTION_CHARS, MAX_LINE_CHARS, MAX_NAME_CHARS, MAX_SIDE};
use crate::mask::{self, MaskError, Regions, RowRuns, RunSink};
use crate::{ContinentId, Draft, MaskFile, Names, Point, Rgb, TerritoryId};

use super::files::{Files, is_plain_name};
use crate::files::plain;
use crate::hues;
use cards::Deck;
pub use export::{Export, ExportError};
pub use flaw::Flaw;
use flaw::{Cause, Flaws};
use map_file::{FileEntry, MapFile};
use recolour::Palette;
pub use shown::{NotShown, shown};
use text::{Text, readable};

/// Longest text file that is read, in bytes; real ones have a few thousand.
const MAX_TEXT_BYTES: u64 = 1 << 20;

/// Longest picture for players that is copied, in bytes.
const MAX_PICTURE_BYTES: u64 = 64 << 20;

/// The colour of the sea in new masks.
const SEA: Rgb = Rgb::WHITE;

/// Decks that come with Domination and are therefore missing beside its maps.
const STANDARD_DECKS: [&str; 2] = ["risk.cards", "nomission.cards"];

/// An imported map.
#[derive(Debug)]
pub struct Import {
    /// The map; it names its mask `mask.png`, and its image as below.
    pub draft: Draft,
    /// The mask in its new key colours.
    pub mask: Regions,
    /// Name and contents of the picture for players, byte for byte as in the source.
    pub image: Option<(String, Vec<u8>)>,
    /// The files that were read, by their names in the folder, in the order of reading; the caller
    /// should not overwrite them.
    pub sources: Vec<String>,
    /// Problems in the order of files and lines.
    pub flaws: Vec<Flaw>,
}

/// Why a map cannot be imported.
#[derive(Debug, thiserror::Error)]
pub enum ImportError {
    /// The map file cannot be read.
    #[error("cannot read `{}`: {error}", plain(.file))]
    Read {
        /// The map file's name in its folder.
        file: String,
        /// The system's error.
        error: io::Error,
    },
    /// The map file defines no country.
    #[error(
        "`{}` defines no country; in a Domination map the section `[countries]` has a line for \
         each",
        plain(.file)
    )]
    NoCountries {
        /// The map file's name in its folder.
        file: String,
        /// The flaws so far; empty if there is no section for countries, since it is then not a map
        /// at all.
        flaws: Vec<Flaw>,
    },
    /// The mask is not named or missing.
    #[error(
        "the mask of `{}` cannot be had; it is the file that `map` names in `[files]`",
        plain(.file)
    )]
    NoMask {
        /// The map file.
        file: String,
        /// The flaws so far, including the reason.
        flaws: Vec<Flaw>,
    },
    /// The caller cancelled.
    #[error("the import was cancelled")]
    Cancelled,
    /// The mask cannot be decoded.
    #[error("`{}`: {error}", plain(.file))]
    Mask {
        /// The mask's file.
        file: String,
        /// The decoder's error.
        error: MaskError,
        /// The flaws so far.
        flaws: Vec<Flaw>,
    },
}

impl ImportError {
    /// The flaws found before the error.
    pub fn flaws(&self) -> &[Flaw] {
        match self {
            Self::Read { .. } | Self::Cancelled => &[],
            Self::NoCountries { flaws, .. }
            | Self::NoMask { flaws, .. }
            | Self::Mask { flaws, .. } => flaws,
        }
    }
}

/// Reads the map whose map file is called `name`, such as `uk.map`.
///
/// # Errors
/// Any [`ImportError`] except [`ImportError::Cancelled`].
pub fn read(files: &dyn Files, name: &str) -> Result<Import, ImportError> {
    read_watched(files, name, &mut |_| ControlFlow::Continue(()))
}

/// [`read`] with progress: `watch` is called now and then with a value from 0 to 1, and can cancel
/// by returning `Break`.
///
/// # Errors
/// Any [`ImportError`].
pub fn read_watched(
    files: &dyn Files,
    name: &str,
    watch: &mut dyn FnMut(f64) -> ControlFlow<()>,
) -> Result<Import, ImportError> {
    let mut importer = Importer {
        files,
        name,
        flaws: Flaws::default(),
        sources: vec![name.to_owned()],
        watch,
    };
    importer.reached(0.0)?;
    let bytes = files.read(name, MAX_TEXT_BYTES);
    let bytes = bytes.map_err(|error| ImportError::Read {
        file: name.to_owned(),
        error,
    })?;
    let text = importer.text(name, &bytes);
    let source = MapFile::parse(name, &text, &mut importer.flaws);
    if source.countries.is_empty() {
        let mut flaws = importer.flaws.into_vec();
        if !source.has_countries {
            flaws.clear();
        }
        return Err(ImportError::NoCountries {
            file: name.to_owned(),
            flaws,
        });
    }
    let (mask_name, mask) = importer.mask(&source)?;
    let deck = importer.deck(&source);
    let image = importer.image(&source, mask.size())?;
    importer.reached(0.4)?;

    let palette = Palette::new(&source);
    let mask = importer.recolour(&mask_name, &mask, &palette)?;
    let mut draft = importer.draft(&source, &deck, &palette, mask.size());
    draft.image = image.as_ref().map(|(name, _)| name.clone());
    translations::add(&mut importer, &source, &mut draft);
    importer.look_at_mask(&source, &mask, &mut draft)?;
    Ok(Import {
        draft,
        mask,
        image,
        sources: importer.sources,
        flaws: importer.flaws.into_vec(),
    })
}

/// Decodes a picture only for its size.
#[derive(Default)]
struct Size((u32, u32));

impl RunSink for Size {
    fn begin(&mut self, width: u32, height: u32) -> Result<(), MaskError> {
        self.0 = (width, height);
        Ok(())
    }

    fn row(&mut self, _: RowRuns<'_>) -> Result<(), MaskError> {
        Ok(())
    }
}

struct Importer<'a> {
    files: &'a dyn Files,
    /// The name of the map file.
    name: &'a str,
    flaws: Flaws,
    /// The files read so far.
    sources: Vec<String>,
    watch: &'a mut dyn FnMut(f64) -> ControlFlow<()>,
}

impl Importer<'_> {
    /// Reports progress.
    fn reached(&mut self, share: f64) -> Result<(), ImportError> {
        match (self.watch)(share) {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(()) => Err(ImportError::Cancelled),
        }
    }

    fn text(&mut self, file: &str, bytes: &[u8]) -> Text {
        let text = Text::decode(bytes);
        if text.damaged {
            self.flaws.add(file, None, Cause::DamagedText);
        }
        if text.looks_like_utf8 {
            self.flaws.add(file, None, Cause::MaybeUtf8);
        }
        text
    }

    /// The name and the contents of a file named in the map; problems are reported.
    fn file(
        &mut self,
        key: &'static str,
        entry: &FileEntry,
        limit: u64,
    ) -> Option<(String, Vec<u8>)> {
        let name = entry.name.clone();
        if !is_plain_name(&name) {
            let name = map_file::brief(&name);
            self.flaws
                .add(self.name, entry.line, Cause::NoPlainName { key, name });
            return None;
        }
        let error = match self.files.read(&name, limit) {
            Ok(bytes) => {
                self.sources.push(name.clone());
                return Some((name, bytes));
            }
            Err(error) => error,
        };
        if error.kind() == io::ErrorKind::NotFound {
            // Written on a system where `A.GIF` and `a.gif` are the same.
            let folded = name.to_lowercase();
            let names = self.files.names().unwrap_or_default();
            let alike = names
                .into_iter()
                .find(|other| other.to_lowercase() == folded);
            if let Some(found) = alike
                && let Ok(bytes) = self.files.read(&found, limit)
            {
                let cause = Cause::OtherCase {
                    named: name,
                    found: found.clone(),
                };
                self.flaws.add(self.name, entry.line, cause);
                self.sources.push(found.clone());
                return Some((found, bytes));
            }
            let cause = if STANDARD_DECKS.contains(&&*name) {
                Cause::StandardDeck(name)
            } else {
                Cause::FileMissing { key, name }
            };
            self.flaws.add(self.name, entry.line, cause);
            return None;
        }
        let cause = if error.kind() == io::ErrorKind::FileTooLarge {
            Cause::FileTooLong(limit)
        } else {
            Cause::Unreadable(error.to_string())
        };
        self.flaws.add(&name, None, cause);
        self.sources.push(name);
        None
    }

    fn deck(&mut self, source: &MapFile) -> Deck {
        let Some(entry) = &source.cards else {
            self.flaws.add(self.name, None, Cause::NoFileEntry("crd"));
            return Deck::new();
        };
        let Some((file, bytes)) = self.file("crd", entry, MAX_TEXT_BYTES) else {
            return Deck::new();
        };
        let text = self.text(&file, &bytes);
        let countries = source.countries.keys().copied().collect();
        cards::parse(&file, &text, &countries, &mut self.flaws)
    }

    /// The picture for players, if it is intact: decoded to the end, since a truncated one would
    /// otherwise be noticed only during play.
    fn image(
        &mut self,
        source: &MapFile,
        mask: (u32, u32),
    ) -> Result<Option<(String, Vec<u8>)>, ImportError> {
        let Some(entry) = &source.pic else {
            self.flaws.add(self.name, None, Cause::NoFileEntry("pic"));
            return Ok(None);
        };
        let Some((file, bytes)) = self.file("pic", entry, MAX_PICTURE_BYTES) else {
            return Ok(None);
        };
        let name = match image::guess_format(&bytes) {
            Ok(image::ImageFormat::Png) => "image.png",
            Ok(image::ImageFormat::Jpeg) => "image.jpg",
            Ok(image::ImageFormat::Gif) => "image.gif",
            _ => {
                self.flaws.add(&file, None, Cause::NoPicture);
                return Ok(None);
            }
        };
        let mut size = Size::default();
        let watch = &mut |done: mask::Progress| (self.watch)(0.2 + 0.2 * done.fraction());
        match mask::stream(io::Cursor::new(&bytes), &mut size, watch) {
            Ok(()) if size.0 == mask => {}
            Ok(()) => {
                let image = size.0;
                self.flaws
                    .add(&file, None, Cause::SizesDiffer { image, mask });
            }
            Err(MaskError::Cancelled) => return Err(ImportError::Cancelled),
            Err(error) => {
                let cause = Cause::BadPicture(error.to_string());
                self.flaws.add(&file, None, cause);
                return Ok(None);
            }
        }
        Ok(Some((name.to_owned(), bytes)))
    }

    /// Everything that does not depend on the mask's contents.
    fn draft(
        &mut self,
        source: &MapFile,
        deck: &Deck,
        palette: &Palette,
        mask: (u32, u32),
    ) -> Draft {
        let mut draft = Draft::new();
        let stem = stem(self.name);
        draft.id = map_id(stem);
        let name = source.name.as_deref().unwrap_or(stem);
        let mut others = BTreeSet::new();
        let name = self.name_of(name, "Unnamed map", source.name_line, &mut others);
        draft.name.text = Some(name);
        let mut comments = &source.comments[..];
        // As `export` writes them.
        for (label, field) in [
            ("Author: ", &mut draft.author),
            ("Licence: ", &mut draft.licence),
        ] {
            let first = comments.first().and_then(|line| line.strip_prefix(label));
            let fits = |text: &&str| {
                let is_plain = !text.is_empty() && !text.contains(char::is_control);
                is_plain && text.chars().count() <= MAX_LINE_CHARS
            };
            if let Some(text) = first.map(str::trim).filter(fits) {
                *field = Some(text.to_owned());
                comments = &comments[1..];
            }
        }
        let comments = comments.join("\n");
        let mut comments: String = comments
            .chars()
            .filter(|&c| c == '\n' || !(c.is_control() || matches!(c, '\u{FFFE}' | '\u{FFFF}')))
            .collect();
        if let Some((end, _)) = comments.char_indices().nth(MAX_DESCRIPTION_CHARS) {
            comments.truncate(end);
            let cause = Cause::LongComments(MAX_DESCRIPTION_CHARS);
            self.flaws.add(self.name, None, cause);
        }
        draft.description = Some(comments).filter(|text| !text.is_empty());
        draft.badge_diameter = source.circle;
        draft.mask = Some(MaskFile {
            file: "mask.png".into(),
            background: vec![SEA],
            ..MaskFile::default()
        });
        self.continents(source, &mut draft);
        self.renumbered(source);
        let mut taken = BTreeSet::new();
        for (at, (&number, country)) in source.countries.iter().enumerate() {
            let mut territory = draft.fresh_territory();
            territory.id = Some(TerritoryId(at as u16));
            let otherwise = format!("Country {number}");
            let name = self.name_of(&country.token, &otherwise, Some(country.line), &mut taken);
            territory.name = Names::plain(name);
            territory.colour = palette.key(number);
            territory.continent = country.continent.and_then(|n| {
                let known = (1..=source.continents.len()).contains(&n);
                if !known {
                    self.flaws
                        .add(self.name, country.line, Cause::UnknownContinent(n));
                }
                known.then_some(ContinentId(n as u16 - 1))
            });
            territory.card = deck.get(&number).copied();
            territory.badge = country.badge.and_then(|(x, y)| {
                let inside = |at: i64, side: u32| (0..i64::from(side.min(MAX_SIDE))).contains(&at);
                if inside(x, mask.0) && inside(y, mask.1) {
                    return Some(Point::new(x as u32, y as u32));
                }
                self.flaws
                    .add(self.name, country.line, Cause::BadgeOutside { x, y });
                None
            });
            draft.territories.push(territory);
        }
        draft
    }

    /// Reports countries whose id is not their number minus one.
    fn renumbered(&mut self, source: &MapFile) {
        let countries = source.countries.iter().enumerate();
        let mut moved = countries.filter(|&(at, (&number, _))| number != at + 1);
        if let Some((at, (&number, country))) = moved.next() {
            let cause = Cause::Renumbered {
                number,
                id: at as u16,
                count: 1 + moved.count(),
            };
            self.flaws.add(self.name, country.line, cause);
        }
    }

    fn continents(&mut self, source: &MapFile, draft: &mut Draft) {
        let own: Vec<_> = source.continents.iter().map(|line| line.colour).collect();
        let mut chosen = hues::choose(&own).into_iter();
        let mut taken = BTreeSet::new();
        for (at, line) in source.continents.iter().enumerate() {
            let mut continent = draft.fresh_continent();
            continent.id = Some(ContinentId(at as u16));
            let otherwise = format!("Continent {}", at + 1);
            let name = self.name_of(&line.token, &otherwise, Some(line.line), &mut taken);
            continent.name = Names::plain(name);
            continent.bonus = line.bonus.map(|found| {
                let kept = found.clamp(0, i64::from(MAX_BONUS)) as u16;
                if i64::from(kept) != found {
                    self.flaws
                        .add(self.name, line.line, Cause::Bonus { found, kept });
                }
                kept
            });
            continent.colour = line.colour.or_else(|| chosen.next());
            if line.colour.is_none()
                && let Some(chosen) = continent.colour
            {
                let cause = match line.unknown_colour.clone() {
                    Some(found) => Cause::UnknownColour { found, chosen },
                    None => Cause::NoColour(chosen),
                };
                self.flaws.add(self.name, line.line, cause);
            }
            draft.continents.push(continent);
        }
    }

    /// A valid name: readable, not too long, and unique; changes are reported.
    fn name_of(
        &mut self,
        token: &str,
        otherwise: &str,
        line: Option<u32>,
        others: &mut BTreeSet<String>,
    ) -> String {
        let plain = readable(token);
        let plain = if plain.is_empty() { otherwise } else { &plain };
        let cut = |text: &str, room: usize| {
            let cut: String = text.chars().take(room).collect();
            cut.trim_end().to_owned()
        };
        let mut name = cut(plain, MAX_NAME_CHARS);
        let mut count = 1;
        while !others.insert(name.to_lowercase()) {
            count += 1;
            let suffix = format!(" ({count})");
            name = cut(plain, MAX_NAME_CHARS - suffix.len()) + &suffix;
        }
        if name != plain {
            let cause = Cause::Renamed {
                found: map_file::brief(plain),
                kept: name.clone(),
            };
            self.flaws.add(self.name, line, cause);
        }
        name
    }
}

/// The name of a map file without its extension, in any case.
fn stem(name: &str) -> &str {
    let at = name.len().saturating_sub(".map".len());
    match name.split_at_checked(at) {
        Some((stem, ending)) if ending.eq_ignore_ascii_case(".map") => stem,
        _ => name,
    }
}
