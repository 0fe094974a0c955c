//! The real key colours of a sloppy mask.
//!
//! Whatever made a mask sloppy has left most of each territory alone. What lies between
//! shows what it was:
//!
//! ```text
//! a smoothed edge           A A A A m n B B B B    new colours along edges only,
//!                                                  up or down from A to B
//! a JPEG file               A A a A'm n B b B'B    inside areas, too, up and down
//! ```
//!
//! A colour is *solid* if it fills squares of 7 × 7 pixels to the last pixel; no edge
//! and no noise does that by accident, and a block of a JPEG file, 8 × 8 pixels, hardly.
//! Solid colours are keys and stay apart however near they are. In a picture with
//! smoothed edges every other colour that fills squares of 3 × 3 pixels is one as well,
//! and so is a *small* one that lies in few places, in squares of 2 × 2: no straight edge
//! makes these.
//! In a noisy or blurred one these are too many; there the commonest of them is a key and
//! takes in what lies around it in the cube of colours, then the next. What is taken in
//! that way and yet is the top of a hill of its own may have been a territory, and is
//! told ([`Joined`]).
//!
//! The numbers below are ours, found by trying on the masks of `benches/repair` and on
//! the bundled ones saved as JPEG files.

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

/// Squares of 2 × 2 pixels that a small colour has, as the inverse of their share in its
/// pixels: in a patch of 3 × 3 four of nine, in the strips along edges hardly any.
const PATCHED: u32 = 6;

/// Pixels that a single one is smeared over where 3 × 3 are smoothed.
const SMEARED: u32 = 9;

/// The share of the restless pixels, as its inverse, that a colour of lines has at least
/// in even places. What has less and no square of 4 × 4 pixels, in a picture with
/// smoothed edges, is the mixture along a straight one.
const DRAWN: u64 = 20;

/// Middles of squares of 7 × 7 pixels that a solid colour has: a square of 10 × 10 has
/// sixteen, an even block of a JPEG file has four.
const SOLID: u32 = 16;

/// Half the side of those squares, less a half.
const INNER: usize = 3;

/// Channel by channel, how far the pixels of an even place of a noisy picture
/// may lie apart.
const TOLERANCE: u8 = 10;

/// How far (squared) a key of a noisy picture takes in other colours.
const CLUSTER: u32 = 24 * 24;

/// How far (squared) from it a hill of its own begins, and how far noise shifts a whole
/// block.
const HILL: u32 = 6 * 6;

/// Even pixels that a hill has at least to be worth a word.
const WORTH: u32 = 64;

/// What is less than this part of the hill beside it is noise.
const NOISE: u32 = 50;

/// The key colours, and which colour goes to which.
pub(super) struct Keys {
    /// By label; the commonest first.
    colours: Vec<Rgba>,
    /// Which labels a pixel of a colour gets without looking around.
    labels: HashMap<Rgba, u16>,
    /// Thin lines: keys without even places.
    lines: Vec<Rgba>,
    /// Patches too small to be even anywhere, and whether they are no larger than what
    /// smoothing makes of a single pixel.
    small: HashMap<Rgba, bool>,
    pub(super) sloppiness: Sloppiness,
    /// There are smoothed edges, or noise, worth the name.
    pub(super) smoothed: bool,
    /// Different colours of the picture.
    pub(super) colours_before: usize,
    pub(super) joined: Vec<Joined>,
}

/// A colour that another has taken in.
pub(super) struct Joined {
    pub(super) colour: Rgba,
    pub(super) into: Rgba,
    /// Even pixels of it and of the colours near it.
    pub(super) pixels: u32,
}

/// How often each colour occurs, how often in an even place, and how often in the middle
/// of an exactly even square of 7 × 7 pixels; how many squares of 2 × 2 pixels it fills, and
/// which have even places that form squares.
struct Counts {
    all: HashMap<Rgba, u32>,
    patches: HashMap<Rgba, u32>,
    even: HashMap<Rgba, u32>,
    square: HashSet<Rgba>,
    solid: HashMap<Rgba, u32>,
}

