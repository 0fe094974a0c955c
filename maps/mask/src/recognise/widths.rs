//! Measures how wide the lines between territories are.
//!
//! A line of `w` pixels that runs at the angle φ to the columns is `w / cos φ` pixels wide in a
//! row, and rows cross it most often where φ is small:
//!
//! ```text
//! crossings                     a line of w pixels in all directions: of all crossings,
//!     #                         weighted by cos φ, sin 45° = 71 % are no wider than
//!     # #                       √2 · w, and what is wider in its row is narrower in
//!     # # # . .                 its column
//! ----w----√2·w-------> width
//! ```
//!
//! So widths accumulate from `w` to `√2 · w`, whatever `w` is, and a gap of `√2 · w` joins
//! everything that lines separate. Straits show no such peak: their widths are spread out.

use crate::limits::MAX_GAP;
use crate::recognise::Role;
use crate::regions::Regions;
use crate::run::RegionId;

/// Lines no wider than this are recognised even in the colour of the sea.
const NARROW: usize = 6;

const WIDEST: usize = MAX_GAP as usize;

/// The gap of a mask, and one that the author may choose; see [`Recognition`](super::Recognition).
/// `across` is the typical diameter of a territory; `of` gives the index and the role of a region's
/// colour.
pub(super) fn estimate(
    regions: &Regions,
    across: f32,
    of: impl Fn(RegionId) -> (usize, Role),
) -> (u32, Option<u32>) {
    let (widths, drawn) = measure(regions, of);
    // A line in a colour of its own is stronger evidence than one in the colour of the sea.
    let lines: u64 = drawn[1..].iter().sum();
    let has_lines = lines * 4 > widths.iter().sum();
    let counts = if has_lines { drawn } else { widths };
    let narrow: u64 = counts[1..=NARROW].iter().sum();
    let wide: u64 = counts[NARROW + 1..=2 * NARROW].iter().sum();
    if narrow > counts[0] && narrow >= 3 * wide {
        return (most(&counts[..=NARROW]), None);
    }
    match heap(&counts) {
        Some(heap) if has_lines => (heap, None),
        // A gap nearly as wide as a territory is water.
        heap => (0, heap.filter(|&gap| gap as f32 <= 0.7 * across)),
    }
}

/// Histograms of the distances between two territories along the rows: all of them, and those
/// across drawn lines only.
fn measure(regions: &Regions, of: impl Fn(RegionId) -> (usize, Role)) -> (Vec<u64>, Vec<u64>) {
    let (mut widths, mut drawn) = (vec![0_u64; WIDEST + 1], vec![0_u64; WIDEST + 1]);
    for y in 0..regions.height() {
        let mut last: Option<(usize, u32)> = None;
        let mut line = true;
        for run in regions.row(y) {
            let (place, role) = of(run.region);
            match role {
                Role::Territory => {
                    if let Some((before, end)) = last
                        && before != place
                        && (run.start - end) as usize <= WIDEST
                    {
                        let width = (run.start - end) as usize;
                        widths[width] += 1;
                        drawn[width] += u64::from(line);
                    }
                    last = Some((place, run.end));
                    line = true;
                }
                Role::Separator => {}
                Role::Background | Role::Stray => line = false,
            }
        }
    }
    (widths, drawn)
}

/// The gap that joins what the most frequent width separates, if more than half of all widths lie
/// there, and more than territories that meet without a line.
fn heap(counts: &[u64]) -> Option<u32> {
    let end = |width: usize| (width * 142).div_ceil(100).min(WIDEST);
    let mass = |width: usize| counts[width..=end(width)].iter().sum::<u64>();
    let width = (1..=WIDEST).max_by_key(|&width| (mass(width), std::cmp::Reverse(width)))?;
    let all: u64 = counts[1..].iter().sum();
    let is_heap = 2 * mass(width) > all && mass(width) > counts[0];
    is_heap.then(|| most(&counts[..=end(width)]))
}

/// The width that 85 % of all widths from 1 on do not exceed.
fn most(counts: &[u64]) -> u32 {
    let all: u64 = counts[1..].iter().sum();
    let mut sum = 0;
    let reached = |&width: &usize| {
        sum += counts[width];
        sum * 20 >= all * 17
    };
    (1..counts.len()).find(reached).unwrap_or(counts.len() - 1) as u32
}
