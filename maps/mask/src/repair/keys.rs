//! Finds the real key colours of a sloppy mask.
//!
//! Whatever made a mask sloppy has left most of each territory alone. The pixels in between show
//! what it was:
//!
//! ```text
//! a smoothed edge           A A A A m n B B B B    new colours along edges only,
//!                                                  up or down from A to B
//! a JPEG file               A A a A'm n B b B'B    inside areas, too, up and down
//! ```
//!
//! A colour is *solid* if it completely fills squares of 7 × 7 pixels. No edge or noise does that
//! by accident, and a JPEG block of 8 × 8 pixels hardly ever. Solid colours are keys and stay
//! separate however close they are. In a picture with smoothed edges, every other colour that fills
//! squares of 3 × 3 pixels is a key as well, and so is a *small* colour that occurs in few places
//! but in squares of 2 × 2: no straight edge produces these. In a noisy or blurred picture that
//! would be too many. There the most common colour becomes a key and absorbs its surroundings in
//! colour space, then the next, and so on. An absorbed colour that forms a local peak of its own
//! may have been a territory and is reported ([`Joined`]).
//!
//! The thresholds below were found by experiment on the masks of `benches/repair` and on the
//! bundled masks saved as JPEG files.

use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};

use crate::colour::Rgba;
use crate::error::MaskError;
use crate::limits::MAX_KEYS;

use super::near::{Near, distance};
use super::picture::{Picture, Window, apart};
use super::{RepairError, RepairOptions, Sloppiness};

/// Even pixels that a colour needs to be a key: a square of 4 × 4 has four.
const FOUNDED: u32 = 4;

/// Inverse of the share of a small colour's pixels that must complete squares of 2 × 2: four of
/// nine in a patch of 3 × 3, hardly any in the strips along edges.
const PATCHED: u32 = 6;

/// How many pixels a single one is smeared over by a 3 × 3 filter.
const SMEARED: u32 = 9;

/// Inverse of the least share of the restless pixels that a line colour has in even places. A
/// colour with less and without a square of 4 × 4 pixels, in a picture with smoothed edges, is the
/// mixture along a straight edge.
const DRAWN: u64 = 20;

/// Least number of centres of 7 × 7 squares of a solid colour: a square of 10 × 10 has sixteen, an
/// even JPEG block has four.
const SOLID: u32 = 16;

/// The radius of those squares: half the side, rounded down.
const INNER: usize = 3;

/// How far, per channel, the pixels of an even place of a noisy picture may differ.
const TOLERANCE: u8 = 10;

/// How far (squared) a key of a noisy picture absorbs other colours.
const CLUSTER: u32 = 24 * 24;

/// The squared distance from a key at which a separate hill begins; also how far noise shifts a
/// whole block.
const HILL: u32 = 6 * 6;

/// Least number of even pixels of a hill worth reporting.
const WORTH: u32 = 64;

/// A hill below this fraction (inverse) of the one beside it is noise.
const NOISE: u32 = 50;

/// The key colours, and which colour belongs to which key.
pub(super) struct Keys {
    /// By label; the commonest first.
    colours: Vec<Rgba>,
    /// The label of each colour that is decided without looking at the surroundings.
    labels: HashMap<Rgba, u16>,
    /// The colour of thin lines: a key without even places.
    line: Option<Rgba>,
    /// Patches too small to be even anywhere, and whether they are no larger than a smoothed single
    /// pixel.
    small: HashMap<Rgba, bool>,
    pub(super) sloppiness: Sloppiness,
    /// Whether there is a noticeable amount of smoothed edges or noise.
    pub(super) smoothed: bool,
    /// Number of distinct colours of the picture.
    pub(super) colours_before: usize,
    pub(super) joined: Vec<Joined>,
}

/// A colour absorbed by another.
pub(super) struct Joined {
    pub(super) colour: Rgba,
    pub(super) into: Rgba,
    /// Even pixels of this colour and of colours near it.
    pub(super) pixels: u32,
}

/// For each colour: how many pixels it has, how many in an even place, how many at the centre of an
/// exactly even square of 7 × 7 pixels, and how many squares of 2 × 2 pixels it fills; and which
/// colours have even places that form squares.
struct Counts {
    all: HashMap<Rgba, u32>,
    patches: HashMap<Rgba, u32>,
    even: HashMap<Rgba, u32>,
    square: HashSet<Rgba>,
    solid: HashMap<Rgba, u32>,
}

