//! Changes of a draft as values.

use crate::limits::{MAX_NEIGHBOURS, MAX_PIVOTS, MAX_TRANSLATIONS};
use crate::{
    Card, Continent, ContinentId, ContinentKey, Draft, MaskFile, Neighbour, Point, Rgb, Territory,
    TerritoryId, TerritoryKey, Translation, Wrap,
};

/// One change of a [`Draft`].
///
/// [`Draft::apply`] makes the change and returns its inverse, itself an edit: undo applies the
/// inverse, and redo applies what that returns. An edit that no longer fits the draft is refused
/// and changes nothing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Edit {
    /// Sets a field of the map itself.
    Map(MapField),
    /// Changes the translations of the map's name.
    MapTranslations(ListChange<Translation>),
    /// Sets or removes the initial units for a number of players.
    Setup {
        /// 2 to 6.
        players: u8,
        /// Units of each; `None` removes the entry.
        units: Option<u32>,
    },
    /// Inserts a territory into the list.
    AddTerritory {
        /// Its index, 0 to the length of the list.
        at: usize,
        /// The territory, with a key that no other has.
        territory: Box<Territory>,
    },
    /// Removes a territory. Declarations of others about it are unchanged.
    RemoveTerritory(TerritoryKey),
    /// Sets a field of a territory.
    Territory(TerritoryKey, TerritoryField),
    /// Changes the translations of a territory's name.
    TerritoryTranslations(TerritoryKey, ListChange<Translation>),
    /// Changes a territory's pivots.
    Pivots(TerritoryKey, ListChange<Point>),
    /// Changes the neighbours that a territory declares.
    Neighbours(TerritoryKey, ListChange<Neighbour>),
    /// Changes the closed borders that a territory declares.
    Closed(TerritoryKey, ListChange<TerritoryId>),
    /// Inserts a continent into the list.
    AddContinent {
        /// Its index, 0 to the length of the list.
        at: usize,
        /// The continent, with a key that no other has.
        continent: Box<Continent>,
    },
    /// Removes a continent. Its members still refer to it.
    RemoveContinent(ContinentKey),
    /// Sets a field of a continent.
    Continent(ContinentKey, ContinentField),
    /// Changes the translations of a continent's name.
    ContinentTranslations(ContinentKey, ListChange<Translation>),
    /// All of them in order, or none.
    Batch(Vec<Edit>),
}

/// A field of the map and its new value.
#[derive(Debug, Clone, PartialEq, Eq)]
#[expect(missing_docs, reason = "each is the field of `Draft` of the same name")]
pub enum MapField {
    Id(Option<String>),
    Name(Option<String>),
    Author(Option<String>),
    Licence(Option<String>),
    Description(Option<String>),
    Mask(Option<MaskFile>),
    Image(Option<String>),
    Wrap(Wrap),
    BadgeDiameter(Option<u16>),
}

/// A field of a territory and its new value.
#[derive(Debug, Clone, PartialEq, Eq)]
#[expect(
    missing_docs,
    reason = "each is the field of `Territory` of the same name"
)]
pub enum TerritoryField {
    Id(Option<TerritoryId>),
    Name(Option<String>),
    Colour(Option<Rgb>),
    Continent(Option<ContinentId>),
    Card(Option<Card>),
    Badge(Option<Point>),
}

/// A field of a continent and its new value.
#[derive(Debug, Clone, PartialEq, Eq)]
#[expect(
    missing_docs,
    reason = "each is the field of `Continent` of the same name"
)]
pub enum ContinentField {
    Id(Option<ContinentId>),
    Name(Option<String>),
    Bonus(Option<u16>),
    Colour(Option<Rgb>),
}

/// One change of a list.
///
/// Removing and replacing name the expected item, so that an edit made for an older state of the
/// draft is refused instead of hitting another item.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ListChange<T> {
    /// Inserts `item` before the item at `at`, or at the end.
    Insert {
        /// 0 to the length of the list.
        at: usize,
        /// The new item.
        item: T,
    },
    /// Removes `item`, which must be at `at`.
    Remove {
        /// Its index.
        at: usize,
        /// The expected item.
        item: T,
    },
    /// Replaces `old`, which must be at `at`, by `new`.
    Replace {
        /// Its index.
        at: usize,
        /// The expected item.
        old: T,
        /// The new item.
        new: T,
    },
}

