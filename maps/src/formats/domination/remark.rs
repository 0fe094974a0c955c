//! What an author should know about a Domination map that was read.

use std::collections::HashMap;
use std::fmt;
use std::mem::{self, Discriminant};

use crate::Rgb;
use crate::formats::shown;

/// Something about one place of the source.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Remark {
    /// The file, as it is called in its folder.
    pub file: String,
    /// The line, from 1; `None` where it is about the file as a whole.
    pub line: Option<u32>,
    /// What it is.
    pub cause: Cause,
}

/// How much a remark matters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Weight {
    /// For the record; nothing is missing.
    Note,
    /// The source says something that a map of ours has no place for.
    Loss,
    /// The source contradicts itself or its format; what could be made sense
    /// of was kept.
    Fault,
}

impl fmt::Display for Weight {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Note => "note",
            Self::Loss => "not kept",
            Self::Fault => "fault",
        })
    }
}

impl fmt::Display for Remark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:", shown(&self.file))?;
        if let Some(line) = self.line {
            write!(f, "{line}:")?;
        }
        let cause = shown(&self.cause.to_string());
        write!(f, " {}: {cause}", self.cause.weight())
    }
}

/// What a remark is about.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Cause {
    // Faults.
    /// A file entry names something else than a file beside the map.
    #[error(
        "`{key}` names `{name}`, which is no plain file name; only files beside the map are read"
    )]
    NoPlainName {
        /// The entry.
        key: &'static str,
        /// What it names.
        name: String,
    },
    /// A file that an entry names is not there.
    #[error("`{key}` names `{name}`, which is not in the folder")]
    FileMissing {
        /// The entry.
        key: &'static str,
        /// What it names.
        name: String,
    },
    /// A file cannot be read.
    #[error("cannot be read: {0}")]
    Unreadable(String),
    /// A file is longer than the importer takes.
    #[error("is longer than the {0} bytes that are read")]
    FileTooLong(u64),
    /// The picture for players is no picture, or one of a kind not known.
    #[error("is no PNG, JPEG or GIF picture; the map has no image")]
    NoPicture,
    /// The picture for players cannot be decoded.
    #[error("{0}; the map has no image")]
    BadPicture(String),
    /// A required entry of `[files]` is missing.
    #[error("`[files]` has no `{0}`")]
    NoFileEntry(&'static str),
    /// An unknown entry of `[files]`.
    #[error("`{0}` is no entry of `[files]`; known are `pic`, `map`, `crd` and `prv`")]
    UnknownFileEntry(String),
    /// An unknown section.
    #[error("the section `[{0}]` is unknown; its lines are passed over")]
    UnknownSection(String),
    /// A section that must be there is not.
    #[error("there is no section `[{0}]`")]
    NoSection(&'static str),
    /// A line has the wrong number of words.
    #[error("{what} has {expected}; here are {found} words")]
    WrongFields {
        /// What the line is.
        what: &'static str,
        /// Which words it should have.
        expected: &'static str,
        /// How many it has.
        found: usize,
    },
    /// A comment follows the words of a line.
    #[error(
        "a comment has a line of its own; the program takes this one for words; passed over from \
         the `;` on"
    )]
    TrailingComment,
    /// A word should be a number.
    #[error("{what} should be a whole number from {min} to {max}, not `{found}`")]
    NoNumber {
        /// What it stands for.
        what: &'static str,
        /// The smallest that makes sense.
        min: i64,
        /// The largest that makes sense.
        max: i64,
        /// What stands there.
        found: String,
    },
    /// Countries are not numbered in order; told of the first alone.
    #[error(
        "countries are numbered in order; expected {expected}, found {found}: the numbers given \
         count"
    )]
    OutOfOrder {
        /// Expected.
        expected: usize,
        /// Found.
        found: usize,
    },
    /// A country is defined twice.
    #[error("country {0} is defined twice; the first counts")]
    CountryTwice(usize),
    /// More continents or countries than a map may have.
    #[error("more than {limit} {what}; the rest is passed over")]
    TooMany {
        /// Of what.
        what: &'static str,
        /// How many are read.
        limit: usize,
    },
    /// A country's continent is not there.
    #[error("there is no continent {0}")]
    UnknownContinent(usize),
    /// A border, a card or a country's number is not there.
    #[error("there is no country {0}")]
    UnknownCountry(usize),
    /// A country borders itself.
    #[error("country {0} borders itself; left out")]
    SelfBorder(usize),
    /// A country has no pixel in the mask.
    #[error(
        "country {number} ({name}) has no pixel in the mask; {}",
        if *.badge { "its badge serves as pivot" } else { "as it has no badge either, it has no pivot" }
    )]
    NoPixels {
        /// Its number.
        number: usize,
        /// Its name.
        name: String,
        /// It has a badge within the picture.
        badge: bool,
    },
    /// Pixels of the mask stand for no country.
    #[error("{pixels} pixels have the value {value}, which is no country; they count as sea")]
    StrayValue {
        /// The value of their blue channel.
        value: u8,
        /// How many.
        pixels: u64,
    },
    /// A card is of no known kind.
    #[error("`{0}` is no card; expected Infantry, Cavalry, Cannon or wildcard")]
    UnknownCard(String),
    /// Mask and picture differ in size.
    #[error("is {}×{} pixels, the mask {}×{}", .image.0, .image.1, .mask.0, .mask.1)]
    SizesDiffer {
        /// The picture's.
        image: (u32, u32),
        /// The mask's.
        mask: (u32, u32),
    },

    // What is not kept.
    /// Missions, that many.
    #[error("the missions ({0}) are not kept: a game here is won by conquest")]
    Missions(usize),
    /// The number of wild cards.
    #[error("wild cards: {0}; a deck here has two")]
    WildCards(usize),
    /// A second card of a country.
    #[error("a second card of country {0}; the first counts")]
    CardTwice(usize),
    /// A setting of the map for which there is no place.
    #[error("the setting `{0}` is not kept")]
    Setting(String),
    /// Comments elsewhere than on top of the map file, that many.
    #[error("comments ({0}) are not kept; those on top of the map file become its description")]
    Comments(usize),
    /// The comments before the sections are longer than a description may be.
    #[error("the comments are longer than the {0} characters that a description may have")]
    LongComments(usize),
    /// The small picture that lists of maps show.
    #[error("`{0}`, the small picture for lists of maps, is not kept")]
    Preview(String),
    /// A bonus beyond the limits.
    #[error("the bonus {found} becomes {kept}")]
    Bonus {
        /// The source's.
        found: i64,
        /// What the map has.
        kept: u16,
    },
    /// A name longer than names may be, or with characters they may not have.
    #[error("the name `{found}` becomes `{kept}`")]
    Renamed {
        /// The source's, shortened if very long.
        found: String,
        /// What the map has.
        kept: String,
    },
    /// A badge that lies nowhere.
    #[error(
        "the badge at ({x}, {y}) lies outside the picture and is left out; without one the pivot \
         serves"
    )]
    BadgeOutside {
        /// Column.
        x: i64,
        /// Row.
        y: i64,
    },
    /// A second file of translations into one language.
    #[error("a second translation into `{lang}`; `{kept}` counts")]
    LanguageTwice {
        /// The language's tag.
        lang: String,
        /// The file that counts.
        kept: String,
    },
    /// What is called like a file of translations cannot be read.
    #[error("no translation can be read from it: {0}")]
    NoTranslation(String),
    /// What lies below transparent pixels of the mask cannot be read.
    #[error("transparent pixels count as sea; what lies below them cannot be read: {0}")]
    Covered(String),
    /// The file says it is UTF-8, but is not.
    #[error("not all bytes are UTF-8, though it begins with a byte order mark")]
    DamagedText,

    // For the record.
    /// Some countries have no card of their own.
    #[error("{missing} of {countries} countries have no card of their own; theirs go by number")]
    CardsMissing {
        /// Without card.
        missing: usize,
        /// In all.
        countries: usize,
    },
    /// The deck is one of those that come with the program, not with the map.
    #[error("`{0}` comes with the program, not with the map; cards go by number")]
    StandardDeck(String),
    /// A continent's colour is no colour the program knows.
    #[error("the colour `{found}` is unknown; the continent becomes {chosen}")]
    UnknownColour {
        /// The source's.
        found: String,
        /// What the map has.
        chosen: Rgb,
    },
    /// A continent has no colour.
    #[error("has no colour; the continent becomes {0}")]
    NoColour(Rgb),
    /// Ids have no gaps, numbers of countries have.
    #[error("ids have no gaps, so country {number} gets the id {id}; renumbered so: {count}")]
    Renumbered {
        /// The first country that does not get its number less one.
        number: usize,
        /// The id that it gets.
        id: u16,
        /// How many there are.
        count: usize,
    },
    /// Pixels of countries are transparent.
    #[error("{0} pixels are transparent; their blue counts all the same")]
    Transparent(u64),
    /// A border goes one way.
    #[error("{} can be reached from {}, but not the other way: a one-way link", .to, .from)]
    OneWay {
        /// From there.
        from: String,
        /// There.
        to: String,
    },
    /// A border is said twice.
    #[error("the border from {from} to {to} is given twice")]
    BorderTwice {
        /// Number of one country.
        from: usize,
        /// Number of the other.
        to: usize,
    },
    /// The border test is asked for.
    #[error("the map asks for a test of its borders; one-way ones: {0}")]
    BorderTest(usize),
    /// Territories touch, but have no border with each other.
    #[error("pairs of countries that touch without a border: {count}, such as {} and {}; they are closed to each other", .example.0, .example.1)]
    Closed {
        /// How many pairs.
        count: usize,
        /// The first of them.
        example: (String, String),
    },
    /// Pixels of the mask are not grey.
    #[error("{0} pixels are not grey; their blue counts")]
    NotGrey(u64),
    /// Links go across the edge of the picture.
    #[error(
        "{from} and {to} are linked across the edge of the map, which is taken to go on at the opposite one"
    )]
    Wraps {
        /// One of them.
        from: String,
        /// The other.
        to: String,
    },
    /// Names could be meant as UTF-8.
    #[error(
        "read as Latin-1, as the program does; its bytes would make sense as UTF-8 too, which needs a byte order mark"
    )]
    MaybeUtf8,
    /// A file was found under a name written otherwise.
    #[error("`{named}` was found as `{found}`")]
    OtherCase {
        /// As the map writes it.
        named: String,
        /// As the folder has it.
        found: String,
    },
    /// A translation of something that is not there.
    #[error("translations of nothing on this map: {0}")]
    IdleTranslations(usize),
    /// More remarks of one kind than anybody would read.
    #[error("and {count} more like the one before")]
    MoreAlike {
        /// How many.
        count: usize,
        /// How much they matter.
        weight: Weight,
    },
    /// More remarks than anybody would read.
    #[error("and {0} more remarks")]
    More(usize),
}

