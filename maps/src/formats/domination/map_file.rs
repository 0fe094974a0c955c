//! Reads `NAME.map`: names, continents, countries, borders.

use std::collections::BTreeMap;

use crate::Rgb;
use crate::files::plain;

use super::flaw::{Cause, Flaws};
use super::text::{Text, words};

/// Most countries: the mask has a byte for them, of which 0 and 255 are unused.
pub(super) const MAX_COUNTRIES: usize = 254;
/// Most continents that are read; one for each country is the most that makes sense.
const MAX_CONTINENTS: usize = 254;

/// The contents of the file, with numbers from 1.
#[derive(Debug, Default)]
pub(super) struct MapFile {
    pub(super) name: Option<String>,
    pub(super) name_line: Option<u32>,
    pub(super) circle: Option<u16>,
    /// Comments before the first section: author and sources.
    pub(super) comments: Vec<String>,
    /// The line that asks for the borders to be tested.
    pub(super) test: Option<u32>,
    pub(super) pic: Option<FileEntry>,
    pub(super) mask: Option<FileEntry>,
    pub(super) cards: Option<FileEntry>,
    pub(super) continents: Vec<ContinentLine>,
    pub(super) has_countries: bool,
    /// By number.
    pub(super) countries: BTreeMap<usize, CountryLine>,
    /// From and to, by number, with the declaring line; both ends exist.
    pub(super) borders: BTreeMap<(usize, usize), u32>,
}

/// An entry of `[files]`.
#[derive(Debug)]
pub(super) struct FileEntry {
    pub(super) name: String,
    pub(super) line: u32,
}

/// A line of `[continents]`.
#[derive(Debug)]
pub(super) struct ContinentLine {
    pub(super) token: String,
    pub(super) bonus: Option<i64>,
    pub(super) colour: Option<Rgb>,
    /// The word for the colour if it is unknown.
    pub(super) unknown_colour: Option<String>,
    pub(super) line: u32,
}

/// A line of `[countries]`.
#[derive(Debug)]
pub(super) struct CountryLine {
    pub(super) token: String,
    /// Number from 1; may not exist.
    pub(super) continent: Option<usize>,
    pub(super) badge: Option<(i64, i64)>,
    pub(super) line: u32,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Section {
    Preamble,
    Files,
    Continents,
    Countries,
    Borders,
    Unknown,
}

impl MapFile {
    /// Reads everything that makes sense; the rest is reported.
    pub(super) fn parse(file: &str, text: &Text, flaws: &mut Flaws) -> Self {
        let mut reader = Reader {
            file,
            flaws,
            map: Self::default(),
            borders: Vec::new(),
            full: false,
            disordered: false,
        };
        let mut section = Section::Preamble;
        let mut seen = Vec::new();
        let mut comments = Comments::default();
        for (line, text) in text.lines() {
            let text = text.trim_ascii();
            if let Some(comment) = text.strip_prefix(';') {
                let comment = comment.trim();
                if section != Section::Preamble {
                    comments.add(line, comment);
                } else if !comment.is_empty() && !is_writers_mark(comment) {
                    reader.map.comments.push(comment.to_owned());
                }
                continue;
            }
            if text.is_empty() {
                continue;
            }
            if let Some((name, comment)) = header(text) {
                if comment {
                    reader.flaw(line, Cause::TrailingComment);
                }
                section = match name {
                    "files" => Section::Files,
                    "continents" => Section::Continents,
                    "countries" => Section::Countries,
                    "borders" => Section::Borders,
                    _ => {
                        reader.flaw(line, Cause::UnknownSection(brief(name)));
                        Section::Unknown
                    }
                };
                seen.push(section);
                continue;
            }
            match section {
                Section::Preamble => reader.preamble(line, text),
                Section::Files => reader.files(line, text),
                Section::Continents => reader.continent(line, text),
                Section::Countries => reader.country(line, text),
                Section::Borders => reader.border(line, text),
                Section::Unknown => {}
            }
        }
        for (section, name) in [
            (Section::Files, "files"),
            (Section::Continents, "continents"),
            (Section::Countries, "countries"),
            (Section::Borders, "borders"),
        ] {
            if !seen.contains(&section) {
                reader.flaws.add(file, None, Cause::NoSection(name));
            }
        }
        comments.tell(file, reader.flaws);
        reader.map.has_countries = seen.contains(&Section::Countries);
        reader.link();
        reader.map
    }
}

struct Reader<'a> {
    file: &'a str,
    flaws: &'a mut Flaws,
    map: MapFile,
    /// Borders as declared; countries may follow them.
    borders: Vec<(usize, usize, u32)>,
    full: bool,
    /// Whether the disorder of country numbers has been reported.
    disordered: bool,
}

