//! Replaces some rows of a mask.
//!
//! The rows above and below are kept, but a region that was connected through the replaced rows may
//! fall apart. A region that leaves these rows at one place only is in one piece beyond them. If it
//! leaves them at several, its pieces are followed from there, row by row, until they have met:
//! soon, because seas surround land, and bays seldom reach far.

use std::ops::Range;

use super::{Region, Regions, Sorted};
use crate::colour::Rgba;
use crate::error::MaskError;
use crate::limits::{MAX_MASK_REGIONS, MAX_MASK_RUNS};
use crate::run::{Run, RunBuffer};
use crate::scan::Sets;

impl Regions {
    /// A copy of the mask with some rows replaced: `row` is called for each of them from the top,
    /// with an empty buffer to fill. Takes time proportional to the new runs and to those followed
    /// (see the module), and little for each of the others.
    ///
    /// # Errors
    /// [`MaskError::TooManyRuns`], [`MaskError::TooManyRegions`].
    ///
    /// # Panics
    /// If the runs of a row do not cover it.
    pub fn redrawn(
        &self,
        rows: Range<u32>,
        mut row: impl FnMut(u32, &mut RunBuffer),
    ) -> Result<Self, MaskError> {
        let bottom = rows.end.min(self.height());
        if rows.start >= bottom {
            return Ok(self.clone());
        }
        let top = rows.start;
        // Unaffected regions keep their ids as set numbers; sets of runs get later numbers.
        let mut sets = Sets::default();
        for _ in 0..self.len() {
            sets.add();
        }
        let mut above = Side::of(self, (0..top).rev().collect(), &mut sets);
        let mut below = Side::of(self, (bottom..self.height()).collect(), &mut sets);
        let [before, after] = [top, bottom].map(|y| self.rows[y as usize] as usize);
        let kept = before + self.run_count() - after;
        let mut drawn: Vec<Vec<Strip>> = Vec::new();
        let (mut count, mut runs) = (kept, RunBuffer::new());
        for y in top..bottom {
            runs.clear();
            row(y, &mut runs);
            let last = runs.bounds.last().copied().map(u32::from);
            assert_eq!(last, Some(self.width), "the runs of a row cover it");
            count += runs.colours.len();
            if count > MAX_MASK_RUNS {
                return Err(MaskError::TooManyRuns);
            }
            let mut near = Near(drawn.last().unwrap_or(&above.edge));
            let strips = runs.as_runs().iter().map(|(start, end, colour)| {
                let met = near.beside(start, end, colour);
                let set = met.map(|of| of.set).reduce(|a, b| sets.join(a, b));
                Strip {
                    start,
                    end,
                    colour,
                    set: set.unwrap_or_else(|| sets.add()),
                }
            });
            let strips = strips.collect();
            drawn.push(strips);
        }
        let mut near = Near(drawn.last().map_or(&[], Vec::as_slice));
        for of in &below.edge {
            for met in near.beside(of.start, of.end, of.colour) {
                sets.join(met.set, of.set);
            }
        }
        above.settle(self, &mut sets);
        below.settle(self, &mut sets);

        let mut starts = Vec::with_capacity(count);
        starts.extend_from_slice(&self.starts[..before]);
        starts.extend(drawn.iter().flatten().map(|of| of.start as u16));
        starts.extend_from_slice(&self.starts[after..]);
        let mut found = Found {
            known: &self.by_id,
            ids: vec![u32::MAX; sets.len() as usize],
            labels: Vec::with_capacity(count),
            by_id: Vec::with_capacity(self.len()),
        };
        found.take(self, 0..top, &above);
        let mut rows = self.rows[..top as usize].to_vec();
        for (y, strips) in (top..).zip(&drawn) {
            rows.push(found.labels.len() as u32);
            for of in strips {
                found.add(sets.find(of.set), y, of.start..of.end, of.colour);
            }
        }
        let moved = found.labels.len() as u32;
        let later = self.rows[bottom as usize..].iter();
        rows.extend(later.map(|&first| first - after as u32 + moved));
        found.take(self, bottom..self.height(), &below);
        let regions = found.by_id.len();
        if regions > MAX_MASK_REGIONS {
            return Err(MaskError::TooManyRegions { regions });
        }
        Ok(Self {
            width: self.width,
            starts,
            labels: found.labels,
            rows,
            by_id: found.by_id,
            sorted: Sorted::default(),
            merged: self.merged.clone(),
        })
    }
}

/// A run, and the connected set that it belongs to.
#[derive(Debug, Clone, Copy)]
struct Strip {
    start: u32,
    end: u32,
    colour: Rgba,
    set: u32,
}

