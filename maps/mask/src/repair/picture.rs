//! A picture held in memory, each row in the most compact encoding.

use std::io::{BufRead, Seek};
use std::ops::ControlFlow;

use crate::colour::Rgba;
use crate::decode::stream;
use crate::error::MaskError;
use crate::run::{RowRuns, RunSink};
use crate::watch::Progress;

use super::{MAX_REPAIR_PIXELS, RepairError};

/// All pixels of a picture, row by row. Each is opaque or [`Rgba::TRANSPARENT`]: half-transparent
/// pixels are rounded to the nearer of the two.
#[derive(Debug, Default)]
pub(super) struct Picture {
    pub(super) width: u32,
    pub(super) height: u32,
    rows: Vec<Row>,
    /// See [`RunSink::merged`].
    pub(super) merged: Vec<Rgba>,
    /// The picture has too many pixels; rows are skipped.
    too_large: bool,
}

/// A row: runs of six bytes each where the picture is smooth, otherwise pixels.
#[derive(Debug)]
enum Row {
    /// The end column of each run, and its colour.
    Runs(Box<[u16]>, Box<[Rgba]>),
    Opaque(Box<[[u8; 3]]>),
    /// Some pixels are transparent.
    Seen(Box<[Rgba]>),
}

impl Picture {
    pub(super) fn read(
        file: impl BufRead + Seek,
        watch: &mut dyn FnMut(Progress) -> ControlFlow<()>,
    ) -> Result<Self, RepairError> {
        let mut picture = Self::default();
        stream(file, &mut picture, watch)?;
        if picture.too_large {
            let (width, height) = (picture.width, picture.height);
            return Err(RepairError::TooLarge { width, height });
        }
        Ok(picture)
    }

    pub(super) fn len(&self) -> u64 {
        u64::from(self.width) * u64::from(self.height)
    }

    /// The pixel at column `x`, row `y`.
    pub(super) fn at(&self, x: usize, y: u32) -> Rgba {
        match &self.rows[y as usize] {
            Row::Runs(ends, colours) => colours[ends.partition_point(|&end| usize::from(end) <= x)],
            Row::Opaque(pixels) => opaque(pixels[x]),
            Row::Seen(pixels) => pixels[x],
        }
    }

    /// Replaces `out` by the pixels of row `y`.
    pub(super) fn unpack(&self, y: u32, out: &mut Vec<Rgba>) {
        out.clear();
        match &self.rows[y as usize] {
            Row::Runs(ends, colours) => {
                for (&end, &colour) in ends.iter().zip(colours) {
                    out.resize(usize::from(end), colour);
                }
            }
            Row::Opaque(pixels) => out.extend(pixels.iter().copied().map(opaque)),
            Row::Seen(pixels) => out.extend_from_slice(pixels),
        }
    }
}

const fn opaque([red, green, blue]: [u8; 3]) -> Rgba {
    Rgba([red, green, blue, 255])
}

impl RunSink for Picture {
    fn begin(&mut self, width: u32, height: u32) -> Result<(), MaskError> {
        (self.width, self.height) = (width, height);
        self.too_large = self.len() > MAX_REPAIR_PIXELS;
        if !self.too_large {
            self.rows = Vec::with_capacity(height as usize);
        }
        Ok(())
    }

    fn row(&mut self, runs: RowRuns<'_>) -> Result<(), MaskError> {
        if self.too_large {
            return Ok(());
        }
        let seen = runs.iter().map(|(start, end, colour)| {
            let seen = if colour.alpha() < 128 {
                Rgba::TRANSPARENT
            } else {
                Rgba::opaque(colour.rgb())
            };
            (start, end, seen)
        });
        let pixels = |(start, end, colour): (u32, u32, Rgba)| {
            std::iter::repeat_n(colour, (end - start) as usize)
        };
        let clear = runs.iter().any(|(_, _, colour)| colour.alpha() < 128);
        let bytes_a_pixel = if clear { 4 } else { 3 };
        self.rows
            .push(if 6 * runs.len() <= bytes_a_pixel * self.width as usize {
                let (ends, colours): (Vec<u16>, Vec<Rgba>) =
                    seen.map(|(_, end, colour)| (end as u16, colour)).unzip();
                Row::Runs(ends.into(), colours.into())
            } else if clear {
                Row::Seen(seen.flat_map(pixels).collect())
            } else {
                Row::Opaque(seen.flat_map(pixels).map(|pixel| pixel.rgb().0).collect())
            });
        Ok(())
    }

    fn merged(&mut self, colours: Vec<Rgba>) {
        self.merged = colours;
    }
}

/// Three consecutive rows of a picture, unpacked, moving down.
pub(super) struct Window<'a> {
    picture: &'a Picture,
    /// Row `y` is at `y % 3`.
    rows: [Vec<Rgba>; 3],
    /// The next row to unpack.
    next: u32,
}

impl<'a> Window<'a> {
    pub(super) fn new(picture: &'a Picture) -> Self {
        Self {
            picture,
            rows: Default::default(),
            next: 0,
        }
    }

    /// Moves to row `y`, one below the last.
    pub(super) fn go_to(&mut self, y: u32) {
        while self.next < self.picture.height.min(y + 2) {
            let row = &mut self.rows[self.next as usize % 3];
            self.picture.unpack(self.next, row);
            self.next += 1;
        }
    }

    /// Row `y`: the current row, the one above or the one below.
    pub(super) fn row(&self, y: u32) -> &[Rgba] {
        &self.rows[y as usize % 3]
    }

    /// Whether a pixel of the current row and its existing neighbours agree within `tolerance` in
    /// every channel.
    pub(super) fn is_even(&self, x: usize, y: u32, tolerance: u8) -> bool {
        let own = self.row(y)[x];
        let columns = x.saturating_sub(1)..(x + 2).min(self.picture.width as usize);
        let mut rows = y.saturating_sub(1)..(y + 2).min(self.picture.height);
        rows.all(|y| {
            self.row(y)[columns.clone()]
                .iter()
                .all(|&other| other == own || (tolerance > 0 && apart(own, other) <= tolerance))
        })
    }
}

/// The largest difference of any channel.
pub(super) fn apart(a: Rgba, b: Rgba) -> u8 {
    let channels = a.0.iter().zip(b.0);
    channels.map(|(&a, b)| a.abs_diff(b)).max().unwrap_or(0)
}

#[cfg(test)]
mod tests;
