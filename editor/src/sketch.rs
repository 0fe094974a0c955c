//! Small drafts and masks for tests.

use marchland_maps::mask::{PixelFormat, Regions};
use marchland_maps::{
    ContinentId, Draft, MaskFile, Names, Neighbour, Point, Rgb, TerritoryId, author,
};

/// The key colour of a territory in [`row`] and [`mask`].
pub(crate) fn colour(id: u16) -> Rgb {
    Rgb::new(40 + 30 * (id as u8 % 7), 90 + 20 * (id as u8 / 7), 160)
}

/// Pixels per territory, in each direction.
pub(crate) const SIDE: u32 = 10;

/// A valid draft of `count` territories in a row, linked by land to the next; the lower half is
/// continent 0, the upper continent 1. Fits [`mask`].
pub(crate) fn row(count: u16) -> Draft {
    let mut draft = Draft::new();
    draft.name = Names::plain("A row");
    draft.mask = Some(MaskFile {
        file: "mask.png".into(),
        background: vec![Rgb::WHITE],
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
        territory.colour = Some(colour(id));
        territory.continent = Some(ContinentId(u16::from(id >= count / 2)));
        territory
            .pivots
            .push(Point::new(u32::from(id) * SIDE + 5, 5));
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

/// The mask of [`row`]: adjacent squares and a column of sea at the end.
pub(crate) fn mask(count: u16) -> Regions {
    let width = u32::from(count) * SIDE + 1;
    let mut bytes = Vec::new();
    for _ in 0..SIDE {
        for x in 0..width {
            let id = (x / SIDE) as u16;
            let pixel = if id < count { colour(id) } else { Rgb::WHITE };
            bytes.extend(pixel.0);
        }
    }
    Regions::from_pixels(width, SIDE, &PixelFormat::RGB, &bytes).unwrap()
}