impl Keys {
    /// `step` is told how far it is, from 0 to 1, and ends it by an error.
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
        let mut lines = Vec::new();
        let mut small = HashMap::new();
        let mut joined = Vec::new();
        let mut found: Vec<(Rgba, u32)> = if sloppiness == Sloppiness::Edges {
            lines.extend(exact.line_colour(restless.pixels));
            let even = exact.even.iter().map(|(&colour, &count)| (colour, count));
            let is_strip = |colour: &Rgba, count: u32| {
                smoothed
                    && !exact.square.contains(colour)
                    && u64::from(count) * DRAWN < restless.pixels
            };
            let even = even.filter(|&(colour, count)| {
                count >= FOUNDED && !lines.contains(&colour) && !is_strip(&colour, count)
            });
            let mut found: Vec<_> = even.collect();
            found.extend(lines.iter().map(|colour| (*colour, exact.all[colour])));
            let known: HashSet<Rgba> = found.iter().map(|&(colour, _)| colour).collect();
            let mut patches = exact.patches();
            patches.retain(|(colour, _)| !known.contains(colour) && !kept.contains(colour));
            patches.truncate(MAX_KEYS.saturating_sub(found.len()));
            let most = if smoothed {
                options.speck.max(SMEARED)
            } else {
                options.speck.saturating_sub(1)
            };
            small.extend(
                patches
                    .iter()
                    .map(|&(colour, count)| (colour, count <= most)),
            );
            found.extend(patches.iter().map(|&(colour, _)| (colour, 0)));
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
            lines,
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

    /// The label of a colour, if it is a key or plainly belongs to one.
    pub(super) fn label(&self, colour: Rgba) -> Option<u16> {
        self.labels.get(&colour).copied()
    }

    pub(super) fn colour(&self, label: u16) -> Rgba {
        self.colours[usize::from(label)]
    }

    pub(super) fn is_line(&self, key: Rgba) -> bool {
        self.lines.contains(&key)
    }

    /// Whether there are any such as [`Keys::is_small`] tells.
    pub(super) fn has_small(&self) -> bool {
        !self.small.is_empty()
    }

    /// Whether a key is that of patches too small to be even anywhere.
    pub(super) fn is_small(&self, key: Rgba) -> bool {
        self.small.contains_key(&key)
    }

    /// Whether all there is of a key is no larger than specks are.
    pub(super) fn is_speck(&self, key: Rgba) -> bool {
        self.small.get(&key) == Some(&true)
    }

    pub(super) fn len(&self) -> usize {
        self.colours.len()
    }

    /// The tolerance with which even places of the picture are told.
    pub(super) const fn tolerance(&self) -> u8 {
        match self.sloppiness {
            Sloppiness::Edges => 0,
            Sloppiness::Blurred | Sloppiness::Noisy => TOLERANCE,
        }
    }

    /// How far a colour lies from a key; farther than any colour if one of them
    /// is transparent and the other is not.
    pub(super) fn distance(&self, colour: Rgba, label: u16) -> u32 {
        distance(colour, self.colours[usize::from(label)])
    }

    /// Gives every colour near a key the label of the nearest, unless it lies between
    /// two: what is around decides then.
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

/// The commonest colours, each taking in what lies around it.
struct Hills {
    peaks: Vec<(Rgba, u32)>,
    joined: Vec<Joined>,
    /// How far apart tops of hills stay two, squared, if that was said.
    tolerance: Option<u32>,
    places: Near,
    /// What was taken in: 0, or a place in `joined` counted from 1.
    slopes: Near,
}

impl Hills {
    /// With the solid colours for a start.
    fn new(solid: &HashMap<Rgba, u32>, kept: &[Rgba], tolerance: Option<u8>) -> Self {
        let tolerance = tolerance.map(|tolerance| u32::from(tolerance).pow(2));
        let mut hills = Self {
            peaks: Vec::new(),
            joined: Vec::new(),
            tolerance,
            // However little is to be made one, a peak takes in the noise around it.
            places: Near::new(CLUSTER.max(tolerance.unwrap_or(0))),
            slopes: Near::new(HILL),
        };
        let mut solid: Vec<(Rgba, u32)> = solid.iter().map(|(&c, &n)| (c, n)).collect();
        solid.retain(|&(colour, count)| count >= SOLID || kept.contains(&colour));
        solid.sort_unstable_by_key(|&(colour, count)| (Reverse(count), colour));
        for (colour, count) in solid {
            // Noise shifts the colour of whole blocks, but not by much nor of many.
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

    /// Adds all other even colours.
    fn add(&mut self, even: HashMap<Rgba, u32>) {
        let solid = self.peaks.len();
        let mut even: Vec<(Rgba, u32)> = even.into_iter().collect();
        even.sort_unstable_by_key(|&(colour, count)| (Reverse(count), colour));
        for (colour, count) in even {
            if let Some((far, at)) = self.places.to(colour).min() {
                self.peaks[at].1 += count;
                // What is near a commoner colour is a slope of its hill; only what stands
                // alone, away from the peak, is the top of another.
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
    /// Counts all colours, those of even places, where no channel of any of the eight
    /// neighbours differs by more than `tolerance`, and the middles of even squares.
    fn of(picture: &Picture, tolerance: u8) -> Self {
        let mut counts = Self {
            all: HashMap::new(),
            patches: HashMap::new(),
            even: HashMap::new(),
            square: HashSet::new(),
            solid: HashMap::new(),
        };
        let mut window = Window::new(picture);
        // How many rows, down to this one, have one colour in all of them and around.
        let mut depth = vec![0_usize; picture.width as usize];
        let mut evens = vec![false; picture.width as usize];
        for y in 0..picture.height {
            window.go_to(y);
            let row = window.row(y);
            let (mut start, mut left_above) = (0, false);
            // Equal pixels side by side are counted together.
            for stretch in row.chunk_by(|a, b| a == b) {
                let (colour, end) = (stretch[0], start + stretch.len());
                let (mut even, mut solid, mut patches) = (0, 0, 0);
                // Of all but the first row, for there the row above is another one.
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
                    let goes_on = y > 0 && window.row(y - 1)[x] == colour;
                    let above = if goes_on { depth[x] } else { 0 };
                    depth[x] = if is_inner { above + 1 } else { 0 };
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

    /// Colours that lie in patches, with their pixels; those of most first.
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

    /// The colour of lines too thin to be even anywhere: black or white, and the
    /// better part of what is `restless`.
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

/// How the pixels lie whose colour fills no even place.
struct Restless {
    pixels: u64,
    /// Those of them that are lighter, or darker, than both beside them, with no edge
    /// near.
    ripples: u64,
    /// Slopes from one area to the next, by how many pixels they are long in their row.
    slopes: [u64; 16],
}

/// How far a channel may differ, in pixels beside a ripple, from it: less than lines and
/// specks do.
const RIPPLE: u8 = 24;

/// The largest sum of differences, of the three channels, that is not a slope to measure.
const FLAT: i32 = 60;

/// Slopes of this many pixels are blurred: smoothing over 3 × 3 pixels makes two, a
/// Gaussian blur of one pixel's radius five.
const BLURRED: usize = 7;

/// Whether a channel has a top or a bottom in the middle of three pixels, by more
/// than rounding makes.
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
