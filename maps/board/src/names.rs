//! Names on the map: their placement without covering each other or a pivot, and their
//! drawing.

use std::collections::{HashMap, HashSet};

use iced::widget::canvas::{Frame, Path, Stroke};
use iced::{Point, Rectangle, Size};
use marchland_maps::Point as Pixel;

use crate::badge::badge_radius;
use crate::camera::{Camera, near};
use crate::emphasis::Emphasis;
use crate::lettering::{Lettering, Letterings};
use crate::scene::{Plot, PlotIndex, Scene};
use crate::style::Style;

/// Size of names, in logical pixels.
const NAME: f32 = 13.0;

/// The most visible names for which those without room stand aside with a line to their pivot;
/// among more, nobody could follow the lines.
const FEW: usize = 150;

/// How far a name with a line keeps from everything else, in logical pixels, so that it does not
/// seem to belong there.
const APART: f32 = 4.0;

/// How close to another's badge a name seems to belong there, in logical pixels.
const DISTINCT: f32 = 5.0;

/// The occupied parts of the screen, in a grid, so that a query takes constant time.
#[derive(Default)]
struct Taken {
    cells: HashMap<(i32, i32), Vec<Rectangle>>,
}

impl Taken {
    /// Side of a cell, in logical pixels.
    const CELL: f32 = 64.0;

    fn cells(of: &Rectangle) -> impl Iterator<Item = (i32, i32)> + use<> {
        let cell = |at: f32| (at / Self::CELL).floor() as i32;
        let (left, right) = (cell(of.x), cell(of.x + of.width));
        let (top, bottom) = (cell(of.y), cell(of.y + of.height));
        (top..=bottom).flat_map(move |y| (left..=right).map(move |x| (x, y)))
    }

    fn take(&mut self, area: Rectangle) {
        for cell in Self::cells(&area) {
            self.cells.entry(cell).or_default().push(area);
        }
    }

    fn is_free(&self, area: &Rectangle) -> bool {
        self.is_free_but_for(area, None)
    }

    /// Whether nothing is there, or only `own`.
    fn is_free_but_for(&self, area: &Rectangle, own: Option<Rectangle>) -> bool {
        let near = Self::cells(area).filter_map(|cell| self.cells.get(&cell));
        let mut others = near.flatten().filter(|other| Some(**other) != own);
        !others.any(|other| other.intersects(area))
    }
}

#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Placed {
    plot: PlotIndex,
    at: Point,
    /// The pivot that a line leads to, if the name stands too far from it.
    leads_to: Option<Point>,
}

fn square(middle: Point, half: f32) -> Rectangle {
    let corner = Point::new(middle.x - half, middle.y - half);
    Rectangle::new(corner, Size::new(half * 2.0, half * 2.0))
}

/// The place that a name belongs to: the badge, or the main pivot without one.
fn anchor(plot: &Plot) -> Option<Pixel> {
    let badge = plot.badge.as_ref().map(|badge| badge.at);
    badge.or_else(|| plot.pivots.first().copied())
}

/// What the screen holds where names are to be placed.
struct Room<'a> {
    scene: &'a Scene,
    camera: Camera,
    size: Size,
    /// Half the diameter of discs, in logical pixels.
    radius: f32,
    /// Discs with numbers, signs, and the names and lines so far.
    taken: Taken,
    /// All discs.
    badges: Taken,
    /// Pivots, which only the names of plots that are picked out may cover.
    pivots: Taken,
    /// Names may stand aside, with a line.
    few: bool,
}

