//! Lines between pivots: links, proposals, attacks.

use iced::widget::canvas::{Frame, LineDash, Path, Stroke};
use iced::{Color, Point, Rectangle, Size, Vector};
use marchland_maps::Point as Pixel;

use crate::camera::Camera;
use crate::item::{Line, LineKind};
use crate::scene::Scene;

/// Draws the visible part of lines in a widget of that size.
pub(crate) fn draw<'a>(
    frame: &mut Frame,
    scene: &Scene,
    camera: Camera,
    size: Size,
    lines: impl IntoIterator<Item = &'a Line>,
) {
    for line in lines {
        draw_line(frame, scene, camera, size, line);
    }
}

/// The bounds of lines with their arrows; empty without lines.
pub(crate) fn around<'a>(
    scene: &Scene,
    camera: Camera,
    lines: impl IntoIterator<Item = &'a Line>,
) -> Rectangle {
    // Arrow heads reach five pixels to each side, their edges one more; casings are no wider.
    const REACH: f32 = 8.0;
    let stretches = lines.into_iter().flat_map(|line| stretches(scene, line));
    let boxes = stretches.map(|[from, to]| {
        let (from, to) = (
            camera.to_screen(from.0, from.1),
            camera.to_screen(to.0, to.1),
        );
        let corner = Point::new(from.x.min(to.x), from.y.min(to.y));
        let size = Size::new((to.x - from.x).abs(), (to.y - from.y).abs());
        Rectangle::new(corner, size).expand(REACH)
    });
    boxes.reduce(|a, b| a.union(&b)).unwrap_or_default()
}

impl Scene {
    /// The link nearest to a point, at most `reach` pixels of the map away.
    pub fn link_at(&self, x: f64, y: f64, reach: f64) -> Option<&Line> {
        let far = |line: &Line| {
            let stretches = stretches(self, line).into_iter();
            let far = stretches.map(|[from, to]| distance((x, y), from, to));
            far.fold(f64::INFINITY, f64::min)
        };
        let near = self.links.iter().map(|line| (far(line), line));
        let near = near.filter(|(far, _)| *far <= reach);
        let nearest = near.min_by(|a, b| a.0.total_cmp(&b.0));
        nearest.map(|(_, line)| line)
    }
}

/// How far a point is from a stretch.
fn distance(at: (f64, f64), from: (f64, f64), to: (f64, f64)) -> f64 {
    let along = (to.0 - from.0, to.1 - from.1);
    let way = (at.0 - from.0, at.1 - from.1);
    let long = along.0 * along.0 + along.1 * along.1;
    let share = if long > 0.0 {
        ((way.0 * along.0 + way.1 * along.1) / long).clamp(0.0, 1.0)
    } else {
        0.0
    };
    (way.0 - share * along.0).hypot(way.1 - share * along.1)
}

/// The stretches of a line on the map: one, or two if it crosses an edge joined to the
/// opposite one.
fn stretches(scene: &Scene, line: &Line) -> Vec<[(f64, f64); 2]> {
    let (width, height) = scene.size();
    let (width, height) = (f64::from(width), f64::from(height));
    let spot = |p: Pixel| (f64::from(p.x) + 0.5, f64::from(p.y) + 0.5);
    let (from, to) = (spot(line.from), spot(line.to));
    let over = |joined: bool, from: f64, to: f64, length: f64| {
        if !joined || (to - from).abs() <= length / 2.0 {
            0.0
        } else if to > from {
            -length
        } else {
            length
        }
    };
    let shift = (
        over(scene.wrap.horizontal, from.0, to.0, width),
        over(scene.wrap.vertical, from.1, to.1, height),
    );
    if shift == (0.0, 0.0) {
        return vec![[from, to]];
    }
    // The line is cut at the edge; a stretch from each end to the edge shows where it leads.
    let near_end = (to.0 + shift.0, to.1 + shift.1);
    let far_start = (from.0 - shift.0, from.1 - shift.1);
    let cut = |inner: (f64, f64), outer: (f64, f64)| {
        let mut share: f64 = 1.0;
        for (start, end, length) in [(inner.0, outer.0, width), (inner.1, outer.1, height)] {
            if end < 0.0 {
                share = share.min(start / (start - end));
            } else if end > length {
                share = share.min((length - start) / (end - start));
            }
        }
        (
            inner.0 + (outer.0 - inner.0) * share,
            inner.1 + (outer.1 - inner.1) * share,
        )
    };
    vec![[from, cut(from, near_end)], [cut(to, far_start), to]]
}

