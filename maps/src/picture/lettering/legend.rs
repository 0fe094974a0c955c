//! Which colour is which continent.

use tiny_skia::{Path, PathBuilder, Pixmap, Rect, Stroke, Transform};

use super::{HALO, INK, Lettering, Omission, SIZES, SMALLEST, fill, paint};
use crate::Rgb;
use crate::outlines::Grid;
use crate::picture::letters;
use crate::picture::room::Area;
use crate::picture::shades::{continent_colour, mix};

impl Lettering<'_> {
    /// Writes which colour is which continent, and its bonus, where the least
    /// land is covered. Draws nothing if there are no continents.
    ///
    /// # Errors
    /// Why it could not be drawn.
    pub fn legend(&mut self, pixmap: &mut Pixmap) -> Result<(), Omission> {
        let continents = &self.draft.continents;
        if continents.is_empty() {
            return Ok(());
        }
        let names = continents.iter().map(|continent| {
            let name = self.name(&continent.name).ok_or(Omission::Nameless)?;
            letters::knows(name)
                .then_some(name)
                .ok_or(Omission::Letters)
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
        let place = SIZES.iter().find_map(|share| {
            let size = (full * share).max(SMALLEST);
            let widest = |texts: &mut dyn Iterator<Item = &str>| {
                texts
                    .map(|text| letters::width(text, size))
                    .fold(0.0, f32::max)
            };
            let name = widest(&mut names.iter().copied());
            let bonus = widest(&mut bonuses.iter().map(String::as_str));
            let width = size * 3.4 + name + bonus;
            let height = size * (1.5 * names.len() as f32 + 0.8);
            let area = self.emptiest(width, height)?;
            Some((size, area))
        });
        let (size, area) = place.ok_or(Omission::Room)?;
        self.room.take(area);
        draw_frame(pixmap, area, size);
        for (i, (name, bonus)) in names.iter().zip(&bonuses).enumerate() {
            let middle = area.top + size * (1.15 + 1.5 * i as f32);
            let colour = mix(HALO, continent_colour(self.draft, i), 0.75);
            let (x, y) = (area.left + size * 0.6, middle - size * 0.45);
            if let Some(swatch) = Rect::from_xywh(x, y, size * 1.2, size * 0.9) {
                let path = PathBuilder::from_rect(swatch);
                fill(pixmap, &path, colour, 1.0);
                stroke(pixmap, &path, INK, 0.6, size * 0.06);
            }
            let baseline = middle + size * letters::CAPITAL / 2.0;
            let right = area.right - size * 0.6 - letters::width(bonus, size);
            for (text, x) in [(*name, x + size * 1.6), (bonus, right)] {
                if let Some(path) = letters::line(text, size, [x, baseline]) {
                    fill(pixmap, &path, INK, 1.0);
                }
            }
        }
        Ok(())
    }

    /// The free place of this size with the least land; of equal ones the one
    /// nearest to a corner.
    fn emptiest(&self, width: f32, height: f32) -> Option<Area> {
        const STEPS: usize = 40;
        let margin = height.min(width) * 0.12;
        let across = self.grid.width() as f32 - width - 2.0 * margin;
        let down = self.grid.height() as f32 - height - 2.0 * margin;
        if across < 0.0 || down < 0.0 {
            return None;
        }
        let mut best: Option<(u32, Area)> = None;
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
                let cost = self.land(area) * 4 * STEPS as u32 + inwards as u32;
                if best.is_none_or(|(least, _)| cost < least) && self.room.is_free(area) {
                    best = Some((cost, area));
                }
            }
        }
        best.map(|(_, area)| area)
    }

    /// How many of some points of a box are land, of 1,024.
    fn land(&self, area: Area) -> u32 {
        const POINTS: usize = 32;
        let point = |i: usize, from: f32, to: f32| {
            (from + (i as f32 + 0.5) / POINTS as f32 * (to - from)) as usize
        };
        let rows = (0..POINTS).map(|row| self.grid.row(point(row, area.top, area.bottom)));
        let land = rows.map(|cells| {
            let columns = (0..POINTS).map(|column| cells[point(column, area.left, area.right)]);
            columns.filter(|&label| label != Grid::SEA).count() as u32
        });
        land.sum()
    }
}

fn stroke(pixmap: &mut Pixmap, path: &Path, colour: Rgb, opacity: f32, width: f32) {
    let stroke = Stroke {
        width,
        ..Stroke::default()
    };
    let here = Transform::identity();
    pixmap.stroke_path(path, &paint(colour, opacity), &stroke, here, None);
}

fn draw_frame(pixmap: &mut Pixmap, area: Area, size: f32) {
    let rect = Rect::from_ltrb(area.left, area.top, area.right, area.bottom);
    if let Some(frame) = rect.map(PathBuilder::from_rect) {
        fill(pixmap, &frame, HALO, 0.88);
        stroke(pixmap, &frame, INK, 0.55, size * 0.07);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Draft, Names};

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
        let mut pixmap = Pixmap::new(400, 300).unwrap();
        Lettering::new(&draft, &grid, None)
            .legend(&mut pixmap)
            .unwrap();
        let painted = |x: usize, y: usize| pixmap.pixels()[y * 400 + x].alpha() > 0;
        assert!((0..300).all(|y| (0..200).all(|x| !painted(x, y))));
        assert!((0..300).any(|y| (200..400).any(|x| painted(x, y))));

        draft.continents[0].name = Names::default();
        let nameless = Lettering::new(&draft, &grid, None).legend(&mut pixmap);
        assert_eq!(nameless, Err(Omission::Nameless));
    }
}
