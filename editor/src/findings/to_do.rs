//! Findings that only say that a map is unfinished.

use marchland_validator::{Finding, Severity};

use crate::checklist::Checklist;

/// Rules about what is missing on an unfinished map.
const MISSING: [&str; 12] = [
    "ADJ005", "ADJ006", "CON002", "CON003", "CON005", "CON010", "CON014", "CON015", "MAP001",
    "MAP004", "MAP006", "TER001",
];
/// The rule about neighbours that are neither linked nor have a closed border: proposals.
const UNDECIDED: &str = "ADJ008";

/// Which findings only say that a map is unfinished.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct ToDo {
    missing: bool,
    undecided: bool,
}

impl ToDo {
    /// Of a map with this progress. Undecided neighbours are mistakes once all territories have
    /// names and continents.
    pub fn of(checklist: Option<Checklist>) -> Self {
        let is_fresh = |list: Checklist| [list.named, list.grouped].iter().any(|(n, all)| n < all);
        Self {
            missing: checklist.is_some(),
            undecided: checklist.is_some_and(is_fresh),
        }
    }

    pub fn has(self, finding: &Finding) -> bool {
        let code = finding.rule.code;
        finding.severity > Severity::Info
            && (self.missing && MISSING.contains(&code) || self.undecided && code == UNDECIDED)
    }
}