impl Reader<'_> {
    fn flaw(&mut self, line: u32, cause: Cause) {
        self.flaws.add(self.file, line, cause);
    }

    /// The words of a line without a trailing comment, which is an error; the first `free` of them
    /// are not comments even if they begin with `;`.
    fn words<'t>(&mut self, line: u32, text: &'t str, free: usize) -> Vec<&'t str> {
        let (words, comment) = words(text, free);
        if comment {
            self.flaw(line, Cause::TrailingComment);
        }
        words
    }

    /// Parses an integer within bounds, or reports an error.
    fn number(
        &mut self,
        line: u32,
        what: &'static str,
        word: &str,
        min: i64,
        max: i64,
    ) -> Option<i64> {
        let number = word.parse().ok().filter(|n| (min..=max).contains(n));
        if number.is_none() {
            let found = brief(word);
            self.flaw(
                line,
                Cause::NoNumber {
                    what,
                    min,
                    max,
                    found,
                },
            );
        }
        number
    }

    fn preamble(&mut self, line: u32, text: &str) {
        let (key, value) = key_and_value(text);
        match key {
            "name" => {
                self.map.name = Some(value.to_owned());
                self.map.name_line = Some(line);
            }
            "circle" => {
                let found = self.number(line, "the diameter `circle`", value, 1, 1_000);
                self.map.circle = found.map(|n| n as u16);
            }
            "test" => self.map.test = Some(line),
            _ => self.flaw(line, Cause::Setting(brief(text))),
        }
    }

    fn files(&mut self, line: u32, text: &str) {
        let (key, value) = key_and_value(text);
        let entry = FileEntry {
            name: value.to_owned(),
            line,
        };
        match key {
            "pic" => self.map.pic = Some(entry),
            "map" => self.map.mask = Some(entry),
            "crd" => self.map.cards = Some(entry),
            "prv" => self.flaw(line, Cause::Preview(brief(&entry.name))),
            _ => self.flaw(line, Cause::UnknownFileEntry(brief(key))),
        }
    }

    fn continent(&mut self, line: u32, text: &str) {
        if self.map.continents.len() == MAX_CONTINENTS {
            self.too_many(line, "continents", MAX_CONTINENTS);
            return;
        }
        let words = self.words(line, text, 1);
        let (token, bonus, colour) = match words[..] {
            [token, bonus, colour] => (token, Some(bonus), Some(colour)),
            [token, ref rest @ ..] => {
                self.flaw(
                    line,
                    Cause::WrongFields {
                        what: "a continent",
                        expected: "a name, a bonus and a colour",
                        found: words.len(),
                    },
                );
                (token, rest.first().copied(), rest.get(1).copied())
            }
            [] => return,
        };
        let [min, max] = [i32::MIN, i32::MAX].map(i64::from);
        let bonus = bonus.and_then(|word| self.number(line, "the bonus", word, min, max));
        let known = colour.and_then(named_colour);
        self.map.continents.push(ContinentLine {
            token: token.to_owned(),
            bonus,
            colour: known,
            unknown_colour: colour.filter(|_| known.is_none()).map(brief),
            line,
        });
    }

    fn country(&mut self, line: u32, text: &str) {
        let words = self.words(line, text, 2);
        if words.len() != 5 {
            let found = words.len();
            self.flaw(
                line,
                Cause::WrongFields {
                    what: "a country",
                    expected: "a number, a name, a continent, x and y",
                    found,
                },
            );
            if found < 2 {
                return;
            }
        }
        let most = MAX_COUNTRIES as i64;
        let Some(number) = self.number(line, "a country's number", words[0], 1, most) else {
            return;
        };
        let number = number as usize;
        if self.map.countries.contains_key(&number) {
            self.flaw(line, Cause::CountryTwice(number));
            return;
        }
        let expected = self.map.countries.last_key_value().map_or(0, |(&n, _)| n) + 1;
        if number != expected && !self.disordered {
            self.disordered = true;
            self.flaw(
                line,
                Cause::OutOfOrder {
                    expected,
                    found: number,
                },
            );
        }
        let mut word = |what, at: usize, min, max| {
            let word = words.get(at)?;
            self.number(line, what, word, min, max)
        };
        let [low, high] = [i32::MIN, i32::MAX].map(i64::from);
        let continent = word("the continent", 2, 1, MAX_CONTINENTS as i64).map(|n| n as usize);
        let badge = word("x", 3, low, high).zip(word("y", 4, low, high));
        let country = CountryLine {
            token: words[1].to_owned(),
            continent,
            badge,
            line,
        };
        self.map.countries.insert(number, country);
    }

    fn border(&mut self, line: u32, text: &str) {
        let mut words = self.words(line, text, 1).into_iter();
        let most = MAX_COUNTRIES as i64;
        let what = "a country's number";
        let from = words
            .next()
            .and_then(|w| self.number(line, what, w, 1, most));
        let Some(from) = from else {
            return;
        };
        for word in words {
            // Each of 254 × 254 borders several times over; more is not a map.
            if self.borders.len() == 4 * MAX_COUNTRIES * MAX_COUNTRIES {
                self.too_many(line, "borders", 4 * MAX_COUNTRIES * MAX_COUNTRIES);
                return;
            }
            if let Some(to) = self.number(line, what, word, 1, most) {
                self.borders.push((from as usize, to as usize, line));
            }
        }
    }

    fn too_many(&mut self, line: u32, what: &'static str, limit: usize) {
        if !self.full {
            self.full = true;
            self.flaw(line, Cause::TooMany { what, limit });
        }
    }

    /// Checks the borders once all countries are known.
    fn link(&mut self) {
        let mut told = None;
        for (from, to, line) in std::mem::take(&mut self.borders) {
            let unknown = [from, to]
                .into_iter()
                .find(|n| !self.map.countries.contains_key(n));
            if let Some(number) = unknown {
                // A line may hold many borders of one country.
                if told.replace((line, number)) != Some((line, number)) {
                    self.flaw(line, Cause::UnknownCountry(number));
                }
            } else if from == to {
                self.flaw(line, Cause::SelfBorder(from));
            } else if self.map.borders.insert((from, to), line).is_some() {
                self.flaw(line, Cause::BorderTwice { from, to });
            }
        }
    }
}

