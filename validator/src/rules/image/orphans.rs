//! Unassigned colours of the mask.

use std::collections::{HashMap, HashSet};

use marchland_maps::mask::{ColourCount, RegionId, Rgba};
use marchland_maps::{Edit, MaskFile, Point, Rgb, TerritoryField};

use crate::diagnostic::Fix;
use crate::input::Survey;
use crate::subject::Subject;

/// An opaque colour that is neither a territory's nor background nor separator.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Orphan {
    pub(crate) colour: Rgb,
    pub(crate) count: ColourCount,
    pub(crate) largest: RegionId,
}

/// With more rare colours than this, the mask is smoothed or noisy, which is a single
/// finding (IMG006) rather than one per colour.
pub(crate) const FEW: usize = 3;

/// The orphans with a region of at least `part-pixels`, and the rare ones, each in
/// descending order of area.
pub(crate) fn by_size(subject: &Subject<'_>) -> (Vec<Orphan>, Vec<Orphan>) {
    let limit = subject.settings.limits.part_pixels;
    let all = orphans(subject).into_iter();
    all.partition(|orphan| orphan.count.largest >= limit)
}

/// All orphans in descending order of area.
pub(crate) fn orphans(subject: &Subject<'_>) -> Vec<Orphan> {
    let Some((survey, _)) = subject.mask() else {
        return Vec::new();
    };
    let known: HashSet<Rgba> = subject
        .draft
        .territories
        .iter()
        .filter_map(|territory| territory.colour)
        .chain(subject.draft.mask.iter().flat_map(MaskFile::no_land))
        .map(Rgba::opaque)
        .collect();
    let strange = survey
        .colours
        .iter()
        .filter(|(count, _)| count.colour.alpha() == 255 && !known.contains(&count.colour));
    strange
        .map(|&(count, largest)| Orphan {
            colour: count.colour.rgb(),
            count,
            largest,
        })
        .collect()
}

/// The territories whose colour the mask does not have; a shared colour (IMG005) belongs to the
/// first territory alone.
pub(crate) fn absent(subject: &Subject<'_>) -> Vec<usize> {
    let Some((_, land)) = subject.mask() else {
        return Vec::new();
    };
    let is_absent = |at: usize, colour: Rgb| {
        let owner = subject.with_colour(colour);
        owner.is_none_or(|first| first == at) && land.parts().of(at).is_empty()
    };
    subject
        .territories()
        .filter(|(at, territory)| territory.colour.is_some_and(|own| is_absent(*at, own)))
        .map(|(at, _)| at)
        .collect()
}

/// What lies under the pivots of a territory without land.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum UnderPivots {
    /// An unassigned colour, probably its own.
    Orphan(Rgb),
    /// Sea or other territories: it was probably painted over.
    Known,
    /// Nothing that tells.
    Unknown,
}

/// Looks under the pivots of each of these territories.
pub(crate) fn under_pivots(subject: &Subject<'_>, places: &[usize]) -> HashMap<usize, UnderPivots> {
    let is_on_mask = |pivot: &Point| {
        let region = |(survey, _): (&Survey, _)| survey.regions.region_at(pivot.x, pivot.y);
        subject.mask().and_then(region).is_some()
    };
    let under = |at: usize| match orphan_at_pivot(subject, at) {
        Some(colour) => UnderPivots::Orphan(colour),
        None if subject.territory(at).pivots.iter().any(is_on_mask) => UnderPivots::Known,
        None => UnderPivots::Unknown,
    };
    places.iter().map(|&at| (at, under(at))).collect()
}

/// The orphan colour under a pivot of the territory.
pub(crate) fn orphan_at_pivot(subject: &Subject<'_>, at: usize) -> Option<Rgb> {
    let (survey, land) = subject.mask()?;
    let pivots = subject.territory(at).pivots.iter();
    let mut regions = pivots.filter_map(|p| survey.regions.region_at(p.x, p.y));
    let mask = subject.draft.mask.iter();
    let no_land: HashSet<Rgb> = mask.flat_map(MaskFile::no_land).collect();
    regions.find_map(|region| {
        let colour = survey.regions.get(region).colour;
        let free = land.parts().territory_of(region).is_none()
            && colour.alpha() == 255
            && !no_land.contains(&colour.rgb());
        free.then_some(colour.rgb())
    })
}

/// The fix that gives a territory a colour of the mask.
pub(crate) fn recolour(subject: &Subject<'_>, at: usize, colour: Rgb) -> Fix {
    let field = TerritoryField::Colour(Some(colour));
    Fix::guess(
        format!("Give {} the colour {colour}", subject.name(at)),
        [Edit::Territory(subject.territory(at).key, field)],
    )
}
