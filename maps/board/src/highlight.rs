//! Highlighted plots: selected, under the pointer, offered.

use iced::advanced::image::Handle;
use iced::{Color, Size};
use marchland_maps::mask::View;

use crate::camera::Camera;
use crate::ground::{TILE, Tile};
use crate::scene::{PlotIndex, Scene};

/// A veil over some plots and a line around them.
#[derive(Debug, Clone, PartialEq)]
pub struct Highlight {
    /// Which plots; plots side by side get one line around them all.
    pub plots: Vec<PlotIndex>,
    /// The veil; its alpha counts.
    pub veil: Color,
    /// The line around the plots; its alpha counts.
    pub edge: Color,
    /// Half the width of the line in logical pixels, at most 4.
    pub reach: f32,
}

/// Draws a highlight for a widget of `size` physical pixels; `camera` and
/// `reach` count physical pixels. Takes time proportional to the visible part
/// of the rectangle around the plots.
pub(crate) fn compose(
    scene: &Scene,
    camera: Camera,
    size: Size<u32>,
    highlight: &Highlight,
    reach: u32,
) -> Vec<Tile> {
    let Some(regions) = &scene.regions else {
        return Vec::new();
    };
    let bounds = highlight.plots.iter().filter_map(|&p| scene.bounds_of(p));
    let Some(around) = bounds.reduce(|a, b| a.with(&b)) else {
        return Vec::new();
    };
    let span = |from: f64, length: f64, start: f64, room: u32| {
        let margin = f64::from(reach) + 1.0;
        let first = ((from - start) * camera.scale - margin).max(0.0) as u32;
        let last = ((from + length - start) * camera.scale + margin)
            .ceil()
            .max(0.0) as u32;
        (first, last.min(room))
    };
    let (x0, x1) = span(around.left, around.width, camera.left, size.width);
    let (y0, y1) = span(around.top, around.height, camera.top, size.height);
    if x1 <= x0 || y1 <= y0 {
        return Vec::new();
    }
    let (width, height) = ((x1 - x0) as usize, (y1 - y0) as usize);
    let view = View {
        left: camera.left + f64::from(x0) / camera.scale,
        top: camera.top + f64::from(y0) / camera.scale,
        scale: camera.scale,
        width,
        height,
    };
    let mut inside = vec![[0_u8; 4]; width * height];
    for &plot in &highlight.plots {
        for &region in scene.plots().get(plot).map_or(&[][..], |p| &p.regions) {
            regions.paint_region(region, &view, [255; 4], &mut inside);
        }
    }
    let (at_left, at_right) = (x0 == 0, x1 == size.width);
    let drawn = outline(
        &inside,
        width,
        height,
        highlight,
        reach,
        [at_left, at_right, y0 == 0, y1 == size.height],
    );
    cut(&drawn, width, height, x0, y0)
}

/// Fills the inside with the veil and draws the line along its rim. At the
/// sides named in `open` (left, right, top, bottom) the plot goes on beyond
/// the widget, so there is no rim.
fn outline(
    inside: &[[u8; 4]],
    width: usize,
    height: usize,
    highlight: &Highlight,
    reach: u32,
    open: [bool; 4],
) -> Vec<[u8; 4]> {
    const SIDES: [(isize, isize); 4] = [(-1, 0), (1, 0), (0, -1), (0, 1)];
    let is_in = |at: usize| inside[at][3] != 0;
    let veil = highlight.veil.into_rgba8();
    let edge = highlight.edge.into_rgba8();
    let mut out: Vec<[u8; 4]> = inside
        .iter()
        .map(|pixel| if pixel[3] == 0 { [0; 4] } else { veil })
        .collect();
    let reach = reach as isize;
    let disc: Vec<(isize, isize)> = (-reach..=reach)
        .flat_map(|dy| (-reach..=reach).map(move |dx| (dx, dy)))
        .filter(|(dx, dy)| dx * dx + dy * dy <= reach * reach + reach / 2)
        .collect();
    for y in 0..height {
        for x in 0..width {
            if !is_in(y * width + x) {
                continue;
            }
            let beside = |(dx, dy)| {
                let (x, y) = (x.checked_add_signed(dx)?, y.checked_add_signed(dy)?);
                (x < width && y < height).then_some(y * width + x)
            };
            let mut sides = SIDES.into_iter().zip(open);
            let is_rim = sides.any(|(side, open)| beside(side).map_or(!open, |at| !is_in(at)));
            if is_rim {
                for at in disc.iter().copied().filter_map(beside) {
                    out[at] = edge;
                }
            }
        }
    }
    out
}

fn cut(drawn: &[[u8; 4]], width: usize, height: usize, x0: u32, y0: u32) -> Vec<Tile> {
    let side = TILE as usize;
    let mut tiles = Vec::new();
    for y in (0..height).step_by(side) {
        for x in (0..width).step_by(side) {
            let (w, h) = (side.min(width - x), side.min(height - y));
            let mut pixels = Vec::with_capacity(w * h * 4);
            for row in y..y + h {
                pixels.extend_from_slice(drawn[row * width + x..][..w].as_flattened());
            }
            tiles.push(Tile {
                x: (x0 + x as u32) as i32,
                y: (y0 + y as u32) as i32,
                width: w as u32,
                height: h as u32,
                handle: Handle::from_rgba(w as u32, h as u32, pixels),
            });
        }
    }
    tiles
}
