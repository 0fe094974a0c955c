#![doc = include_str!("orphan_colour.md")]

use std::collections::HashMap;

use marchland_maps::limits::MAX_TERRITORIES;
use marchland_maps::{MaskFile, Rgb};

use crate::rules::bounded::Bounded;
use crate::rules::image::orphans::{
    FEW, Orphan, UnderPivots, absent, by_size, recolour, under_pivots,
};
use crate::rules::prelude::*;

/// Maximum number of findings.
const LISTED: usize = 200;

/// Squared distance up to which a colour looks like one of the sea: 16 in each channel.
const LIKE_SEA: u32 = 3 * 16 * 16;

pub(crate) fn check(rule: &'static Rule, subject: &Subject<'_>) -> Vec<Finding> {
    let Some((survey, _)) = subject.mask() else {
        return Vec::new();
    };
    let (mut orphans, rare) = by_size(subject);
    if rare.len() <= FEW {
        orphans.extend(rare);
    }
    let least = subject.settings.limits.orphan_pixels;
    let mut fresh = subject.draft.clone().fresh_territory();
    let id = subject.draft.free_territory_id();
    fresh.id = Some(id);
    fresh.name.text = Some(format!("Territory {id}"));
    let absent = under_pivots(subject, &absent(subject));
    let owners: HashMap<Rgb, usize> = absent
        .into_iter()
        .filter_map(|(at, under)| match under {
            UnderPivots::Orphan(colour) => Some((colour, at)),
            UnderPivots::Known | UnderPivots::Unknown => None,
        })
        .collect();
    let (width, height) = survey.regions.size();
    let looks_like_sea = |orphan: &Orphan| {
        let bounds = survey.regions.get(orphan.largest).bounds;
        let at_edge =
            bounds.left == 0 || bounds.top == 0 || bounds.right == width || bounds.bottom == height;
        let mut known = subject.draft.mask.iter().flat_map(MaskFile::no_land);
        at_edge || known.any(|sea| sea.distance_squared(orphan.colour) <= LIKE_SEA)
    };
    let mut findings = Bounded::up_to(LISTED);
    for orphan in orphans.iter().filter(|o| o.count.largest >= least) {
        let colour = orphan.colour;
        let spot = survey.spot(orphan.largest);
        let centre = survey.centre(orphan.largest).at;
        let parts = match orphan.count.regions {
            1 => String::new(),
            n => format!(" in {n} parts"),
        };
        let background = subject.draft.mask.as_ref().map(|mask| {
            let mut new: MaskFile = mask.clone();
            new.background.push(colour);
            Fix::guess(
                format!("Declare {colour} as background"),
                [Edit::Map(MapField::Mask(Some(new)))],
            )
        });
        let mut land = fresh.clone();
        land.colour = Some(colour);
        land.pivots = vec![centre];
        let add = (subject.draft.territories.len() < MAX_TERRITORIES).then(|| {
            Fix::guess(
                format!("Add a territory with the colour {colour}"),
                [author::add_territory(subject.draft, land)],
            )
        });
        let finding = rule
            .finding(format!(
                "the colour {colour} ({} px{parts}) is unassigned",
                orphan.count.area
            ))
            .about([Entity::Colour(colour)])
            .attribute("mask")
            .spot(Some(spot))
            .fix(owners.get(&colour).map(|&at| recolour(subject, at, colour)));
        let finding = if looks_like_sea(orphan) {
            finding.fix(background).fix(add)
        } else {
            finding.fix(add).fix(background)
        };
        if !findings.add(finding) {
            break;
        }
    }
    findings.list()
}
