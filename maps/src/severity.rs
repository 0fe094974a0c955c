//! Severity of flaws and findings.

use std::fmt;

/// The severity of a flaw of a file or a finding about a map.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// Worth knowing; hidden in CI unless asked for.
    Info,
    /// Playable and read as intended, but worth the author's attention.
    Warning,
    /// The map cannot be played, or not be read as intended.
    Error,
}

impl Severity {
    /// All, the mildest first.
    pub const ALL: [Self; 3] = [Self::Info, Self::Warning, Self::Error];

    /// Parses a severity, in singular or plural and any case: `Warnings`.
    pub fn of_word(text: &str) -> Option<Self> {
        let lower = text.to_ascii_lowercase();
        let word = lower.strip_suffix('s').unwrap_or(&lower);
        Self::ALL
            .into_iter()
            .find(|severity| severity.word() == word)
    }

    /// The word used in every output and in settings.
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
