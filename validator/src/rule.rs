//! Rules and their metadata.

use std::fmt;

use marchland_maps::Severity;

/// One thing that can be wrong with a map.
pub struct Rule {
    /// Three letters for the family and three digits, as in `ADJ004`. Never reused for
    /// another rule once released.
    pub code: &'static str,
    /// A short name in kebab case.
    pub name: &'static str,
    /// The severity of its findings unless the settings change it. A rule may lower it
    /// for single findings.
    pub severity: Severity,
    /// The best kind of fix that its findings can have.
    pub fixable: Fixable,
    /// The manual page in Markdown, without its title.
    pub page: &'static str,
}

/// The best kind of fix that a rule offers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fixable {
    /// None.
    No,
    /// [`Safety::Unsafe`](crate::Safety::Unsafe).
    Unsafe,
    /// [`Safety::Safe`](crate::Safety::Safe).
    Safe,
}

impl Fixable {
    /// The word in lists of rules.
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
