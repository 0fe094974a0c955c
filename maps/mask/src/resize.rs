//! Pictures in another size, read row by row.

use std::io::{BufRead, Seek};
use std::ops::ControlFlow;

use super::{MaskError, Rgba, RowRuns, RunSink, stream};

/// RGBA pixels, rows from the top.
#[derive(Debug)]
pub struct Pixels {
    /// Pixels in a row.
    pub width: u32,
    /// Rows.
    pub height: u32,
    /// `width * height` pixels.
    pub pixels: Vec<[u8; 4]>,
}

/// Reads a picture in another size: each pixel is the mean of what it covers.
///
/// `size` gives the new width and height for those of the file. `paint` gives the colour that
/// stands for one of the file. Of a PNG no more pixels are held than are returned.
///
/// # Errors
/// Any [`MaskError`].
pub fn read_resized(
    file: impl BufRead + Seek,
    size: &dyn Fn(u32, u32) -> (u32, u32),
    paint: &dyn Fn(Rgba) -> Rgba,
) -> Result<Pixels, MaskError> {
    let mut sink = Resize {
        size,
        paint,
        from: (0, 0),
        to: (0, 0),
        row: 0,
        across: Vec::new(),
        sums: Vec::new(),
        pixels: Vec::new(),
    };
    stream(file, &mut sink, &mut |_| ControlFlow::Continue(()))?;
    let (width, height) = sink.to;
    Ok(Pixels {
        width,
        height,
        pixels: sink.pixels,
    })
}

struct Resize<'a> {
    size: &'a dyn Fn(u32, u32) -> (u32, u32),
    paint: &'a dyn Fn(Rgba) -> Rgba,
    from: (u32, u32),
    to: (u32, u32),
    /// The row of the file that comes next.
    row: u64,
    /// The current row of the file: for each new column, channel sums times widths.
    ///
    /// Widths and heights are counted such that a pixel of the file is as many wide as there are
    /// new columns and as many high as there are new rows.
    across: Vec<[u64; 4]>,
    /// The current new row: for each column, channel sums times areas.
    sums: Vec<[u64; 4]>,
    pixels: Vec<[u8; 4]>,
}

impl RunSink for Resize<'_> {
    fn begin(&mut self, width: u32, height: u32) -> Result<(), MaskError> {
        let (columns, rows) = (self.size)(width, height);
        self.from = (width, height);
        self.to = (columns.max(1), rows.max(1));
        self.row = 0;
        self.across = vec![[0; 4]; self.to.0 as usize];
        self.sums = self.across.clone();
        self.pixels = Vec::with_capacity(self.to.0 as usize * self.to.1 as usize);
        Ok(())
    }

    fn row(&mut self, runs: RowRuns<'_>) -> Result<(), MaskError> {
        if self.from == self.to {
            for (start, end, colour) in runs.iter() {
                let colour = (self.paint)(colour).0;
                self.pixels
                    .extend(std::iter::repeat_n(colour, (end - start) as usize));
            }
            return Ok(());
        }
        let [width, height] = [self.from.0, self.from.1].map(u64::from);
        let [columns, rows] = [self.to.0, self.to.1].map(u64::from);
        self.across.fill([0; 4]);
        for (start, end, colour) in runs.iter() {
            let colour = (self.paint)(colour).0.map(u64::from);
            let (mut at, end) = (u64::from(start) * columns, u64::from(end) * columns);
            while at < end {
                let column = at / width;
                let to = end.min((column + 1) * width);
                for (sum, part) in self.across[column as usize].iter_mut().zip(colour) {
                    *sum += part * (to - at);
                }
                at = to;
            }
        }
        let (mut at, end) = (self.row * rows, (self.row + 1) * rows);
        while at < end {
            let to = end.min((at / height + 1) * height);
            let across = self.across.as_flattened();
            for (sum, part) in self.sums.as_flattened_mut().iter_mut().zip(across) {
                *sum += part * (to - at);
            }
            if to.is_multiple_of(height) {
                let area = width * height;
                let mean = |sum: u64| ((sum + area / 2) / area) as u8;
                self.pixels
                    .extend(self.sums.iter().map(|sums| sums.map(mean)));
                self.sums.fill([0; 4]);
            }
            at = to;
        }
        self.row += 1;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use super::*;

    #[test]
    fn pixels_are_means_of_what_they_cover() {
        let mut png = Cursor::new(Vec::new());
        let picture = image::RgbImage::from_fn(5, 3, |x, y| image::Rgb([x as u8 * 10, y as u8, 7]));
        picture.write_to(&mut png, image::ImageFormat::Png).unwrap();
        let read = |width, height| {
            let file = Cursor::new(png.get_ref());
            let resized = read_resized(file, &|_, _| (width, height), &|colour| colour).unwrap();
            assert_eq!((resized.width, resized.height), (width, height));
            assert_eq!(resized.pixels.len(), (width * height) as usize);
            resized.pixels
        };
        assert_eq!(read(5, 3)[7], [20, 1, 7, 255]);
        // A pixel and two thirds by a pixel and a half.
        let half = read(3, 2);
        assert_eq!(half[0], [4, 0, 7, 255]);
        assert_eq!(half[5], [36, 2, 7, 255]);
        let larger = read(10, 6);
        assert_eq!(larger[0], [0, 0, 7, 255]);
        assert_eq!(larger[59], [40, 2, 7, 255]);
    }
}
