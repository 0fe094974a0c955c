//! A colour of the mask is nobody's.
//!
//! It is no territory's key colour and neither background nor separator, so a click
//! there hits nothing, and it may be a territory that was forgotten.
//!
//! ## How to repair
//!
//! Declare it as background if it is sea, a lake or a frame; give it a territory; or
//! paint it over. The first fix declares it, the second adds a territory.

use crate::rules::prelude::*;
use marchland_maps::MaskFile;
use marchland_maps::limits::MAX_TERRITORIES;

pub(crate) static RULE: Rule = Rule {
    code: "IMG003",
    name: "orphan-colour",
    severity: Severity::Warning,
    fixable: Fixable::Unsafe,
    source: include_str!("orphan_colour.rs"),
    check,
};

use crate::rules::image::orphans::orphans;

/// With more orphans than this the mask is smoothed or noisy: IMG006 says so,
/// and only large ones are listed here.
const MANY: usize = 16;

/// More are not listed.
const LISTED: usize = 200;

fn check(subject: &Subject<'_>) -> Vec<Finding> {
    let Some((survey, _)) = subject.mask() else {
        return Vec::new();
    };
    let orphans = orphans(subject);
    let limits = &subject.settings.limits;
    let least = if orphans.len() > MANY {
        limits.part_pixels
    } else {
        limits.orphan_pixels
    };
    let mut keys = subject.draft.clone();
    let territory = keys.fresh_territory();
    let mut findings = Vec::new();
    for orphan in orphans
        .iter()
        .filter(|o| o.count.largest >= least)
        .take(LISTED)
    {
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
                format!("Add a territory of the colour {colour}"),
                [author::add_territory(subject.draft, land)],
            )
        });
        findings.push(
            RULE.finding(format!(
                "the colour {colour}, {} px{parts}, is nobody's",
                orphan.count.area
            ))
            .about([Entity::Colour(colour)])
            .attribute("mask")
            .spot(Some(spot))
            .fix(background)
            .fix(add),
        );
    }
    findings
}
