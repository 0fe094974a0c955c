//! Dissolves drawn lines between territories.

use std::collections::{BTreeSet, HashSet};

use super::data;
use super::paint::refuse_shared;
use super::settle::{Place, stretched};
use super::{RedrawError, Redrawn, Seen};
use crate::mask::{Regions, Rgba, Sheet};
use crate::{Draft, Edit, MapField};

/// Most pixels of lines: beyond that, the mask consists mainly of lines.
const MOST: u64 = 1 << 24;

/// Dissolves the lines drawn between territories, half to each side: each of their pixels joins the
/// nearest land or sea, and the draft no longer has separator colours. Land that touched across a
/// line now touches directly, so links stay.
///
/// # Errors
/// [`RedrawError::NoLines`] without lines, [`RedrawError::TooManyLines`] beyond some millions of
/// pixels.
pub fn dissolve(draft: &Draft, before: &Regions, sheet: &Sheet) -> Result<Redrawn, RedrawError> {
    let mut mask = draft.mask.clone().unwrap_or_default();
    let lines: HashSet<Rgba> = mask.separator.drain(..).map(Rgba::from).collect();
    let of_lines = before.iter().filter(|(_, of)| lines.contains(&of.colour));
    let ids: Vec<_> = of_lines.map(|(id, _)| id).collect();
    let area: u64 = ids.iter().map(|&id| u64::from(before.get(id).area)).sum();
    match area {
        0 if lines.is_empty() => return Err(RedrawError::NoLines),
        area if area > MOST => return Err(RedrawError::TooManyLines),
        _ => {}
    }
    refuse_shared(draft, |_| true)?;
    let mut drawn = sheet.clone();
    let runs = ids.iter().flat_map(|&id| before.runs_of(id));
    let mut front: Vec<Place> = runs
        .flat_map(|run| (run.start..run.end).map(move |x| (x, run.y)))
        .collect();
    let mut grown: BTreeSet<Rgba> = BTreeSet::new();
    // Layer by layer from both sides: pixels surrounded by lines wait.
    while !front.is_empty() {
        let joins = |&place: &Place| Some((place, nearest(&drawn, place, &lines)?));
        let joined: Vec<(Place, Rgba)> = front.iter().filter_map(joins).collect();
        let pixels = stretched(joined.clone());
        grown.extend(pixels.iter().map(|&(_, colour)| colour));
        drawn.apply(&drawn.repaint(pixels))?;
        let is_open = |&(x, y): &Place| {
            let colour = drawn.colour_at(x, y);
            colour.is_some_and(|colour| lines.contains(&colour))
        };
        front = joined
            .iter()
            .flat_map(|&(place, _)| around(place))
            .collect();
        front.retain(is_open);
        front.sort_unstable();
        front.dedup();
    }
    let (whole, regions) = (before.bounds(), drawn.regions()?);
    let patch = sheet.difference(&drawn).unwrap_or_default();
    let mut new = draft.clone();
    new.mask = Some(mask.clone());
    let (seen, after) = (Seen::from(before), (&regions, whole));
    let ((edit, touched), survey) =
        data::followed(draft, new, seen, after, &grown, &|_, at| at, false);
    let edit = Edit::batch([Edit::Map(MapField::Mask(Some(mask))), edit]);
    let redrawn = Redrawn::new((regions, whole), (edit, touched), Some(survey));
    let drawn = Some((drawn, patch));
    Ok(Redrawn { drawn, ..redrawn })
}

/// Among the colours at the sides of a pixel, the one most frequent around it, not counting lines:
/// so nothing is torn.
fn nearest(sheet: &Sheet, place: Place, lines: &HashSet<Rgba>) -> Option<Rgba> {
    // The colours around it, and whether they are at its sides.
    let mut votes: [Option<(Rgba, bool)>; 8] = [None; 8];
    for (vote, (x, y)) in votes.iter_mut().zip(around(place)) {
        let colour = sheet.colour_at(x, y).filter(|of| !lines.contains(of));
        *vote = colour.map(|colour| (colour, x == place.0 || y == place.1));
    }
    let votes = votes.iter().flatten();
    let beside = votes.clone().filter(|(_, beside)| *beside);
    let most = beside.max_by_key(|(colour, _)| {
        let all = votes.clone().filter(|(other, _)| other == colour);
        (all.count(), *colour)
    });
    most.map(|&(colour, _)| colour)
}

/// The up to eight pixels around one; some may lie outside the last row or column.
fn around((x, y): Place) -> impl Iterator<Item = Place> {
    let rows = y.saturating_sub(1)..=y + 1;
    let all = rows.flat_map(move |row| (x.saturating_sub(1)..=x + 1).map(move |x| (x, row)));
    all.filter(move |&near| near != (x, y))
}
