//! The signs of seats: colour, shape and hatch, which also differ in grey.

use std::collections::HashMap;
use std::sync::{LazyLock, Mutex, PoisonError};

use iced::advanced::image::Handle;
use marchland_maps::Rgb;
use tiny_skia::{
    FillRule, Paint, Path, PathBuilder, Pixmap, PremultipliedColorU8, Stroke, Transform,
};

/// The sign of a seat.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Sign {
    /// Its number; shapes repeat after seven.
    pub seat: u8,
    /// Its colour.
    pub colour: Rgb,
    /// Whether it is the player's own, with a second rim.
    pub own: bool,
}

/// A disc, a triangle, a square, a rhombus, a pentagon, a cross, a star.
const SHAPES: u8 = 7;
/// Half the side of a sign's image, in radii of a disc: the tips of triangle and star reach
/// farther than a disc, to leave room for a number.
pub(crate) const REACH: f32 = 1.75;

/// The images drawn so far. The renderer compares images by handle, so equal signs must share
/// one, or they would be redrawn in every frame.
static DRAWN: LazyLock<Mutex<HashMap<(Sign, u16), Handle>>> = LazyLock::new(Mutex::default);
/// More than one board shows; zooming draws each size once.
const KEPT: usize = 1024;

impl Sign {
    /// The sign as an image, and the side of that in physical pixels; a disc has the `diameter`,
    /// other shapes have about the same area.
    pub(crate) fn image(self, diameter: u16) -> (Handle, f32) {
        let mut drawn = DRAWN.lock().unwrap_or_else(PoisonError::into_inner);
        if drawn.len() >= KEPT {
            drawn.clear();
        }
        let handle = drawn.entry((self, diameter));
        let handle = handle.or_insert_with(|| self.draw(diameter)).clone();
        (handle, 2.0 * half(diameter))
    }

    /// The sign for `side` logical pixels, at twice the resolution.
    pub fn emblem(self, side: u16) -> Handle {
        // The tips end at the edge.
        self.image((f32::from(side) * 2.0 / REACH) as u16).0
    }

    fn draw(self, diameter: u16) -> Handle {
        let radius = f32::from(diameter.max(2)) / 2.0;
        let half = half(diameter);
        let side = half as u32 * 2;
        let mut image = Pixmap::new(side, side).expect("the side is at least two");
        let path = shape(self.seat, half, radius).expect("a shape has corners");
        let width = (radius / 8.0).clamp(0.75, 5.0);
        let mut stroke = |width: f32, [r, g, b]: [u8; 3]| {
            let stroke = Stroke {
                width,
                ..Stroke::default()
            };
            let mut paint = Paint::default();
            paint.set_color_rgba8(r, g, b, 235);
            image.stroke_path(&path, &paint, &stroke, Transform::identity(), None);
        };
        if self.own {
            // Light outside as well, to be seen on dark land.
            stroke(width * 5.5, [255; 3]);
            stroke(width * 4.0, [0x14, 0x18, 0x1D]);
            stroke(width * 2.0, [255; 3]);
        } else {
            stroke(width * 2.0, [255; 3]);
        }
        let mut paint = Paint::default();
        let [r, g, b] = self.colour.0;
        paint.set_color_rgba8(r, g, b, 255);
        let rule = FillRule::Winding;
        image.fill_path(&path, &paint, rule, Transform::identity(), None);
        let pixels = image.pixels().iter().map(PremultipliedColorU8::demultiply);
        let pixels = pixels.flat_map(|p| [p.red(), p.green(), p.blue(), p.alpha()]);
        Handle::from_rgba(side, side, pixels.collect::<Vec<u8>>())
    }

    /// Whether the seat's hatch covers a pixel: stripes and grids, eight `unit`s from one to
    /// the next.
    pub(crate) fn hatches(seat: u8, (x, y): (i64, i64), unit: i64) -> bool {
        let line = |at: i64| at.rem_euclid(8 * unit) < unit;
        match seat % SHAPES {
            0 => line(x + y),
            1 => line(x - y),
            2 => line(y),
            3 => line(x),
            4 => line(x + y) || line(x - y),
            5 => line(x) || line(y),
            _ => line(x) && line(y) || line(x + 4 * unit) && line(y + 4 * unit),
        }
    }
}

