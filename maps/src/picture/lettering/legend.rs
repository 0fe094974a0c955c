//! Which colour is which continent.

use std::collections::BTreeSet;

use tiny_skia::{Path, PathBuilder, Rect, Stroke};

use super::{HALO, INK, Lettering, Unlabelled, SIZES};
use crate::Rgb;
use crate::outlines::Grid;
use crate::picture::room::Area;
use crate::picture::routes::{Route, routes};
use crate::picture::shades::{continent_colour, mix};
use crate::picture::{Plan, Shape, letters};

impl Lettering<'_> {
    /// Which colour is which continent, and its bonus, where the least land is
    /// covered, and the least of the ways by sea. Nothing if there are no continents.
    ///
    /// # Errors
    /// Why there is none.
    pub fn legend(&mut self) -> Result<Vec<Shape>, Unlabelled> {
        let continents = &self.draft.continents;
        if continents.is_empty() {
            return Ok(Vec::new());
        }
        let names = continents.iter().map(|continent| {
            let name = self.name(&continent.name).ok_or(Unlabelled::Nameless)?;
            letters::knows(name)
                .then_some(name)
                .ok_or(Unlabelled::Letters)
        });
        let names = names.collect::<Result<Vec<_>, _>>()?;
        let bonuses: Vec<String> = continents
            .iter()
            .map(|continent| {
                continent
                    .bonus
                    .map_or_else(String::new, |bonus| format!("+{bonus}"))
            })
            .collect();
        let full = self.size_by_map();
        let land = Land::of(self.plan, &routes(self.draft, self.plan));
        let place = SIZES.iter().find_map(|share| {
            let size = (full * share).max(self.smallest);
            let widest = |texts: &mut dyn Iterator<Item = &str>| {
                texts
                    .map(|text| letters::width(text, size))
                    .fold(0.0, f32::max)
            };
            let name = widest(&mut names.iter().copied());
            let bonus = widest(&mut bonuses.iter().map(String::as_str));
            let width = size * 3.4 + name + bonus;
            let height = size * (1.5 * names.len() as f32 + 0.8);
            let area = self.emptiest(&land, width, height)?;
            Some((size, area))
        });
        let (size, area) = place.ok_or(Unlabelled::Room)?;
        self.room.take(area);
        let mut shapes = frame(area, size);
        for (i, (name, bonus)) in names.iter().zip(&bonuses).enumerate() {
            let middle = area.top + size * (1.15 + 1.5 * i as f32);
            let colour = mix(HALO, continent_colour(self.draft, i), 0.75);
            let (x, y) = (area.left + size * 0.6, middle - size * 0.45);
            if let Some(swatch) = Rect::from_xywh(x, y, size * 1.2, size * 0.9) {
                let path = PathBuilder::from_rect(swatch);
                shapes.push(Shape::filled(path.clone(), colour, 1.0));
                shapes.push(stroke(path, INK, 0.6, size * 0.06));
            }
            let baseline = middle + size * letters::CAPITAL / 2.0;
            let right = area.right - size * 0.6 - letters::width(bonus, size);
            for (text, x) in [(*name, x + size * 1.6), (bonus, right)] {
                if let Some(path) = letters::line(text, size, [x, baseline]) {
                    shapes.push(Shape::filled(path, INK, 1.0));
                }
            }
        }
        Ok(shapes)
    }

    /// The free place of this size with the least land; of equal ones the one
    /// nearest to a corner.
    fn emptiest(&self, land: &Land, width: f32, height: f32) -> Option<Area> {
        const STEPS: usize = 100;
        let margin = height.min(width) * 0.12;
        let across = self.plan.width() as f32 - width - 2.0 * margin;
        let down = self.plan.height() as f32 - height - 2.0 * margin;
        if across < 0.0 || down < 0.0 {
            return None;
        }
        let mut best: Option<(u64, Area)> = None;
        for row in 0..=STEPS {
            for column in 0..=STEPS {
                let left = margin + across * column as f32 / STEPS as f32;
                let top = margin + down * row as f32 / STEPS as f32;
                let area = Area {
                    left,
                    top,
                    right: left + width,
                    bottom: top + height,
                };
                let inwards = column.min(STEPS - column) + row.min(STEPS - row);
                let cost = land.within(area) * 4 * STEPS as u64 + inwards as u64;
                if best.is_none_or(|(least, _)| cost < least) && self.room.is_free(area) {
                    best = Some((cost, area));
                }
            }
        }
        best.map(|(_, area)| area)
    }
}