/// Why an edit does not fit the draft, which is then unchanged.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum EditError {
    /// The territory is not in the draft.
    #[error("the territory of this change is no longer in the draft")]
    NoTerritory(TerritoryKey),
    /// The continent is not in the draft.
    #[error("the continent of this change is no longer in the draft")]
    NoContinent(ContinentKey),
    /// The key of the added territory or continent is taken.
    #[error("this territory or continent is in the draft already")]
    KeyTaken,
    /// The list is shorter, or has another item there.
    #[error("the draft has changed since this change was prepared")]
    Stale,
    /// The list already has the largest size allowed in a file.
    #[error("the list is full; it can hold {0}")]
    Full(usize),
}

impl Edit {
    /// Combines edits into one step; a single edit is returned as it is.
    pub fn batch(edits: impl IntoIterator<Item = Self>) -> Self {
        let mut edits: Vec<_> = edits.into_iter().collect();
        if edits.len() == 1 {
            edits.remove(0)
        } else {
            Self::Batch(edits)
        }
    }

    /// Whether applying it does nothing.
    pub fn is_empty(&self) -> bool {
        matches!(self, Self::Batch(edits) if edits.iter().all(Self::is_empty))
    }
}

impl<T: PartialEq + Clone> ListChange<T> {
    /// `most` is the largest size of the list.
    fn apply(self, list: &mut Vec<T>, most: usize) -> Result<Self, EditError> {
        match self {
            Self::Insert { .. } if list.len() >= most => Err(EditError::Full(most)),
            Self::Insert { at, item } => {
                if at > list.len() {
                    return Err(EditError::Stale);
                }
                list.insert(at, item.clone());
                Ok(Self::Remove { at, item })
            }
            Self::Remove { at, item } => {
                if list.get(at) != Some(&item) {
                    return Err(EditError::Stale);
                }
                list.remove(at);
                Ok(Self::Insert { at, item })
            }
            Self::Replace { at, old, new } => {
                if list.get(at) != Some(&old) {
                    return Err(EditError::Stale);
                }
                list[at] = new.clone();
                Ok(Self::Replace {
                    at,
                    old: new,
                    new: old,
                })
            }
        }
    }
}

impl Draft {
    /// Applies an edit and returns its inverse.
    ///
    /// Applying the inverse restores a draft equal to the old one, including the order of lists.
    /// Takes time linear in the number of territories, and in the size of the edit.
    ///
    /// # Errors
    /// [`EditError`] if the edit does not fit the draft, which is then unchanged.
    pub fn apply(&mut self, edit: Edit) -> Result<Edit, EditError> {
        Ok(match edit {
            Edit::Map(field) => Edit::Map(self.set_map_field(field)),
            Edit::MapTranslations(change) => {
                Edit::MapTranslations(change.apply(&mut self.name.translations, MAX_TRANSLATIONS)?)
            }
            Edit::Setup { players, units } => {
                let old = match units {
                    Some(units) => self.setup.units.insert(players, units),
                    None => self.setup.units.remove(&players),
                };
                Edit::Setup {
                    players,
                    units: old,
                }
            }
            Edit::AddTerritory { at, territory } => {
                let key = territory.key;
                if self.territories.iter().any(|t| t.key == key) {
                    return Err(EditError::KeyTaken);
                }
                if at > self.territories.len() {
                    return Err(EditError::Stale);
                }
                self.reserve_key(key.0);
                self.territories.insert(at, *territory);
                Edit::RemoveTerritory(key)
            }
            Edit::RemoveTerritory(key) => {
                let at = self.place_of(key);
                let at = at.ok_or(EditError::NoTerritory(key))?;
                let territory = Box::new(self.territories.remove(at));
                Edit::AddTerritory { at, territory }
            }
            Edit::Territory(key, field) => {
                Edit::Territory(key, self.territory_mut(key)?.set(field))
            }
            Edit::TerritoryTranslations(key, change) => {
                let list = &mut self.territory_mut(key)?.name.translations;
                Edit::TerritoryTranslations(key, change.apply(list, MAX_TRANSLATIONS)?)
            }
            Edit::Pivots(key, change) => Edit::Pivots(
                key,
                change.apply(&mut self.territory_mut(key)?.pivots, MAX_PIVOTS)?,
            ),
            Edit::Neighbours(key, change) => Edit::Neighbours(
                key,
                change.apply(&mut self.territory_mut(key)?.neighbours, MAX_NEIGHBOURS)?,
            ),
            Edit::Closed(key, change) => Edit::Closed(
                key,
                change.apply(&mut self.territory_mut(key)?.closed, MAX_NEIGHBOURS)?,
            ),
            Edit::AddContinent { at, continent } => {
                let key = continent.key;
                if self.continents.iter().any(|c| c.key == key) {
                    return Err(EditError::KeyTaken);
                }
                if at > self.continents.len() {
                    return Err(EditError::Stale);
                }
                self.reserve_key(key.0);
                self.continents.insert(at, *continent);
                Edit::RemoveContinent(key)
            }
            Edit::RemoveContinent(key) => {
                let at = self.continents.iter().position(|c| c.key == key);
                let at = at.ok_or(EditError::NoContinent(key))?;
                let continent = Box::new(self.continents.remove(at));
                Edit::AddContinent { at, continent }
            }
            Edit::Continent(key, field) => {
                Edit::Continent(key, self.continent_mut(key)?.set(field))
            }
            Edit::ContinentTranslations(key, change) => {
                let list = &mut self.continent_mut(key)?.name.translations;
                Edit::ContinentTranslations(key, change.apply(list, MAX_TRANSLATIONS)?)
            }
            Edit::Batch(edits) => self.apply_all(edits)?,
        })
    }

