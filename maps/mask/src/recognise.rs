//! Guesses what the colours of a mask are: territory, sea, line or dirt.
//!
//! Nothing here is certain: every guess comes with reasons and a confidence, for the author to
//! confirm. Confirmed roles are written into the map file and never guessed again.
//!
//! Colours are classified by their appearance in this order, because each step makes the next one
//! easier:
//!
//! ```text
//! lines   thin everywhere, between two different colours, touching many
//!           A|B|C      from here on, colours on both sides of a line touch
//! dirt    thin or half transparent, touching few: specks and smoothed edges
//! seas    much of the mask's edge, large, touching many, painted as seas are
//! shades  of a sea that they lie in: an off-white sea
//! ```
//!
//! Thickness is twice the area divided by the outline: the width of a long stripe, half the side of
//! a square. The thresholds and the weights of [`find_seas`] are empirical: they give the right
//! answer on the bundled masks, on those of another program (`benches/neighbours.rs`) and on spoilt
//! ones (`benches/repair`). The edge weighs most, since most seas surround the land. No single sign
//! is enough, so that an archipelago with a frame of land, or a sea painted pink, is still
//! recognised.

mod widths;

use std::collections::{BTreeMap, HashMap};
use std::fmt;

use crate::limits::MAX_GAP;
use crate::place::Wrap;

use super::colour::Rgba;
use super::contacts::Contacts;
use super::regions::Regions;
use super::run::RegionId;

/// What a colour stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Role {
    /// The key colour of a territory.
    Territory,
    /// No territory: the sea, lakes, a frame.
    Background,
    /// Lines drawn between territories.
    Separator,
    /// Dirt: specks, smoothed edges, noise.
    Stray,
}

/// Why a colour has its role.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Reason {
    /// It is fully transparent.
    Transparent,
    /// It is not opaque, so it cannot be a key colour.
    HalfTransparent,
    /// Its share of the mask's edge, 0 to 1.
    Edge(f32),
    /// Its area as a multiple of the median colour's.
    Large(f32),
    /// The share of the other colours that it touches, 0 to 1.
    Touches(f32),
    /// White, black or blue, as seas are usually painted.
    SeaColour,
    /// It is drawn as lines of about this width, in pixels.
    Thin(f32),
    /// The share of its runs with different colours on either side.
    Between(f32),
    /// Its largest piece has this many pixels.
    Specks(u32),
    /// It is nearly the same as this far more common colour.
    Like(Rgba),
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let percent = |share: f32| (share * 100.0).round();
        match *self {
            Self::Transparent => f.write_str("it is transparent"),
            Self::HalfTransparent => f.write_str("it is half transparent"),
            Self::Edge(share) => write!(f, "it makes up {} % of the edge", percent(share)),
            Self::Large(times) => write!(f, "it covers as much as {times:.0} other colours"),
            Self::Touches(share) => {
                write!(f, "it touches {} % of the other colours", percent(share))
            }
            Self::SeaColour => f.write_str("seas are often painted like this"),
            Self::Thin(width) => write!(f, "it is a line about {width:.1} px wide"),
            Self::Between(share) => {
                write!(
                    f,
                    "{} % of it lies between two other colours",
                    percent(share)
                )
            }
            Self::Specks(1) => f.write_str("it has single pixels only"),
            Self::Specks(largest) => write!(f, "its largest piece has {largest} px"),
            Self::Like(colour) => write!(f, "it is nearly {}", colour.rgb()),
        }
    }
}

/// The guess for one colour.
#[derive(Debug, Clone, PartialEq)]
pub struct Guess {
    /// The colour as it is in the mask.
    pub colour: Rgba,
    /// Its likely role.
    pub role: Role,
    /// Confidence, 0 to 1; below 0.6 the author should check.
    pub confidence: f32,
    /// The reasons for the guess.
    pub reasons: Vec<Reason>,
    /// Pixels of this colour.
    pub area: u64,
    /// Regions of this colour.
    pub regions: u32,
}

