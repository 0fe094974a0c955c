//! Masks to measure with: warped Voronoi territories on continents of noise,
//! one sea colour, and black borders of two to three pixels if wanted.

/// A picture of 8-bit RGB, square.
pub(crate) struct Picture {
    pub(crate) side: usize,
    pub(crate) rgb: Vec<u8>,
}

pub(crate) const SEA: [u8; 3] = [60, 140, 200];

/// A mask of `territories` on about 45 % of its area. The same arguments give
/// the same picture.
pub(crate) fn mask(side: usize, territories: usize, borders: bool) -> Picture {
    let mut random = Random(territories as u64);
    let heights = [(5, 1.0), (11, 0.5), (23, 0.25), (60, 0.12), (160, 0.05)]
        .map(|(cells, weight)| (Noise::new(cells, &mut random), weight));
    let land = field(side, &heights);
    let mut sample: Vec<f32> = land.iter().copied().step_by(61).collect();
    sample.sort_unstable_by(f32::total_cmp);
    let shore = sample[sample.len() * 55 / 100];

    let mut sites = Vec::new();
    while sites.len() < territories {
        let (x, y) = (random.below(side), random.below(side));
        if land[y * side + x] > shore && !sites.contains(&(x as f32, y as f32)) {
            sites.push((x as f32, y as f32));
        }
    }
    let nearest = Nearest::new(side, &sites);
    let mut colours = vec![SEA];
    while colours.len() <= territories {
        let colour = [0; 3].map(|_: u8| random.next() as u8);
        if colour != [0; 3] && !colours.contains(&colour) {
            colours.push(colour);
        }
    }

    let fine = ((territories as f64).sqrt() as usize * 3).max(8);
    let finest = (fine * 6).min(side / 8);
    let reach = side as f32 / (territories as f32).sqrt() * 0.18;
    let mut shift = || {
        [(fine, 0.6 * reach), (finest, 0.15 * reach)]
            .map(|(cells, weight)| (Noise::new(cells, &mut random), weight))
    };
    let (shift_x, shift_y) = (shift(), shift());
    let (mut row_x, mut row_y) = (vec![0.0; side], vec![0.0; side]);
    // The number of the territory, 0 at sea.
    let mut numbers = Vec::with_capacity(side * side);
    for (y, row) in land.chunks_exact(side).enumerate() {
        fill(&mut row_x, y, &shift_x);
        fill(&mut row_y, y, &shift_y);
        for (x, &height) in row.iter().enumerate() {
            let at = (x as f32 + row_x[x], y as f32 + row_y[x]);
            numbers.push(if height > shore {
                nearest.to(at) + 1
            } else {
                0
            });
        }
    }

    let mut rgb = Vec::with_capacity(side * side * 3);
    let edge = |x: usize, y: usize| {
        let at = y * side + x;
        (x + 1 < side && numbers[at] != numbers[at + 1])
            || (y + 1 < side && numbers[at] != numbers[at + side])
    };
    for y in 0..side {
        for x in 0..side {
            let border = borders
                && (edge(x, y)
                    || x > 0 && edge(x - 1, y)
                    || y > 0 && (edge(x, y - 1) || x > 0 && edge(x - 1, y - 1)));
            let colour = colours[numbers[y * side + x] as usize];
            rgb.extend(if border { [0; 3] } else { colour });
        }
    }
    Picture { side, rgb }
}

/// Pixels of 42 colours at random: the worst a mask can be.
pub(crate) fn speckle(side: usize) -> Picture {
    let mut random = Random(3);
    let colours: [[u8; 3]; 42] = std::array::from_fn(|_| [0; 3].map(|_: u8| random.next() as u8));
    let rgb = (0..side * side)
        .flat_map(|_| colours[random.below(colours.len())])
        .collect();
    Picture { side, rgb }
}

/// A weighted sum of noises over a square.
fn field(side: usize, noises: &[(Noise, f32)]) -> Vec<f32> {
    let mut out = vec![0.0; side * side];
    for (y, row) in out.chunks_exact_mut(side).enumerate() {
        fill(row, y, noises);
    }
    out
}