impl Keys {
    /// `step` is called with the progress, from 0 to 1, and cancels by returning an error.
    pub(super) fn find(
        picture: &Picture,
        options: &RepairOptions,
        step: &mut dyn FnMut(f64) -> Result<(), MaskError>,
    ) -> Result<Self, RepairError> {
        let exact = Counts::of(picture, 0);
        step(0.3)?;
        let restless = Restless::of(picture, &exact);
        step(0.5)?;
        let sloppiness = restless.sloppiness(&exact);
        let smoothed = restless.pixels * 2_000 > picture.len();
        let colours_before = exact.all.len();
        let kept: Vec<Rgba> = options.kept_apart().map(Rgba::opaque).collect();
        if let Some(missing) = kept.iter().find(|&colour| !exact.all.contains_key(colour)) {
            return Err(RepairError::NoSuchColour(missing.rgb()));
        }
        let mut line = None;
        let mut small = HashMap::new();
        let mut joined = Vec::new();
        let mut found: Vec<(Rgba, u32)> = if sloppiness == Sloppiness::Edges {
            line = exact.line_colour(restless.pixels);
            let mut found = exact.drawn(line, smoothed.then_some(restless.pixels));
            let known: HashSet<Rgba> = found.iter().map(|&(colour, _)| colour).collect();
            let mut patches = exact.patches();
            patches.retain(|(colour, _)| !known.contains(colour) && !kept.contains(colour));
            patches.truncate(MAX_KEYS.saturating_sub(found.len()));
            let most = if smoothed {
                options.speck.max(SMEARED)
            } else {
                options.speck.saturating_sub(1)
            };
            let sizes = patches
                .iter()
                .map(|&(colour, count)| (colour, count <= most));
            small = sizes.collect();
            found.extend(small.keys().map(|&colour| (colour, 0)));
            found
        } else {
            let loose = Counts::of(picture, TOLERANCE);
            let mut hills = Hills::new(&exact.solid, &kept, options.tolerance);
            hills.add(loose.even);
            hills.joined.retain(|joined| !kept.contains(&joined.colour));
            joined = hills.joined;
            hills.peaks
        };
        step(0.8)?;
        for colour in kept {
            if found.iter().all(|&(key, _)| key != colour) {
                found.push((colour, exact.all[&colour]));
            }
        }
        found.sort_unstable_by_key(|&(colour, count)| (Reverse(count), colour));
        if found.is_empty() {
            return Err(RepairError::NoKeys);
        }
        if found.len() > MAX_KEYS {
            return Err(RepairError::TooManyKeys);
        }
        let mut keys = Self {
            colours: found.into_iter().map(|(colour, _)| colour).collect(),
            labels: HashMap::new(),
            line,
            small,
            sloppiness,
            smoothed,
            colours_before,
            joined,
        };
        if sloppiness == Sloppiness::Edges {
            let own = keys.colours.iter().zip(0..);
            keys.labels = own.map(|(&key, label)| (key, label)).collect();
        } else {
            keys.claim_near(exact.all.keys());
        }
        Ok(keys)
    }

    /// The label of a colour that is a key or clearly belongs to one.
    pub(super) fn label(&self, colour: Rgba) -> Option<u16> {
        self.labels.get(&colour).copied()
    }

    pub(super) fn colour(&self, label: u16) -> Rgba {
        self.colours[usize::from(label)]
    }

    pub(super) fn is_line(&self, key: Rgba) -> bool {
        self.line == Some(key)
    }

    /// Whether there are keys for which [`Keys::is_small`] holds.
    pub(super) fn has_small(&self) -> bool {
        !self.small.is_empty()
    }

    /// Whether a key occurs only in patches too small to be even anywhere.
    pub(super) fn is_small(&self, key: Rgba) -> bool {
        self.small.contains_key(&key)
    }

    /// Whether a key has no more pixels than a speck.
    pub(super) fn is_speck(&self, key: Rgba) -> bool {
        self.small.get(&key) == Some(&true)
    }

    pub(super) fn len(&self) -> usize {
        self.colours.len()
    }

    /// The tolerance for even places of the picture.
    pub(super) const fn tolerance(&self) -> u8 {
        match self.sloppiness {
            Sloppiness::Edges => 0,
            Sloppiness::Blurred | Sloppiness::Noisy => TOLERANCE,
        }
    }

