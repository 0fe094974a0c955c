use super::*;
use crate::outlines::Grid;
use crate::{Neighbour, Point, TerritoryId};

#[test]
fn links_end_where_the_badges_are() {
    let mut draft = Draft::new();
    for (id, x) in [(0, 40), (1, 360)] {
        let mut territory = draft.fresh_territory();
        territory.id = Some(TerritoryId(id));
        territory.pivots.push(Point::new(x, 20));
        territory.badge = Some(Point::new(x, 80));
        draft.territories.push(territory);
    }
    draft.territories[0].neighbours = vec![Neighbour::land(TerritoryId(1))];
    let plan = Plan::of_grid(&Grid::new(400, 100, false));
    let mut band = Band::new(400, 0..100, Color::TRANSPARENT);
    band.paint(&links(&draft, &plan));
    let painted = |x: usize, y: usize| band.pixmap.pixels()[y * 400 + x].alpha() > 0;
    assert!(painted(40, 80) && painted(200, 80) && painted(359, 80));
    assert!(!painted(40, 20) && !painted(200, 20));
}

#[test]
fn a_mask_is_scaled_pixel_by_pixel() {
    let bytes = [255, 0, 0, 0, 0, 255, 0, 255, 0, 255, 0, 0];
    let format = crate::mask::PixelFormat::RGB;
    let regions = Regions::from_pixels(2, 2, &format, &bytes).unwrap();
    let mut band = Band::scaled(6, 3..6, Color::WHITE, 3.0);
    mask(&mut band, &regions);
    let pixels = band.pixmap.pixels().iter().map(|p| (p.red(), p.green()));
    let row = [(0, 255), (0, 255), (0, 255), (255, 0), (255, 0), (255, 0)];
    assert!(pixels.eq(row.repeat(3)));
}