/// The guesses for all colours of a mask.
#[derive(Debug, Clone, PartialEq)]
pub struct Recognition {
    /// One for each colour, largest area first.
    pub guesses: Vec<Guess>,
    /// Width of the widest line, in pixels, across which two territories touch; 0 if territories
    /// meet without a line.
    pub gap: u32,
    /// If `gap` is 0 but most gaps between territories are about equally wide: the gap that would
    /// join them. They may be straits between islands, so the author decides.
    pub wider_gap: Option<u32>,
}

/// With more stray colours than this, a mask should be repaired rather than sorted by hand.
const MANY_STRAY: usize = 16;

/// Lines up to this width, in pixels, are told from territories by their width.
const WIDE_LINE: f32 = 12.0;

/// A colour whose pieces are all thinner than this is dirt or a line; a square of 3 × 3 pixels has
/// 1.5.
const SPECK_THICKNESS: f32 = 1.4;

/// Two colours this close (squared distance) may differ by accident.
const NEARLY_SAME: u32 = 6 * 6;

impl Recognition {
    /// Classifies every colour of the mask. Takes time linear in runs, plus sorting the colours.
    pub fn of(regions: &Regions) -> Self {
        let (mut colours, index) = measure(regions);
        let at = |id: RegionId| index[id.index()] as usize;
        find_lines(&mut colours);
        let direct: Vec<_> = colours.iter().map(|c| c.touched.clone()).collect();
        let lines: Vec<bool> = colours.iter().map(|c| c.role == Role::Separator).collect();
        if lines.contains(&true) {
            // From here on, colours on both sides of a line touch.
            let drawn = colours.iter().filter(|c| c.role == Role::Separator);
            let widest = drawn.map(|c| c.thickest).fold(0.0, f32::max);
            let reach = (1.5 * widest).ceil().clamp(12.0, f32::from(MAX_GAP)) as u32;
            let across = Contacts::across(regions, reach, Wrap::default(), |id| lines[at(id)]);
            touch(&mut colours, &across, at);
        }
        find_dirt(&mut colours);
        find_seas(&mut colours);
        find_shades(&mut colours, &direct);
        let roles: Vec<Role> = colours.iter().map(|colour| colour.role).collect();
        let lands = colours.iter().filter(|c| c.role == Role::Territory);
        let across = median(lands.map(|c| (c.area as f32).sqrt()).collect());
        let (gap, wider_gap) = widths::estimate(regions, across, |id| (at(id), roles[at(id)]));
        Self {
            guesses: colours.into_iter().map(Colour::into_guess).collect(),
            gap,
            wider_gap,
        }
    }

    /// The colours of a role, largest area first.
    pub fn of_role(&self, role: Role) -> impl Iterator<Item = &Guess> {
        self.guesses.iter().filter(move |guess| guess.role == role)
    }

    /// The guess for a colour.
    pub fn guess(&self, colour: Rgba) -> Option<&Guess> {
        self.guesses.iter().find(|guess| guess.colour == colour)
    }

    /// Whether the mask has so many stray colours, or so much of them, that it should be
    /// [repaired](super::repair()) before it is used.
    pub fn calls_for_repair(&self) -> bool {
        if self.guesses.len() == 1 {
            // If every colour would count as dirt, keep them all.
            return false;
        }
        let (mut colours, mut stray) = (0, 0);
        for guess in self.of_role(Role::Stray) {
            colours += 1;
            stray += guess.area;
        }
        let all: u64 = self.guesses.iter().map(|guess| guess.area).sum();
        colours > MANY_STRAY || stray * 20 > all
    }
}

struct Colour {
    key: Rgba,
    role: Role,
    confidence: f32,
    reasons: Vec<Reason>,
    area: u64,
    regions: u32,
    /// Pixels of its largest region.
    largest: u32,
    /// Thickness of its thickest region; about the width if it is a line.
    thickest: f32,
    /// Pixel sides of all its regions that face another region or the edge.
    outline: u64,
    /// Pixel sides on the mask's edge.
    edge: u64,
    /// Runs with a neighbour on both sides, and how many of them lie between two different colours.
    inner_runs: u64,
    between: u64,
    /// Indices of the colours it touches and the contact lengths; across lines once these are
    /// known.
    touched: BTreeMap<u32, u64>,
}

