//! Adds progress, cancellation and detection of truncated files to decoders that lack them, by
//! wrapping the file they read.

use std::io::{self, BufRead, Read, Seek, SeekFrom};
use std::ops::ControlFlow;

/// Progress of reading a mask.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Progress {
    /// Bytes of the file read so far.
    pub done: u64,
    /// Bytes of the file.
    pub total: u64,
}

impl Progress {
    /// From 0 to 1.
    pub fn fraction(self) -> f64 {
        if self.total == 0 {
            1.0
        } else {
            (self.done as f64 / self.total as f64).min(1.0)
        }
    }
}

/// How reading ended.
#[derive(Debug, Default)]
pub(super) struct End {
    /// The caller cancelled.
    pub(super) cancelled: bool,
    /// The decoder wanted more than the file has.
    pub(super) exhausted: bool,
}

/// A reader that reports progress and stops on request.
pub(super) struct Watched<'a, R> {
    inner: R,
    progress: Progress,
    /// Position at which the next report is due.
    due: u64,
    /// Bytes from one report to the next.
    step: u64,
    watch: &'a mut dyn FnMut(Progress) -> ControlFlow<()>,
    end: &'a mut End,
}

/// Most bytes between two reports; a mask packs several megabytes of pixels into them.
const LONGEST_STEP: u64 = 1 << 15;

/// Fewest bytes between two reports.
const SHORTEST_STEP: u64 = 64;

impl<'a, R: BufRead + Seek> Watched<'a, R> {
    /// Records in `end` whether `watch` cancelled, and whether the file was exhausted.
    pub(super) fn new(
        inner: R,
        total: u64,
        watch: &'a mut dyn FnMut(Progress) -> ControlFlow<()>,
        end: &'a mut End,
    ) -> Self {
        Self {
            inner,
            progress: Progress { done: 0, total },
            due: 0,
            step: (total / 128).clamp(SHORTEST_STEP, LONGEST_STEP),
            watch,
            end,
        }
    }

    fn report(&mut self) -> io::Result<()> {
        if self.progress.done >= self.due {
            self.due = self.progress.done + self.step;
            if self.end.cancelled || (self.watch)(self.progress).is_break() {
                self.end.cancelled = true;
                // Stays due, so that a decoder that carries on is stopped again.
                self.due = 0;
                return Err(io::Error::other("cancelled"));
            }
        }
        Ok(())
    }
}

impl<R: BufRead + Seek> Read for Watched<'_, R> {
    fn read(&mut self, buf: &mut [u8]) -> io::Result<usize> {
        self.report()?;
        let most = buf.len().min(self.step as usize);
        let read = self.inner.read(&mut buf[..most])?;
        self.progress.done += read as u64;
        self.end.exhausted |= read == 0 && most > 0;
        Ok(read)
    }
}

impl<R: BufRead + Seek> BufRead for Watched<'_, R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        self.report()?;
        let buffer = self.inner.fill_buf()?;
        self.end.exhausted |= buffer.is_empty();
        // A file that is entirely in memory would be read at once.
        Ok(&buffer[..buffer.len().min(self.step as usize)])
    }

    fn consume(&mut self, amount: usize) {
        self.progress.done += amount as u64;
        self.inner.consume(amount);
    }
}

impl<R: BufRead + Seek> Seek for Watched<'_, R> {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        let at = self.inner.seek(to)?;
        self.progress.done = at;
        self.due = self.due.min(at + self.step);
        Ok(at)
    }
}
