//! Divides continents into territories, and repairs borders that would spoil a map.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;

use super::cells::{self, SIDE};
use super::limits::{MAX_DEGREE, most_gates};
use super::net::Net;
use crate::chance::mix;
use crate::divide::{self, Land, Look, Style};
use crate::outlines::Grid;

/// A map in cells: the owner of each cell, and the continent of each territory.
#[derive(Debug, Clone)]
pub(super) struct Country {
    /// Territories by number, from 1.
    pub(super) grid: Grid,
    /// By territory, from 0: its continent.
    pub(super) homes: Vec<u16>,
}

/// Borders shorter than this, in cell sides, are too short to be seen.
const SHORT: usize = 4;

const ROUNDS: usize = 12;

/// Divides continents, labelled from 1, into the given numbers of territories. `None` if `watch`
/// cancels, or there is too little land.
pub(super) fn settle(
    continents: &Grid,
    members: &[u32],
    seed: u64,
    watch: &mut dyn FnMut(f64) -> ControlFlow<()>,
) -> Option<Country> {
    let (width, height) = (continents.width() as u32, continents.height() as u32);
    let mut country = Country {
        grid: Grid::new(width, height, false),
        homes: Vec::new(),
    };
    let all: u32 = members.iter().sum();
    for (at, &count) in members.iter().enumerate() {
        let first = country.homes.len() as u16;
        let land = land_of(continents, at as u16 + 1)?;
        let done = f64::from(first) / f64::from(all);
        let own = f64::from(count) / f64::from(all);
        let mut go_on = |share: f64| watch(done + own * share);
        let parts = grown(
            &land,
            count as usize,
            mix(seed ^ mix(at as u64 + 1)),
            &mut go_on,
        )?;
        for (place, &part) in parts.iter().enumerate().filter(|(_, part)| **part > 0) {
            let x = land.left() as usize + place % land.width();
            let y = land.top() as usize + place / land.width();
            country.grid.cells_mut()[y * width as usize + x] = first + part;
        }
        country.homes.extend((0..count).map(|_| at as u16));
    }
    for _ in 0..ROUNDS {
        if !country.repair(members) {
            break;
        }
    }
    country.gather();
    Some(country)
}

/// Divides land, retrying with other seeds if the parts of narrow land come out too uneven.
fn grown(
    land: &Land,
    count: usize,
    seed: u64,
    watch: &mut dyn FnMut(f64) -> ControlFlow<()>,
) -> Option<Vec<u16>> {
    const ATTEMPTS: u64 = 5;
    let mut best: Option<(usize, Vec<u16>)> = None;
    for attempt in 0..ATTEMPTS {
        let look = Look {
            style: Style::Natural,
            seed: mix(seed ^ attempt),
            is_exact: false,
        };
        let parts = divide::divided(land, count, look, watch).ok()?;
        let mut areas = vec![0_usize; count + 1];
        for &part in &parts {
            areas[usize::from(part)] += 1;
        }
        let mean = areas[1..].iter().sum::<usize>() / count;
        // The largest deviation, in hundredths.
        let off = |&area: &usize| 100 * area.max(mean) / area.min(mean).max(1);
        let worst = areas[1..].iter().map(off).max().unwrap_or(100);
        if best.as_ref().is_none_or(|(least, _)| worst < *least) {
            best = Some((worst, parts));
        }
        if worst <= 190 {
            break;
        }
    }
    best.map(|(_, parts)| parts)
}

fn land_of(grid: &Grid, label: u16) -> Option<Land> {
    let width = grid.width();
    let own = || {
        let cells = grid.cells().iter().enumerate();
        cells.filter(|&(_, &l)| l == label).map(|(at, _)| at)
    };
    let left = own().map(|at| at % width).min()?;
    let right = own().map(|at| at % width).max()?;
    let top = own().next()? / width;
    let bottom = own().next_back()? / width;
    let across = right - left + 1;
    let mut pixels = vec![false; across * (bottom - top + 1)];
    for at in own() {
        pixels[(at / width - top) * across + at % width - left] = true;
    }
    Some(Land::new(left as u32, top as u32, across, pixels))
}

/// A contiguous contact of two territories: the cells on both sides of it.
struct Stretch {
    cells: Vec<usize>,
    /// Length in cell sides.
    length: usize,
}

/// By pair of labels, smaller first: the stretches along which they touch.
type Borders = BTreeMap<(u16, u16), Vec<Stretch>>;

