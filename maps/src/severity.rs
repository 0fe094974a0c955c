//! How bad something is.

use std::fmt;

/// How bad a flaw of a file or a finding about a map is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// Worth knowing; hidden in CI unless asked for.
    Info,
    /// Playable and read as meant, but an author would want to know.
    Warning,
    /// The map cannot be played, or not be read as meant.
    Error,
}

impl Severity {
    /// All, the mildest first.
    pub const ALL: [Self; 3] = [Self::Info, Self::Warning, Self::Error];

    /// The severity of a word, in one or many and however its letters are
    /// written: `Warnings`.
    pub fn of_word(text: &str) -> Option<Self> {
        let lower = text.to_ascii_lowercase();
        let word = lower.strip_suffix('s').unwrap_or(&lower);
        Self::ALL
            .into_iter()
            .find(|severity| severity.word() == word)
    }

    /// The word that stands in every output and in settings.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Info => "info",
            Self::Warning => "warning",
            Self::Error => "error",
        }
    }
}

impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.word())
    }
}
