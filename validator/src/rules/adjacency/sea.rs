//! Links by sea and their lines, and fixes that change links.

use marchland_maps::{By, Edit, ListChange, Neighbour, Point, Way};

use crate::diagnostic::Fix;
use crate::graph::Link;
use crate::rules::adjacency::join::{distance_squared, link_title};
use crate::subject::Subject;

/// The straight line of a link by sea between the nearest pivots of its ends.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Line {
    pub(crate) a: usize,
    pub(crate) b: usize,
    pub(crate) from: Point,
    to: Point,
}

/// The side of the squares of a grid with about one point per square.
pub(crate) fn side(points: impl Iterator<Item = Point>) -> u32 {
    let (mut right, mut bottom, mut count) = (0, 0, 0.0);
    for point in points {
        (right, bottom) = (point.x.max(right), point.y.max(bottom));
        count += 1.0;
    }
    let side = (f64::from(right) * f64::from(bottom) / f64::max(count, 1.0)).sqrt();
    (side as u32).max(16)
}

/// The lines of all links by sea whose ends have pivots, except for lines across joined
/// edges of the map.
pub(crate) fn lines(subject: &Subject<'_>) -> Vec<Line> {
    let sea = subject
        .graph
        .links()
        .iter()
        .filter(|link| link.by == By::Sea);
    let size = subject.mask().map(|(survey, _)| survey.regions.size());
    let wrap = subject.draft.wrap;
    sea.filter_map(|link| {
        let pivots = |at: usize| subject.territory(at).pivots.iter().take(16);
        let pairs = pivots(link.a).flat_map(|&p| pivots(link.b).map(move |&q| (p, q)));
        let (from, to) = pairs.min_by_key(|&(p, q)| distance_squared(p, q))?;
        let round = size.is_some_and(|(width, height)| {
            wrap.horizontal && from.x.abs_diff(to.x) * 2 > width
                || wrap.vertical && from.y.abs_diff(to.y) * 2 > height
        });
        (!round).then_some(Line {
            a: link.a,
            b: link.b,
            from,
            to,
        })
    })
    .collect()
}

impl Line {
    /// The squares of a grid within `reach` pixels of the line, row by row, and possibly
    /// some more squares nearby.
    pub(crate) fn squares(&self, side: u32, reach: u32) -> impl Iterator<Item = (u32, u32)> {
        let (top, bottom) = if self.from.y <= self.to.y {
            (self.from, self.to)
        } else {
            (self.to, self.from)
        };
        let x_at = move |y: u32| {
            let y = y.clamp(top.y, bottom.y);
            let [x, dx] = [top.x, bottom.x].map(f64::from);
            let along = f64::from(y - top.y) / f64::from((bottom.y - top.y).max(1));
            x + along * (dx - x)
        };
        let level = top.y == bottom.y;
        let rows = top.y.saturating_sub(reach) / side..=(bottom.y + reach) / side;
        rows.flat_map(move |row| {
            let (first, last) = (
                (row * side).saturating_sub(reach),
                row * side + side + reach,
            );
            let (a, b) = if level {
                (f64::from(top.x), f64::from(bottom.x))
            } else {
                (x_at(first), x_at(last))
            };
            let left = (a.min(b) as u32).saturating_sub(reach) / side;
            let right = (a.max(b).ceil() as u32 + reach) / side;
            (left..=right).map(move |column| (column, row))
        })
    }

    /// Distance of a point from the line in pixels.
    pub(crate) fn distance(&self, point: Point) -> f64 {
        let [px, py, ax, ay, bx, by] = [
            point.x,
            point.y,
            self.from.x,
            self.from.y,
            self.to.x,
            self.to.y,
        ]
        .map(f64::from);
        let (dx, dy) = (bx - ax, by - ay);
        let length = dx * dx + dy * dy;
        let along = if length == 0.0 {
            0.0
        } else {
            (((px - ax) * dx + (py - ay) * dy) / length).clamp(0.0, 1.0)
        };
        (px - ax - along * dx).hypot(py - ay - along * dy)
    }

    /// The point at which two lines cross, unless they share an end.
    pub(crate) fn crossing(&self, other: &Self) -> Option<Point> {
        let ends = [self.a, self.b];
        if ends.contains(&other.a) || ends.contains(&other.b) {
            return None;
        }
        let [ax, ay, bx, by] = [self.from.x, self.from.y, self.to.x, self.to.y].map(f64::from);
        let [cx, cy, dx, dy] = [other.from.x, other.from.y, other.to.x, other.to.y].map(f64::from);
        let cross = (bx - ax) * (dy - cy) - (by - ay) * (dx - cx);
        if cross == 0.0 {
            return None;
        }
        let along = ((cx - ax) * (dy - cy) - (cy - ay) * (dx - cx)) / cross;
        let across = ((cx - ax) * (by - ay) - (cy - ay) * (bx - ax)) / cross;
        let inside = (0.0..=1.0).contains(&along) && (0.0..=1.0).contains(&across);
        inside.then(|| {
            let (x, y) = (ax + along * (bx - ax), ay + along * (by - ay));
            Point::new(x.round() as u32, y.round() as u32)
        })
    }
}

/// The fix that changes a link to one by land or by sea in all its declarations.
pub(crate) fn change_kind(subject: &Subject<'_>, link: &Link, by: By) -> Fix {
    let mut edits = Vec::new();
    for (at, other) in [(link.a, link.b), (link.b, link.a)] {
        for (index, old) in subject.territory(at).neighbours.iter().enumerate() {
            if subject.with_id(old.to) == Some(other) && old.by != by {
                edits.push(replace(subject, at, index, Neighbour { by, ..*old }));
            }
        }
    }
    Fix::guess(link_title(subject, link.a, link.b, by), edits)
}

/// The fix that makes a one-way link two-way.
pub(crate) fn make_two_way(subject: &Subject<'_>, link: &Link) -> Fix {
    let (from, at) = link.declared;
    let way = Way::Both;
    let new = Neighbour {
        way,
        ..subject.territory(from).neighbours[at]
    };
    let title = format!(
        "Make the link between {} and {} two-way",
        subject.name(link.a),
        subject.name(link.b)
    );
    Fix::guess(title, [replace(subject, from, at, new)])
}

/// The edit that replaces the neighbour at an index.
fn replace(subject: &Subject<'_>, territory: usize, at: usize, new: Neighbour) -> Edit {
    let territory = subject.territory(territory);
    let old = territory.neighbours[at];
    Edit::Neighbours(territory.key, ListChange::Replace { at, old, new })
}
