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
//!
//! ```
//! use std::sync::Arc;
//!
//! use iced::{Point, Size};
//! use marchland_board::{Board, Event, Framing, Plot, Scene, Style};
//! use marchland_maps::Rgb;
//! use marchland_maps::mask::{PixelFormat, RegionId, Regions};
//!
//! // A mask of four pixels: two of land, two of sea.
//! let (land, sea) = (Rgb::new(200, 0, 0), Rgb::WHITE);
//! let pixels = [land, land, sea, sea].map(|colour| colour.0).concat();
//! let mask = Regions::from_pixels(4, 1, &PixelFormat::RGB, &pixels)?;
//!
//! // What there is to see of it.
//! let plot = Plot {
//!     regions: vec![RegionId(0)],
//!     colour: land,
//!     label: "Elm".into(),
//!     ..Plot::default()
//! };
//! let scene = Scene::new(Some(Arc::new(mask)), vec![plot], &[sea], &[], Style::light());
//! assert_eq!(scene.plot_at(1.5, 0.5), Some(0));
//! assert_eq!(scene.plot_at(2.5, 0.5), None);
//!
//! // Where the middle of a window shows it, and the widget that does.
//! let camera = Framing::Whole.camera(4, 1, Size::new(800.0, 600.0));
//! assert_eq!(camera.to_map(Point::new(400.0, 300.0)), (2.0, 0.5));
//! let board: Board<'_, Event> = Board::new(&scene, |event| event);
//! # let _ = board;
//! # Ok::<(), marchland_maps::mask::MaskError>(())
//! ```

mod badge;
mod board;
mod camera;
mod emphasis;
mod event;
mod fill;
mod gestures;
mod ground;
mod highlight;
mod item;
mod lettering;
mod lines;
mod mark;
mod names;
mod overlay;
mod picture;
mod scene;
mod sign;
mod sketch;
mod style;
mod tiles;
mod wash;
mod widget;

pub use board::Board;
pub use camera::{Camera, Framing, Rect};
pub use event::{Event, Modifiers, Pointer};
pub use highlight::Highlight;
pub use item::{Badge, Line, LineKind, Mark};
pub use picture::{Picture, Tracing};
pub use scene::{Plot, PlotIndex, Scene};
pub use sign::Sign;
pub use sketch::Sketch;
pub use style::{Style, contrast, mix};
pub use wash::{Cover, Tint, Wash};
