//! The sign of a seat: its colour and its shape, so that players are told apart in grey.

use iced::widget::canvas::{self, Frame, Geometry, Path, Stroke};
use iced::{Element, Point, Rectangle, Renderer, Theme, mouse};
use marchland_maps::Rgb;
use marchland_ui::parts::to_color;
use marchland_ui::theme;

/// The sign of a seat, so many logical pixels wide and high.
pub fn emblem<'a, M: 'a>(seat: usize, colour: Rgb, side: f32) -> Element<'a, M> {
    canvas::Canvas::new(Emblem { seat, colour })
        .width(side)
        .height(side)
        .into()
}

struct Emblem {
    seat: usize,
    colour: Rgb,
}

impl<M> canvas::Program<M> for Emblem {
    type State = ();

    fn draw(
        &self,
        _state: &(),
        renderer: &Renderer,
        theme: &Theme,
        bounds: Rectangle,
        _cursor: mouse::Cursor,
    ) -> Vec<Geometry> {
        let mut frame = Frame::new(renderer, bounds.size());
        let shape = shape(self.seat, frame.center(), bounds.width / 2.0 - 1.0);
        frame.fill(&shape, to_color(self.colour));
        let rim = theme::tokens(theme).text.scale_alpha(0.55);
        frame.stroke(&shape, Stroke::default().with_color(rim).with_width(1.0));
        vec![frame.into_geometry()]
    }
}

/// A disc, a triangle, a square, a rhombus, a pentagon, a cross, a star.
pub(super) fn shape(seat: usize, at: Point, reach: f32) -> Path {
    match seat % 7 {
        0 => Path::circle(at, reach * 0.92),
        1 => regular(at, 3, reach * 1.1, 0.0),
        2 => regular(at, 4, reach * 1.12, 0.5),
        3 => regular(at, 4, reach * 1.05, 0.0),
        4 => regular(at, 5, reach, 0.0),
        5 => cross(at, reach * 0.95),
        _ => star(at, reach * 1.05),
    }
}

/// The corner at so many turns from the top.
fn corner(at: Point, turn: f32, reach: f32) -> Point {
    let angle = turn * std::f32::consts::TAU - std::f32::consts::FRAC_PI_2;
    Point::new(at.x + reach * angle.cos(), at.y + reach * angle.sin())
}

fn regular(at: Point, corners: u8, reach: f32, shift: f32) -> Path {
    let turn = |nth: u8| (f32::from(nth) + shift) / f32::from(corners);
    polygon((0..corners).map(|nth| corner(at, turn(nth), reach)))
}

fn star(at: Point, reach: f32) -> Path {
    polygon((0..10_u8).map(|nth| {
        let reach = if nth % 2 == 0 { reach } else { reach * 0.45 };
        corner(at, f32::from(nth) / 10.0, reach)
    }))
}

fn cross(at: Point, reach: f32) -> Path {
    let arm = reach * 0.36;
    let (a, r) = (arm, reach);
    let corners = [
        (-a, -r),
        (a, -r),
        (a, -a),
        (r, -a),
        (r, a),
        (a, a),
        (a, r),
        (-a, r),
        (-a, a),
        (-r, a),
        (-r, -a),
        (-a, -a),
    ];
    polygon(
        corners
            .into_iter()
            .map(|(x, y)| Point::new(at.x + x, at.y + y)),
    )
}

fn polygon(corners: impl Iterator<Item = Point>) -> Path {
    Path::new(|path| {
        for (nth, corner) in corners.enumerate() {
            if nth == 0 {
                path.move_to(corner);
            } else {
                path.line_to(corner);
            }
        }
        path.close();
    })
}
