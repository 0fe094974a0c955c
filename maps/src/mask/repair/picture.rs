//! A picture held whole.

use std::io::{BufRead, Seek};
use std::ops::ControlFlow;

use crate::mask::decode::stream;
use crate::mask::error::MaskError;
use crate::mask::pixel::Rgba;
use crate::mask::run::{RowRuns, RunSink};
use crate::mask::watch::Progress;

use super::{MAX_REPAIR_PIXELS, RepairError};

/// All pixels of a picture, row by row. Every one is opaque or
/// [`Rgba::TRANSPARENT`]: what is half transparent counts as the one it is
/// nearer to.
#[derive(Debug, Default)]
pub(super) struct Picture {
    pub(super) width: u32,
    pub(super) height: u32,
    pub(super) pixels: Vec<Rgba>,
}

impl Picture {
    pub(super) fn read(
        file: impl BufRead + Seek,
        watch: &mut dyn FnMut(Progress) -> ControlFlow<()>,
    ) -> Result<Self, RepairError> {
        let mut picture = Self::default();
        stream(file, &mut picture, watch)?;
        if picture.pixels.is_empty() {
            let (width, height) = (picture.width, picture.height);
            return Err(RepairError::TooLarge { width, height });
        }
        Ok(picture)
    }

    pub(super) fn row(&self, y: u32) -> &[Rgba] {
        let width = self.width as usize;
        &self.pixels[y as usize * width..][..width]
    }
}

impl RunSink for Picture {
    fn begin(&mut self, width: u32, height: u32) -> Result<(), MaskError> {
        (self.width, self.height) = (width, height);
        let pixels = u64::from(width) * u64::from(height);
        if pixels <= MAX_REPAIR_PIXELS {
            self.pixels = Vec::with_capacity(pixels as usize);
        }
        Ok(())
    }

    fn row(&mut self, runs: RowRuns<'_>) -> Result<(), MaskError> {
        // Without room the picture is too large; its rows pass by unseen.
        if self.pixels.capacity() > 0 {
            for (start, end, colour) in runs.iter() {
                let seen = if colour.alpha() < 128 {
                    Rgba::TRANSPARENT
                } else {
                    Rgba::opaque(colour.rgb())
                };
                self.pixels
                    .extend(std::iter::repeat_n(seen, (end - start) as usize));
            }
        }
        Ok(())
    }
}
