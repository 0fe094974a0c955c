//! Paints the picture in layers.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use tiny_skia::{Color, FillRule, LineCap, LineJoin, Mask, Path, PathBuilder, Stroke, StrokeDash};

use super::band::{Band, Shape, opaque, paint};
use super::contours::{Contours, OUTSIDE, REACH};
use super::routes::{Route, routes};
use super::shades::{continent_colours, mix, steps};
use super::signature::{Origin, digest_of, land_of};
use super::{Plan, distance};
use crate::outlines::Grid;
use crate::{Draft, Rgb, Territory};

/// The open sea.
pub const SEA: Rgb = Rgb::new(0xC3, 0xD7, 0xE0);
/// The shallows along the shore.
pub const SHALLOW: Rgb = Rgb::new(0xDC, 0xE9, 0xEC);
/// Land before its continent's colour is mixed in.
const PAPER: Rgb = Rgb::new(0xF7, 0xF3, 0xE8);
/// Coasts and borders.
const INK: Rgb = Rgb::new(0x3E, 0x4A, 0x54);
/// Closed borders, between their edges of ink.
const RIDGE: Rgb = Rgb::new(0xA8, 0x8B, 0x6C);
/// Links by sea.
const ROUTE: Rgb = Rgb::new(0x3D, 0x6A, 0x85);

/// Widths of the depth steps, in pixels of a sheet 2400 wide, and their share of the shallows'
/// colour.
const SHALLOWS: [(f32, f32); 4] = [(7.0, 1.0), (18.0, 0.66), (34.0, 0.36), (56.0, 0.15)];

fn line(width: f32) -> Stroke {
    Stroke {
        width,
        line_cap: LineCap::Round,
        line_join: LineJoin::Round,
        ..Stroke::default()
    }
}

/// One path of several lines, with closed ones closed.
fn path<'a>(lines: impl Iterator<Item = &'a Vec<[f32; 2]>>, close: bool) -> Option<Path> {
    let mut builder = PathBuilder::new();
    for points in lines {
        let Some((first, rest)) = points.split_first() else {
            continue;
        };
        builder.move_to(first[0], first[1]);
        for [x, y] in rest {
            builder.line_to(*x, *y);
        }
        if close || points.first() == points.last() {
            builder.close();
        }
    }
    builder.finish()
}

/// How many rows around a band affect it: lines end there, and the widest of them reach into it.
const MARGIN: usize = REACH + 40;

/// A map's picture, ready to be drawn. The plan's labels are the indices of the draft's territories
/// plus one.
#[derive(Debug)]
pub struct Drawing<'a> {
    draft: &'a Draft,
    plan: &'a Plan,
    /// Scales lines so that larger and smaller maps look the same.
    scale: f32,
    continents: Continents,
    /// By continent.
    hues: Vec<Rgb>,
    /// By territory, see [`steps`].
    steps: Vec<u8>,
    /// Labels with a closed border, the smaller first.
    closed: HashSet<(u16, u16)>,
    routes: Vec<Route>,
    /// The routes, each as a halo and its dashes.
    ways: Vec<[Shape; 3]>,
}

impl<'a> Drawing<'a> {
    /// Prepares everything that bands share: which territories touch, and the routes of links by
    /// sea.
    pub fn new(draft: &'a Draft, plan: &'a Plan) -> Self {
        let scale = (plan.width().max(plan.height()) as f32 / 2400.0).clamp(0.4, 3.0);
        let routes = routes(draft, plan);
        Self {
            draft,
            plan,
            scale,
            continents: Continents::of(draft),
            hues: continent_colours(draft),
            steps: steps(plan, draft.territories.len()),
            closed: closed(draft),
            ways: ways(&routes, plan, scale),
            routes,
        }
    }

    /// Digests of what it shows, to be stored in its file. They do not include colours and widths,
    /// so that drawings by another version of the program are not considered outdated.
    pub fn origin(&self) -> Origin {
        let (land, labels) = land_of(self.plan);
        let mut look = Vec::new();
        let mut numbers: HashMap<usize, u32> = HashMap::new();
        for &label in &labels {
            let continent = self.continents.at(label);
            let hue = continent.and_then(|at| self.hues.get(at)).map(|hue| hue.0);
            // Numbered as they are met, because the order of the file is not visible.
            let number = continent.map_or(0, |at| {
                let next = numbers.len() as u32 + 1;
                *numbers.entry(at).or_insert(next)
            });
            look.extend(number.to_be_bytes());
            look.extend(hue.unwrap_or_default());
            look.push(self.step(label));
        }
        for Route { start, bend, end } in &self.routes {
            let numbers = [start, bend, end].into_iter().flatten();
            look.extend(numbers.flat_map(|number| number.to_be_bytes()));
        }
        look.extend(self.closed_among(&labels).into_iter().flatten());
        let look = digest_of(&look);
        Origin { land, look }
    }

