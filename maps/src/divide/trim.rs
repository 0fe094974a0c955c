//! Exchanges border pixels until areas match.

use super::march::{Field, UNREACHED};

/// Most rounds over all cells.
const ROUNDS: usize = 24;

/// Gives border cells of parts that are too large to smaller adjacent ones, until none differs from
/// the mean by more than `within` of it, or nothing more helps. Connected parts stay connected.
pub(super) fn trim(field: &Field, parts: &mut [u16], count: usize, within: f64) {
    let mut areas = vec![0_i64; count];
    for at in field.cells() {
        if let Some(area) = areas.get_mut(usize::from(parts[at])) {
            *area += i64::from(field.mass[at]);
        }
    }
    let target = areas.iter().sum::<i64>() / count.max(1) as i64;
    let slack = ((target as f64 * within) as i64).max(1);
    for round in 0..ROUNDS {
        if areas.iter().all(|area| (area - target).abs() <= slack) {
            return;
        }
        let mut changed = false;
        for step in 0..field.cost.len() {
            // Back and forth, so that no part grows in one direction only.
            let at = if round % 2 == 0 {
                step
            } else {
                field.cost.len() - 1 - step
            };
            let own = parts[at];
            if field.cost[at] == 0 || own == UNREACHED {
                continue;
            }
            let mass = i64::from(field.mass[at]);
            let area = areas[usize::from(own)];
            let taker = field
                .sides(at)
                .into_iter()
                .filter(|&near| field.cost[near] > 0 && parts[near] != UNREACHED)
                .map(|near| parts[near])
                .filter(|&other| other != own)
                .min_by_key(|&other| (areas[usize::from(other)], other));
            let Some(other) = taker else { continue };
            let is_needed = area > target + slack || areas[usize::from(other)] < target - slack;
            let helps = area - mass > areas[usize::from(other)] + mass;
            if is_needed && helps && can_leave(field, parts, at) {
                parts[at] = other;
                areas[usize::from(own)] -= mass;
                areas[usize::from(other)] += mass;
                changed = true;
            }
        }
        if !changed {
            return;
        }
    }
}

/// Whether a cell's part stays connected around it without it: its side neighbours of that part lie
/// in one stretch of the ring around it.
pub(super) fn can_leave(field: &Field, parts: &[u16], at: usize) -> bool {
    let width = field.width;
    let ring = [
        at - width - 1,
        at - width,
        at - width + 1,
        at + 1,
        at + width + 1,
        at + width,
        at + width - 1,
        at - 1,
    ];
    let own = |i: usize| field.cost[ring[i % 8]] > 0 && parts[ring[i % 8]] == parts[at];
    let sides = [1, 3, 5, 7].into_iter().filter(|&i| own(i)).count();
    // Adjacent sides are connected through the corner between them.
    let joined = [1, 3, 5, 7]
        .into_iter()
        .filter(|&i| own(i) && own(i + 1) && own(i + 2))
        .count();
    sides > 0 && (sides == joined + 1 || joined == 4)
}
