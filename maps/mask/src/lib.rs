//! Colour masks as runs: pictures in which every territory has a colour of its own.
//!
//! ```
//! use marchland_mask::{Contacts, PixelFormat, Regions, pivots};
//!
//! // 1. Read a mask: here three by three pixels; from a file with `read_from`.
//! let (o, x) = ([255, 255, 255], [200, 30, 30]);
//! let pixels = [[o, x, x], [o, x, x], [o, o, o]].concat();
//! let regions = Regions::from_pixels(3, 3, &PixelFormat::RGB, pixels.as_flattened())?;
//! assert_eq!(regions.len(), 2);
//! let red = regions.region_at(2, 1).unwrap();
//! assert_eq!(regions.get(red).area, 4);
//!
//! // 2. Find out which regions touch, and along how many pixels.
//! let contact = Contacts::touching(&regions).iter().next().unwrap();
//! assert_eq!((contact.b, contact.length), (red, 4));
//!
//! // 3. Find the best place for a number in each.
//! let pivot = &pivots(&regions, [red])[0];
//! assert_eq!(regions.region_at(pivot.at.x, pivot.at.y), Some(red));
//! # Ok::<(), marchland_mask::MaskError>(())
//! ```
//!
//! A mask is never kept as pixels. As its rows come out of the decoder they are turned into *runs*,
//! maximal stretches of one colour; touching runs of one colour form a *region* (sides count,
//! corners do not). A mask of 8192 × 8192 pixels, 192 MiB as RGB, has a few hundred thousand runs
//! of ten bytes each, and everything below works on them:
//!
//! | question | answer | cost |
//! |---|---|---|
//! | which regions are there? | [`Regions::iter`], [`Regions::get`] | one pass over the pixels on reading |
//! | which region is under the pointer? | [`Regions::region_at`] | a binary search in one row |
//! | where is a region? | [`Regions::runs_of`] | its own runs |
//! | which colours, how much of each? | [`Regions::colours`] | regions |
//! | which regions touch, how far? | [`Contacts`] | runs |
//! | where does a region's number go? | [`pivots`] | about 75 distances a region |
//! | what would a clean mask look like? | [`repair()`] | about ten passes over the pixels |
//! | which regions form a territory? | [`Parts`] | regions |
//! | what is sea, line, dirt? | [`Recognition`] | runs |
//! | which coasts face each other? | [`sea_links`] | the water within reach |
//! | draw what is visible | [`Regions::paint`] | the pixels drawn |
//! | change it, and undo that | [`Sheet`], [`Patch`] | runs of 32 rows for each change |
//!
//! # Colours
//! A pixel counts as the RGBA colour that it displays at 8 bits a channel: palettes are looked up,
//! grey is expanded to three channels, 16 bits are rounded to 8, and all fully transparent pixels
//! have the same colour ([`Rgba::TRANSPARENT`]).

mod colour;
mod contacts;
mod decode;
mod encode;
mod error;
mod histogram;
mod inflate;
mod interlace;
mod jpeg;
pub mod limits;
mod paint;
mod parts;
mod pivot;
mod pixel;
mod place;
mod png;
mod recognise;
mod regions;
mod repair;
mod resize;
mod run;
mod scan;
mod sea;
mod sets;
mod sheet;
mod starts;
mod tiff;
mod unfilter;
mod watch;

#[cfg(test)]
mod tests;

pub use colour::{ParseRgbError, Rgb, Rgba};
pub use contacts::{Contact, Contacts};
pub use decode::{read, read_from, read_watched, stream};
pub use encode::PngOptions;
pub use error::MaskError;
pub use histogram::ColourCount;
pub use paint::{Pixel, View};
pub use parts::Parts;
pub use pivot::{Pivot, pivots};
pub use pixel::PixelFormat;
pub use place::{Point, Wrap};
pub use recognise::{Guess, Reason, Recognition, Role};
pub use regions::{Bounds, Region, Regions};
pub use repair::{
    Doubtful, Figures, MAX_REPAIR_PIXELS, Merge, Repair, RepairError, RepairOptions, Sloppiness,
    Speck, repair,
};
pub use resize::{Pixels, read_resized};
pub use run::{RegionId, RowRuns, Run, RunBuffer, RunSink};
pub use scan::Scan;
pub use sea::{Ground, SeaLink, SeaOptions, sea_links, sea_links_watched};
pub use sets::Sets;
pub use sheet::{BAND, Patch, PatchError, Sheet, Stretch, capsule, joined, polygon};
pub use watch::Progress;