/// A sweep from left to right over the runs of a row.
struct Near<'a>(&'a [Strip]);

impl<'a> Near<'a> {
    /// The runs of a colour that overlap these columns; later queries must not go back left.
    fn beside(
        &mut self,
        start: u32,
        end: u32,
        colour: Rgba,
    ) -> impl Iterator<Item = &'a Strip> + use<'a> {
        let left = self.0.iter().take_while(|of| of.end <= start).count();
        self.0 = &self.0[left..];
        let here = self.0.iter().take_while(move |of| of.start < end);
        here.filter(move |of| of.colour == colour)
    }
}

/// The rows above those that are replaced, or below.
struct Side {
    /// From the nearest outwards.
    rows: Vec<u32>,
    /// The runs of the nearest.
    edge: Vec<Strip>,
    /// By region: the set that all of its pixels there belong to.
    sets: Vec<u32>,
    /// Runs of regions that fall into several sets, and the set of each, in order.
    apart: Vec<(u32, u32)>,
}

impl Side {
    /// Connectivity there, independent of the replaced rows.
    fn of(regions: &Regions, rows: Vec<u32>, sets: &mut Sets) -> Self {
        // By region.
        let mut pieces = vec![0; regions.len()];
        let edge = rows.first().into_iter().flat_map(|&y| regions.row(y));
        let edge = edge.map(|run| {
            pieces[run.region.index()] += 1;
            Strip {
                start: run.start,
                end: run.end,
                colour: regions.get(run.region).colour,
                set: sets.add(),
            }
        });
        let edge = edge.collect();
        let side = Self {
            rows,
            edge,
            sets: (0..regions.len() as u32).collect(),
            apart: Vec::new(),
        };
        side.follow(regions, &mut pieces, sets, |_, _| {});
        side
    }

    /// Follows regions away from the edge while several of their `pieces` have not met, and passes
    /// each run visited and its set to `tell`.
    fn follow(
        &self,
        regions: &Regions,
        pieces: &mut [u32],
        sets: &mut Sets,
        mut tell: impl FnMut(usize, u32),
    ) {
        let mut open = pieces.iter().filter(|&&pieces| pieces > 1).count();
        // Sets numbered from here on have not met any of these yet.
        let pieces_end = sets.len();
        let mut last = self.edge.clone();
        // The edge comes first: each of its runs is beside itself alone.
        for &y in &self.rows {
            if open == 0 {
                break;
            }
            let mut near = Near(&last);
            let mut strips = Vec::new();
            for (
                run,
                Run {
                    start, end, region, ..
                },
            ) in (regions.rows[y as usize] as usize..).zip(regions.row(y))
            {
                let pieces = &mut pieces[region.index()];
                if *pieces < 2 {
                    continue;
                }
                let colour = regions.get(region).colour;
                let mut own = None;
                for of in near.beside(start, end, colour) {
                    let met = sets.find(of.set);
                    let Some(set) = own.filter(|&own| own != met) else {
                        own = Some(met);
                        continue;
                    };
                    *pieces -= u32::from(met.max(set) < pieces_end);
                    own = Some(sets.join(set, met));
                }
                open -= usize::from(*pieces < 2);
                let set = own.unwrap_or_else(|| sets.add());
                tell(run, set);
                strips.push(Strip {
                    start,
                    end,
                    colour,
                    set,
                });
            }
            last = strips;
        }
    }

    /// Assigns each region its set, now that the connections through the replaced rows are known.
    fn settle(&mut self, regions: &Regions, sets: &mut Sets) {
        let mut pieces = vec![0; regions.len()];
        let mut is_whole = true;
        let edge = self.rows.first().into_iter().flat_map(|&y| regions.row(y));
        for (run, of) in edge.zip(&self.edge) {
            let set = sets.find(of.set);
            let known = &mut self.sets[run.region.index()];
            if *known == run.region.0 {
                *known = set;
            } else if *known != set {
                // They never meet, and are followed to their ends.
                pieces[run.region.index()] = u32::MAX;
                is_whole = false;
            }
        }
        if is_whole {
            return;
        }
        let mut apart = Vec::new();
        self.follow(regions, &mut pieces, sets, |run, set| {
            apart.push((run as u32, set));
        });
        for (_, set) in &mut apart {
            *set = sets.find(*set);
        }
        apart.sort_unstable();
        self.apart = apart;
    }
}

/// Regions in the order they are found: reading order.
struct Found<'a> {
    /// The regions of the original mask.
    known: &'a [Region],
    /// By set.
    ids: Vec<u32>,
    labels: Vec<u32>,
    by_id: Vec<Region>,
}

