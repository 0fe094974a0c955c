//! The counts of a deal, and their numbers.

use marchland_maps::{Map, TerritoryId};

/// The rounds in which holders of continents are recorded, and at whose end players are ranked by
/// units. A round ends when the order of play starts again. A continent is held in a round by the
/// player who begins a turn of that round owning all of it, and so collects its bonus: at most
/// one player.
pub const MARKS: [u32; 3] = [3, 5, 10];

/// The numbers of a deal's counts, for one map and number of players.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Layout {
    /// Players per game, without a neutral force.
    pub(super) players: usize,
    /// Continents of the map.
    pub(super) continents: usize,
    /// Territories of the map.
    pub(super) territories: usize,
    /// The number of the first link that leaves each territory; the last entry is the end.
    offsets: Vec<usize>,
}

impl Layout {
    /// Games without a winner.
    pub(super) const UNFINISHED: usize = 0;
    /// Rounds of all games, including unfinished rounds.
    pub(super) const ROUNDS: usize = 1;
    /// How often the player with the most units at the end of a round differed from that at the
    /// end of the previous round.
    pub(super) const LEADS: usize = 2;
    /// Games that played each of the rounds [`MARKS`] to its end.
    pub(super) const GOING: usize = 3;
    /// At each mark: the number of all continents held.
    pub(super) const HELD: usize = Self::GOING + MARKS.len();
    const PLACES: usize = Self::HELD + MARKS.len();

    /// The numbers for a map.
    pub fn new(map: &Map, players: usize) -> Self {
        let mut offsets = vec![0];
        let mut end = 0;
        for territory in map.ids() {
            end += map.neighbours(territory).len();
            offsets.push(end);
        }
        Self {
            players,
            continents: map.continents().len(),
            territories: map.len(),
            offsets,
        }
    }

    /// The count of numbers.
    pub(super) fn numbers(&self) -> usize {
        self.crossed(self.links())
    }

    /// Games won from a place in the order of play.
    #[expect(clippy::unused_self, reason = "all numbers are asked of a layout")]
    pub(super) fn won(&self, place: usize) -> usize {
        Self::PLACES + place
    }

    /// Games in which a continent was held in a round that was played to its end.
    pub(super) fn held(&self, continent: usize, mark: usize) -> usize {
        self.won(self.players) + continent * MARKS.len() + mark
    }

    /// Those of them that its holder won.
    pub(super) fn held_won(&self, continent: usize, mark: usize) -> usize {
        self.held(self.continents + continent, mark)
    }

    /// How often a player completed a continent in the game proper.
    pub(super) fn taken(&self, continent: usize) -> usize {
        self.held_won(self.continents, 0) + continent
    }

    /// How often its bonus was collected.
    pub(super) fn collected(&self, continent: usize) -> usize {
        self.taken(self.continents + continent)
    }

    /// Territories of a continent that players began with.
    pub(super) fn begun_in(&self, continent: usize) -> usize {
        self.collected(self.continents) + continent
    }

    /// Those of them whose player won.
    pub(super) fn begun_in_won(&self, continent: usize) -> usize {
        self.begun_in(self.continents + continent)
    }

    /// Games in which a player began with a territory.
    pub(super) fn begun(&self, territory: usize) -> usize {
        self.begun_in_won(self.continents) + territory
    }

    /// Those of them that the player won.
    pub(super) fn begun_won(&self, territory: usize) -> usize {
        self.begun(self.territories + territory)
    }

    /// Battles for a territory: throws of the dice.
    pub(super) fn battles(&self, territory: usize) -> usize {
        self.begun_won(self.territories + territory)
    }

    /// How often a territory was conquered.
    pub(super) fn conquests(&self, territory: usize) -> usize {
        self.battles(self.territories + territory)
    }

    /// Battles across a link, by its number from [`Layout::link_between`]; each direction has
    /// its own.
    pub(super) fn fought(&self, link: usize) -> usize {
        self.conquests(self.territories) + link
    }

    /// Conquests across a link.
    pub(super) fn crossed(&self, link: usize) -> usize {
        self.fought(self.links() + link)
    }

    fn links(&self) -> usize {
        self.offsets[self.territories]
    }

    /// The number of the link from one territory to another.
    pub(super) fn link_between(
        &self,
        map: &Map,
        from: TerritoryId,
        to: TerritoryId,
    ) -> Option<usize> {
        let links = map.neighbours(from);
        let at = links.binary_search_by_key(&to, |link| link.to).ok()?;
        Some(self.offsets[from.index()] + at)
    }

    /// The number of a stratum: players at one place with the same number (`rank`) of rivals who
    /// have more units.
    pub(super) fn stratum(&self, mark: usize, place: usize, rank: usize) -> usize {
        (mark * self.players + place) * self.players + rank
    }

    /// The count of strata.
    pub(super) fn strata(&self) -> usize {
        self.stratum(MARKS.len(), 0, 0)
    }

    /// The number of a stratum among the holders of a continent.
    pub(super) fn held_stratum(&self, continent: usize, stratum: usize) -> usize {
        continent * self.strata() + stratum
    }

    /// The number of a continent at a mark among the products of a tally.
    #[expect(clippy::unused_self, reason = "all numbers are asked of a layout")]
    pub(super) fn product(&self, continent: usize, mark: usize) -> usize {
        continent * MARKS.len() + mark
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::conquest::balance::trial::tests::world;

    #[test]
    fn numbers_are_used_once() {
        let map = world();
        for players in 2..=6 {
            let layout = Layout::new(&map, players);
            let mut seen = vec![Layout::UNFINISHED, Layout::ROUNDS, Layout::LEADS];
            seen.extend((0..players).map(|at| layout.won(at)));
            for mark in 0..MARKS.len() {
                seen.extend([Layout::GOING + mark, Layout::HELD + mark]);
                for at in 0..layout.continents {
                    seen.extend([layout.held(at, mark), layout.held_won(at, mark)]);
                }
            }
            for at in 0..layout.continents {
                seen.extend([layout.taken(at), layout.collected(at)]);
                seen.extend([layout.begun_in(at), layout.begun_in_won(at)]);
            }
            for at in 0..layout.territories {
                seen.extend([layout.begun(at), layout.begun_won(at)]);
                seen.extend([layout.battles(at), layout.conquests(at)]);
            }
            for territory in map.ids() {
                for link in map.neighbours(territory) {
                    let at = layout.link_between(&map, territory, link.to).unwrap();
                    seen.extend([layout.fought(at), layout.crossed(at)]);
                }
            }
            seen.sort_unstable();
            assert!(seen.into_iter().eq(0..layout.numbers()));
        }
    }
}
