//! Places pivots and badges after land was redrawn.

use std::collections::HashSet;

use crate::mask::{RegionId, Regions, Rgba, pivots};
use crate::propose::Survey;
use crate::{Point, Territory};

/// The known pivots after the change: those at the exact centre of their part move to its new
/// centre, if there still is land of a territory.
pub(super) fn followed_pivots(
    known: &[Point],
    before: &Regions,
    (after, survey): (&Regions, &Survey),
    carry: impl Fn(Point) -> Point,
) -> Vec<Point> {
    let middle = |regions: &Regions, region: RegionId| {
        let found = pivots(regions, [region]);
        found.first().map(|pivot| pivot.at)
    };
    let follow = |&at: &Point| {
        let to = carry(at);
        // The centre of a sea takes long to find.
        let land = after.region_at(to.x, to.y);
        let land = land.filter(|&land| survey.parts().territory_of(land).is_some());
        let was = before.region_at(at.x, at.y);
        let moved = land
            .zip(was)
            .filter(|&(_, was)| middle(before, was) == Some(at));
        moved
            .and_then(|(land, _)| middle(after, land))
            .unwrap_or(to)
    };
    known.iter().map(follow).collect()
}

/// Keeps one known pivot for each part and adds missing ones. The first pivot stays first; if it is
/// gone, a new one of the largest part comes first. A badge that has lost the land under it is
/// dropped; a badge that its author put `beside` the land stays.
pub(super) fn place_pivots(
    territory: &mut Territory,
    (regions, survey): (&Regions, &Survey),
    place: usize,
    known: &[Point],
    beside: bool,
) {
    let own: HashSet<_> = survey.parts().of(place).iter().copied().collect();
    let mut held = HashSet::new();
    let is_kept = |&&pivot: &&Point| {
        let region = regions.region_at(pivot.x, pivot.y);
        region.is_some_and(|region| own.contains(&region) && held.insert(region))
    };
    let kept: Vec<Point> = known.iter().filter(is_kept).copied().collect();
    let matter = survey.parts_that_matter(regions, place).iter().copied();
    let missing = matter.filter(|region| !held.contains(region));
    let mut new: Vec<Point> = pivots(regions, missing).into_iter().map(|p| p.at).collect();
    if known.first() == kept.first() {
        new.splice(0..0, kept);
    } else {
        new.extend(kept);
    }
    territory.pivots = new;
    let stands = |badge: &Point| {
        let region = regions.region_at(badge.x, badge.y);
        region.is_some_and(|region| beside || own.contains(&region))
    };
    territory.badge = territory.badge.filter(stands);
}

/// Whether the badge of a territory stands outside its land.
pub(super) fn is_beside(territory: &Territory, regions: &Regions) -> bool {
    let own = territory.colour.map(Rgba::from);
    let under = |badge: Point| {
        let region = regions.region_at(badge.x, badge.y)?;
        Some(regions.get(region).colour)
    };
    let badge = territory.badge.and_then(under);
    badge.is_some_and(|colour| Some(colour) != own)
}
