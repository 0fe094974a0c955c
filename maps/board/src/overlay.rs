//! What lies over the ground: links, pivots, badges; then the names.

use iced::alignment::Vertical;
use iced::widget::canvas::{Frame, LineDash, Path, Stroke, Text};
use iced::widget::text::Alignment;
use iced::{Color, Font, Point, Rectangle, Size, Vector};
use marchland_maps::{Point as Pixel, Rgb};

use crate::camera::Camera;
use crate::mark;
use crate::names;
use crate::scene::{PlotIndex, Scene};

/// The font of names and numbers: the one that is always there.
pub(crate) const FONT: Font = Font::with_name("Fira Sans");

/// What a line stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum LineKind {
    /// A link by land.
    Land,
    /// A link by sea.
    Sea,
    /// A link that is proposed and waits for an answer.
    Proposed,
    /// The proposal that is being asked about.
    Asked,
    /// A border that is shut.
    Shut,
    /// A link that is being drawn, or would be.
    Drawn,
    /// An attack, drawn broad, from its start to its end.
    Attack,
    /// A link that would be taken away.
    Doomed,
    /// A link, or a place for one, that something is said about.
    Noted,
}

/// A line from one plot's pivot to another's.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Line {
    /// Where it starts.
    pub from: Pixel,
    /// Where it ends.
    pub to: Pixel,
    /// What it stands for.
    pub kind: LineKind,
    /// It can be used in this direction only.
    pub one_way: bool,
    /// It belongs to what is picked out, and is drawn strongly.
    pub strong: bool,
}

/// The disc with a territory's unit count.
#[derive(Debug, Clone, PartialEq)]
pub struct Badge {
    /// Its centre.
    pub at: Pixel,
    /// What stands in it.
    pub text: String,
    /// The owner's colour.
    pub colour: Rgb,
}

/// What is drawn, and what with more weight than the rest.
#[expect(clippy::struct_excessive_bools, reason = "each switches one layer")]
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Emphasis {
    pub(crate) plots: Vec<PlotIndex>,
    pub(crate) pivot: Option<(PlotIndex, usize)>,
    pub(crate) names: bool,
    pub(crate) links: bool,
    pub(crate) pivots: bool,
    /// Further pivots of plots, too.
    pub(crate) all_pivots: bool,
    /// A rectangle that is being drawn: left, top, right, bottom.
    pub(crate) band: Option<[f64; 4]>,
}

/// Draws the overlay of a scene; `camera` counts logical pixels.
pub(crate) fn draw(frame: &mut Frame, scene: &Scene, camera: Camera, emphasis: &Emphasis) {
    let size = frame.size();
    draw_frame(frame, scene, camera);
    if emphasis.links {
        for line in scene.lines.iter().filter(|line| !line.strong) {
            draw_line(frame, scene, camera, size, line);
        }
    }
    for line in scene.lines.iter().filter(|line| line.strong) {
        draw_line(frame, scene, camera, size, line);
    }
    if emphasis.pivots {
        draw_pivots(frame, scene, camera, size, emphasis);
    }
    draw_badges(frame, scene, camera, size);
    if emphasis.names {
        names::draw(frame, scene, camera, size, emphasis);
    }
    mark::draw(frame, scene, camera);
    if let Some([left, top, right, bottom]) = emphasis.band {
        let (from, to) = (camera.to_screen(left, top), camera.to_screen(right, bottom));
        let size = Size::new(to.x - from.x, to.y - from.y);
        let accent = scene.style.accent;
        frame.fill_rectangle(from, size, accent.scale_alpha(0.12));
        let stroke = Stroke::default().with_color(accent).with_width(1.5);
        frame.stroke_rectangle(from, size, stroke);
    }
}

fn draw_frame(frame: &mut Frame, scene: &Scene, camera: Camera) {
    let (width, height) = scene.size();
    if width == 0 {
        return;
    }
    let start = camera.to_screen(0.0, 0.0);
    let end = camera.to_screen(f64::from(width), f64::from(height));
    let around = Rectangle::new(
        Point::new(start.x - 0.5, start.y - 0.5),
        Size::new(end.x - start.x + 1.0, end.y - start.y + 1.0),
    );
    let stroke = Stroke::default()
        .with_color(scene.style.frame)
        .with_width(1.0);
    frame.stroke_rectangle(around.position(), around.size(), stroke);
}

pub(crate) fn middle(camera: Camera, pixel: Pixel) -> Point {
    camera.to_screen(f64::from(pixel.x) + 0.5, f64::from(pixel.y) + 0.5)
}

pub(crate) fn near(size: Size, at: Point, margin: f32) -> bool {
    let within = |value: f32, room: f32| value >= -margin && value <= room + margin;
    within(at.x, size.width) && within(at.y, size.height)
}

