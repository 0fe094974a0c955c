//! Measures what has changed, and numbers the regions.

use std::ops::Range;

use crate::regions::{Region, Regions};
use crate::run::{RegionId, end_in};
use crate::sets::Sets;

use super::side::Side;
use super::{Drawn, overlaps};

/// What a region has in the drawn rows before they are drawn.
#[derive(Clone)]
struct Replaced {
    pixels: Region,
    /// Whether the leftmost pixel stays with the region, and the rightmost.
    keeps_ends: [bool; 2],
}

/// The measures of sets that have changed.
struct Changed {
    /// By set: its index in the list, or [`Changed::NONE`].
    places: Vec<u32>,
    list: Vec<(u32, Region)>,
}

impl Changed {
    const NONE: u32 = u32::MAX;

    fn unite(&mut self, set: u32, part: &Region) {
        match self.places[set as usize] {
            Self::NONE => {
                self.places[set as usize] = self.list.len() as u32;
                self.list.push((set, part.clone()));
            }
            at => self.list[at as usize].1.unite(part),
        }
    }
}

impl Regions {
    /// The regions in reading order, and the number of each set.
    pub(super) fn measured(
        &self,
        drawn: &Drawn,
        sides: &[Side; 2],
        (is_lossy, is_torn): (&[bool], &[bool]),
        sets: &mut Sets,
    ) -> (Vec<Region>, Vec<u32>) {
        let rows = drawn.rows();
        let has_changed = self.changed(drawn, is_lossy, sets);
        let replaced = self.replaced(drawn, &has_changed, sets);
        let mut changed = Changed {
            places: vec![Changed::NONE; sets.len() as usize],
            list: Vec::new(),
        };
        for y in rows.clone() {
            let (starts, colours) = drawn.row(y);
            for (strip, &set) in drawn.sets_of(y).iter().enumerate() {
                let set = sets.find(set);
                if has_changed[set as usize] {
                    let end = end_in(starts, strip, self.width);
                    let columns = u32::from(starts[strip])..end;
                    changed.unite(set, &Region::of(colours[strip], y, columns));
                }
            }
        }
        // Untouched regions first: all others are in the list then.
        let mut stays = vec![false; self.len()];
        for (id, region) in self.iter() {
            let set = sets.find(id.0);
            let own = replaced[id.index()].as_ref();
            if is_torn[id.index()] {
                let bounds = &region.bounds;
                let above = (bounds.top..rows.start, &sides[0]);
                let below = (rows.end..bounds.bottom, &sides[1]);
                for (rows, side) in [above, below] {
                    for (run, y, columns) in self.own_runs(id, rows) {
                        let part = Region::of(region.colour, y, columns);
                        changed.unite(sets.find(side.set_of(run, id)), &part);
                    }
                }
            } else if let Some(own) = own {
                if let Some(part) = self.without(id, own, &rows) {
                    changed.unite(set, &part);
                }
            } else if set != id.0 || changed.places[set as usize] != Changed::NONE {
                changed.unite(set, region);
            } else {
                stays[id.index()] = true;
            }
        }
        self.numbered(&stays, changed, sets)
    }

    /// By set: whether it has pixels of regions that have lost some. The others are whole regions
    /// that have neither lost nor got any.
    fn changed(&self, drawn: &Drawn, is_lossy: &[bool], sets: &mut Sets) -> Vec<bool> {
        let mut has_changed = vec![false; sets.len() as usize];
        for (region, _) in is_lossy
            .iter()
            .enumerate()
            .filter(|&(_, &is_lossy)| is_lossy)
        {
            has_changed[sets.find(region as u32) as usize] = true;
        }
        for y in drawn.rows() {
            let (labels, starts) = self.row_slices(y);
            let now_sets = drawn.sets_of(y);
            for (run, strip, _) in overlaps(starts, drawn.row(y).0, self.width) {
                if is_lossy[labels[run] as usize] {
                    has_changed[sets.find(now_sets[strip]) as usize] = true;
                }
            }
        }
        has_changed
    }

