//! Paints, cuts, divides and merges territories: mask and draft together.
//!
//! Each function here returns what a map would become: the new mask, and the [`Edit`] that makes
//! the draft fit it. Ids are never renumbered; a territory that is neither cut nor merged keeps its
//! id, name, translations, sea links and closed borders.
//!
//! | | parts of one | two made one |
//! |---|---|---|
//! | id, name, colour, card | the largest keeps them; among those within a tenth of it, the one with the main pivot | the larger's |
//! | the others | the lowest free ids, “X 2”, the same continent | gone; their id stays free |
//! | pivots | as far as they still stand; new ones where a part has none | of both, one for each part |
//! | links by land | to every part that touches | of both |
//! | links by sea | to the nearest part | of both |
//! | closed borders | to every part that touches | of both, where no link is |

mod bay;
mod border;
mod coast;
mod cut;
mod data;
mod exchange;
mod fill;
mod frame;
mod lift;
mod lines;
mod paint;
mod places;
mod push;
mod settle;
mod shift;
mod sides;
mod slits;
mod tidy;

use std::borrow::Cow;
use std::ops::ControlFlow;

use crate::divide::{self, DivideError, Land, Style};
use crate::limits::MAX_TERRITORIES;
use crate::mask::{Bounds, MaskError, Patch, PatchError, Regions, Rgba, Sheet};
use crate::outlines::Grid;
use crate::propose::Survey;
use crate::{Draft, Edit, EditError, Point, Rgb, TerritoryKey, keys};

pub use border::{Border, Reshape, reshaped};
pub use coast::{Rough, coast};
pub use cut::SNAP;
pub use exchange::{exchange, new_colours};
pub use fill::{GAP, fill};
pub use frame::{Frame, resized};
pub use lift::{Lifted, Placing, Pose};
pub use lines::dissolve;
pub use paint::{Over, Paint, own_continent, paint};
pub use push::Push;
pub use settle::reshape;
pub use shift::{Moved, shift};
pub use sides::{Sides, may_overlap};
pub use slits::SLIT;
pub use tidy::{Clutter, tidy};

/// What a map would become.
#[derive(Debug, Clone)]
pub struct Redrawn {
    /// The new mask.
    pub regions: Regions,
    /// The edit that makes the draft fit the mask.
    pub edit: Edit,
    /// The territories whose land changed: first the one that kept its data, then the new ones.
    pub touched: Vec<TerritoryKey>,
    /// Where the new mask may differ from the old one.
    pub within: Bounds,
    /// The survey of the new mask for the draft after the edit, if it was needed to find the edit.
    pub survey: Option<Survey>,
    /// The new mask as a sheet, and the patch that makes it of the sheet that was given, if any.
    pub drawn: Option<(Sheet, Patch)>,
    /// How many pieces too small to be a part joined the part beside them in a cut.
    pub slivers: usize,
}

impl Redrawn {
    fn new(
        (regions, within): (Regions, Bounds),
        (edit, touched): (Edit, Vec<TerritoryKey>),
        survey: Option<Survey>,
    ) -> Self {
        Self {
            regions,
            edit,
            touched,
            within,
            // One that depends on pivots was made before they were placed.
            survey: survey.filter(|survey| !survey.parts().share_colours()),
            drawn: None,
            slivers: 0,
        }
    }

    /// Fills in [`Redrawn::drawn`], unless the new mask has another size. Takes time proportional
    /// to the runs of the rows that may differ.
    ///
    /// # Errors
    /// [`PatchError::TooManyRuns`].
    pub fn draw_on(&mut self, sheet: &Sheet) -> Result<(), PatchError> {
        let rows = self.within.top..self.within.bottom;
        if self.drawn.is_none()
            && let Some(patch) = sheet.difference_in(&self.regions, rows)
        {
            let mut sheet = sheet.clone();
            sheet.apply(&patch)?;
            self.drawn = Some((sheet, patch));
        }
        Ok(())
    }
}

/// A mask, and its survey if known: then only the changed part is surveyed again.
#[derive(Debug, Clone, Copy)]
pub struct Seen<'a> {
    /// The mask.
    pub regions: &'a Regions,
    /// Its survey for the draft before the change.
    pub survey: Option<&'a Survey>,
}

