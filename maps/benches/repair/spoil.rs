//! Sloppy masks with known territories: real outlines, drawn as by an author who does not know
//! what a mask is for. The same seed gives the same picture.

use image::{Rgb, RgbImage};
use marchland_maps::outlines::Grid;

/// A sloppy mask, and how sloppy.
pub(crate) struct Spoilt {
    pub(crate) picture: RgbImage,
    /// Pixels across of drawn lines; 0 if there are none.
    pub(crate) line: u32,
    /// The colour of each label; the sea has 0.
    colours: Vec<[u8; 3]>,
}

impl Spoilt {
    /// How many pixels of a territory still have exactly its colour.
    pub(crate) fn visible(&self, grid: &Grid, label: usize) -> usize {
        let pixels = self.picture.pixels().zip(grid.cells());
        let own = |&(pixel, &cell): &(&Rgb<u8>, &u16)| {
            usize::from(cell) == label && pixel.0 == self.colours[label]
        };
        pixels.filter(own).count()
    }
}

/// Draws the territories of a grid. Neighbours often have colours only 7 to 12 apart; the sea has
/// several whites; three of four pictures have lines with gaps; there are specks; and the whole
/// picture is smoothed.
pub(crate) fn draw(grid: &Grid, seed: u64) -> Spoilt {
    let random = &mut Random(seed);
    let sea = [0; 3].map(|_: u8| 244 + random.below(12) as u8);
    let colours = colours(grid, sea, random);
    let (width, height) = (grid.width() as u32, grid.height() as u32);
    let mut picture = RgbImage::from_fn(width, height, |x, y| {
        let label = grid.cells()[(y * width + x) as usize];
        Rgb(colours[usize::from(label)])
    });
    shade_the_sea(&mut picture, grid, sea, random);
    // Wider ones would cover small territories.
    let line = (random.below(5) as u32).min(width.max(height) / 350);
    if line > 0 {
        draw_lines(&mut picture, grid, line, random);
    }
    for _ in 0..50 + random.below(200) {
        let colour = Rgb([0; 3].map(|_: u8| random.below(256) as u8));
        let (left, top) = (
            random.below(width as usize - 3),
            random.below(height as usize - 3),
        );
        let (wide, high) = (1 + random.below(3), 1 + random.below(2));
        for y in top..top + high {
            for x in left..left + wide {
                picture.put_pixel(x as u32, y as u32, colour);
            }
        }
    }
    let picture = match random.below(3) {
        0 => image::imageops::blur(&picture, 0.6),
        1 => image::imageops::blur(&picture, 1.0),
        _ => mean_of_squares(&picture),
    };
    Spoilt {
        picture,
        line,
        colours,
    }
}

/// A colour for the sea and for each territory. In more than half of the cases it is 7 to 12 away
/// from that of a neighbour; no two colours are closer than 7.
fn colours(grid: &Grid, sea: [u8; 3], random: &mut Random) -> Vec<[u8; 3]> {
    let count = usize::from(grid.cells().iter().copied().max().unwrap_or(0));
    let mut beside = vec![Vec::new(); count + 1];
    for (a, b, _) in borders(grid) {
        beside[a].push(b);
        beside[b].push(a);
    }
    let mut colours: Vec<Option<[u8; 3]>> = vec![None; count + 1];
    colours[0] = Some(sea);
    for at in 1..=count {
        let known: Vec<[u8; 3]> = beside[at].iter().filter_map(|&n| colours[n]).collect();
        let near =
            (!known.is_empty() && random.below(5) < 3).then(|| known[random.below(known.len())]);
        for attempt in 0.. {
            let any = [0; 3].map(|_: u8| 20 + random.below(216) as u8);
            let shift = [0; 3].map(|_: u8| random.below(25) as i16 - 12);
            let candidate = match near {
                Some(near) if attempt < 200 => {
                    std::array::from_fn(|i| (i16::from(near[i]) + shift[i]).clamp(0, 255) as u8)
                }
                _ => any,
            };
            let beside = near.filter(|_| attempt < 200);
            let is_beside =
                beside.is_none_or(|near| (7.0..=12.0).contains(&distance(near, candidate)));
            let is_own = colours
                .iter()
                .flatten()
                .all(|&c| distance(c, candidate) >= 7.0);
            if is_beside && is_own {
                colours[at] = Some(candidate);
                break;
            }
        }
    }
    colours.into_iter().flatten().collect()
}

