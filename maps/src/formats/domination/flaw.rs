//! Problems found on reading a Domination map.

use std::collections::HashMap;
use std::fmt;
use std::mem::{self, Discriminant};

use crate::files::plain;
use crate::{Rgb, Severity};

/// A problem with one place of the source.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Flaw {
    /// The file's name in its folder.
    pub file: String,
    /// The line, from 1; `None` if it concerns the file as a whole.
    pub line: Option<u32>,
    /// An error if the source contradicts itself or its format, a warning if something cannot be
    /// kept, otherwise information.
    pub severity: Severity,
    /// The message; may contain names from the file.
    pub text: String,
}

impl fmt::Display for Flaw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:", plain(&self.file))?;
        if let Some(line) = self.line {
            write!(f, "{line}:")?;
        }
        write!(f, " {}: {}", self.severity, plain(&self.text))
    }
}

/// What a flaw is about: the message of each kind, by severity.
macro_rules! causes {
    ($($severity:ident { $($name:ident $(($($of:ty),*))? $({ $($field:ident: $is:ty),* })?
        = [$($text:tt)*];)* })*) => {
        #[derive(Debug, thiserror::Error)]
        pub(super) enum Cause {
            $($(#[error($($text)*)] $name $(($($of),*))? $({ $($field: $is),* })?,)*)*
        }

        impl Cause {
            fn severity(&self) -> Severity {
                match self {
                    $($(Self::$name { .. } => Severity::$severity,)*)*
                }
            }
        }
    };
}

causes! {
    Error {
        NoPlainName { key: &'static str, name: String } =
            ["`{key}` names `{name}`, which is not a plain file name; only files beside the map are read"];
        FileMissing { key: &'static str, name: String } =
            ["`{key}` names `{name}`, which is not in the folder"];
        Unreadable(String) = ["cannot be read: {0}"];
        FileTooLong(u64) = ["is longer than the {0} bytes that are read"];
        NoPicture = ["is not a PNG, JPEG or GIF picture; the map has no image"];
        BadPicture(String) = ["{0}; the map has no image"];
        NoFileEntry(&'static str) = ["`[files]` has no `{0}`"];
        UnknownFileEntry(String) =
            ["`{0}` is not an entry of `[files]`; known are `pic`, `map`, `crd` and `prv`"];
        UnknownSection(String) = ["the section `[{0}]` is unknown; its lines are passed over"];
        NoSection(&'static str) = ["there is no section `[{0}]`"];
        WrongFields { what: &'static str, expected: &'static str, found: usize } =
            ["{what} has {expected}; here are {found} words"];
        TrailingComment =
            ["a comment has a line of its own; the program takes this one for words; passed over from the `;` on"];
        NoNumber { what: &'static str, min: i64, max: i64, found: String } =
            ["{what} should be a whole number from {min} to {max}, not `{found}`"];
        OutOfOrder { expected: usize, found: usize } =
            ["countries are numbered in order; expected {expected}, found {found}: the numbers given count"];
        CountryTwice(usize) = ["country {0} is defined twice; the first counts"];
        TooMany { what: &'static str, limit: usize } =
            ["more than {limit} {what}; the rest is passed over"];
        UnknownContinent(usize) = ["there is no continent {0}"];
        UnknownCountry(usize) = ["there is no country {0}"];
        SelfBorder(usize) = ["country {0} borders itself; left out"];
        NoPixels { number: usize, name: String, badge: bool } =
            ["country {number} ({name}) has no pixel in the mask; {}", if *.badge { "its badge serves as pivot" } else { "as it has no badge either, it has no pivot" }];
        StrayValue { value: u8, pixels: u64 } =
            ["{pixels} pixels have the value {value}, which is not a country; they count as sea"];
        UnknownCard(String) = ["`{0}` is not a card; expected Infantry, Cavalry, Cannon or wildcard"];
        SizesDiffer { image: (u32, u32), mask: (u32, u32) } =
            ["is {}×{} pixels, the mask {}×{}", .image.0, .image.1, .mask.0, .mask.1];
    }
    Warning {
        Missions(usize) = ["the missions ({0}) are not kept: a game here is won by conquest"];
        WildCards(usize) = ["wild cards: {0}; a deck here has two"];
        CardTwice(usize) = ["a second card of country {0}; the first counts"];
        Setting(String) = ["the setting `{0}` is not kept"];
        Comments(usize) =
            ["comments ({0}) are not kept; those on top of the map file become its description"];
        LongComments(usize) =
            ["the comments are longer than the {0} characters that a description may have"];
        Bonus { found: i64, kept: u16 } = ["the bonus {found} becomes {kept}"];
        Renamed { found: String, kept: String } = ["the name `{found}` becomes `{kept}`"];
        BadgeOutside { x: i64, y: i64 } =
            ["the badge at ({x}, {y}) lies outside the picture and is left out; without one the pivot serves"];
        LanguageTwice { lang: String, kept: String } =
            ["a second translation into `{lang}`; `{kept}` counts"];
        NoTranslation(String) = ["no translation can be read from it: {0}"];
        NoTranslations(String) =
            ["its folder cannot be listed, so translations are not read: {0}"];
        Covered(String) =
            ["transparent pixels count as sea; what lies below them cannot be read: {0}"];
        DamagedText = ["not all bytes are UTF-8, though it begins with a byte order mark"];
        MissionTexts(usize) = ["translations of missions, which a map does not have: {0}"];
        MissionFile = ["translates the missions of the deck, which a map does not have; not read"];
    }
    Info {
        Preview(String) = ["`{0}`, the small picture for lists of maps, is not kept"];
        CardsMissing { missing: usize, countries: usize } =
            ["countries without a card of their own: {missing} of {countries}; they get one by number"];
        StandardDeck(String) = ["`{0}` comes with the program, not with the map; cards go by number"];
        UnknownColour { found: String, chosen: Rgb } =
            ["the colour `{found}` is unknown; the continent becomes {chosen}"];
        NoColour(Rgb) = ["has no colour; the continent becomes {0}"];
        Renumbered { number: usize, id: u16, count: usize } =
            ["ids have no gaps, so country {number} gets the id {id}; renumbered so: {count}"];
        Transparent(u64) = ["{0} pixels are transparent; their blue counts all the same"];
        OneWay { from: String, to: String } =
            ["{} can be reached from {}, but not the other way: a one-way link", .to, .from];
        BorderTwice { from: usize, to: usize } = ["the border from {from} to {to} is given twice"];
        BorderTest(usize) = ["the map asks for a test of its borders; one-way ones: {0}"];
        Closed { count: usize, example: (String, String) } =
            ["pairs of countries that touch without a border: {count}, such as {} and {}; they are closed to each other", .example.0, .example.1];
        NotGrey(u64) = ["{0} pixels are not grey; their blue counts"];
        Wraps { from: String, to: String } =
            ["{from} and {to} are linked across the edge of the map, which is taken to go on at the opposite one"];
        Near { from: String, to: String } =
            ["{from} and {to} are linked and a pixel apart, which counts as touching; if that is water, make it a link by sea"];
        MaybeUtf8 =
            ["read as Latin-1, as the program does; its bytes would make sense as UTF-8 too, which needs a byte order mark"];
        OtherCase { named: String, found: String } = ["`{named}` was found as `{found}`"];
        IdleTranslations(usize) = ["translations of nothing on this map: {0}"];
    }
}

/// Collects flaws. Those beyond [`Flaws::OF_A_KIND`] of one kind and file are summarised, and
/// beyond [`Flaws::KEPT`] all are only counted, so that a hostile file cannot exhaust the memory.
#[derive(Debug, Default)]
pub(super) struct Flaws {
    kept: Vec<Flaw>,
    /// By file and kind of cause.
    kinds: HashMap<(String, Discriminant<Cause>), Kind>,
    more: usize,
}

#[derive(Debug, Default)]
struct Kind {
    kept: usize,
    /// Index of the last one kept.
    last: usize,
    more: usize,
    /// Line of the first one that is summarised.
    line: Option<u32>,
}

impl Flaws {
    const KEPT: usize = 500;
    const OF_A_KIND: usize = 20;

    #[expect(
        clippy::needless_pass_by_value,
        reason = "a cause is created only to be reported"
    )]
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
            self.kept.push(Flaw {
                file: file.to_owned(),
                line,
                severity: cause.severity(),
                text: cause.to_string(),
            });
        }
    }

    /// All flaws, in the order in which the files were read; the last one of a kind is followed by
    /// the number of the others.
    pub(super) fn into_vec(mut self) -> Vec<Flaw> {
        if self.more > 0
            && let Some(last) = self.kept.last()
        {
            self.kept.push(Flaw {
                file: last.file.clone(),
                line: None,
                severity: Severity::Info,
                text: format!("and {} more flaws", self.more),
            });
        }
        let sums = self.kinds.into_values().filter(|kind| kind.more > 0);
        let mut sums: Vec<Kind> = sums.collect();
        // From the end, so that earlier indices stay valid.
        sums.sort_by_key(|kind| std::cmp::Reverse(kind.last));
        for kind in sums {
            let last = &self.kept[kind.last];
            let sum = Flaw {
                file: last.file.clone(),
                line: kind.line,
                severity: last.severity,
                text: format!("and {} more like the one before", kind.more),
            };
            self.kept.insert(kind.last + 1, sum);
        }
        self.kept
    }
}

#[cfg(test)]
mod tests;
