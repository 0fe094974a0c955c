//! The fixes list: what can be done about an issue, by keys.

use marchland_validator::{Finding, Safety};

use super::unwaivable;
use crate::stepping::step;

/// An entry of the fixes list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Offer {
    Fix(usize),
    /// Explain the rule.
    Why,
    Waive,
    /// Open the list of safe fixes.
    Batch,
}

/// Entries grouped by finding, and the highlighted one.
#[derive(Debug, Clone, PartialEq)]
pub struct Offers {
    list: Vec<(String, Offer)>,
    at: usize,
}

impl Offers {
    /// The most entries; one per digit key.
    pub const MOST: usize = 9;

    /// The entries for these findings: of the first, its fixes (safe ones first), the explanation
    /// and the waiver; then the fixes of the others as far as there is room. `None` without
    /// findings.
    ///
    /// With `batch` the last entry opens the list of safe fixes.
    pub fn about<'a>(findings: impl IntoIterator<Item = &'a Finding>, batch: bool) -> Option<Self> {
        let mut findings = findings.into_iter();
        let first = findings.next()?;
        let mut list = repairs(first);
        list.truncate(Self::MOST - 3);
        list.push((first.id.clone(), Offer::Why));
        if first.waived.is_none() && unwaivable(first).is_none() {
            list.push((first.id.clone(), Offer::Waive));
        }
        list.extend(findings.flat_map(repairs));
        list.truncate(Self::MOST - usize::from(batch));
        if batch {
            list.push((first.id.clone(), Offer::Batch));
        }
        Some(Self { list, at: 0 })
    }

    /// All entries: a finding's id and the offer.
    pub fn list(&self) -> &[(String, Offer)] {
        &self.list
    }

    /// The index of the highlighted entry.
    pub fn at(&self) -> usize {
        self.at
    }

    /// The highlighted entry.
    pub fn chosen(&self) -> &(String, Offer) {
        &self.list[self.at]
    }

    /// Moves the highlight, wrapping around.
    pub fn step(&mut self, by: isize) {
        self.at = step(Some(self.at), by, self.list.len()).unwrap_or_default();
    }

    /// Highlights an entry; returns whether it exists.
    pub fn choose(&mut self, at: usize) -> bool {
        let there = at < self.list.len();
        if there {
            self.at = at;
        }
        there
    }
}

/// The applicable fixes of a finding, safe ones first.
fn repairs(finding: &Finding) -> Vec<(String, Offer)> {
    let mut usable: Vec<_> = finding.fixes.iter().enumerate().collect();
    usable.retain(|(_, fix)| fix.disabled.is_none());
    usable.sort_by_key(|(_, fix)| fix.safety != Safety::Safe);
    let offers = usable.into_iter();
    offers
        .map(|(at, _)| (finding.id.clone(), Offer::Fix(at)))
        .collect()
}
