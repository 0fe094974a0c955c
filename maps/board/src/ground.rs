//! The map's surface, drawn from the mask's runs at the screen's own pixels.

use iced::advanced::image::Handle;
use marchland_maps::mask::{Regions, View};

use crate::camera::Camera;
use crate::fill::{Fill, Kind};
use crate::picture::{Picture, Tracing};
use crate::scene::{Scene, Washed};

/// Side of a tile in physical pixels. A changed tile is redrawn whole, so large ones cost where
/// little changes; small ones are many to compare.
pub(crate) const TILE: u32 = 64;

/// A piece of an image, placed in physical pixels from the widget's corner.
#[derive(Debug, Clone)]
pub(crate) struct Tile {
    pub(crate) x: i32,
    pub(crate) y: i32,
    pub(crate) width: u32,
    pub(crate) height: u32,
    pub(crate) handle: Handle,
}

/// Draws `width` by `height` physical pixels of the map, four bytes each; `camera` counts physical pixels
/// and has its corner where these begin. Zoomed out, each is the mean of `samples` by
/// `samples` points of the mask. `washed` is what [`Scene::washed`] returns, if there are washes.
pub(crate) fn compose(
    scene: &Scene,
    regions: &Regions,
    washed: Option<&Washed>,
    camera: Camera,
    (width, height): (u32, u32),
    samples: u32,
) -> Vec<u8> {
    let samples = if camera.scale < 1.0 { samples } else { 1 };
    // More columns and rows, for the borders to what lies beside.
    let margin = CONTINENT_BORDER * samples;
    let view = View {
        left: camera.left,
        top: camera.top,
        scale: camera.scale * f64::from(samples),
        width: (width * samples + margin) as usize,
        height: (height * samples + margin) as usize,
    };
    let mut slots = vec![[0; 4]; view.width * view.height];
    regions.paint(&view, &scene.slots, &mut slots);
    let mut fills = &scene.fills;
    if let Some((all, of_washes)) = washed {
        for (wash, (slot, covered)) in scene.washes.iter().zip(of_washes) {
            wash.lay(&view, &mut slots, *slot, covered);
        }
        fills = all;
    }
    let fine = colour(scene, fills, (&view, samples), &slots);
    if samples == 1 {
        fine.into_flattened()
    } else {
        reduce(&fine, width as usize, height as usize, samples as usize)
    }
}

/// The breadth of borders between continents, in physical pixels.
const CONTINENT_BORDER: u32 = 2;

/// Turns slots into colours, without the extra columns and rows.
fn colour(
    scene: &Scene,
    fills: &[Fill],
    (view, samples): (&View, u32),
    slots: &[[u8; 4]],
) -> Vec<[u8; 4]> {
    // The corner as pixels from that of the map, for hatches to go on from tile to tile.
    let (left, top) = (view.left * view.scale, view.top * view.scale);
    // Rounded alike on both sides of zero.
    let whole = |at: f64| (at + 0.5 + 1e-6).floor() as i64;
    let (left, top) = (whole(left), whole(top));
    let unit = i64::from(samples);
    let stride = view.width;
    let margin = (CONTINENT_BORDER * samples) as usize;
    let at = |i: usize| u32::from_le_bytes(slots[i]);
    let under = scene
        .picture
        .as_ref()
        .map(|picture| Underlay::new(picture, scene.size(), view));
    let traced = scene.tracing.as_ref().map(|of| Traced::new(of, view));
    let mut out = Vec::with_capacity(slots.len());
    for y in 0..view.height - margin {
        let row = y * stride;
        let picture_row = under.as_ref().map(|u| u.row(view, y));
        let traced_row = traced.as_ref().and_then(|t| Some((t, t.row(view, y)?)));
        let (mut last, mut fill) = (u32::MAX, Fill::default());
        for x in 0..stride - margin {
            let slot = at(row + x);
            if slot != last {
                fill = fills[slot as usize];
                last = slot;
            }
            let right = at(row + x + 1);
            let below = at(row + stride + x);
            let border = if right == slot && below == slot {
                None
            } else {
                let to = |other: u32| {
                    (other != slot)
                        .then(|| fill.border(&fills[other as usize]))
                        .flatten()
                };
                to(right).or_else(|| to(below))
            };
            let border = if fill.has_continent() {
                let beyond = [at(row + x + margin), at(row + margin * stride + x)];
                let beyond = beyond.iter().filter(|&&other| other != slot);
                let mut broad = beyond.map(|&other| fill.continent_border(&fills[other as usize]));
                broad.find_map(|border| border).or(border)
            } else {
                border
            };
            let place = (left + x as i64, top + y as i64);
            let pixel = border.unwrap_or_else(|| fill.at(place, unit));
            let drawn = match (&under, picture_row) {
                (Some(under), Some(picture_row)) if fill.kind != Kind::Nothing => {
                    let below = under.pixel(picture_row, x);
                    let share = match border {
                        Some(_) => under.tint.max(96),
                        None => fill.cover(place, unit, under.tint),
                    };
                    blend(below, pixel, share)
                }
                _ => pixel,
            };
            out.push(match traced_row {
                Some((traced, row)) if fill.kind != Kind::Nothing => {
                    traced.through(row, x, drawn, border.is_some())
                }
                _ => drawn,
            });
        }
    }
    out
}

