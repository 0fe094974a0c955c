//! The bundled maps: rebuilt byte for byte from their sources, and in agreement with their
//! tables.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::ops::ControlFlow;
use std::path::PathBuf;

use marchland_maps::create::{InputFormat, LinkTable, Recipe};
use marchland_maps::mask::{self, Contacts, Rgba};
use marchland_maps::{By, Map, TerritoryId, folder};

const MAPS: [&str; 4] = ["world", "czechia", "europe", "usa"];

fn source(file: &str) -> String {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("sources")
        .join(file);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn bundled(map: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(map)
}

fn load(map: &str) -> Map {
    let (_, _, map) = folder::load(bundled(map)).expect("bundled maps can be played");
    map
}

fn rebuilds(map: &str) {
    let recipe = Recipe::parse(&source(&format!("{map}.toml"))).expect("a recipe");
    let links = recipe.links.as_deref().map(source);
    let built = recipe
        .build(
            &source(&recipe.input),
            InputFormat::GeoJson,
            links.as_deref(),
            &mut |_, _| ControlFlow::Continue(()),
        )
        .expect("a map");
    let committed = |file: &str| fs::read(bundled(map).join(file)).expect("a bundled file");
    let same = [
        ("map.xml", built.xml.as_bytes() == committed("map.xml")),
        ("mask.png", built.mask == committed("mask.png")),
        ("image.png", built.image == committed("image.png")),
    ];
    let differing: Vec<_> = same.iter().filter(|(_, same)| !same).collect();
    assert!(
        differing.is_empty(),
        "{differing:?} of maps/{map} differ from what maps/sources/{map}.toml gives; \
         run maps/sources/build.sh"
    );
}

#[test]
fn the_world_rebuilds_byte_for_byte() {
    rebuilds("world");
}

#[test]
fn czechia_rebuilds_byte_for_byte() {
    rebuilds("czechia");
}

#[test]
fn europe_rebuilds_byte_for_byte() {
    rebuilds("europe");
}

#[test]
fn the_usa_rebuild_byte_for_byte() {
    rebuilds("usa");
}

/// Pairs of a map's links of one kind, lower id first.
fn links(map: &Map, by: By) -> BTreeSet<(u16, u16)> {
    let all = map.ids().flat_map(|from| {
        let links = map.neighbours(from).iter();
        links.map(move |link| (from, *link))
    });
    let of_kind = all.filter(|(_, link)| link.by == by);
    of_kind
        .map(|(from, link)| (from.0.min(link.to.0), from.0.max(link.to.0)))
        .collect()
}

#[test]
fn links_are_those_of_the_tables() {
    let counts = [
        ("world", 58, 25),
        ("czechia", 26, 0),
        ("europe", 81, 11),
        ("usa", 104, 0),
    ];
    for (name, land, sea) in counts {
        let map = load(name);
        let table = LinkTable::parse(&source(&format!("{name}.links.csv"))).expect("a table");
        assert_eq!((table.land.len(), table.sea.len()), (land, sea), "{name}");
        assert_eq!(
            links(&map, By::Land),
            table.land.into_iter().collect(),
            "{name}"
        );
        assert_eq!(
            links(&map, By::Sea),
            table.sea.into_iter().collect(),
            "{name}"
        );
    }
}

/// Read from the committed mask, not from its sources.
#[test]
fn masks_touch_exactly_where_the_tables_say() {
    for name in MAPS {
        let map = load(name);
        let bytes = fs::read(bundled(name).join("mask.png")).expect("a mask");
        let regions = mask::read(&bytes).expect("a mask");
        let territory = |colour: Rgba| {
            let found = map
                .ids()
                .find(|&id| Rgba::from(map.territory(id).colour) == colour);
            found.map(|id| id.0)
        };
        let touching: BTreeSet<(u16, u16)> = Contacts::touching(&regions)
            .iter()
            .filter_map(|contact| {
                let [a, b] = [contact.a, contact.b].map(|id| territory(regions.get(id).colour));
                Some((a?.min(b?), a?.max(b?)))
            })
            .collect();
        let table = LinkTable::parse(&source(&format!("{name}.links.csv"))).expect("a table");
        assert_eq!(touching, table.land.into_iter().collect(), "{name}");
        // Every part of a territory has a pivot on it.
        for (id, region) in regions.iter() {
            let Some(territory) = territory(region.colour) else {
                continue;
            };
            let pivots = &map.territory(TerritoryId(territory)).pivots;
            let mut inside = pivots
                .iter()
                .filter(|p| regions.region_at(p.x, p.y) == Some(id));
            assert!(
                inside.next().is_some() && inside.next().is_none(),
                "{name}: {territory} {region:?}"
            );
        }
    }
}

#[test]
fn the_world_is_the_classic_one() {
    let map = load("world");
    assert_eq!(map.len(), 42);
    assert!(map.wrap().horizontal && !map.wrap().vertical);
    let continents: BTreeMap<_, _> = map
        .continents()
        .iter()
        .map(|c| {
            (
                c.name.text.as_deref().expect("a name"),
                (c.bonus, c.members.len()),
            )
        })
        .collect();
    let classic = [
        ("Africa", (3, 6)),
        ("Asia", (7, 12)),
        ("Australia", (2, 4)),
        ("Europe", (5, 7)),
        ("North America", (5, 9)),
        ("South America", (2, 4)),
    ];
    assert_eq!(continents, classic.into());
    // The protocol's indices.
    for (id, name) in [
        (0, "Alaska"),
        (19, "Ukraine"),
        (29, "Kamchatka"),
        (41, "Eastern Australia"),
    ] {
        assert_eq!(
            map.territory(TerritoryId(id)).name.text.as_deref(),
            Some(name)
        );
    }
}

#[test]
fn everything_has_a_czech_name() {
    for name in MAPS {
        let map = load(name);
        let territories = map.territories().iter().map(|t| &t.name);
        let continents = map.continents().iter().map(|c| &c.name);
        for names in territories.chain(continents).chain([map.name()]) {
            assert!(
                names.translations.iter().any(|t| t.lang == "cs"),
                "{name}: {names:?}"
            );
        }
        assert!(map.author().is_some() && map.licence().is_some(), "{name}");
        assert!(
            map.description()
                .is_some_and(|text| text.contains("Natural Earth")),
            "{name}"
        );
    }
}
