//! Tells small islands from chance hits.
//!
//! A piece without an even pixel is either an edge, where two keys happen to mix to a third, or an
//! island too small or thin to be even anywhere. Its surroundings decide: a mixture lies between
//! the keys that it is mixed from.
//!
//! ```text
//! A A A A A A A        A A A A A A A         rays go out from both ends of each run in
//! A A m m m B B        A A g g g A A         eight directions, to the first even place:
//! A m m m B B B        A A g g g A A         m finds A and B and lies between them: an edge
//! m m m B B B B        A A A A A A A         g finds only A and is not A: an island
//! ```
//!
//! Whether a colour lies between two others is decided in luma and two colour differences, as JPEG
//! files store them (ITU-R BT.601), because JPEG keeps the differences at half the resolution. The
//! thresholds were found by experiment on the masks of `benches/repair`.

use std::cmp::Reverse;

use crate::Point;
use crate::colour::{Rgb, Rgba};
use crate::contacts::Contacts;
use crate::error::MaskError;
use crate::regions::Regions;
use crate::run::RegionId;

use super::keys::Keys;
use super::labels::{Labels, UNLABELLED};
use super::near::distance;
use super::picture::Picture;
use super::{Doubtful, Sloppiness};

/// A patch in a colour of its own that is no larger than a speck.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Speck {
    /// Its colour.
    pub colour: Rgb,
    /// How many pixels have exactly that colour.
    pub pixels: u32,
    /// One of them.
    pub at: Point,
    /// Squared distance of its colour from the surrounding ones.
    pub(super) apart: u32,
}

/// The least area of an island in pixels; anything smaller is a speck.
const LEAST: u32 = 6;

/// How far to look for an even place around a piece. Edges in JPEG files are up to four pixels
/// wide, because chroma is stored at half the resolution.
const FAR: usize = 9;

/// How far (squared) the mean colour of an island may lie from its key.
const TRUE: u32 = 16 * 16;

/// The same in a JPEG file, where a small island's colour runs into the sea's.
const TRUE_IN_RIPPLES: u32 = 30 * 30;

/// How far, in channel steps, a colour may lie from a mixture of two others and still count as one.
const MIXED: f32 = 28.0;

/// How far repeated rounding shifts a mixture.
const ROUNDED: f32 = 3.0;

/// The eight directions, as steps of column and row.
const DIRECTIONS: [(isize, isize); 8] = [
    (-1, -1),
    (0, -1),
    (1, -1),
    (-1, 0),
    (1, 0),
    (-1, 1),
    (0, 1),
    (1, 1),
];

/// Twice the area divided by the outline; a piece without an even pixel below this is an edge and
/// not a small island.
const THIN: f32 = 1.4;

/// Clears the labels of pieces without an even pixel: chance hits on a smoothed edge. Islands keep
/// theirs, and so do thin lines. Returns the possible islands that lost their label, and the specks
/// in a colour of their own. Afterwards no pixel is known to be even.
pub(super) fn drop_unfounded(
    labels: &mut Labels,
    picture: &Picture,
    keys: &Keys,
    speck: u32,
) -> Result<(Doubtful, Vec<Speck>), MaskError> {
    let mut doubtful = Doubtful::default();
    let mut specks = Vec::new();
    if keys.smoothed || keys.has_small() {
        let regions = labels.regions(keys)?;
        let mut founded = vec![false; regions.len()];
        for run in regions.runs() {
            founded[run.region.index()] |= labels.is_even(run);
        }
        let contacts = Contacts::touching(&regions);
        let colour = |id: RegionId| regions.get(id).colour;
        for (id, region) in regions.iter() {
            let around: Vec<Rgba> = contacts.of(id).map(|(other, _)| colour(other)).collect();
            let outline: u32 = contacts.of(id).map(|(_, length)| length).sum();
            let thin = (2 * region.area) as f32 / (outline.max(1) as f32) < THIN;
            let between = around.iter().any(|&other| other != around[0]);
            let smeared = around.contains(&UNLABELLED);
            let is_small = keys.is_small(region.colour);
            // A small patch, or the remains of a speck, may have an even pixel.
            let settled = ((founded[id.index()] || !keys.smoothed) && !is_small)
                || region.colour == UNLABELLED
                || keys.is_line(region.colour);
            let is_loose = keys.sloppiness != Sloppiness::Edges || is_small;
            if settled || !(is_loose || smeared || (thin && between)) {
                continue;
            }
            let (verdict, apart) = Verdict::on(labels, &regions, id, picture, keys);
            if keys.is_speck(region.colour) {
                if verdict == Verdict::Island {
                    specks.push(Speck {
                        colour: region.colour.rgb(),
                        pixels: region.area,
                        at: region.first_pixel(),
                        apart,
                    });
                }
                labels.clear(&regions, id);
                continue;
            }
            if verdict == Verdict::Doubtful {
                doubtful.add(region, speck);
            }
            if verdict != Verdict::Island {
                labels.clear(&regions, id);
            }
        }
    }
    labels.forget_even();
    specks.sort_by_key(|speck| (Reverse(speck.apart), speck.at));
    Ok((doubtful, specks))
}

