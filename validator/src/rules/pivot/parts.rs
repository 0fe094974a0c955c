//! Parts of a territory and the pivots in them.

use std::collections::HashSet;

use marchland_maps::limits::MAX_PIVOTS;
use marchland_maps::mask::RegionId;
use marchland_maps::{Edit, ListChange, Point};

use crate::diagnostic::Fix;
use crate::input::{Land, Survey};
use crate::subject::Subject;

/// The relevant parts, largest first: the largest, and others of at least `part-pixels`.
fn relevant<'a>(
    subject: &Subject<'_>,
    survey: &'a Survey,
    land: &'a Land,
    at: usize,
) -> impl Iterator<Item = RegionId> + use<'a> {
    let limit = subject.settings.limits.part_pixels;
    let parts = land.parts().of(at).iter().copied().enumerate();
    parts
        .filter(move |&(index, region)| index == 0 || survey.regions.get(region).area >= limit)
        .map(|(_, region)| region)
}

/// The centres of the relevant parts.
pub(crate) fn centres(
    subject: &Subject<'_>,
    survey: &Survey,
    land: &Land,
    at: usize,
) -> Vec<Point> {
    relevant(subject, survey, land, at)
        .take(MAX_PIVOTS)
        .map(|region| survey.centre(region).at)
        .collect()
}

/// The relevant parts without a pivot, largest first.
pub(crate) fn without_pivot<'a>(
    subject: &Subject<'_>,
    survey: &'a Survey,
    land: &'a Land,
    at: usize,
) -> impl Iterator<Item = RegionId> + use<'a> {
    let pivots = &subject.territory(at).pivots;
    let with: HashSet<RegionId> = pivots
        .iter()
        .filter_map(|p| survey.regions.region_at(p.x, p.y))
        .collect();
    let room = MAX_PIVOTS.saturating_sub(pivots.len());
    relevant(subject, survey, land, at)
        .filter(move |region| !with.contains(region))
        .take(room)
}

/// The fix for a pivot outside its territory: moves it to the centre of the largest part
/// without a pivot, or removes it if every part has one.
pub(crate) fn relocate(
    subject: &Subject<'_>,
    survey: &Survey,
    land: &Land,
    at: usize,
    index: usize,
) -> Option<Fix> {
    let territory = subject.territory(at);
    let &old = territory.pivots.get(index)?;
    let name = subject.name(at);
    let home = without_pivot(subject, survey, land, at).next();
    let (title, change) = match home {
        Some(region) => {
            let new = survey.centre(region).at;
            (
                format!("Move the pivot of {name} to ({}, {})", new.x, new.y),
                ListChange::Replace {
                    at: index,
                    old,
                    new,
                },
            )
        }
        None if territory.pivots.len() > 1 && !land.parts().of(at).is_empty() => (
            format!("Remove the pivot ({}, {}) of {name}", old.x, old.y),
            ListChange::Remove {
                at: index,
                item: old,
            },
        ),
        None => return None,
    };
    Some(Fix::safe(title, [Edit::Pivots(territory.key, change)]))
}