    /// Squared distance of a colour from a key; `u32::MAX` if exactly one of them is transparent.
    pub(super) fn distance(&self, colour: Rgba, label: u16) -> u32 {
        distance(colour, self.colours[usize::from(label)])
    }

    /// Labels every colour near a key with the nearest one, unless it lies between two: its
    /// surroundings decide then.
    fn claim_near<'a>(&mut self, colours: impl Iterator<Item = &'a Rgba>) {
        let mut keys = Near::new(2 * CLUSTER);
        for (label, &key) in self.colours.iter().enumerate() {
            keys.add(key, label);
        }
        for &colour in colours {
            let near = |but: Option<usize>| {
                let near = keys.to(colour).filter(|&(_, label)| Some(label) != but);
                near.min()
            };
            if let Some((nearest, label)) = near(None)
                && near(Some(label)).is_none_or(|(next, _)| next >= 4 * nearest)
            {
                self.labels.insert(colour, label as u16);
            }
        }
    }
}

/// The most common colours, each absorbing its surroundings in colour space.
struct Hills {
    peaks: Vec<(Rgba, u32)>,
    joined: Vec<Joined>,
    /// The least squared distance at which two peaks stay separate, if the caller gave one.
    tolerance: Option<u32>,
    places: Near,
    /// What was absorbed: 0, or an index into `joined` counted from 1.
    slopes: Near,
}

impl Hills {
    /// Starts with the solid colours.
    fn new(solid: &HashMap<Rgba, u32>, kept: &[Rgba], tolerance: Option<u8>) -> Self {
        let tolerance = tolerance.map(|tolerance| u32::from(tolerance).pow(2));
        let mut hills = Self {
            peaks: Vec::new(),
            joined: Vec::new(),
            tolerance,
            // Even with a small tolerance, a peak absorbs the noise around it.
            places: Near::new(CLUSTER.max(tolerance.unwrap_or(0))),
            slopes: Near::new(HILL),
        };
        let mut solid: Vec<(Rgba, u32)> = solid.iter().map(|(&c, &n)| (c, n)).collect();
        solid.retain(|&(colour, count)| count >= SOLID || kept.contains(&colour));
        solid.sort_unstable_by_key(|&(colour, count)| (Reverse(count), colour));
        for (colour, count) in solid {
            // Noise shifts the colour of whole blocks, but only slightly and only of a few.
            let near = hills.places.to(colour).min();
            let shift = HILL.min(tolerance.unwrap_or(HILL));
            let is_shifted =
                near.is_some_and(|(far, at)| far <= shift && 8 * count <= hills.peaks[at].1);
            if !is_shifted || kept.contains(&colour) {
                hills.rise(colour, count);
            }
        }
        for peak in &mut hills.peaks {
            peak.1 = 0;
        }
        hills
    }

    fn rise(&mut self, colour: Rgba, count: u32) {
        self.places.add(colour, self.peaks.len());
        self.peaks.push((colour, count));
    }

    /// Adds the remaining even colours.
    fn add(&mut self, even: HashMap<Rgba, u32>) {
        let solid = self.peaks.len();
        let mut even: Vec<(Rgba, u32)> = even.into_iter().collect();
        even.sort_unstable_by_key(|&(colour, count)| (Reverse(count), colour));
        for (colour, count) in even {
            if let Some((far, at)) = self.places.to(colour).min() {
                self.peaks[at].1 += count;
                // A colour near a more common one is a slope of its hill; only a colour that stands
                // alone, away from the peak, is another peak.
                let hill = self.slopes.to(colour).min().map(|(_, hill)| hill);
                let hill = hill.unwrap_or_else(|| {
                    if far <= HILL {
                        return 0;
                    }
                    self.joined.push(Joined {
                        colour,
                        into: self.peaks[at].0,
                        pixels: 0,
                    });
                    self.joined.len()
                });
                if hill > 0 {
                    self.joined[hill - 1].pixels += count;
                }
                self.slopes.add(colour, hill);
            } else if self.peaks.len() <= 2 * MAX_KEYS {
                self.rise(colour, count);
            }
        }
        let mut place = 0;
        self.peaks.retain(|&(_, mass)| {
            place += 1;
            place <= solid || mass >= 3 * FOUNDED
        });
        let masses: HashMap<Rgba, u32> = self.peaks.iter().copied().collect();
        self.joined.retain(|joined| {
            let mass = masses.get(&joined.into).copied().unwrap_or(0);
            joined.pixels >= WORTH.max(mass / NOISE)
        });
        let Some(tolerance) = self.tolerance else {
            return;
        };
        let is_one = |hill: &Joined| distance(hill.colour, hill.into) <= tolerance;
        let apart = self.joined.iter().filter(|hill| !is_one(hill));
        self.peaks
            .extend(apart.map(|hill| (hill.colour, hill.pixels)));
        self.joined.retain(is_one);
    }
}

