//! PNG files of every kind, drawn up from a few bytes: flat pictures, most of them
//! much larger than what a decoder holds at a time, packed as various encoders do.
//! Tests and the fuzz target `png` share it, so it does not depend on our own code.

use miniz_oxide::deflate::core::{
    CompressorOxide, TDEFLFlush, TDEFLStatus, compress, create_comp_flags_from_zip_params,
};

/// Every colour type with every depth that it may have.
pub(super) const KINDS: [(u8, u8); 15] = [
    (0, 1),
    (0, 2),
    (0, 4),
    (0, 8),
    (0, 16),
    (2, 8),
    (2, 16),
    (3, 1),
    (3, 2),
    (3, 4),
    (3, 8),
    (4, 8),
    (4, 16),
    (6, 8),
    (6, 16),
];

/// A picture of rectangles.
pub(super) struct Recipe {
    pub(super) width: usize,
    pub(super) height: usize,
    pub(super) colour_type: u8,
    pub(super) bits: u8,
    pub(super) interlaced: bool,
    /// By pixel the number of its colour.
    pixels: Vec<u8>,
    /// Samples of each colour.
    colours: Vec<[u16; 4]>,
    /// A filter, or 5 for another one in each row.
    filter: u8,
    packing: u8,
    /// Where the packed data are cut into chunks, in shares of 256; equal cuts make
    /// empty chunks.
    cuts: Vec<u8>,
    key: bool,
}

impl Recipe {
    /// A stream of the given bytes, followed by zeros.
    pub(super) fn new(bytes: &[u8], most_pixels: usize) -> Self {
        let mut bytes = bytes.iter().copied();
        let mut next = || bytes.next().unwrap_or(0);
        let (colour_type, bits) = KINDS[usize::from(next()) % KINDS.len()];
        let mut side = || usize::from(u16::from_be_bytes([next(), next()])) % 2_100 + 1;
        let width = side();
        let height = side().min(most_pixels / width).max(1);
        let interlaced = next() % 4 == 0;
        let (filter, packing, key) = (next() % 6, next() % 10, next() % 3 == 0);
        let cuts = (0..next() % 8).map(|_| next()).collect();
        let shapes = next() % 9;
        let colours: Vec<[u16; 4]> = (0..=shapes)
            .map(|_| [0; 4].map(|_| u16::from_be_bytes([next(), next()])))
            .collect();
        let mut pixels = vec![0; width * height];
        for colour in 1..=shapes {
            let [left, top, across, down] =
                [width, height, width, height].map(|side| usize::from(next()) * side / 256);
            for row in pixels.chunks_mut(width).skip(top).take(down + 1) {
                row[left..width.min(left + across + 1)].fill(colour);
            }
        }
        Self {
            width,
            height,
            colour_type,
            bits,
            interlaced,
            pixels,
            colours,
            filter,
            packing,
            cuts,
            key,
        }
    }

    fn samples(&self) -> usize {
        [1, 0, 3, 1, 2, 0, 4][usize::from(self.colour_type)]
    }

    pub(super) fn file(&self) -> Vec<u8> {
        if self.packing >= 5 && !self.interlaced {
            return self.by_the_png_crate();
        }
        let mut data = Vec::new();
        for [x, step_x, y, step_y] in self.passes() {
            let width = self.width.saturating_sub(x).div_ceil(step_x);
            if width == 0 {
                continue;
            }
            let mut above = vec![0; (width * self.samples() * usize::from(self.bits)).div_ceil(8)];
            for (i, y) in (y..self.height).step_by(step_y).enumerate() {
                let row = self.row((x..self.width).step_by(step_x).map(|x| y * self.width + x));
                let filter = if self.filter == 5 {
                    i as u8 % 5
                } else {
                    self.filter
                };
                data.push(filter);
                let whole = (self.samples() * usize::from(self.bits)).div_ceil(8);
                data.extend(filtered(filter, whole, &row, &above));
                above = row;
            }
        }
        let packed = zlib(&data, self.packing);
        let mut file = b"\x89PNG\r\n\x1a\n".to_vec();
        let mut header = (self.width as u32).to_be_bytes().to_vec();
        header.extend((self.height as u32).to_be_bytes());
        header.extend([self.bits, self.colour_type, 0, 0, u8::from(self.interlaced)]);
        chunk(&mut file, *b"IHDR", &header);
        if self.colour_type == 3 {
            chunk(&mut file, *b"PLTE", &self.palette());
        }
        if let Some(key) = self.transparent() {
            chunk(&mut file, *b"tRNS", &key);
        }
        let mut cuts: Vec<usize> = self
            .cuts
            .iter()
            .map(|&cut| usize::from(cut) * packed.len() / 256)
            .collect();
        cuts.push(packed.len());
        cuts.sort_unstable();
        let mut from = 0;
        for to in cuts {
            chunk(&mut file, *b"IDAT", &packed[from..to]);
            from = to;
        }
        chunk(&mut file, *b"IEND", &[]);
        file
    }

    fn passes(&self) -> Vec<[usize; 4]> {
        if !self.interlaced {
            return vec![[0, 1, 0, 1]];
        }
        vec![
            [0, 8, 0, 8],
            [4, 8, 0, 8],
            [0, 4, 4, 8],
            [2, 4, 0, 4],
            [0, 2, 2, 4],
            [1, 2, 0, 2],
            [0, 1, 1, 2],
        ]
    }

