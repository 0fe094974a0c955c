//! Decides which keys merge, and lists the merges.

use std::cmp::Reverse;
use std::collections::HashMap;

use crate::recognise::{Reason, Recognition, Role};
use crate::regions::Regions;
use crate::{Point, Rgb};

use super::RepairOptions;
use super::keys::Keys;
use super::near::distance;
use super::picture::Picture;

/// A colour that may have been intended but merged into another.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Merge {
    /// The colour that disappeared.
    pub colour: Rgb,
    /// The colour its pixels took.
    pub into: Rgb,
    /// Number of pixels; in a noisy picture this includes those in nearly that colour.
    pub pixels: u64,
    /// Up to eight sample locations: a pixel of each of the largest pieces, or pixels from
    /// different parts of the picture.
    pub places: Vec<Point>,
}

/// The most places listed for a [`Merge`].
const PLACES: usize = 8;

/// Pairs of labels of which the first becomes the second: colours recognised as a shade of another,
/// or, with a tolerance, colours within it of a more common one.
pub(super) fn pairs(
    recognition: &Recognition,
    keys: &Keys,
    options: &RepairOptions,
) -> Vec<(u16, u16)> {
    let is_kept = |label: u16| options.kept_apart().any(|c| keys.colour(label).rgb() == c);
    let guesses = recognition.guesses.iter();
    let guesses = guesses.filter(|guess| guess.role != Role::Separator);
    // Largest area first.
    let labels = guesses.filter_map(|guess| Some((keys.label(guess.colour)?, guess)));
    let mut pairs: Vec<(u16, u16)> = Vec::new();
    let mut whole: Vec<u16> = Vec::new();
    for (label, guess) in labels {
        let into = match options.tolerance {
            None => guess.reasons.iter().find_map(|reason| match reason {
                Reason::Like(colour) => keys.label(*colour),
                _ => None,
            }),
            Some(tolerance) => {
                let far = |other: u16| distance(keys.colour(label), keys.colour(other));
                let near = whole.iter().copied().min_by_key(|&other| far(other));
                near.filter(|&other| far(other) <= u32::from(tolerance).pow(2))
            }
        };
        match into {
            Some(into) if !is_kept(label) && into != label => pairs.push((label, into)),
            _ => whole.push(label),
        }
    }
    // Resolve chains: a label that merged into one that itself merged.
    let next: HashMap<u16, u16> = pairs.iter().copied().collect();
    for (_, into) in &mut pairs {
        while let Some(&next) = next.get(into) {
            *into = next;
        }
    }
    pairs
}

/// Lists what the pairs, and the key detection itself, merged.
pub(super) fn list(
    pairs: &[(u16, u16)],
    regions: &Regions,
    keys: &Keys,
    picture: &Picture,
) -> Vec<Merge> {
    let mut by_colour: HashMap<_, Vec<_>> = HashMap::new();
    for (_, region) in regions.iter() {
        by_colour.entry(region.colour).or_default().push(region);
    }
    let mut merges: Vec<Merge> = pairs
        .iter()
        .map(|&(label, into)| {
            let colour = keys.colour(label);
            let mut own = by_colour.remove(&colour).unwrap_or_default();
            own.sort_by_key(|region| Reverse(region.area));
            Merge {
                colour: colour.rgb(),
                into: keys.colour(into).rgb(),
                pixels: own.iter().map(|region| u64::from(region.area)).sum(),
                places: own
                    .iter()
                    .map(|region| region.first_pixel())
                    .take(PLACES)
                    .collect(),
            }
        })
        .collect();
    let first = merges.len();
    // A colour that absorbed another may itself be no key after all, or merge.
    let pairs: HashMap<u16, u16> = pairs.iter().copied().collect();
    let remains = |colour| {
        let label = keys.label(colour);
        label.map_or(colour, |own| keys.colour(*pairs.get(&own).unwrap_or(&own)))
    };
    merges.extend(keys.joined.iter().map(|joined| Merge {
        colour: joined.colour.rgb(),
        into: remains(joined.into).rgb(),
        pixels: joined.pixels.into(),
        places: Vec::new(),
    }));
    find_places(&mut merges[first..], picture);
    merges.sort_by_key(|merge| (Reverse(merge.pixels), merge.colour));
    merges
}

/// Finds pixels of exactly these colours, one in each of a few squares of the picture.
fn find_places(merges: &mut [Merge], picture: &Picture) {
    if merges.is_empty() {
        return;
    }
    let colours = merges.iter().zip(0..).map(|(merge, at)| (merge.colour, at));
    let colours: HashMap<Rgb, usize> = colours.collect();
    let side = picture.width.max(picture.height).div_ceil(16);
    let mut row = Vec::new();
    for y in 0..picture.height {
        picture.unpack(y, &mut row);
        let mut x = 0;
        for stretch in row.chunk_by(|a, b| a == b) {
            if let Some(&at) = colours
                .get(&stretch[0].rgb())
                .filter(|_| stretch[0].alpha() > 0)
            {
                let places = &mut merges[at].places;
                let square = |point: &Point| [point.x / side, point.y / side];
                let here = Point::new(x, y);
                if places.len() < PLACES && places.iter().all(|p| square(p) != square(&here)) {
                    places.push(here);
                }
            }
            x += stretch.len() as u32;
        }
    }
}
