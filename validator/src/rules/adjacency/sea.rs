//! Links by sea, and the lines that show them.

use marchland_maps::{By, Edit, ListChange, Neighbour, Point};

use crate::diagnostic::Fix;
use crate::graph::Link;
use crate::rules::adjacency::join::distance_squared;
use crate::subject::Subject;

/// The straight line of a link by sea between the nearest pivots of its ends.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Line {
    pub(crate) a: usize,
    pub(crate) b: usize,
    pub(crate) from: Point,
    to: Point,
}

/// The side of the squares of a grid in which so many things lie about one each.
pub(crate) fn side(points: impl Iterator<Item = Point>) -> u32 {
    let (mut right, mut bottom, mut count) = (0, 0, 0.0);
    for point in points {
        (right, bottom) = (point.x.max(right), point.y.max(bottom));
        count += 1.0;
    }
    let side = (f64::from(right) * f64::from(bottom) / f64::max(count, 1.0)).sqrt();
    (side as u32).max(16)
}

/// The lines of all links by sea whose ends have pivots; those that go round
/// joined edges of the map are left out.
pub(crate) fn lines(subject: &Subject<'_>) -> Vec<Line> {
    let sea = subject
        .graph
        .links()
        .iter()
        .filter(|link| link.by == By::Sea);
    let size = subject.mask().map(|(survey, _)| survey.size());
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
    /// The squares of a grid of that `side` that come within `reach` pixels of the
    /// line, row by row; a few more where the line is steep in a row.
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

    /// Distance of a pixel from the line, in pixels.
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

    /// Where two lines cross, if they do and share no end.
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

/// The fix that makes a link one by land or by sea, wherever it is declared.
pub(crate) fn made(subject: &Subject<'_>, link: &Link, by: By) -> Fix {
    let mut edits = Vec::new();
    for (at, other) in [(link.a, link.b), (link.b, link.a)] {
        let territory = subject.territory(at);
        for (index, &old) in territory.neighbours.iter().enumerate() {
            if subject.with_id(old.to) == Some(other) && old.by != by {
                let new = Neighbour { by, ..old };
                edits.push(Edit::Neighbours(
                    territory.key,
                    ListChange::Replace {
                        at: index,
                        old,
                        new,
                    },
                ));
            }
        }
    }
    let how = match by {
        By::Land => "land",
        By::Sea => "sea",
    };
    Fix::guess(
        format!(
            "Link {} and {} by {how}",
            subject.name(link.a),
            subject.name(link.b)
        ),
        edits,
    )
}
