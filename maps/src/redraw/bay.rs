//! Finds water that is closed off where it is narrow: bays, basins, channels.
//!
//! A disc of sea, as wide as the narrowest passable water, is moved about within the water: what it
//! covers on its way from a starting place is the basin there (an *opening* by reconstruction,
//! Serra 1982). Creeks and corners that no disc covers belong to the only basin they border on, if
//! that is larger.

use std::ops::Range;

use super::RedrawError;
use super::paint::beside;
use crate::mask::{RegionId, Regions, Rgba, Run, RunBuffer, RunSink, Scan, Sheet, Stretch, joined};
use crate::{Point, Rgb};

/// What a pixel is with respect to the water in question.
const NONE: Rgba = Rgba::TRANSPARENT;
const OWN: Rgba = Rgba::opaque(Rgb([1, 0, 0]));
const OTHER: Rgba = Rgba::opaque(Rgb([2, 0, 0]));
const NARROW: Rgba = Rgba::opaque(Rgb([3, 0, 0]));

/// Pixels of a basin, and whether it is the largest part of its sea. The narrow remainder counts as
/// a part, too, because a sea may be narrow all around the land.
pub(super) struct Basin {
    pub(super) pixels: Vec<Stretch>,
    pub(super) is_largest: bool,
}

/// The basin around a pixel of a sea, closed off by water at most `gap` pixels wide. If the water
/// at the pixel is itself narrower, the connected narrow water. Takes time proportional to the runs
/// of the sea times `gap`.
pub(super) fn basin(
    regions: &Regions,
    sea: RegionId,
    at: Point,
    gap: u32,
) -> Result<Basin, RedrawError> {
    let water = Water::of(regions, sea);
    let disc = disc(gap + 1);
    let places = water.places(&disc)?;
    let is_wide = |id: RegionId| places.get(id).colour != NONE;
    let area = |id: RegionId| places.get(id).area;
    // Where two basins overlap in the mouth between them, take the smaller one.
    let local = Point::new(at.x - water.left, at.y - water.top);
    let around = places_around(&places, &disc, local);
    let own = around.filter(|&id| is_wide(id)).min_by_key(|&id| area(id));
    let mut sheet = Sheet::new(places.width(), places.height() + gap, NONE)?;
    let mut paint = |pixels: Vec<Stretch>, colour| {
        let patch = sheet.change(pixels, |_| colour);
        sheet.apply(&patch)
    };
    paint(water.pixels().collect(), NARROW)?;
    let wide = places.iter().map(|(id, _)| id).filter(|&id| is_wide(id));
    let others: Vec<RegionId> = wide.filter(|&id| Some(id) != own).collect();
    paint(covered(&places, &others, &disc), OTHER)?;
    paint(covered(&places, own.as_slice(), &disc), OWN)?;
    let seen = sheet.regions()?;
    let here = seen.region_at(local.x, local.y);
    let waters = || seen.iter().filter(|(_, of)| of.colour != NONE);
    let own_area = waters()
        .filter(|(_, of)| of.colour == OWN)
        .map(|(_, of)| of.area)
        .sum::<u32>();
    let belongs = |id: RegionId| {
        let water = seen.get(id);
        let is_creek = || water.colour == NARROW && water.area < own_area;
        let borders = |on: Rgba| {
            let mut around = beside(&seen, id).into_keys();
            around.any(|other| seen.get(other).colour == on)
        };
        match own {
            None => Some(id) == here,
            Some(_) => water.colour == OWN || is_creek() && borders(OWN) && !borders(OTHER),
        }
    };
    let ids = waters().map(|(id, _)| id).filter(|&id| belongs(id));
    let runs = ids.flat_map(|id| seen.runs_of(id));
    let pixels = runs.map(|run| Stretch {
        y: run.y + water.top,
        columns: run.start + water.left..run.end + water.left,
    });
    let largest = waters().max_by_key(|(_, of)| of.area);
    Ok(Basin {
        pixels: pixels.collect(),
        is_largest: largest.is_some_and(|(id, _)| belongs(id)),
    })
}

/// A sea, with rows and columns relative to its bounds.
struct Water {
    left: u32,
    top: u32,
    width: u32,
    rows: Vec<Vec<Range<u32>>>,
}

impl Water {
    fn of(regions: &Regions, sea: RegionId) -> Self {
        let bounds = regions.get(sea).bounds;
        let mut rows = vec![Vec::new(); bounds.height() as usize];
        for Run { y, start, end, .. } in regions.runs_of(sea) {
            rows[(y - bounds.top) as usize].push(start - bounds.left..end - bounds.left);
        }
        Self {
            left: bounds.left,
            top: bounds.top,
            width: bounds.width(),
            rows,
        }
    }

