//! The picture for players, drawn from the mask alone.
//!
//! Calm and light, so that owners' tints and badges stand out: a pale sea with
//! shallows along the shores, land in gentle shades of its continent's colour,
//! fine borders between territories and firm ones between continents, dashed
//! lines for links by sea.

mod contours;
mod distance;
mod ground;
mod image;
pub mod layers;
mod lettering;
mod letters;
mod quantise;
mod room;
mod routes;
mod shades;

pub use ground::grid;
pub use image::{Style, draw, draw_watched};
pub use lettering::{Lettering, Omission};
pub use quantise::{encode, encode_exactly};
pub use tiny_skia::{Color, Pixmap};
