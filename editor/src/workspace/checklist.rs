//! The checklist of an unfinished map.

use marchland_maps::TerritoryKey;
use marchland_validator::{Counts, Finding, Severity};

use super::Workspace;

/// Progress of a map: done, of total.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Checklist {
    /// Territories with names.
    pub named: (usize, usize),
    /// Borders that are linked or closed.
    pub linked: (usize, usize),
    /// Connected components; one when done.
    pub pieces: usize,
    /// Territories in continents.
    pub grouped: (usize, usize),
}

/// Rules about what is missing on an unfinished map.
const TO_DO: [&str; 12] = [
    "ADJ005", "ADJ006", "CON002", "CON003", "CON005", "CON010", "CON014", "CON015", "MAP001",
    "MAP004", "MAP006", "TER001",
];

impl Checklist {
    fn is_done(self) -> bool {
        let counts = [self.named, self.linked, self.grouped];
        counts.into_iter().all(|(done, all)| done == all) && self.pieces < 2
    }
}

impl Workspace {
    /// The progress, until everything has a name, a continent and links.
    pub fn checklist(&self) -> Option<Checklist> {
        let territories = &self.document.draft().territories;
        let all = territories.len();
        let named = territories.iter().filter(|t| t.name.text.is_some()).count();
        let borders = self
            .document
            .land()
            .map_or(0, |land| land.borders().count());
        let open = self.document.proposals().len();
        let homeless = self.document.graph().homeless().len();
        let list = Checklist {
            named: (named, all),
            linked: (borders.saturating_sub(open), borders),
            pieces: self.document.graph().pieces(),
            grouped: (all - homeless.min(all), all),
        };
        (all == 0 || !list.is_done()).then_some(list)
    }

    /// Whether a finding only says that the map is unfinished.
    pub fn is_to_do(&self, finding: &Finding) -> bool {
        TO_DO.contains(&finding.rule.code) && self.checklist().is_some()
    }

    /// The worst severity of a territory, without what is only missing.
    pub fn mistake_about(&self, key: TerritoryKey) -> Option<Severity> {
        if self.checklist().is_none() {
            return self.findings.flaw_of(key);
        }
        let about = self.findings.about_territory(key);
        let wrong = about.filter(|finding| !TO_DO.contains(&finding.rule.code));
        let severity = wrong.map(|finding| finding.severity).max();
        severity.filter(|severity| *severity > Severity::Info)
    }

    /// Counts of findings, without what is only missing, and the number of the latter.
    pub fn counts(&self) -> (Counts, usize) {
        let mut counts = self.findings.counts();
        if self.checklist().is_none() {
            return (counts, 0);
        }
        let mut to_do = 0;
        let all = self.findings.all().iter();
        for finding in all.filter(|f| f.waived.is_none() && TO_DO.contains(&f.rule.code)) {
            let of = match finding.severity {
                Severity::Error => &mut counts.errors,
                Severity::Warning => &mut counts.warnings,
                Severity::Info => continue,
            };
            *of = of.saturating_sub(1);
            to_do += 1;
        }
        (counts, to_do)
    }
}
