//! Assigns pixels to keys.

use crate::colour::Rgba;
use crate::error::MaskError;
use crate::regions::Regions;
use crate::run::{RegionId, Run, RunBuffer, RunSink};
use crate::scan::Scan;

use super::keys::Keys;
use super::picture::{Picture, Window};

const NONE: u16 = 0x7FFF;

/// Unlabelled, but due in the next step of growing; there are fewer keys than this.
const NEXT: u16 = 0x7FFE;

/// The pixel lies in an even place.
const EVEN: u16 = 0x8000;

/// A key, or none, for every pixel.
pub(super) struct Labels {
    width: usize,
    height: usize,
    pixels: Vec<u16>,
}

impl Labels {
    /// Labels the pixels whose colour alone decides.
    pub(super) fn new(picture: &Picture, keys: &Keys) -> Self {
        let mut labels = Vec::with_capacity(picture.len() as usize);
        let mut last = (Rgba::TRANSPARENT, keys.label(Rgba::TRANSPARENT));
        let tolerance = keys.tolerance();
        let mut window = Window::new(picture);
        for y in 0..picture.height {
            window.go_to(y);
            for (x, &pixel) in window.row(y).iter().enumerate() {
                if pixel != last.0 {
                    last = (pixel, keys.label(pixel));
                }
                labels.push(match last.1 {
                    None => NONE,
                    Some(label) if window.is_even(x, y, tolerance) => label | EVEN,
                    Some(label) => label,
                });
            }
        }
        Self {
            width: picture.width as usize,
            height: picture.height as usize,
            pixels: labels,
        }
    }

    /// The regions of the labels, each in its key's colour. Pixels without a label are allowed only
    /// while no key is half transparent.
    pub(super) fn regions(&self, keys: &Keys) -> Result<Regions, MaskError> {
        let mut scan = Scan::new();
        scan.begin(self.width as u32, self.height as u32)?;
        let mut runs = RunBuffer::new();
        for row in self.pixels.chunks_exact(self.width) {
            runs.clear();
            let mut start = 0;
            for stretch in row.chunk_by(|a, b| a & !EVEN == b & !EVEN) {
                start += stretch.len();
                let colour = match stretch[0] & !EVEN {
                    NONE => UNLABELLED,
                    label => keys.colour(label),
                };
                runs.push(start as u32, colour);
            }
            scan.row(runs.as_runs())?;
        }
        scan.finish()
    }

    fn range(&self, run: Run) -> std::ops::Range<usize> {
        let row = run.y as usize * self.width;
        row + run.start as usize..row + run.end as usize
    }

    pub(super) fn at(&self, x: u32, y: u32) -> u16 {
        self.pixels[y as usize * self.width + x as usize] & !EVEN
    }

    /// The labels of the pixels from the neighbour of (`x`, `y`) to the picture's edge, and whether
    /// each lies in an even place.
    pub(super) fn ray(
        &self,
        x: u32,
        y: u32,
        (right, down): (isize, isize),
    ) -> impl Iterator<Item = (u16, bool)> {
        let start = (x as usize, y as usize);
        let step = move |&(x, y): &(usize, usize)| {
            Some((x.checked_add_signed(right)?, y.checked_add_signed(down)?))
        };
        std::iter::successors(step(&start), step)
            .take_while(|&(x, y)| x < self.width && y < self.height)
            .map(|(x, y)| self.pixels[y * self.width + x])
            .map(|label| (label & !EVEN, label & EVEN != 0))
    }

    /// Clears the labels of a region's pixels.
    pub(super) fn clear(&mut self, regions: &Regions, id: RegionId) {
        for run in regions.runs_of(id) {
            let range = self.range(run);
            self.pixels[range].fill(NONE);
        }
    }

    /// Whether a pixel of the run lies in an even place.
    pub(super) fn is_even(&self, run: Run) -> bool {
        let labels = &self.pixels[self.range(run)];
        labels.iter().any(|label| label & EVEN != 0)
    }

    /// Forgets which pixels lie in even places.
    pub(super) fn forget_even(&mut self) {
        for label in &mut self.pixels {
            *label &= !EVEN;
        }
    }

    /// How many pixels have no label.
    pub(super) fn unlabelled(&self) -> u64 {
        self.pixels.iter().filter(|&&label| label == NONE).count() as u64
    }

