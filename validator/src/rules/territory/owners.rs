//! The owners of names: territories, continents and the map.

use marchland_maps::{
    ContinentField, Edit, ListChange, MapField, Names, Place, TerritoryField, Translation,
};

use crate::diagnostic::{Entity, Site};
use crate::subject::Subject;

/// Something with a name; territories and continents by index.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Owner {
    Territory(usize),
    Continent(usize),
    Map,
}

impl Owner {
    pub(crate) fn all(subject: &Subject<'_>) -> impl Iterator<Item = Self> + use<> {
        let territories = (0..subject.draft.territories.len()).map(Self::Territory);
        let continents = (0..subject.draft.continents.len()).map(Self::Continent);
        territories.chain(continents).chain([Self::Map])
    }

    pub(crate) fn names<'a>(self, subject: &Subject<'a>) -> &'a Names {
        match self {
            Self::Territory(at) => &subject.territory(at).name,
            Self::Continent(at) => &subject.continent(at).name,
            Self::Map => &subject.draft.name,
        }
    }

    /// Its label in messages.
    pub(crate) fn label(self, subject: &Subject<'_>) -> String {
        match self {
            Self::Territory(at) => subject.name(at),
            Self::Continent(at) => subject.continent_name(at),
            Self::Map => "the map".to_owned(),
        }
    }

    pub(crate) fn site(self, subject: &Subject<'_>) -> Site {
        match self {
            Self::Territory(at) => subject.territory_site(at),
            Self::Continent(at) => subject.continent_site(at),
            Self::Map => Site {
                about: vec![Entity::Map],
                place: Place::Map,
                attribute: None,
                spot: None,
            },
        }
    }

    /// The edit that changes its name.
    pub(crate) fn rename(self, subject: &Subject<'_>, name: String) -> Edit {
        let name = Some(name);
        match self {
            Self::Territory(at) => {
                Edit::Territory(subject.territory(at).key, TerritoryField::Name(name))
            }
            Self::Continent(at) => {
                Edit::Continent(subject.continent(at).key, ContinentField::Name(name))
            }
            Self::Map => Edit::Map(MapField::Name(name)),
        }
    }

    pub(crate) fn translate(self, subject: &Subject<'_>, change: ListChange<Translation>) -> Edit {
        match self {
            Self::Territory(at) => Edit::TerritoryTranslations(subject.territory(at).key, change),
            Self::Continent(at) => Edit::ContinentTranslations(subject.continent(at).key, change),
            Self::Map => Edit::MapTranslations(change),
        }
    }
}
