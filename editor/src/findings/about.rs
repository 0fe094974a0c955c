//! Which findings concern which territory or continent.

use std::collections::HashMap;

use marchland_maps::{ContinentKey, TerritoryKey};
use marchland_validator::{Finding, Severity};

use super::culprits;
use super::to_do::ToDo;

/// Findings by subject, as indices. Built once per check, since every panel asks in every frame.
#[derive(Debug, Default)]
pub(super) struct About {
    territories: HashMap<TerritoryKey, Vec<usize>>,
    continents: HashMap<ContinentKey, Vec<usize>>,
    /// Findings about neither.
    map: Vec<usize>,
    /// The worst severity above a note for each territory, without what is only missing.
    flaws: HashMap<TerritoryKey, Severity>,
}

impl About {
    /// Groups findings; waived ones are left out.
    pub(super) fn new(findings: &[Finding], to_do: ToDo) -> Self {
        let mut about = Self::default();
        let mut order: Vec<_> = findings.iter().enumerate().collect();
        order.retain(|(_, finding)| finding.waived.is_none());
        order.sort_by_key(|(_, finding)| std::cmp::Reverse(finding.severity));
        for (at, finding) in order {
            let (mut territories, continents) = culprits(finding);
            territories.sort_unstable();
            territories.dedup();
            if territories.is_empty() && continents.is_empty() {
                about.map.push(at);
            }
            for key in territories {
                about.territories.entry(key).or_default().push(at);
                if finding.severity > Severity::Info && !to_do.has(finding) {
                    about.flaws.entry(key).or_insert(finding.severity);
                }
            }
            for key in continents {
                about.continents.entry(key).or_default().push(at);
            }
        }
        about
    }

    pub(super) fn territory(&self, key: TerritoryKey) -> &[usize] {
        self.territories.get(&key).map_or(&[], Vec::as_slice)
    }

    pub(super) fn continent(&self, key: ContinentKey) -> &[usize] {
        self.continents.get(&key).map_or(&[], Vec::as_slice)
    }

    pub(super) fn map(&self) -> &[usize] {
        &self.map
    }

    pub(super) fn flaw(&self, key: TerritoryKey) -> Option<Severity> {
        self.flaws.get(&key).copied()
    }
}
