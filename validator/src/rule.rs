//! What a rule is.

use std::fmt;

use marchland_maps::Severity;

/// One thing that can be wrong with a map.
pub struct Rule {
    /// Three letters for the family, three digits: `ADJ004`. Never used again
    /// for another meaning once released.
    pub code: &'static str,
    /// A short name in kebab case.
    pub name: &'static str,
    /// What its findings weigh unless the settings say otherwise. A rule may
    /// give a single finding less.
    pub severity: Severity,
    /// Whether its findings can come with fixes.
    pub fixable: Fixable,
    /// The manual page in Markdown, without its title.
    pub page: &'static str,
}

/// Which fixes a rule offers at best.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fixable {
    /// None.
    No,
    /// A guess at what was meant.
    Unsafe,
    /// One that can be applied unseen.
    Safe,
}

impl Fixable {
    /// The word that `rules` prints.
    pub const fn word(self) -> &'static str {
        match self {
            Self::No => "no",
            Self::Unsafe => "unsafe",
            Self::Safe => "safe",
        }
    }
}

impl Rule {
    /// The first sentence of the page.
    pub fn summary(&self) -> String {
        let first = self.page.split("\n\n").next().unwrap_or_default();
        first.split_whitespace().collect::<Vec<_>>().join(" ")
    }

    /// The family: the letters of the code.
    pub fn family(&self) -> &'static str {
        &self.code[..3]
    }
}

impl fmt::Debug for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.code, self.name)
    }
}