/// The stretches of a line on the map: one, or two where it goes over an edge
/// that is joined to the opposite one.
pub(crate) fn stretches(scene: &Scene, line: &Line) -> Vec<[(f64, f64); 2]> {
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
    // Beyond the edge the line goes on outside the frame, where it is cut: a
    // stretch from each end up to the edge shows where it leads.
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
        // Links too short to tell from their pivots fade away; lines outside
        // are cut off here, since drawing them costs as much as others.
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
        if line.strong {
            let casing = Stroke {
                line_dash: dash,
                ..Stroke::default()
                    .with_color(style.halo)
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

fn draw_pivots(frame: &mut Frame, scene: &Scene, camera: Camera, size: Size, emphasis: &Emphasis) {
    let style = &scene.style;
    let room = typical_room(scene, camera);
    let radius = (room / 14.0).clamp(1.5, 4.0);
    for (index, plot) in scene.plots.iter().enumerate() {
        let picked = emphasis.plots.contains(&index);
        // Further pivots of scattered islands would hide the rest.
        let shown = if picked || emphasis.all_pivots || room > 160.0 {
            plot.pivots.len()
        } else {
            1
        };
        for (nth, &pivot) in plot.pivots.iter().enumerate().take(shown) {
            let at = middle(camera, pivot);
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
            let disc = Path::circle(at, radius);
            let colour = if picked || held {
                style.accent
            } else {
                style.label
            };
            if radius > 2.0 {
                frame.fill(&Path::circle(at, radius + 1.75), style.halo);
            }
            if nth == 0 {
                frame.fill(&disc, colour);
            } else {
                // A further pivot is a ring.
                frame.fill(&disc, style.halo);
                frame.stroke(&disc, Stroke::default().with_color(colour).with_width(1.75));
            }
        }
    }
}

/// How many logical pixels a plot of middling size is across.
fn typical_room(scene: &Scene, camera: Camera) -> f32 {
    let median = scene.by_area.get(scene.by_area.len() / 2);
    let bounds = median.and_then(|&plot| scene.bounds_of(plot));
    bounds.map_or(40.0, |b| (b.width.min(b.height) * camera.scale) as f32)
}

/// Half a badge, in logical pixels.
pub(crate) fn badge_radius(scene: &Scene, camera: Camera) -> f32 {
    /// Two figures in it can be read.
    const READABLE: f32 = 9.0;
    let radius = scene.badge_diameter * camera.scale as f32 / 2.0;
    if scene.readable_badges {
        radius.max((typical_room(scene, camera) * 0.35).min(READABLE))
    } else {
        radius
    }
}

fn draw_badges(frame: &mut Frame, scene: &Scene, camera: Camera, size: Size) {
    let radius = badge_radius(scene, camera);
    for badge in scene.plots.iter().filter_map(|plot| plot.badge.as_ref()) {
        let at = middle(camera, badge.at);
        if radius < 1.0 || !near(size, at, radius) {
            continue;
        }
        let [r, g, b] = badge.colour.0;
        let disc = Path::circle(at, radius);
        frame.fill(&disc, Color::from_rgb8(r, g, b));
        let rim = Stroke::default().with_color(Color::WHITE.scale_alpha(0.9));
        frame.stroke(&disc, rim.with_width((radius / 8.0).clamp(0.75, 2.5)));
        if let Some((content, text_size)) = fitting(&badge.text, radius) {
            frame.fill_text(Text {
                content,
                position: at,
                color: readable_on(badge.colour),
                size: text_size.into(),
                font: FONT,
                align_x: Alignment::Center,
                align_y: Vertical::Center,
                ..Text::default()
            });
        }
    }
}

/// What a disc of a radius has room for, and how large it is written: the text,
/// or a great number in thousands, the largest being the last that one would do
/// without. Nothing where it could not be read.
fn fitting(text: &str, radius: f32) -> Option<(String, f32)> {
    const LEGIBLE: f32 = 6.0;
    let size = |text: &str| radius * 2.2 / (text.chars().count().max(1) as f32).max(1.8);
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
        .find(|(_, size)| *size >= LEGIBLE)
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
    use crate::scene::tests::strip;
    use marchland_maps::Wrap;

    #[test]
    fn lines_are_cut_at_the_view() {
        let size = Size::new(100.0, 100.0);
        let far = clip(
            Point::new(-1000.0, 50.0),
            Point::new(1000.0, 50.0),
            size,
            10.0,
        );
        assert_eq!(
            far,
            Some((Point::new(-10.0, 50.0), Point::new(110.0, 50.0)))
        );
        let beside = clip(
            Point::new(-50.0, -20.0),
            Point::new(400.0, -20.0),
            size,
            10.0,
        );
        assert_eq!(beside, None);
    }

    #[test]
    fn great_armies_are_written_in_thousands() {
        let written = |text, radius| fitting(text, radius).map(|(text, _)| text);
        assert_eq!(written("12", 12.0).as_deref(), Some("12"));
        assert_eq!(written("1234", 10.0).as_deref(), Some("1k"));
        assert_eq!(written("1234", 16.0).as_deref(), Some("1234"));
        assert_eq!(written("56789", 10.0).as_deref(), Some("56k"));
        assert_eq!(written("7654321", 8.0).as_deref(), Some("7M"));
        assert_eq!(written("1234", 2.0), None);
    }

    #[test]
    fn a_link_over_the_joined_edge_is_drawn_to_both_edges() {
        let line = Line {
            from: Pixel::new(4, 5),
            to: Pixel::new(34, 5),
            kind: LineKind::Sea,
            one_way: false,
            strong: false,
        };
        let open = strip().with_lines(vec![line], Wrap::default());
        assert_eq!(stretches(&open, &line), [[(4.5, 5.5), (34.5, 5.5)]]);
        let joined = Wrap {
            horizontal: true,
            vertical: false,
        };
        let scene = strip().with_lines(vec![line], joined);
        let pieces = stretches(&scene, &line);
        assert_eq!(pieces[0], [(4.5, 5.5), (0.0, 5.5)]);
        assert_eq!(pieces[1], [(40.0, 5.5), (34.5, 5.5)]);
    }
}
