//! Pictures below the colours, and pictures to trace.

use std::cell::Cell;
use std::io::{BufRead, Seek};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use marchland_maps::mask::{self, MaskError, Rgba};
use marchland_maps::picture::drawn_from;

/// A picture to lay the colours over, stretched to the size of the mask.
#[derive(Debug, Clone)]
pub struct Picture {
    pub(crate) width: u32,
    pub(crate) height: u32,
    pub(crate) pixels: Arc<Vec<[u8; 4]>>,
    pub(crate) tint: f32,
    /// Its size in the file.
    full: (u32, u32),
    is_drawn: bool,
    /// Another one for each picture that is made; an address in memory may be used again.
    number: u64,
}

impl Picture {
    /// From `width * height` RGBA pixels, rows from the top. `tint` is the
    /// share of the plots' colours laid over it: 0 shows the picture alone.
    ///
    /// `None` if the pixels are not as many as that.
    pub fn new(width: u32, height: u32, pixels: Vec<[u8; 4]>, tint: f32) -> Option<Self> {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        let whole = width > 0 && pixels.len() == width as usize * height as usize;
        whole.then(|| Self {
            width,
            height,
            pixels: Arc::new(pixels),
            tint: tint.clamp(0.0, 1.0),
            full: (width, height),
            is_drawn: false,
            number: NEXT.fetch_add(1, Ordering::Relaxed),
        })
    }

    /// Reads a picture for the screen, which shows alone. One of more than 16,777,216 pixels is
    /// reduced as its rows arrive: a picture of 8192 × 8192 pixels would take 256 MiB, and twice that
    /// while it is decoded. Only formats without rows are decoded whole for a moment. What is
    /// transparent in it lies on white, as where the picture is rendered.
    ///
    /// `None` if it has no pixels.
    ///
    /// # Errors
    /// Any [`MaskError`]: formats and limits are those of masks.
    pub fn read(file: impl BufRead + Seek) -> Result<Option<Self>, MaskError> {
        Self::read_painted(file, &Rgba::on_white)
    }

    /// [`Picture::read`] of a picture to trace: what is transparent in it stays so.
    ///
    /// # Errors
    /// As [`Picture::read`].
    pub fn read_to_trace(file: impl BufRead + Seek) -> Result<Option<Self>, MaskError> {
        Self::read_painted(file, &|colour| colour)
    }

    fn read_painted(
        mut file: impl BufRead + Seek,
        paint: &dyn Fn(Rgba) -> Rgba,
    ) -> Result<Option<Self>, MaskError> {
        const MOST_PIXELS: u64 = 4096 * 4096;
        let full = Cell::new((0, 0));
        let size = |width: u32, height: u32| {
            full.set((width, height));
            let part = |side: u32| (width.div_ceil(side), height.div_ceil(side));
            let fits =
                |&(width, height): &(u32, u32)| u64::from(width) * u64::from(height) <= MOST_PIXELS;
            (1..=width.max(height))
                .map(part)
                .find(fits)
                .unwrap_or((1, 1))
        };
        let is_drawn = drawn_from(&mut file).is_some();
        file.rewind().map_err(MaskError::Io)?;
        let read = mask::read_resized(file, &size, paint)?;
        let picture = Self::new(read.width, read.height, read.pixels, 0.0);
        Ok(picture.map(|picture| Self {
            is_drawn,
            full: full.get(),
            ..picture
        }))
    }

    /// The identity of a picture and its tint, without comparing pixels.
    pub(crate) fn identity(&self) -> (u64, u32) {
        (self.number, self.tint.to_bits())
    }

    /// Whether the file that was read is one that Marchland drew from a mask: it shows nothing that
    /// the board does not, and has the links by sea in it.
    pub fn is_drawn(&self) -> bool {
        self.is_drawn
    }

    /// Its width and height, in pixels.
    pub fn size(&self) -> (u32, u32) {
        (self.width, self.height)
    }

    /// Its width and height in the file, which may be larger.
    pub fn full_size(&self) -> (u32, u32) {
        self.full
    }

    /// The same picture under another tint.
    #[must_use]
    pub fn tinted(&self, tint: f32) -> Self {
        Self {
            tint: tint.clamp(0.0, 1.0),
            ..self.clone()
        }
    }
}

/// A picture that shows through the ground, to trace.
#[derive(Debug, Clone)]
pub struct Tracing {
    /// The picture; its tint is ignored.
    pub picture: Picture,
    /// The column of the mask where it begins.
    pub left: f64,
    /// The row of the mask where it begins.
    pub top: f64,
    /// Pixels of the mask for one of the picture, more than 0.
    pub scale: f64,
    /// How much of it is seen: from 0 to 1.
    pub opacity: f32,
}

impl Tracing {
    /// The identity of a tracing.
    pub(crate) fn identity(&self) -> impl std::hash::Hash + PartialEq {
        let place = [self.left, self.top, self.scale].map(f64::to_bits);
        (self.picture.identity(), place, self.opacity.to_bits())
    }
}

impl PartialEq for Tracing {
    fn eq(&self, other: &Self) -> bool {
        self.identity() == other.identity()
    }
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use super::*;

    #[test]
    fn a_picture_is_not_taken_for_one_that_is_gone() {
        let made = || Picture::new(1, 1, vec![[0; 4]], 0.5).expect("a pixel");
        let gone = made().identity();
        let new = made();
        assert_ne!(new.identity(), gone);
        assert_eq!(new.tinted(0.5).identity(), new.identity());
    }

    #[test]
    fn what_is_transparent_lies_on_white() {
        // Three pixels: transparent, red by half, and opaque.
        let png: &[u8] =
            b"\x89PNG\x0d\x0a\x1a\x0a\x00\x00\x00\x0dIHDR\x00\x00\x00\x03\x00\x00\x00\x01\x08\
            \x06\x00\x00\x00\x1b\xe0\x14\xb4\x00\x00\x00\x13IDATx\xdac`\x00\x82\xff\x0c\x0c\
            \x0d\x9c\x1c\xec\xff\x01\x0b\xce\x02\x97eWH\xec\x00\x00\x00\x00IEND\xaeB`\x82";
        let pixels = |read: Result<Option<Picture>, MaskError>| {
            let picture = read.expect("a picture").expect("pixels");
            picture.pixels.to_vec()
        };
        let seen = [[255; 4], [255, 127, 127, 255], [9, 8, 7, 255]];
        assert_eq!(pixels(Picture::read(Cursor::new(png))), seen);
        let traced = [[0; 4], [255, 0, 0, 128], [9, 8, 7, 255]];
        assert_eq!(pixels(Picture::read_to_trace(Cursor::new(png))), traced);
    }

    #[test]
    fn a_picture_knows_whether_it_was_drawn_from_a_mask() {
        let map = marchland_maps::bundled::find("czechia").expect("bundled");
        for (bytes, is_drawn) in [(map.image, true), (map.mask, false)] {
            let picture = Picture::read(Cursor::new(bytes));
            let picture = picture.expect("a picture").expect("pixels");
            assert_eq!(picture.is_drawn(), is_drawn);
        }
    }
}
