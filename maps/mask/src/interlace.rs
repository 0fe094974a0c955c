//! Assembles interlaced pictures without holding their pixels.
//!
//! Adam7 stores a picture in seven passes, each with some columns of some rows (PNG
//! specification, section 8.2). These are the passes of each block of 8 × 8 pixels:
//!
//! ```text
//! 1 6 4 6 2 6 4 6
//! 7 7 7 7 7 7 7 7
//! 5 6 5 6 5 6 5 6
//! 7 7 7 7 7 7 7 7
//! 3 6 4 6 3 6 4 6
//! 7 7 7 7 7 7 7 7
//! 5 6 5 6 5 6 5 6
//! 7 7 7 7 7 7 7 7
//! ```
//!
//! No row is complete before the sixth pass. Each pass is a small picture of its own and
//! is kept as runs, in total about twice as many as the picture has. In the end, each row
//! is assembled from the passes that contain a part of it.

use crate::limits::MAX_WHOLE_IMAGE_BYTES;

use super::colour::Rgba;
use super::error::MaskError;
use super::run::{RowRuns, RunBuffer, RunSink};

/// The first column of each pass and the step to its next column; the same for rows.
const PASSES: [[u32; 4]; 7] = [
    [0, 8, 0, 8],
    [4, 8, 0, 8],
    [0, 4, 4, 8],
    [2, 4, 0, 4],
    [0, 2, 2, 4],
    [1, 2, 0, 2],
    [0, 1, 1, 2],
];

/// The number of columns or rows from `first` on in steps of `step`.
fn count(all: u32, first: u32, step: u32) -> u32 {
    all.saturating_sub(first).div_ceil(step)
}

/// The passes of a picture read so far.
pub(super) struct Passes {
    width: u32,
    height: u32,
    rows_of: [Pass; 7],
    /// The pass that is being read.
    at: usize,
    runs: u64,
}

#[derive(Default)]
struct Pass {
    /// Where the runs of each row start.
    rows: Vec<usize>,
    ends: Vec<u16>,
    colours: Vec<Rgba>,
}

impl Passes {
    pub(super) fn new(width: u32, height: u32) -> Self {
        Self {
            width,
            height,
            rows_of: Default::default(),
            at: 0,
            runs: 0,
        }
    }

    /// How many pixels the next row has; `None` after the last. Passes without a
    /// pixel are not in the file.
    pub(super) fn next_row(&mut self) -> Option<u32> {
        loop {
            let &[x, step_x, y, step_y] = PASSES.get(self.at)?;
            let width = count(self.width, x, step_x);
            let rows = self.rows_of[self.at].rows.len() as u32;
            if width > 0 && rows < count(self.height, y, step_y) {
                return Some(width);
            }
            self.at += 1;
        }
    }

    /// Adds the row that [`next_row`](Self::next_row) has announced.
    ///
    /// # Errors
    /// [`MaskError::WholeImage`] if there are so many runs that they take as much memory as the
    /// whole picture, which may not be held.
    pub(super) fn add(&mut self, runs: RowRuns<'_>) -> Result<(), MaskError> {
        let pass = &mut self.rows_of[self.at];
        pass.rows.push(pass.ends.len());
        pass.ends.extend_from_slice(&runs.bounds[1..]);
        pass.colours.extend_from_slice(runs.colours);
        self.runs += runs.len() as u64;
        let bytes = self.runs * (size_of::<u16>() + size_of::<Rgba>()) as u64;
        if bytes > MAX_WHOLE_IMAGE_BYTES {
            return Err(MaskError::WholeImage {
                format: "interlaced PNG",
                bytes,
            });
        }
        Ok(())
    }

    /// Hands on the rows of the picture.
    ///
    /// # Errors
    /// Whatever the sink returns.
    pub(super) fn send(&self, sink: &mut dyn RunSink) -> Result<(), MaskError> {
        let mut pixels = vec![[0; 4]; self.width as usize];
        let mut runs = RunBuffer::new();
        for y in 0..self.height {
            for (pass, [x, step_x, first_y, step_y]) in self.rows_of.iter().zip(PASSES) {
                if let Some(down) = y.checked_sub(first_y)
                    && down.is_multiple_of(step_y)
                    && let Some(pixels) = pixels.get_mut(x as usize..)
                {
                    let pixels = pixels.iter_mut().step_by(step_x as usize);
                    pass.put((down / step_y) as usize, pixels);
                }
            }
            runs.fill(pixels.as_flattened(), Rgba);
            sink.row(runs.as_runs())?;
        }
        Ok(())
    }
}

impl Pass {
    /// Writes a row of the pass into those pixels of a row that are its own.
    fn put<'a>(&self, row: usize, mut pixels: impl Iterator<Item = &'a mut [u8; 4]>) {
        let Some(&from) = self.rows.get(row) else {
            return;
        };
        let to = self.rows.get(row + 1).copied().unwrap_or(self.ends.len());
        let mut start = 0;
        for (&end, &Rgba(colour)) in self.ends[from..to].iter().zip(&self.colours[from..to]) {
            for pixel in pixels.by_ref().take(usize::from(end - start)) {
                *pixel = colour;
            }
            start = end;
        }
    }
}
