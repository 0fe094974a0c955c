//! Paints land with a brush or a lasso.

use std::collections::{BTreeSet, HashMap, HashSet};

use super::slits::{SLIT, slits};
use super::{RedrawError, Redrawn, Seen, data};
use crate::limits::MAX_TERRITORIES;
use crate::mask::{Bounds, Patch, Region, RegionId, Regions, Rgba, Sheet, Stretch};
use crate::propose::SMALLEST_PART;
use crate::{Draft, Point, Territory, TerritoryKey};

/// What pixels become.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Paint {
    /// Land of this territory.
    Land(TerritoryKey),
    /// A territory of its own.
    New,
    /// Sea.
    Sea,
}

/// Which pixels may be painted over.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Over {
    /// All of them.
    #[default]
    All,
    /// Only sea: other land stays.
    Sea,
    /// Sea, and land of the same [continent](own_continent) as the painted territory.
    Continent,
    /// Sea, and slits of at most [`SLIT`](super::SLIT) pixels between the painted and other land.
    Slits,
}

/// Paints pixels of a mask. `sheet` holds the same pixels as `before`.
///
/// No piece of fewer than [`SMALLEST_PART`] pixels is left behind: what a stroke cuts off or leaves
/// open goes to its surroundings. An unnamed territory that loses all its land is removed; a named
/// one stays, without land.
///
/// # Errors
/// [`RedrawError`]; [`RedrawError::Unchanged`] if all these pixels already have the colour.
pub fn paint<'a>(
    draft: &Draft,
    before: impl Into<Seen<'a>>,
    sheet: &Sheet,
    stretches: Vec<Stretch>,
    paint: Paint,
    over: Over,
) -> Result<Redrawn, RedrawError> {
    let before = before.into();
    let seas = seas(draft)?;
    let is_sea = |colour: Rgba| colour.alpha() == 0 || seas.contains(&colour);
    let mut new = draft.clone();
    let colour = match paint {
        Paint::Sea => seas[0],
        Paint::Land(key) => {
            let at = draft.place_of(key).ok_or(RedrawError::NoTerritory)?;
            super::colour_of(draft, at)?.into()
        }
        Paint::New => add(draft, &mut new, before, 1)?[0],
    };
    let own: HashSet<Rgba> = match paint {
        Paint::Land(key) if over == Over::Continent => {
            let all = own_continent(draft, key).map(|at| &draft.territories[at]);
            all.filter_map(|of| of.colour.map(Rgba::from)).collect()
        }
        _ => HashSet::new(),
    };
    let may_cover = |was| over == Over::All || is_sea(was) || own.contains(&was);
    let patch = sheet.change(stretches, |was| if may_cover(was) { colour } else { was });
    let mut around = patch.bounds().ok_or(RedrawError::Unchanged)?;
    let mut drawn = sheet.clone();
    drawn.apply(&patch)?;
    let mut patch = Some(patch);
    if over == Over::Slits && paint != Paint::Sea {
        let painted = patch.take().unwrap_or_default();
        let painted: Vec<Stretch> = painted.iter().map(|(stretch, ..)| stretch).collect();
        let slits = drawn.change(slits(&drawn, &painted, colour, is_sea), |_| colour);
        drawn.apply(&slits)?;
        around.left = around.left.saturating_sub(SLIT);
        around.top = around.top.saturating_sub(SLIT);
        around.right = (around.right + SLIT).min(sheet.width());
        around.bottom = (around.bottom + SLIT).min(sheet.height());
    }
    let drawn = (drawn, patch);
    followed(draft, new, before, (sheet, drawn), around, &|_, at| at)
}

/// The indices of the territories of a territory's continent; its own index if it is in none.
pub fn own_continent(draft: &Draft, key: TerritoryKey) -> impl Iterator<Item = usize> + '_ {
    let continent = draft.territory(key).and_then(|of| of.continent);
    let is_own =
        move |of: &Territory| of.key == key || continent.is_some() && of.continent == continent;
    let all = draft.territories.iter().enumerate();
    all.filter(move |(_, of)| is_own(of)).map(|(at, _)| at)
}

/// Finishes a change of a map whose pixels were painted within `around`: the first sheet holds
/// `before`, the second the result, with the patch from the one to the other if it is known. `new`
/// is the draft with added territories, and `carried` maps a point of a territory to its new
/// position.
pub(super) fn followed(
    old: &Draft,
    new: Draft,
    before: Seen<'_>,
    (sheet, (mut drawn, patch)): (&Sheet, (Sheet, Option<Patch>)),
    around: Bounds,
    carried: &dyn Fn(TerritoryKey, Point) -> Point,
) -> Result<Redrawn, RedrawError> {
    let was_there = |region: &Region| {
        let first = region.first_pixel();
        let id = before.regions.region_at(first.x, first.y);
        id.is_some_and(|id| before.regions.get(id) == region)
    };
    let regions = drawn.regions_after(before.regions, around.top..around.bottom)?;
    let (regions, tidied) = without_specks(&mut drawn, regions, was_there, around)?;
    let patch = patch.filter(|_| !tidied);
    let patch = patch.unwrap_or_else(|| sheet.difference(&drawn).unwrap_or_default());
    let within = patch.bounds().ok_or(RedrawError::Unchanged)?;
    let mut pairs: Vec<(Rgba, Rgba)> = patch.iter().map(|(_, was, now)| (was, now)).collect();
    pairs.dedup();
    // Nearly always few.
    let changed: BTreeSet<Rgba> = pairs.into_iter().flat_map(<[Rgba; 2]>::from).collect();
    refuse_shared(old, |colour| changed.contains(&colour))?;
    let after = (&regions, within);
    let (edit, survey) = data::followed(old, new, before, after, &changed, carried, false);
    let redrawn = Redrawn::new((regions, within), edit, Some(survey));
    let drawn = Some((drawn, patch));
    Ok(Redrawn { drawn, ..redrawn })
}