/// The placement of a picture's pixels.
struct Underlay<'a> {
    picture: &'a Picture,
    columns: Vec<u32>,
    rows: f64,
    tint: u32,
}

impl<'a> Underlay<'a> {
    fn new(picture: &'a Picture, mask: (u32, u32), view: &View) -> Self {
        let across = f64::from(picture.width) / f64::from(mask.0.max(1));
        let columns = (0..view.width)
            .map(|x| ((view.left + (x as f64 + 0.5) / view.scale) * across).max(0.0) as u32)
            .map(|x| x.min(picture.width - 1))
            .collect();
        Self {
            picture,
            columns,
            rows: f64::from(picture.height) / f64::from(mask.1.max(1)),
            tint: (picture.tint * 256.0) as u32,
        }
    }

    /// Index of the first pixel of the picture's row under row `y` of the view.
    fn row(&self, view: &View, y: usize) -> usize {
        let row = (view.top + (y as f64 + 0.5) / view.scale) * self.rows;
        (row.max(0.0) as usize).min(self.picture.height as usize - 1) * self.picture.width as usize
    }

    fn pixel(&self, row: usize, x: usize) -> [u8; 4] {
        self.picture.pixels[row + self.columns[x] as usize]
    }
}

/// The placement of a traced picture's pixels.
struct Traced<'a> {
    of: &'a Tracing,
    columns: Vec<Option<u32>>,
    share: u32,
}

impl<'a> Traced<'a> {
    fn new(of: &'a Tracing, view: &View) -> Self {
        let column = |x: usize| {
            let at = view.left + (x as f64 + 0.5) / view.scale;
            Self::pixel((at - of.left) / of.scale, of.picture.width)
        };
        Self {
            of,
            columns: (0..view.width).map(column).collect(),
            share: (of.opacity.clamp(0.0, 1.0) * 256.0) as u32,
        }
    }

    fn pixel(at: f64, length: u32) -> Option<u32> {
        (at >= 0.0 && at < f64::from(length)).then_some(at as u32)
    }

    /// Index of the first pixel of the picture's row at row `y` of the view, if it has one.
    fn row(&self, view: &View, y: usize) -> Option<usize> {
        let at = view.top + (y as f64 + 0.5) / view.scale;
        let row = Self::pixel((at - self.of.top) / self.of.scale, self.of.picture.height)?;
        Some(row as usize * self.of.picture.width as usize)
    }

    /// A pixel of the ground with the picture showing through; borders stay stronger.
    fn through(&self, row: usize, x: usize, ground: [u8; 4], is_border: bool) -> [u8; 4] {
        let Some(column) = self.columns[x] else {
            return ground;
        };
        let picture = self.of.picture.pixels[row + column as usize];
        let share = self.share * u32::from(picture[3]) / 255;
        let share = if is_border { share / 2 } else { share };
        blend(ground, picture, share)
    }
}

/// `share` of 256 parts of `over` on top of `under`, opaque.
fn blend(under: [u8; 4], over: [u8; 4], share: u32) -> [u8; 4] {
    let part =
        |i: usize| ((u32::from(under[i]) * (256 - share) + u32::from(over[i]) * share) >> 8) as u8;
    [part(0), part(1), part(2), 255]
}

