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
    /// The safety of the best fix that its findings can have; `None` if they have none.
    pub fix: Option<Safety>,
    /// The manual page in Markdown, without its title.
    pub page: &'static str,
}

/// Whether a fix can be applied without review.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Safety {
    /// Keeps what the author meant.
    Safe,
    /// Guesses what the author meant.
    Unsafe,
}

impl Safety {
    /// The word in reports.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Safe => "safe",
            Self::Unsafe => "unsafe",
        }
    }
}

impl Rule {
    /// The first sentence of the page.
    pub fn summary(&self) -> String {
        let first = self.page.split("\n\n").next().unwrap_or_default();
        first.split_whitespace().collect::<Vec<_>>().join(" ")
    }

    /// The best kind of fix, as lists of rules name it.
    pub fn fix_word(&self) -> &'static str {
        self.fix.map_or("no", Safety::word)
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