impl Colour {
    fn into_guess(self) -> Guess {
        Guess {
            colour: self.key,
            role: self.role,
            confidence: self.confidence,
            reasons: self.reasons,
            area: self.area,
            regions: self.regions,
        }
    }

    /// About the width, if it is a line.
    fn thickness(&self) -> f32 {
        2.0 * self.area as f32 / self.outline.max(1) as f32
    }

    fn become_(&mut self, role: Role, confidence: f32, reasons: Vec<Reason>) {
        self.role = role;
        self.confidence = confidence.clamp(0.0, 1.0);
        self.reasons = reasons;
    }
}

/// Every colour with its own measurements, largest area first, and the colour index of every
/// region.
fn measure(regions: &Regions) -> (Vec<Colour>, Vec<u32>) {
    let counts = regions.colours();
    let places: HashMap<Rgba, u32> = (0..).zip(&counts).map(|(at, c)| (c.colour, at)).collect();
    let index: Vec<u32> = regions
        .iter()
        .map(|(_, region)| places[&region.colour])
        .collect();
    let at = |id: RegionId| index[id.index()] as usize;
    let mut colours: Vec<Colour> = counts
        .iter()
        .map(|count| Colour {
            key: count.colour,
            role: Role::Territory,
            confidence: 0.9,
            reasons: Vec::new(),
            area: count.area,
            regions: count.regions,
            largest: count.largest,
            thickest: 0.0,
            outline: 0,
            edge: 0,
            inner_runs: 0,
            between: 0,
            touched: BTreeMap::new(),
        })
        .collect();

    let touching = Contacts::touching(regions);
    touch(&mut colours, &touching, at);
    let edges = edges(regions);
    for (id, region) in regions.iter() {
        let colour = &mut colours[at(id)];
        let edge = edges[id.index()];
        let contacts = touching.of(id).map(|(_, length)| u64::from(length));
        let outline = edge + contacts.sum::<u64>();
        colour.edge += edge;
        colour.outline += outline;
        let thickness = 2.0 * region.area as f32 / outline.max(1) as f32;
        colour.thickest = colour.thickest.max(thickness);
    }
    for y in 0..regions.height() {
        let (mut before, mut middle) = (None, None);
        for run in regions.row(y) {
            let here = at(run.region);
            if let (Some(before), Some(middle)) = (before, middle) {
                let colour: &mut Colour = &mut colours[middle];
                colour.inner_runs += 1;
                colour.between += u64::from(before != here);
            }
            (before, middle) = (middle, Some(here));
        }
    }
    (colours, index)
}

/// The number of pixel sides of each region that lie on the edge of the mask.
fn edges(regions: &Regions) -> Vec<u64> {
    let mut edges = vec![0; regions.len()];
    for y in 0..regions.height() {
        let (labels, _) = regions.row_slices(y);
        for &label in labels.first().into_iter().chain(labels.last()) {
            edges[label as usize] += 1;
        }
    }
    for y in [0, regions.height() - 1] {
        for run in regions.row(y) {
            edges[run.region.index()] += u64::from(run.len());
        }
    }
    edges
}

/// Records which colours touch, and along how many pixels.
fn touch(colours: &mut [Colour], contacts: &Contacts, at: impl Fn(RegionId) -> usize) {
    for colour in &mut *colours {
        colour.touched.clear();
    }
    for contact in contacts.iter() {
        let (a, b) = (at(contact.a), at(contact.b));
        if a != b {
            *colours[a].touched.entry(b as u32).or_default() += u64::from(contact.length);
            *colours[b].touched.entry(a as u32).or_default() += u64::from(contact.length);
        }
    }
}