impl Found<'_> {
    fn add(&mut self, set: u32, y: u32, columns: Range<u32>, colour: Rgba) {
        let id = &mut self.ids[set as usize];
        let known = self.known.get(set as usize);
        if *id == u32::MAX {
            *id = self.by_id.len() as u32;
            let region = || Region::of(colour, y, columns);
            self.by_id.push(known.cloned().unwrap_or_else(region));
        } else if known.is_none() {
            self.by_id[*id as usize].grow(y, columns);
        }
        self.labels.push(*id);
    }

    fn take(&mut self, regions: &Regions, rows: Range<u32>, side: &Side) {
        let mut apart = side.apart.iter().peekable();
        for y in rows {
            let runs = regions.rows[y as usize]..regions.rows[y as usize + 1];
            for run in runs {
                let label = regions.labels[run as usize] as usize;
                let set = match apart.next_if(|(apart, _)| *apart == run) {
                    Some(&(_, set)) => set,
                    None => side.sets[label],
                };
                let id = self.ids[set as usize];
                if id != u32::MAX && (set as usize) < self.known.len() {
                    // Already measured and numbered: nearly all runs.
                    self.labels.push(id);
                    continue;
                }
                let start = u32::from(regions.starts[run as usize]);
                let end = regions.end_of(run as usize, y);
                self.add(set, y, start..end, regions.by_id[label].colour);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::PixelFormat;
    use proptest::prelude::*;

    /// A mask of numbers, or letters.
    fn mask(rows: &[Vec<u8>]) -> Regions {
        let rgb = rows.iter().flatten().flat_map(|&of| [of, 7, 9]);
        let (width, height) = (rows[0].len() as u32, rows.len() as u32);
        let rgb: Vec<u8> = rgb.collect();
        Regions::from_pixels(width, height, &PixelFormat::RGB, &rgb).unwrap()
    }

    fn redrawn(before: &[Vec<u8>], after: &[Vec<u8>], rows: Range<u32>) {
        let drawn = mask(before).redrawn(rows, |y, runs| {
            for (end, &of) in (1..).zip(&after[y as usize]) {
                runs.push(end, Rgba([of, 7, 9, 255]));
            }
        });
        let (drawn, anew) = (drawn.unwrap(), mask(after));
        assert!(drawn == anew);
        assert!(drawn.iter().eq(anew.iter()));
        let runs = |of: &Regions| {
            let all: Vec<Vec<Run>> = of.iter().map(|(id, _)| of.runs_of(id).collect()).collect();
            all
        };
        assert_eq!(runs(&drawn), runs(&anew));
    }

    #[test]
    fn land_falls_apart_and_grows_together_by_way_of_the_rows_that_are_drawn() {
        let rows = |of: &[&str]| of.iter().map(|row| row.as_bytes().to_vec()).collect();
        // Three bays above that hang together in the fifth row; two of them do so above, too.
        let before: Vec<Vec<u8>> = rows(&[
            "aaaaa.a", "a...a.a", "a.a.a.a", "a.a.a.a", "aaaaaaa", "..a....", "aaa.aaa",
        ]);
        let mut after = before.clone();
        after[4] = b"a.a.a.a".to_vec();
        redrawn(&before, &after, 4..5);
        redrawn(&after, &before, 4..5);
        after[4] = b".......".to_vec();
        redrawn(&before, &after, 4..5);
        redrawn(&after, &before, 3..7);
        redrawn(&before, &after, 0..9);
        redrawn(&before, &before, 3..3);
        redrawn(&before, &before, 9..11);
    }

    proptest! {
        #[test]
        fn what_is_drawn_anew_is_as_if_all_were(
            width in 1_usize..24,
            cells in prop::collection::vec(0_u8..3, 24 * 40),
            height in 1_usize..40,
            coarse in 1_usize..5,
            others in prop::collection::vec(0_u8..3, 24 * 40),
            mut rows in prop::array::uniform2(0_u32..42),
        ) {
            rows.sort_unstable();
            let rows = rows[0]..rows[1];
            let picture = |cells: &[u8]| -> Vec<Vec<u8>> {
                let cell = |x: usize, y: usize| cells[y / coarse * 24 + x / coarse];
                (0..height).map(|y| (0..width).map(|x| cell(x, y)).collect()).collect()
            };
            let (before, other) = (picture(&cells), picture(&others));
            let after: Vec<Vec<u8>> = (0..).zip(before.iter().zip(&other)).map(|(y, (a, b))| {
                if rows.contains(&y) { b.clone() } else { a.clone() }
            }).collect();
            redrawn(&before, &after, rows);
        }
    }
}
