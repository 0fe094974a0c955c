//! The real key colours of a sloppy mask.

use std::collections::HashMap;

use crate::colour::Rgba;
use crate::error::MaskError;
use crate::limits::MAX_KEYS;

use super::RepairError;
use super::near::Near;
use super::picture::{Picture, Window};

/// Even pixels that a colour needs to be a key: a square of 4 × 4 has four.
const FOUNDED: u32 = 4;

/// Channel by channel, how far the pixels of an even place of a noisy picture
/// may lie apart.
const TOLERANCE: u8 = 10;

/// Colours of a noisy picture this near (distance squared) are the same key.
const CLUSTER: u32 = 24 * 24;

/// Of a clean one: keys this near may be the same, see [`Keys::merge_accidents`].
const NEARLY_SAME: u32 = 3 * 6 * 6;

/// The key colours, and which colour goes to which.
pub(super) struct Keys {
    /// By label; the commonest first.
    colours: Vec<Rgba>,
    /// Which labels a pixel of a colour gets without looking around.
    labels: HashMap<Rgba, u16>,
    /// Thin lines: keys without even places.
    lines: Vec<Rgba>,
    /// Edges are wider than smoothing makes them: by noise, or by blur.
    pub(super) noisy: bool,
    /// Colours go up and down there, as in a JPEG file, and not one way only.
    pub(super) rippled: bool,
    /// There are smoothed edges, or noise, worth the name.
    pub(super) smoothed: bool,
    /// Different colours of the picture.
    pub(super) colours_before: usize,
}

/// How often each colour occurs, and how often in an even place.
struct Counts {
    all: HashMap<Rgba, u32>,
    even: HashMap<Rgba, u32>,
}

impl Keys {
    /// `step` is told how far it is, from 0 to 1, and ends it by an error.
    pub(super) fn find(
        picture: &Picture,
        step: &mut dyn FnMut(f64) -> Result<(), MaskError>,
    ) -> Result<Self, RepairError> {
        let exact = Counts::of(picture, 0);
        step(0.3)?;
        let restless = Restless::of(picture, &exact);
        step(0.5)?;
        let noisy = restless.is_noise(&exact);
        let colours_before = exact.all.len();
        let counts = if noisy {
            Counts::of(picture, TOLERANCE)
        } else {
            exact
        };
        step(0.8)?;
        let mut even: Vec<(Rgba, u32)> = counts.even.iter().map(|(&c, &n)| (c, n)).collect();
        even.sort_unstable_by_key(|&(colour, count)| (std::cmp::Reverse(count), colour));
        let mut lines = Vec::new();
        let found = if noisy {
            peaks(&even)
        } else {
            even.retain(|&(_, count)| count >= FOUNDED);
            lines.extend(counts.line_colour(restless.pixels));
            even.retain(|(colour, _)| !lines.contains(colour));
            let lines = lines.iter().map(|colour| (*colour, counts.all[colour]));
            even.into_iter().chain(lines).collect()
        };
        if found.is_empty() {
            return Err(RepairError::NoKeys);
        }
        if found.len() > MAX_KEYS {
            return Err(RepairError::TooManyKeys);
        }
        let colours = found.iter().map(|&(colour, _)| colour).collect();
        let mut found_keys = Self {
            colours,
            labels: HashMap::new(),
            lines,
            noisy,
            rippled: restless.ripples * 10 >= restless.pixels,
            smoothed: restless.pixels * 2_000 > picture.len(),
            colours_before,
        };
        if noisy {
            found_keys.claim_near(counts.all.keys());
        } else {
            let own = found_keys.colours.iter().zip(0..);
            found_keys.labels = own.map(|(&key, label)| (key, label)).collect();
            found_keys.merge_accidents(&found);
        }
        Ok(found_keys)
    }

    /// The label of a colour, if it is a key or plainly belongs to one.
    pub(super) fn label(&self, colour: Rgba) -> Option<u16> {
        self.labels.get(&colour).copied()
    }

    /// The key colour of a label.
    pub(super) fn colour(&self, label: u16) -> Rgba {
        self.colours[usize::from(label)]
    }

    /// Whether a key is that of thin lines.
    pub(super) fn is_line(&self, key: Rgba) -> bool {
        self.lines.contains(&key)
    }

    pub(super) fn len(&self) -> usize {
        self.colours.len()
    }

    /// How far a colour lies from a key; farther than any colour if one of them
    /// is transparent and the other is not.
    pub(super) fn distance(&self, colour: Rgba, label: u16) -> u32 {
        distance(colour, self.colours[usize::from(label)])
    }

