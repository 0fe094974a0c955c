//! Large maps to work on.

use std::path::Path;

use marchland_maps::{
    Continent, ContinentId, Draft, MaskFile, Names, Neighbour, Point as Pixel, Rgb, Territory,
    TerritoryId, xml,
};

/// Writes a map of about `count` squares side by side, each linked with its
/// neighbours, twenty to a continent; its mask is at most `width` pixels wide.
pub(crate) fn write(folder: &Path, count: u32, width: u32) {
    let (draft, mask) = squares(count, width);
    save(folder, &draft, &mask);
}

/// As [`write`], but only the territories and their colours, as after a mask was opened.
pub(crate) fn write_unfinished(folder: &Path, count: u32, width: u32) {
    let (mut draft, mask) = squares(count, width);
    draft.continents.clear();
    for territory in &mut draft.territories {
        territory.name = Names::default();
        territory.continent = None;
        territory.neighbours.clear();
    }
    save(folder, &draft, &mask);
}

fn save(folder: &Path, draft: &Draft, mask: &image::RgbImage) {
    mask.save(folder.join("mask.png")).expect("a mask");
    std::fs::write(folder.join("map.xml"), xml::write(draft)).expect("a map");
}

fn squares(count: u32, width: u32) -> (Draft, image::RgbImage) {
    let columns = f64::from(count).sqrt().round() as u32;
    let side = (width / columns).min(64);
    let colour = |at: u32| Rgb::from_u32(0x10_1010 + at * 613);
    let mut draft = Draft::new();
    draft.name = Names::plain("Squares");
    draft.mask = Some(MaskFile {
        file: "mask.png".into(),
        ..MaskFile::default()
    });
    for id in 0..(columns * columns).div_ceil(20) {
        let continent = Continent {
            id: Some(ContinentId(id as u16)),
            name: Names::plain(format!("Continent {id}")),
            bonus: Some(7),
            colour: Some(Rgb::from_u32(id * 70_001)),
            ..draft.fresh_continent()
        };
        draft.continents.push(continent);
    }
    for at in 0..columns * columns {
        let (row, column) = (at / columns, at % columns);
        let id = |at: u32| TerritoryId(at as u16);
        let right = (column + 1 < columns).then(|| Neighbour::land(id(at + 1)));
        let below = (row + 1 < columns).then(|| Neighbour::land(id(at + columns)));
        let territory = Territory {
            id: Some(id(at)),
            name: Names::plain(format!("Square {column}/{row}")),
            colour: Some(colour(at)),
            continent: Some(ContinentId((at / 20) as u16)),
            pivots: vec![Pixel::new(column * side + side / 2, row * side + side / 2)],
            neighbours: right.into_iter().chain(below).collect(),
            ..draft.fresh_territory()
        };
        draft.territories.push(territory);
    }
    let mask = image::RgbImage::from_fn(columns * side, columns * side, |x, y| {
        image::Rgb(colour(y / side * columns + x / side).0)
    });
    (draft, mask)
}
