//! Turns a sloppy mask into a clean one.
//!
//! Smoothed edges, JPEG noise, an off-white sea and specks give a mask thousands of colours that
//! are not territories. The real ones survive in its even areas: a *key colour* is one that fills
//! whole neighbourhoods of 3 × 3 pixels. Everything else dissolves into what surrounds it:
//!
//! 1. find the even pixels and count the key colours among them ([`keys`]);
//! 2. label every pixel of a key colour, or near one if the picture is noisy, with that
//!    key; pieces without an even pixel lose the label again, because a smoothed edge
//!    between two territories easily has the exact colour of a third;
//! 3. grow keys into unlabelled pixels, layer by layer: each pixel takes the neighbouring
//!    key that its own colour is nearest to;
//! 4. merge shades of the sea, and scraps in a shade of their surroundings ([`merge`]);
//! 5. give drawn lines (optionally) and specks to their neighbours in the same way
//!    ([`labels`]).
//!
//! When two colours that may both have been intended become one, that is a [`Merge`]: it is listed
//! and can be refused.
//!
//! The author's file is never touched. The result is a proposal with figures, and both pictures can
//! be painted for comparison.

mod islands;
mod keys;
mod labels;
mod merge;
mod near;
mod picture;

use std::io::{BufRead, Seek};
use std::ops::ControlFlow;

use super::colour::Rgba;
use super::error::MaskError;
use super::paint::{Pixel, View};
use super::recognise::{Recognition, Role};
use super::regions::{Region, Regions};
use crate::Rgb;
pub use islands::Speck;
use keys::Keys;
use labels::Labels;
pub use merge::Merge;
use picture::Picture;

/// The largest picture that can be repaired: 8192 × 16,384 pixels. It is held in memory, each row
/// either as runs of six bytes or as pixels of three (four if some are transparent), whichever is
/// smaller, plus two bytes a pixel for the result.
pub const MAX_REPAIR_PIXELS: u64 = 1 << 27;

/// Options of a repair.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RepairOptions {
    /// Pieces with fewer pixels than this are specks and dissolve, unless they are the only pieces
    /// of their colour.
    pub speck: u32,
    /// Give drawn lines to the territories on either side, except lines that are kept apart.
    pub dissolve_lines: bool,
    /// Merge colours at most this far apart, measured as the Euclidean distance of red, green and
    /// blue; 0 keeps all of them. `None` chooses what suits the picture and never merges two large
    /// even areas of land.
    pub tolerance: Option<u8>,
    /// Pairs of colours of the picture that must both stay separate.
    pub keep_apart: Vec<[Rgb; 2]>,
}

impl Default for RepairOptions {
    fn default() -> Self {
        Self {
            speck: 9,
            dissolve_lines: true,
            tolerance: None,
            keep_apart: Vec::new(),
        }
    }
}

impl RepairOptions {
    fn kept_apart(&self) -> impl Iterator<Item = Rgb> + '_ {
        self.keep_apart.iter().flatten().copied()
    }
}

/// What a repair found and did.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Figures {
    /// Pixels of the picture.
    pub pixels: u64,
    /// Pixels whose colour changed.
    pub changed: u64,
    /// Colours of the original picture.
    pub colours_before: usize,
    /// Colours of the clean mask.
    pub colours_after: usize,
    /// Regions of the clean mask.
    pub regions_after: usize,
    /// Specks that dissolved.
    pub specks: usize,
    /// Pixels of lines that dissolved.
    pub line_pixels: u64,
    /// Pixels of no key colour, or of one only by chance, that took the key of a neighbour.
    pub grown: u64,
    /// Pieces that may have been islands but merged with their surroundings.
    pub doubtful: Doubtful,
    /// How sloppy the picture was.
    pub sloppiness: Sloppiness,
}

