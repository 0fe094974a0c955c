//! The colour mask: a picture in which every territory has a colour of its own.
//!
//! A mask is never kept as pixels. Its rows are turned into *runs*, maximal
//! stretches of one colour, as they come out of the decoder; the runs of one
//! colour that touch make a *region* (sides count, corners do not). A mask of
//! 8192 × 8192 pixels, 192 MiB as RGB, has a few hundred thousand runs of ten
//! bytes each, and everything below works on them:
//!
//! | question | answer | cost |
//! |---|---|---|
//! | which regions are there? | [`Regions::iter`], [`Regions::get`] | one pass over the pixels when read |
//! | which one is under the pointer? | [`Regions::region_at`] | a binary search in one row |
//! | where is this region? | [`Regions::runs_of`] | its own runs |
//! | which colours, how much of each? | [`Regions::colours`], [`Histogram`] | runs |
//! | who touches whom, how far? | [`Contacts`] | runs |
//! | where does its number stand? | [`pivots`] | about 75 distances a region |
//! | how would it be clean? | [`repair()`] | some ten passes over the pixels |
//! | which regions are one territory? | [`Parts`] | regions |
//! | what is sea, line, dirt? | [`Recognition`] | runs |
//! | who looks at whom across water? | [`sea_links`] | the water within reach |
//! | draw territories in their owners' colours | [`Tint`] | the pixels drawn |
//! | draw what is visible | [`Regions::paint`] | the pixels drawn |
//!
//! # Colours
//! A pixel counts as the RGBA colour it shows at 8 bits a channel: palettes are
//! looked up, grey is spread over the three channels, 16 bits are rounded to 8,
//! and whatever is fully transparent is one and the same colour
//! ([`Rgba::TRANSPARENT`]), since nobody can see what lies below.

mod contacts;
mod decode;
mod encode;
mod error;
mod histogram;
mod inflate;
mod interlace;
mod jpeg;
mod paint;
mod parts;
mod pivot;
mod pixel;
mod png;
mod recognise;
mod regions;
mod repair;
mod run;
mod scan;
mod sea;
mod starts;
mod tiff;
mod tint;
mod unfilter;
mod watch;

#[cfg(test)]
mod tests;

pub use contacts::{Contact, Contacts};
pub use decode::{read, read_from, read_watched, stream};
pub use error::MaskError;
pub use histogram::{ColourCount, Histogram};
pub use paint::View;
pub use parts::Parts;
pub use pivot::{Pivot, pivots};
pub use pixel::{PixelFormat, Rgba};
pub use recognise::{Guess, Reason, Recognition, Role};
pub use regions::{Bounds, Region, RegionId, Regions};
pub use repair::{
    Doubtful, Figures, MAX_REPAIR_PIXELS, Repair, RepairError, RepairOptions, Sloppiness, repair,
};
pub use run::{RowRuns, Run, RunBuffer, RunSink};
pub use scan::Scan;
pub use sea::{Ground, SeaLink, SeaOptions, sea_links, sea_links_watched};
pub use tint::{Pixel, Tint};
pub use watch::Progress;
