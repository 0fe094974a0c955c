//! Layers for looking at a map: each is painted over what is there.

use tiny_skia::{
    Color, FillRule, FilterQuality, Paint, PathBuilder, Pixmap, PixmapPaint, Stroke, StrokeDash,
    Transform,
};

use super::routes;
use crate::mask::Regions;
use crate::outlines::Grid;
use crate::{By, Draft, Map, Point, Rgb};

/// Opacity of tints over what lies below.
const TINT: f32 = 0.6;

fn paint(Rgb([r, g, b]): Rgb, opacity: f32) -> Paint<'static> {
    let mut paint = Paint::default();
    paint.set_color(Color::from_rgba8(r, g, b, (opacity * 255.0).round() as u8));
    paint.anti_alias = true;
    paint
}

/// The mask as it is, pixel by pixel.
pub fn mask(pixmap: &mut Pixmap, regions: &Regions) {
    let width = pixmap.width() as usize;
    let pixels = pixmap.pixels_mut();
    for run in regions.runs() {
        let start = run.y as usize * width;
        let [r, g, b, a] = regions.get(run.region).colour.0;
        let colour = Color::from_rgba8(r, g, b, a).premultiply().to_color_u8();
        pixels[start + run.start as usize..start + run.end as usize].fill(colour);
    }
}

/// A picture, stretched to the size of the mask if it has another.
pub fn picture(pixmap: &mut Pixmap, picture: &Pixmap) {
    let across = pixmap.width() as f32 / picture.width() as f32;
    let down = pixmap.height() as f32 / picture.height() as f32;
    let how = PixmapPaint {
        quality: FilterQuality::Bilinear,
        ..PixmapPaint::default()
    };
    let stretch = Transform::from_scale(across, down);
    pixmap.draw_pixmap(0, 0, picture.as_ref(), &how, stretch, None);
}

/// Every territory in its key colour, spreading from its pivots as owners'
/// tints do: a part without a pivot stays bare.
pub fn tint(pixmap: &mut Pixmap, draft: &Draft, regions: &Regions) {
    let width = pixmap.width() as usize;
    for territory in &draft.territories {
        let Some(colour) = territory.colour else {
            continue;
        };
        for pivot in &territory.pivots {
            let region = regions.region_at(pivot.x, pivot.y);
            let Some(id) = region.filter(|&id| regions.get(id).colour == colour.into()) else {
                continue;
            };
            for run in regions.runs_of(id) {
                let start = run.y as usize * width;
                for pixel in
                    &mut pixmap.pixels_mut()[start + run.start as usize..start + run.end as usize]
                {
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
pub fn links(pixmap: &mut Pixmap, draft: &Draft, grid: &Grid) {
    let width = line_width(pixmap);
    let mut line = |[from, to]: [[f32; 2]; 2], bend: [f32; 2], dashed: bool| {
        let mut path = PathBuilder::new();
        path.move_to(from[0], from[1]);
        path.quad_to(bend[0], bend[1], to[0], to[1]);
        let Some(path) = path.finish() else {
            return;
        };
        let mut stroke = Stroke {
            width: width * 2.2,
            ..Stroke::default()
        };
        pixmap.stroke_path(
            &path,
            &paint(Rgb::WHITE, 0.7),
            &stroke,
            Transform::identity(),
            None,
        );
        stroke.width = width;
        if dashed {
            stroke.dash = StrokeDash::new(vec![width * 4.0, width * 3.0], 0.0);
        }
        let colour = if dashed {
            Rgb::new(20, 80, 160)
        } else {
            Rgb::new(40, 40, 40)
        };
        pixmap.stroke_path(
            &path,
            &paint(colour, 0.95),
            &stroke,
            Transform::identity(),
            None,
        );
    };
    for (from, link) in draft.links().filter(|(_, link)| link.by == By::Land) {
        let to = draft.territory_by_id(link.to);
        let pivots = [from.pivots.first(), to.and_then(|to| to.pivots.first())];
        if let [Some(&a), Some(&b)] = pivots {
            let (a, b) = (centre(a), centre(b));
            line([a, b], [0, 1].map(|i| f32::midpoint(a[i], b[i])), false);
        }
    }
    for route in routes::routes(draft, grid) {
        let sides: &[f32] = if grid.wraps() {
            &[0.0, 1.0, -1.0]
        } else {
            &[0.0]
        };
        for side in sides {
            let route = route.shifted(side * grid.width() as f32);
            line([route.start, route.end], route.bend, true);
        }
    }
}

/// A dot at every pivot; the main ones larger.
pub fn pivots(pixmap: &mut Pixmap, draft: &Draft) {
    let radius = line_width(pixmap) * 2.5;
    for territory in &draft.territories {
        for (i, &pivot) in territory.pivots.iter().enumerate() {
            let radius = if i == 0 { radius * 1.5 } else { radius };
            disc(pixmap, centre(pivot), radius, Rgb::new(200, 40, 40));
        }
    }
}

/// The place of every badge, in the size that the map gives it.
pub fn badges(pixmap: &mut Pixmap, draft: &Draft) {
    let diameter = draft.badge_diameter.unwrap_or(Map::DEFAULT_BADGE_DIAMETER);
    for territory in &draft.territories {
        let place = territory.badge.or(territory.pivots.first().copied());
        if let Some(place) = place {
            disc(
                pixmap,
                centre(place),
                f32::from(diameter) / 2.0,
                Rgb::new(62, 74, 84),
            );
        }
    }
}

fn line_width(pixmap: &Pixmap) -> f32 {
    (pixmap.width().max(pixmap.height()) as f32 / 800.0).clamp(1.0, 8.0)
}

fn disc(pixmap: &mut Pixmap, [x, y]: [f32; 2], radius: f32, colour: Rgb) {
    for (radius, colour) in [(radius, Rgb::WHITE), (radius * 0.82, colour)] {
        if let Some(circle) = PathBuilder::from_circle(x, y, radius) {
            let (fill, at) = (FillRule::Winding, Transform::identity());
            pixmap.fill_path(&circle, &paint(colour, 1.0), fill, at, None);
        }
    }
}