impl Cause {
    /// How much it matters.
    pub fn weight(&self) -> Weight {
        match self {
            Self::NoPlainName { .. }
            | Self::FileMissing { .. }
            | Self::Unreadable(_)
            | Self::FileTooLong(_)
            | Self::NoPicture
            | Self::BadPicture(_)
            | Self::NoFileEntry(_)
            | Self::UnknownFileEntry(_)
            | Self::UnknownSection(_)
            | Self::NoSection(_)
            | Self::WrongFields { .. }
            | Self::TrailingComment
            | Self::NoNumber { .. }
            | Self::OutOfOrder { .. }
            | Self::CountryTwice(_)
            | Self::TooMany { .. }
            | Self::UnknownContinent(_)
            | Self::UnknownCountry(_)
            | Self::SelfBorder(_)
            | Self::NoPixels { .. }
            | Self::StrayValue { .. }
            | Self::UnknownCard(_)
            | Self::SizesDiffer { .. } => Weight::Fault,
            Self::Missions(_)
            | Self::WildCards(_)
            | Self::CardTwice(_)
            | Self::Setting(_)
            | Self::Comments(_)
            | Self::LongComments(_)
            | Self::Preview(_)
            | Self::Bonus { .. }
            | Self::Renamed { .. }
            | Self::BadgeOutside { .. }
            | Self::LanguageTwice { .. }
            | Self::NoTranslation(_)
            | Self::Covered(_)
            | Self::DamagedText => Weight::Loss,
            Self::CardsMissing { .. }
            | Self::StandardDeck(_)
            | Self::UnknownColour { .. }
            | Self::NoColour(_)
            | Self::Renumbered { .. }
            | Self::Transparent(_)
            | Self::OneWay { .. }
            | Self::BorderTwice { .. }
            | Self::BorderTest(_)
            | Self::Closed { .. }
            | Self::NotGrey(_)
            | Self::Wraps { .. }
            | Self::MaybeUtf8
            | Self::OtherCase { .. }
            | Self::IdleTranslations(_)
            | Self::More(_) => Weight::Note,
            Self::MoreAlike { weight, .. } => *weight,
        }
    }
}

