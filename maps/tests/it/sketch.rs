//! Small drafts to test on.

use marchland_maps::{
    ContinentId, Draft, MaskFile, Names, Neighbour, Point, Rgb, TerritoryId, author,
};

/// A sound draft of `count` territories in a row, each linked to the next by
/// land, the lower half in continent 0 and the upper in continent 1.
pub(crate) fn row(count: u16) -> Draft {
    let mut draft = Draft::new();
    draft.name = Names::plain("A row");
    draft.mask = Some(MaskFile {
        file: "mask.png".into(),
        ..MaskFile::default()
    });
    for (id, name) in [(0, "West"), (1, "East")] {
        let mut continent = draft.fresh_continent();
        continent.id = Some(ContinentId(id));
        continent.name = Names::plain(name);
        continent.bonus = Some(2);
        draft.continents.push(continent);
    }
    for id in 0..count {
        let mut territory = draft.fresh_territory();
        territory.id = Some(TerritoryId(id));
        territory.name = Names::plain(format!("Land {id}"));
        territory.colour = Some(Rgb::from_u32(u32::from(id) + 1));
        territory.continent = Some(ContinentId(u16::from(id >= count / 2)));
        territory.pivots.push(Point::new(u32::from(id) * 10, 5));
        if id + 1 < count {
            territory
                .neighbours
                .push(Neighbour::land(TerritoryId(id + 1)));
        }
        let edit = author::add_territory(&draft, territory);
        draft.apply(edit).unwrap();
    }
    draft
}
