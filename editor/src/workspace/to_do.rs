//! Findings that only say that a map is unfinished.

use marchland_maps::TerritoryKey;
use marchland_validator::{Counts, Finding, Severity};

use super::Workspace;

/// Rules about what is missing on an unfinished map.
const TO_DO: [&str; 12] = [
    "ADJ005", "ADJ006", "CON002", "CON003", "CON005", "CON010", "CON014", "CON015", "MAP001",
    "MAP004", "MAP006", "TER001",
];

impl Workspace {
    /// Whether a finding only says that the map is unfinished.
    pub fn is_to_do(&self, finding: &Finding) -> bool {
        TO_DO.contains(&finding.rule.code) && self.document.checklist().is_some()
    }

    /// The worst severity of a territory, without what is only missing.
    pub fn mistake_about(&self, key: TerritoryKey) -> Option<Severity> {
        if self.document.checklist().is_none() {
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
        if self.document.checklist().is_none() {
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