fn fill(row: &mut [f32], y: usize, noises: &[(Noise, f32)]) {
    row.fill(0.0);
    for (noise, weight) in noises {
        noise.add(row, y, *weight);
    }
}

/// A grid of normal deviates, interpolated by cubic splines.
struct Noise {
    cells: usize,
    grid: Vec<f32>,
}

impl Noise {
    fn new(cells: usize, random: &mut Random) -> Self {
        let grid = (0..(cells + 4).pow(2)).map(|_| random.normal()).collect();
        Self { cells, grid }
    }

    fn add(&self, row: &mut [f32], y: usize, weight: f32) {
        let across = self.cells + 4;
        let scale = self.cells as f32 / row.len() as f32;
        let at = y as f32 * scale;
        let column: Vec<f32> = {
            let first = at as usize * across;
            let weights = cubic(at.fract());
            (0..across)
                .map(|x| {
                    (0..4)
                        .map(|i| self.grid[first + i * across + x] * weights[i])
                        .sum()
                })
                .collect()
        };
        for (x, value) in row.iter_mut().enumerate() {
            let at = x as f32 * scale;
            let weights = cubic(at.fract());
            let taps = &column[at as usize..at as usize + 4];
            *value += weight * (0..4).map(|i| taps[i] * weights[i]).sum::<f32>();
        }
    }
}

/// The weights of Catmull and Rom's spline.
fn cubic(t: f32) -> [f32; 4] {
    let (square, cube) = (t * t, t * t * t);
    [
        0.5 * (-cube + 2.0 * square - t),
        0.5 * (3.0 * cube - 5.0 * square + 2.0),
        0.5 * (-3.0 * cube + 4.0 * square + t),
        0.5 * (cube - square),
    ]
}

/// Finds the nearest site: every tile lists the few candidates for its pixels.
struct Nearest<'a> {
    sites: &'a [(f32, f32)],
    tile: f32,
    across: usize,
    near: Vec<Vec<u32>>,
}

impl<'a> Nearest<'a> {
    fn new(side: usize, sites: &'a [(f32, f32)]) -> Self {
        let across = ((sites.len() as f32).sqrt() as usize * 2).clamp(4, 128);
        let tile = side as f32 / across as f32;
        let near = (0..across * across)
            .map(|i| {
                let middle = (
                    ((i % across) as f32 + 0.5) * tile,
                    ((i / across) as f32 + 0.5) * tile,
                );
                let away = |site: (f32, f32)| (site.0 - middle.0).hypot(site.1 - middle.1);
                let nearest = sites
                    .iter()
                    .map(|&site| away(site))
                    .fold(f32::MAX, f32::min);
                (0..sites.len() as u32)
                    .filter(|&site| away(sites[site as usize]) <= nearest + tile * 1.5)
                    .collect()
            })
            .collect();
        Self {
            sites,
            tile,
            across,
            near,
        }
    }

    fn to(&self, (x, y): (f32, f32)) -> u32 {
        let tile = |at: f32| ((at / self.tile) as usize).min(self.across - 1);
        let near = &self.near[tile(y) * self.across + tile(x)];
        let away = |&site: &u32| {
            let (u, v) = self.sites[site as usize];
            (u - x).powi(2) + (v - y).powi(2)
        };
        let nearest = near
            .iter()
            .copied()
            .min_by(|a, b| away(a).total_cmp(&away(b)));
        nearest.unwrap_or(0)
    }
}

/// `SplitMix64`.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn below(&mut self, end: usize) -> usize {
        (self.next() % end as u64) as usize
    }

    /// Nearly normal: the sum of twelve uniform ones.
    fn normal(&mut self) -> f32 {
        (0..12)
            .map(|_| (self.next() >> 40) as f32 / (1 << 24) as f32)
            .sum::<f32>()
            - 6.0
    }
}
