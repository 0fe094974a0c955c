//! Layers for looking at a map: each is painted over what is there.

use tiny_skia::{Color, Path, PathBuilder, Stroke, StrokeDash};

use super::{Band, Plan, Shape, routes};
use crate::mask::Regions;
use crate::{By, Draft, Map, Point, Rgb};

/// Opacity of tints over what lies below.
const TINT: f32 = 0.6;

/// The mask as it is, pixel by pixel.
pub fn mask(band: &mut Band, regions: &Regions) {
    let (width, rows) = (band.pixmap.width() as usize, band.rows());
    let pixels = band.pixmap.pixels_mut();
    for run in rows.clone().flat_map(|y| regions.row(y as u32)) {
        let start = (run.y as usize - rows.start) * width;
        let [r, g, b, a] = regions.get(run.region).colour.0;
        let colour = Color::from_rgba8(r, g, b, a).premultiply().to_color_u8();
        pixels[start + run.start as usize..start + run.end as usize].fill(colour);
    }
}

/// Every territory in its key colour, spreading from its pivots as owners'
/// tints do: a part without a pivot stays bare.
pub fn tint(band: &mut Band, draft: &Draft, regions: &Regions) {
    let (width, rows) = (band.pixmap.width() as usize, band.rows());
    for territory in &draft.territories {
        let Some(colour) = territory.colour else {
            continue;
        };
        for pivot in &territory.pivots {
            let region = regions.region_at(pivot.x, pivot.y);
            let Some(id) = region.filter(|&id| regions.get(id).colour == colour.into()) else {
                continue;
            };
            for run in regions.runs_of_rows(id, rows.start as u32, rows.end as u32) {
                let start = (run.y as usize - rows.start) * width;
                let columns = start + run.start as usize..start + run.end as usize;
                for pixel in &mut band.pixmap.pixels_mut()[columns] {
                    let below = [pixel.red(), pixel.green(), pixel.blue()];
                    let Rgb([r, g, b]) = super::shades::mix(Rgb(below), colour, TINT);
                    *pixel = Color::from_rgba8(r, g, b, 255).premultiply().to_color_u8();
                }
            }
        }
    }
}

fn centre(point: Point) -> [f32; 2] {
    [point.x as f32 + 0.5, point.y as f32 + 0.5]
}

/// All links between main pivots: by land straight, by sea dashed.
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
    for (from, link) in draft.links().filter(|(_, link)| link.by == By::Land) {
        let to = draft.territory_by_id(link.to);
        let pivots = [from.pivots.first(), to.and_then(|to| to.pivots.first())];
        if let [Some(&a), Some(&b)] = pivots {
            let ([ax, ay], [bx, by]) = (centre(a), centre(b));
            let mut path = PathBuilder::new();
            path.move_to(ax, ay);
            path.line_to(bx, by);
            if let Some(path) = path.finish() {
                line(path, false);
            }
        }
    }
    for route in routes::routes(draft, plan) {
        for path in route.on_all_sides(plan).filter_map(|route| route.path()) {
            line(path, true);
        }
    }
    shapes
}

/// A dot at every pivot; the main ones larger.
pub fn pivots(draft: &Draft, plan: &Plan) -> Vec<Shape> {
    let radius = line_width(plan) * 2.5;
    let pivots = draft.territories.iter().flat_map(|territory| {
        let radii = std::iter::once(radius * 1.5).chain(std::iter::repeat(radius));
        territory.pivots.iter().zip(radii)
    });
    pivots
        .flat_map(|(&pivot, radius)| disc(centre(pivot), radius, Rgb::new(200, 40, 40)))
        .collect()
}

/// The place of every badge, in the size that the map gives it.
pub fn badges(draft: &Draft) -> Vec<Shape> {
    let diameter = draft.badge_diameter.unwrap_or(Map::DEFAULT_BADGE_DIAMETER);
    let places = draft
        .territories
        .iter()
        .filter_map(|territory| territory.badge.or(territory.pivots.first().copied()));
    places
        .flat_map(|place| {
            disc(
                centre(place),
                f32::from(diameter) / 2.0,
                Rgb::new(62, 74, 84),
            )
        })
        .collect()
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