impl Figures {
    /// Whether so little of the picture was evenly coloured that it is probably a photograph and
    /// not a mask: a quarter of the pixels have no key colour, or there are more than 500 specks
    /// and more specks than regions.
    pub const fn is_hardly_a_mask(&self) -> bool {
        let restless = self.specks > self.regions_after && self.specks > 500;
        restless || self.grown > self.pixels / 4
    }
}

/// How sloppy a picture is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Sloppiness {
    /// Clean apart from smoothed edges, specks and the like.
    #[default]
    Edges,
    /// Edges are blurred over several pixels: small islands have lost their colour.
    Blurred,
    /// There is noise throughout, as in a JPEG file.
    Noisy,
}

/// Pieces that a repair took for mixtures of the surrounding colours, but that may have been
/// islands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Doubtful {
    /// How many pieces, not counting those no larger than a few specks.
    pub pieces: usize,
    /// The first of the largest: its area in pixels, and the column and row of one pixel.
    pub largest: Option<(u32, [u32; 2])>,
}

impl Doubtful {
    /// Ignores pieces no larger than a few specks.
    fn add(&mut self, region: &Region, speck: u32) {
        if region.area < speck.saturating_mul(3) {
            return;
        }
        self.pieces += 1;
        if self.largest.is_none_or(|(area, _)| area < region.area) {
            let first = region.first_pixel();
            self.largest = Some((region.area, [first.x, first.y]));
        }
    }
}

/// A proposal for a clean mask, and the picture it was made from.
#[derive(Debug)]
pub struct Repair {
    picture: Picture,
    /// The clean mask.
    pub mask: Regions,
    /// What the repair found and did.
    pub figures: Figures,
    /// Colours that may have been intended but merged into another, those with the most pixels
    /// first.
    pub merges: Vec<Merge>,
    /// Patches in colours of their own that are no larger than specks and went to their
    /// surroundings; the most conspicuous first.
    pub specks: Vec<Speck>,
}

/// Why a picture cannot be repaired.
#[derive(Debug, thiserror::Error)]
pub enum RepairError {
    /// The picture cannot be read, or reading or repairing it was cancelled.
    #[error(transparent)]
    Mask(#[from] MaskError),
    /// The picture has more than [`MAX_REPAIR_PIXELS`].
    #[error(
        "the picture is {width} × {height} pixels; at most {MAX_REPAIR_PIXELS} can be repaired: \
         make it smaller, without smoothing, and repair that"
    )]
    TooLarge {
        /// Width in pixels.
        width: u32,
        /// Height in pixels.
        height: u32,
    },
    /// The picture has no even area.
    #[error("the picture has no even areas of one colour, so no territory can be told in it")]
    NoKeys,
    /// The picture lacks a colour named in [`RepairOptions::keep_apart`].
    #[error("no pixel of the picture is {0}, so it cannot be kept apart from another colour")]
    NoSuchColour(Rgb),
    /// There are more even colours than a map may have territories.
    #[error(
        "the picture has more than {} even colours; it is not a mask, however it is repaired",
        crate::limits::MAX_KEYS
    )]
    TooManyKeys,
}

