//! Straightens, smooths and roughens borders.
//!
//! A border runs along pixel sides from one junction, where a third region lies, to the next, or in
//! a closed loop. Each operation looks at the mask and wishes for some pixels to belong to the
//! region on the other side; [`Settling`] follows these wishes as far as nothing is torn or lost.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::settle::{Place, Settling, pixels};
use crate::Point;
use crate::chance::{Noise, ONE};
use crate::mask::{RegionId, Regions, Rgba, Stretch, joined, polygon};

/// How to reshape a border.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Reshape {
    /// Remove insignificant bends (Visvalingam and Whyatt 1993).
    Straighten,
    /// Give each pixel to the side with more of its surroundings: a mode filter.
    Smooth,
    /// Add bends, different ones for each seed.
    Roughen(u64),
}

/// A border between two regions.
#[derive(Debug, Clone)]
pub struct Border {
    /// Corners of pixels, each adjacent to the next; if closed, the first is also the last.
    line: Vec<Point>,
    sides: [RegionId; 2],
    colours: [Rgba; 2],
}

/// The most steps of a border that are followed.
const LONGEST: usize = 1 << 20;

/// The steps from a pixel corner: right, up, left, down.
const STEPS: [(i32, i32); 4] = [(1, 0), (0, -1), (-1, 0), (0, 1)];

/// The regions to the left and right of a step from a corner, if they differ.
fn sides_of(regions: &Regions, at: Point, step: usize) -> Option<[RegionId; 2]> {
    let region = |dx: i32, dy: i32| {
        let x = at.x.checked_add_signed(dx)?;
        regions.region_at(x, at.y.checked_add_signed(dy)?)
    };
    let (left, right) = match step {
        0 => (region(0, -1)?, region(0, 0)?),
        1 => (region(-1, -1)?, region(0, -1)?),
        2 => (region(-1, 0)?, region(-1, -1)?),
        _ => (region(0, 0)?, region(-1, 0)?),
    };
    (left != right).then_some([left, right])
}

fn after(at: Point, step: usize) -> Point {
    let (dx, dy) = STEPS[step];
    Point::new(
        at.x.saturating_add_signed(dx),
        at.y.saturating_add_signed(dy),
    )
}

impl Border {
    /// The border nearest to a point and at most `reach` pixels away, limited to those `between`
    /// two colours if given.
    pub fn near(
        regions: &Regions,
        (x, y): (f64, f64),
        reach: f64,
        between: Option<[Rgba; 2]>,
    ) -> Option<Self> {
        /// The largest reach that is searched, in pixels.
        const FARTHEST: f64 = 64.0;
        let reach = reach.clamp(1.0, FARTHEST);
        let around = |at: f64, length: u32| {
            let first = (at - reach).floor().max(0.0) as u32;
            first..(((at + reach).ceil().max(0.0) as u32).saturating_add(1)).min(length + 1)
        };
        let mut best: Option<(f64, Point, usize, [RegionId; 2])> = None;
        for row in around(y, regions.height()) {
            for column in around(x, regions.width()) {
                let corner = Point::new(column, row);
                for step in [0, 3] {
                    let Some(sides) = sides_of(regions, corner, step) else {
                        continue;
                    };
                    let own = sides.map(|side| regions.get(side).colour);
                    if between.is_some_and(|[a, b]| own != [a, b] && own != [b, a]) {
                        continue;
                    }
                    let (dx, dy) = STEPS[step];
                    let middle = (
                        f64::from(column) + f64::from(dx) / 2.0,
                        f64::from(row) + f64::from(dy) / 2.0,
                    );
                    let off = (middle.0 - x).hypot(middle.1 - y);
                    if off <= reach && best.is_none_or(|(least, ..)| off < least) {
                        best = Some((off, corner, step, sides));
                    }
                }
            }
        }
        let (_, corner, step, sides) = best?;
        let forth = follow(regions, corner, step);
        let line = if forth.last() == Some(&corner) {
            forth
        } else {
            // Back from the other end of the step.
            let mut line = follow(regions, after(corner, step), (step + 2) % 4);
            line.reverse();
            line.truncate(line.len() - 2);
            line.extend(forth);
            line
        };
        Some(Self {
            line,
            sides,
            colours: sides.map(|side| regions.get(side).colour),
        })
    }

    /// The pixel corners that it runs along, each adjacent to the next.
    pub fn line(&self) -> &[Point] {
        &self.line
    }

    /// The colours of its two sides.
    pub fn colours(&self) -> [Rgba; 2] {
        self.colours
    }