    /// The closed borders by the places of their labels in the list.
    fn closed_among(&self, labels: &[u16]) -> Vec<[u8; 8]> {
        if self.closed.is_empty() {
            return Vec::new();
        }
        let places: HashMap<u16, u32> = labels.iter().copied().zip(0..).collect();
        let pairs = self.closed.iter().filter_map(|(a, b)| {
            let (a, b) = (places.get(a)?, places.get(b)?);
            let pair = u64::from(*a.min(b)) << 32 | u64::from(*a.max(b));
            Some(pair.to_be_bytes())
        });
        let mut pairs: Vec<_> = pairs.collect();
        pairs.sort_unstable();
        pairs
    }

    /// The shade of a territory among those of its continent.
    fn step(&self, label: u16) -> u8 {
        let step = usize::from(label).checked_sub(1);
        let step = step.and_then(|at| self.steps.get(at));
        step.map_or(0, |&step| step.min(4))
    }

    /// Draws some rows: the same draft, plan and rows give the same pixels, and other bands give
    /// the same picture up to the last bit of rounding.
    ///
    /// # Panics
    /// If the plan has no such rows.
    pub fn band(&self, rows: Range<usize>) -> Band {
        let mut band = Band::new(self.plan.width(), rows.clone(), Color::WHITE);
        self.sea(&mut band);
        let with_margin =
            rows.start.saturating_sub(MARGIN)..self.plan.height().min(rows.end + MARGIN);
        let contours = Contours::trace(&self.plan.window(with_margin.clone()), with_margin.start);
        self.land(&mut band, &contours);
        self.borders(&mut band, &contours);
        self.links(&mut band, &contours);
        band
    }

    fn sea(&self, band: &mut Band) {
        let reach = (SHALLOWS[SHALLOWS.len() - 1].0 * self.scale).ceil() as u8 + 2;
        // By the squared distance from land, an integer.
        let colours: Vec<_> = (0..=u32::from(reach) * u32::from(reach))
            .map(|square| opaque(self.water((square as f32).sqrt())))
            .collect();
        let rows = band.rows();
        let mut pixels = band.pixmap.pixels_mut().chunks_mut(self.plan.width());
        distance::from_land(self.plan, rows, reach, |squares| {
            let row = pixels.next().into_iter().flatten();
            for (pixel, &square) in row.zip(squares) {
                *pixel = colours[usize::from(square)];
            }
        });
    }

    /// The colour of the sea at a distance from land.
    fn water(&self, distance: f32) -> Rgb {
        let shade = |step: usize| {
            let share = SHALLOWS.get(step).map_or(0.0, |&(_, share)| share);
            mix(SEA, SHALLOW, share)
        };
        // The step of the pixel's inner side, and how far its outer side reaches into the next.
        let mut steps = SHALLOWS.iter().map(|&(width, _)| width * self.scale);
        let Some(step) = steps.position(|width| distance < width + 0.5) else {
            return SEA;
        };
        let beyond = distance - SHALLOWS[step].0 * self.scale + 0.5;
        mix(shade(step), shade(step + 1), beyond.max(0.0))
    }

    fn land(&self, band: &mut Band, contours: &Contours) {
        // All land at once first, so that no sea shows through where fills meet.
        let all = path(contours.rings(is_land).iter(), true);
        let here = band.transform();
        let mut fill = |area: Option<Path>, rgb: Rgb| {
            if let Some(area) = area {
                let paint = paint(rgb, 1.0);
                band.pixmap
                    .fill_path(&area, &paint, FillRule::EvenOdd, here, None);
            }
        };
        fill(all, PAPER);
        let territory = |label: u16| usize::from(label).checked_sub(1);
        for (at, rings) in contours.by_group(self.draft.territories.len(), territory) {
            let step = f32::from(self.step(at as u16 + 1));
            // Territories outside continents get no hue, which would suggest a continent.
            let shade = match self.continents.at(at as u16 + 1) {
                Some(at) => mix(PAPER, self.hues[at], 0.20 + 0.055 * step),
                None => mix(PAPER, INK, 0.04 + 0.045 * step),
            };
            fill(path(rings.iter(), true), shade);
        }
        let continents = self.draft.continents.len();
        for (at, rings) in contours.by_group(continents, |label| self.continents.at(label)) {
            self.rim(band, &rings, at);
        }
    }

    /// A band of a continent's colour along the inside of its outline.
    fn rim(&self, band: &mut Band, rings: &[Vec<[f32; 2]>], at: usize) {
        let Some(outline) = path(rings.iter(), true) else {
            return;
        };
        let Some(inside) = filled(band, &outline) else {
            return;
        };
        let hue = self.hues[at];
        for (width, opacity) in [(22.0, 0.16), (10.0, 0.22)] {
            let rim = Shape::line(outline.clone(), hue, opacity, line(width * self.scale));
            rim.paint(band, Some(&inside));
        }
    }