impl Room<'_> {
    /// Where the name of a plot stands, if there is a place; one that is picked out is named
    /// anyway.
    fn place_of(&self, plot: PlotIndex, pivot: Point, picked: bool) -> Option<Placed> {
        let label = &self.scene.plots[plot].label;
        let badge = self.disc_of(plot);
        let width = width_of(label);
        let covers = |middle: Point| covered(middle, width);
        // No other name is cut by the edge.
        let has_room = |middle: Point| {
            let covers = covers(middle);
            let whole = covers.x >= 0.0 && covers.x + covers.width <= self.size.width;
            (whole || picked) && self.taken.is_free(&covers)
        };
        let is_free = |middle: Point| has_room(middle) && self.pivots.is_free(&covers(middle));
        let by = |(x, y): (f32, f32)| Point::new(pivot.x + x, pivot.y + y);
        let place = |at, leads_to| Placed { plot, at, leads_to };

        let down = (badge + 13.0).max(15.0);
        let aside = badge.max(4.0) + 7.0 + width / 2.0;
        let beside = [(0.0, down), (0.0, -down), (aside, 0.0), (-aside, 0.0)].map(by);
        let (scene, camera) = (self.scene, self.camera);
        let room = scene
            .bounds_of(plot)
            .map_or(0.0, |b| b.width * camera.scale) as f32;
        let fits = picked || width <= room * 2.2 || camera.scale >= 4.0;
        // A name beside another's badge would seem to belong there.
        let own = (badge > 0.0).then(|| square(pivot, badge));
        let is_distinct = |at: &Point| {
            let around = covers(*at).expand(DISTINCT);
            self.badges.is_free_but_for(&around, own)
        };
        let mut free = beside.into_iter().filter(|at| fits && is_free(*at));
        if let Some(at) = free.clone().find(is_distinct).or_else(|| free.next()) {
            return Some(place(at, None));
        }
        if self.few {
            let is_alone = |at: Point| self.taken.is_free(&covers(at).expand(APART));
            let is_clear = |at: Point| {
                let mut way = on_line(end_of_line(label, at, pivot), pivot, self.radius + 4.0);
                way.all(|on| self.taken.is_free(&on) && self.pivots.is_free(&on))
            };
            let over_sea = |at: Point| !touches_land(scene, camera, covers(at));
            let mut away = afar(badge, width).map(by);
            let found =
                away.find(|&at| is_free(at) && is_alone(at) && is_clear(at) && over_sea(at));
            if let Some(at) = found {
                return Some(place(at, Some(pivot)));
            }
        }
        picked.then(|| {
            let free = beside.into_iter().find(|at| has_room(*at));
            place(free.unwrap_or(beside[0]), None)
        })
    }

    /// Lets no later name cover this one and its line.
    fn take(&mut self, name: &Placed) {
        let label = &self.scene.plots[name.plot].label;
        self.taken.take(covered(name.at, width_of(label)));
        if let Some(pivot) = name.leads_to {
            let beyond = self.disc_of(name.plot);
            for on in on_line(end_of_line(label, name.at, pivot), pivot, beyond) {
                self.taken.take(on);
            }
        }
    }

    /// The radius of a plot's disc; 0 without one.
    fn disc_of(&self, plot: PlotIndex) -> f32 {
        let badge = self.scene.plots[plot].badge.as_ref();
        badge.map_or(0.0, |_| self.radius)
    }
}

/// Where names stand. Those that are picked out come first, then the largest plots.
///
/// A name stands below its badge or pivot, or above or beside it, where it covers neither another
/// name, nor a mark, nor another's pivot; rather not beside another's badge. One that finds no such
/// place, or is much wider than its plot, stands over the sea nearby, with a line that crosses
/// neither a name, nor a disc, nor another's pivot, and that no later name covers. If there is no
/// such place either, it is left out until there is room. `marks` is what of the screen has signs
/// on it.
pub(crate) fn place_names(
    scene: &Scene,
    camera: Camera,
    size: Size,
    emphasis: &Emphasis,
    marks: &[Rectangle],
) -> Vec<Placed> {
    let radius = badge_radius(scene, camera);
    let mut taken = Taken::default();
    let mut badges = Taken::default();
    for badge in scene.plots.iter().filter_map(|plot| plot.badge.as_ref()) {
        let at = camera.over(badge.at);
        if near(size, at, radius) {
            badges.take(square(at, radius));
            // Legible numbers are not covered.
            if scene.readable_badges {
                taken.take(square(at, radius - 1.0));
            }
        }
    }
    for &sign in marks {
        taken.take(sign);
    }
    let seen = |plot: PlotIndex| {
        let pivot = camera.over(anchor(scene.plots.get(plot)?)?);
        near(size, pivot, 80.0).then_some((plot, pivot))
    };
    let mut pivots = Taken::default();
    if emphasis.pivots {
        for (_, pivot) in (0..scene.plots.len()).filter_map(seen) {
            pivots.take(square(pivot, 3.0));
        }
    }
    let first: HashSet<PlotIndex> = match emphasis.plots.len() {
        0..=64 => emphasis.plots.iter().copied().collect(),
        _ => HashSet::new(),
    };
    let picked = emphasis.plots.iter().filter(|plot| first.contains(plot));
    let others = scene.by_area.iter().filter(|plot| !first.contains(plot));
    let in_order: Vec<_> = picked
        .chain(others)
        .filter_map(|&plot| seen(plot))
        .collect();
    let mut room = Room {
        scene,
        camera,
        size,
        radius,
        taken,
        badges,
        pivots,
        few: in_order.len() <= FEW,
    };
    let mut names = Vec::new();
    for (plot, pivot) in in_order {
        if scene.plots[plot].label.is_empty() {
            continue;
        }
        if let Some(name) = room.place_of(plot, pivot, first.contains(&plot)) {
            room.take(&name);
            names.push(name);
        }
    }
    names
}

/// The area covered by a name of that width.
fn covered(middle: Point, width: f32) -> Rectangle {
    Rectangle::new(
        Point::new(middle.x - width / 2.0 - 2.0, middle.y - NAME / 2.0 - 1.0),
        Size::new(width + 4.0, NAME + 2.0),
    )
}

/// The area covered by a line from a name to a pivot, except near the pivot.
fn on_line(end: Point, pivot: Point, beyond: f32) -> impl Iterator<Item = Rectangle> {
    let steps = (1..=16).map(move |step| pivot + (end - pivot) * (step as f32 / 16.0));
    steps
        .filter(move |on| on.distance(pivot) > beyond)
        .map(|on| square(on, 1.0))
}

