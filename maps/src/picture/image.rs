//! Painting the picture, layer upon layer.

use std::collections::HashMap;
use std::ops::ControlFlow;

use tiny_skia::{
    Color, FillRule, LineCap, LineJoin, Mask, Paint, Path, PathBuilder, Pixmap, Stroke, StrokeDash,
    Transform,
};

use super::contours::{Contours, OUTSIDE};
use super::shades::{continent_colour, mix, steps};
use super::{distance, routes};
use crate::outlines::Grid;
use crate::{Draft, Rgb, Territory};

/// Colours and widths of a picture; widths in pixels of a sheet 2400 wide.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Style {
    /// The open sea.
    pub sea: Rgb,
    /// The shallows, next to the shore.
    pub shallows: Rgb,
    /// Land before its continent's colour is mixed in.
    pub paper: Rgb,
    /// Coasts and borders.
    pub ink: Rgb,
    /// Links by sea.
    pub route: Rgb,
}

impl Default for Style {
    fn default() -> Self {
        Self {
            sea: Rgb::new(0xC3, 0xD7, 0xE0),
            shallows: Rgb::new(0xDC, 0xE9, 0xEC),
            paper: Rgb::new(0xF7, 0xF3, 0xE8),
            ink: Rgb::new(0x3E, 0x4A, 0x54),
            route: Rgb::new(0x3D, 0x6A, 0x85),
        }
    }
}

/// Widths of the steps into the deep, and how much of the shallows' colour
/// each has.
const SHALLOWS: [(f32, f32); 4] = [(7.0, 1.0), (18.0, 0.66), (34.0, 0.36), (56.0, 0.15)];

fn colour(Rgb([r, g, b]): Rgb, opacity: f32) -> Color {
    let alpha = (opacity * 255.0).round() as u8;
    Color::from_rgba8(r, g, b, alpha)
}

fn paint(rgb: Rgb, opacity: f32) -> Paint<'static> {
    let mut paint = Paint::default();
    paint.set_color(colour(rgb, opacity));
    paint
}

fn line(width: f32) -> Stroke {
    Stroke {
        width,
        line_cap: LineCap::Round,
        line_join: LineJoin::Round,
        ..Stroke::default()
    }
}

/// One path of several lines; closed ones are closed.
fn path<'a>(lines: impl Iterator<Item = &'a Vec<[f32; 2]>>, close: bool) -> Option<Path> {
    let mut builder = PathBuilder::new();
    for points in lines {
        let Some((first, rest)) = points.split_first() else {
            continue;
        };
        builder.move_to(first[0], first[1]);
        for [x, y] in rest {
            builder.line_to(*x, *y);
        }
        if close || points.first() == points.last() {
            builder.close();
        }
    }
    builder.finish()
}

/// Draws the picture of a map. The grid's labels are the territories of the
/// draft in its order, plus one.
///
/// The same draft and grid give the same pixels. `None` only for a size that
/// no picture can have.
pub fn draw(draft: &Draft, grid: &Grid, style: &Style) -> Option<Pixmap> {
    match draw_watched(draft, grid, style, &mut |_| ControlFlow::Continue(())) {
        ControlFlow::Continue(pixmap) => pixmap,
        ControlFlow::Break(()) => None,
    }
}

/// [`draw`] with progress: `watch` is told how far it is, from 0 to 1, every now
/// and then, and drawing ends when it breaks off.
pub fn draw_watched(
    draft: &Draft,
    grid: &Grid,
    style: &Style,
    watch: &mut dyn FnMut(f64) -> ControlFlow<()>,
) -> ControlFlow<(), Option<Pixmap>> {
    let (width, height) = (grid.width() as u32, grid.height() as u32);
    let Some(mut pixmap) = Pixmap::new(width, height) else {
        return ControlFlow::Continue(None);
    };
    watch(0.0)?;
    // Lines keep their look when a map is larger or smaller than ours.
    let scale = (grid.width().max(grid.height()) as f32 / 2400.0).clamp(0.4, 3.0);
    let contours = Contours::trace(grid);
    watch(0.1)?;
    sea(&mut pixmap, grid, style, scale);
    watch(0.2)?;
    let within = |from: f64, to: f64, share: f64| from + (to - from) * share;
    land(
        &mut pixmap,
        draft,
        grid,
        &contours,
        style,
        scale,
        &mut |share| watch(within(0.2, 0.7, share)),
    )?;
    borders(&mut pixmap, draft, &contours, style, scale);
    watch(0.8)?;
    links(
        &mut pixmap,
        draft,
        grid,
        &contours,
        style,
        scale,
        &mut |share| watch(within(0.8, 1.0, share)),
    )?;
    watch(1.0)?;
    ControlFlow::Continue(Some(pixmap))
}

