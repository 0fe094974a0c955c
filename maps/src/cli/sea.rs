//! Links by sea on the command line.

use std::str::FromStr;

use marchland_maps::limits::MAX_NEIGHBOURS;
use marchland_maps::mask::Regions;
use marchland_maps::propose::{self, Groups, NewLink, Survey, Widths};
use marchland_maps::{By, Draft, author};

use super::progress::Progress;
use super::words::counted;

/// The step for [`Progress::step`].
const LOOKING: &str = "Looking for links by sea";

/// How far links by sea go.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Reach {
    /// What an author would link, see [`propose::crossings`].
    Auto,
    /// At most this many pixels of water.
    Pixels(f64),
}

impl FromStr for Reach {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        if text.eq_ignore_ascii_case("auto") {
            return Ok(Self::Auto);
        }
        let pixels: f64 = text
            .parse()
            .map_err(|_| "give a number of pixels, or `auto`".to_owned())?;
        if pixels.is_finite() && pixels >= 1.0 {
            Ok(Self::Pixels(pixels))
        } else {
            Err("give at least 1 pixel, or `auto`".to_owned())
        }
    }
}

/// Candidates that the draft has not linked yet, the shortest first. `reach` as in
/// [`Survey::sea_links`].
pub(super) fn candidates(
    draft: &Draft,
    regions: &Regions,
    reach: Option<f64>,
    progress: &mut Progress,
) -> Vec<NewLink> {
    progress.step(LOOKING);
    let survey = Survey::new(regions, draft);
    let watch = &mut |share| progress.watch(share);
    propose::across(regions, draft, &survey, reach, watch).unwrap_or_default()
}

/// Links by sea what is near enough, or what an author would; returns the number of links.
pub(super) fn link(
    draft: &mut Draft,
    regions: &Regions,
    reach: Reach,
    progress: &mut Progress,
) -> anyhow::Result<usize> {
    let links: Vec<NewLink> = match reach {
        Reach::Auto => {
            progress.step(LOOKING);
            let survey = Survey::new(regions, draft);
            let mut on = |share| progress.watch(share);
            propose::crossings(regions, draft, &survey, Widths::default(), &mut on)
                .unwrap_or_default()
        }
        Reach::Pixels(most) => {
            // Distances are first measured along eight directions, up to a twelfth too long.
            let mut near = candidates(draft, regions, Some(1.1 * most + 2.0), progress);
            near.retain(|link| link.across.distance <= most);
            near
        }
    };
    let before = draft.links().count();
    let pairs = links.iter().map(|link| (link.from, link.to, By::Sea));
    draft.apply(author::link_all(draft, pairs))?;
    let linked = draft.links().count() - before;
    let left_out = links.len() - linked;
    if left_out > 0 {
        say!(
            "warning: {} left out: both territories have {MAX_NEIGHBOURS} neighbours already",
            counted(left_out, "link by sea was", "links by sea were")
        );
    }
    Ok(linked)
}

/// What to say of a new map that is in pieces, for which `reach` has been tried.
pub(super) fn advice(draft: &Draft, reach: Option<Reach>) -> Option<String> {
    let groups = Groups::of(draft).number();
    let or = match reach {
        None => "what is near with --sea auto",
        Some(Reach::Auto) => "what is within PX pixels with --sea PX",
        Some(Reach::Pixels(_)) => "what is farther apart with a larger --sea",
    };
    (groups > 1).then(|| {
        let groups = counted(groups, "group of territories", "groups of territories");
        format!("{groups} without a way between them: link them by sea in the editor, or {or}")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reaches_are_pixels_or_auto() {
        assert_eq!("auto".parse(), Ok(Reach::Auto));
        assert_eq!("40".parse(), Ok(Reach::Pixels(40.0)));
        for wrong in ["", "far", "0", "-3", "nan", "inf"] {
            assert!(wrong.parse::<Reach>().is_err(), "{wrong}");
        }
    }
}