/// Proposes a clean mask for a picture in a file of any known format.
///
/// `watch` is called now and then with the progress, from 0 to 1, and can cancel by returning
/// `Break`. Time: about ten passes over the pixels.
///
/// # Errors
/// Every [`RepairError`].
pub fn repair(
    file: impl BufRead + Seek,
    options: &RepairOptions,
    watch: &mut dyn FnMut(f64) -> ControlFlow<()>,
) -> Result<Repair, RepairError> {
    let picture = Picture::read(file, &mut |progress| watch(0.3 * progress.fraction()))?;
    let mut step = |share: f64| match watch(share) {
        ControlFlow::Continue(()) => Ok(()),
        ControlFlow::Break(()) => Err(MaskError::Cancelled),
    };
    step(0.3)?;
    let keys = Keys::find(&picture, options, &mut |share| step(0.3 + 0.2 * share))?;
    step(0.5)?;
    let mut labels = Labels::new(&picture, &keys);
    step(0.6)?;
    let (doubtful, specks_told) =
        islands::drop_unfounded(&mut labels, &picture, &keys, options.speck)?;
    let grown = labels.unlabelled();
    if grown == picture.len() {
        return Err(RepairError::NoKeys);
    }
    step(0.7)?;
    let width = picture.width as usize;
    labels.grow(|at, key| keys.distance(picture.at(at % width, (at / width) as u32), key));
    step(0.8)?;
    let regions = labels.regions(&keys)?;
    let recognition = Recognition::of(&regions);
    let pairs = merge::pairs(&recognition, &keys, options);
    let merges = merge::list(&pairs, &regions, &keys, &picture);
    labels.replace(&pairs);
    let lines = recognition.of_role(Role::Separator);
    let mut lines: Vec<u16> = lines.filter_map(|guess| keys.label(guess.colour)).collect();
    let mut line_pixels = 0;
    if options.dissolve_lines {
        let is_kept = |line: &u16| options.kept_apart().any(|c| keys.colour(*line).rgb() == c);
        let (kept, drawn): (Vec<u16>, Vec<u16>) = lines.into_iter().partition(is_kept);
        line_pixels = labels.dissolve(&drawn);
        if line_pixels == picture.len() {
            return Err(RepairError::NoKeys);
        }
        lines = kept;
    }
    step(0.9)?;
    let specks = labels.drop_specks(&keys, options.speck, &lines)?;
    let mask = labels.regions(&keys)?;
    let mut changed = 0;
    let mut row = Vec::new();
    for y in 0..picture.height {
        picture.unpack(y, &mut row);
        for run in mask.row(y) {
            let after = mask.get(run.region).colour;
            let before = &row[run.start as usize..run.end as usize];
            changed += before.iter().filter(|&&pixel| pixel != after).count() as u64;
        }
    }
    step(1.0)?;
    let figures = Figures {
        pixels: picture.len(),
        changed,
        colours_before: keys.colours_before,
        colours_after: mask.colours().len(),
        regions_after: mask.len(),
        specks,
        line_pixels,
        grown,
        doubtful,
        sloppiness: keys.sloppiness,
    };
    Ok(Repair {
        picture,
        mask,
        figures,
        merges,
        specks: specks_told,
    })
}

impl Repair {
    /// Colours of the picture that stand for several 16-bit colours of its file, as
    /// [`Regions::merged`] lists them; even `keep_apart` cannot separate these.
    pub fn merged(&self) -> &[Rgba] {
        &self.picture.merged
    }

    /// The colour of a pixel before and after the repair; `None` outside the picture.
    pub fn at(&self, x: u32, y: u32) -> Option<[Rgba; 2]> {
        let region = self.mask.region_at(x, y)?;
        let before = self.picture.at(x as usize, y);
        Some([before, self.mask.get(region).colour])
    }

    /// Paints the original picture; pixels of `out` outside it are left unchanged.
    ///
    /// # Panics
    /// If `out` is not `view.width * view.height` long.
    pub fn paint_before(&self, view: &View, out: &mut [Pixel]) {
        assert_eq!(out.len(), view.width * view.height, "the size of the view");
        let place = |at: usize, origin: f64, side: u32| {
            let place = (origin + (at as f64 + 0.5) / view.scale).floor();
            (0.0..f64::from(side))
                .contains(&place)
                .then_some(place as usize)
        };
        let columns: Vec<Option<usize>> = (0..view.width)
            .map(|x| place(x, view.left, self.picture.width))
            .collect();
        let mut pixels = Vec::new();
        for (y, row) in out.chunks_exact_mut(view.width.max(1)).enumerate() {
            let Some(from) = place(y, view.top, self.picture.height) else {
                continue;
            };
            self.picture.unpack(from as u32, &mut pixels);
            for (pixel, column) in row.iter_mut().zip(&columns) {
                if let Some(x) = *column {
                    *pixel = pixels[x].0;
                }
            }
        }
    }
}

#[cfg(test)]
mod tests;
