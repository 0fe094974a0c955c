//! Routes of the dashed lines of sea links.

use std::collections::{BTreeMap, HashMap};

use tiny_skia::{Path, PathBuilder};

use super::Plan;
use crate::outlines::Grid;
use crate::{By, Draft, Point, Territory, TerritoryKey};

/// A curve from one badge to another: start, control point, end, in pixels. An end beyond an edge
/// of the grid stands for the badge on the other side.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Route {
    pub(super) start: [f32; 2],
    pub(super) bend: [f32; 2],
    pub(super) end: [f32; 2],
}

/// How far a curve may leave the straight line, as a fraction of its length.
const BENDS: [f32; 9] = [0.0, 0.1, -0.1, 0.18, -0.18, 0.3, -0.3, 0.45, -0.45];

/// The best-looking bend if nothing is in the way.
const GENTLE: f32 = 0.1;

impl Route {
    /// The point at `t`, 0 to 1.
    pub(super) fn at(&self, t: f32) -> [f32; 2] {
        [0, 1].map(|i| {
            let u = 1.0 - t;
            u * u * self.start[i] + 2.0 * u * t * self.bend[i] + t * t * self.end[i]
        })
    }

    fn length(&self) -> f32 {
        let points: Vec<_> = (0..=16).map(|i| self.at(i as f32 / 16.0)).collect();
        let pieces = points.windows(2).map(|p| apart(p[0], p[1]));
        pieces.sum()
    }

    /// All visible copies of the curve: if the plan wraps, also one picture to the right and one to
    /// the left.
    pub(super) fn on_all_sides(self, plan: &Plan) -> impl Iterator<Item = Self> {
        let width = plan.width() as f32;
        let sides: &[f32] = if plan.wraps() {
            &[0.0, 1.0, -1.0]
        } else {
            &[0.0]
        };
        sides.iter().map(move |side| self.shifted(side * width))
    }

    pub(super) fn path(&self) -> Option<Path> {
        let mut path = PathBuilder::new();
        path.move_to(self.start[0], self.start[1]);
        path.quad_to(self.bend[0], self.bend[1], self.end[0], self.end[1]);
        path.finish()
    }

    /// The same curve, shifted horizontally.
    fn shifted(self, by: f32) -> Self {
        let shift = |[x, y]: [f32; 2]| [x + by, y];
        Self {
            start: shift(self.start),
            bend: shift(self.bend),
            end: shift(self.end),
        }
    }
}

fn apart(a: [f32; 2], b: [f32; 2]) -> f32 {
    ((a[0] - b[0]) * (a[0] - b[0]) + (a[1] - b[1]) * (a[1] - b[1])).sqrt()
}

/// The middle of a pixel.
pub(super) fn centre(point: Point) -> [f32; 2] {
    [point.x as f32 + 0.5, point.y as f32 + 0.5]
}

/// A route for each sea link, in the order of the draft, bent such that it stays short and avoids
/// the land of others, their badges and other routes.
pub(super) fn routes(draft: &Draft, plan: &Plan) -> Vec<Route> {
    let labels: BTreeMap<_, u16> = (1..)
        .zip(&draft.territories)
        .filter_map(|(label, t)| Some((t.id?, label)))
        .collect();
    let clear = f32::from(draft.badge_size()) * 0.8;
    let mut badges = Near::new(clear);
    for territory in &draft.territories {
        if let Some(badge) = territory.badge_place() {
            badges.add(centre(badge), territory.key);
        }
    }
    let mut passed = Near::new(clear * 0.3);
    let mut routes: Vec<Route> = Vec::new();
    for (from, link) in draft.links().filter(|(_, link)| link.by == By::Sea) {
        let (Some(&a), Some(&b)) = (from.id.and_then(|id| labels.get(&id)), labels.get(&link.to))
        else {
            continue;
        };
        let to = &draft.territories[usize::from(b) - 1];
        let crowd = Crowd {
            badges: &badges,
            ends: [from.key, to.key],
            passed: &passed,
        };
        let mut best: Option<(f32, Route)> = None;
        let Some([start, end]) = ends(from, to, draft, plan) else {
            continue;
        };
        let along = [end[0] - start[0], end[1] - start[1]];
        for bend in BENDS {
            let bend_at = [
                f32::midpoint(start[0], end[0]) - along[1] * bend,
                f32::midpoint(start[1], end[1]) + along[0] * bend,
            ];
            let route = Route {
                start,
                bend: bend_at,
                end,
            };
            let cost = cost(&route, bend, plan, (a, b), &crowd);
            if best.is_none_or(|(least, _)| cost < least) {
                best = Some((cost, route));
            }
        }
        if let Some((_, route)) = best {
            for t in 2..15 {
                passed.add(route.at(t as f32 / 16.0), routes.len());
            }
            routes.push(route);
        }
    }
    routes
}