impl Country {
    /// Finds which territories touch, and where.
    fn borders(&self) -> Borders {
        let labels = self.grid.cells();
        let mut sides: BTreeMap<(u16, u16), Vec<(usize, usize)>> = BTreeMap::new();
        for (at, &label) in labels.iter().enumerate().filter(|(_, l)| **l != Grid::SEA) {
            for near in [self.grid.step(at, 1, 0), self.grid.step(at, 0, 1)] {
                let Some(near) = near.filter(|&near| labels[near] != Grid::SEA) else {
                    continue;
                };
                if labels[near] != label {
                    let pair = (label.min(labels[near]), label.max(labels[near]));
                    sides.entry(pair).or_default().push((at, near));
                }
            }
        }
        let pairs = sides.into_iter();
        pairs
            .map(|(pair, sides)| (pair, self.stretches(&sides)))
            .collect()
    }

    fn stretches(&self, sides: &[(usize, usize)]) -> Vec<Stretch> {
        let mut left: BTreeSet<usize> = sides.iter().flat_map(|&(a, b)| [a, b]).collect();
        let mut stretches = Vec::new();
        while let Some(first) = left.pop_first() {
            let mut cells = vec![first];
            let mut next = 0;
            while let Some(&at) = cells.get(next) {
                next += 1;
                let near = self.grid.around(at, 1);
                cells.extend(near.filter(|near| left.remove(near)));
            }
            let own: BTreeSet<usize> = cells.iter().copied().collect();
            let length = sides.iter().filter(|(a, _)| own.contains(a)).count();
            stretches.push(Stretch { cells, length });
        }
        stretches
    }

    /// The graph of touching territories.
    pub(super) fn net(&self) -> Net {
        let mut net = Net::new(self.homes.len());
        for ((a, b), length) in crate::outlines::tidy::touching(&self.grid) {
            if length >= SHORT {
                net.link(a.into(), b.into());
            }
        }
        net
    }

    /// Whether territories are of similar size.
    pub(super) fn is_fair(&self) -> bool {
        let mut areas = vec![0_usize; self.homes.len() + 1];
        for &label in self.grid.cells() {
            areas[usize::from(label)] += 1;
        }
        let areas = &areas[1..];
        let mean = areas.iter().sum::<usize>() / areas.len().max(1);
        areas
            .iter()
            .all(|area| 3 * area >= mean && 2 * area <= 5 * mean)
    }

    /// By territory: the cell that is farthest from its border.
    pub(super) fn middles(&self) -> Vec<(i64, i64)> {
        let labels = self.grid.cells();
        let differs = |at: usize| self.grid.sides(at).any(|near| labels[near] != labels[at]);
        let borders: Vec<bool> = (0..labels.len()).map(differs).collect();
        let far = cells::distances(self.grid.width(), &borders, true);
        let mut best = vec![(0, 0); self.homes.len() + 1];
        for (at, &label) in labels.iter().enumerate() {
            let known = &mut best[usize::from(label)];
            *known = (*known).max((far[at], at));
        }
        let width = self.grid.width();
        let places = best[1..].iter();
        places
            .map(|&(_, at)| ((at % width) as i64, (at / width) as i64))
            .collect()
    }

    fn home(&self, label: u16) -> u16 {
        self.homes[usize::from(label) - 1]
    }

    /// Repairs borders; returns whether any needed it.
    fn repair(&mut self, members: &[u32]) -> bool {
        self.gather();
        let borders = self.borders();
        let mut net = Net::new(self.homes.len());
        for &(a, b) in borders.keys() {
            net.link(usize::from(a) - 1, usize::from(b) - 1);
        }
        // Cells changed in this round are examined again in the next.
        let mut touched: BTreeSet<u16> = BTreeSet::new();
        let mut part = |country: &mut Self, pair: (u16, u16)| {
            if !touched.insert(pair.0) | !touched.insert(pair.1) {
                return false;
            }
            for stretch in &borders[&pair] {
                country.part(stretch, pair, &net);
            }
            true
        };
        let mut changed = false;
        let length = |pair: &(u16, u16)| borders[pair].iter().map(|s| s.length).sum::<usize>();
        for pair in borders.keys() {
            if length(pair) < SHORT {
                changed |= part(self, *pair);
            }
        }
        for (home, &members) in (0..).zip(members) {
            let mut ways: BTreeMap<u16, Vec<(u16, u16)>> = BTreeMap::new();
            for &(a, b) in borders.keys() {
                for (own, other) in [(a, b), (b, a)] {
                    if self.home(own) == home && self.home(other) != home {
                        ways.entry(own).or_default().push((a, b));
                    }
                }
            }
            // At least one gate is kept for the sea.
            let most = most_gates(members as usize).saturating_sub(1).max(1);
            while ways.len() > most {
                let cost = |of: &Vec<(u16, u16)>| of.iter().map(length).sum::<usize>();
                let Some(gate) = ways.iter().min_by_key(|(_, of)| cost(of)).map(|w| *w.0) else {
                    break;
                };
                for pair in ways.remove(&gate).into_iter().flatten() {
                    changed |= part(self, pair);
                }
            }
        }
        let crowded = |at: &u16| net.degree(usize::from(*at) - 1) > MAX_DEGREE;
        for at in (1..=self.homes.len() as u16).filter(crowded) {
            let own = borders.keys().filter(|&&(a, b)| a == at || b == at);
            // The shortest border, preferably of a territory with many others.
            let cost = |&&(a, b): &&(u16, u16)| {
                let other = usize::from(if a == at { b } else { a }) - 1;
                let spare = net.degree(other).min(MAX_DEGREE);
                let keeps = if net.degree(other) < 4 { 1000 } else { 0 };
                length(&(a, b)) + keeps + 2 * (MAX_DEGREE - spare)
            };
            if let Some(&pair) = own.min_by_key(cost) {
                changed |= part(self, pair);
            }
        }
        changed
    }

