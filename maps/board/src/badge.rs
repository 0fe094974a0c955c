//! Pivots, and the discs with unit counts.

use iced::advanced::renderer::Quad;
use iced::{Border, Color, Point, Rectangle, Size};
use marchland_maps::Rgb;

use crate::camera::{Camera, near};
use crate::emphasis::Emphasis;
use crate::lettering::{Lettering, Letterings};
use crate::scene::Scene;
use crate::sign::{self, Sign};

/// A disc with a rim, as a quad: the renderer compares quads one by one and redraws only those
/// that changed.
pub(crate) type Disc = (Quad, Color);

fn disc(at: Point, radius: f32, colour: Color) -> Disc {
    rimmed(at, radius, colour, 0.0, Color::TRANSPARENT)
}

/// A disc whose rim is centred on its edge.
fn rimmed(at: Point, radius: f32, colour: Color, width: f32, rim: Color) -> Disc {
    let radius = radius + width / 2.0;
    let corner = Point::new(at.x - radius, at.y - radius);
    let quad = Quad {
        bounds: Rectangle::new(corner, Size::new(radius * 2.0, radius * 2.0)),
        border: Border {
            color: rim,
            width,
            radius: radius.into(),
        },
        // Snapped discs would shake against their names.
        snap: false,
        ..Quad::default()
    };
    (quad, colour)
}

pub(crate) fn pivots(
    out: &mut Vec<Disc>,
    scene: &Scene,
    camera: Camera,
    size: Size,
    emphasis: &Emphasis,
) {
    let style = &scene.style;
    let room = typical_room(scene, camera);
    let radius = (room / 14.0).clamp(1.5, 4.0);
    let mut all_picked = vec![false; scene.plots.len()];
    for &index in &emphasis.plots {
        if let Some(picked) = all_picked.get_mut(index) {
            *picked = true;
        }
    }
    for (index, (plot, picked)) in scene.plots.iter().zip(all_picked).enumerate() {
        // Further pivots of scattered islands would hide the rest.
        let shown = if picked || emphasis.all_pivots || room > 160.0 {
            plot.pivots.len()
        } else {
            1
        };
        for (nth, &pivot) in plot.pivots.iter().enumerate().take(shown) {
            let at = camera.over(pivot);
            if !near(size, at, 12.0) || (plot.badge.is_some() && nth == 0) {
                continue;
            }
            let held = emphasis.pivot == Some((index, nth));
            let radius = match (held, picked, nth) {
                (true, ..) => 7.0,
                (_, true, 0) => 5.5,
                (_, true, _) => 3.5,
                (.., 0) => radius,
                _ => radius * 0.7,
            };
            let colour = if picked || held {
                style.accent
            } else {
                style.label
            };
            if radius > 2.0 {
                out.push(disc(at, radius + 1.75, style.halo));
            }
            // A further pivot is a ring.
            out.push(if nth == 0 {
                disc(at, radius, colour)
            } else {
                rimmed(at, radius, style.halo, 1.75, colour)
            });
        }
    }
}

/// The size of a median plot, in logical pixels.
fn typical_room(scene: &Scene, camera: Camera) -> f32 {
    let median = scene.by_area.get(scene.by_area.len() / 2);
    let bounds = median.and_then(|&plot| scene.bounds_of(plot));
    bounds.map_or(40.0, |b| (b.width.min(b.height) * camera.scale) as f32)
}

/// The radius of a badge with two digits of [`LEGIBLE`] pixels.
const READABLE: f32 = 10.0;
/// The least size of a count that must be readable, in logical pixels.
const LEGIBLE: f32 = 11.0;
/// The radius below which the badges of a dense map have no room for readable counts.
const TINY: f32 = 6.0;

/// The radius of badges, in logical pixels.
pub(crate) fn badge_radius(scene: &Scene, camera: Camera) -> f32 {
    let radius = scene.badge_diameter * camera.scale as f32 / 2.0;
    if scene.readable_badges {
        radius.max((typical_room(scene, camera) * 0.35).min(READABLE))
    } else {
        radius
    }
}

