//! Marks on places where something is wrong, or worth knowing.

use std::collections::HashSet;

use iced::widget::canvas::{Frame, LineDash, Path, Stroke};
use iced::{Color, Point, Rectangle, Size};
use marchland_maps::Severity;

use crate::camera::{Camera, Rect, near};
use crate::item::Mark;
use crate::scene::Scene;

/// Half the size of a mark, in logical pixels.
const REACH: f32 = 7.0;
/// How far a mark stands above its place, so that it hides neither the place nor a pivot
/// there.
const STEM: f32 = 15.0;

/// The number of marks from which on all are drawn small, or they would hide the map.
const MANY: usize = 120;

/// Side of the cells that hold one mark each, in logical pixels.
const CELL: f64 = 12.0;
/// How much larger a strong mark is.
const STRONG: f32 = 1.35;

/// The cell of a place. Cells are fixed to the map, so that marks do not come and go while it
/// is moved.
fn cell(mark: &Mark, scale: f64) -> (i64, i64) {
    let part = |place: f64| (place * scale / CELL).round() as i64;
    (part(mark.at.0), part(mark.at.1))
}

/// The size of marks that are not strong.
fn usual(scene: &Scene) -> f32 {
    if scene.marks.len() > MANY { 0.7 } else { 1.0 }
}

/// The offset of a mark's sign from its place, at a size.
fn sign(scale: f32) -> f32 {
    STEM * scale
}

/// The marks drawn at a scale, the worst first: the worst of each cell, and all strong ones.
fn shown(scene: &Scene, scale: f64) -> impl Iterator<Item = &Mark> {
    let mut taken = HashSet::new();
    // The scene keeps the worst first.
    let marks = scene.marks.iter();
    marks.filter(move |mark| taken.insert(cell(mark, scale)) || mark.strong)
}

/// The areas of the signs, which names avoid; none where there are too many signs for that.
pub(crate) fn covered(scene: &Scene, camera: Camera) -> impl Iterator<Item = Rectangle> {
    let scale = usual(scene);
    let few = scene.marks.len() <= MANY;
    let marks = shown(scene, camera.scale).filter(move |_| few);
    marks.map(move |mark| {
        let at = camera.to_screen(mark.at.0, mark.at.1);
        let half = REACH * scale;
        let corner = Point::new(at.x - half, at.y - sign(scale) - half);
        Rectangle::new(corner, Size::new(half * 2.0, half * 2.0))
    })
}

impl Scene {
    /// The marks whose sign is under a point of the mask, at `scale` logical pixels for one of
    /// its pixels; returns `Mark::of` of each: the one on top first, then those that are hidden
    /// behind it, the worst first. Takes time proportional to the marks.
    pub fn marks_at(&self, x: f64, y: f64, scale: f64) -> Vec<usize> {
        /// Logical pixels beside a sign that still hit it.
        const SLACK: f32 = 2.0;
        let hit = |mark: &Mark| {
            let across = ((x - mark.at.0) * scale) as f32;
            let down = ((y - mark.at.1) * scale) as f32;
            let within = |size: f32| across.hypot(down + sign(size)) <= REACH * size + SLACK;
            // A mark that grows under the pointer must not leave it.
            within(usual(self)) || (mark.strong && within(STRONG))
        };
        let mut top: Option<&Mark> = None;
        for mark in shown(self, scale).filter(|mark| hit(mark)) {
            // Strong ones lie over the rest, worse ones over milder.
            if top.is_none_or(|top| mark.strong && !top.strong) {
                top = Some(mark);
            }
        }
        let Some(top) = top else {
            return Vec::new();
        };
        let here = cell(top, scale);
        let behind = self.marks.iter();
        let behind = behind.filter(|mark| mark.of != top.of && cell(mark, scale) == here);
        std::iter::once(top.of)
            .chain(behind.map(|mark| mark.of))
            .collect()
    }
}

/// Draws marks, the mildest first. Of those that would lie on one another only
/// the worst is drawn.
pub(crate) fn draw(frame: &mut Frame, scene: &Scene, camera: Camera) {
    let size = frame.size();
    let marks = shown(scene, camera.scale);
    let marks = marks.map(|mark| (mark, camera.to_screen(mark.at.0, mark.at.1)));
    let shown: Vec<(&Mark, Point)> = marks.filter(|(_, at)| near(size, *at, 40.0)).collect();
    for (mark, at) in shown.iter().rev().filter(|(mark, _)| !mark.strong) {
        draw_mark(frame, scene, mark, *at, usual(scene));
    }
    for (mark, at) in shown.iter().rev().filter(|(mark, _)| mark.strong) {
        if let Some(around) = mark.around {
            draw_box(frame, scene, camera, mark.severity, around);
        }
        draw_mark(frame, scene, mark, *at, STRONG);
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
    let at = Point::new(place.x, place.y - sign(scale));
    let stem = Path::line(Point::new(at.x, at.y + reach), place);
    frame.stroke(&stem, Stroke::default().with_color(halo).with_width(4.0));
    frame.stroke(&stem, Stroke::default().with_color(ink).with_width(1.75));
    let (face, ink_of_sign, lower) = match mark.severity {
        Severity::Error => (Path::circle(at, reach), halo, 0.0),
        Severity::Warning => (triangle(at, reach * 1.2), halo, reach * 0.2),
        Severity::Info => (Path::circle(at, reach), ink, 0.0),
    };
    frame.stroke(&face, Stroke::default().with_color(halo).with_width(4.0));
    if mark.severity == Severity::Info {
        frame.fill(&face, halo);
        frame.stroke(&face, Stroke::default().with_color(ink).with_width(1.75));
    } else {
        frame.fill(&face, ink);
    }
    // An exclamation mark, or an i if upside down. Not written as text: text on a canvas has no
    // bounds, so the whole window would be redrawn.
    let up = if mark.severity == Severity::Info {
        -1.0
    } else {
        1.0
    };
    let along = |y: f32| Point::new(at.x, at.y + lower + up * y * reach);
    let bar = Path::line(along(-0.55), along(0.15));
    let stroke = Stroke::default().with_color(ink_of_sign);
    frame.stroke(&bar, stroke.with_width(reach * 0.26));
    frame.fill(&Path::circle(along(0.48), reach * 0.16), ink_of_sign);
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

#[cfg(test)]
mod tests;
