//! The ground in tiles, which are kept as long as they look the same.
//!
//! Tiles are fixed to the map: they are counted from its corner, at the scale and the
//! fraction of a pixel at which it is shown.
//!
//! ```text
//!    widget            the map's corner lies at a whole pixel and a fraction; the
//!   ┌───────────┐      tiles are counted from the whole one, and drawn with the
//!   │  ┌──┬──┬──┼──    fraction. Where the map is moved by whole pixels, they move
//!   │  │00│10│20│      along, and only those that come into sight are painted.
//!   │  ├──┼──┼──┼──
//! ```
//!
//! Where colours change, tiles are repainted under those plots, and copied beside them.

use std::cell::LazyCell;
use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;

use iced::Size;
use iced::advanced::image::Handle;
use marchland_maps::mask::{Regions, Rgba};

use crate::camera::{Camera, Rect};
use crate::fill::Fill;
use crate::ground::{TILE, Tile, compose};
use crate::scene::Scene;
use crate::wash::{self, Wash};

/// The resolution of the map's corner, in parts of a physical pixel. Less is invisible, and
/// rounding must not count as a movement.
const PARTS: f64 = 64.0;

/// The tiles last seen, and what they were painted from.
#[derive(Default)]
pub(crate) struct Ground {
    tiles: HashMap<(u32, u32), Tile>,
    /// Scale, the two fractions of a pixel, samples.
    at: Option<(f64, f64, f64, u32)>,
    /// A digest of what they were painted from, except the fills.
    land: u64,
    fills: Vec<Fill>,
    version: u64,
    /// The mask they were painted from, and the fills of its colours.
    regions: Option<Arc<Regions>>,
    paints: Option<HashMap<Rgba, Fill>>,
    washes: Vec<Wash>,
}

impl Ground {
    /// Paints new and changed tiles, and returns the visible tiles of a widget of `size` physical
    /// pixels, by rows; `camera` counts physical pixels, too.
    pub(crate) fn show(
        &mut self,
        scene: &Scene,
        camera: Camera,
        size: Size<u32>,
        samples: u32,
    ) -> Vec<Tile> {
        let corner = |at: f64| (-at * camera.scale * PARTS).round() / PARTS;
        let (across, down) = (corner(camera.left), corner(camera.top));
        let (x0, y0) = (across.floor(), down.floor());
        let (part_x, part_y) = (across - x0, down - y0);
        let at = Some((camera.scale, part_x, part_y, samples));
        if self.at != at {
            self.at = at;
            self.tiles.clear();
        }
        let changed = self.changed(scene);
        let mut kept = std::mem::take(&mut self.tiles);
        let Some(regions) = scene.regions.as_deref() else {
            return Vec::new();
        };
        let (width, height) = scene.size();
        // The size of the map in pixels of the screen, from the first tile.
        let long = |length: u32, part: f64| {
            let long = f64::from(length) * camera.scale + part;
            long.ceil().max(0.0) as u32
        };
        let (long_x, long_y) = (long(width, part_x), long(height, part_y));
        let seen = |start: f64, room: u32, long: u32| {
            let first = (-start).max(0.0);
            let last = (f64::from(room) - start).clamp(0.0, f64::from(long));
            (first as u32 / TILE)..(last as u32).div_ceil(TILE)
        };
        let columns = seen(x0, size.width, long_x);
        let rows = seen(y0, size.height, long_y);
        // For all tiles once, if any is painted.
        let all_washed = LazyCell::new(|| scene.washed());
        let mut shown = Vec::new();
        let places = rows.flat_map(|row| columns.clone().map(move |column| (column, row)));
        for (column, row) in places {
            let (left, top) = (column * TILE, row * TILE);
            let size = (TILE.min(long_x - left), TILE.min(long_y - top));
            // Pixels of the tile, counted from its corner.
            let paint = |x: u32, y: u32, size: (u32, u32)| {
                let washed = (!scene.washes.is_empty()).then(|| &*all_washed);
                let corner = Camera {
                    left: (f64::from(left + x) - part_x) / camera.scale,
                    top: (f64::from(top + y) - part_y) / camera.scale,
                    scale: camera.scale,
                };
                compose(scene, regions, washed, corner, size, samples)
            };
            let corner = (f64::from(left) - part_x, f64::from(top) - part_y);
            let stale = stale(&changed, camera.scale, corner, size);
            let handle = match kept.remove(&(column, row)).map(|tile| tile.handle) {
                Some(handle) if stale.is_empty() => handle,
                Some(Handle::Rgba { pixels, .. }) => {
                    let mut pixels = pixels.to_vec();
                    for part in stale {
                        let [x, y, width, height] = part;
                        let fresh = paint(x, y, (width, height));
                        put(&mut pixels, size.0, &fresh, part);
                    }
                    Handle::from_rgba(size.0, size.1, pixels)
                }
                _ => Handle::from_rgba(size.0, size.1, paint(0, 0, size)),
            };
            let tile = Tile {
                x: x0 as i32 + left as i32,
                y: y0 as i32 + top as i32,
                width: size.0,
                height: size.1,
                handle,
            };
            self.tiles.insert((column, row), tile.clone());
            shown.push(tile);
        }
        shown
    }

    /// The parts of the mask that changed since the tiles were painted; drops all tiles if that may
    /// be anything.
    fn changed(&mut self, scene: &Scene) -> Vec<Rect> {
        let mut changed = wash::changed(&self.washes, &scene.washes);
        if !changed.is_empty() || self.washes.len() != scene.washes.len() {
            self.washes.clone_from(&scene.washes);
        }
        let version = scene.versions().ground;
        if self.version != version {
            self.version = version;
            match self.repainted(scene) {
                Some(more) => changed.extend(more),
                None => self.tiles.clear(),
            }
        }
        changed
    }