    /// A point halfway along it.
    pub fn middle(&self) -> (f64, f64) {
        let at = self.line.len() / 2;
        let ends = [at.saturating_sub(1), at].map(|at| self.line.get(at).copied());
        let [a, b] = ends.map(Option::unwrap_or_default);
        (
            f64::midpoint(a.x.into(), b.x.into()),
            f64::midpoint(a.y.into(), b.y.into()),
        )
    }

    fn is_closed(&self) -> bool {
        self.line.len() > 3 && self.line.first() == self.line.last()
    }

    fn other(&self, side: RegionId) -> Option<RegionId> {
        let [a, b] = self.sides;
        match side {
            _ if side == a => Some(b),
            _ if side == b => Some(a),
            _ => None,
        }
    }

    /// The pixels of its two sides that are at most about `radius` from it, by row.
    fn beside<'a>(
        &'a self,
        regions: &'a Regions,
        radius: u32,
    ) -> impl Iterator<Item = (Place, RegionId)> + 'a {
        let every = (radius / 2).max(1);
        let reach = radius + every;
        let corners = self.line.iter().step_by(every as usize);
        let ends = corners.chain(self.line.last());
        let rows = ends.flat_map(|at| {
            let columns = at.x.saturating_sub(reach)..at.x + reach;
            let rows = at.y.saturating_sub(reach)..(at.y + reach).min(regions.height());
            rows.map(move |y| Stretch {
                y,
                columns: columns.clone(),
            })
        });
        let rows = joined(rows).into_iter();
        let around = rows.flat_map(move |stretch| pixels(regions, stretch));
        around.filter(move |&(_, region)| self.other(region).is_some())
    }

    /// The wishes of the pixels beside it; `wish` maps a pixel and its region to the wished region.
    fn wishes(
        &self,
        regions: &Regions,
        radius: u32,
        wish: impl Fn(Place, RegionId) -> Option<RegionId>,
    ) -> Vec<(Place, RegionId)> {
        let beside = self.beside(regions, radius);
        let wished = beside.filter_map(|(place, own)| {
            let to = wish(place, own)?;
            (to != own && self.other(to).is_some()).then_some((place, to))
        });
        wished.collect()
    }
}

/// Follows a border from a step to a junction, the edge of the mask, or back to its start.
fn follow(regions: &Regions, from: Point, step: usize) -> Vec<Point> {
    let mut line = vec![from, after(from, step)];
    let (mut at, mut last) = (line[1], step);
    while at != from && line.len() < LONGEST {
        let back = (last + 2) % 4;
        let ways = (0..4).filter(|&way| way != back && sides_of(regions, at, way).is_some());
        let ways: Vec<usize> = ways.collect();
        let [way] = ways[..] else { break };
        at = after(at, way);
        last = way;
        line.push(at);
    }
    line
}

/// Reshapes a border; `size` is the width in pixels of the bends that go or come. Its ends stay,
/// and no part of any land or sea is torn, joined to another or lost.
pub fn reshaped(
    regions: &Regions,
    border: &Border,
    how: Reshape,
    size: u16,
) -> Vec<(Stretch, Rgba)> {
    let size = u32::from(size.clamp(4, 512));
    let wishes = match how {
        Reshape::Straighten => straighter(regions, border, size),
        Reshape::Smooth => smoother(regions, border, (size / 4).clamp(2, 32)),
        Reshape::Roughen(seed) => rougher(regions, border, size, seed),
    };
    let mut settling = Settling::of(regions);
    settling.follow(&wishes);
    settling.finish()
}

fn straighter(regions: &Regions, border: &Border, size: u32) -> Vec<(Place, RegionId)> {
    let line = &border.line;
    let least = u64::from(size).pow(2);
    let straight = if border.is_closed() {
        // Split the loop in two, from a point to the one farthest from it.
        let first = line[0];
        let off = |at: &Point| {
            let (dx, dy) = (at.x.abs_diff(first.x), at.y.abs_diff(first.y));
            u64::from(dx).pow(2) + u64::from(dy).pow(2)
        };
        let far = (0..line.len()).max_by_key(|&at| off(&line[at]));
        let (there, back) = line.split_at(far.unwrap_or_default());
        let there: Vec<Point> = there.iter().chain(back.first()).copied().collect();
        let mut straight = simplified(&there, least);
        straight.extend(simplified(back, least));
        straight
    } else {
        simplified(line, least)
    };
    // Pixels between the two lines change sides.
    let between: Vec<(f64, f64)> = line
        .iter()
        .chain(straight.iter().rev())
        .map(|at| (f64::from(at.x), f64::from(at.y)))
        .collect();
    let rows = polygon(&between, regions.height()).into_iter();
    let between = rows.flat_map(|stretch| pixels(regions, stretch));
    let wishes = between.filter_map(|(place, own)| Some((place, border.other(own)?)));
    wishes.collect()
}

