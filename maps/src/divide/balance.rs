//! Finds sites and head starts that give all parts their intended areas.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use super::march::{Field, March, PACE, UNREACHED};

/// Sites, and the start time of each front.
#[derive(Debug, Clone)]
pub(super) struct Plan {
    /// By part: its cell.
    pub(super) sites: Vec<usize>,
    /// By part, in the units of [`PACE`]; the least is 0.
    pub(super) starts: Vec<f64>,
    /// By part: its relative size.
    pub(super) shares: Vec<u32>,
}

impl Plan {
    /// Fronts from these sites that start together.
    pub(super) fn new(sites: Vec<usize>, shares: Vec<u32>) -> Self {
        Self {
            starts: vec![0.0; sites.len()],
            sites,
            shares,
        }
    }
}

struct Outcome {
    areas: Vec<u64>,
    /// By part: sums of columns and rows, weighted by mass.
    middles: Vec<(u64, u64)>,
    /// Pairs of touching parts, and the number of shared cell sides.
    borders: BTreeMap<(u16, u16), u32>,
}

impl Outcome {
    fn of(field: &Field, parts: &[u16], count: usize) -> Self {
        let mut areas = vec![0; count];
        let mut middles = vec![(0, 0); count];
        let mut borders: BTreeMap<(u16, u16), u32> = BTreeMap::new();
        let (mut pair, mut length) = ((0, 0), 0);
        for at in field.cells() {
            let part = parts[at];
            if part == UNREACHED {
                continue;
            }
            let mass = u64::from(field.mass[at]);
            let own = usize::from(part);
            areas[own] += mass;
            middles[own].0 += mass * (at % field.width) as u64;
            middles[own].1 += mass * (at / field.width) as u64;
            for near in [at + 1, at + field.width] {
                let other = parts[near];
                if other != part && other != UNREACHED {
                    let here = (part.min(other), part.max(other));
                    if here != pair {
                        *borders.entry(pair).or_default() += length;
                        (pair, length) = (here, 0);
                    }
                    length += 1;
                }
            }
        }
        *borders.entry(pair).or_default() += length;
        borders.remove(&(0, 0));
        Self {
            areas,
            middles,
            borders,
        }
    }

    /// The largest relative deviation of a part.
    fn worst(&self, targets: &[f64]) -> f64 {
        let off = self.areas.iter().zip(targets);
        let off = off.map(|(&area, &target)| (area as f64 - target).abs() / target);
        off.fold(0.0, f64::max)
    }
}

/// How much balancing to do.
#[derive(Debug, Clone, Copy)]
pub(super) struct Effort {
    pub(super) marches: usize,
    /// In this many of the first marches, sites move to the middles of their parts.
    pub(super) moves: usize,
    /// The largest acceptable relative deviation.
    pub(super) within: f64,
}

/// Marches until the masses of the parts match their shares as closely as possible; `march` and
/// `plan` then hold the best result. `watch` is called before each march and may cancel.
///
/// A front that starts later by `w` moves its borders by about `w / 2` of a pixel's time, so areas
/// depend on head starts through a weighted Laplacian of the graph of parts. Newton's method on it,
/// damped (Kitagawa, Mérigot and Thibert 2019), balances in a few marches regardless of the number
/// of parts, whereas adjusting each head start by its own part's error (Aurenhammer, Hoffmann and
/// Aronov 1998) takes as many as the land is parts wide.
pub(super) fn balance(
    field: &Field,
    plan: &mut Plan,
    march: &mut March,
    effort: Effort,
    watch: &mut dyn FnMut() -> ControlFlow<()>,
) -> Option<()> {
    let count = plan.sites.len();
    let all: u64 = field.mass.iter().map(|&mass| u64::from(mass)).sum();
    let shares: u64 = plan.shares.iter().map(|&share| u64::from(share)).sum();
    let target = |&share: &u32| all as f64 * f64::from(share) / shares as f64;
    let targets: Vec<f64> = plan.shares.iter().map(target).collect();
    let mut damping = 0.9_f64;
    let mut last = f64::INFINITY;
    let mut best: Option<(f64, Plan, Vec<u16>)> = None;
    for round in 0..effort.marches {
        if watch().is_break() {
            return None;
        }
        let starts: Vec<u32> = plan.starts.iter().map(|&start| start as u32).collect();
        march.run(field, &plan.sites, &starts);
        let outcome = Outcome::of(field, &march.parts, count);
        let worst = outcome.worst(&targets);
        let is_settled = round >= effort.moves;
        let is_whole = outcome.areas.iter().all(|&area| area > 0);
        if is_whole && best.as_ref().is_none_or(|(least, ..)| worst < *least) {
            best = Some((worst, plan.clone(), march.parts.clone()));
        }
        if is_settled && is_whole && worst <= effort.within {
            break;
        }
        damping = if worst > last {
            (damping / 2.0).max(0.1)
        } else {
            (damping * 1.3).min(0.9)
        };
        last = worst;
        correct(field, plan, &outcome, &targets, damping);
        for part in 0..count {
            if outcome.areas[part] == 0 {
                // Overrun: it starts just before the others arrive.
                let come = f64::from(march.times[plan.sites[part]]);
                plan.starts[part] = plan.starts[part].min(come - f64::from(PACE)).max(0.0);
            }
        }
        if !is_settled {
            to_the_middle(field, plan, &outcome, &march.parts);
        }
    }
    if let Some((_, found, parts)) = best {
        *plan = found;
        march.parts = parts;
    } else {
        // Fronts that start together all reach something.
        plan.starts.fill(0.0);
        march.run(field, &plan.sites, &vec![0; count]);
    }
    Some(())
}