    /// Where the ground changed since it was painted; `None` if that may be anywhere.
    fn repainted(&mut self, scene: &Scene) -> Option<Vec<Rect>> {
        let land = std::mem::replace(&mut self.land, scene.land());
        let fills = std::mem::replace(&mut self.fills, scene.fills.clone());
        let regions = std::mem::replace(&mut self.regions, scene.regions.clone());
        let paints = std::mem::replace(&mut self.paints, scene.paints());
        if self.land == land {
            return scene.changed_since(&fills);
        }
        // The same mask but for a rectangle, in the same colours.
        let (from, within) = scene.redrawn.as_ref()?;
        let was = regions.filter(|was| Arc::ptr_eq(was, from));
        let (before, now) = (paints?, self.paints.as_ref()?);
        let same = now
            .iter()
            .all(|(colour, fill)| before.get(colour).is_none_or(|was| was == fill));
        let is_plain = scene.picture.is_none() && scene.tracing.is_none() && was.is_some() && same;
        is_plain.then(|| vec![*within])
    }
}

/// The parts of a tile that show any of the rectangles of the mask: left, top, width, height, in
/// pixels of the tile. `corner` is the start of the tile, in pixels of the screen from the
/// corner of the map.
fn stale(changed: &[Rect], scale: f64, corner: (f64, f64), size: (u32, u32)) -> Vec<[u32; 4]> {
    // A border has the colour of the plot beside it; rounding takes one more pixel.
    let range = |start: f64, length: f64, corner: f64, size: u32| {
        let from = (start * scale - corner - 2.0).floor().max(0.0);
        let to = ((start + length) * scale - corner + 3.0).ceil();
        // The float to integer cast saturates.
        (from as u32).min(size)..(to as u32).min(size)
    };
    let parts = changed.iter().map(|rect| {
        let columns = range(rect.left, rect.width, corner.0, size.0);
        let rows = range(rect.top, rect.height, corner.1, size.1);
        let long = |range: &Range<u32>| range.end.saturating_sub(range.start);
        [columns.start, rows.start, long(&columns), long(&rows)]
    });
    parts
        .filter(|[_, _, width, height]| width * height > 0)
        .collect()
}

/// Copies the fresh pixels of a part into a tile of that `width`.
fn put(pixels: &mut [u8], width: u32, fresh: &[u8], [x, y, part, _]: [u32; 4]) {
    let stride = 4 * width as usize;
    let rows = pixels.chunks_exact_mut(stride).skip(y as usize);
    for (row, fresh) in rows.zip(fresh.chunks_exact(4 * part as usize)) {
        row[4 * x as usize..][..fresh.len()].copy_from_slice(fresh);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::tests::{LAND, strip};

    fn ids(tiles: Vec<Tile>) -> Vec<(i32, iced::advanced::image::Id)> {
        let ids = tiles.into_iter().map(|tile| (tile.x, tile.handle.id()));
        ids.collect()
    }

    #[test]
    fn tiles_move_along_and_only_changed_ones_are_painted() {
        let mut scene = strip();
        let mut ground = Ground::default();
        // Tiles of 64 pixels on a map of 40 pixels, twenty times as large.
        let camera = Camera {
            left: 0.0,
            top: 0.0,
            scale: 20.0,
        };
        let size = Size::new(600, 60);
        let first = ids(ground.show(&scene, camera, size, 2));
        assert_eq!(first.len(), 10);
        let moved = Camera {
            left: 1.0,
            ..camera
        };
        let second = ids(ground.show(&scene, moved, size, 2));
        for (old, new) in first.iter().zip(&second) {
            assert_eq!((old.0 - 20, old.1), (new.0, new.1));
        }
        // The second plot begins at pixel 200 and ends at 400.
        scene.repaint([(1, LAND[2], None)]);
        let third = ids(ground.show(&scene, moved, size, 2));
        let same: Vec<bool> = second.iter().zip(&third).map(|(a, b)| a == b).collect();
        let painted = (0..10).filter(|&nth| !same[nth]).collect::<Vec<_>>();
        assert_eq!(painted, [3, 4, 5, 6]);
        // The repainted tiles show the same as a new board.
        let new = Ground::default().show(&scene, moved, size, 2);
        let kept = ground.show(&scene, moved, size, 2);
        let pixels = |tiles: Vec<Tile>| match &tiles[4].handle {
            Handle::Rgba { pixels, .. } => pixels.clone(),
            _ => panic!("pixels"),
        };
        assert_eq!(pixels(new), pixels(kept));
    }

    #[test]
    fn repainted_tiles_equal_tiles_painted_whole() {
        let pixels = |tiles: Vec<Tile>| {
            let pixels = tiles.into_iter().map(|tile| match tile.handle {
                Handle::Rgba { pixels, .. } => (tile.x, tile.y, pixels),
                _ => panic!("pixels"),
            });
            pixels.collect::<Vec<_>>()
        };
        for (scale, left, top) in [(0.43, -3.3, 0.0), (1.0, 0.5, -0.25), (9.7, 2.05, 1.9)] {
            for samples in [1, 2] {
                let mut scene = strip();
                let mut ground = Ground::default();
                let camera = Camera { left, top, scale };
                let size = Size::new(600, 100);
                let first = pixels(ground.show(&scene, camera, size, samples));
                for (plot, colour) in [(1, LAND[2]), (0, LAND[1]), (1, LAND[0])] {
                    scene.repaint([(plot, colour, None)]);
                    let kept = pixels(ground.show(&scene, camera, size, samples));
                    let anew = pixels(Ground::default().show(&scene, camera, size, samples));
                    assert!(kept == anew, "at {scale}, {samples}");
                    assert!(kept != first);
                }
            }
        }
    }
}