/// Collects remarks. Those beyond [`Remarks::OF_A_KIND`] of one kind and file are
/// summed up, and beyond [`Remarks::KEPT`] all are only counted, so that a hostile
/// file cannot fill the memory.
#[derive(Debug, Default)]
pub(super) struct Remarks {
    kept: Vec<Remark>,
    /// By file and kind of cause.
    kinds: HashMap<(String, Discriminant<Cause>), Kind>,
    more: usize,
}

/// The remarks of one kind on one file.
#[derive(Debug, Default)]
struct Kind {
    kept: usize,
    /// Place of the last one kept.
    last: usize,
    more: usize,
    /// Line of the first one that is summed up.
    line: Option<u32>,
}

impl Remarks {
    const KEPT: usize = 500;
    const OF_A_KIND: usize = 20;

    pub(super) fn add(&mut self, file: &str, line: impl Into<Option<u32>>, cause: Cause) {
        let line = line.into();
        let key = (file.to_owned(), mem::discriminant(&cause));
        let kind = self.kinds.entry(key).or_default();
        if kind.kept == Self::OF_A_KIND {
            if kind.more == 0 {
                kind.line = line;
            }
            kind.more += 1;
        } else if self.kept.len() == Self::KEPT {
            self.more += 1;
        } else {
            kind.kept += 1;
            kind.last = self.kept.len();
            self.kept.push(Remark {
                file: file.to_owned(),
                line,
                cause,
            });
        }
    }

