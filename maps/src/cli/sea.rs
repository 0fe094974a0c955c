//! Links by sea on the command line.

use std::collections::HashMap;
use std::str::FromStr;

use marchland_maps::mask::Regions;
use marchland_maps::propose::{NewLink, Proposals, Seen, Survey};
use marchland_maps::{Draft, TerritoryId};

use super::words::counted;

/// How far links by sea go.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Reach {
    /// A fiftieth of the mask's diagonal, and as far as it takes to join all
    /// territories.
    Auto,
    /// So many pixels of water at most.
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

/// The part of the mask's diagonal up to which [`Reach::Auto`] links what need not be:
/// on the classic world 20 of the 22 shortest are links that players know, and of
/// the longer ones few.
const NEAR: f64 = 0.02;

/// Candidates that a draft has not linked yet, the shortest first, with their
/// lengths in pixels.
pub(super) fn candidates(draft: &Draft, regions: &Regions) -> Vec<(NewLink, f64)> {
    let survey = Survey::new(regions, draft);
    let links = Proposals::new(regions, draft, &survey).sea.into_iter();
    let with_length = links.filter_map(|link| match link.seen {
        Seen::Across(across) => Some((link, across.distance)),
        Seen::Border(_) => None,
    });
    with_length.collect()
}

/// Links by sea whatever is near enough; gives how many links that are.
pub(super) fn link(draft: &mut Draft, regions: &Regions, reach: Reach) -> usize {
    let diagonal = f64::from(regions.width()).hypot(regions.height().into());
    let most = match reach {
        Reach::Auto => NEAR * diagonal,
        Reach::Pixels(most) => most,
    };
    let mut groups = Groups::of(draft);
    let mut linked = 0;
    for (link, length) in candidates(draft, regions) {
        let joins = groups.join(link.from, link.to) && reach == Reach::Auto;
        if length > most && !joins {
            continue;
        }
        let edit = link.edit(draft);
        // Refused only where a territory has as many neighbours as it may.
        linked += usize::from(draft.apply(edit).is_ok());
    }
    linked
}

/// Groups of territories between which there is no way, however long.
struct Groups {
    places: HashMap<TerritoryId, usize>,
    /// For each territory another of its group, or itself.
    next: Vec<usize>,
}

impl Groups {
    fn of(draft: &Draft) -> Self {
        let ids = draft.territories.iter().zip(0..);
        let mut groups = Self {
            places: ids.filter_map(|(t, at)| Some((t.id?, at))).collect(),
            next: (0..draft.territories.len()).collect(),
        };
        for (from, to) in draft.links() {
            if let Some(from) = from.id {
                groups.join(from, to.to);
            }
        }
        groups
    }

    /// Whether the two were in different groups.
    fn join(&mut self, a: TerritoryId, b: TerritoryId) -> bool {
        let (Some(&a), Some(&b)) = (self.places.get(&a), self.places.get(&b)) else {
            return false;
        };
        let (a, b) = (self.root(a), self.root(b));
        self.next[a] = b;
        a != b
    }

    /// The one that stands for a group; the way there gets shorter each time.
    fn root(&mut self, mut at: usize) -> usize {
        while self.next[at] != at {
            self.next[at] = self.next[self.next[at]];
            at = self.next[at];
        }
        at
    }

    fn number(&self) -> usize {
        let next = self.next.iter().enumerate();
        next.filter(|&(at, &next)| at == next).count()
    }
}

/// What to say of a new map that is in pieces.
pub(super) fn advice(draft: &Draft) -> Option<String> {
    let groups = Groups::of(draft).number();
    (groups > 1).then(|| {
        format!(
            "{} without a way between them: link them by sea in the editor, or what is near with \
             --sea auto",
            counted(groups, "group of territories", "groups of territories")
        )
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