fn draw_line(frame: &mut Frame, scene: &Scene, camera: Camera, size: Size, line: &Line) {
    const SEA: &[f32] = &[7.0, 5.0];
    const PROPOSED: &[f32] = &[4.0, 4.0];
    const SHUT: &[f32] = &[1.5, 4.0];
    let style = &scene.style;
    let (colour, width, segments): (Color, f32, &[f32]) = match line.kind {
        LineKind::Land => (style.land, 1.5, &[]),
        LineKind::Sea => (style.water, 1.75, SEA),
        LineKind::Proposed => (style.proposed, 1.75, PROPOSED),
        LineKind::Asked => (style.proposed, 3.0, PROPOSED),
        LineKind::Shut => (style.shut, 1.75, SHUT),
        LineKind::Drawn => (style.accent, 2.5, SEA),
        LineKind::Attack => (style.shut, 3.5, &[]),
        LineKind::Doomed => (style.error, 2.5, SHUT),
        LineKind::Noted => (style.notice, 2.5, PROPOSED),
    };
    let pieces = stretches(scene, line);
    let last = pieces.len() - 1;
    for (at, [from, to]) in pieces.into_iter().enumerate() {
        let (from, to) = (
            camera.to_screen(from.0, from.1),
            camera.to_screen(to.0, to.1),
        );
        let long = from.distance(to);
        // Links too short to tell from their pivots fade out. Lines are clipped here, since drawing
        // invisible parts costs as much as visible ones.
        let shown = if line.strong {
            1.0
        } else {
            ((long - 8.0) / 14.0).clamp(0.0, 1.0)
        };
        let Some((from, to)) = clip(from, to, size, 40.0).filter(|_| shown > 0.02) else {
            continue;
        };
        let path = Path::line(from, to);
        let dash = LineDash {
            segments,
            offset: 0,
        };
        // Land is tinted, the sea of a picture is not: it may have any colour.
        let on_picture = scene.picture.is_some() && line.kind != LineKind::Land;
        if line.strong || on_picture {
            let casing = Stroke {
                line_dash: dash,
                ..Stroke::default()
                    .with_color(style.halo.scale_alpha(shown))
                    .with_width(width + 3.0)
            };
            frame.stroke(&path, casing);
        }
        let stroke = Stroke {
            line_dash: dash,
            ..Stroke::default()
                .with_color(colour.scale_alpha(if line.strong { 1.0 } else { shown }))
                .with_width(if line.strong { width + 0.75 } else { width })
        };
        frame.stroke(&path, stroke);
        if line.one_way && at == last && long > 14.0 {
            draw_arrow(frame, from, to, colour.scale_alpha(shown), style.halo);
        }
    }
}

fn draw_arrow(frame: &mut Frame, from: Point, to: Point, colour: Color, halo: Color) {
    let long = from.distance(to).max(1.0);
    let along = Vector::new((to.x - from.x) / long, (to.y - from.y) / long);
    let across = Vector::new(-along.y, along.x);
    let back = (long / 2.0).min(14.0);
    let tip = to - along * (back - 8.0).max(0.0);
    let base = tip - along * 9.0;
    let head = Path::new(|path| {
        path.move_to(tip);
        path.line_to(base + across * 5.0);
        path.line_to(base - across * 5.0);
        path.close();
    });
    frame.stroke(&head, Stroke::default().with_color(halo).with_width(2.0));
    frame.fill(&head, colour);
}

/// The part of a line within a rectangle of `size` and a margin.
fn clip(from: Point, to: Point, size: Size, margin: f32) -> Option<(Point, Point)> {
    let (dx, dy) = (to.x - from.x, to.y - from.y);
    let (mut start, mut end) = (0.0_f32, 1.0_f32);
    for (step, from, room) in [(dx, from.x, size.width), (dy, from.y, size.height)] {
        let (low, high) = (-margin - from, room + margin - from);
        if step.abs() < f32::EPSILON {
            if low > 0.0 || high < 0.0 {
                return None;
            }
            continue;
        }
        let (a, b) = (low / step, high / step);
        start = start.max(a.min(b));
        end = end.min(a.max(b));
    }
    let at = |share: f32| Point::new(from.x + dx * share, from.y + dy * share);
    (start < end).then(|| (at(start), at(end)))
}

#[cfg(test)]
mod tests;