fn sea(pixmap: &mut Pixmap, grid: &Grid, style: &Style, scale: f32) {
    let reach = (SHALLOWS[SHALLOWS.len() - 1].0 * scale).ceil() as usize + 2;
    let distances = distance::from_land(grid, reach);
    let mut colours = SHALLOWS
        .map(|(_, share)| mix(style.sea, style.shallows, share))
        .to_vec();
    colours.push(style.sea);
    let pixels = colours
        .iter()
        .map(|&rgb| colour(rgb, 1.0).premultiply().to_color_u8());
    let flat: Vec<_> = pixels.collect();
    for (pixel, distance) in pixmap.pixels_mut().iter_mut().zip(distances) {
        // The step that the pixel's inner side lies on, and how far its outer
        // side is on the next.
        let inner = SHALLOWS
            .iter()
            .position(|&(width, _)| distance < width * scale + 0.5);
        let step = inner.unwrap_or(SHALLOWS.len());
        let beyond = match inner {
            Some(step) => distance - SHALLOWS[step].0 * scale + 0.5,
            None => 0.0,
        };
        *pixel = if beyond > 0.0 {
            let rgb = mix(colours[step], colours[step + 1], beyond);
            colour(rgb, 1.0).premultiply().to_color_u8()
        } else {
            flat[step]
        };
    }
}

/// The continents of all labels, by their places in the draft.
struct Continents(Vec<Option<usize>>);

impl Continents {
    fn of(draft: &Draft) -> Self {
        let mut places = HashMap::new();
        for (at, continent) in draft.continents.iter().enumerate() {
            // The first of an id counts.
            places.entry(continent.id).or_insert(at);
        }
        let territories = draft.territories.iter();
        let place = |t: &Territory| t.continent.and_then(|id| places.get(&Some(id)).copied());
        Self(territories.map(place).collect())
    }

    fn at(&self, label: u16) -> Option<usize> {
        let territory = usize::from(label).checked_sub(1)?;
        self.0.get(territory).copied().flatten()
    }
}

fn land(
    pixmap: &mut Pixmap,
    draft: &Draft,
    grid: &Grid,
    contours: &Contours,
    style: &Style,
    scale: f32,
    watch: &mut dyn FnMut(f64) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let is_land = |label: u16| label != Grid::SEA && label != OUTSIDE;
    // All land at once first: where fills meet, no sea shines through.
    if let Some(all) = path(contours.rings(is_land).iter(), true) {
        pixmap.fill_path(
            &all,
            &paint(style.paper, 1.0),
            FillRule::EvenOdd,
            Transform::identity(),
            None,
        );
    }
    let count = draft.territories.len();
    let steps = steps(grid, count);
    let pieces = (count + draft.continents.len()) as f64;
    let continents = Continents::of(draft);
    let territory = |label: u16| usize::from(label).checked_sub(1);
    let around = contours.by_group(count, territory);
    for label in 1..=count as u16 {
        watch(f64::from(label - 1) / pieces)?;
        let Some(area) = path(
            contours
                .joined(around[usize::from(label) - 1].iter().copied())
                .iter(),
            true,
        ) else {
            continue;
        };
        let step = steps[usize::from(label) - 1];
        // Without continents the hues tell neighbours apart.
        let hue = match continents.at(label) {
            Some(at) => continent_colour(draft, at),
            None if draft.continents.is_empty() => continent_colour(draft, step.into()),
            None => style.ink,
        };
        let strength = 0.20 + 0.055 * f32::from(step.min(4));
        let shade = mix(style.paper, hue, strength);
        pixmap.fill_path(
            &area,
            &paint(shade, 1.0),
            FillRule::EvenOdd,
            Transform::identity(),
            None,
        );
    }
    let around = contours.by_group(draft.continents.len(), |label| continents.at(label));
    for (at, arcs) in around.into_iter().enumerate() {
        watch((count + at) as f64 / pieces)?;
        let rings = contours.joined(arcs);
        rim(pixmap, draft, &rings, at, scale);
    }
    ControlFlow::Continue(())
}

/// A band of a continent's colour along the inside of its outline.
fn rim(pixmap: &mut Pixmap, draft: &Draft, rings: &[Vec<[f32; 2]>], at: usize, scale: f32) {
    if rings.is_empty() {
        return;
    }
    let (Some(outline), Some(mut inside)) = (
        path(rings.iter(), true),
        Mask::new(pixmap.width(), pixmap.height()),
    ) else {
        return;
    };
    inside.fill_path(&outline, FillRule::EvenOdd, true, Transform::identity());
    let hue = continent_colour(draft, at);
    for (width, opacity) in [(22.0, 0.16), (10.0, 0.22)] {
        let stroke = line(width * scale);
        pixmap.stroke_path(
            &outline,
            &paint(hue, opacity),
            &stroke,
            Transform::identity(),
            Some(&inside),
        );
    }
}

