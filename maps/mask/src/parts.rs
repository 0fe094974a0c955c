//! Maps regions to territories.

use foldhash::{HashMap, HashMapExt};

use super::colour::{Rgb, Rgba};
use super::place::Point;
use super::regions::Regions;
use super::run::RegionId;

/// The regions of every territory, and the territory of every region.
///
/// Territories are numbered in the given order. A territory owns all regions of its key colour.
/// Where territories share a colour, a region with a pivot goes to that pivot's territory, and any
/// other to the first of them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Parts {
    /// By region.
    owners: Vec<Option<u32>>,
    /// Start of each territory's regions in `regions`, then their number.
    firsts: Vec<u32>,
    regions: Vec<RegionId>,
    share_colours: bool,
}

impl Parts {
    /// The parts of territories given by key colour and pivots. Takes time linear in regions and
    /// territories, and a search in a row for each pivot of a shared colour.
    pub fn new<'a>(
        regions: &Regions,
        territories: impl IntoIterator<Item = (Option<Rgb>, &'a [Point])>,
    ) -> Self {
        let territories = territories.into_iter();
        let mut by_colour = HashMap::with_capacity(territories.size_hint().0);
        let mut shared = Vec::new();
        let mut count = 0;
        for (at, (colour, pivots)) in (0_u32..).zip(territories) {
            count = at + 1;
            let Some(colour) = colour else { continue };
            let first = *by_colour.entry(Rgba::opaque(colour)).or_insert(at);
            if first != at {
                shared.push((at, colour, pivots));
            }
        }
        let mut owners: Vec<Option<u32>> = regions
            .iter()
            .map(|(_, region)| by_colour.get(&region.colour).copied())
            .collect();
        let share_colours = !shared.is_empty();
        for (at, colour, pivots) in shared {
            for pivot in pivots {
                let region = regions.region_at(pivot.x, pivot.y);
                if let Some(id) =
                    region.filter(|&id| regions.get(id).colour == Rgba::opaque(colour))
                {
                    owners[id.index()] = Some(at);
                }
            }
        }
        Self::from_owners(regions, owners, count as usize, share_colours)
    }

    fn from_owners(
        regions: &Regions,
        owners: Vec<Option<u32>>,
        count: usize,
        share_colours: bool,
    ) -> Self {
        let mut firsts = vec![0; count + 1];
        for owner in owners.iter().flatten() {
            firsts[*owner as usize + 1] += 1;
        }
        for at in 0..count {
            firsts[at + 1] += firsts[at];
        }
        let mut next = firsts.clone();
        let mut owned = vec![RegionId(0); firsts[count] as usize];
        for (owner, id) in owners.iter().zip((0..).map(RegionId)) {
            if let Some(owner) = *owner {
                let place = &mut next[owner as usize];
                owned[*place as usize] = id;
                *place += 1;
            }
        }
        for ends in firsts.windows(2) {
            let own = &mut owned[ends[0] as usize..ends[1] as usize];
            own.sort_unstable_by_key(|&id| (std::cmp::Reverse(regions.get(id).area), id));
        }
        Self {
            owners,
            firsts,
            regions: owned,
            share_colours,
        }
    }

    /// The same with other numbers for the territories: `places` gives that of each, and `None` for
    /// those that are left out, which must have no regions. The others keep their order.
    ///
    /// # Panics
    /// If one that is left out has regions.
    #[must_use]
    pub fn without(self, places: &[Option<usize>]) -> Self {
        let now = |owner: u32| places[owner as usize].expect("it has no regions") as u32;
        let owners = self.owners.into_iter().map(|owner| owner.map(now));
        let firsts = self.firsts.iter().zip(places.iter().chain([&Some(0)]));
        let firsts = firsts.filter(|(_, place)| place.is_some());
        Self {
            owners: owners.collect(),
            firsts: firsts.map(|(&first, _)| first).collect(),
            ..self
        }
    }

    /// Whether two of the territories have the same key colour.
    pub const fn share_colours(&self) -> bool {
        self.share_colours
    }

    /// Number of territories, with or without regions.
    pub const fn len(&self) -> usize {
        self.firsts.len() - 1
    }

    /// Whether there are no territories.
    pub const fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The territory that a region belongs to.
    ///
    /// # Panics
    /// If the id is of another mask and too large for this one.
    pub fn territory_of(&self, region: RegionId) -> Option<usize> {
        self.owners[region.index()].map(|owner| owner as usize)
    }

    /// The regions of a territory, largest first.
    ///
    /// # Panics
    /// If there are not that many territories.
    pub fn of(&self, territory: usize) -> &[RegionId] {
        &self.regions[self.firsts[territory] as usize..self.firsts[territory + 1] as usize]
    }

    /// Area of all parts of a territory in pixels.
    ///
    /// # Panics
    /// If there are not that many territories.
    pub fn area(&self, regions: &Regions, territory: usize) -> u64 {
        let parts = self.of(territory).iter();
        parts.map(|&id| u64::from(regions.get(id).area)).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::PixelFormat;

    #[test]
    fn pivots_distinguish_territories_of_one_colour() {
        let format = PixelFormat::grey(8, None);
        let pixels = [1, 1, 9, 1, 9, 2, 9, 1];
        let regions = Regions::from_pixels(8, 1, &format, &pixels).unwrap();
        let [one, two] = [1, 2].map(|v| Some(Rgb([v; 3])));
        let second = [Point::new(3, 0), Point::new(5, 0)];
        let parts = Parts::new(
            &regions,
            [(one, &[][..]), (one, &second), (two, &[]), (None, &[])],
        );
        let ids = |t| parts.of(t).iter().map(|id| id.0).collect::<Vec<_>>();
        assert_eq!(
            [ids(0), ids(1), ids(2), ids(3)],
            [vec![0, 6], vec![2], vec![4], vec![]]
        );
        assert_eq!(parts.territory_of(RegionId(6)), Some(0));
        assert_eq!(parts.territory_of(RegionId(1)), None);
        assert_eq!(parts.area(&regions, 0), 3);
    }
}
