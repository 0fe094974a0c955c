//! What an author should know about a Domination map that was read.

use std::fmt;

use crate::Rgb;

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
        write!(f, "{}:", self.file)?;
        if let Some(line) = self.line {
            write!(f, "{line}:")?;
        }
        write!(f, " {}: {}", self.cause.weight(), self.cause)
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
    /// Countries are not numbered in order.
    #[error("countries are numbered in order; expected {expected}, found {found}")]
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
    #[error("country {number} ({name}) has no pixel in the mask; its badge serves as pivot")]
    NoPixels {
        /// Its number.
        number: usize,
        /// Its name.
        name: String,
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
    #[error("the badge at ({x}, {y}) lies outside the picture; the pivot serves instead")]
    BadgeOutside {
        /// Column.
        x: i64,
        /// Row.
        y: i64,
    },
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
            | Self::DamagedText => Weight::Loss,
            Self::CardsMissing { .. }
            | Self::StandardDeck(_)
            | Self::UnknownColour { .. }
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
        }
    }
}

/// Collects remarks; beyond [`Remarks::KEPT`] they are only counted, so that a
/// hostile file cannot fill the memory.
#[derive(Debug, Default)]
pub(super) struct Remarks {
    kept: Vec<Remark>,
    more: usize,
}

impl Remarks {
    const KEPT: usize = 500;

    pub(super) fn add(&mut self, file: &str, line: impl Into<Option<u32>>, cause: Cause) {
        if self.kept.len() < Self::KEPT {
            self.kept.push(Remark {
                file: file.to_owned(),
                line: line.into(),
                cause,
            });
        } else {
            self.more += 1;
        }
    }

    /// All remarks, in the order in which the files were read.
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
        self.kept
    }
}
