//! The contents of a map as a machine-readable report (`docs/info-format.md`).

#![expect(
    missing_docs,
    reason = "docs/info-format.md says what each field holds"
)]

use std::collections::BTreeMap;

use serde::Serialize;

use crate::{Card, ContinentId, Draft, Map, Names, Point, Problem, Rgb, TerritoryId, Way};

/// Version of the report.
pub const VERSION: u16 = 1;

/// A report on a map. Missing values of the draft are `null`.
#[derive(Debug, Clone, Serialize)]
pub struct Info<'a> {
    pub version: u16,
    pub id: Option<&'a str>,
    #[serde(flatten)]
    pub names: NamesInfo<'a>,
    pub author: Option<&'a str>,
    pub licence: Option<&'a str>,
    pub description: Option<&'a str>,
    pub mask: Option<MaskInfo<'a>>,
    pub image: Option<&'a str>,
    pub wrap: Vec<&'static str>,
    pub badge: Option<u16>,
    pub continents: Vec<ContinentInfo<'a>>,
    pub territories: Vec<TerritoryInfo<'a>>,
    pub links: Vec<LinkInfo>,
    pub playable: bool,
    pub problems: Vec<String>,
    /// The problems as values.
    #[serde(skip)]
    pub reasons: Vec<Problem>,
}

/// A name and its translations by language.
#[derive(Debug, Clone, Serialize)]
pub struct NamesInfo<'a> {
    pub name: Option<&'a str>,
    pub translations: BTreeMap<&'a str, &'a str>,
}

/// The mask's file, and its size if it could be read.
#[derive(Debug, Clone, Serialize)]
pub struct MaskInfo<'a> {
    pub file: &'a str,
    pub width: Option<u32>,
    pub height: Option<u32>,
}

/// A continent and the ids of its members.
#[derive(Debug, Clone, Serialize)]
pub struct ContinentInfo<'a> {
    pub id: Option<u16>,
    #[serde(flatten)]
    pub names: NamesInfo<'a>,
    pub bonus: Option<u16>,
    pub color: Option<String>,
    pub members: Vec<u16>,
}

/// A territory and the ids of its neighbours, whichever side declares the link.
#[derive(Debug, Clone, Serialize)]
pub struct TerritoryInfo<'a> {
    pub id: Option<u16>,
    #[serde(flatten)]
    pub names: NamesInfo<'a>,
    pub color: Option<String>,
    pub continent: Option<u16>,
    pub card: Option<&'static str>,
    pub badge: Option<PointInfo>,
    pub pivots: Vec<PointInfo>,
    pub neighbours: Vec<u16>,
}

/// A pixel of the mask.
#[derive(Debug, Clone, Copy, Serialize)]
pub struct PointInfo {
    pub x: u32,
    pub y: u32,
}

/// A link, one for each declaration.
#[derive(Debug, Clone, Copy, Serialize)]
pub struct LinkInfo {
    pub from: Option<u16>,
    pub to: u16,
    pub kind: &'static str,
    pub way: &'static str,
}

impl From<Point> for PointInfo {
    fn from(Point { x, y }: Point) -> Self {
        Self { x, y }
    }
}

impl<'a> From<&'a Names> for NamesInfo<'a> {
    fn from(names: &'a Names) -> Self {
        let translations = names.translations.iter();
        Self {
            name: names.text.as_deref(),
            translations: translations.map(|t| (&*t.lang, &*t.text)).collect(),
        }
    }
}

fn hex(colour: Option<Rgb>) -> Option<String> {
    colour.map(|colour| colour.to_string())
}

impl<'a> Info<'a> {
    /// The report on a draft. `mask_size` is width and height of its mask, if it could be read.
    pub fn of(draft: &'a Draft, mask_size: Option<(u32, u32)>) -> Self {
        let problems = Map::try_from(draft).err().unwrap_or_default();
        let mut members: BTreeMap<ContinentId, Vec<u16>> = BTreeMap::new();
        for territory in &draft.territories {
            if let (Some(id), Some(continent)) = (territory.id, territory.continent) {
                members.entry(continent).or_default().push(id.0);
            }
        }
        let continents = draft.continents.iter().map(|continent| ContinentInfo {
            id: continent.id.map(|id| id.0),
            names: (&continent.name).into(),
            bonus: continent.bonus,
            color: hex(continent.colour),
            members: continent
                .id
                .and_then(|id| members.get(&id).cloned())
                .unwrap_or_default(),
        });
        let neighbours = neighbours(draft);
        let territories = draft.territories.iter().map(|territory| TerritoryInfo {
            id: territory.id.map(|id| id.0),
            names: (&territory.name).into(),
            color: hex(territory.colour),
            continent: territory.continent.map(|id| id.0),
            card: territory.card.map(Card::word),
            badge: territory.badge.map(Into::into),
            pivots: territory.pivots.iter().map(|&p| p.into()).collect(),
            neighbours: territory
                .id
                .and_then(|id| neighbours.get(&id).cloned())
                .unwrap_or_default(),
        });
        let links = draft.links().map(|(from, link)| LinkInfo {
            from: from.id.map(|id| id.0),
            to: link.to.0,
            kind: link.by.word(),
            way: link.way.word(),
        });
        let edges = [
            (draft.wrap.horizontal, "horizontal"),
            (draft.wrap.vertical, "vertical"),
        ];
        Self {
            version: VERSION,
            id: draft.id.as_deref(),
            names: (&draft.name).into(),
            author: draft.author.as_deref(),
            licence: draft.licence.as_deref(),
            description: draft.description.as_deref(),
            mask: draft.mask.as_ref().map(|mask| MaskInfo {
                file: &mask.file,
                width: mask_size.map(|size| size.0),
                height: mask_size.map(|size| size.1),
            }),
            image: draft.image.as_deref(),
            wrap: edges
                .into_iter()
                .filter_map(|(joined, name)| joined.then_some(name))
                .collect(),
            badge: draft.badge_diameter,
            continents: continents.collect(),
            territories: territories.collect(),
            links: links.collect(),
            playable: problems.is_empty(),
            problems: problems.iter().map(ToString::to_string).collect(),
            reasons: problems,
        }
    }
}

/// The territories reachable from each territory in one step, ascending.
fn neighbours(draft: &Draft) -> BTreeMap<TerritoryId, Vec<u16>> {
    let mut neighbours: BTreeMap<TerritoryId, Vec<u16>> = BTreeMap::new();
    for (from, link) in draft.links() {
        let Some(from) = from.id else {
            continue;
        };
        neighbours.entry(from).or_default().push(link.to.0);
        if link.way == Way::Both {
            neighbours.entry(link.to).or_default().push(from.0);
        }
    }
    for list in neighbours.values_mut() {
        list.sort_unstable();
        list.dedup();
    }
    neighbours
}
