use std::collections::BTreeMap;

use super::*;
use crate::place::Wrap;
use crate::sea::grid::{STEP, Shape};
use proptest::prelude::*;

/// The straightforward search: every step by its coordinates,
/// no cell known before it is looked at from all sides.
fn plain(grid: &Grid, coast: &[u32], limit: u32, wrap: Wrap) -> Vec<Hit> {
    let (width, height) = (
        grid.shape.width as i32,
        grid.cells.len() as i32 / grid.shape.width as i32,
    );
    let cell = |x: i32, y: i32| grid.cells[(y * width + x) as usize];
    // By cell: distance, where from, and how often round.
    let mut known: BTreeMap<u32, (u32, u32, [i8; 2])> = BTreeMap::new();
    let mut queue: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
    for &at in coast {
        known.insert(at, (0, at, [0; 2]));
        queue.entry(0).or_default().push(at);
    }
    let mut hits = Vec::new();
    while let Some((&distance, _)) = queue.first_key_value() {
        let Some(at) = queue.get_mut(&distance).and_then(Vec::pop) else {
            queue.remove(&distance);
            continue;
        };
        let (reached, origin, turns) = known[&at];
        if reached != distance {
            continue;
        }
        let (x, y) = (at as i32 % width, at as i32 / width);
        for (dy, dx) in (-1..=1).flat_map(|dy| (-1..=1).map(move |dx| (dy, dx))) {
            let (to_x, to_y) = (x + dx, y + dy);
            let beyond = [to_x.div_euclid(width) as i8, to_y.div_euclid(height) as i8];
            if (dx, dy) == (0, 0)
                || (beyond[0] != 0 && !wrap.horizontal)
                || (beyond[1] != 0 && !wrap.vertical)
            {
                continue;
            }
            let (to_x, to_y) = (to_x.rem_euclid(width), to_y.rem_euclid(height));
            let there = cell(to_x, to_y);
            let squeezed = x != to_x
                && y != to_y
                && [cell(x, y), there] == [WATER; 2]
                && cell(x, to_y) != WATER
                && cell(to_x, y) != WATER;
            let turns = [turns[0] + beyond[0], turns[1] + beyond[1]];
            let own = grid.cells[origin as usize];
            let distance = distance + if dx != 0 && dy != 0 { DIAGONAL } else { STEP };
            if there == own
                || there == WALL
                || squeezed
                || turns.iter().any(|turn| turn.abs() > 1)
                || distance > limit
            {
                continue;
            }
            let to = (to_y * width + to_x) as u32;
            if there != WATER {
                hits.push(Hit {
                    distance,
                    from: origin,
                    to,
                    turns,
                });
            } else if known.get(&to).is_none_or(|&(before, ..)| distance < before) {
                known.insert(to, (distance, origin, turns));
                queue.entry(distance).or_default().push(to);
            }
        }
    }
    hits
}

proptest! {
    #[test]
    fn every_hit_is_that_of_a_plain_search(
        width in 1_u32..14,
        cells in prop::collection::vec(
            prop_oneof![6 => Just(WATER), 1 => Just(WALL), 2 => 0_u32..3],
            1..150,
        ),
        limit in 0_u32..60,
        (horizontal, vertical) in any::<(bool, bool)>(),
    ) {
        let height = cells.len() as u32 / width;
        prop_assume!(height > 0);
        let wrap = Wrap { horizontal, vertical };
        let shape = Shape { scale: 1, width, height, wrap };
        let cells = cells[..(width * height) as usize].to_vec();
        let grid = Grid { shape, cells, grounds: Vec::new(), gap: 0 };
        // One search after another: what the last one left does not matter.
        let mut search = Search::new(&grid);
        for coast in grid.coasts().values() {
            let mut hits = Vec::new();
            search.spread(&grid, coast, limit, &mut |hit| {
                hits.push(hit);
                ControlFlow::Continue(())
            });
            prop_assert_eq!(&hits, &plain(&grid, coast, limit, wrap));
        }
    }
}