impl<'a> From<&'a Regions> for Seen<'a> {
    fn from(regions: &'a Regions) -> Self {
        Self {
            regions,
            survey: None,
        }
    }
}

impl Seen<'_> {
    fn survey(&self, draft: &Draft) -> Cow<'_, Survey> {
        let known = self.survey.map(Cow::Borrowed);
        known.unwrap_or_else(|| Cow::Owned(Survey::new(self.regions, draft)))
    }

    /// The survey of a mask that differs from this one only within a rectangle; `old` is the draft
    /// of this mask, `new` that of the other.
    fn after(&self, old: &Draft, (regions, new): (&Regions, &Draft), within: Bounds) -> Survey {
        match self.survey {
            Some(survey) => Survey::after((survey, self.regions, old), regions, new, within),
            None => Survey::new(regions, new),
        }
    }
}

/// Why a territory cannot be redrawn.
#[derive(Debug, thiserror::Error)]
pub enum RedrawError {
    /// The territory is not in the draft.
    #[error("there is no such territory")]
    NoTerritory,
    /// A territory cannot be merged with itself.
    #[error("a territory cannot be merged with itself")]
    Same,
    /// The territory has no pixel in the mask.
    #[error("the territory has no land in the mask")]
    NoLand,
    /// The land of the two could not be told apart.
    #[error("another territory has the same key colour; give it one of its own first")]
    SharedColour,
    /// The line does not separate what it crosses.
    #[error(
        "the line does not part the territory: its end at {},{} lies inside, more than {SNAP} \
         pixels from the border", .0.x, .0.y
    )]
    LooseEnd(Point),
    /// The line runs beside the territory.
    #[error("the line does not cross the territory")]
    Missed,
    /// The line leaves the sheet.
    #[error("{},{} lies outside the mask", .0.x, .0.y)]
    OffMask(Point),
    /// The pixels already have the colour.
    #[error("nothing would change")]
    Unchanged,
    /// No colour of the mask is declared as background.
    #[error(
        "no colour of the mask is said to be sea; click the sea, and say that it is background"
    )]
    NoSea,
    /// Lines are drawn between territories.
    #[error(
        "the mask has lines drawn between territories; land can be painted once they are dissolved"
    )]
    Lines,
    /// No lines are drawn between territories.
    #[error("the mask has no lines drawn between territories")]
    NoLines,
    /// Too many pixels are lines for the declaration to be plausible.
    #[error("too much of the mask is lines; is this colour rather the sea's?")]
    TooManyLines,
    /// The largest sea of the map would become land.
    #[error("this is the open sea; fill a lake or a bay that is shut off")]
    OpenSea,
    /// The main land of a territory would become another's.
    #[error("this is the main land of its territory; merge the two instead")]
    WholeLand,
    /// No territory lies beside it that could take it.
    #[error("no territory lies beside it; select the one that it is to join")]
    NoLandBeside,
    /// Moved land would lie under other land, or outside the sheet.
    #[error("there is no room: of a territory that is moved no land would be left")]
    NoRoom,
    /// There is no border near the point.
    #[error("there is no border here")]
    NoBorder,
    /// No distinguishable colour is left.
    #[error("no key colour is left that can be told from the others")]
    NoColour,
    /// The map has the largest number of territories already.
    #[error("a map has at most {MAX_TERRITORIES} territories")]
    TooMany,
    /// The territory cannot be divided this way.
    #[error(transparent)]
    Divide(#[from] DivideError),
    /// The new mask would exceed the limits.
    #[error(transparent)]
    Mask(#[from] MaskError),
    /// A list of the draft is full.
    #[error(transparent)]
    Edit(#[from] EditError),
    /// The mask would have too many details.
    #[error(transparent)]
    Patch(#[from] PatchError),
}

/// How to divide a territory.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Division {
    /// Number of parts.
    pub parts: usize,
    /// Shape of the parts.
    pub style: Style,
    /// Different seeds give different parts.
    pub seed: u64,
}

/// Divides a territory into parts of equal area. If columns or rows count `backwards`, the result is
/// the mirror image of dividing mirrored land.
///
/// # Errors
/// [`RedrawError`].
pub fn divide<'a>(
    draft: &Draft,
    before: impl Into<Seen<'a>>,
    key: TerritoryKey,
    how: Division,
    backwards: (bool, bool),
    watch: &mut dyn FnMut(f64) -> ControlFlow<()>,
) -> Result<Redrawn, RedrawError> {
    let before = before.into();
    let land = land_of(draft, before.regions, key)?;
    let Division { parts, style, seed } = how;
    let (width, mut pixels) = (land.width(), land.pixels().to_vec());
    turn(&mut pixels, width, backwards);
    let back = |backwards: bool, start: u32, length: usize, of: u32| {
        let end = of - start - length as u32;
        if backwards { end } else { start }
    };
    let height = pixels.len() / width;
    let left = back(backwards.0, land.left(), width, before.regions.width());
    let top = back(backwards.1, land.top(), height, before.regions.height());
    let turned = Land::new(left, top, width, pixels);
    let mut labels = divide::divide(&turned, parts, style, seed, watch)?;
    turn(&mut labels, width, backwards);
    parted(draft, before, key, &land, &labels)
}

/// Reverses the order of pixels so that columns or rows count backwards.
fn turn<T>(pixels: &mut [T], width: usize, (across, down): (bool, bool)) {
    if down {
        pixels.reverse();
    }
    if across != down {
        pixels.chunks_exact_mut(width).for_each(<[T]>::reverse);
    }
}

/// Cuts a territory along a line of at least two points. Land that the line does not reach stays
/// with the largest part, and pieces of less than a hundredth of the land join the part beside them,
/// except the two largest. Ends inside the land are extended by up to [`SNAP`] pixels.
///
/// # Errors
/// [`RedrawError`]; [`RedrawError::LooseEnd`] and [`RedrawError::Missed`] if the territory stays in one piece.
pub fn split<'a>(
    draft: &Draft,
    seen: impl Into<Seen<'a>>,
    key: TerritoryKey,
    line: &[Point],
) -> Result<Redrawn, RedrawError> {
    let seen = seen.into();
    let regions = seen.regions;
    check_line(regions, line)?;
    let land = land_of(draft, regions, key)?;
    let (labels, slivers) = cut::cut(&land, line)?;
    let parted = parted(draft, seen, key, &land, &labels)?;
    Ok(Redrawn { slivers, ..parted })
}