fn borders(pixmap: &mut Pixmap, draft: &Draft, contours: &Contours, style: &Style, scale: f32) {
    let continents = Continents::of(draft);
    let mut within = Vec::new();
    let mut between = Vec::new();
    let mut coast = Vec::new();
    for arc in &contours.arcs {
        let (low, high) = arc.between;
        if high == OUTSIDE {
            continue;
        }
        if low == Grid::SEA {
            coast.push(&arc.points);
        } else if continents.at(low) == continents.at(high) {
            within.push(&arc.points);
        } else {
            between.push(&arc.points);
        }
    }
    let mut draw = |lines: Vec<&Vec<[f32; 2]>>, width: f32, opacity: f32| {
        if let Some(path) = path(lines.into_iter(), false) {
            let stroke = line(width * scale);
            pixmap.stroke_path(
                &path,
                &paint(style.ink, opacity),
                &stroke,
                Transform::identity(),
                None,
            );
        }
    };
    draw(within, 2.0, 0.6);
    draw(between, 4.6, 0.85);
    draw(coast, 2.0, 0.9);
}

/// Dashes from pivot to pivot: firm over the sea, faint over land, where badges
/// and borders matter more.
fn links(
    pixmap: &mut Pixmap,
    draft: &Draft,
    grid: &Grid,
    contours: &Contours,
    style: &Style,
    scale: f32,
    watch: &mut dyn FnMut(f64) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let width = grid.width() as f32;
    let Some(mut sea) = Mask::new(pixmap.width(), pixmap.height()) else {
        return ControlFlow::Continue(());
    };
    if let Some(land) = path(
        contours
            .rings(|label| label != Grid::SEA && label != OUTSIDE)
            .iter(),
        true,
    ) {
        sea.fill_path(&land, FillRule::EvenOdd, true, Transform::identity());
    }
    sea.invert();
    let routes = routes::routes(draft, grid);
    let count = routes.len() as f64;
    for (at, route) in routes.into_iter().enumerate() {
        watch(at as f64 / count)?;
        let sides: &[f32] = if grid.wraps() {
            &[0.0, 1.0, -1.0]
        } else {
            &[0.0]
        };
        for side in sides {
            let route = route.shifted(side * width);
            let mut builder = PathBuilder::new();
            builder.move_to(route.start[0], route.start[1]);
            builder.quad_to(route.bend[0], route.bend[1], route.end[0], route.end[1]);
            let Some(path) = builder.finish() else {
                continue;
            };
            let halo = line(6.0 * scale);
            pixmap.stroke_path(
                &path,
                &paint(style.shallows, 0.6),
                &halo,
                Transform::identity(),
                Some(&sea),
            );
            let mut dashes = line(3.0 * scale);
            dashes.dash = StrokeDash::new(vec![8.0 * scale, 8.5 * scale], 0.0);
            pixmap.stroke_path(
                &path,
                &paint(style.route, 0.3),
                &dashes,
                Transform::identity(),
                None,
            );
            pixmap.stroke_path(
                &path,
                &paint(style.route, 0.85),
                &dashes,
                Transform::identity(),
                Some(&sea),
            );
        }
    }
    ControlFlow::Continue(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::MaskFile;
    use crate::mask::{PixelFormat, Regions};

    #[test]
    fn drawing_tells_how_far_it_is_and_can_be_cancelled() {
        let (a, b) = (Rgb::new(200, 0, 0), Rgb::new(0, 200, 0));
        let rows = [[
            Rgb::WHITE,
            a,
            a,
            a,
            Rgb::WHITE,
            b,
            b,
            b,
            Rgb::WHITE,
            Rgb::WHITE,
        ]; 6];
        let bytes: Vec<u8> = rows.iter().flatten().flat_map(|colour| colour.0).collect();
        let regions = Regions::from_pixels(10, 6, &PixelFormat::RGB, &bytes).expect("regions");
        let mut draft = Draft::new();
        draft.mask = Some(MaskFile {
            background: vec![Rgb::WHITE],
            ..MaskFile::default()
        });
        for colour in [a, b] {
            let territory = draft.fresh_territory();
            draft.territories.push(Territory {
                colour: Some(colour),
                ..territory
            });
        }
        let grid = super::super::grid(&draft, &regions);
        let style = Style::default();
        let mut shares = Vec::new();
        let drawn = draw_watched(&draft, &grid, &style, &mut |share| {
            shares.push(share);
            ControlFlow::Continue(())
        });
        assert_eq!(drawn, ControlFlow::Continue(draw(&draft, &grid, &style)));
        assert!(shares.is_sorted() && shares.len() > 5, "{shares:?}");
        assert_eq!((shares[0], shares[shares.len() - 1]), (0.0, 1.0));
        for limit in shares {
            let cancelled = draw_watched(&draft, &grid, &style, &mut |share| {
                if share >= limit {
                    ControlFlow::Break(())
                } else {
                    ControlFlow::Continue(())
                }
            });
            assert_eq!(cancelled, ControlFlow::Break(()), "{limit}");
        }
    }
}
