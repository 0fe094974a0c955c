//! A small map for games.

use std::sync::Arc;

use marchland_maps::{
    ContinentId, Draft, Map, MaskFile, Names, Neighbour, Point, Rgb, TerritoryId, Way, author,
};

/// Eight territories in a ring with a shortcut and a one-way link; two continents, one of
/// them with a single territory.
pub fn map() -> Arc<Map> {
    const TERRITORIES: u16 = 8;
    let mut draft = Draft::new();
    draft.name = Names::plain("A sketch");
    draft.mask = Some(MaskFile {
        file: "mask.png".into(),
        ..MaskFile::default()
    });
    for id in 0..2 {
        let mut continent = draft.fresh_continent();
        continent.id = Some(ContinentId(id));
        continent.name = Names::plain(format!("Continent {id}"));
        continent.bonus = Some(id + 1);
        draft.continents.push(continent);
    }
    for id in 0..TERRITORIES {
        let mut territory = draft.fresh_territory();
        territory.id = Some(TerritoryId(id));
        territory.name = Names::plain(format!("Land {id}"));
        territory.colour = Some(Rgb::from_u32(u32::from(id) + 1));
        territory.continent = Some(ContinentId(u16::from(id > 0)));
        territory.pivots.push(Point::new(u32::from(id) * 10, 5));
        let next = Neighbour::land(TerritoryId((id + 1) % TERRITORIES));
        territory.neighbours.push(next);
        if id < 2 {
            let mut across = Neighbour::land(TerritoryId(id + 4));
            across.way = if id == 0 { Way::Both } else { Way::One };
            territory.neighbours.push(across);
        }
        let edit = author::add_territory(&draft, territory);
        draft.apply(edit).expect("a new territory");
    }
    Arc::new(Map::try_from(&draft).expect("a valid map"))
}