fn check_line(regions: &Regions, line: &[Point]) -> Result<(), RedrawError> {
    let is_off = |point: &&Point| point.x > regions.width() || point.y > regions.height();
    let off = line.iter().find(is_off);
    off.map_or(Ok(()), |&off| Err(RedrawError::OffMask(off)))
}

/// Cuts all territories that a line crosses, or only the given ones, as [`split`] does; those that
/// it does not separate stay as they are.
///
/// # Errors
/// [`RedrawError`]; that of the first territory if none is cut.
pub fn cut_all<'a>(
    draft: &Draft,
    seen: impl Into<Seen<'a>>,
    line: &[Point],
    only: &[TerritoryKey],
) -> Result<Redrawn, RedrawError> {
    let mut crossed: Vec<TerritoryKey> = Vec::new();
    let seen = seen.into();
    check_line(seen.regions, line)?;
    for colour in cut::colours(seen.regions, line) {
        let owner = draft.territory_by_colour(colour);
        crossed.extend(owner.map(|territory| territory.key));
    }
    crossed.retain(|key| only.is_empty() || only.contains(key));
    one_by_one(draft, seen, crossed, |work, seen, key| {
        split(work, seen, key, line)
    })
}

/// Makes one territory of several, each as [`merge`] does.
///
/// # Errors
/// [`RedrawError`].
pub fn merge_all<'a>(
    draft: &Draft,
    seen: impl Into<Seen<'a>>,
    keys: &[TerritoryKey],
) -> Result<Redrawn, RedrawError> {
    let Some((&first, others)) = keys.split_first() else {
        return Err(RedrawError::NoTerritory);
    };
    let mut kept = first;
    let seen = seen.into();
    let mut merged = one_by_one(draft, seen, others.to_vec(), |work, seen, other| {
        let merged = merge(work, seen, kept, other)?;
        kept = merged.touched.first().copied().unwrap_or(kept);
        Ok(merged)
    })?;
    merged.touched = vec![kept];
    Ok(merged)
}

