//! Draws the picture for players from the mask.
//!
//! It is calm and light, so that owners' tints and badges stand out: a pale sea with shallows along
//! the shores, land in gentle shades of its continent's colour, fine borders between territories
//! and strong ones between continents, ridges along closed ones, dashed lines for links by sea.
//!
//! A picture is painted and written in bands, from the top: [`Plan`] is the layout, [`Drawing`]
//! paints some rows, [`layers`] and [`Lettering`] paint over them, [`write_with_palette`] and
//! [`write_exactly`] encode them. [`write()`] does everything for a plain drawing.

mod band;
mod coarse;
mod contours;
mod distance;
mod encode;
mod image;
pub mod layers;
mod lettering;
mod letters;
mod plan;
mod quantise;
mod room;
mod routes;
mod rows;
mod shades;
mod shape;
mod signature;

use std::io::Write;
use std::ops::ControlFlow;

pub use band::{Band, Shape};
pub use coarse::CoarseOutlines;
pub use encode::EncodeError;
pub use image::{Drawing, SEA, SHALLOW};
pub use lettering::{Lettering, Unlabelled};
pub use plan::Plan;
pub use quantise::{write_exactly, write_with_palette};
pub use rows::Rows;
pub use shape::{fitting, is_same_shape};
pub use signature::{Origin, drawn_from};
pub use tiny_skia::Color;

use crate::Draft;

/// Why a picture was not written.
#[derive(Debug, thiserror::Error)]
pub enum WriteError {
    /// The output cannot be written.
    #[error(transparent)]
    Encode(#[from] EncodeError),
    /// The caller cancelled.
    #[error("drawing the picture was cancelled")]
    Cancelled,
}

/// Draws the picture of a map in the usual style and writes it as a PNG with a palette: the same
/// bytes for the same draft and plan. The file records what it was drawn from, see [`drawn_from`].
/// `watch` is called now and then with the progress, from 0 to 1, and can cancel by returning
/// `Break`.
///
/// # Errors
/// [`WriteError`].
pub fn write(
    draft: &Draft,
    plan: &Plan,
    out: impl Write,
    watch: &mut dyn FnMut(f64) -> ControlFlow<()>,
) -> Result<(), WriteError> {
    let mut go_on = |share: f64| match watch(share) {
        ControlFlow::Continue(()) => Ok(()),
        ControlFlow::Break(()) => Err(WriteError::Cancelled),
    };
    go_on(0.0)?;
    let drawing = Drawing::new(draft, plan);
    let (width, height) = (plan.width(), plan.height());
    write_with_palette(out, (width, height), Some(drawing.origin()), |rows| {
        go_on(0.1 + 0.8 * rows.start as f64 / height as f64)?;
        Ok::<_, WriteError>(drawing.band(rows))
    })?;
    go_on(1.0)
}
