//! The words of a line: ids, numbers, names, texts.

use std::fmt::{self, Write};
use std::str::FromStr;

use thiserror::Error;

use super::LineError;
use crate::play::Player;

/// Why a line is not a command that is known here.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum ParseError {
    /// The line cannot be a command.
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
    /// An argument cannot be what it should be.
    #[error("{words} is not {what}")]
    Bad {
        /// What stands there, as far as it is short.
        words: String,
        /// What it should be.
        what: &'static str,
    },
    /// More arguments than the command takes.
    #[error("there are too many arguments")]
    TooMany,
}

/// Characters of a wrong argument that are said again.
const MOST_REPEATED: usize = 40;

impl ParseError {
    /// Words that are not `what`: "a player id".
    pub(crate) fn bad(words: impl AsRef<str>, what: &'static str) -> Self {
        let words = words.as_ref().chars().take(MOST_REPEATED).collect();
        Self::Bad { words, what }
    }
}

/// One word of a line.
pub trait Token: Sized {
    /// What it is, for error messages: "a player id".
    const WHAT: &'static str;

    /// The value of a word.
    fn read(word: &str) -> Option<Self>;

    /// Writes the word.
    fn write(&self, line: &mut String);
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

    /// The next word's value.
    ///
    /// # Errors
    /// If there is no word, or it cannot be that.
    pub fn take<T: Token>(&mut self) -> Result<T, ParseError> {
        let word = self.word().ok_or(ParseError::Missing(T::WHAT))?;
        T::read(word).ok_or_else(|| ParseError::bad(word, T::WHAT))
    }

    /// All that is left, still to be taken.
    pub(crate) fn ahead(&self) -> &'a str {
        self.0
    }

    /// All that is left, spaces within kept.
    pub fn rest(&mut self) -> &'a str {
        std::mem::take(&mut self.0)
    }

    /// Nothing may be left.
    ///
    /// # Errors
    /// If something is.
    pub fn end(&self) -> Result<(), ParseError> {
        if self.0.is_empty() {
            Ok(())
        } else {
            Err(ParseError::TooMany)
        }
    }
}

/// A decimal number without sign; what `str::parse` takes but for its `+`.
pub(crate) fn number<T: FromStr>(word: &str) -> Option<T> {
    let digits = word.bytes().all(|byte| byte.is_ascii_digit());
    digits.then(|| word.parse().ok()).flatten()
}

/// Appends a value.
pub(crate) fn put(line: &mut String, value: impl fmt::Display) {
    // Writing to a string cannot fail.
    let _ = write!(line, "{value}");
}

impl Token for u32 {
    const WHAT: &'static str = "a number up to 4294967295";

    fn read(word: &str) -> Option<Self> {
        number(word)
    }

    fn write(&self, line: &mut String) {
        put(line, self);
    }
}

impl Token for u8 {
    const WHAT: &'static str = "a number up to 255";

    fn read(word: &str) -> Option<Self> {
        number(word)
    }

    fn write(&self, line: &mut String) {
        put(line, self);
    }
}

impl Token for Player {
    const WHAT: &'static str = "a player id, 0 to 6";

    fn read(word: &str) -> Option<Self> {
        number(word).and_then(Self::new)
    }

    fn write(&self, line: &mut String) {
        put(line, self);
    }
}

/// Yes or no: 1 or 0.
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

    /// The name of a seat whose player is not known.
    pub fn nobody() -> Self {
        Self("-".to_owned())
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
    const WHAT: &'static str = "a name";

    fn read(word: &str) -> Option<Self> {
        word.parse().ok()
    }

    fn write(&self, line: &mut String) {
        line.push_str(&self.0);
    }
}

/// One word that is taken as it is: a map's id, a name not yet checked, a
/// version. At most 64 bytes of printable ASCII without spaces.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Text(String);

impl Text {
    /// Bytes at most.
    pub const MAX: usize = 64;

    /// A word; what is not printable ASCII or too long is left out.
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
    /// What proves at a return that one is the player: 128 random bits.
    ///
    /// Not shown by `{:?}`, so that it does not get into logs.
    Secret,
    "a token of 32 hexadecimal digits"
);
hexadecimal!(
    /// The first 128 bits of the digest of a map.
    Digest,
    "a digest of 32 hexadecimal digits"
);

impl Secret {
    /// Whether another is the same; takes as long whichever digit differs.
    pub fn matches(self, other: Self) -> bool {
        std::hint::black_box(self.0 ^ other.0) == 0
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

/// Values of each kind of word, for tests of what is made of them.
#[cfg(test)]
pub(crate) mod samples {
    use proptest::prelude::*;

    use super::*;

    pub(crate) trait Sample: Sized {
        fn sample() -> BoxedStrategy<Self>;
    }

    /// Declares how values are drawn.
    macro_rules! sample {
        ($($type:ty => $strategy:expr;)+) => {
            $(impl $crate::protocol::samples::Sample for $type {
                fn sample() -> proptest::strategy::BoxedStrategy<Self> {
                    proptest::strategy::Strategy::boxed($strategy)
                }
            })+
        };
    }

    pub(crate) use sample;

    sample! {
        u32 => any::<u32>();
        u8 => any::<u8>();
        Player => (0..7u8).prop_filter_map("a seat", Player::new);
        Flag => any::<bool>().prop_map(Flag);
        Name => "[A-Za-z0-9_-]{1,16}".prop_map(Name);
        Text => "[!-~]{1,32}".prop_map(Text);
        Secret => any::<u128>().prop_map(Secret);
        Digest => any::<u128>().prop_map(Digest);
    }

    /// The rest of a line: at most `len` bytes, no space at its ends.
    pub(crate) fn rest(len: usize) -> BoxedStrategy<String> {
        let text = format!("[!-~][ -~]{{0,{}}}[!-~]", len - 2);
        prop::string::string_regex(&text).unwrap().boxed()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words() {
        let mut args = Args::new("  ATTACK  1   2 ");
        assert_eq!(args.word(), Some("ATTACK"));
        assert_eq!(args.take::<u8>(), Ok(1));
        assert_eq!(args.end(), Err(ParseError::TooMany));
        assert_eq!(args.take::<u8>(), Ok(2));
        assert_eq!(args.end(), Ok(()));
        assert_eq!(args.take::<u8>(), Err(ParseError::Missing(u8::WHAT)));
    }

    #[test]
    fn numbers_have_no_sign() {
        for word in ["+1", "-1", "1.0", "", "0x1", "4294967296"] {
            assert_eq!(u32::read(word), None, "{word}");
        }
        assert_eq!(Player::read("7"), None);
        assert_eq!(Player::read("6"), Player::new(6));
        let too_many = Args::new("7").take::<Player>().unwrap_err();
        assert_eq!(too_many.to_string(), "7 is not a player id, 0 to 6");
        let long = "9".repeat(120);
        let too_long = Args::new(&long).take::<u32>().unwrap_err().to_string();
        assert!(too_long.ends_with("9 is not a number up to 4294967295"));
        assert!(too_long.len() < 80, "{too_long}");
    }

    #[test]
    fn names() {
        for bad in ["", "Jan Novak", "seventeen-letters", "Ján", "a.b"] {
            assert_eq!(bad.parse::<Name>(), Err(BadName), "{bad}");
        }
        assert!("sixteen-letters_".parse::<Name>().is_ok());
    }

    #[test]
    fn secrets_stay_secret() {
        assert!(!format!("{:?}", Secret(0xabc)).contains("abc"));
    }
}