/// Redraws one territory after the other, skipping those that fail; the first error if all do.
fn one_by_one(
    draft: &Draft,
    seen: Seen<'_>,
    keys: Vec<TerritoryKey>,
    mut redraw: impl FnMut(&Draft, Seen<'_>, TerritoryKey) -> Result<Redrawn, RedrawError>,
) -> Result<Redrawn, RedrawError> {
    let mut work = Cow::Borrowed(draft);
    let mut all: Option<Redrawn> = None;
    let mut edits = Vec::new();
    let mut refused = None;
    let mut keys = keys.into_iter().peekable();
    while let Some(key) = keys.next() {
        let now = all.as_ref().map_or(seen, |all| Seen {
            regions: &all.regions,
            survey: all.survey.as_ref(),
        });
        match redraw(&work, now, key) {
            Ok(mut redrawn) => {
                if keys.peek().is_some() {
                    let before = redrawn.survey.is_none().then(|| work.clone());
                    work.to_mut().apply(redrawn.edit.clone())?;
                    if let Some(before) = before {
                        let survey = now.after(&before, (&redrawn.regions, &work), redrawn.within);
                        redrawn.survey = Some(survey);
                    }
                }
                edits.push(redrawn.edit);
                redrawn.edit = Edit::Batch(Vec::new());
                if let Some(before) = all {
                    redrawn.touched.splice(0..0, before.touched);
                    redrawn.within = redrawn.within.with(before.within);
                    redrawn.slivers += before.slivers;
                }
                all = Some(redrawn);
            }
            Err(error) => {
                refused.get_or_insert(error);
            }
        }
    }
    let mut all = all.ok_or_else(|| refused.unwrap_or(RedrawError::Missed))?;
    all.edit = Edit::batch(edits);
    Ok(all)
}

/// Makes one territory of two.
///
/// # Errors
/// [`RedrawError`].
pub fn merge<'a>(
    draft: &Draft,
    seen: impl Into<Seen<'a>>,
    a: TerritoryKey,
    b: TerritoryKey,
) -> Result<Redrawn, RedrawError> {
    if a == b {
        return Err(RedrawError::Same);
    }
    let seen = seen.into();
    let regions = seen.regions;
    let place = |key| draft.place_of(key).ok_or(RedrawError::NoTerritory);
    let mut ends = [place(a)?, place(b)?];
    let survey = seen.survey(draft);
    let parts = survey.parts();
    ends.sort_by_key(|&at| (std::cmp::Reverse(parts.area(regions, at)), at));
    let [kept, gone] = ends;
    let [to, from] = [colour_of(draft, kept)?, colour_of(draft, gone)?].map(Rgba::opaque);
    let all = parts.of(kept).iter().chain(parts.of(gone));
    let within = all.map(|&id| regions.get(id).bounds).reduce(Bounds::with);
    let within = within.ok_or(RedrawError::NoLand)?;
    let merged = regions.redrawn(within.top..within.bottom, |y, runs| {
        for run in regions.row(y) {
            let colour = regions.get(run.region).colour;
            runs.push(run.end, if colour == from { to } else { colour });
        }
    })?;
    let (edit, survey) = data::merged(draft, seen, (&merged, within), [kept, gone]);
    let changes = (edit, vec![draft.territories[kept].key]);
    Ok(Redrawn::new((merged, within), changes, Some(survey)))
}

/// A key colour that no other territory has.
fn colour_of(draft: &Draft, at: usize) -> Result<Rgb, RedrawError> {
    let colour = draft.territories[at].colour.ok_or(RedrawError::NoLand)?;
    let same = draft
        .territories
        .iter()
        .filter(|t| t.colour == Some(colour));
    if same.count() > 1 {
        return Err(RedrawError::SharedColour);
    }
    Ok(colour)
}

fn land_of(draft: &Draft, regions: &Regions, key: TerritoryKey) -> Result<Land, RedrawError> {
    let at = draft.place_of(key).ok_or(RedrawError::NoTerritory)?;
    let colour = Rgba::opaque(colour_of(draft, at)?);
    let of_colour = regions.iter().filter(|(_, region)| region.colour == colour);
    let ids: Vec<_> = of_colour.map(|(id, _)| id).collect();
    Land::of(regions, &ids)?.ok_or(RedrawError::NoLand)
}