/// The means of squares of `samples` by `samples` pixels.
fn reduce(fine: &[[u8; 4]], width: usize, height: usize, samples: usize) -> Vec<u8> {
    let stride = width * samples;
    let count = (samples * samples) as u32;
    let mut out = Vec::with_capacity(width * height * 4);
    for y in 0..height {
        for x in 0..width {
            let first = y * samples * stride + x * samples;
            let corner = fine[first];
            let mut sum = [0_u32; 4];
            let mut plain = true;
            for row in 0..samples {
                for pixel in &fine[first + row * stride..][..samples] {
                    plain &= *pixel == corner;
                    for (sum, part) in sum.iter_mut().zip(pixel) {
                        *sum += u32::from(*part);
                    }
                }
            }
            if plain {
                out.extend_from_slice(&corner);
            } else {
                out.extend(sum.map(|part| ((part + count / 2) / count) as u8));
            }
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use marchland_maps::Rgb;

    use crate::scene::tests::{LAND, strip};
    use crate::style::Style;

    #[test]
    fn the_ground_has_the_colours_of_its_plots_and_borders_between() {
        let scene = strip();
        let camera = Camera {
            left: 0.0,
            top: 0.0,
            scale: 2.0,
        };
        let regions = scene.regions.as_deref().expect("a mask");
        let drawn = compose(&scene, regions, None, camera, (80, 20), 2);
        let at = |x: usize| &drawn[(10 * 80 + x) * 4..][..3];
        assert_eq!(at(5), LAND[0].0);
        assert_eq!(at(25), LAND[1].0);
        assert_eq!(at(45), Style::light().sea.0);
        assert_ne!(at(19), LAND[0].0, "the border to the next");
        assert_ne!(at(19), LAND[1].0);
    }

    #[test]
    fn continents_have_a_broad_border_between_them() {
        let drawn = |continents: [Option<u16>; 2], scale: f64| {
            let plain = strip();
            let mut plots = plain.plots().to_vec();
            for (plot, continent) in plots.iter_mut().zip(continents) {
                plot.continent = continent;
            }
            let sea = [Rgb::WHITE];
            let scene = Scene::new(plain.regions.clone(), plots, &sea, &[], Style::light());
            let camera = Camera {
                left: 0.0,
                top: 0.0,
                scale,
            };
            let regions = scene.regions.as_deref().expect("a mask");
            let size = ((40.0 * scale) as u32, (10.0 * scale) as u32);
            compose(&scene, regions, None, camera, size, 2)
        };
        let row = |continents, scale: f64| {
            let width = (40.0 * scale) as usize;
            let row = drawn(continents, scale);
            let row = &row[(4.0 * scale) as usize * width * 4..][..width * 4];
            let red: Vec<u8> = row.chunks(4).map(|pixel| pixel[0]).collect();
            red
        };
        for scale in [0.8, 2.0] {
            let same = row([Some(1), Some(1)], scale);
            assert_eq!(same, row([None, Some(1)], scale));
            let apart = row([Some(1), Some(2)], scale);
            let border = (10.0 * scale) as usize;
            let differ = (0..apart.len()).filter(|&x| same[x] != apart[x]);
            assert_eq!(
                differ.collect::<Vec<_>>(),
                [border - 2, border - 1],
                "{scale}"
            );
            assert!(apart[border - 1] < LAND[0].0[0] / 2, "dark");
        }
    }

    #[test]
    fn a_picture_shines_through_where_it_lies() {
        let red = vec![[255, 0, 0, 255]; 4];
        let tracing = |opacity| Tracing {
            picture: Picture::new(2, 2, red.clone(), 0.0).expect("four pixels"),
            left: 2.0,
            top: 0.0,
            scale: 2.0,
            opacity,
        };
        let camera = Camera {
            left: 0.0,
            top: 0.0,
            scale: 2.0,
        };
        let seen = |opacity| {
            let scene = strip().with_tracing(Some(tracing(opacity)));
            let regions = scene.regions.as_deref().expect("a mask");
            let pixels = compose(&scene, regions, None, camera, (80, 20), 2);
            [(1, 2), (8, 2), (12, 2), (8, 9)].map(|(x, y): (usize, usize)| {
                let at = (y * 80 + x) * 4;
                [pixels[at], pixels[at + 1], pixels[at + 2]]
            })
        };
        let land = LAND[0].0;
        assert_eq!(seen(0.0), [land; 4]);
        assert_eq!(seen(1.0), [land, [255, 0, 0], land, land]);
        let half = seen(0.5)[1];
        assert_eq!(half[1], ((u32::from(land[1]) * 128) >> 8) as u8);
    }
}