/// Refuses two territories with the same key colour, if it is one of those that matter.
pub(super) fn refuse_shared(
    draft: &Draft,
    matters: impl Fn(Rgba) -> bool,
) -> Result<(), RedrawError> {
    let mut known = HashSet::new();
    let colours = draft.territories.iter().filter_map(|t| t.colour);
    let mut colours = colours.map(Rgba::from).filter(|&colour| matters(colour));
    if colours.all(|colour| known.insert(colour)) {
        Ok(())
    } else {
        Err(RedrawError::SharedColour)
    }
}

/// The smallest rectangle around some pixels; `None` around none.
pub(super) fn around(pixels: impl IntoIterator<Item = Stretch>) -> Option<Bounds> {
    let bounds = pixels.into_iter().map(|Stretch { y, columns }| Bounds {
        left: columns.start,
        top: y,
        right: columns.end,
        bottom: y + 1,
    });
    bounds.reduce(Bounds::with)
}

pub(super) fn seas(draft: &Draft) -> Result<Vec<Rgba>, RedrawError> {
    let mask = draft.mask.as_ref();
    if mask.is_some_and(|mask| !mask.separator.is_empty()) {
        return Err(RedrawError::Lines);
    }
    let seas: Vec<Rgba> = mask
        .iter()
        .flat_map(|mask| mask.background.iter().copied().map(Rgba::from))
        .collect();
    if seas.is_empty() {
        return Err(RedrawError::NoSea);
    }
    Ok(seas)
}

/// Adds `count` territories with key colours far from all existing ones; returns the colours.
pub(super) fn add(
    draft: &Draft,
    new: &mut Draft,
    seen: Seen<'_>,
    count: usize,
) -> Result<Vec<Rgba>, RedrawError> {
    if new.territories.len() + count > MAX_TERRITORIES {
        return Err(RedrawError::TooMany);
    }
    let colours = super::free_colours(draft, seen, count);
    if colours.len() < count {
        return Err(RedrawError::NoColour);
    }
    let ids = draft.free_territory_ids();
    for (&colour, id) in colours.iter().zip(ids) {
        let mut territory = new.fresh_territory();
        territory.id = Some(id);
        territory.colour = Some(colour);
        new.territories.push(territory);
    }
    Ok(colours.into_iter().map(Rgba::from).collect())
}

/// The regions of a sheet, with new pieces near the drawing that are too small to be intended given
/// to their surroundings, and whether there were any.
pub(super) fn without_specks(
    drawn: &mut Sheet,
    mut regions: Regions,
    was_there: impl Fn(&Region) -> bool,
    around: Bounds,
) -> Result<(Regions, bool), RedrawError> {
    /// Removing specks may, rarely, create others.
    const TIMES: usize = 4;
    let mut tidied = false;
    for _ in 0..TIMES {
        let is_near = |bounds: Bounds| {
            bounds.left <= around.right
                && around.left <= bounds.right
                && bounds.top <= around.bottom
                && around.top <= bounds.bottom
        };
        let specks = regions.iter().filter(|(_, region)| {
            region.area < SMALLEST_PART && is_near(region.bounds) && !was_there(region)
        });
        let mut changed: Option<Bounds> = None;
        let specks: Vec<RegionId> = specks.map(|(id, _)| id).collect();
        for id in specks {
            let beside = beside(&regions, id).into_iter();
            let longest = beside.max_by_key(|&(id, length)| (length, std::cmp::Reverse(id)));
            let Some((other, _)) = longest else { continue };
            let pixels = regions.runs_of(id).map(Stretch::from);
            let colour = regions.get(other).colour;
            let patch = drawn.change(pixels, |_| colour);
            drawn.apply(&patch)?;
            changed = changed
                .into_iter()
                .chain(patch.bounds())
                .reduce(Bounds::with);
        }
        let Some(changed) = changed else { break };
        regions = drawn.regions_after(&regions, changed.top..changed.bottom)?;
        tidied = true;
    }
    Ok((regions, tidied))
}

/// The regions that share pixel sides with a region, and how many.
pub(super) fn beside(regions: &Regions, id: RegionId) -> HashMap<RegionId, u32> {
    let mut lengths = beside_pixels(regions, regions.runs_of(id).map(Stretch::from));
    lengths.remove(&id);
    lengths
}

/// The same for arbitrary pixels, including the regions in which they lie.
pub(super) fn beside_pixels(
    regions: &Regions,
    pixels: impl IntoIterator<Item = Stretch>,
) -> HashMap<RegionId, u32> {
    let mut lengths: HashMap<RegionId, u32> = HashMap::new();
    for Stretch { y, columns } in pixels {
        let sides = [columns.start.checked_sub(1), Some(columns.end)];
        for x in sides.into_iter().flatten() {
            if let Some(other) = regions.region_at(x, y) {
                *lengths.entry(other).or_default() += 1;
            }
        }
        let rows = [y.checked_sub(1), Some(y + 1)];
        for y in rows.into_iter().flatten().filter(|&y| y < regions.height()) {
            for other in regions.row_within(y, columns.clone()) {
                let length = other.end.min(columns.end) - other.start.max(columns.start);
                *lengths.entry(other.region).or_default() += length;
            }
        }
    }
    lengths
}