/// Splits a territory whose pixels have these labels, counted from 1.
fn parted(
    draft: &Draft,
    seen: Seen<'_>,
    key: TerritoryKey,
    land: &Land,
    labels: &[u16],
) -> Result<Redrawn, RedrawError> {
    let at = draft.place_of(key).ok_or(RedrawError::NoTerritory)?;
    let count = labels.iter().copied().max().map_or(0, usize::from);
    if draft.territories.len() + count > MAX_TERRITORIES + 1 {
        return Err(RedrawError::TooMany);
    }
    let order = by_rank(draft, at, land, labels, count);
    let old = colour_of(draft, at)?;
    let mut new = free_colours(draft, seen, count - 1).into_iter();
    // By label: the colour of its pixels.
    let mut colours = vec![old; count + 1];
    for &label in &order[1..] {
        colours[usize::from(label)] = new.next().ok_or(RedrawError::NoColour)?;
    }
    let repainted = repainted(seen.regions, land, labels, &colours)?;
    let within = Bounds {
        left: land.left(),
        top: land.top(),
        right: land.left() + land.width() as u32,
        bottom: land.top() + (labels.len() / land.width()) as u32,
    };
    let of_parts: Vec<Rgb> = order
        .iter()
        .map(|&label| colours[usize::from(label)])
        .collect();
    let (changes, survey) = data::parted(draft, seen, (&repainted, within), at, &of_parts);
    Ok(Redrawn::new((repainted, within), changes, Some(survey)))
}

/// Key colours far from those of a mask and of a draft; fewer if there is no room.
fn free_colours(draft: &Draft, seen: Seen<'_>, count: usize) -> Vec<Rgb> {
    let is_owned = |id| {
        seen.survey
            .is_some_and(|of| of.parts().territory_of(id).is_some())
    };
    let others = seen.regions.iter().filter(|&(id, _)| !is_owned(id));
    let mut taken: Vec<Rgb> = others.map(|(_, region)| region.colour.rgb()).collect();
    // Mostly the same sea.
    taken.dedup();
    taken.extend(draft.territories.iter().filter_map(|t| t.colour));
    keys::distinct(count, &taken)
}

/// The labels of the parts: first the one that keeps the territory's data, then the others by
/// descending area.
fn by_rank(draft: &Draft, at: usize, land: &Land, labels: &[u16], count: usize) -> Vec<u16> {
    let mut areas = vec![0_usize; count + 1];
    for same in labels.chunk_by(|a, b| a == b) {
        areas[usize::from(same[0])] += same.len();
    }
    let mut order: Vec<u16> = (1..=count as u16).collect();
    order.sort_by_key(|&label| (std::cmp::Reverse(areas[usize::from(label)]), label));
    let main = draft.territories[at].pivots.first().and_then(|pivot| {
        let x = pivot.x.checked_sub(land.left())? as usize;
        let y = pivot.y.checked_sub(land.top())? as usize;
        let is_in = x < land.width();
        let label = labels.get(y * land.width() + x).filter(|_| is_in);
        label.copied().filter(|&label| label != Grid::SEA)
    });
    if let Some(main) = main
        && areas[usize::from(main)] * 10 >= areas[usize::from(order[0])] * 9
        && let Some(place) = order.iter().position(|&label| label == main)
    {
        order[..=place].rotate_right(1);
    }
    order
}

/// The mask with a territory's pixels in the colours of their labels.
fn repainted(
    regions: &Regions,
    land: &Land,
    labels: &[u16],
    colours: &[Rgb],
) -> Result<Regions, MaskError> {
    let height = (labels.len() / land.width()) as u32;
    regions.redrawn(land.top()..land.top() + height, |y, runs| {
        let row = (y - land.top()) as usize * land.width();
        let labels = &labels[row..row + land.width()];
        for run in regions.row(y) {
            let own = regions.get(run.region).colour;
            let start = run.start.wrapping_sub(land.left()) as usize;
            let is_own = labels.get(start).is_some_and(|&label| label != Grid::SEA);
            let stretch = is_own.then(|| &labels[start..start + run.len() as usize]);
            let Some(stretch) = stretch else {
                runs.push(run.end, own);
                continue;
            };
            let mut end = run.start;
            for same in stretch.chunk_by(|a, b| a == b) {
                end += same.len() as u32;
                runs.push(end, colours[usize::from(same[0])].into());
            }
        }
    })
}

#[cfg(test)]
mod tests;
