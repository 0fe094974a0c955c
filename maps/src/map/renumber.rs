//! A map under other numbers.

use super::{Link, Map};
use crate::{ContinentId, TerritoryId};

/// A map whose territories and continents have other numbers than in its file.
#[derive(Debug, Clone)]
pub struct Renumbered {
    /// The map.
    pub map: Map,
    /// By new number, the number in the original.
    pub territories: Vec<TerritoryId>,
    /// By new number, the number in the original.
    pub continents: Vec<ContinentId>,
}

impl Map {
    /// The same map under random numbers, all orders equally likely: `below(n)` draws a number from
    /// 0 to `n - 1`. Names, pivots and cards stay with their territories, bonuses with their
    /// continents.
    pub fn renumbered(&self, below: &mut dyn FnMut(u32) -> u32) -> Renumbered {
        let (territories, new_territories) = shuffled(self.len(), below);
        let (continents, new_continents) = shuffled(self.continents.len(), below);
        let renamed = |id: TerritoryId| TerritoryId(new_territories[id.index()]);
        let mut map = self.clone();
        map.territories = in_order(map.territories, &new_territories);
        map.continents = in_order(map.continents, &new_continents);
        map.offsets.truncate(1);
        map.links.clear();
        for (own, &old) in map.territories.iter_mut().zip(&territories) {
            own.continent = ContinentId(new_continents[own.continent.index()]);
            let links = self.neighbours(TerritoryId(old)).iter();
            let begin = map.links.len();
            map.links.extend(links.map(|link| Link {
                to: renamed(link.to),
                ..*link
            }));
            map.links[begin..].sort_unstable();
            map.offsets.push(map.links.len() as u32);
        }
        for own in &mut map.continents {
            for member in &mut own.members {
                *member = renamed(*member);
            }
            own.members.sort_unstable();
        }
        Renumbered {
            map,
            territories: territories.into_iter().map(TerritoryId).collect(),
            continents: continents.into_iter().map(ContinentId).collect(),
        }
    }
}

/// The numbers below `count` in random order, and the place of each (Fisher and Yates).
fn shuffled(count: usize, below: &mut dyn FnMut(u32) -> u32) -> (Vec<u16>, Vec<u16>) {
    let mut order: Vec<u16> = (0..count as u16).collect();
    for at in (1..count).rev() {
        order.swap(at, below(at as u32 + 1) as usize);
    }
    let mut places = vec![0; count];
    for (place, &number) in (0..).zip(&order) {
        places[usize::from(number)] = place;
    }
    (order, places)
}

/// What has these places, in their order.
fn in_order<T>(all: Vec<T>, places: &[u16]) -> Vec<T> {
    let mut pairs: Vec<(u16, T)> = places.iter().copied().zip(all).collect();
    pairs.sort_unstable_by_key(|(place, _)| *place);
    pairs.into_iter().map(|(_, one)| one).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{bundled, xml};

    #[test]
    fn a_renumbered_map_is_the_same_under_other_numbers() {
        for bundled in &bundled::ALL {
            let map = Map::try_from(&xml::read(bundled.xml).draft).unwrap();
            let mut drawn = 12345u32;
            let mut below = |n: u32| {
                drawn = drawn.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                (drawn >> 8) % n
            };
            let other = map.renumbered(&mut below);
            assert_ne!(other.map, map);
            assert_eq!(other.map.ids().count(), map.len());
            for id in other.map.ids() {
                let old = |id: TerritoryId| other.territories[id.index()];
                let (new, was) = (other.map.territory(id), map.territory(old(id)));
                assert_eq!(other.continents[new.continent.index()], was.continent);
                assert_eq!((&new.name, new.card), (&was.name, was.card));
                let mut links: Vec<Link> = other.map.neighbours(id).to_vec();
                assert!(links.is_sorted());
                for link in &mut links {
                    link.to = old(link.to);
                }
                links.sort_unstable();
                assert_eq!(links, map.neighbours(old(id)));
            }
            for (new, &old) in other.map.continents().iter().zip(&other.continents) {
                let was = map.continent(old);
                assert_eq!((&new.name, new.bonus), (&was.name, was.bonus));
                assert!(new.members.is_sorted());
                let old = |id: &TerritoryId| other.territories[id.index()];
                let mut members: Vec<TerritoryId> = new.members.iter().map(old).collect();
                members.sort_unstable();
                assert_eq!(members, was.members);
            }
        }
    }
}
