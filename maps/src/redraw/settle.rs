//! Moves borders without tearing anything.
//!
//! A caller *wishes* for some pixels to belong to other regions. A pixel follows its wish if that
//! neither tears nor joins anything within the eight pixels around it (a *simple* pixel, Rosenfeld
//! 1970); then the wishes of its neighbours are tried again. So every region survives in one piece,
//! whatever was wished for.

use std::collections::{HashMap, VecDeque};

use super::paint::{around, followed, seas};
use super::{RedrawError, Redrawn, Seen};
use crate::Draft;
use crate::mask::{RegionId, Regions, Rgba, Sheet, Stretch};
use crate::propose::SMALLEST_PART;

/// Column and row.
pub(super) type Place = (u32, u32);

/// Pixels that follow wishes.
pub(super) struct Settling<'a> {
    regions: &'a Regions,
    /// The pixels whose region has changed.
    now: HashMap<Place, RegionId>,
    /// The area of each region that has changed.
    areas: HashMap<RegionId, u32>,
}

impl<'a> Settling<'a> {
    pub(super) fn of(regions: &'a Regions) -> Self {
        Self {
            regions,
            now: HashMap::new(),
            areas: HashMap::new(),
        }
    }

    fn region(&self, place: Place) -> Option<RegionId> {
        let changed = self.now.get(&place).copied();
        changed.or_else(|| self.regions.region_at(place.0, place.1))
    }

    /// Follows wishes, at most one per pixel, as far as nothing is torn or joined. Takes time
    /// proportional to the wishes.
    pub(super) fn follow(&mut self, wishes: &[(Place, RegionId)]) {
        let unmet = |(place, to): &&(Place, RegionId)| self.region(*place) != Some(*to);
        let wishes: Vec<_> = wishes.iter().filter(unmet).copied().collect();
        let mut queue: VecDeque<Place> = wishes.iter().map(|&(place, _)| place).collect();
        let mut open: HashMap<Place, RegionId> = wishes.into_iter().collect();
        while let Some(place) = queue.pop_front() {
            let Some(&to) = open.get(&place) else {
                continue;
            };
            if self.may_go(place, to) {
                open.remove(&place);
                self.give(place, to);
                let near = ring(place).into_iter().flatten();
                queue.extend(near.filter(|near| open.contains_key(near)));
            }
        }
    }

    fn area(&mut self, region: RegionId) -> &mut u32 {
        let area = || self.regions.get(region).area;
        self.areas.entry(region).or_insert_with(area)
    }

    fn may_go(&mut self, place: Place, to: RegionId) -> bool {
        let Some(own) = self.region(place).filter(|&own| own != to) else {
            return false;
        };
        let ring = ring(place).map(|near| self.region(near?));
        if pieces(&ring, own) != 1 || pieces(&ring, to) != 1 {
            return false;
        }
        let colour = self.regions.get(to).colour;
        let mut sides = ring.iter().step_by(2).flatten();
        let joins = sides.any(|&side| side != to && self.regions.get(side).colour == colour);
        !joins && *self.area(own) > SMALLEST_PART
    }

    fn give(&mut self, place: Place, to: RegionId) {
        if let Some(own) = self.region(place) {
            *self.area(own) -= 1;
        }
        *self.area(to) += 1;
        self.now.insert(place, to);
    }

    /// The changed pixels, by row, then by column.
    pub(super) fn finish(self) -> Vec<(Stretch, Rgba)> {
        let regions = self.regions;
        let changed = self.now.into_iter();
        let changed = changed.filter(|&((x, y), to)| regions.region_at(x, y) != Some(to));
        let pixels = changed.map(|(place, to)| (place, regions.get(to).colour));
        stretched(pixels.collect())
    }
}

/// The pixels of a stretch with their regions.
pub(super) fn pixels(
    regions: &Regions,
    Stretch { y, columns }: Stretch,
) -> impl Iterator<Item = (Place, RegionId)> {
    let runs = regions.row_within(y, columns.clone());
    runs.flat_map(move |run| {
        let own = run.start.max(columns.start)..run.end.min(columns.end);
        own.map(move |x| ((x, y), run.region))
    })
}

/// Merges pixels into stretches of one colour, by row, then by column.
pub(super) fn stretched(mut pixels: Vec<(Place, Rgba)>) -> Vec<(Stretch, Rgba)> {
    pixels.sort_unstable_by_key(|&((x, y), _)| (y, x));
    let mut all: Vec<(Stretch, Rgba)> = Vec::new();
    for ((x, y), colour) in pixels {
        match all.last_mut() {
            Some((last, same)) if (last.y, last.columns.end, *same) == (y, x, colour) => {
                last.columns.end = x + 1;
            }
            _ => {
                let columns = x..x + 1;
                all.push((Stretch { y, columns }, colour));
            }
        }
    }
    all
}

/// The eight pixels around one, counterclockwise from the right; side and corner neighbours
/// alternate.
fn ring((x, y): Place) -> [Option<Place>; 8] {
    let by = |dx: i32, dy: i32| Some((x.checked_add_signed(dx)?, y.checked_add_signed(dy)?));
    [
        by(1, 0),
        by(1, -1),
        by(0, -1),
        by(-1, -1),
        by(-1, 0),
        by(-1, 1),
        by(0, 1),
        by(1, 1),
    ]
}

/// How many pieces of a region, as seen within the ring, meet a pixel at its sides.
fn pieces(ring: &[Option<RegionId>; 8], region: RegionId) -> usize {
    let is_own = |at: usize| ring[at % 8] == Some(region);
    if (0..8).all(is_own) {
        return 1;
    }
    let starts = (0..8).filter(|&at| is_own(at) && !is_own(at + 7));
    let meets = |&start: &usize| {
        let piece = (start..start + 8).take_while(|&at| is_own(at));
        piece.into_iter().any(|at| at % 2 == 0)
    };
    starts.filter(meets).count()
}

/// Gives pixels new colours, as returned by [`Push::pushed`](super::Push::pushed) and
/// [`reshaped`](super::reshaped).
///
/// # Errors
/// [`RedrawError`].
pub fn reshape<'a>(
    draft: &Draft,
    before: impl Into<Seen<'a>>,
    sheet: &Sheet,
    pixels: &[(Stretch, Rgba)],
) -> Result<Redrawn, RedrawError> {
    seas(draft)?;
    let all = pixels.iter().map(|(stretch, _)| stretch.clone());
    let around = around(all).ok_or(RedrawError::Unchanged)?;
    let mut drawn = sheet.clone();
    let patch = sheet.repaint(pixels.to_vec());
    drawn.apply(&patch)?;
    let (new, drawn) = (draft.clone(), (drawn, Some(patch)));
    followed(
        draft,
        new,
        before.into(),
        (sheet, drawn),
        around,
        &|_, at| at,
    )
}