impl Counts {
    /// Counts all colours, even places (where no channel of the eight neighbours differs by more
    /// than `tolerance`) and the centres of even squares.
    fn of(picture: &Picture, tolerance: u8) -> Self {
        let mut counts = Self {
            all: HashMap::new(),
            patches: HashMap::new(),
            even: HashMap::new(),
            square: HashSet::new(),
            solid: HashMap::new(),
        };
        let mut window = Window::new(picture);
        // How many rows, ending with this one, have one colour at this column and around it.
        let mut depth = vec![0_usize; picture.width as usize];
        let mut evens = vec![false; picture.width as usize];
        for y in 0..picture.height {
            window.go_to(y);
            let row = window.row(y);
            let (mut start, mut left_above) = (0, false);
            // Equal adjacent pixels are counted together.
            for stretch in row.chunk_by(|a, b| a == b) {
                let (colour, end) = (stretch[0], start + stretch.len());
                let (mut even, mut solid, mut patches) = (0, 0, 0);
                // Not for the first row: the one above belongs to another square.
                let above = if y > 0 { window.row(y - 1) } else { &[] };
                for x in start..end {
                    let is_patch = x > start && above.get(x - 1..=x) == Some(&[colour; 2]);
                    patches += u32::from(is_patch);
                    let is_even = window.is_even(x, y, tolerance);
                    even += u32::from(is_even);
                    // Of this row the one before, of the row above still this one.
                    let was_even = std::mem::replace(&mut evens[x], is_even);
                    if is_even && was_even && x > 0 && evens[x - 1] && left_above {
                        counts.square.insert(colour);
                    }
                    left_above = was_even;
                    let is_inner = x >= start + INNER && x + INNER < end;
                    let goes_on = above.get(x) == Some(&colour);
                    depth[x] = match (is_inner, goes_on) {
                        (true, true) => depth[x] + 1,
                        (true, false) => 1,
                        (false, _) => 0,
                    };
                    solid += u32::from(depth[x] > 2 * INNER);
                }
                *counts.all.entry(colour).or_default() += end as u32 - start as u32;
                for (count, of) in [
                    (even, &mut counts.even),
                    (solid, &mut counts.solid),
                    (patches, &mut counts.patches),
                ] {
                    if count > 0 {
                        *of.entry(colour).or_default() += count;
                    }
                }
                start = end;
            }
        }
        counts
    }

    fn is_idle(&self, colour: Rgba) -> bool {
        !self.even.contains_key(&colour)
    }

    /// The colours with even places that are not strips of a smoothed edge, and the colour of `line`,
    /// with their pixel counts. `restless` is the number of restless pixels of a smoothed picture.
    fn drawn(&self, line: Option<Rgba>, restless: Option<u64>) -> Vec<(Rgba, u32)> {
        let is_strip = |colour: &Rgba, count: u32| {
            restless.is_some_and(|restless| {
                !self.square.contains(colour) && u64::from(count) * DRAWN < restless
            })
        };
        let even = self.even.iter().map(|(&colour, &count)| (colour, count));
        let even = even.filter(|&(colour, count)| {
            count >= FOUNDED && line != Some(colour) && !is_strip(&colour, count)
        });
        even.chain(line.map(|line| (line, self.all[&line])))
            .collect()
    }

    /// Colours that occur in patches, with their pixel counts; the most common first.
    fn patches(&self) -> Vec<(Rgba, u32)> {
        let patches = self
            .patches
            .iter()
            .map(|(&colour, &count)| (colour, count, self.all[&colour]));
        let patches = patches.filter(|&(colour, count, all)| {
            all >= FOUNDED && PATCHED * count >= all && colour.alpha() == 255
        });
        let mut patches: Vec<_> = patches.map(|(colour, _, all)| (colour, all)).collect();
        patches.sort_unstable_by_key(|&(colour, all)| (Reverse(all), colour));
        patches
    }

