//! The map's surface, drawn from the mask's runs at the screen's own pixels.

use iced::Size;
use iced::advanced::image::Handle;
use marchland_maps::mask::View;

use crate::camera::Camera;
use crate::fill::{Fill, Kind, Picture};
use crate::scene::Scene;

/// Longest side of a tile in physical pixels. Images of 2 MiB and more reach a
/// graphics card some frames late; one of these has 1 MiB.
pub(crate) const TILE: u32 = 512;

/// A piece of an image, placed in physical pixels from the widget's corner.
#[derive(Debug, Clone)]
pub(crate) struct Tile {
    pub(crate) x: u32,
    pub(crate) y: u32,
    pub(crate) width: u32,
    pub(crate) height: u32,
    pub(crate) handle: Handle,
}

/// Draws what a widget of `size` physical pixels shows; `camera` counts
/// physical pixels too. Zoomed out, each pixel is the mean of `samples` by
/// `samples` points of the mask.
pub(crate) fn compose(scene: &Scene, camera: Camera, size: Size<u32>, samples: u32) -> Vec<Tile> {
    let Some(regions) = &scene.regions else {
        return Vec::new();
    };
    let samples = if camera.scale < 1.0 { samples } else { 1 };
    let scale = camera.scale * f64::from(samples);
    let (mask_width, mask_height) = scene.size();
    // Only where the map is: the desk around it needs no tile.
    let visible = |start: f64, length: u32, room: u32| {
        let from = ((0.0 - start) * camera.scale).floor().max(0.0);
        let to = ((f64::from(length) - start) * camera.scale).ceil();
        (from as u32)..(to.max(0.0) as u32).min(room)
    };
    let columns = visible(camera.left, mask_width, size.width);
    let rows = visible(camera.top, mask_height, size.height);

    let mut tiles = Vec::new();
    let mut slots: Vec<[u8; 4]> = Vec::new();
    let mut fine: Vec<[u8; 4]> = Vec::new();
    for y in rows.clone().step_by(TILE as usize) {
        for x in columns.clone().step_by(TILE as usize) {
            let (width, height) = (TILE.min(columns.end - x), TILE.min(rows.end - y));
            // One more column and row, to see the borders to the next tile.
            let view = View {
                left: camera.left + f64::from(x) / camera.scale,
                top: camera.top + f64::from(y) / camera.scale,
                scale,
                width: (width * samples + 1) as usize,
                height: (height * samples + 1) as usize,
            };
            slots.clear();
            slots.resize(view.width * view.height, [0; 4]);
            regions.paint(&view, &scene.slots, &mut slots);
            fine.clear();
            colour(scene, &view, &slots, &mut fine);
            let pixels = if samples == 1 {
                fine.as_flattened().to_vec()
            } else {
                reduce(&fine, width as usize, height as usize, samples as usize)
            };
            tiles.push(Tile {
                x,
                y,
                width,
                height,
                handle: Handle::from_rgba(width, height, pixels),
            });
        }
    }
    tiles
}

/// Turns slots into colours, leaving the extra column and row out.
fn colour(scene: &Scene, view: &View, slots: &[[u8; 4]], out: &mut Vec<[u8; 4]>) {
    let stride = view.width;
    let at = |i: usize| u32::from_le_bytes(slots[i]);
    let under = scene
        .picture
        .as_ref()
        .map(|picture| Underlay::new(picture, scene.size(), view));
    for y in 0..view.height - 1 {
        let row = y * stride;
        let picture_row = under.as_ref().map(|u| u.row(view, y));
        let (mut last, mut fill) = (u32::MAX, Fill::default());
        for x in 0..stride - 1 {
            let slot = at(row + x);
            if slot != last {
                fill = scene.fills[slot as usize];
                last = slot;
            }
            let right = at(row + x + 1);
            let below = at(row + stride + x);
            let border = if right == slot && below == slot {
                None
            } else {
                let to = |other: u32| {
                    (other != slot)
                        .then(|| fill.border(&scene.fills[other as usize]))
                        .flatten()
                };
                to(right).or_else(|| to(below))
            };
            let pixel = border.unwrap_or(fill.body);
            out.push(match (&under, picture_row) {
                (Some(under), Some(picture_row)) if fill.kind != Kind::Nothing => {
                    let below = under.pixel(picture_row, x);
                    let share = match (border, fill.kind) {
                        (Some(_), _) => under.tint.max(96),
                        (None, Kind::Land | Kind::Line) => under.tint,
                        _ => 0,
                    };
                    blend(below, pixel, share)
                }
                _ => pixel,
            });
        }
    }
}

/// Where the pixels of a picture come to lie.
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
        let tiles = compose(&scene, camera, Size::new(100, 30), 2);
        let [tile] = &tiles[..] else {
            panic!("one tile, as large as the map");
        };
        assert_eq!((tile.width, tile.height), (80, 20));
        let Handle::Rgba { pixels, .. } = &tile.handle else {
            panic!("pixels");
        };
        let at = |x: usize| &pixels[(10 * 80 + x) * 4..][..3];
        assert_eq!(at(5), LAND[0].0);
        assert_eq!(at(25), LAND[1].0);
        assert_eq!(at(45), Style::light().sea.0);
        assert_ne!(at(19), LAND[0].0, "the border to the next");
        assert_ne!(at(19), LAND[1].0);
    }
}
