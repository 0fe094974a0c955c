//! The legend of continents.

use std::collections::BTreeSet;

use tiny_skia::{Path, PathBuilder, Rect, Stroke};

use super::{HALO, INK, Lettering, SIZES, Unlabelled};
use crate::Rgb;
use crate::outlines::Grid;
use crate::picture::room::Area;
use crate::picture::routes::{Route, routes};
use crate::picture::shades::{continent_colours, mix};
use crate::picture::{Plan, Shape, letters};

impl Lettering<'_> {
    /// The colours of the continents with their bonuses, placed where they cover the least land and
    /// sea routes. Empty if there are no continents.
    ///
    /// # Errors
    /// Why there is no legend.
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
        let land = Land::of(self.plan, &routes(self.draft, self.plan));
        let full = self.legend_size();
        let places = SIZES.iter().filter_map(|share| {
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
            let (covered, area) = self.emptiest(&land, width, height)?;
            Some((covered, size, area))
        });
        // The largest size that covers least; the search stops as early as possible.
        let mut best: Option<(u64, f32, Area)> = None;
        for place in places {
            if best.is_none_or(|(least, ..)| place.0 < least) {
                best = Some(place);
            }
            if place.0 == 0 {
                break;
            }
        }
        let place = best.map(|(_, size, area)| (size, area));
        let (size, area) = place.ok_or(Unlabelled::Room)?;
        self.room.take(area);
        let mut shapes = frame(area, size);
        let colours = continent_colours(self.draft);
        for (i, (name, bonus)) in names.iter().zip(&bonuses).enumerate() {
            let middle = area.top + size * (1.15 + 1.5 * i as f32);
            let colour = mix(HALO, colours[i], 0.75);
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

    /// The free position of this size that covers least, and how much, see [`Land::within`]; among
    /// equal ones the nearest to a corner.
    fn emptiest(&self, land: &Land, width: f32, height: f32) -> Option<(u64, Area)> {
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
        best.map(|(cost, area)| (cost / (4 * STEPS as u64), area))
    }
}

/// How many squares of land a square of a sea route is worth: a route is thin, but interrupted
/// wherever anything covers it.
const WAY: u32 = 64;

/// Points of a sea route that are examined.
const STEPS_OF_A_WAY: u32 = 256;

/// Land and sea routes in squares of a few pixels, as prefix sums, so that any box is counted at
/// once and no sliver is missed.
struct Land {
    /// Side of a square in pixels.
    side: usize,
    /// Squares in a row, plus one.
    across: usize,
    /// Number of squares with land above and to the left of a corner.
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
                // Routes beyond an edge are drawn again on the other side.
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

    /// How many squares with land a box covers, including partly covered ones.
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
mod tests;