    /// Grows labels into unlabelled pixels, layer by layer. Each pixel takes the adjacent label
    /// with the smallest `distance` (called with the pixel's index and the label); ties go to the
    /// label of more neighbours, then to the lower one.
    pub(super) fn grow(&mut self, distance: impl Fn(usize, u16) -> u32) {
        // Indices fit 32 bits: there are fewer than 2³² pixels.
        let mut front: Vec<u32> = (0..self.pixels.len())
            .filter(|&at| {
                self.pixels[at] == NONE && self.around(at).any(|n| self.pixels[n] != NONE)
            })
            .map(|at| at as u32)
            .collect();
        for &at in &front {
            self.pixels[at as usize] = NEXT;
        }
        let mut chosen = Vec::new();
        let mut next = Vec::new();
        while !front.is_empty() {
            chosen.clear();
            chosen.extend(front.iter().map(|&at| self.choose(at as usize, &distance)));
            for (&at, &label) in front.iter().zip(&chosen) {
                self.pixels[at as usize] = label;
            }
            for at in front.drain(..) {
                for near in self.around(at as usize) {
                    if self.pixels[near] == NONE {
                        self.pixels[near] = NEXT;
                        next.push(near as u32);
                    }
                }
            }
            std::mem::swap(&mut front, &mut next);
        }
    }

    fn choose(&self, at: usize, distance: &impl Fn(usize, u16) -> u32) -> u16 {
        let mut near: [(u16, u32); 8] = [(NONE, 0); 8];
        for label in self
            .around(at)
            .map(|n| self.pixels[n])
            .filter(|&label| label < NEXT)
        {
            // At most eight neighbours, hence at most eight different labels.
            if let Some(slot) = near.iter_mut().find(|(l, _)| *l == label || *l == NONE) {
                *slot = (label, slot.1 + 1);
            }
        }
        let known = near.iter().filter(|(label, _)| *label != NONE);
        let best = known
            .min_by_key(|&&(label, votes)| (distance(at, label), std::cmp::Reverse(votes), label));
        best.map_or(NONE, |&(label, _)| label)
    }

    /// Indices of the up to eight pixels around one.
    fn around(&self, at: usize) -> impl Iterator<Item = usize> + use<> {
        let (width, height) = (self.width, self.height);
        let (x, y) = (at % width, at / width);
        let rows = y.saturating_sub(1)..(y + 2).min(height);
        rows.flat_map(move |row| {
            let columns = x.saturating_sub(1)..(x + 2).min(width);
            columns.map(move |column| row * width + column)
        })
        .filter(move |&other| other != at)
    }

    /// Replaces labels, each pair's first by its second.
    pub(super) fn replace(&mut self, pairs: &[(u16, u16)]) {
        if pairs.is_empty() {
            return;
        }
        let mut table: Vec<u16> = (0..=u16::MAX).collect();
        for &(from, into) in pairs {
            table[usize::from(from)] = into;
        }
        for label in &mut self.pixels {
            *label = table[usize::from(*label)];
        }
    }

    /// Gives the pixels of these labels to their neighbours, half to each side; returns how many
    /// there were. All pixels must have labels.
    pub(super) fn dissolve(&mut self, lines: &[u16]) -> u64 {
        let pairs: Vec<_> = lines.iter().map(|&line| (line, NONE)).collect();
        self.replace(&pairs);
        let dissolved = self.unlabelled();
        self.grow(|_, _| 0);
        dissolved
    }

    /// Gives pieces of fewer than `speck` pixels to their neighbours, unless their key has no
    /// larger piece or is one of the lines that stay; returns how many there were.
    pub(super) fn drop_specks(
        &mut self,
        keys: &Keys,
        speck: u32,
        lines: &[u16],
    ) -> Result<usize, MaskError> {
        let regions = self.regions(keys)?;
        let mut largest = vec![(0, None); keys.len()];
        for (id, region) in regions.iter() {
            let label = self.label_of(&regions, id);
            let best = &mut largest[usize::from(label)];
            if region.area > best.0 {
                *best = (region.area, Some(id));
            }
        }
        let mut specks = 0;
        for (id, region) in regions.iter() {
            let label = self.label_of(&regions, id);
            let only = largest[usize::from(label)].1 == Some(id);
            if region.area < speck && !only && !lines.contains(&label) {
                self.clear(&regions, id);
                specks += 1;
            }
        }
        self.grow(|_, _| 0);
        Ok(specks)
    }

    /// The label that all pixels of a region had when it was scanned; valid only before the region
    /// is cleared.
    fn label_of(&self, regions: &Regions, id: RegionId) -> u16 {
        let first = regions.get(id).first_pixel();
        self.at(first.x, first.y)
    }
}

/// The colour of unlabelled pixels; no pixel of a picture is half transparent.
pub(super) const UNLABELLED: Rgba = Rgba([0, 0, 0, 128]);