fn distance(a: [u8; 3], b: [u8; 3]) -> f64 {
    let squares = (0..3).map(|i| (f64::from(a[i]) - f64::from(b[i])).powi(2));
    squares.sum::<f64>().sqrt()
}

/// Pairs of territories that touch side by side, smaller first, and how far.
pub(crate) fn borders(grid: &Grid) -> Vec<(usize, usize, u32)> {
    let (width, cells) = (grid.width(), grid.cells());
    let mut lengths = std::collections::BTreeMap::new();
    for (at, &own) in cells.iter().enumerate() {
        let right = (at % width + 1 < width).then(|| cells[at + 1]);
        let below = cells.get(at + width).copied();
        for other in right.into_iter().chain(below) {
            if own != other && own != 0 && other != 0 {
                let pair = (usize::from(own.min(other)), usize::from(own.max(other)));
                *lengths.entry(pair).or_insert(0) += 1;
            }
        }
    }
    lengths.into_iter().map(|((a, b), n)| (a, b, n)).collect()
}

/// Ellipses of the sea in a colour that is one to four steps off in each channel.
fn shade_the_sea(picture: &mut RgbImage, grid: &Grid, sea: [u8; 3], random: &mut Random) {
    let (width, height) = picture.dimensions();
    for _ in 0..random.below(6) {
        let off = sea.map(|channel| channel - random.below(4) as u8);
        let middle = [random.below(width as usize), random.below(height as usize)];
        let axes = [10 + random.below(80), 5 + random.below(40)];
        for (x, y, pixel) in picture.enumerate_pixels_mut() {
            let apart = |i: usize, at: u32| (f64::from(at) - middle[i] as f64) / axes[i] as f64;
            let is_sea = grid.cells()[(y * width + x) as usize] == 0;
            if is_sea && apart(0, x).hypot(apart(1, y)) < 1.0 {
                *pixel = Rgb(off);
            }
        }
    }
}

/// Lines where two labels meet, dark or light, with gaps of 4 to 20 pixels.
fn draw_lines(picture: &mut RgbImage, grid: &Grid, line: u32, random: &mut Random) {
    let (width, height) = (grid.width(), grid.height());
    let shades = [[0; 3], [0; 3], [40, 40, 40], [255; 3], [70, 30, 10]];
    let colour = Rgb(shades[random.below(shades.len())]);
    let coasts = random.below(2) == 0;
    let label = |x: usize, y: usize| grid.cells()[y * width + x];
    let mut corners = Vec::new();
    for y in 1..height {
        for x in 1..width {
            let four = [label(x, y), label(x - 1, y), label(x, y - 1)];
            let differs = four.iter().any(|&other| other != four[0]);
            if differs && (coasts || !four.contains(&0)) {
                corners.push((x, y));
            }
        }
    }
    let gaps: Vec<_> = (0..corners.len() / 400)
        .map(|_| {
            (
                corners[random.below(corners.len())],
                2.0 + random.below(9) as f64,
            )
        })
        .collect();
    for (x, y) in corners {
        let is_gap = |&((left, top), radius): &((usize, usize), f64)| {
            (x as f64 - left as f64).hypot(y as f64 - top as f64) < radius
        };
        if gaps.iter().any(is_gap) {
            continue;
        }
        for dy in 0..line {
            for dx in 0..line {
                let left = (x as u32 + dx).saturating_sub(line / 2);
                let top = (y as u32 + dy).saturating_sub(line / 2);
                if left < width as u32 && top < height as u32 {
                    picture.put_pixel(left, top, colour);
                }
            }
        }
    }
}

/// Every pixel the mean of the nine around it.
fn mean_of_squares(picture: &RgbImage) -> RgbImage {
    let (width, height) = picture.dimensions();
    RgbImage::from_fn(width, height, |x, y| {
        let mut sums = [4_u32; 3];
        for (dx, dy) in (0..3).flat_map(|dx| (0..3).map(move |dy| (dx, dy))) {
            let near = |at: u32, d: u32, side: u32| (at + d).saturating_sub(1).min(side - 1);
            let pixel = picture.get_pixel(near(x, dx, width), near(y, dy, height));
            for (sum, channel) in sums.iter_mut().zip(pixel.0) {
                *sum += u32::from(channel);
            }
        }
        Rgb(sums.map(|sum| (sum / 9) as u8))
    })
}

/// `SplitMix64`, after Steele, Lea and Flood, "Fast splittable pseudorandom number
/// generators" (2014).
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ (mixed >> 31)) % bound as u64) as usize
    }
}
