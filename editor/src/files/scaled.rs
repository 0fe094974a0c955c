//! Loads map images row by row, reduced to screen size.
//!
//! An image of 8192 × 8192 pixels takes 256 MiB, twice that while it is decoded. Here squares of
//! pixels are averaged as rows arrive, so that no more than [`MOST_PIXELS`] are held; only
//! formats without rows are decoded whole for a moment.

use std::io::{BufRead, Seek};
use std::ops::ControlFlow;

use marchland_board::Picture;
use marchland_maps::mask::{self, MaskError, RowRuns, RunSink};

/// Pixels kept of an image: 64 MiB.
const MOST_PIXELS: u64 = 4096 * 4096;

/// Averages squares of `side` × `side` pixels.
#[derive(Default)]
struct Shrink {
    most: u64,
    side: u32,
    width: u32,
    height: u32,
    /// Channel sums and pixel counts of the current row of squares.
    sums: Vec<[u32; 5]>,
    rows: u32,
    pixels: Vec<[u8; 4]>,
}

impl Shrink {
    /// Completes the current row of squares.
    fn put(&mut self) {
        for sum in &mut self.sums {
            let [.., count] = *sum;
            let mean = |part: u32| (part + count / 2).checked_div(count).unwrap_or(0) as u8;
            self.pixels
                .push([mean(sum[0]), mean(sum[1]), mean(sum[2]), mean(sum[3])]);
            *sum = [0; 5];
        }
        self.rows = 0;
    }
}

impl RunSink for Shrink {
    fn begin(&mut self, width: u32, height: u32) -> Result<(), MaskError> {
        let kept = |side: u32| u64::from(width.div_ceil(side)) * u64::from(height.div_ceil(side));
        self.side = (1..width.max(height))
            .find(|side| kept(*side) <= self.most)
            .unwrap_or(1);
        (self.width, self.height) = (width.div_ceil(self.side), height.div_ceil(self.side));
        self.sums = vec![[0; 5]; self.width as usize];
        self.rows = 0;
        self.pixels = Vec::with_capacity(kept(self.side) as usize);
        Ok(())
    }

    fn row(&mut self, runs: RowRuns<'_>) -> Result<(), MaskError> {
        for (start, end, colour) in runs.iter() {
            let mut from = start;
            while from < end {
                let square = from / self.side;
                let to = end.min((square + 1) * self.side);
                let sum = &mut self.sums[square as usize];
                for (sum, part) in sum.iter_mut().zip(colour.0) {
                    *sum += u32::from(part) * (to - from);
                }
                sum[4] += to - from;
                from = to;
            }
        }
        self.rows += 1;
        if self.rows == self.side {
            self.put();
        }
        Ok(())
    }
}

/// Reads an image; `None` if it has no pixels.
///
/// # Errors
/// [`MaskError`].
pub(super) fn read(file: impl BufRead + Seek) -> Result<Option<Picture>, MaskError> {
    let shrunk = shrink(file, MOST_PIXELS)?;
    Ok(Picture::new(
        shrunk.width,
        shrunk.height,
        shrunk.pixels,
        0.0,
    ))
}

fn shrink(file: impl BufRead + Seek, most: u64) -> Result<Shrink, MaskError> {
    let mut shrink = Shrink {
        most,
        ..Shrink::default()
    };
    mask::stream(file, &mut shrink, &mut |_| ControlFlow::Continue(()))?;
    if shrink.rows > 0 {
        shrink.put();
    }
    Ok(shrink)
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use super::*;

    #[test]
    fn large_pictures_are_averaged_and_small_ones_kept() {
        let mut png = Cursor::new(Vec::new());
        let picture = image::RgbImage::from_fn(5, 3, |x, y| image::Rgb([x as u8 * 10, y as u8, 7]));
        picture.write_to(&mut png, image::ImageFormat::Png).unwrap();
        let read = |most| shrink(Cursor::new(png.get_ref()), most).unwrap();
        let whole = read(15);
        assert_eq!((whole.width, whole.height), (5, 3));
        assert_eq!(whole.pixels[7], [20, 1, 7, 255]);
        // Squares of two, with a remainder at the edges.
        let half = read(6);
        assert_eq!((half.width, half.height), (3, 2));
        assert_eq!(half.pixels[0], [5, 1, 7, 255]);
        assert_eq!(half.pixels[5], [40, 2, 7, 255]);
    }
}