    /// Separates two territories where they touch: their neighbours meet in the middle of the
    /// stretch, or water comes between.
    fn part(&mut self, stretch: &Stretch, (a, b): (u16, u16), net: &Net) {
        const LONGEST: usize = SIDE / 2;
        let width = self.grid.width();
        let count = stretch.cells.len().max(1);
        let middle = |of: fn(usize, usize) -> usize| {
            stretch.cells.iter().map(|&at| of(at, width)).sum::<usize>() / count
        };
        let (x, y) = (middle(|at, w| at % w), middle(|at, w| at / w));
        let reach = stretch.length / 2 + 2;
        let is_own = |label: u16| label == a || label == b;
        let square = |p: usize, q: usize| {
            let (dx, dy) = (
                (p % width).abs_diff(q % width),
                (p / width).abs_diff(q / width),
            );
            dx * dx + dy * dy
        };
        let around = self.grid.around(y * width + x, reach as isize + 3);
        let before: Vec<(usize, u16)> = around.map(|at| (at, self.grid.cells()[at])).collect();
        let others: Vec<(usize, u16)> = before
            .iter()
            .copied()
            .filter(|&(_, label)| !is_own(label))
            .collect();
        let ends: BTreeSet<u16> = others.iter().map(|&(_, label)| label).collect();
        let is_full = |label: &u16| {
            *label != Grid::SEA
                && (self.home(*label) != self.home(a)
                    || net.degree(usize::from(*label) - 1) >= MAX_DEGREE)
        };
        let is_dry = stretch.length <= LONGEST
            && self.home(a) == self.home(b)
            && ends.len() > 1
            && !ends.iter().any(is_full);
        if is_dry {
            for &(at, label) in &before {
                if is_own(label) && square(at, y * width + x) <= reach * reach {
                    let nearest = others.iter().min_by_key(|&&(other, _)| square(at, other));
                    self.grid.cells_mut()[at] = nearest.map_or(label, |&(_, label)| label);
                }
            }
        } else {
            for &at in &stretch.cells {
                let near: Vec<usize> = self.grid.around(at, 1).collect();
                for at in near {
                    if is_own(self.grid.cells()[at]) {
                        self.grid.cells_mut()[at] = Grid::SEA;
                    }
                }
            }
        }
    }

    /// Gives stray pieces of a territory on others' land to these, and islets to the sea; fills
    /// holes.
    fn gather(&mut self) {
        const ISLET: usize = SIDE * SIDE / 24;
        const HOLE: usize = 12;
        let pieces = cells::pieces(&self.grid);
        let mut largest: BTreeMap<u16, usize> = BTreeMap::new();
        for piece in &pieces {
            let most = largest.entry(piece.label).or_default();
            *most = (*most).max(piece.cells.len());
        }
        for piece in &pieces {
            let size = piece.cells.len();
            if piece.label == Grid::SEA && size >= HOLE || size == largest[&piece.label] {
                continue;
            }
            let mut beside: BTreeMap<u16, usize> = BTreeMap::new();
            for near in piece.cells.iter().flat_map(|&at| self.grid.sides(at)) {
                let label = self.grid.cells()[near];
                if label != piece.label && label != Grid::SEA {
                    *beside.entry(label).or_default() += 1;
                }
            }
            let most = beside
                .into_iter()
                .max_by_key(|&(label, sides)| (sides, label));
            let new = match most {
                Some((label, _)) => label,
                None if size < ISLET => Grid::SEA,
                None => continue,
            };
            for &at in &piece.cells {
                self.grid.cells_mut()[at] = new;
            }
        }
    }
}
