//! The words of a line: ids, numbers, names, texts.

use std::fmt::{self, Write};
use std::str::FromStr;

use subtle::ConstantTimeEq;
use thiserror::Error;

use super::LineError;
use crate::play::{MAX_SEATS, Player, TurnOrder};

/// Why a line does not parse.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum ParseError {
    /// The line is not valid text of the protocol.
    #[error(transparent)]
    Line(#[from] LineError),
    /// Nothing but spaces.
    #[error("the line is empty")]
    Empty,
    /// No such command.
    #[error("there is no such command")]
    UnknownCommand,
    /// An argument is missing.
    #[error("an argument is missing: {0}")]
    Missing(&'static str),
    /// An argument is invalid.
    #[error("{words} is not {what}")]
    Bad {
        /// The argument as written, shortened if necessary.
        words: String,
        /// What is expected.
        what: &'static str,
    },
    /// More arguments than the command takes.
    #[error("there are too many arguments")]
    TooMany,
}

/// The number of characters of an invalid argument that the error repeats.
const MOST_REPEATED: usize = 40;

impl ParseError {
    /// An error for words that are not `what`, for example "a player id".
    pub(crate) fn bad(words: impl AsRef<str>, what: &'static str) -> Self {
        let words = words.as_ref().chars().take(MOST_REPEATED).collect();
        Self::Bad { words, what }
    }
}

/// One word of a line.
pub trait Token: Sized {
    /// What it is, for error messages: "a player id".
    const WHAT: &'static str;

    /// Parses a word.
    fn read(word: &str) -> Option<Self>;

    /// Writes the word.
    fn write(&self, line: &mut String);
}

/// An argument of a command: a word, several words, or the rest of the line.
pub trait Field: Sized {
    /// Parses it from a line.
    ///
    /// # Errors
    /// If it is missing or invalid.
    fn take(args: &mut Args<'_>) -> Result<Self, ParseError>;

    /// Appends it, each word preceded by a space.
    fn put(&self, line: &mut String);
}

impl<T: Token> Field for T {
    fn take(args: &mut Args<'_>) -> Result<Self, ParseError> {
        let word = args.word().ok_or(ParseError::Missing(T::WHAT))?;
        T::read(word).ok_or_else(|| ParseError::bad(word, T::WHAT))
    }

    fn put(&self, line: &mut String) {
        line.push(' ');
        self.write(line);
    }
}

/// The rest of the line, with its inner spaces.
impl Field for String {
    fn take(args: &mut Args<'_>) -> Result<Self, ParseError> {
        Ok(args.rest().to_owned())
    }

    fn put(&self, line: &mut String) {
        line.push(' ');
        line.push_str(self);
    }
}

/// An optional word at the end of a line.
impl Field for Option<Text> {
    fn take(args: &mut Args<'_>) -> Result<Self, ParseError> {
        match args.ahead() {
            "" => Ok(None),
            _ => Ok(Some(args.take()?)),
        }
    }

    fn put(&self, line: &mut String) {
        if let Some(word) = self {
            word.put(line);
        }
    }
}

/// One or more numbers.
impl Field for Vec<u32> {
    fn take(args: &mut Args<'_>) -> Result<Self, ParseError> {
        let mut numbers = vec![args.take()?];
        while args.end().is_err() {
            numbers.push(args.take()?);
        }
        Ok(numbers)
    }

    fn put(&self, line: &mut String) {
        for number in self {
            number.put(line);
        }
    }
}

/// The arguments of a command, word by word.
#[derive(Debug)]
pub struct Args<'a>(&'a str);

impl<'a> Args<'a> {
    /// The words of a line.
    pub fn new(line: &'a str) -> Self {
        Self(line.trim_matches(' '))
    }

    /// The next word.
    pub fn word(&mut self) -> Option<&'a str> {
        if self.0.is_empty() {
            return None;
        }
        let (word, rest) = self.0.split_once(' ').unwrap_or((self.0, ""));
        self.0 = rest.trim_start_matches(' ');
        Some(word)
    }

    /// Parses the next argument.
    ///
    /// # Errors
    /// If it is missing or invalid.
    pub fn take<T: Field>(&mut self) -> Result<T, ParseError> {
        T::take(self)
    }

    /// What is left, without consuming it.
    pub(crate) fn ahead(&self) -> &'a str {
        self.0
    }

    /// Consumes what is left, with its inner spaces.
    pub fn rest(&mut self) -> &'a str {
        std::mem::take(&mut self.0)
    }

    /// Checks that nothing is left.
    ///
    /// # Errors
    /// If something is left.
    pub fn end(&self) -> Result<(), ParseError> {
        if self.0.is_empty() {
            Ok(())
        } else {
            Err(ParseError::TooMany)
        }
    }
}