/// What a piece without an even pixel is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Verdict {
    /// An island, or a part of a territory that noise cut off.
    Island,
    /// Either an island or a mixture.
    Doubtful,
    /// The edge between two others, or a speck.
    Edge,
}

impl Verdict {
    /// An island has exactly its key's colour, has room for a square of 2 × 2 pixels, and is not a
    /// mixture of its surroundings. Also returns the squared distance of its colour from them.
    fn on(
        labels: &Labels,
        regions: &Regions,
        id: RegionId,
        picture: &Picture,
        keys: &Keys,
    ) -> (Self, u32) {
        let region = regions.get(id);
        // Small keys are known not to be specks; only their pieces with a 2 × 2 square count.
        let is_small = keys.is_small(region.colour);
        let is_speck = region.area < LEAST && !is_small;
        let is_edge = is_speck || !has_square(labels, regions, id);
        if is_edge || !is_true(regions, id, picture, keys) {
            return (Self::Edge, 0);
        }
        let around = Around::of(labels, regions, id, picture, keys);
        let colours: Vec<[u8; 3]> = around.keys.iter().map(|key| key.rgb().0).collect();
        let key = region.colour.rgb().0;
        let pairs = colours.iter().enumerate();
        let mut pairs = pairs.flat_map(|(at, &a)| colours[at..].iter().map(move |&b| (a, b)));
        let is_mixture = if is_small {
            is_exactly_mixed
        } else {
            is_mixture
        };
        // A piece that broke off its own territory grows back onto it.
        let apart = around
            .keys
            .iter()
            .map(|&other| distance(region.colour, other));
        let apart = apart.min().unwrap_or(0);
        let is_clear = colours.contains(&key)
            || (keys.sloppiness != Sloppiness::Blurred || around.is_sharp)
                && !pairs.any(|(a, b)| is_mixture(key, a, b));
        if is_clear && !colours.is_empty() {
            (Self::Island, apart)
        } else {
            (Self::Doubtful, apart)
        }
    }
}

/// Whether the mean colour of a piece matches its key.
fn is_true(regions: &Regions, id: RegionId, picture: &Picture, keys: &Keys) -> bool {
    let region = regions.get(id);
    let mut sums = [0_u64; 3];
    for run in regions.runs_of(id) {
        for x in run.start..run.end {
            let pixel = picture.at(x as usize, run.y).rgb().0;
            for (sum, channel) in sums.iter_mut().zip(pixel) {
                *sum += u64::from(channel);
            }
        }
    }
    let mean = sums.map(|sum| (sum / u64::from(region.area)) as u8);
    let farthest = if keys.sloppiness == Sloppiness::Noisy {
        TRUE_IN_RIPPLES
    } else {
        TRUE
    };
    region.colour.rgb().distance_squared(Rgb(mean)) <= farthest
}

/// Whether a piece contains a square of 2 × 2 pixels.
fn has_square(labels: &Labels, regions: &Regions, id: RegionId) -> bool {
    regions.runs_of(id).any(|run| {
        let label = labels.at(run.start, run.y);
        let above = |x| run.y > 0 && labels.at(x, run.y - 1) == label;
        (run.start + 1..run.end).any(|x| above(x) && above(x - 1))
    })
}

