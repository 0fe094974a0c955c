//! The selection: territories, a continent, or nothing.

use std::collections::HashSet;

use marchland_maps::{ContinentKey, Draft, TerritoryKey};

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Selection {
    territories: Vec<TerritoryKey>,
    /// The same keys for lookup.
    among: HashSet<TerritoryKey>,
    continent: Option<ContinentKey>,
}

impl Selection {
    /// The selected territories in selection order.
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

    pub fn continent(&self) -> Option<ContinentKey> {
        self.continent
    }

    pub fn is_empty(&self) -> bool {
        self.territories.is_empty() && self.continent.is_none()
    }

    pub fn contains(&self, key: TerritoryKey) -> bool {
        self.among.contains(&key)
    }

    /// Selects only these territories.
    pub fn set(&mut self, keys: impl IntoIterator<Item = TerritoryKey>) {
        self.clear();
        let keys = keys.into_iter();
        self.territories
            .extend(keys.filter(|key| self.among.insert(*key)));
    }

    /// Selects only this continent.
    pub fn set_continent(&mut self, key: ContinentKey) {
        self.clear();
        self.continent = Some(key);
    }

    pub fn toggle(&mut self, key: TerritoryKey) {
        self.continent = None;
        if self.among.remove(&key) {
            self.territories.retain(|&other| other != key);
        } else {
            self.among.insert(key);
            self.territories.push(key);
        }
    }

    pub fn clear(&mut self) {
        self.territories.clear();
        self.among.clear();
        self.continent = None;
    }

    /// Removes what is no longer in the draft.
    pub fn prune(&mut self, draft: &Draft) {
        self.among.retain(|&key| draft.place_of(key).is_some());
        self.territories.retain(|key| self.among.contains(key));
        self.continent = self.continent.filter(|&key| draft.continent(key).is_some());
    }
}