/// Parses a decimal number without a sign; `str::parse` would accept a `+`.
pub(crate) fn number<T: FromStr>(word: &str) -> Option<T> {
    let digits = word.bytes().all(|byte| byte.is_ascii_digit());
    digits.then(|| word.parse().ok()).flatten()
}

pub(crate) fn put(line: &mut String, value: impl fmt::Display) {
    // Writing to a string cannot fail.
    let _ = write!(line, "{value}");
}

/// Declares words that are numbers: their description, and the conversion from a number.
macro_rules! numbers {
    ($($type:ty, $what:literal, $value:expr;)+) => {
        $(impl $crate::protocol::Token for $type {
            const WHAT: &'static str = $what;

            fn read(word: &str) -> Option<Self> {
                $crate::protocol::number(word).and_then($value)
            }

            fn write(&self, line: &mut String) {
                $crate::protocol::put(line, self);
            }
        })+
    };
}

/// Declares a word that numbers one of a few values, counted from 0.
macro_rules! numbered {
    ($type:ty, $what:literal: $($value:ident),+) => {
        impl $crate::protocol::Token for $type {
            const WHAT: &'static str = $what;

            fn read(word: &str) -> Option<Self> {
                let index: usize = $crate::protocol::number(word)?;
                [$(Self::$value),+].get(index).copied()
            }

            fn write(&self, line: &mut String) {
                $crate::protocol::put(line, *self as u8);
            }
        }

        $crate::protocol::few!($type: $($value),+);
    };
}

/// Declares a word that names one of a few values.
macro_rules! named {
    ($type:ty, $what:literal: $($word:literal $value:ident),+ $(,)?) => {
        impl $crate::protocol::Token for $type {
            const WHAT: &'static str = $what;

            fn read(word: &str) -> Option<Self> {
                match word {
                    $($word => Some(Self::$value),)+
                    _ => None,
                }
            }

            fn write(&self, line: &mut String) {
                line.push_str(match self {
                    $(Self::$value => $word),+
                });
            }
        }

        $crate::protocol::few!($type: $($value),+);
    };
}

/// For tests: any of a few values.
macro_rules! few {
    ($type:ty: $($value:ident),+) => {
        #[cfg(test)]
        impl $crate::protocol::samples::Sample for $type {
            fn sample() -> proptest::strategy::BoxedStrategy<Self> {
                use proptest::strategy::Strategy;
                proptest::sample::select(&[$(Self::$value),+][..]).boxed()
            }
        }
    };
}

pub(crate) use {few, named, numbered, numbers};

numbers! {
    u32, "a number up to 4294967295", Some;
    u8, "a number up to 255", Some;
    Player, "a player id, 0 to 6", Player::new;
}

impl Field for TurnOrder {
    fn take(args: &mut Args<'_>) -> Result<Self, ParseError> {
        let said = args.ahead();
        let mut players = vec![args.take()?];
        while args.end().is_err() && players.len() < MAX_SEATS {
            players.push(args.take()?);
        }
        let twice = || ParseError::bad(said, "an order: a player stands in it twice");
        Self::new(&players).ok_or_else(twice)
    }

