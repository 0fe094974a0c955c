//! Proposes a first draft from a mask, and links by sea.
//!
//! A [`Survey`] interprets a mask according to a draft: which colours are territories or sea, and
//! how wide lines are. From it come proposals: plain values that the author accepts individually or
//! together, or declines. Nothing here changes a draft by itself.

mod crossings;
mod survey;

use std::collections::HashSet;
use std::ops::ControlFlow;

pub use crossings::{Groups, Widths, crossings};
pub use survey::{SMALLEST_PART, Survey};

use crate::limits::{MAX_GAP, MAX_KEY_COLOURS, MAX_NEIGHBOURS, MAX_TERRITORIES};
use crate::mask::{Recognition, Regions, Rgba, Role, SeaLink, pivots};
use crate::{Draft, MaskFile, Neighbour, Point, Rgb, TerritoryId, Wrap};

/// A border of this many pixels or fewer is a corner: it is proposed, but not linked in a first
/// draft.
pub const CORNER: u32 = 2;

/// Two territories across water from each other that might be linked.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct NewLink {
    /// The territory that would declare the link: the smaller id.
    pub from: TerritoryId,
    /// The other one.
    pub to: TerritoryId,
    /// The water between them.
    pub across: SeaLink,
}

/// Unlinked territories across water from each other, the nearest first; `reach` and `watch` as in
/// [`Survey::sea_links_watched`]. The survey must be of this draft.
pub fn across(
    regions: &Regions,
    draft: &Draft,
    survey: &Survey,
    reach: Option<f64>,
    watch: &mut dyn FnMut(f64) -> ControlFlow<()>,
) -> Option<Vec<NewLink>> {
    let candidates = survey.sea_links_watched(regions, reach, watch)?;
    let settled = settled(draft);
    let link = |across: SeaLink| {
        let [a, b] = [across.a, across.b].map(|at| draft.territories[at].id);
        let (from, to) = (a?.min(b?), a?.max(b?));
        let is_open = from != to && !settled.contains(&(from, to));
        is_open.then_some(NewLink { from, to, across })
    };
    Some(candidates.into_iter().filter_map(link).collect())
}

/// Pairs of ids that are linked, either way, or closed; smaller id first.
fn settled(draft: &Draft) -> HashSet<(TerritoryId, TerritoryId)> {
    let mut settled = HashSet::new();
    for territory in &draft.territories {
        let Some(id) = territory.id else { continue };
        let linked = territory.neighbours.iter().map(|n| n.to);
        for other in linked.chain(territory.closed.iter().copied()) {
            settled.insert((id.min(other), id.max(other)));
        }
    }
    settled
}

/// Key colours with a pivot for each part that matters, largest part first; ordered by the first
/// pixel of their largest part, row by row. `None` if `watch`, called with the progress, returns
/// `Break`.
fn in_reading_order(
    regions: &Regions,
    colours: &[Rgb],
    watch: &mut dyn FnMut(f64) -> ControlFlow<()>,
) -> Option<Vec<(Rgb, Vec<Point>)>> {
    let mut draft = Draft::new();
    for &colour in colours {
        let mut territory = draft.fresh_territory();
        territory.colour = Some(colour);
        draft.territories.push(territory);
    }
    let survey = Survey::with_gap(regions, &draft, 0);
    let mut order: Vec<usize> = (0..colours.len())
        .filter(|&at| !survey.parts().of(at).is_empty())
        .collect();
    order.sort_unstable_by_key(|&at| survey.parts().of(at)[0]);
    let all = order.len() as f64;
    let territory = |(done, at): (usize, usize)| {
        let parts = survey.parts_that_matter(regions, at).iter().copied();
        let found = pivots(regions, parts).into_iter();
        let new = (colours[at], found.map(|pivot| pivot.at).collect());
        let share = (done + 1) as f64 / all;
        watch(share).is_continue().then_some(new)
    };
    order.into_iter().enumerate().map(territory).collect()
}

/// A first draft from a mask: a territory for each key colour, in reading order, with pivots, and
/// with links by land where territories touch along more than [`CORNER`] pixels. Mask file, sea,
/// lines and gap are as recognised; continents and links by sea are left to the author.
///
/// Names stay empty, because an invented name could be mistaken for the author's. Everything stays
/// within the limits of the file format, such as [`MAX_KEY_COLOURS`].
///
/// Takes time linear in the runs and regions, and in the pixels of those that become territories.
pub fn draft(regions: &Regions, recognition: &Recognition, mask_file: &str, wrap: Wrap) -> Draft {
    let mut on = |_| ControlFlow::Continue(());
    draft_watched(regions, recognition, mask_file, wrap, &mut on).unwrap_or_default()
}

/// [`draft`] that calls `watch` once for each territory with the progress, from 0 to 1; `None` if
/// it returns `Break`.
pub fn draft_watched(
    regions: &Regions,
    recognition: &Recognition,
    mask_file: &str,
    wrap: Wrap,
    watch: &mut dyn FnMut(f64) -> ControlFlow<()>,
) -> Option<Draft> {
    /// The share of the work spent on finding pivots.
    const PIVOTS: f64 = 0.8;
    let of_role = |role| recognition.of_role(role).map(|guess| guess.colour);
    // Transparent pixels need not be declared as background.
    let stated = |role| {
        of_role(role)
            .filter(|c| c.alpha() == 255)
            .map(Rgba::rgb)
            .take(MAX_KEY_COLOURS)
            .collect()
    };
    let gap = recognition.gap.min(MAX_GAP.into());
    let mut draft = Draft::new();
    draft.wrap = wrap;
    draft.mask = Some(MaskFile {
        file: mask_file.to_owned(),
        background: stated(Role::Background),
        separator: stated(Role::Separator),
        gap: Some(gap as u16),
    });
    let colours: Vec<Rgb> = of_role(Role::Territory)
        .map(Rgba::rgb)
        .take(MAX_TERRITORIES)
        .collect();
    let mut pivots_watch = |share| watch(share * PIVOTS);
    let territories = in_reading_order(regions, &colours, &mut pivots_watch)?;
    for (id, (colour, pivots)) in (0..).zip(territories) {
        let mut territory = draft.fresh_territory();
        territory.id = Some(TerritoryId(id));
        territory.colour = Some(colour);
        territory.pivots = pivots;
        draft.territories.push(territory);
    }
    let survey = Survey::with_gap(regions, &draft, gap);
    for (a, b, _) in survey.contacts().filter(|&(_, _, length)| length > CORNER) {
        // Either may declare it; if one is full, the other does.
        for (from, to) in [(a, b), (b, a)] {
            let neighbours = &mut draft.territories[from].neighbours;
            if neighbours.len() < MAX_NEIGHBOURS {
                neighbours.push(Neighbour::land(TerritoryId(to as u16)));
                break;
            }
        }
    }
    watch(1.0).is_continue().then_some(draft)
}

#[cfg(test)]
mod tests;