    /// All remarks, in the order in which the files were read; after the last one
    /// of a kind, how many more there are.
    pub(super) fn into_vec(mut self) -> Vec<Remark> {
        if self.more > 0
            && let Some(last) = self.kept.last()
        {
            self.kept.push(Remark {
                file: last.file.clone(),
                line: None,
                cause: Cause::More(self.more),
            });
        }
        let sums = self.kinds.into_values().filter(|kind| kind.more > 0);
        let mut sums: Vec<Kind> = sums.collect();
        // From the end, so that the places of those before stay what they are.
        sums.sort_by_key(|kind| std::cmp::Reverse(kind.last));
        for kind in sums {
            let last = &self.kept[kind.last];
            let sum = Remark {
                file: last.file.clone(),
                line: kind.line,
                cause: Cause::MoreAlike {
                    count: kind.more,
                    weight: last.cause.weight(),
                },
            };
            self.kept.insert(kind.last + 1, sum);
        }
        self.kept
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(remarks: Remarks) -> Vec<String> {
        let remarks = remarks.into_vec();
        remarks.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn remarks_of_one_kind_are_summed_up() {
        let mut remarks = Remarks::default();
        for line in 1..=30 {
            remarks.add("a.map", line, Cause::SelfBorder(7));
            remarks.add("a.cards", line, Cause::CardTwice(8));
            if line < 4 {
                remarks.add("b.map", line, Cause::SelfBorder(9));
            }
        }
        let told = told(remarks);
        assert_eq!(told.len(), 20 + 20 + 3 + 2);
        let sums: Vec<_> = told
            .windows(2)
            .filter(|two| two[1].contains("more"))
            .collect();
        assert_eq!(
            sums,
            [
                [
                    "a.map:20: fault: country 7 borders itself; left out",
                    "a.map:21: fault: and 10 more like the one before",
                ],
                [
                    "a.cards:20: not kept: a second card of country 8; the first counts",
                    "a.cards:21: not kept: and 10 more like the one before",
                ],
            ]
        );
    }

    #[test]
    fn there_is_an_end_to_remarks_of_many_kinds() {
        let mut remarks = Remarks::default();
        for file in 0..60 {
            for line in 1..=10 {
                remarks.add(&format!("{file}.map"), line, Cause::SelfBorder(1));
            }
        }
        let told = told(remarks);
        assert_eq!(told.len(), 501);
        assert_eq!(told[500], "49.map: note: and 100 more remarks");
    }

    #[test]
    fn no_name_steers_a_terminal() {
        let remark = Remark {
            file: "a\u{1b}[2J.map".to_owned(),
            line: None,
            cause: Cause::StandardDeck("b\n\u{202e}c".to_owned()),
        };
        let told = remark.to_string();
        assert!(
            told.starts_with("a\\u{1b}[2J.map: note: `b\\n\\u{202e}c` comes"),
            "{told}"
        );
    }
}
