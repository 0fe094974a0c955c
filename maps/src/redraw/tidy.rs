//! Removes accidental specks and small gaps.

use std::collections::HashMap;
use std::ops::ControlFlow;

use super::paint::{beside, seas};
use super::{RedrawError, Redrawn, reshape};
use crate::Draft;
use crate::mask::{MaskError, RegionId, Regions, Rgba, Sheet};
use crate::propose::SMALLEST_PART;

/// The accidental pieces of a mask.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Clutter {
    /// Pieces of land too small for a badge or a name, and pixels of unknown colours; each joins
    /// the neighbour with the longest border.
    pub specks: Vec<RegionId>,
    /// Small enclosed sea; each joins the land with the longest border.
    pub gaps: Vec<RegionId>,
}

impl Clutter {
    /// Finds the clutter of a map. Land counts as a speck below [`SMALLEST_PART`] pixels, unless it
    /// is all that its territory has; so do pixels of unknown colours. Sea counts as a gap up to
    /// `gap` pixels across.
    ///
    /// `watch` is called with the share of the mask examined so far, and can cancel by returning
    /// `Break`.
    ///
    /// # Errors
    /// [`RedrawError`]; [`MaskError::Cancelled`] if `watch` cancelled.
    pub fn of(
        draft: &Draft,
        regions: &Regions,
        gap: u32,
        watch: &mut dyn FnMut(f64) -> ControlFlow<()>,
    ) -> Result<Self, RedrawError> {
        const GO: usize = 1 << 14;
        let seas = seas(draft)?;
        let is_sea = |colour: Rgba| colour.alpha() == 0 || seas.contains(&colour);
        let territories = draft.territories.iter();
        let owned = territories.filter_map(|territory| Some((territory.colour?.into(), 0)));
        let mut largest: HashMap<Rgba, u32> = owned.collect();
        for (_, region) in regions.iter() {
            if let Some(area) = largest.get_mut(&region.colour) {
                *area = region.area.max(*area);
            }
        }
        let mut clutter = Self::default();
        for (at, (id, region)) in regions.iter().enumerate() {
            if at % GO == 0 && watch(at as f64 / regions.len() as f64).is_break() {
                return Err(MaskError::Cancelled.into());
            }
            let bounds = region.bounds;
            if is_sea(region.colour) {
                let across = bounds.width().max(bounds.height());
                let on_edge = bounds.left == 0
                    || bounds.top == 0
                    || bounds.right == regions.width()
                    || bounds.bottom == regions.height();
                if across <= gap && !on_edge {
                    clutter.gaps.push(id);
                }
            } else {
                let largest = largest.get(&region.colour).copied();
                let most = largest.map_or(SMALLEST_PART, |largest| largest.min(SMALLEST_PART));
                if region.area < most {
                    clutter.specks.push(id);
                }
            }
        }
        Ok(clutter)
    }

    /// Whether there is no clutter.
    pub fn is_empty(&self) -> bool {
        self.specks.is_empty() && self.gaps.is_empty()
    }
}

/// Tidies a map: everything that [`Clutter::of`] finds joins its surroundings.
///
/// # Errors
/// [`RedrawError`]; [`RedrawError::Unchanged`] if there is no clutter.
pub fn tidy(
    draft: &Draft,
    before: &Regions,
    sheet: &Sheet,
    gap: u32,
) -> Result<Redrawn, RedrawError> {
    let seas = seas(draft)?;
    let clutter = Clutter::of(draft, before, gap, &mut |_| ControlFlow::Continue(()))?;
    let mut pixels = Vec::new();
    let specks = clutter.specks.iter().map(|&id| (id, true));
    let gaps = clutter.gaps.iter().map(|&id| (id, false));
    for (id, may_be_sea) in specks.chain(gaps) {
        let joins = |&(other, _): &(RegionId, u32)| {
            let colour = before.get(other).colour;
            may_be_sea || !(colour.alpha() == 0 || seas.contains(&colour))
        };
        let beside = beside(before, id).into_iter().filter(joins);
        let longest = beside.max_by_key(|&(id, length)| (length, std::cmp::Reverse(id)));
        let Some((other, _)) = longest else { continue };
        let colour = before.get(other).colour;
        pixels.extend(before.runs_of(id).map(|run| (run.into(), colour)));
    }
    reshape(draft, before, sheet, &pixels)
}