/// Half the side of a sign's image.
fn half(diameter: u16) -> f32 {
    (f32::from(diameter.max(2)) / 2.0 * REACH).ceil()
}

/// The outline of a seat's shape around a centre, about as large as a disc of that radius.
fn shape(seat: u8, centre: f32, radius: f32) -> Option<Path> {
    let regular = |corners: u8, turn: f32, reach: f32| {
        let corner = |nth| (f32::from(nth) / f32::from(corners) + turn, reach);
        polygon((0..corners).map(corner), centre, radius)
    };
    match seat % SHAPES {
        0 => PathBuilder::from_circle(centre, centre, radius),
        1 => regular(3, 0.0, 1.5),
        2 => regular(4, 0.125, 1.3),
        3 => regular(4, 0.0, 1.4),
        4 => regular(5, 0.0, 1.2),
        5 => {
            // Each arm ends in two corners, and between the arms there is one.
            let corner = |nth: u8| {
                let arm = f32::from(nth / 3) / 4.0;
                match nth % 3 {
                    0 => (arm - 0.068, 1.36),
                    1 => (arm + 0.068, 1.36),
                    _ => (arm + 0.125, 0.8),
                }
            };
            polygon((0..12).map(corner), centre, radius)
        }
        _ => {
            let corner = |nth: u8| {
                let reach = if nth.is_multiple_of(2) { 1.6 } else { 0.85 };
                (f32::from(nth) / 10.0, reach)
            };
            polygon((0..10).map(corner), centre, radius)
        }
    }
}

/// Corners given by turns from the top and distances in radii.
fn polygon(corners: impl Iterator<Item = (f32, f32)>, centre: f32, radius: f32) -> Option<Path> {
    let mut path = PathBuilder::new();
    for (turn, reach) in corners {
        let (across, up) = (turn * std::f32::consts::TAU).sin_cos();
        let (x, y) = (across * reach * radius, -up * reach * radius);
        if path.is_empty() {
            path.move_to(centre + x, centre + y);
        } else {
            path.line_to(centre + x, centre + y);
        }
    }
    path.close();
    path.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sign(seat: u8) -> Sign {
        Sign {
            seat,
            colour: Rgb::new(90, 90, 90),
            own: false,
        }
    }

    fn alpha(handle: &Handle) -> Vec<u8> {
        match handle {
            Handle::Rgba { pixels, .. } => pixels.iter().skip(3).step_by(4).copied().collect(),
            _ => panic!("pixels"),
        }
    }

    #[test]
    fn seven_seats_are_told_apart_without_colour() {
        let signs: Vec<Vec<u8>> = (0..7).map(|seat| alpha(&sign(seat).image(16).0)).collect();
        for (nth, one) in signs.iter().enumerate() {
            let covered = one.iter().filter(|&&a| a > 128).count();
            assert!((200..360).contains(&covered), "seat {nth}: {covered}");
            for other in &signs[..nth] {
                let pairs = one.iter().zip(other);
                let differs = pairs.filter(|(a, b)| a.abs_diff(**b) > 64).count();
                assert!(differs > 24, "seat {nth}: {differs} pixels");
            }
        }
    }

    #[test]
    fn seven_hatches_cover_little_and_differ() {
        let hatch = |seat| {
            let all = (0..64_i64).flat_map(|y| (0..64_i64).map(move |x| (x, y)));
            all.map(|at| Sign::hatches(seat, at, 1)).collect::<Vec<_>>()
        };
        let hatches: Vec<Vec<bool>> = (0..7).map(hatch).collect();
        for (nth, one) in hatches.iter().enumerate() {
            let covered = one.iter().filter(|&&is| is).count();
            assert!((64..2048).contains(&covered), "seat {nth}: {covered}");
            assert!(!hatches[..nth].contains(one), "seat {nth}");
        }
    }

    #[test]
    fn the_same_sign_is_the_same_image() {
        assert_eq!(sign(3).image(20).0.id(), sign(3).image(20).0.id());
        let own = Sign {
            own: true,
            ..sign(3)
        };
        assert_ne!(sign(3).image(20).0.id(), own.image(20).0.id());
    }
}