/// The straight line from badge to badge, across the edge if that is shorter.
pub(super) fn straight(
    from: &Territory,
    to: &Territory,
    draft: &Draft,
    plan: &Plan,
) -> Option<Route> {
    let [start, end] = ends(from, to, draft, plan)?;
    let bend = [0, 1].map(|i| f32::midpoint(start[i], end[i]));
    Some(Route { start, bend, end })
}

/// From badge to badge; to the copy beyond the edge if that is nearer.
fn ends(from: &Territory, to: &Territory, draft: &Draft, plan: &Plan) -> Option<[[f32; 2]; 2]> {
    let (start, end) = (centre(from.badge_place()?), centre(to.badge_place()?));
    let width = if draft.wrap.horizontal {
        plan.width() as f32
    } else {
        0.0
    };
    let beyond = [0.0, width, -width].map(|shift| [end[0] + shift, end[1]]);
    let nearest = beyond
        .into_iter()
        .min_by(|a, b| apart(start, *a).total_cmp(&apart(start, *b)));
    Some([start, nearest?])
}

type Placed<T> = ([f32; 2], T);

/// Points in a grid of cells, so that those near another point are found without comparing all.
struct Near<T> {
    reach: f32,
    cells: HashMap<(i32, i32), Vec<Placed<T>>>,
}

impl<T: Copy> Near<T> {
    /// For queries within a distance of `reach`.
    fn new(reach: f32) -> Self {
        Self {
            reach,
            cells: HashMap::new(),
        }
    }

    /// Slightly larger than the reach, so that rounding never leads beyond the adjacent cell.
    fn cell(&self, [x, y]: [f32; 2]) -> (i32, i32) {
        let side = self.reach * 1.01 + 1.0;
        ((x / side).floor() as i32, (y / side).floor() as i32)
    }

    fn add(&mut self, at: [f32; 2], what: T) {
        let cell = self.cell(at);
        self.cells.entry(cell).or_default().push((at, what));
    }

    /// The entries near a point, in no particular order.
    fn to(&self, at: [f32; 2]) -> impl Iterator<Item = T> {
        let (column, row) = self.cell(at);
        let around = (-1..=1).flat_map(move |y| (-1..=1).map(move |x| (column + x, row + y)));
        let points = around.filter_map(|cell| self.cells.get(&cell)).flatten();
        points
            .filter(move |(other, _)| apart(*other, at) < self.reach)
            .map(|&(_, what)| what)
    }
}

/// Up to this many parallel routes nearby, each makes a route worse.
const MOST_BESIDE: usize = 64;

/// What a route avoids.
struct Crowd<'a> {
    badges: &'a Near<TerritoryKey>,
    /// The territories that it connects; it may touch their badges.
    ends: [TerritoryKey; 2],
    /// Points of earlier routes, with their indices.
    passed: &'a Near<usize>,
}

impl Crowd<'_> {
    fn has_badge(&self, at: [f32; 2]) -> bool {
        self.badges.to(at).any(|key| !self.ends.contains(&key))
    }

    /// How many earlier routes pass there.
    fn routes(&self, at: [f32; 2]) -> usize {
        let mut seen: Vec<usize> = Vec::new();
        for route in self.passed.to(at) {
            if !seen.contains(&route) {
                seen.push(route);
                if seen.len() == MOST_BESIDE {
                    break;
                }
            }
        }
        seen.len()
    }
}

fn cost(route: &Route, bend: f32, plan: &Plan, (a, b): (u16, u16), crowd: &Crowd<'_>) -> f32 {
    let length = route.length();
    let steps = (length / 3.0).clamp(8.0, 400.0) as u32;
    let mut cost = length * (1.0 + (bend.abs() - GENTLE).abs() * 0.6);
    let step = length / steps as f32;
    for i in 0..=steps {
        let [x, y] = route.at(i as f32 / steps as f32);
        let width = plan.width() as f32;
        let x = if plan.wraps() { x.rem_euclid(width) } else { x };
        if x < 0.0 || y < 0.0 || x >= width || y >= plan.height() as f32 {
            cost += 12.0 * step;
            continue;
        }
        let label = plan.label(x as usize, y as usize);
        if label != Grid::SEA && label != a && label != b {
            cost += 5.0 * step;
        }
        if crowd.has_badge([x, y]) {
            cost += 40.0 * step;
        }
        for _ in 0..crowd.routes([x, y]) {
            cost += 4.0 * step;
        }
    }
    cost
}

#[cfg(test)]
mod tests;
