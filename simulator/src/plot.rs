//! Pictures of odds, as SVG and PNG.
//!
//! A picture is drawn as SVG. PNGs are rendered from that with an embedded subset of
//! the font Inter, so they are the same on every machine.

mod bars;
mod canvas;
mod heat_map;

pub use bars::{campaign, outcomes};
pub use heat_map::heat_map;

use std::{io, path::Path, sync::Arc};

use resvg::{tiny_skia, usvg};

/// Pixels of a PNG per unit of the SVG, for sharp pictures on high-density screens.
const PNG_SCALE: f32 = 2.0;

/// A finished picture.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Picture {
    svg: String,
}

/// The file format of a picture.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PictureFormat {
    /// Pixels, two per unit of the drawing.
    Png,
    /// Vector graphics.
    Svg,
}

/// Why a picture was not saved.
#[derive(Debug, thiserror::Error)]
pub enum DrawError {
    /// The file name ends neither in `.png` nor in `.svg`.
    #[error("the name of a picture ends in .png or .svg, not {ending:?}")]
    Format {
        /// Its extension.
        ending: String,
    },
    /// The drawing could not be turned into pixels.
    #[error("rendering failed: {0}")]
    Render(String),
    /// The file could not be written.
    #[error(transparent)]
    Io(#[from] io::Error),
}

impl Picture {
    /// The format for a file name.
    ///
    /// # Errors
    /// [`DrawError::Format`] unless it ends in `.png` or `.svg`.
    pub fn format_of(path: &Path) -> Result<PictureFormat, DrawError> {
        let ending = path
            .extension()
            .and_then(|ending| ending.to_str())
            .unwrap_or_default();
        match ending.to_ascii_lowercase().as_str() {
            "png" => Ok(PictureFormat::Png),
            "svg" => Ok(PictureFormat::Svg),
            _ => Err(DrawError::Format {
                ending: ending.to_owned(),
            }),
        }
    }

    /// The picture as SVG.
    pub fn svg(&self) -> &str {
        &self.svg
    }

    /// The picture as PNG.
    ///
    /// # Errors
    /// [`DrawError::Render`] if it cannot be rendered.
    pub fn png(&self) -> Result<Vec<u8>, DrawError> {
        let render = |error: &dyn std::fmt::Display| DrawError::Render(error.to_string());
        let mut fonts = usvg::fontdb::Database::new();
        fonts.load_font_data(include_bytes!("../fonts/Inter-Regular.ttf").to_vec());
        fonts.load_font_data(include_bytes!("../fonts/Inter-Bold.ttf").to_vec());
        let options = usvg::Options {
            fontdb: Arc::new(fonts),
            ..usvg::Options::default()
        };
        let tree = usvg::Tree::from_str(&self.svg, &options).map_err(|error| render(&error))?;
        let size = tree.size().to_int_size().scale_by(PNG_SCALE);
        let mut pixels = size
            .and_then(|size| tiny_skia::Pixmap::new(size.width(), size.height()))
            .ok_or_else(|| render(&"the picture has no size"))?;
        resvg::render(
            &tree,
            tiny_skia::Transform::from_scale(PNG_SCALE, PNG_SCALE),
            &mut pixels.as_mut(),
        );
        pixels.encode_png().map_err(|error| render(&error))
    }

    /// Saves the picture, as PNG or SVG depending on the extension.
    ///
    /// # Errors
    /// If the extension is neither or the file cannot be written; an existing file
    /// is then left unchanged.
    pub fn save(&self, path: &Path) -> Result<(), DrawError> {
        let bytes = match Self::format_of(path)? {
            PictureFormat::Png => self.png()?,
            PictureFormat::Svg => self.svg.clone().into_bytes(),
        };
        Ok(marchland_files::replace(path, &bytes)?)
    }
}
