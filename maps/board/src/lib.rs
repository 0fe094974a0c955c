//! The canvas that paints a map; the editor and the game client share it.
//!
//! A [`Scene`] says what there is to see: plots of land with their colours,
//! pivots, badges and names, and the lines between them. A [`Board`] is the
//! iced widget that shows a scene through a [`Camera`] and reports what the
//! pointer does in pixels of the mask. It knows nothing of drafts, games or
//! tools.
//!
//! The mask is never an image on the graphics card: what is visible is drawn
//! from the mask's runs at the screen's own pixels, so picking, borders and
//! overlay agree to the pixel at every zoom, in every renderer.

mod badge;
mod camera;
mod emphasis;
mod fill;
mod gestures;
mod ground;
mod highlight;
mod item;
mod lines;
mod mark;
mod names;
mod overlay;
mod scene;
mod style;
mod widget;

pub use camera::{Camera, Framing, Rect};
pub use fill::Picture;
pub use gestures::{Event, Modifiers, Pointer};
pub use highlight::Highlight;
pub use item::{Badge, Line, LineKind, Mark, Severity};
pub use scene::{Plot, PlotIndex, Scene};
pub use style::{Style, mix};
pub use widget::Board;