struct Around {
    /// The keys of the nearest even places in eight directions from both ends of every run.
    keys: Vec<Rgba>,
    /// Whether, on most sides, the first pixel outside is nearer to those keys than to the piece.
    /// In a blurred picture an island is a hill of colours, and the piece may be the slope of one
    /// that has another key.
    is_sharp: bool,
}

impl Around {
    fn of(
        labels: &Labels,
        regions: &Regions,
        id: RegionId,
        picture: &Picture,
        keys: &Keys,
    ) -> Self {
        let own = regions.get(id).colour;
        let mut found: Vec<Rgba> = Vec::new();
        let (mut sharp, mut sides) = (0, 0);
        for run in regions.runs_of(id) {
            for x in [run.start, run.end - 1] {
                for direction in DIRECTIONS {
                    let mut ray = labels.ray(x, run.y, direction).take(FAR);
                    let even = ray.find_map(|(label, even)| even.then_some(label));
                    let Some(key) = even.map(|label| keys.colour(label)) else {
                        continue;
                    };
                    if !found.contains(&key) {
                        found.push(key);
                    }
                    let outside = (x as usize).wrapping_add_signed(direction.0);
                    let row = (run.y as usize).wrapping_add_signed(direction.1);
                    if labels.at(outside as u32, row as u32) != labels.at(x, run.y) {
                        let colour = picture.at(outside, row as u32);
                        sides += 1;
                        sharp += u32::from(distance(colour, key) < distance(colour, own));
                    }
                }
            }
        }
        Self {
            keys: found,
            is_sharp: 2 * sharp >= sides,
        }
    }
}

/// Whether a colour may be a mixture of two others at an edge. JPEG files keep luma sharper than
/// chroma, so the two mix in different proportions.
fn is_mixture(colour: [u8; 3], a: [u8; 3], b: [u8; 3]) -> bool {
    let (bright, tint) = parts(colour);
    let [(bright_a, tint_a), (bright_b, tint_b)] = [a, b].map(parts);
    let across = [tint_b[0] - tint_a[0], tint_b[1] - tint_a[1]];
    let off = [tint[0] - tint_a[0], tint[1] - tint_a[1]];
    let length = across[0] * across[0] + across[1] * across[1];
    let along = (off[0] * across[0] + off[1] * across[1]) / length.max(1.0);
    let share = along.clamp(0.0, 1.0);
    let aside = [0, 1].map(|i| off[i] - share * across[i]);
    let beyond = (bright_a.min(bright_b) - bright)
        .max(bright - bright_a.max(bright_b))
        .max(0.0);
    aside[0] * aside[0] + aside[1] * aside[1] + beyond * beyond <= MIXED * MIXED
}

/// Whether a colour lies between two others up to rounding, as on a smoothed edge.
fn is_exactly_mixed(colour: [u8; 3], a: [u8; 3], b: [u8; 3]) -> bool {
    let [colour, a, b] = [colour, a, b].map(|colour| colour.map(f32::from));
    let minus = |one: [f32; 3], other: [f32; 3]| [0, 1, 2].map(|i| one[i] - other[i]);
    let dot = |one: [f32; 3], other: [f32; 3]| (0..3).map(|i| one[i] * other[i]).sum::<f32>();
    let (across, off) = (minus(b, a), minus(colour, a));
    let share = (dot(across, off) / dot(across, across).max(1.0)).clamp(0.0, 1.0);
    let aside = minus(off, across.map(|channel| share * channel));
    dot(aside, aside) <= ROUNDED * ROUNDED
}

/// Luma and the two colour differences, with about equal perceptual weight.
fn parts([red, green, blue]: [u8; 3]) -> (f32, [f32; 2]) {
    let [red, green, blue] = [red, green, blue].map(f32::from);
    let bright = 0.299 * red + 0.587 * green + 0.114 * blue;
    (bright, [0.564 * (blue - bright), 0.713 * (red - bright)])
}