/// One step of Newton's method.
fn correct(field: &Field, plan: &mut Plan, outcome: &Outcome, targets: &[f64], damping: f64) {
    let count = plan.sites.len();
    let mut around: Vec<Vec<(usize, f64)>> = vec![Vec::new(); count];
    // Pixels that change hands for a unit of time, per side of a cell.
    let yielded = f64::from(field.side) / (2.0 * f64::from(PACE));
    for (&(a, b), &length) in &outcome.borders {
        let weight = f64::from(length) * yielded;
        around[usize::from(a)].push((usize::from(b), weight));
        around[usize::from(b)].push((usize::from(a), weight));
    }
    let wanted: Vec<f64> = outcome
        .areas
        .iter()
        .zip(targets)
        .map(|(&area, target)| (area as f64 - target) * damping)
        .collect();
    let mut change = vec![0.0_f64; count];
    // Gauss-Seidel method, over-relaxed.
    for _ in 0..(20 + 2 * count.isqrt() * 4).min(200) {
        for part in 0..count {
            let weight: f64 = around[part].iter().map(|&(_, weight)| weight).sum();
            if weight > 0.0 {
                let others = around[part].iter();
                let sum: f64 = others.map(|&(other, weight)| weight * change[other]).sum();
                let goal = (wanted[part] + sum) / weight;
                change[part] += 1.5 * (goal - change[part]);
            }
        }
    }
    for ((start, change), target) in plan.starts.iter_mut().zip(change).zip(targets) {
        // No more at once than half of a part's diameter.
        let most = target.sqrt() * f64::from(PACE) / 2.0;
        *start += change.clamp(-most, most);
    }
    let least = plan.starts.iter().copied().fold(f64::INFINITY, f64::min);
    for start in &mut plan.starts {
        // Integer, so that later rounding makes no difference.
        *start = (*start - least).round();
    }
}

/// Moves each site to the cell of its part that is nearest to the part's centroid.
fn to_the_middle(field: &Field, plan: &mut Plan, outcome: &Outcome, parts: &[u16]) {
    let middles: Vec<(i64, i64)> = outcome
        .middles
        .iter()
        .zip(&outcome.areas)
        .map(|(&(x, y), &area)| {
            let area = area.max(1);
            (
                ((x + area / 2) / area) as i64,
                ((y + area / 2) / area) as i64,
            )
        })
        .collect();
    let mut nearest = vec![(u64::MAX, 0_usize); plan.sites.len()];
    for at in field.cells() {
        let part = usize::from(parts[at]);
        let Some(&(x, y)) = middles.get(part) else {
            continue;
        };
        let (dx, dy) = ((at % field.width) as i64 - x, (at / field.width) as i64 - y);
        let far = (dx * dx + dy * dy) as u64;
        nearest[part] = nearest[part].min((far, at));
    }
    for (site, (far, at)) in plan.sites.iter_mut().zip(nearest) {
        if far < u64::MAX {
            *site = at;
        }
    }
}
