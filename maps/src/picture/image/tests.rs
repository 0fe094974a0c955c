use super::*;
use crate::{ContinentId, Neighbour, Point, TerritoryId};

/// However a picture is cut into bands, it is the same, but for a shade of some
/// pixels on slanting edges, which are cut off elsewhere.
#[test]
fn bands_join_without_a_seam() {
    // Discs of three continents, two of them linked by sea, with a border that
    // waves through the third.
    let label = |x: i32, y: i32| {
        let within = |cx: i32, cy: i32, r: i32| (x - cx).pow(2) + (y - cy).pow(2) < r * r;
        match (x, y) {
            _ if within(90, 80, 60) => 1,
            _ if within(90, 330, 70) => 2,
            _ if within(270, 210, 90) && x + 9 * (y / 7 % 3) < 270 => 3,
            _ if within(270, 210, 90) => 4,
            _ => 0,
        }
    };
    let cells = (0..360 * 420).map(|at| label(at % 360, at / 360)).collect();
    let plan = Plan::of_grid(&Grid::from_cells(360, 420, false, cells));
    let mut draft = Draft::new();
    for (at, pivot) in [(90, 80), (90, 330), (220, 210), (300, 210)]
        .into_iter()
        .enumerate()
    {
        if at < 3 {
            let mut continent = draft.fresh_continent();
            continent.id = Some(ContinentId(at as u16));
            draft.continents.push(continent);
        }
        let mut territory = draft.fresh_territory();
        territory.id = Some(TerritoryId(at as u16));
        territory.continent = Some(ContinentId(at.min(2) as u16));
        territory.pivots = vec![Point::new(pivot.0, pivot.1)];
        draft.territories.push(territory);
    }
    draft.territories[0]
        .neighbours
        .push(Neighbour::sea(TerritoryId(1)));
    let mut drawing = Drawing::new(&draft, &plan);
    // As of maps that are large enough for bands.
    drawing.scale = 1.0;
    let whole = drawing.band(0..420);
    for cuts in [vec![0, 1, 100, 420], vec![0, 37, 205, 206, 389, 420]] {
        for rows in cuts.windows(2) {
            let band = drawing.band(rows[0]..rows[1]);
            let expected = &whole.pixmap.pixels()[rows[0] * 360..rows[1] * 360];
            for (at, (a, b)) in band.pixmap.pixels().iter().zip(expected).enumerate() {
                let channels = [
                    (a.red(), b.red()),
                    (a.green(), b.green()),
                    (a.blue(), b.blue()),
                ];
                let apart = channels.map(|(a, b)| a.abs_diff(b)).into_iter().max();
                assert!(
                    apart <= Some(12),
                    "{rows:?}: {}, {}",
                    at % 360,
                    rows[0] + at / 360
                );
            }
        }
    }
}
