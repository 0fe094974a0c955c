//! Layers for inspecting a map, each painted over the previous ones.

use tiny_skia::{Color, Path, PathBuilder, Stroke, StrokeDash};

use super::band::opaque;
use super::routes::{self, centre};
use super::shades::mix;
use super::{Band, Plan, Shape};
use crate::mask::Regions;
use crate::{By, Draft, Rgb, Territory};

/// Opacity of tints.
const TINT: f32 = 0.6;

/// The mask as it is, pixel by pixel.
pub fn mask(band: &mut Band, regions: &Regions) {
    for run in band.source(regions.height()).flat_map(|y| regions.row(y)) {
        let [r, g, b, a] = regions.get(run.region).colour.0;
        let colour = Color::from_rgba8(r, g, b, a).premultiply().to_color_u8();
        for pixels in band.pixels_of(run.y, run.start, run.end) {
            pixels.fill(colour);
        }
    }
}

/// Every territory in its key colour, spreading from its pivots like owners' tints: a part without
/// a pivot stays bare.
pub fn tint(band: &mut Band, draft: &Draft, regions: &Regions) {
    let rows = band.source(regions.height());
    for territory in &draft.territories {
        let Some(colour) = territory.colour else {
            continue;
        };
        for pivot in &territory.pivots {
            let region = regions.region_at(pivot.x, pivot.y);
            let Some(id) = region.filter(|&id| regions.get(id).colour == colour.into()) else {
                continue;
            };
            for run in regions.runs_of_rows(id, rows.start, rows.end) {
                let pixels = band.pixels_of(run.y, run.start, run.end);
                for pixel in pixels.flatten() {
                    let below = [pixel.red(), pixel.green(), pixel.blue()];
                    *pixel = opaque(mix(Rgb(below), colour, TINT));
                }
            }
        }
    }
}

/// All links from badge to badge: by land straight, by sea dashed.
pub fn links(draft: &Draft, plan: &Plan) -> Vec<Shape> {
    let width = line_width(plan);
    let mut shapes = Vec::new();
    let mut line = |path: Path, dashed: bool| {
        let mut stroke = Stroke {
            width: width * 2.2,
            ..Stroke::default()
        };
        shapes.push(Shape::line(path.clone(), Rgb::WHITE, 0.7, stroke.clone()));
        stroke.width = width;
        let mut colour = Rgb::new(40, 40, 40);
        if dashed {
            stroke.dash = StrokeDash::new(vec![width * 4.0, width * 3.0], 0.0);
            colour = Rgb::new(20, 80, 160);
        }
        shapes.push(Shape::line(path, colour, 0.95, stroke));
    };
    let places = draft.places_by_id();
    for (from, link) in draft.links().filter(|(_, link)| link.by == By::Land) {
        let to = places.get(&link.to).map(|&at| &draft.territories[at]);
        let route = to.and_then(|to| routes::straight(from, to, draft, plan));
        let sides = route.into_iter().flat_map(|route| route.on_all_sides(plan));
        for path in sides.filter_map(|route| route.path()) {
            line(path, false);
        }
    }
    for route in routes::routes(draft, plan) {
        for path in route.on_all_sides(plan).filter_map(|route| route.path()) {
            line(path, true);
        }
    }
    shapes
}

/// Some links, by indices of their territories, straight from badge to badge.
pub fn chosen_links(
    draft: &Draft,
    plan: &Plan,
    chosen: &[(usize, usize)],
    colour: Rgb,
    is_dashed: bool,
) -> Vec<Shape> {
    let width = line_width(plan) * 1.5;
    let dash = StrokeDash::new(vec![width * 3.0, width * 2.0], 0.0);
    let halo = Stroke {
        width: width * 2.2,
        ..Stroke::default()
    };
    let line = Stroke {
        width,
        dash: dash.filter(|_| is_dashed),
        ..Stroke::default()
    };
    let ends = chosen
        .iter()
        .map(|&(from, to)| [from, to].map(|at| &draft.territories[at]));
    let routes = ends.filter_map(|[from, to]| routes::straight(from, to, draft, plan));
    let paths = routes.flat_map(|route| route.on_all_sides(plan).filter_map(|route| route.path()));
    let shapes = paths.flat_map(|path| {
        let below = Shape::line(path.clone(), Rgb::WHITE, 0.7, halo.clone());
        [below, Shape::line(path, colour, 1.0, line.clone())]
    });
    shapes.collect()
}

/// A dot at every pivot; the main ones larger.
pub fn pivots(draft: &Draft, plan: &Plan) -> Vec<Shape> {
    let radius = pivot_radius(plan);
    let pivots = draft.territories.iter().flat_map(|territory| {
        let radii = std::iter::once(radius * 1.5).chain(std::iter::repeat(radius));
        territory.pivots.iter().zip(radii)
    });
    pivots
        .flat_map(|(&pivot, radius)| disc(centre(pivot), radius, Rgb::new(200, 40, 40)))
        .collect()
}

/// The position of every badge, in its size on the map.
pub fn badges(draft: &Draft) -> Vec<Shape> {
    let radius = f32::from(draft.badge_size()) / 2.0;
    let places = draft.territories.iter().filter_map(Territory::badge_place);
    places
        .flat_map(|place| disc(centre(place), radius, Rgb::new(62, 74, 84)))
        .collect()
}

pub(super) fn pivot_radius(plan: &Plan) -> f32 {
    line_width(plan) * 2.5
}

fn line_width(plan: &Plan) -> f32 {
    (plan.width().max(plan.height()) as f32 / 800.0).clamp(1.0, 8.0)
}

fn disc([x, y]: [f32; 2], radius: f32, colour: Rgb) -> impl Iterator<Item = Shape> {
    let discs = [(radius, Rgb::WHITE), (radius * 0.82, colour)].into_iter();
    discs.filter_map(move |(radius, colour)| {
        let circle = PathBuilder::from_circle(x, y, radius)?;
        Some(Shape::filled(circle, colour, 1.0))
    })
}

#[cfg(test)]
mod tests;