/// `ratio` is the number of physical pixels for one logical one.
pub(crate) fn badges(
    discs: &mut Vec<Disc>,
    signs: &mut Vec<Lettering>,
    counts: &mut Vec<Lettering>,
    letterings: &mut Letterings,
    (scene, camera, size, ratio): (&Scene, Camera, Size, f32),
) {
    let radius = badge_radius(scene, camera);
    for badge in scene.plots.iter().filter_map(|plot| plot.badge.as_ref()) {
        let at = camera.over(badge.at);
        let (radius, least) = if scene.readable_badges && radius >= TINY {
            (radius.max(roomy(&badge.text)), LEGIBLE)
        } else {
            (radius, 0.0)
        };
        if radius < 1.0 || !near(size, at, radius * sign::REACH) {
            continue;
        }
        if let Some(seat) = badge.seat {
            let (colour, own) = (badge.colour, badge.own);
            signs.push(shape(Sign { seat, colour, own }, at, radius, ratio));
        } else {
            let [r, g, b] = badge.colour.0;
            let rim = Color::WHITE.scale_alpha(0.9);
            let width = (radius / 8.0).clamp(0.75, 2.5);
            discs.push(rimmed(at, radius, Color::from_rgb8(r, g, b), width, rim));
        }
        if let Some((text, text_size)) = fitting(&badge.text, radius) {
            let text_size = text_size.max(least);
            let colours = (readable_on(badge.colour), None);
            counts.push(letterings.centred((&text, text_size), at, colours, ratio));
        }
    }
}

fn shape(sign: Sign, at: Point, radius: f32, ratio: f32) -> Lettering {
    let (image, side) = sign.image((radius * 2.0 * ratio).round() as u16);
    // Images begin at whole pixels.
    let corner = |at: f32| (at * ratio - side / 2.0).round() / ratio;
    let side = side / ratio;
    let bounds = Rectangle::new(
        Point::new(corner(at.x), corner(at.y)),
        Size::new(side, side),
    );
    (image, bounds)
}

/// The radius of a disc for a text one pixel large.
fn radius_for(text: &str) -> f32 {
    match text.chars().count() {
        0 | 1 => 1.8 / 2.2,
        2 => 2.0 / 2.2,
        // Longer ones are low for their width and may come closer to the rim.
        n => n as f32 / 2.7,
    }
}

/// The radius of a disc in which a text is legible. One and two digits come close to the rim.
fn roomy(text: &str) -> f32 {
    match text.chars().count() {
        0 | 1 => TINY,
        2 => 8.0,
        _ => LEGIBLE * radius_for(text),
    }
}

/// The text that fits into a disc, and its size: the text itself, or a large number in
/// thousands or millions. `None` if it would not be legible.
fn fitting(text: &str, radius: f32) -> Option<(String, f32)> {
    const LEAST: f32 = 6.0;
    // Half pixels, so that zooming rasterises letters for few sizes.
    let size = |text: &str| (radius / radius_for(text) * 2.0).round() / 2.0;
    let shorter = |n: u64| match n {
        0..=999 => None,
        1_000..=999_999 => Some(format!("{}k", n / 1_000)),
        _ => Some(format!("{}M", n / 1_000_000)),
    };
    let short = text.parse().ok().and_then(shorter);
    std::iter::once(text.to_owned())
        .chain(short)
        .map(|text| {
            let size = size(&text);
            (text, size)
        })
        .find(|(_, size)| *size >= LEAST)
}

/// Black or white, whichever is easier to read on `ground`.
fn readable_on(ground: Rgb) -> Color {
    let [r, g, b] = ground.0.map(f32::from);
    if 0.299 * r + 0.587 * g + 0.114 * b > 150.0 {
        Color::from_rgb8(0x14, 0x18, 0x1D)
    } else {
        Color::WHITE
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn great_armies_are_written_in_thousands() {
        let written = |text, radius| fitting(text, radius).map(|(text, _)| text);
        assert_eq!(written("12", 12.0).as_deref(), Some("12"));
        assert_eq!(written("1234", 8.0).as_deref(), Some("1k"));
        assert_eq!(written("1234", 16.0).as_deref(), Some("1234"));
        assert_eq!(written("56789", 10.0).as_deref(), Some("56k"));
        assert_eq!(written("7654321", 8.0).as_deref(), Some("7M"));
        assert_eq!(written("1234", 2.0), None);
    }

    #[test]
    fn long_counts_get_a_larger_badge() {
        let size = |text| fitting(text, roomy(text)).map(|(_, size)| size);
        assert_eq!(size("3+3"), Some(11.0));
        assert_eq!(size("12+13"), Some(11.0));
        assert!(roomy("42") <= READABLE && fitting("42", READABLE).unwrap().1 >= 11.0);
    }

    #[test]
    fn readable_counts_have_room_in_the_badges_of_dense_maps() {
        // Digits are 0.55 wide and 0.7 high for a size of one.
        for (text, digits) in [("7", 1.0_f32), ("42", 2.0), ("140", 3.0)] {
            let corner = (digits * 0.55).hypot(0.7) * LEGIBLE / 2.0;
            assert!(corner < roomy(text), "{text}: {corner}");
        }
    }
}