    /// The colours as samples of the file's depth: indices of a palette count up.
    fn sample(&self, colour: usize, channel: usize) -> u16 {
        match self.colour_type {
            3 => colour as u16 % (1 << self.bits),
            _ => self.colours[colour][channel] >> (16 - self.bits),
        }
    }

    /// The bytes of a row of these pixels.
    fn row(&self, pixels: impl Iterator<Item = usize>) -> Vec<u8> {
        let mut row = Vec::new();
        let mut filled = 0;
        for pixel in pixels {
            for channel in 0..self.samples() {
                let sample = self.sample(usize::from(self.pixels[pixel]), channel);
                match self.bits {
                    16 => row.extend(sample.to_be_bytes()),
                    8 => row.push(sample as u8),
                    bits => {
                        if filled == 0 {
                            row.push(0);
                        }
                        filled = (filled + bits) % 8;
                        *row.last_mut().expect("a byte") |= (sample as u8) << ((8 - filled) % 8);
                    }
                }
            }
        }
        row
    }

    fn palette(&self) -> Vec<u8> {
        let entries = self.colours.len().min(1 << self.bits);
        let colours = self.colours[..entries].iter();
        colours
            .flat_map(|&[r, g, b, _]| [r, g, b].map(|sample| (sample >> 8) as u8))
            .collect()
    }

    fn transparent(&self) -> Option<Vec<u8>> {
        match self.colour_type {
            _ if !self.key => None,
            0 | 2 => Some(
                (0..self.samples())
                    .flat_map(|channel| self.sample(0, channel).to_be_bytes())
                    .collect(),
            ),
            3 => Some(vec![(self.colours[0][3] >> 8) as u8]),
            _ => None,
        }
    }

    fn by_the_png_crate(&self) -> Vec<u8> {
        let mut file = Vec::new();
        let mut encoder = png::Encoder::new(&mut file, self.width as u32, self.height as u32);
        encoder.set_color(png::ColorType::from_u8(self.colour_type).expect("a colour type"));
        encoder.set_depth(png::BitDepth::from_u8(self.bits).expect("a depth"));
        if self.colour_type == 3 {
            encoder.set_palette(self.palette());
        }
        if let Some(key) = self.transparent() {
            encoder.set_trns(key);
        }
        encoder.set_compression(
            [
                png::Compression::NoCompression,
                png::Compression::Fastest,
                png::Compression::Fast,
                png::Compression::Balanced,
                png::Compression::High,
            ][usize::from(self.packing - 5)],
        );
        encoder.set_filter(
            [
                png::Filter::NoFilter,
                png::Filter::Sub,
                png::Filter::Up,
                png::Filter::Avg,
                png::Filter::Paeth,
                png::Filter::Adaptive,
            ][usize::from(self.filter)],
        );
        let rows = (0..self.height).map(|y| y * self.width..(y + 1) * self.width);
        let data: Vec<u8> = rows.flat_map(|row| self.row(row)).collect();
        let mut writer = encoder.write_header().expect("a header");
        writer.write_image_data(&data).expect("a picture");
        writer.finish().expect("an end");
        file
    }
}

/// A row as the PNG specification filters it; `whole` bytes to the pixel on the left.
fn filtered(filter: u8, whole: usize, row: &[u8], above: &[u8]) -> Vec<u8> {
    let before = |row: &[u8], at: usize| at.checked_sub(whole).map_or(0, |at| i32::from(row[at]));
    (0..row.len())
        .map(|at| {
            let (a, b, c) = (before(row, at), i32::from(above[at]), before(above, at));
            let p = a + b - c;
            let predicted = match filter {
                0 => 0,
                1 => a,
                2 => b,
                3 => i32::midpoint(a, b),
                _ => [a, b, c]
                    .into_iter()
                    .min_by_key(|near| (p - near).abs())
                    .unwrap_or(0),
            };
            row[at].wrapping_sub(predicted as u8)
        })
        .collect()
}

/// Packed into blocks: stored, of fixed codes, of codes of their own with all
/// repetitions, without any, or with those of one byte only.
fn zlib(data: &[u8], packing: u8) -> Vec<u8> {
    let (level, strategy) = [(0, 0), (6, 4), (9, 0), (6, 2), (6, 3)][usize::from(packing % 5)];
    let mut deflate = CompressorOxide::new(create_comp_flags_from_zip_params(level, 15, strategy));
    let mut packed = vec![0; data.len() + data.len() / 8 + 1_000];
    let (status, _, length) = compress(&mut deflate, data, &mut packed, TDEFLFlush::Finish);
    assert_eq!(status, TDEFLStatus::Done);
    packed.truncate(length);
    packed
}

fn chunk(file: &mut Vec<u8>, kind: [u8; 4], body: &[u8]) {
    file.extend((body.len() as u32).to_be_bytes());
    let from = file.len();
    file.extend(kind);
    file.extend(body);
    let sum = crc32fast::hash(&file[from..]);
    file.extend(sum.to_be_bytes());
}