    /// The colour of lines too thin to be even anywhere: black or white, and the larger part of the
    /// `restless` pixels.
    fn line_colour(&self, restless: u64) -> Option<Rgba> {
        let (&colour, &count) = self
            .all
            .iter()
            .filter(|&(colour, _)| self.even.get(colour).is_none_or(|&n| n < FOUNDED))
            .max_by_key(|&(&colour, &count)| (count, colour))?;
        let [red, green, blue] = colour.rgb().0;
        let is_black = red.max(green).max(blue) <= 40;
        let is_white = red.min(green).min(blue) >= 230;
        let most = count >= 64 && u64::from(count) * 5 >= restless * 2;
        (most && (is_black || is_white) && colour.alpha() == 255).then_some(colour)
    }
}

/// How the pixels are distributed whose colour fills no even place.
struct Restless {
    pixels: u64,
    /// Those that are lighter, or darker, than both their horizontal neighbours, away from edges.
    ripples: u64,
    /// Slopes from one area to the next, by their length in pixels within the row.
    slopes: [u64; 16],
}

/// The largest channel difference between a ripple and the pixels around it; lines and specks
/// differ by more.
const RIPPLE: u8 = 24;

/// The largest sum of channel differences that is not worth measuring as a slope.
const FLAT: i32 = 60;

/// Slopes of at least this length are blurred: smoothing over 3 × 3 pixels makes slopes of two, a
/// Gaussian blur of radius 1 of five.
const BLURRED: usize = 7;

/// Whether a channel has a maximum or minimum in the middle of three pixels, beyond rounding.
fn is_ripple(left: Rgba, middle: Rgba, right: Rgba) -> bool {
    let channels = left.0.into_iter().zip(middle.0).zip(right.0);
    channels.into_iter().any(|((left, middle), right)| {
        (left.min(right) > middle.saturating_add(1)) || middle > left.max(right).saturating_add(1)
    })
}

impl Restless {
    fn of(picture: &Picture, counts: &Counts) -> Self {
        let mut restless = Self {
            pixels: 0,
            ripples: 0,
            slopes: [0; 16],
        };
        let (mut row, mut idle) = (Vec::new(), Vec::new());
        for y in 0..picture.height {
            picture.unpack(y, &mut row);
            idle.clear();
            for stretch in row.chunk_by(|a, b| a == b) {
                idle.resize(idle.len() + stretch.len(), counts.is_idle(stretch[0]));
            }
            let mut start = 0;
            for stretch in idle.chunk_by(|a, b| a == b) {
                let end = start + stretch.len();
                if stretch[0] {
                    restless.look(&row, start, end);
                }
                start = end;
            }
        }
        restless
    }

    fn look(&mut self, row: &[Rgba], start: usize, end: usize) {
        self.pixels += (end - start) as u64;
        for x in start.max(INNER)..end.min(row.len().saturating_sub(INNER)) {
            let mut around = row[x - INNER..=x + INNER].iter();
            let is_top = is_ripple(row[x - 1], row[x], row[x + 1]);
            let is_inside = is_top && around.all(|&other| apart(other, row[x]) <= RIPPLE);
            self.ripples += u64::from(is_inside);
        }
        let light = |x: usize| row[x].rgb().0.into_iter().map(i32::from).sum::<i32>();
        if start > 0 && end < row.len() {
            let up = (light(start) - light(start - 1)).signum();
            let rises = |&x: &usize| (light(x) - light(x - 1)).signum() == up;
            let length = (start..end).take_while(rises).count();
            if (light(start + length) - light(start - 1)).abs() > FLAT {
                self.slopes[length.min(15)] += 1;
            }
        }
    }

    fn sloppiness(&self, counts: &Counts) -> Sloppiness {
        let idle = counts.all.len() - counts.even.len();
        let slopes: u64 = self.slopes.iter().sum();
        let blurred: u64 = self.slopes[BLURRED..].iter().sum();
        if idle < 64 {
            Sloppiness::Edges
        } else if self.ripples * 20 > self.pixels {
            Sloppiness::Noisy
        } else if 2 * blurred > slopes {
            Sloppiness::Blurred
        } else {
            Sloppiness::Edges
        }
    }
}