    fn put(&self, line: &mut String) {
        for player in self.iter() {
            player.put(line);
        }
    }
}

/// A boolean: 1 or 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Flag(pub bool);

impl Token for Flag {
    const WHAT: &'static str = "0 or 1";

    fn read(word: &str) -> Option<Self> {
        match word {
            "0" => Some(Self(false)),
            "1" => Some(Self(true)),
            _ => None,
        }
    }

    fn write(&self, line: &mut String) {
        put(line, u8::from(self.0));
    }
}

/// A name: 1 to 16 letters, digits, `_` and `-`.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Name(String);

/// Why a text is not a name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("a name has 1 to {} letters (a to z), digits, _ or -", Name::MAX)]
pub struct BadName;

impl Name {
    /// Characters of a name at most.
    pub const MAX: usize = 16;

    /// The placeholder name of an unknown player.
    pub fn nobody() -> Self {
        Self("-".to_owned())
    }

    /// The name of the default table.
    pub fn default_table() -> Self {
        Self("default".to_owned())
    }

    /// The name as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl FromStr for Name {
    type Err = BadName;

    fn from_str(text: &str) -> Result<Self, BadName> {
        let allowed = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'-';
        if (1..=Self::MAX).contains(&text.len()) && text.bytes().all(allowed) {
            Ok(Self(text.to_owned()))
        } else {
            Err(BadName)
        }
    }
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Token for Name {
    const WHAT: &'static str = "a name: 1 to 16 letters, digits, _ or -";

    fn read(word: &str) -> Option<Self> {
        word.parse().ok()
    }

    fn write(&self, line: &mut String) {
        line.push_str(&self.0);
    }
}

/// One unchecked word: a map's id, a proposed name, a version. At most 64 bytes of printable
/// ASCII without spaces.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Text(String);

impl Text {
    /// The maximum length in bytes.
    pub const MAX: usize = 64;

    /// Creates a word from the printable characters of a text, shortened if necessary.
    pub fn new(text: &str) -> Self {
        let kept = text.chars().filter(char::is_ascii_graphic);
        Self(kept.take(Self::MAX).collect())
    }

    /// The word as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl Token for Text {
    const WHAT: &'static str = "a word of at most 64 bytes";

    fn read(word: &str) -> Option<Self> {
        (word.len() <= Self::MAX).then(|| Self(word.to_owned()))
    }

    fn write(&self, line: &mut String) {
        line.push_str(&self.0);
    }
}

/// 128 bits as 32 hexadecimal digits.
macro_rules! hexadecimal {
    ($(#[$meta:meta])* $name:ident, $what:literal) => {
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash)]
        pub struct $name(pub u128);

        impl Token for $name {
            const WHAT: &'static str = $what;

            fn read(word: &str) -> Option<Self> {
                let hexadecimal = word.bytes().all(|byte| byte.is_ascii_hexdigit());
                let whole = word.len() == 32 && hexadecimal;
                whole.then(|| u128::from_str_radix(word, 16).ok().map(Self))?
            }

            fn write(&self, line: &mut String) {
                put(line, format_args!("{:032x}", self.0));
            }
        }
    };
}

hexadecimal!(
    /// The token that proves the identity of a returning player: 128 random bits.
    ///
    /// Its `Debug` output hides the value to keep it out of logs.
    Secret,
    "a token of 32 hexadecimal digits"
);
hexadecimal!(
    /// The first 128 bits of the digest of a map.
    Digest,
    "a digest of 32 hexadecimal digits"
);

impl Secret {
    /// Compares two secrets in constant time.
    pub fn matches(self, other: Self) -> bool {
        self.0.ct_eq(&other.0).into()
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(..)")
    }
}

impl fmt::Debug for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Digest({:032x})", self.0)
    }
}

#[cfg(test)]
pub(crate) mod tests;
