//! What the colours of a mask are: territory, sea, line or dirt.
//!
//! Nothing here is certain; every guess comes with its reasons and a confidence
//! and is the author's to confirm. What he confirms is written into the map
//! file and never guessed again.

use std::collections::{BTreeMap, HashMap};
use std::fmt;

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

/// Why a colour is taken for what it is.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Reason {
    /// It is fully transparent.
    Transparent,
    /// It is not opaque, hence no key colour.
    HalfTransparent,
    /// It takes up this share of the mask's edge, 0 to 1.
    Edge(f32),
    /// It covers as much as this many ordinary colours.
    Large(f32),
    /// It touches this share of the other colours, 0 to 1.
    Touches(f32),
    /// White, black or a blue, as seas are painted.
    SeaColour,
    /// It is drawn as lines of about this width, in pixels.
    Thin(f32),
    /// This share of its stretches has different colours on either side.
    Between(f32),
    /// Nowhere is there more of it in one piece than this many pixels.
    Specks(u32),
    /// It is all but the same as this colour, of which there is far more.
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

/// What a colour is taken for.
#[derive(Debug, Clone, PartialEq)]
pub struct Guess {
    /// The colour.
    pub colour: Rgba,
    /// What it is taken for.
    pub role: Role,
    /// How sure that is, 0 to 1; below 0.6 the author should look.
    pub confidence: f32,
    /// What speaks for it.
    pub reasons: Vec<Reason>,
    /// Its pixels.
    pub area: u64,
    /// Its regions.
    pub regions: u32,
}

/// What all colours of a mask are taken for.
#[derive(Debug, Clone, PartialEq)]
pub struct Recognition {
    /// One for each colour, the one that covers most first.
    pub guesses: Vec<Guess>,
    /// Widest line, in pixels, across which two territories touch; 0 if
    /// territories meet without a line.
    pub gap: u32,
}

/// Widest line that is looked for, in pixels.
const MAX_LINE: u32 = 12;

/// Stray colours beyond which a mask is better repaired than sorted by hand.
const MANY_STRAY: usize = 16;

/// A colour whose pieces are all thinner than this is dirt or a line; a square
/// of 3 × 3 pixels has 1.5.
const SPECK_THICKNESS: f32 = 1.4;

/// Two colours this near (distance squared, all channels) differ by accident.
const NEARLY_SAME: u32 = 3 * 6 * 6;

impl Recognition {
    /// Looks at every colour of the mask. Takes time linear in runs, plus
    /// sorting the colours.
    pub fn of(regions: &Regions) -> Self {
        let (mut colours, index) = measure(regions);
        let at = |id: RegionId| index[id.index()] as usize;
        find_lines(&mut colours);
        let lines: Vec<bool> = colours.iter().map(|c| c.role == Role::Separator).collect();
        if lines.contains(&true) {
            // From now on what touches across a line touches.
            let across = Contacts::across(regions, MAX_LINE, Wrap::default(), |id| lines[at(id)]);
            touch(&mut colours, &across, at);
        }
        find_dirt(&mut colours);
        find_seas(&mut colours);
        let roles: Vec<Role> = colours.iter().map(|colour| colour.role).collect();
        let gap = estimate_gap(regions, |id| (at(id), roles[at(id)]));
        Self {
            guesses: colours.into_iter().map(Colour::into_guess).collect(),
            gap,
        }
    }

    /// The colours of a role, the one that covers most first.
    pub fn of_role(&self, role: Role) -> impl Iterator<Item = &Guess> {
        self.guesses.iter().filter(move |guess| guess.role == role)
    }

    /// The guess for a colour.
    pub fn guess(&self, colour: Rgba) -> Option<&Guess> {
        self.guesses.iter().find(|guess| guess.colour == colour)
    }