    fn borders(&self, band: &mut Band, contours: &Contours) {
        let mut within = Vec::new();
        let mut between = Vec::new();
        let mut coast = Vec::new();
        let mut closed = Vec::new();
        for arc in &contours.arcs {
            let (low, high) = arc.between;
            if high == OUTSIDE {
                continue;
            }
            if low == Grid::SEA {
                coast.push(&arc.points);
            } else if self.closed.contains(&arc.between) {
                closed.push(&arc.points);
            } else if self.continents.at(low) == self.continents.at(high) {
                within.push(&arc.points);
            } else {
                between.push(&arc.points);
            }
        }
        let edges = closed.clone();
        for (lines, rgb, width, opacity) in [
            (within, INK, 2.0, 0.6),
            (between, INK, 4.6, 0.85),
            (coast, INK, 2.0, 0.9),
            (edges, INK, 13.0, 0.9),
            (closed, RIDGE, 8.0, 1.0),
        ] {
            if let Some(path) = path(lines.into_iter(), false) {
                let stroke = line(width * self.scale);
                band.paint(&[Shape::line(path, rgb, opacity, stroke)]);
            }
        }
    }

    /// Dashes from badge to badge: strong over the sea, faint over land, where badges and borders
    /// matter more.
    fn links(&self, band: &mut Band, contours: &Contours) {
        if !self.ways.iter().any(|[halo, ..]| halo.is_in(band)) {
            return;
        }
        let Some(mut sea) = Mask::new(band.pixmap.width(), band.pixmap.height()) else {
            return;
        };
        if let Some(land) = path(contours.rings(is_land).iter(), true) {
            sea.fill_path(&land, FillRule::EvenOdd, true, band.transform());
        }
        sea.invert();
        for [halo, faint, firm] in &self.ways {
            halo.paint(band, Some(&sea));
            faint.paint(band, None);
            firm.paint(band, Some(&sea));
        }
    }
}

/// The labels of territories with a closed border, the smaller first.
fn closed(draft: &Draft) -> HashSet<(u16, u16)> {
    let mut places = HashMap::new();
    for (at, territory) in draft.territories.iter().enumerate() {
        // The first with an id counts.
        places.entry(territory.id).or_insert(at as u16 + 1);
    }
    let all = draft.territories.iter().zip(1_u16..);
    let pairs = all.flat_map(|(territory, label)| {
        let others = territory.closed.iter();
        let others = others.filter_map(|id| places.get(&Some(*id)).copied());
        others.map(move |other| (label.min(other), label.max(other)))
    });
    pairs.collect()
}

fn is_land(label: u16) -> bool {
    label != Grid::SEA && label != OUTSIDE
}

/// Where the inside of an outline is.
fn filled(band: &Band, outline: &Path) -> Option<Mask> {
    let mut inside = Mask::new(band.pixmap.width(), band.pixmap.height())?;
    inside.fill_path(outline, FillRule::EvenOdd, true, band.transform());
    Some(inside)
}

/// The links by sea: halo, dashes over land, dashes over the sea.
fn ways(routes: &[Route], plan: &Plan, scale: f32) -> Vec<[Shape; 3]> {
    let mut ways = Vec::new();
    for route in routes {
        for route in route.on_all_sides(plan) {
            let Some(path) = route.path() else {
                continue;
            };
            let mut dashes = line(3.0 * scale);
            dashes.dash = StrokeDash::new(vec![8.0 * scale, 8.5 * scale], 0.0);
            ways.push([
                Shape::line(path.clone(), SHALLOW, 0.6, line(6.0 * scale)),
                Shape::line(path.clone(), ROUTE, 0.3, dashes.clone()),
                Shape::line(path, ROUTE, 0.85, dashes),
            ]);
        }
    }
    ways
}

/// The continents of all labels, by index in the draft.
#[derive(Debug)]
struct Continents(Vec<Option<usize>>);

impl Continents {
    fn of(draft: &Draft) -> Self {
        let mut places = HashMap::new();
        for (at, continent) in draft.continents.iter().enumerate() {
            // The first with an id counts.
            places.entry(continent.id).or_insert(at);
        }
        let territories = draft.territories.iter();
        let place = |t: &Territory| t.continent.and_then(|id| places.get(&Some(id)).copied());
        Self(territories.map(place).collect())
    }

    fn at(&self, label: u16) -> Option<usize> {
        let territory = usize::from(label).checked_sub(1)?;
        self.0.get(territory).copied().flatten()
    }
}

#[cfg(test)]
mod tests;