/// The first word of a line, and the rest.
fn key_and_value(text: &str) -> (&str, &str) {
    let (key, value) = text
        .split_once(|c: char| c.is_ascii_whitespace())
        .unwrap_or((text, ""));
    (key, value.trim_ascii())
}

/// The name of the section that begins at this line, and whether a comment follows it, which the
/// format does not allow.
pub(super) fn header(text: &str) -> Option<(&str, bool)> {
    let text = text.strip_prefix('[')?;
    if let Some(name) = text.strip_suffix(']') {
        return Some((name, false));
    }
    let (name, rest) = text.split_once(']')?;
    let comment = rest.trim_ascii_start().starts_with(';');
    comment.then_some((name, true))
}

/// Comments that cannot be kept.
#[derive(Default)]
pub(super) struct Comments {
    count: usize,
    first: Option<u32>,
}

impl Comments {
    pub(super) fn add(&mut self, line: u32, comment: &str) {
        if !comment.is_empty() {
            self.count += 1;
            self.first.get_or_insert(line);
        }
    }

    pub(super) fn tell(self, file: &str, flaws: &mut Flaws) {
        if self.count > 0 {
            flaws.add(file, self.first, Cause::Comments(self.count));
        }
    }
}

/// Whether a comment is the mark that Domination's own editor writes at the top of UTF-8 files,
/// such as `1.1.0.7+ (UTF-8)`, which says nothing about the map.
fn is_writers_mark(comment: &str) -> bool {
    comment.starts_with(|c: char| c.is_ascii_digit()) && comment.ends_with("+ (UTF-8)")
}

/// A colour by its name, as `#RRGGBB` or `0xRRGGBB`.
fn named_colour(word: &str) -> Option<Rgb> {
    if let Some(digits) = word.strip_prefix('#').or_else(|| word.strip_prefix("0x")) {
        return format!("#{digits}").parse().ok();
    }
    Some(Rgb::from_u32(match &*word.to_ascii_lowercase() {
        "black" => 0x00_0000,
        "blue" => 0x00_00FF,
        "cyan" => 0x00_FFFF,
        "darkgray" => 0x40_4040,
        "gray" => 0x80_8080,
        "green" => 0x00_FF00,
        "lightgray" => 0xC0_C0C0,
        "magenta" => 0xFF_00FF,
        "orange" => 0xFF_C800,
        "pink" => 0xFF_AFAF,
        "red" => 0xFF_0000,
        "white" => 0xFF_FFFF,
        "yellow" => 0xFF_FF00,
        _ => return None,
    }))
}

/// An untrusted word, shortened and escaped for a message.
pub(super) fn brief(word: &str) -> String {
    const SHOWN: usize = 40;
    let start: String = word.chars().take(SHOWN).collect();
    let mut text = plain(&start).into_owned();
    if word.chars().nth(SHOWN).is_some() {
        text.push('…');
    }
    text
}
