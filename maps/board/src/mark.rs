//! Marks on places where something is wrong, or worth knowing.

use std::collections::HashSet;

use iced::alignment::Vertical;
use iced::widget::canvas::{Frame, LineDash, Path, Stroke, Text};
use iced::widget::text::Alignment;
use iced::{Color, Point, Size};

use crate::camera::{Camera, Rect};
use crate::overlay::{FONT, near};
use crate::scene::Scene;

/// How bad it is; told apart by shape as well as by colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// Worth knowing: a ring.
    Info,
    /// A warning: a triangle.
    Warning,
    /// An error: a disc.
    Error,
}

/// A mark over a place of the map.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Mark {
    /// Where: column and row of the mask, with fraction.
    pub at: (f64, f64),
    /// The box around all that is meant, drawn while the mark is strong.
    pub around: Option<Rect>,
    /// How bad it is.
    pub severity: Severity,
    /// It is the one that is looked at.
    pub strong: bool,
}

/// Half the size of a mark, in logical pixels.
const REACH: f32 = 7.0;
/// How far a mark stands over its place, so that it hides neither the place nor
/// a pivot there.
const STEM: f32 = 15.0;

/// From so many marks on they are drawn small, or they would hide the map.
const MANY: usize = 120;

/// Draws marks, the mildest first. Of those that would lie on one another only
/// the worst is drawn.
pub(crate) fn draw(frame: &mut Frame, scene: &Scene, camera: Camera) {
    let size = frame.size();
    let mut taken = HashSet::new();
    let cell = |at: Point| ((at.x / 12.0).round() as i32, (at.y / 12.0).round() as i32);
    let usual = if scene.marks.len() > MANY { 0.7 } else { 1.0 };
    let mut shown: Vec<(&Mark, Point)> = Vec::new();
    // The scene keeps the worst first.
    for mark in &scene.marks {
        let at = camera.to_screen(mark.at.0, mark.at.1);
        if near(size, at, 40.0) && (taken.insert(cell(at)) || mark.strong) {
            shown.push((mark, at));
        }
    }
    for (mark, at) in shown.iter().rev().filter(|(mark, _)| !mark.strong) {
        draw_mark(frame, scene, mark, *at, usual);
    }
    for (mark, at) in shown.iter().rev().filter(|(mark, _)| mark.strong) {
        if let Some(around) = mark.around {
            draw_box(frame, scene, camera, mark.severity, around);
        }
        draw_mark(frame, scene, mark, *at, 1.35);
    }
}

fn colour(scene: &Scene, severity: Severity) -> Color {
    match severity {
        Severity::Error => scene.style.error,
        Severity::Warning => scene.style.warning,
        Severity::Info => scene.style.notice,
    }
}

fn draw_mark(frame: &mut Frame, scene: &Scene, mark: &Mark, place: Point, scale: f32) {
    let ink = colour(scene, mark.severity);
    let halo = Color {
        a: 1.0,
        ..scene.style.halo
    };
    let reach = REACH * scale;
    let at = Point::new(place.x, place.y - STEM * scale);
    let stem = Path::line(Point::new(at.x, at.y + reach), place);
    frame.stroke(&stem, Stroke::default().with_color(halo).with_width(4.0));
    frame.stroke(&stem, Stroke::default().with_color(ink).with_width(1.75));
    let (face, sign, text, lower) = match mark.severity {
        Severity::Error => (Path::circle(at, reach), "!", halo, 0.0),
        Severity::Warning => (triangle(at, reach * 1.2), "!", halo, reach * 0.2),
        Severity::Info => (Path::circle(at, reach), "i", ink, 0.0),
    };
    frame.stroke(&face, Stroke::default().with_color(halo).with_width(4.0));
    if mark.severity == Severity::Info {
        frame.fill(&face, halo);
        frame.stroke(&face, Stroke::default().with_color(ink).with_width(1.75));
    } else {
        frame.fill(&face, ink);
    }
    frame.fill_text(Text {
        content: sign.to_owned(),
        position: Point::new(at.x, at.y + lower),
        color: text,
        size: (reach * 1.6).into(),
        font: iced::Font {
            weight: iced::font::Weight::Bold,
            ..FONT
        },
        align_x: Alignment::Center,
        align_y: Vertical::Center,
        ..Text::default()
    });
}

fn triangle(at: Point, reach: f32) -> Path {
    Path::new(|path| {
        path.move_to(Point::new(at.x, at.y - reach));
        path.line_to(Point::new(at.x + reach, at.y + reach * 0.75));
        path.line_to(Point::new(at.x - reach, at.y + reach * 0.75));
        path.close();
    })
}

fn draw_box(frame: &mut Frame, scene: &Scene, camera: Camera, severity: Severity, around: Rect) {
    const MARGIN: f32 = 4.0;
    let start = camera.to_screen(around.left, around.top);
    let end = camera.to_screen(around.left + around.width, around.top + around.height);
    let corner = Point::new(start.x - MARGIN, start.y - MARGIN);
    let size = Size::new(
        end.x - start.x + 2.0 * MARGIN,
        end.y - start.y + 2.0 * MARGIN,
    );
    // A box around all that is seen says nothing, and long dashed lines cost.
    if size.width > frame.width() * 1.5 || size.height > frame.height() * 1.5 {
        return;
    }
    let halo = Stroke::default()
        .with_color(scene.style.halo)
        .with_width(3.5);
    frame.stroke_rectangle(corner, size, halo);
    let dashed = Stroke {
        line_dash: LineDash {
            segments: &[5.0, 4.0],
            offset: 0,
        },
        ..Stroke::default()
            .with_color(colour(scene, severity))
            .with_width(1.75)
    };
    frame.stroke_rectangle(corner, size, dashed);
}