/// The median, 0 for an empty list.
fn median(mut values: Vec<f32>) -> f32 {
    values.sort_unstable_by(f32::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or(0.0)
}

/// Lines are thin everywhere and touch many colours; dirt is thin as well but touches few.
fn find_lines(colours: &mut [Colour]) {
    let solid: Vec<bool> = colours
        .iter()
        .map(|c| c.thickest >= 2.0 * SPECK_THICKNESS)
        .collect();
    let thicknesses = colours.iter().map(|c| c.thickest).zip(&solid);
    let ordinary = median(thicknesses.filter(|&(_, &s)| s).map(|(t, _)| t).collect());
    let count = solid.iter().filter(|&&s| s).count();
    let is_wide = |colour: &Colour| colour.thickest > WIDE_LINE;
    let is_thin = |colour: &Colour| {
        let times = if is_wide(colour) { 2.0 } else { 2.5 };
        // Lines that run close together form blots here and there.
        let has_blots = colour.thickest <= ordinary && 3.0 * colour.thickness() <= ordinary;
        times * colour.thickest <= ordinary || has_blots
    };
    let all_thin: u64 = colours.iter().filter(|c| is_thin(c)).map(|c| c.area).sum();
    let mut found = Vec::new();
    for (place, colour) in colours.iter().enumerate() {
        // Lines make up most of the thin area; smoothed edges are many colours with little area
        // each.
        if !is_thin(colour) || 4 * colour.area < all_thin || colour.key.alpha() != 255 {
            continue;
        }
        let touched = colour.touched.keys().filter(|&&at| solid[at as usize]);
        let touched = touched.count();
        let others = count - usize::from(solid[place]);
        let share = touched as f32 / others.max(1) as f32;
        let between = colour.between as f32 / colour.inner_runs.max(1) as f32;
        // A narrow territory is as thin as a wide line, but such a line touches nearly everything.
        let least = if is_wide(colour) { 0.75 } else { 0.3 };
        if touched >= others.clamp(2, 3) && share >= least && between >= 0.25 {
            found.push((place, share, between, colour.thickness()));
        }
    }
    for (place, share, between, width) in found {
        let reasons = vec![
            Reason::Thin(width.max(1.0)),
            Reason::Touches(share),
            Reason::Between(between),
        ];
        let confidence = 0.4 + 0.35 * share + 0.25 * between;
        colours[place].become_(Role::Separator, confidence, reasons);
    }
}

fn find_dirt(colours: &mut [Colour]) {
    for place in 0..colours.len() {
        let colour = &colours[place];
        if colour.role != Role::Territory || colour.key.alpha() == 0 {
            continue;
        }
        let mut reasons = Vec::new();
        if colour.key.alpha() != 255 {
            reasons.push(Reason::HalfTransparent);
        }
        if colour.thickest < SPECK_THICKNESS {
            reasons.push(Reason::Specks(colour.largest));
        }
        if let Some(like) = nearly(colours, place) {
            reasons.push(Reason::Like(like));
        }
        if !reasons.is_empty() {
            let confidence = if colour.largest <= 4 { 0.95 } else { 0.8 };
            colours[place].become_(Role::Stray, confidence, reasons);
        } else if colour.area <= 12 {
            let reasons = vec![Reason::Specks(colour.largest)];
            colours[place].become_(Role::Territory, 0.5, reasons);
        }
    }
}

/// The colour of which this one is an accidental shade: it lies mostly within that one, in scraps.
/// Closeness alone proves nothing, since many masks number their territories in steps of grey.
fn nearly(colours: &[Colour], place: usize) -> Option<Rgba> {
    let colour = &colours[place];
    if colour.regions < 8 && colour.thickest >= 3.0 {
        return None;
    }
    let (&at, &length) = colour.touched.iter().max_by_key(|&(_, &length)| length)?;
    let other = &colours[at as usize];
    let near = other.key.rgb().distance_squared(colour.key.rgb()) <= NEARLY_SAME;
    let within = length * 4 >= colour.outline * 3;
    (near && within && other.area >= 8 * colour.area).then_some(other.key)
}

fn find_seas(colours: &mut [Colour]) {
    let lands: Vec<usize> = (0..colours.len())
        .filter(|&at| colours[at].role == Role::Territory)
        .collect();
    let ordinary = median(lands.iter().map(|&at| colours[at].area as f32).collect());
    let is_land: Vec<bool> = colours.iter().map(|c| c.role == Role::Territory).collect();
    let edge: u64 = lands.iter().map(|&at| colours[at].edge).sum();
    for &place in &lands {
        let colour = &colours[place];
        let mut reasons = Vec::new();
        let touched = colour.touched.keys().filter(|&&at| is_land[at as usize]);
        let touched = touched.count() as f32 / (lands.len().max(2) - 1) as f32;
        let at_edge = colour.edge as f32 / edge.max(1) as f32;
        let times = colour.area as f32 / ordinary.max(1.0);
        if at_edge >= 0.25 {
            reasons.push(Reason::Edge(at_edge));
        }
        if times >= 3.0 {
            reasons.push(Reason::Large(times));
        }
        if touched >= 0.3 {
            reasons.push(Reason::Touches(touched));
        }
        let painted = is_sea_colour(colour.key);
        if painted {
            reasons.push(Reason::SeaColour);
        }
        let large = (times.max(1.0).ln() / 20_f32.ln()).min(1.0);
        let score =
            0.35 * at_edge + 0.25 * large + 0.2 * touched + 0.2 * f32::from(u8::from(painted));
        if colour.key.alpha() == 0 {
            colours[place].become_(Role::Background, 1.0, vec![Reason::Transparent]);
        } else if score >= 0.55 && lands.len() > 2 || lands.len() == 2 && at_edge >= 0.99 {
            // Of two colours that share the edge neither is the sea.
            colours[place].become_(Role::Background, score.max(0.6), reasons);
        }
    }
}

/// Finds shades of the sea: a colour that lies in the sea, without a line between, and is nearly
/// its colour, is sea as well. Does not apply where close colours are the rule, as in masks that
/// number territories in steps of grey. `direct` holds the contacts without lines, as
/// [`Colour::touched`].
fn find_shades(colours: &mut [Colour], direct: &[BTreeMap<u32, u64>]) {
    let of_role = |role| {
        let places = colours
            .iter()
            .enumerate()
            .filter(move |(_, c)| c.role == role);
        places.map(|(at, _)| at)
    };
    let seas: Vec<usize> = of_role(Role::Background).collect();
    let mut lands: Vec<usize> = of_role(Role::Territory).collect();
    let near = |a: usize, b: usize| {
        colours[a].key.rgb().distance_squared(colours[b].key.rgb()) <= NEARLY_SAME
    };
    let mut shades: BTreeMap<usize, usize> = BTreeMap::new();
    for &sea in seas.iter().filter(|&&sea| colours[sea].key.alpha() == 255) {
        let is_shade = |at: usize, own: &BTreeMap<usize, usize>| {
            let wet = direct[at].iter().filter(|&(&other, _)| {
                let other = other as usize;
                other == sea || own.get(&other) == Some(&sea)
            });
            let wet: u64 = wet.map(|(_, length)| length).sum();
            let inner = colours[at].outline - colours[at].edge;
            8 * colours[at].area <= colours[sea].area && wet > 0 && 4 * wet >= inner
        };
        let mut candidates: Vec<usize> =
            lands.iter().copied().filter(|&at| near(at, sea)).collect();
        // Shades may lie within shades.
        loop {
            let before = candidates.len();
            candidates.retain(|&at| {
                let is_shade = is_shade(at, &shades);
                if is_shade {
                    shades.insert(at, sea);
                }
                !is_shade
            });
            if candidates.len() == before {
                break;
            }
        }
    }
    if shades.is_empty() {
        return;
    }
    lands.retain(|at| !shades.contains_key(at));
    lands.sort_unstable_by_key(|&at| colours[at].key);
    let red = |at: usize| colours[at].key.rgb().0[0];
    let has_like = lands.iter().enumerate().filter(|&(place, &at)| {
        let after = lands[place + 1..].iter();
        let mut after = after.take_while(|&&other| red(other) - red(at) <= 6);
        after.any(|&other| near(at, other))
    });
    if lands.len() < 2 || 4 * has_like.count() > lands.len() {
        return;
    }
    for (at, sea) in shades {
        let like = colours[sea].key;
        colours[at].become_(Role::Background, 0.6, vec![Reason::Like(like)]);
    }
}

/// White, black, or distinctly more blue than anything else.
fn is_sea_colour(colour: Rgba) -> bool {
    let [r, g, b] = colour.rgb().0.map(i32::from);
    let white = r.min(g).min(b) >= 245;
    let black = r.max(g).max(b) <= 10;
    white || black || (b >= r + 24 && b >= g)
}

#[cfg(test)]
mod tests;