    fn pixels(&self) -> impl Iterator<Item = Stretch> + '_ {
        (0..).zip(&self.rows).flat_map(|(y, row)| {
            row.iter().map(move |columns| Stretch {
                y,
                columns: columns.clone(),
            })
        })
    }

    /// The positions of the upper left corner at which a disc lies entirely in the water; other
    /// pixels have no colour.
    fn places(&self, disc: &[Range<u32>]) -> Result<Regions, RedrawError> {
        let mut scan = Scan::new();
        let count = (self.rows.len() + 1).saturating_sub(disc.len()).max(1);
        scan.begin(self.width, count as u32)?;
        let mut runs = RunBuffer::new();
        for top in 0..count {
            let mut fits: Option<Vec<Range<u32>>> = None;
            for (nth, part) in disc.iter().enumerate() {
                let row = self.rows.get(top + nth).map_or(&[][..], |row| row);
                let within = row.iter().map(|run| {
                    let last = (run.end + 1).saturating_sub(part.end);
                    run.start.saturating_sub(part.start)..last
                });
                fits = Some(match fits {
                    Some(fits) => both(&fits, within),
                    None => within.filter(|columns| !columns.is_empty()).collect(),
                });
            }
            runs.clear();
            for columns in fits.unwrap_or_default() {
                if columns.start > 0 {
                    runs.push(columns.start, NONE);
                }
                runs.push(columns.end, OWN);
            }
            runs.push(self.width, NONE);
            scan.row(runs.as_runs())?;
        }
        Ok(scan.finish()?)
    }
}

/// The columns of each row of a disc with this diameter.
fn disc(width: u32) -> Vec<Range<u32>> {
    let radius = f64::from(width) / 2.0;
    let row = |y: u32| {
        let off = f64::from(y) + 0.5 - radius;
        let half = (radius * radius - off * off).sqrt();
        let start = (radius - half - 0.5).ceil().max(0.0) as u32;
        start..width - start
    };
    (0..width).map(row).collect()
}

/// The intersection of two lists of columns, each in order.
fn both(some: &[Range<u32>], others: impl Iterator<Item = Range<u32>>) -> Vec<Range<u32>> {
    let mut left = Vec::new();
    let mut some = some.iter().peekable();
    for other in others.filter(|other| !other.is_empty()) {
        while let Some(own) = some.peek() {
            let common = own.start.max(other.start)..own.end.min(other.end);
            if !common.is_empty() {
                left.push(common);
            }
            if own.end > other.end {
                break;
            }
            some.next();
        }
    }
    left
}

/// The regions of places whose disc covers a pixel.
fn places_around<'a>(
    places: &'a Regions,
    disc: &'a [Range<u32>],
    at: Point,
) -> impl Iterator<Item = RegionId> + 'a {
    let rows = (0..).zip(disc).filter_map(move |(nth, part)| {
        let y = at.y.checked_sub(nth)?;
        let columns = (at.x + 1).saturating_sub(part.end)..(at.x + 1).saturating_sub(part.start);
        (y < places.height()).then_some((y, columns))
    });
    rows.flat_map(|(y, columns)| places.row_within(y, columns).map(|run| run.region))
}

/// The pixels covered by a disc at all places of some regions.
fn covered(places: &Regions, of: &[RegionId], disc: &[Range<u32>]) -> Vec<Stretch> {
    let mut pixels = Vec::new();
    for &id in of {
        let bounds = places.get(id).bounds;
        for y in bounds.top..bounds.bottom + disc.len() as u32 - 1 {
            let row = (0..)
                .zip(disc)
                .filter_map(|(nth, part)| Some((y.checked_sub(nth)?, part)));
            let row = row.filter(|(from, _)| (bounds.top..bounds.bottom).contains(from));
            pixels.extend(joined(row.flat_map(|(from, part)| {
                let runs = places.runs_of_rows(id, from, from + 1);
                runs.map(move |run| Stretch {
                    y,
                    columns: run.start + part.start..run.end - 1 + part.end,
                })
            })));
        }
    }
    pixels
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn discs_are_round_and_as_wide_as_said() {
        assert_eq!(disc(2), [0..2, 0..2]);
        let disc = disc(7);
        assert_eq!((disc[0].clone(), disc[3].clone()), (2..5, 0..7));
        assert!(disc.iter().eq(disc.iter().rev()));
    }

    #[test]
    fn columns_of_both_are_neither_more_nor_less() {
        let some = [0..5, 7..9, 12..20];
        let others = [3..8, 8..13, 15..16, 18..30];
        let common = both(&some, others.into_iter());
        assert_eq!(common, [3..5, 7..8, 8..9, 12..13, 15..16, 18..20]);
        assert_eq!(both(&some, std::iter::empty()), []);
    }
}
