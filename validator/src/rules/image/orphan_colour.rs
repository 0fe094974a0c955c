#![doc = include_str!("orphan_colour.md")]

use crate::rules::prelude::*;
use marchland_maps::MaskFile;
use marchland_maps::limits::MAX_TERRITORIES;

use crate::rules::bounded::Bounded;
use crate::rules::image::orphans::{FEW, by_size};

/// Maximum number of findings.
const LISTED: usize = 200;

pub(crate) fn check(rule: &'static Rule, subject: &Subject<'_>) -> Vec<Finding> {
    let Some((survey, _)) = subject.mask() else {
        return Vec::new();
    };
    let (mut orphans, rare) = by_size(subject);
    if rare.len() <= FEW {
        orphans.extend(rare);
    }
    let least = subject.settings.limits.orphan_pixels;
    let mut keys = subject.draft.clone();
    let territory = keys.fresh_territory();
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
        let mut land = territory.clone();
        land.id = Some(subject.draft.free_territory_id());
        land.name.text = Some(format!("Territory {}", subject.draft.free_territory_id()));
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
            .fix(background)
            .fix(add);
        if !findings.add(finding) {
            break;
        }
    }
    findings.list()
}