    /// Whether the mask has so many stray colours, or so much of them, that it
    /// should be [repaired](super::repair()) before anything is made of it.
    pub fn calls_for_repair(&self) -> bool {
        if self.guesses.len() == 1 {
            // Nothing but dirt is no dirt.
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

/// What is known of one colour.
struct Colour {
    key: Rgba,
    role: Role,
    confidence: f32,
    reasons: Vec<Reason>,
    area: u64,
    regions: u32,
    /// Pixels of its largest region.
    largest: u32,
    /// Of its thickest region: twice its area by its outline, about the width
    /// if it is a line.
    thickest: f32,
    /// Pixel sides that face another region or the edge, of all regions.
    outline: u64,
    /// Pixels on the mask's edge.
    edge: u64,
    /// Runs with a neighbour on both sides, and those of them between two
    /// different colours.
    inner_runs: u64,
    between: u64,
    /// Colours it touches, by place, and how far; across lines once these are
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

/// Every colour with what can be said of it alone, the one that covers most
/// first, and the place of every region's colour among them.
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

    let mut outlines = vec![0_u64; regions.len()];
    let touching = Contacts::touching(regions);
    for (id, _) in regions.iter() {
        outlines[id.index()] = touching.of(id).map(|(_, length)| u64::from(length)).sum();
    }
    touch(&mut colours, &touching, at);
    let mut edge = |id: RegionId, pixels: u32| {
        outlines[id.index()] += u64::from(pixels);
        colours[at(id)].edge += u64::from(pixels);
    };
    let bottom = regions.height() - 1;
    for y in 0..=bottom {
        let (mut first, mut last) = (None, None);
        for run in regions.row(y) {
            if y == 0 {
                edge(run.region, run.len());
            }
            if y == bottom {
                edge(run.region, run.len());
            }
            first.get_or_insert(run.region);
            last = Some(run.region);
        }
        for id in first.into_iter().chain(last) {
            edge(id, 1);
        }
    }
    for (id, region) in regions.iter() {
        let colour = &mut colours[at(id)];
        let outline = outlines[id.index()];
        colour.outline += outline;
        let thickness = 2.0 * region.area as f32 / outline.max(1) as f32;
        colour.thickest = colour.thickest.max(thickness);
    }
    for y in 0..=bottom {
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

/// Notes which colours touch, and how far.
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

/// The middle one of some values, 0 if there are none.
fn median(mut values: Vec<f32>) -> f32 {
    values.sort_unstable_by(f32::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or(0.0)
}

/// Lines are thin, everywhere, and touch many colours; dirt is thin, too, but
/// touches few.
fn find_lines(colours: &mut [Colour]) {
    let solid: Vec<bool> = colours
        .iter()
        .map(|c| c.thickest >= 2.0 * SPECK_THICKNESS)
        .collect();
    let thicknesses = colours.iter().map(|c| c.thickest).zip(&solid);
    let ordinary = median(thicknesses.filter(|&(_, &s)| s).map(|(t, _)| t).collect());
    let count = solid.iter().filter(|&&s| s).count();
    let is_thin = |colour: &Colour| {
        colour.thickness() <= MAX_LINE as f32 / 2.0
            && colour.thickest <= MAX_LINE as f32
            && 2.5 * colour.thickest <= ordinary
    };
    let all_thin: u64 = colours.iter().filter(|c| is_thin(c)).map(|c| c.area).sum();
    let mut found = Vec::new();
    for (place, colour) in colours.iter().enumerate() {
        // Of what is thin, lines are the greater part; smoothed edges are many
        // colours with little of each.
        if !is_thin(colour) || 4 * colour.area < all_thin || colour.key.alpha() != 255 {
            continue;
        }
        let touched = colour.touched.keys().filter(|&&at| solid[at as usize]);
        let touched = touched.count();
        let others = count - usize::from(solid[place]);
        let share = touched as f32 / others.max(1) as f32;
        let between = colour.between as f32 / colour.inner_runs.max(1) as f32;
        if touched >= others.clamp(2, 3) && share >= 0.3 && between >= 0.25 {
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

/// The colour that this one is an accidental shade of: it lies mostly in that
/// one, in scraps. Near colours alone prove nothing; many a mask counts its
/// territories in steps of grey.
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
        } else if score >= 0.55 && lands.len() > 2 {
            colours[place].become_(Role::Background, score, reasons);
        }
    }
}

/// White, black, or plainly more blue than anything else.
fn is_sea_colour(colour: Rgba) -> bool {
    let [r, g, b] = colour.rgb().0.map(i32::from);
    let white = r.min(g).min(b) >= 245;
    let black = r.max(g).max(b) <= 10;
    white || black || (b >= r + 24 && b >= g)
}

/// From the widths of what lies between two territories, measured along the
/// rows: where there are lines, narrow widths are far more frequent than wide
/// ones, and than territories that meet without a line.
fn estimate_gap(regions: &Regions, of: impl Fn(RegionId) -> (usize, Role)) -> u32 {
    let mut widths = [0_u64; MAX_LINE as usize + 1];
    let mut drawn = [0_u64; MAX_LINE as usize + 1];
    for y in 0..regions.height() {
        let mut last: Option<(usize, u32)> = None;
        let mut line = true;
        for run in regions.row(y) {
            let (place, role) = of(run.region);
            match role {
                Role::Territory => {
                    if let Some((before, end)) = last
                        && before != place
                        && run.start - end <= MAX_LINE
                    {
                        let width = (run.start - end) as usize;
                        widths[width] += 1;
                        drawn[width] += u64::from(line);
                    }
                    last = Some((place, run.end));
                    line = true;
                }
                Role::Separator => {}
                Role::Background | Role::Stray => line = false,
            }
        }
    }
    // A line of its own colour tells more than one in the colour of the sea.
    let lines: u64 = drawn[1..].iter().sum();
    let counts = if lines * 4 > widths.iter().sum() {
        drawn
    } else {
        widths
    };
    let narrow: u64 = counts[1..=6].iter().sum();
    let wide: u64 = counts[7..].iter().sum();
    if narrow <= counts[0] || narrow < 3 * wide {
        return 0;
    }
    let mut sum = 0;
    let most = |&width: &usize| {
        sum += counts[width];
        sum * 20 >= narrow * 17
    };
    (1..=6).find(most).unwrap_or(6) as u32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::PixelFormat;

    /// A mask of blocks: each character of `rows` is a square of `side` pixels
    /// of that grey, with lines of `line` black pixels where they differ.
    fn blocks(rows: &[&str], side: usize, line: usize) -> Recognition {
        let (width, height) = (rows[0].len() * side, rows.len() * side);
        let at = |x: usize, y: usize| rows[y / side].as_bytes()[x / side];
        let mut pixels = Vec::new();
        for y in 0..height {
            for x in 0..width {
                let differs = |dx, dy| x >= dx && y >= dy && at(x - dx, y - dy) != at(x, y);
                let is_line = (0..=line).any(|dx| (0..=line).any(|dy| differs(dx, dy)));
                pixels.push(if is_line { 0 } else { at(x, y) });
            }
        }
        let format = PixelFormat::grey(8, None);
        Recognition::of(
            &Regions::from_pixels(width as u32, height as u32, &format, &pixels).unwrap(),
        )
    }

    fn roles(recognition: &Recognition, role: Role) -> Vec<u8> {
        recognition.of_role(role).map(|g| g.colour.0[0]).collect()
    }

    /// The sea of these masks is white.
    const ISLAND: [&str; 5] = [
        "\u{7f}\u{7f}\u{7f}\u{7f}\u{7f}\u{7f}\u{7f}",
        "\u{7f}AABB\u{7f}\u{7f}",
        "\u{7f}CCBD\u{7f}\u{7f}",
        "\u{7f}CEED\u{7f}\u{7f}",
        "\u{7f}\u{7f}\u{7f}\u{7f}\u{7f}\u{7f}\u{7f}",
    ];

    #[test]
    fn the_sea_lies_around_the_land() {
        let recognition = blocks(&ISLAND, 20, 0);
        assert_eq!(roles(&recognition, Role::Background), [0x7f]);
        assert_eq!(roles(&recognition, Role::Territory).len(), 5);
        assert_eq!(recognition.gap, 0);
        assert!(!recognition.calls_for_repair());
        let sea = recognition.guess(Rgba([0x7f, 0x7f, 0x7f, 255])).unwrap();
        assert!(sea.confidence > 0.6 && !sea.reasons.is_empty(), "{sea:?}");
    }

    #[test]
    fn lines_are_told_from_land() {
        for line in 1..=3 {
            let recognition = blocks(&ISLAND, 20, line);
            assert_eq!(roles(&recognition, Role::Separator), [0], "{line} px");
            assert_eq!(roles(&recognition, Role::Background), [0x7f], "{line} px");
            assert_eq!(recognition.gap, line as u32);
        }
    }

    #[test]
    fn a_mask_without_a_sea_has_none() {
        let recognition = blocks(&["ABC", "DEF"], 20, 0);
        assert!(roles(&recognition, Role::Background).is_empty());
        assert_eq!(roles(&recognition, Role::Territory).len(), 6);
    }

    #[test]
    fn specks_are_dirt_and_much_dirt_calls_for_repair() {
        let format = PixelFormat::grey(8, None);
        let mut pixels = vec![250_u8; 100 * 100];
        for y in 30..70 {
            for x in 30..70 {
                pixels[y * 100 + x] = if x < 50 { 10 } else { 20 };
            }
        }
        let recognise = |pixels: &[u8]| {
            Recognition::of(&Regions::from_pixels(100, 100, &format, pixels).unwrap())
        };
        assert!(roles(&recognise(&pixels), Role::Stray).is_empty());
        pixels[31 * 100 + 31] = 99;
        let dirty = recognise(&pixels);
        assert_eq!(roles(&dirty, Role::Stray), [99]);
        assert!(!dirty.calls_for_repair());
        for i in 0..60 {
            pixels[(30 + i % 40) * 100 + 49 + i / 40] = 100 + i as u8;
        }
        assert!(recognise(&pixels).calls_for_repair());

        let one = Regions::from_pixels(1, 1, &format, &[7]).unwrap();
        assert!(!Recognition::of(&one).calls_for_repair());
    }
}