/// How many squares of land a square of a way by sea is worth: a way is thin, and yet
/// lost where anything covers it.
const WAY: u32 = 64;

/// Points of a way by sea that are looked at.
const STEPS_OF_A_WAY: u32 = 256;

/// Where there is land, or a way by sea, in squares of a few pixels, so that any box
/// is counted at once and no sliver is missed.
struct Land {
    /// Pixels along a square.
    side: usize,
    /// Squares in a row, and one more.
    across: usize,
    /// How many squares above and to the left of a corner hold land.
    sums: Vec<u32>,
}

impl Land {
    fn of(plan: &Plan, routes: &[Route]) -> Self {
        let side = plan.width().max(plan.height()).div_ceil(1024);
        let columns = plan.width().div_ceil(side);
        let rows = plan.height().div_ceil(side);
        let across = columns + 1;
        let mut ways = BTreeSet::new();
        for route in routes {
            for step in 0..=STEPS_OF_A_WAY {
                let [x, y] = route.at(step as f32 / STEPS_OF_A_WAY as f32);
                // Those beyond an edge are drawn again on the other side.
                let x = x.rem_euclid(plan.width() as f32);
                ways.insert((y.max(0.0) as usize / side, x as usize / side));
            }
        }
        let mut sums = vec![0; across];
        let mut holds = vec![false; columns];
        for row in 0..rows {
            holds.fill(false);
            for y in row * side..((row + 1) * side).min(plan.height()) {
                for (at, _) in plan.row(y).filter(|&(_, label)| label != Grid::SEA) {
                    holds[at.start / side..at.end.div_ceil(side)].fill(true);
                }
            }
            let mut left = 0;
            sums.push(0);
            for (column, &holds) in holds.iter().enumerate() {
                left += u32::from(holds);
                if ways.contains(&(row, column)) {
                    left += WAY;
                }
                sums.push(left + sums[row * across + column + 1]);
            }
        }
        Self { side, across, sums }
    }

    /// How many squares of a box hold land, those counted that it cuts.
    fn within(&self, area: Area) -> u64 {
        let rows = self.sums.len() / self.across - 1;
        let from = |at: f32| at.max(0.0) as usize / self.side;
        let to = |at: f32, most: usize| (at.ceil() as usize).div_ceil(self.side).min(most);
        let (left, top) = (from(area.left), from(area.top));
        let right = to(area.right, self.across - 1).max(left);
        let bottom = to(area.bottom, rows).max(top);
        let sum = |row: usize, column: usize| u64::from(self.sums[row * self.across + column]);
        sum(bottom, right) + sum(top, left) - sum(top, right) - sum(bottom, left)
    }
}

fn stroke(path: Path, colour: Rgb, opacity: f32, width: f32) -> Shape {
    let stroke = Stroke {
        width,
        ..Stroke::default()
    };
    Shape::line(path, colour, opacity, stroke)
}

fn frame(area: Area, size: f32) -> Vec<Shape> {
    let rect = Rect::from_ltrb(area.left, area.top, area.right, area.bottom);
    let Some(frame) = rect.map(PathBuilder::from_rect) else {
        return Vec::new();
    };
    vec![
        Shape::filled(frame.clone(), HALO, 0.88),
        stroke(frame, INK, 0.55, size * 0.07),
    ]
}

#[cfg(test)]
mod tests {
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
}