    fn apply_all(&mut self, edits: Vec<Edit>) -> Result<Edit, EditError> {
        let mut inverses = Vec::with_capacity(edits.len());
        for edit in edits {
            match self.apply(edit) {
                Ok(inverse) => inverses.push(inverse),
                Err(error) => {
                    for inverse in inverses.into_iter().rev() {
                        let undone = self.apply(inverse);
                        debug_assert!(undone.is_ok(), "an inverse always fits");
                    }
                    return Err(error);
                }
            }
        }
        inverses.reverse();
        Ok(Edit::Batch(inverses))
    }

    fn set_map_field(&mut self, field: MapField) -> MapField {
        use std::mem::replace;
        match field {
            MapField::Id(new) => MapField::Id(replace(&mut self.id, new)),
            MapField::Name(new) => MapField::Name(replace(&mut self.name.text, new)),
            MapField::Author(new) => MapField::Author(replace(&mut self.author, new)),
            MapField::Licence(new) => MapField::Licence(replace(&mut self.licence, new)),
            MapField::Description(new) => {
                MapField::Description(replace(&mut self.description, new))
            }
            MapField::Mask(new) => MapField::Mask(replace(&mut self.mask, new)),
            MapField::Image(new) => MapField::Image(replace(&mut self.image, new)),
            MapField::Wrap(new) => MapField::Wrap(replace(&mut self.wrap, new)),
            MapField::BadgeDiameter(new) => {
                MapField::BadgeDiameter(replace(&mut self.badge_diameter, new))
            }
        }
    }

    fn territory_mut(&mut self, key: TerritoryKey) -> Result<&mut Territory, EditError> {
        let at = self.place_of(key).ok_or(EditError::NoTerritory(key))?;
        Ok(&mut self.territories[at])
    }

    fn continent_mut(&mut self, key: ContinentKey) -> Result<&mut Continent, EditError> {
        self.continents
            .iter_mut()
            .find(|c| c.key == key)
            .ok_or(EditError::NoContinent(key))
    }
}

impl Territory {
    fn set(&mut self, field: TerritoryField) -> TerritoryField {
        use std::mem::replace;
        match field {
            TerritoryField::Id(new) => TerritoryField::Id(replace(&mut self.id, new)),
            TerritoryField::Name(new) => TerritoryField::Name(replace(&mut self.name.text, new)),
            TerritoryField::Colour(new) => TerritoryField::Colour(replace(&mut self.colour, new)),
            TerritoryField::Continent(new) => {
                TerritoryField::Continent(replace(&mut self.continent, new))
            }
            TerritoryField::Card(new) => TerritoryField::Card(replace(&mut self.card, new)),
            TerritoryField::Badge(new) => TerritoryField::Badge(replace(&mut self.badge, new)),
        }
    }
}

impl Continent {
    fn set(&mut self, field: ContinentField) -> ContinentField {
        use std::mem::replace;
        match field {
            ContinentField::Id(new) => ContinentField::Id(replace(&mut self.id, new)),
            ContinentField::Name(new) => ContinentField::Name(replace(&mut self.name.text, new)),
            ContinentField::Bonus(new) => ContinentField::Bonus(replace(&mut self.bonus, new)),
            ContinentField::Colour(new) => ContinentField::Colour(replace(&mut self.colour, new)),
        }
    }
}