/// Places around a pivot, farther than those beside it, the nearest first, as offsets.
fn afar(badge: f32, width: f32) -> impl Iterator<Item = (f32, f32)> {
    [26.0, 40.0, 56.0].into_iter().flat_map(move |far: f32| {
        let far = far + badge;
        let aside = far + width / 2.0;
        [
            (aside, far * 0.5),
            (-aside, far * 0.5),
            (aside, -far * 0.5),
            (-aside, -far * 0.5),
            (0.0, far),
            (0.0, -far),
        ]
    })
}

/// Whether a name would cover any land, its own included.
fn touches_land(scene: &Scene, camera: Camera, covers: Rectangle) -> bool {
    let steps = (covers.width / 12.0).ceil().max(1.0);
    (0..=steps as u32).any(|step| {
        let x = covers.x + covers.width * (step as f32 / steps);
        [covers.y, covers.center_y(), covers.y + covers.height]
            .into_iter()
            .any(|y| {
                let (x, y) = camera.to_map(Point::new(x, y));
                scene.plot_at(x, y).is_some()
            })
    })
}

/// The lines from names to distant pivots.
pub(crate) fn lines(scene: &Scene, names: &[Placed]) -> Vec<[Point; 2]> {
    let leading = names.iter().filter_map(|name| {
        let pivot = name.leads_to?;
        let label = &scene.plots[name.plot].label;
        Some([end_of_line(label, name.at, pivot), pivot])
    });
    leading.collect()
}

/// The number of visible plots whose names are not placed.
pub(crate) fn hidden(scene: &Scene, camera: Camera, size: Size, placed: &[Placed]) -> usize {
    let is_seen = |plot: &Plot| anchor(plot).is_some_and(|at| near(size, camera.over(at), 0.0));
    let named = scene.plots.iter().filter(|plot| !plot.label.is_empty());
    let seen = named.filter(|plot| is_seen(plot));
    let written = placed
        .iter()
        .filter(|name| is_seen(&scene.plots[name.plot]));
    seen.count().saturating_sub(written.count())
}

/// Writes the number of hidden names at the lower left of a widget of that size.
pub(crate) fn write_hidden(
    out: &mut Vec<Lettering>,
    letterings: &mut Letterings,
    (style, ratio): (&Style, f32),
    size: Size,
    text: &str,
) {
    /// Logical pixels from the corner.
    const MARGIN: f32 = 14.0;
    let middle = MARGIN + width_of(text) / 2.0;
    let at = Point::new(middle, size.height - MARGIN - NAME / 2.0);
    let colours = (style.label, Some(style.halo));
    out.push(letterings.centred((text, NAME), at, colours, ratio));
}

/// What the lines cover; `None` without any.
pub(crate) fn around(lines: &[[Point; 2]]) -> Option<Rectangle> {
    let around = lines.iter().map(|&[a, b]| {
        let corner = Point::new(a.x.min(b.x), a.y.min(b.y));
        let size = Size::new((a.x - b.x).abs(), (a.y - b.y).abs());
        Rectangle::new(corner, size).expand(2.0)
    });
    around.reduce(|all, one| all.union(&one))
}

pub(crate) fn draw_lines(frame: &mut Frame, style: &Style, lines: &[[Point; 2]]) {
    for &[from, to] in lines {
        let path = Path::line(from, to);
        let stroke = Stroke::default().with_color(style.halo).with_width(2.5);
        frame.stroke(&path, stroke);
        let stroke = Stroke::default().with_color(style.label).with_width(0.75);
        frame.stroke(&path, stroke);
    }
}

/// Writes the names, each over its halo.
pub(crate) fn write(
    out: &mut Vec<Lettering>,
    letterings: &mut Letterings,
    (scene, ratio): (&Scene, f32),
    names: &[Placed],
) {
    let colours = (scene.style.label, Some(scene.style.halo));
    for name in names {
        let label = &scene.plots[name.plot].label;
        out.push(letterings.centred((label, NAME), name.at, colours, ratio));
    }
}

/// The start of the line to a pivot: at the nearest side of the name.
fn end_of_line(label: &str, at: Point, pivot: Point) -> Point {
    let half = width_of(label) / 2.0 + 1.0;
    let across = pivot.x - at.x;
    if across.abs() > half {
        Point::new(at.x + half * across.signum(), at.y)
    } else {
        let down = (pivot.y - at.y).signum();
        Point::new(at.x, at.y + down * (NAME / 2.0 + 1.0))
    }
}

/// The approximate width of a name, in logical pixels; wide scripts count double.
fn width_of(text: &str) -> f32 {
    let ems: f32 = text
        .chars()
        .map(|c| match c {
            'i' | 'l' | 'j' | 't' | 'f' | '.' | ',' | '\'' | ' ' | 'I' => 0.3,
            'm' | 'w' | 'M' | 'W' => 0.85,
            c if c >= '\u{1100}' => 1.0,
            c if c.is_uppercase() => 0.66,
            _ => 0.55,
        })
        .sum();
    ems * NAME
}

#[cfg(test)]
mod tests;
