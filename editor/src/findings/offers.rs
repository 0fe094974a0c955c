//! What can be done about an issue, as a short list to choose from by keys.

use marchland_validator::{Finding, Safety};

use super::{Findings, unwaivable};

/// Something on offer about a finding.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Offer {
    /// Make this repair of it.
    Fix(usize),
    /// Read why it is an issue.
    Why,
    /// Let it be, with a reason.
    Waive,
    /// See all safe repairs of the map as a list with ticks.
    Batch,
}

/// Offers about one finding after the other, and the one that is chosen.
#[derive(Debug, Clone, PartialEq)]
pub struct Offers {
    list: Vec<(String, Offer)>,
    at: usize,
}

impl Offers {
    /// Offers at most; nobody reads more.
    pub const MOST: usize = 9;

    /// What can be done about the first of these findings: its repairs, safe
    /// ones before guesses, then reading why and letting it be. After that the
    /// repairs of the others, in their order, as far as there is room. `None`
    /// if there are no findings.
    ///
    /// With `batch` the list of all safe repairs is on offer at the end.
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

    /// All of them: a finding's id and what can be done about it.
    pub fn list(&self) -> &[(String, Offer)] {
        &self.list
    }

    /// The place of the chosen one.
    pub fn at(&self) -> usize {
        self.at
    }

    /// The chosen one.
    pub fn chosen(&self) -> &(String, Offer) {
        &self.list[self.at]
    }

    /// Chooses the one `by` places on, round the end.
    pub fn step(&mut self, by: isize) {
        let count = self.list.len() as isize;
        self.at = (self.at as isize + by).rem_euclid(count) as usize;
    }

    /// Chooses one by its place; whether it is there.
    pub fn choose(&mut self, at: usize) -> bool {
        let there = at < self.list.len();
        if there {
            self.at = at;
        }
        there
    }
}

/// The repairs of a finding that can be made, safe ones before guesses.
fn repairs(finding: &Finding) -> Vec<(String, Offer)> {
    let mut usable: Vec<_> = finding.fixes.iter().enumerate().collect();
    usable.retain(|(_, fix)| fix.disabled.is_none());
    usable.sort_by_key(|(_, fix)| fix.safety != Safety::Safe);
    let offers = usable.into_iter();
    offers
        .map(|(at, _)| (finding.id.clone(), Offer::Fix(at)))
        .collect()
}

impl Findings {
    /// The list of what can be done, while it is open.
    pub fn offers(&self) -> Option<&Offers> {
        self.offers.as_ref()
    }

    /// Opens such a list, or closes it.
    pub fn show_offers(&mut self, offers: Option<Offers>) {
        self.offers = offers;
    }

    /// The list, to walk through it.
    pub fn offers_mut(&mut self) -> Option<&mut Offers> {
        self.offers.as_mut()
    }
}
