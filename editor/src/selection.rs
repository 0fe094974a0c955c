//! What is selected: territories, or a continent, or nothing.

use marchland_maps::{ContinentKey, Draft, TerritoryKey};

/// What is selected. Territories and a continent are never selected together.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Selection {
    territories: Vec<TerritoryKey>,
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
        self.territories.contains(&key)
    }

    /// Selects these territories and nothing else.
    pub fn set(&mut self, keys: impl IntoIterator<Item = TerritoryKey>) {
        self.clear();
        self.territories.extend(keys);
    }

    /// Selects a continent and nothing else.
    pub fn set_continent(&mut self, key: ContinentKey) {
        self.clear();
        self.continent = Some(key);
    }

    /// Selects a territory in addition, or no longer.
    pub fn toggle(&mut self, key: TerritoryKey) {
        self.continent = None;
        match self.territories.iter().position(|&k| k == key) {
            Some(at) => {
                self.territories.remove(at);
            }
            None => self.territories.push(key),
        }
    }

    /// Selects nothing.
    pub fn clear(&mut self) {
        self.territories.clear();
        self.continent = None;
    }

    /// Forgets what is no longer in the draft.
    pub fn prune(&mut self, draft: &Draft) {
        self.territories
            .retain(|&key| draft.territory(key).is_some());
        self.continent = self.continent.filter(|&key| draft.continent(key).is_some());
    }
}
