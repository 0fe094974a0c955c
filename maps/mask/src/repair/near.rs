//! Finds the colours near a given one without comparing all of them.

use crate::colour::Rgba;

/// Colours in cells of the RGB cube, with one cube per opacity.
pub(super) struct Near {
    /// Largest squared distance that counts as near.
    reach: u32,
    /// Side of a cell in channel steps; more than the reach.
    side: u32,
    /// Cells along an edge of a cube, including one of padding at either end.
    edge: usize,
    /// By opacity; empty for opacities that no colour has.
    cubes: Vec<Vec<Vec<(Rgba, usize)>>>,
}

impl Near {
    /// Answers queries within a squared distance of `reach`.
    pub(super) fn new(reach: u32) -> Self {
        // Smaller cells would be too many.
        let side = reach.isqrt().max(5) + 1;
        Self {
            reach,
            side,
            edge: (u32::from(u8::MAX) / side) as usize + 3,
            cubes: vec![Vec::new(); 256],
        }
    }

    fn cell(&self, colour: Rgba) -> usize {
        let channels = colour.rgb().0.into_iter();
        channels.fold(0, |cell, channel| {
            cell * self.edge + (u32::from(channel) / self.side) as usize + 1
        })
    }

    pub(super) fn add(&mut self, colour: Rgba, what: usize) {
        let cell = self.cell(colour);
        let cube = &mut self.cubes[usize::from(colour.alpha())];
        cube.resize(self.edge.pow(3), Vec::new());
        cube[cell].push((colour, what));
    }

    /// The entries near a colour with their squared distances, in any order.
    pub(super) fn to(&self, colour: Rgba) -> impl Iterator<Item = (u32, usize)> {
        let edge = self.edge;
        let first = self.cell(colour) - edge * edge - edge - 1;
        let cube = &self.cubes[usize::from(colour.alpha())];
        let cells =
            (0..27).map(move |at| first + at / 9 * edge * edge + at / 3 % 3 * edge + at % 3);
        let inside = cells.filter_map(|cell| cube.get(cell)).flatten();
        inside.filter_map(move |&(other, what)| {
            let distance = distance(colour, other);
            (distance <= self.reach).then_some((distance, what))
        })
    }
}

/// Squared distance; `u32::MAX` if the opacities differ.
pub(super) fn distance(a: Rgba, b: Rgba) -> u32 {
    if a.alpha() == b.alpha() {
        a.rgb().distance_squared(b.rgb())
    } else {
        u32::MAX
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn equals_linear_search(
            colours in prop::collection::vec(prop::array::uniform4(any::<u8>()), 0..200),
            from in prop::array::uniform4(any::<u8>()),
            reach in 0..40_000_u32,
        ) {
            let alike = |[r, g, b, a]: [u8; 4]| Rgba([r, g, b, a / 128 * 255]);
            let mut near = Near::new(reach);
            for (at, &colour) in colours.iter().enumerate() {
                near.add(alike(colour), at);
            }
            let mut found: Vec<_> = near.to(alike(from)).collect();
            found.sort_unstable_by_key(|&(_, at)| at);
            let all = colours.iter().enumerate().map(|(at, &c)| (distance(alike(from), alike(c)), at));
            let all: Vec<_> = all.filter(|&(distance, _)| distance <= reach).collect();
            prop_assert_eq!(found, all);
        }
    }
}
