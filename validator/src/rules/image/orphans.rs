//! Unassigned colours of the mask.

use std::collections::HashSet;

use marchland_maps::Rgb;
use marchland_maps::mask::{ColourCount, RegionId, Rgba};

use crate::land::no_land;
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
        .chain(no_land(subject.draft))
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

/// The orphan colour under a pivot of the territory.
pub(crate) fn orphan_at_pivot(subject: &Subject<'_>, at: usize) -> Option<Rgb> {
    let (survey, land) = subject.mask()?;
    let pivots = subject.territory(at).pivots.iter();
    let mut regions = pivots.filter_map(|p| survey.regions.region_at(p.x, p.y));
    let no_land: HashSet<Rgb> = no_land(subject.draft).collect();
    regions.find_map(|region| {
        let colour = survey.regions.get(region).colour;
        let free = land.owner(region).is_none()
            && colour.alpha() == 255
            && !no_land.contains(&colour.rgb());
        free.then_some(colour.rgb())
    })
}