    /// Gives every colour near a key the label of the nearest.
    fn claim_near<'a>(&mut self, colours: impl Iterator<Item = &'a Rgba>) {
        let mut keys = Near::new(2 * CLUSTER);
        for (label, &key) in self.colours.iter().enumerate() {
            keys.add(key, label);
        }
        for &colour in colours {
            if let Some((_, label)) = keys.to(colour).min() {
                self.labels.insert(colour, label as u16);
            }
        }
    }

    /// Takes rare keys that are all but a common one for that one: an off-white
    /// sea. Not if near colours are the rule here, as where territories are
    /// numbered in steps of grey.
    fn merge_accidents(&mut self, found: &[(Rgba, u32)]) {
        let mut merged = Vec::new();
        let mut keys = Near::new(NEARLY_SAME);
        for (at, &(colour, count)) in found.iter().enumerate() {
            if let Some(label) = keys.to(colour).map(|(_, label)| label).min() {
                let commoner = found[label].1;
                merged.push((colour, label, count * 8 <= commoner));
            }
            keys.add(colour, at);
        }
        if merged.len() * 4 > found.len() {
            return;
        }
        for (colour, label, rare) in merged {
            if rare {
                let target = self.labels[&self.colours[label]];
                self.labels.insert(colour, target);
            }
        }
    }
}

/// Squared; farther than any colour if one is more opaque than the other.
pub(super) fn distance(a: Rgba, b: Rgba) -> u32 {
    if a.alpha() == b.alpha() {
        a.rgb().distance_squared(b.rgb())
    } else {
        u32::MAX
    }
}

/// The commonest colours, each taking in what lies around it.
fn peaks(even: &[(Rgba, u32)]) -> Vec<(Rgba, u32)> {
    let mut peaks: Vec<(Rgba, u32)> = Vec::new();
    let mut places = Near::new(CLUSTER);
    for &(colour, count) in even {
        if let Some(at) = places.to(colour).map(|(_, at)| at).min() {
            peaks[at].1 += count;
        } else if peaks.len() <= 2 * MAX_KEYS {
            places.add(colour, peaks.len());
            peaks.push((colour, count));
        }
    }
    peaks.retain(|&(_, mass)| mass >= 3 * FOUNDED);
    peaks
}

impl Counts {
    /// Counts all colours, and those of even places: where no channel of any of
    /// the eight neighbours differs by more than `tolerance`.
    fn of(picture: &Picture, tolerance: u8) -> Self {
        let mut counts = Self {
            all: HashMap::new(),
            even: HashMap::new(),
        };
        let mut window = Window::new(picture);
        for y in 0..picture.height {
            window.go_to(y);
            let row = window.row(y);
            // Equal pixels side by side are counted together.
            let mut last = (row[0], 0, 0);
            for (x, &pixel) in row.iter().enumerate() {
                if pixel != last.0 {
                    counts.add(last);
                    last = (pixel, 0, 0);
                }
                last.1 += 1;
                last.2 += u32::from(window.is_even(x, y, tolerance));
            }
            counts.add(last);
        }
        counts
    }

    fn is_idle(&self, colour: Rgba) -> bool {
        !self.even.contains_key(&colour)
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

    fn add(&mut self, (colour, all, even): (Rgba, u32, u32)) {
        *self.all.entry(colour).or_default() += all;
        if even > 0 {
            *self.even.entry(colour).or_default() += even;
        }
    }
}

/// The tolerance with which even places of a picture are told.
pub(super) const fn tolerance(noisy: bool) -> u8 {
    if noisy { TOLERANCE } else { 0 }
}

/// How the pixels lie whose colour fills no even place.
struct Restless {
    pixels: u64,
    /// Those of them that have others two pixels away on all four sides.
    deep: u64,
    /// Those of them that are lighter, or darker, than both beside them.
    ripples: u64,
}

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
        let width = picture.width as usize;
        let (mut pixels, mut deep, mut ripples) = (0, 0, 0);
        let mut row = Vec::new();
        // Which pixels are idle, of this row and the four above it.
        let mut idle: [Vec<bool>; 5] = Default::default();
        let mut last = (Rgba::TRANSPARENT, counts.is_idle(Rgba::TRANSPARENT));
        for y in 0..picture.height {
            picture.unpack(y, &mut row);
            let own = &mut idle[y as usize % 5];
            own.clear();
            own.extend(row.iter().map(|&pixel| {
                if pixel != last.0 {
                    last = (pixel, counts.is_idle(pixel));
                }
                last.1
            }));
            pixels += own.iter().filter(|&&idle| idle).count() as u64;
            let threes = row.windows(3).zip(&own[1..]);
            ripples += threes
                .filter(|&(three, &idle)| idle && is_ripple(three[0], three[1], three[2]))
                .count() as u64;
            if y >= 4 {
                let [above, middle, below] = [y - 4, y - 2, y].map(|y| &idle[y as usize % 5]);
                for x in 2..width.saturating_sub(2) {
                    let sides = [middle[x - 2], middle[x + 2], above[x], below[x]];
                    deep += u64::from(middle[x] && sides.iter().all(|&side| side));
                }
            }
        }
        Self {
            pixels,
            deep,
            ripples,
        }
    }

    /// Whether they are noise, which spreads over blocks of eight pixels, rather
    /// than smoothed edges, which are two or three pixels wide.
    fn is_noise(&self, counts: &Counts) -> bool {
        let idle = counts.all.len() - counts.even.len();
        idle >= 64 && self.deep * 5 >= self.pixels
    }
}
