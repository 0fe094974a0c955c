//! Fills holes, lakes, bays and stray land.

use std::collections::HashMap;

use super::bay::basin;
use super::paint::{beside_pixels, seas};
use super::{Over, Paint, RedrawError, Redrawn, Seen, paint};
use crate::mask::{Rgba, Sheet, Stretch};
use crate::{Draft, Point, TerritoryKey};

/// Largest width, in pixels, of water that closes off a bay.
pub const GAP: u32 = 32;

/// Fills the region at a point: a hole, a lake or a stray piece of land joins `into`, or else the
/// territory with the longest border to it. Of a sea, only the part closed off by water at most
/// `gap` pixels wide (up to [`GAP`]) is filled.
///
/// # Errors
/// [`RedrawError`]; [`RedrawError::OpenSea`] for the largest sea, and
/// [`RedrawError::WholeLand`] for all the land that a territory has.
pub fn fill<'a>(
    draft: &Draft,
    before: impl Into<Seen<'a>>,
    sheet: &Sheet,
    at: Point,
    into: Option<TerritoryKey>,
    gap: u32,
) -> Result<Redrawn, RedrawError> {
    let seen = before.into();
    let before = seen.regions;
    let region = before.region_at(at.x, at.y);
    let region = region.ok_or(RedrawError::OffMask(at))?;
    let seas = seas(draft)?;
    let own = before.get(region).colour;
    let is_sea = |colour: Rgba| colour.alpha() == 0 || seas.contains(&colour);
    let mut shut_off = None;
    if is_sea(own) {
        let sea = before.iter().filter(|(_, other)| is_sea(other.colour));
        let largest = sea.max_by_key(|(_, other)| other.area);
        let gap = gap.min(GAP);
        let basin = (gap > 0).then(|| basin(before, region, at, gap));
        let basin = basin.transpose()?;
        let is_whole = basin.as_ref().is_none_or(|basin| basin.is_largest);
        if is_whole && largest.is_some_and(|(id, _)| id == region) {
            return Err(RedrawError::OpenSea);
        }
        shut_off = basin.map(|basin| basin.pixels);
    } else if draft.territory_by_colour(own).is_some() {
        let of_own = before.iter().filter(|(_, other)| other.colour == own);
        let largest = of_own.max_by_key(|(_, other)| other.area);
        if largest.is_some_and(|(id, _)| id == region) {
            return Err(RedrawError::WholeLand);
        }
    }
    let whole = || before.runs_of(region).map(Stretch::from).collect();
    let pixels: Vec<Stretch> = shut_off.unwrap_or_else(whole);
    let into = into.filter(|&key| {
        let territory = draft.territory(key);
        territory.is_some_and(|t| t.colour.map(Rgba::from) != Some(own))
    });
    let into = into.or_else(|| {
        let mut beside = beside_pixels(before, pixels.iter().cloned());
        beside.remove(&region);
        let mut lengths: HashMap<TerritoryKey, u32> = HashMap::new();
        for (id, length) in beside {
            if let Some(land) = draft.territory_by_colour(before.get(id).colour) {
                *lengths.entry(land.key).or_default() += length;
            }
        }
        let longest = lengths
            .into_iter()
            .max_by_key(|&(key, length)| (length, std::cmp::Reverse(key)));
        longest.map(|(key, _)| key)
    });
    let into = into.ok_or(RedrawError::NoLandBeside)?;
    paint(draft, seen, sheet, pixels, Paint::Land(into), Over::All)
}
