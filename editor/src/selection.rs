//! What is selected: territories, or a continent, or nothing.

use std::collections::HashSet;

use marchland_maps::{By, ContinentKey, Draft, TerritoryKey, Way};

/// What is selected. Territories and a continent are never selected together.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Selection {
    territories: Vec<TerritoryKey>,
    /// The same, to be found.
    among: HashSet<TerritoryKey>,
    continent: Option<ContinentKey>,
}

impl Selection {
    /// The selected territories in the order they were picked.
    pub fn territories(&self) -> &[TerritoryKey] {
        &self.territories
    }

    /// The territory, if exactly one is selected.
    pub fn territory(&self) -> Option<TerritoryKey> {
        match self.territories[..] {
            [key] => Some(key),
            _ => None,
        }
    }

    /// The selected continent.
    pub fn continent(&self) -> Option<ContinentKey> {
        self.continent
    }

    /// Whether nothing is selected.
    pub fn is_empty(&self) -> bool {
        self.territories.is_empty() && self.continent.is_none()
    }

    /// Whether this territory is selected.
    pub fn contains(&self, key: TerritoryKey) -> bool {
        self.among.contains(&key)
    }

    /// Selects these territories and nothing else.
    pub fn set(&mut self, keys: impl IntoIterator<Item = TerritoryKey>) {
        self.clear();
        let keys = keys.into_iter();
        self.territories
            .extend(keys.filter(|key| self.among.insert(*key)));
    }

    /// Selects a continent and nothing else.
    pub fn set_continent(&mut self, key: ContinentKey) {
        self.clear();
        self.continent = Some(key);
    }

    /// Selects a territory in addition, or no longer.
    pub fn toggle(&mut self, key: TerritoryKey) {
        self.continent = None;
        if self.among.remove(&key) {
            self.territories.retain(|&other| other != key);
        } else {
            self.among.insert(key);
            self.territories.push(key);
        }
    }

    /// Takes everything out of the selection.
    pub fn clear(&mut self) {
        self.territories.clear();
        self.among.clear();
        self.continent = None;
    }

    /// Forgets what is no longer in the draft.
    pub fn prune(&mut self, draft: &Draft) {
        self.among.retain(|&key| draft.place_of(key).is_some());
        self.territories.retain(|key| self.among.contains(key));
        self.continent = self.continent.filter(|&key| draft.continent(key).is_some());
    }
}

/// Something on the map that was pointed at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Thing {
    /// Land.
    Territory(TerritoryKey),
    /// This pivot of a territory.
    Pivot(TerritoryKey, usize),
    /// A link from one to another.
    Link(TerritoryKey, TerritoryKey, By, Way),
    /// Water, or what is beyond the map.
    Sea,
}
