//! Whose the regions of a mask are, and which territories touch.

use std::collections::HashMap;

use marchland_maps::mask::{RegionId, Rgba};
use marchland_maps::{Draft, Rgb};

use crate::input::Survey;

/// The mask as the draft's territories see it.
#[derive(Debug)]
pub(crate) struct Land {
    /// By region: the index of the territory, or [`NOBODY`].
    owners: Vec<u32>,
    /// By territory: its regions, the largest first.
    parts: Vec<Vec<RegionId>>,
    /// By pair of territories, the smaller index first: length in pixels.
    contacts: Vec<((usize, usize), u32)>,
}

const NOBODY: u32 = u32::MAX;

impl Land {
    /// Territories that share a colour: its regions go to the first of them.
    pub(crate) fn new(draft: &Draft, survey: &Survey) -> Self {
        let mut colours: HashMap<Rgba, usize> = HashMap::new();
        for (at, territory) in draft.territories.iter().enumerate() {
            if let Some(colour) = territory.colour {
                colours.entry(Rgba::opaque(colour)).or_insert(at);
            }
        }
        let mut owners = vec![NOBODY; survey.regions.len()];
        let mut parts = vec![Vec::new(); draft.territories.len()];
        for (id, region) in survey.regions.iter() {
            if let Some(&at) = colours.get(&region.colour) {
                owners[id.index()] = at as u32;
                parts[at].push(id);
            }
        }
        for list in &mut parts {
            list.sort_by_key(|&id| (std::cmp::Reverse(survey.regions.get(id).area), id));
        }
        let mut lengths: HashMap<(usize, usize), u32> = HashMap::new();
        for contact in survey.contacts.iter() {
            let (a, b) = (owners[contact.a.index()], owners[contact.b.index()]);
            if a != b && a != NOBODY && b != NOBODY {
                let pair = (a.min(b) as usize, a.max(b) as usize);
                *lengths.entry(pair).or_default() += contact.length;
            }
        }
        let mut contacts: Vec<_> = lengths.into_iter().collect();
        contacts.sort_unstable();
        Self {
            owners,
            parts,
            contacts,
        }
    }

    /// The territory that a region belongs to.
    pub(crate) fn owner(&self, region: RegionId) -> Option<usize> {
        let owner = self.owners[region.index()];
        (owner != NOBODY).then_some(owner as usize)
    }

    /// The regions of a territory, the largest first.
    pub(crate) fn parts(&self, at: usize) -> &[RegionId] {
        &self.parts[at]
    }

    /// Pairs of territories that touch, and how far in pixels; ascending.
    pub(crate) fn contacts(&self) -> &[((usize, usize), u32)] {
        &self.contacts
    }

    /// How far two territories touch, in pixels; 0 if they do not.
    pub(crate) fn contact(&self, a: usize, b: usize) -> u32 {
        let pair = (a.min(b), a.max(b));
        self.contacts
            .binary_search_by_key(&pair, |&(pair, _)| pair)
            .map_or(0, |found| self.contacts[found].1)
    }
}

/// The colours that are no territory: background and separator as declared.
pub(crate) fn no_land(draft: &Draft) -> impl Iterator<Item = Rgb> + '_ {
    draft
        .mask
        .iter()
        .flat_map(|mask| mask.background.iter().chain(&mask.separator))
        .copied()
}
