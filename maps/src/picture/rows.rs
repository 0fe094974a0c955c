//! Reads pictures of any size row by row.

use std::collections::VecDeque;
use std::io::{BufRead, Seek};
use std::ops::{ControlFlow, Range};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread;

use tiny_skia::{Color, FilterQuality, Pixmap, Transform};

use super::Band;
use crate::mask::{MaskError, Rgba, RowRuns, RunSink, stream};

/// A picture in a file, to be painted band by band.
///
/// Decoders push rows, but bands pull them, so a thread decodes a few rows ahead.
#[derive(Debug)]
pub struct Rows {
    width: u32,
    height: u32,
    pieces: Receiver<Piece>,
    /// Rows that were read and may be needed again.
    held: VecDeque<Vec<Rgba>>,
    /// The picture row of the first of those.
    top: usize,
}

#[derive(Debug)]
enum Piece {
    Size(u32, u32),
    Row(Vec<Rgba>),
    Failed(MaskError),
}

/// Rows that are decoded ahead.
const AHEAD: usize = 16;

struct Sender(SyncSender<Piece>);

impl RunSink for Sender {
    fn begin(&mut self, width: u32, height: u32) -> Result<(), MaskError> {
        let sent = self.0.send(Piece::Size(width, height));
        sent.map_err(|_| MaskError::Cancelled)
    }

    fn row(&mut self, runs: RowRuns<'_>) -> Result<(), MaskError> {
        let mut row = Vec::new();
        for (_, end, colour) in runs.iter() {
            row.resize(end as usize, colour);
        }
        self.0
            .send(Piece::Row(row))
            .map_err(|_| MaskError::Cancelled)
    }
}

impl Rows {
    /// Opens a picture in PNG, GIF, BMP, WebP, TIFF or JPEG.
    ///
    /// # Errors
    /// As [`stream`].
    pub fn open(file: impl BufRead + Seek + Send + 'static) -> Result<Self, MaskError> {
        let (sender, pieces) = sync_channel(AHEAD);
        let mut sender = Sender(sender);
        thread::spawn(move || {
            let on = &mut |_| ControlFlow::Continue(());
            if let Err(error) = stream(file, &mut sender, on) {
                // The receiver may be gone.
                let _ = sender.0.send(Piece::Failed(error));
            }
        });
        let mut rows = Self {
            width: 0,
            height: 0,
            pieces,
            held: VecDeque::new(),
            top: 0,
        };
        rows.next()?;
        Ok(rows)
    }

    /// Receives the next message.
    fn next(&mut self) -> Result<(), MaskError> {
        match self.pieces.recv() {
            Ok(Piece::Row(row)) => self.held.push_back(row),
            Ok(Piece::Failed(error)) => return Err(error),
            Ok(Piece::Size(width, height)) => {
                // Also if the file has to be read in another way after all.
                (self.width, self.height) = (width, height);
                self.held.clear();
                self.top = 0;
            }
            Err(_) => return Err(MaskError::Cancelled),
        }
        Ok(())
    }

    /// Paints the picture, stretched to the size of a picture of `height` rows that contains the
    /// band. Bands must come from the top.
    ///
    /// # Errors
    /// As [`stream`].
    pub fn paint(&mut self, band: &mut Band, height: usize) -> Result<(), MaskError> {
        let ratio = f64::from(self.height) / height as f64;
        for strip in band.strips(self.width as usize, ratio) {
            self.paint_strip(band, &strip, height)?;
        }
        Ok(())
    }

    fn paint_strip(
        &mut self,
        band: &mut Band,
        strip: &Range<usize>,
        height: usize,
    ) -> Result<(), MaskError> {
        let wanted = self.wanted(strip, height);
        loop {
            while self.top < wanted.start && self.held.pop_front().is_some() {
                self.top += 1;
            }
            if self.top + self.held.len() >= wanted.end {
                break;
            }
            self.next()?;
        }
        let Some(mut rows) = Pixmap::new(self.width, wanted.len() as u32) else {
            return Ok(());
        };
        for (pixel, Rgba([r, g, b, a])) in
            rows.pixels_mut().iter_mut().zip(self.held.iter().flatten())
        {
            *pixel = Color::from_rgba8(*r, *g, *b, *a)
                .premultiply()
                .to_color_u8();
        }
        let across = band.pixmap.width() as f32 / self.width as f32;
        let down = height as f32 / self.height as f32;
        let shift = wanted.start as f32 * down - band.top as f32;
        let stretch = Transform::from_row(across, 0.0, 0.0, down, 0.0, shift);
        band.cover(strip, rows.as_ref(), FilterQuality::Bilinear, stretch);
        Ok(())
    }

    fn wanted(&self, rows: &Range<usize>, height: usize) -> Range<usize> {
        let at = |y: usize| y as f64 * f64::from(self.height) / height as f64;
        // Including those that are blended in.
        let from = (at(rows.start) - 2.0).max(0.0) as usize;
        from..((at(rows.end) + 2.0).ceil() as usize).min(self.height as usize)
    }
}