/// A line without the corners whose triangle with both neighbours has less than half of `least`
/// pixels, the smallest first (Visvalingam and Whyatt 1993).
fn simplified(line: &[Point], least: u64) -> Vec<Point> {
    let count = line.len();
    let mut before: Vec<usize> = (0..count).map(|at| at.saturating_sub(1)).collect();
    let mut behind: Vec<usize> = (1..=count).collect();
    let mut gone = vec![false; count];
    let area = |a: usize, b: usize, c: usize| {
        let vector = |to: usize| {
            let x = i64::from(line[to].x) - i64::from(line[b].x);
            (x, i64::from(line[to].y) - i64::from(line[b].y))
        };
        let ((ax, ay), (cx, cy)) = (vector(a), vector(c));
        (ax * cy - ay * cx).unsigned_abs()
    };
    let mut heap: BinaryHeap<Reverse<(u64, usize, usize, usize)>> = BinaryHeap::new();
    for at in 1..count.saturating_sub(1) {
        heap.push(Reverse((area(at - 1, at, at + 1), at, at - 1, at + 1)));
    }
    while let Some(Reverse((size, at, from, to))) = heap.pop() {
        if size >= least {
            break;
        }
        // If its neighbours have changed since, a later entry replaces this one.
        if gone[at] || (before[at], behind[at]) != (from, to) {
            continue;
        }
        gone[at] = true;
        (behind[from], before[to]) = (to, from);
        for near in [from, to] {
            if near > 0 && near + 1 < count {
                let (a, c) = (before[near], behind[near]);
                // Never smaller than a corner removed before it.
                heap.push(Reverse((area(a, near, c).max(size), near, a, c)));
            }
        }
    }
    let kept = line.iter().zip(&gone).filter(|(_, gone)| !**gone);
    kept.map(|(&at, _)| at).collect()
}

fn smoother(regions: &Regions, border: &Border, radius: u32) -> Vec<(Place, RegionId)> {
    border.wishes(regions, radius.div_ceil(2), |(x, y), own| {
        let mut balance = 0_i64;
        let rows = y.saturating_sub(radius)..(y + radius + 1).min(regions.height());
        for row in rows {
            let off = u64::from(row.abs_diff(y));
            let half = (u64::from(radius).pow(2) - off * off).isqrt() as u32;
            let columns = x.saturating_sub(half)..x + half + 1;
            for run in regions.row_within(row, columns.clone()) {
                let length = run.end.min(columns.end) - run.start.max(columns.start);
                match run.region {
                    region if region == own => balance += i64::from(length),
                    region if border.other(region).is_some() => balance -= i64::from(length),
                    _ => {}
                }
            }
        }
        border.other(own).filter(|_| balance < 0)
    })
}

fn rougher(regions: &Regions, border: &Border, size: u32, seed: u64) -> Vec<(Place, RegionId)> {
    let [across, down] = [0, 1].map(|axis| Noise::new(seed, axis));
    let far = (size / 4).max(2);
    let ends = [border.line.first(), border.line.last()].map(Option::<&Point>::copied);
    border.wishes(regions, far, |(x, y), _| {
        // The border calms down towards its ends.
        let off = |end: Option<Point>| {
            let end = end.unwrap_or_default();
            (f64::from(x) - f64::from(end.x)).hypot(f64::from(y) - f64::from(end.y))
        };
        let calm = if border.is_closed() {
            1.0
        } else {
            (off(ends[0]).min(off(ends[1])) / f64::from(2 * far)).min(1.0)
        };
        let go = |noise: Noise| {
            let waves = [(size, 1.0), ((size / 3).max(2), 0.5)];
            let sum: f64 = waves
                .iter()
                .map(|&(period, share)| {
                    let height = noise.at(x as i32, y as i32, period as i32);
                    f64::from(height) / f64::from(ONE) * share
                })
                .sum();
            (sum * calm * f64::from(far)) as i32
        };
        let source = (
            x.checked_add_signed(go(across))?,
            y.checked_add_signed(go(down))?,
        );
        regions.region_at(source.0, source.1)
    })
}