    /// By region of sets that have changed: what it has in the drawn rows.
    fn replaced(
        &self,
        drawn: &Drawn,
        has_changed: &[bool],
        sets: &mut Sets,
    ) -> Vec<Option<Replaced>> {
        let mut all: Vec<Option<Replaced>> = vec![None; self.len()];
        for y in drawn.rows() {
            let (labels, starts) = self.row_slices(y);
            let (now, _) = drawn.row(y);
            let now_sets = drawn.sets_of(y);
            for (run, strip, columns) in overlaps(starts, now, self.width) {
                let label = labels[run];
                if !has_changed[sets.find(label) as usize] {
                    continue;
                }
                let region = &self.by_id[label as usize];
                let whole = u32::from(starts[run])..end_in(starts, run, self.width);
                let is_first = columns.start == whole.start;
                let own = match &mut all[label as usize] {
                    Some(own) if is_first => {
                        own.pixels.grow(y, whole.clone());
                        own
                    }
                    Some(own) => own,
                    none => none.insert(Replaced {
                        pixels: Region::of(region.colour, y, whole.clone()),
                        keeps_ends: [false; 2],
                    }),
                };
                let ends = [
                    is_first && whole.start == region.bounds.left,
                    columns.end == whole.end && whole.end == region.bounds.right,
                ];
                if ends != [false; 2] && sets.find(now_sets[strip]) == sets.find(label) {
                    for (keeps, is_end) in own.keeps_ends.iter_mut().zip(ends) {
                        *keeps |= is_end;
                    }
                }
            }
        }
        all
    }

    /// What a region has outside the drawn rows; its bounds may include pixels that it keeps in
    /// these rows.
    fn without(&self, id: RegionId, own: &Replaced, rows: &Range<u32>) -> Option<Region> {
        let Replaced { pixels, keeps_ends } = own;
        let mut left = self.get(id).clone();
        left.area -= pixels.area;
        left.runs -= pixels.runs;
        left.sum_x -= pixels.sum_x;
        left.sum_y -= pixels.sum_y;
        if left.area == 0 {
            return None;
        }
        // A region has runs in all rows of its bounds.
        let all = left.bounds;
        if all.top >= rows.start {
            left.bounds.top = rows.end;
            let mut first = self.row(rows.end).filter(|run| run.region == id);
            left.first_x = first.next().map_or(left.first_x, |run| run.start);
        }
        if all.bottom <= rows.end {
            left.bounds.bottom = rows.start;
        }
        let loses_left = pixels.bounds.left == all.left && !keeps_ends[0];
        let loses_right = pixels.bounds.right == all.right && !keeps_ends[1];
        if loses_left || loses_right {
            let above = self.own_runs(id, all.top..rows.start);
            let kept = above.chain(self.own_runs(id, rows.end..all.bottom));
            let kept = kept.map(|(_, _, columns)| columns);
            let around = kept.reduce(|a, b| a.start.min(b.start)..a.end.max(b.end))?;
            (left.bounds.left, left.bounds.right) = (around.start, around.end);
        }
        Some(left)
    }

    /// The runs of a region in some rows, within its bounds: index, row and columns.
    fn own_runs(
        &self,
        id: RegionId,
        rows: Range<u32>,
    ) -> impl Iterator<Item = (usize, u32, Range<u32>)> + '_ {
        let bounds = self.get(id).bounds;
        rows.flat_map(move |y| {
            let all = self.runs_within(y, &(bounds.left..bounds.right));
            let own = all.filter(move |&run| self.region_of(run) == id);
            own.map(move |run| {
                (
                    run,
                    y,
                    u32::from(self.runs.starts[run])..self.end_of(run, y),
                )
            })
        })
    }

    /// Merges the regions that stay with those that have changed.
    fn numbered(
        &self,
        stays: &[bool],
        changed: Changed,
        sets: &mut Sets,
    ) -> (Vec<Region>, Vec<u32>) {
        let Changed { mut list, .. } = changed;
        list.sort_unstable_by_key(|(_, region)| region.place());
        let mut list = list.into_iter().peekable();
        let mut by_id = Vec::with_capacity(self.len() + list.len());
        // By set; those of a larger one are looked up below.
        let mut ids = vec![u32::MAX; sets.len() as usize];
        let mut number = |set: u32, region: Region| {
            ids[set as usize] = by_id.len() as u32;
            by_id.push(region);
        };
        for (id, region) in self.iter().filter(|(id, _)| stays[id.index()]) {
            let is_before = |(_, of): &(u32, Region)| of.place() < region.place();
            while let Some((set, changed)) = list.next_if(is_before) {
                number(set, changed);
            }
            number(id.0, region.clone());
        }
        for (set, changed) in list {
            number(set, changed);
        }
        for set in 0..sets.len() {
            ids[set as usize] = ids[sets.find(set) as usize];
        }
        (by_id, ids)
    }
}
