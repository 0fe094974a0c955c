use super::*;
use crate::picture::Band;
use crate::{Draft, Names};
use proptest::prelude::*;
use tiny_skia::Color;

proptest! {
    /// Whatever holds no land at all is known to.
    #[test]
    fn no_sliver_of_land_is_missed(
        land in prop::collection::vec((0..1_500_usize, 0..40_usize), 0..6),
        (left, top) in (0..1_400_usize, 0..30_usize),
        (width, height) in (1..100_usize, 1..10_usize),
    ) {
        let mut cells = vec![Grid::SEA; 1_500 * 40];
        for &(x, y) in &land {
            cells[y * 1_500 + x] = 1;
        }
        let grid = Grid::from_cells(1_500, 40, false, cells);
        let edge = |at: usize| at as f32;
        let area = Area {
            left: edge(left),
            top: edge(top),
            right: edge(left + width),
            bottom: edge(top + height),
        };
        let inside = |&&(x, y): &&(usize, usize)| {
            (left..left + width).contains(&x) && (top..top + height).contains(&y)
        };
        let found = Land::of(&Plan::of_grid(&grid), &[]).within(area);
        prop_assert!(found > 0 || land.iter().find(inside).is_none());
        // Squares of two pixels are cut at most on either side.
        let near = |&&(x, y): &&(usize, usize)| {
            (left.saturating_sub(2)..left + width + 2).contains(&x)
                && (top.saturating_sub(2)..top + height + 2).contains(&y)
        };
        prop_assert!(found <= land.iter().filter(near).count() as u64);
    }
}

/// A thin way is worth more than the land that it could be put on instead.
#[test]
fn a_way_is_not_covered_for_a_little_land() {
    let mut cells = vec![Grid::SEA; 400 * 300];
    cells[..60].fill(1);
    let plan = Plan::of_grid(&Grid::from_cells(400, 300, false, cells));
    let way = Route {
        start: [0.0, 250.0],
        bend: [200.0, 250.0],
        end: [399.0, 250.0],
    };
    let land = Land::of(&plan, &[way]);
    let at = |top: f32| Area {
        left: 0.0,
        top,
        right: 100.0,
        bottom: top + 60.0,
    };
    assert!(land.within(at(0.0)) < land.within(at(220.0)));
    assert_eq!(land.within(at(100.0)), 0);
}

#[test]
fn a_legend_stands_where_there_is_no_land() {
    let mut draft = Draft::new();
    // Land on the left, sea on the right.
    let cells = (0..400 * 300).map(|at| u16::from(at % 400 < 200)).collect();
    let grid = Grid::from_cells(400, 300, false, cells);
    for name in ["Severní Amerika", "Asie"] {
        let mut continent = draft.fresh_continent();
        continent.name = Names::plain(name);
        continent.bonus = Some(5);
        draft.continents.push(continent);
    }
    let plan = Plan::of_grid(&grid);
    let legend = Lettering::new(&draft, &plan, None).legend().unwrap();
    let mut band = Band::new(400, 0..300, Color::TRANSPARENT);
    band.paint(&legend);
    let painted = |x: usize, y: usize| band.pixmap.pixels()[y * 400 + x].alpha() > 0;
    assert!((0..300).all(|y| (0..200).all(|x| !painted(x, y))));
    assert!((0..300).any(|y| (200..400).any(|x| painted(x, y))));

    draft.continents[0].name = Names::default();
    let nameless = Lettering::new(&draft, &plan, None).legend();
    assert_eq!(nameless.err(), Some(Unlabelled::Nameless));
}
