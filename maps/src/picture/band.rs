//! Pictures are painted in bands of rows, so that none is ever held whole.

use std::ops::Range;

use tiny_skia::{Color, FillRule, Mask, Paint, Path, Pixmap, Stroke, Transform};

use crate::Rgb;

/// Pixels of a band, about.
const PIXELS: usize = 1 << 23;

/// Fewest rows of a band: each needs some more above and below.
const LEAST_ROWS: usize = 128;

/// Some rows of a picture.
#[derive(Debug, Clone)]
pub struct Band {
    pub(super) pixmap: Pixmap,
    /// The row of the picture that is the band's first.
    pub(super) top: usize,
}

impl Band {
    /// The rows of a picture in bands, from the top: the same for every picture of a
    /// size.
    pub fn all(width: usize, height: usize) -> impl ExactSizeIterator<Item = Range<usize>> {
        let rows = (PIXELS / width.max(1)).max(LEAST_ROWS);
        let starts = (0..height.div_ceil(rows)).map(move |band| band * rows);
        starts.map(move |top| top..height.min(top + rows))
    }

    /// These rows, all in one colour.
    ///
    /// # Panics
    /// If there are none, or more pixels than a few bands of [`Band::all`] have.
    pub fn new(width: usize, rows: Range<usize>, colour: Color) -> Self {
        let pixmap = Pixmap::new(width as u32, rows.len() as u32);
        let mut pixmap = pixmap.expect("a width within the limits, and some rows");
        pixmap.fill(colour);
        Self {
            pixmap,
            top: rows.start,
        }
    }

    /// The rows of the picture.
    pub fn rows(&self) -> Range<usize> {
        self.top..self.top + self.pixmap.height() as usize
    }

    /// From the picture's coordinates to those of the band.
    pub(super) fn transform(&self) -> Transform {
        Transform::from_translate(0.0, -(self.top as f32))
    }

    /// Whether anything between these two rows can be seen.
    fn meets(&self, from: f32, to: f32) -> bool {
        let rows = self.rows();
        to >= rows.start as f32 && from <= rows.end as f32
    }

    /// Paints shapes, one over the other.
    pub fn paint(&mut self, shapes: &[Shape]) {
        for shape in shapes {
            shape.paint(self, None);
        }
    }
}

/// A filled outline or a line, in pixels of the picture.
#[derive(Debug, Clone)]
pub struct Shape {
    path: Path,
    colour: Rgb,
    opacity: f32,
    /// `None` fills it.
    stroke: Option<Stroke>,
}

impl Shape {
    pub(super) fn filled(path: Path, colour: Rgb, opacity: f32) -> Self {
        Self {
            path,
            colour,
            opacity,
            stroke: None,
        }
    }

    pub(super) fn line(path: Path, colour: Rgb, opacity: f32, stroke: Stroke) -> Self {
        Self {
            path,
            colour,
            opacity,
            stroke: Some(stroke),
        }
    }

    /// Paints it, only where the mask lets it.
    pub(super) fn paint(&self, band: &mut Band, mask: Option<&Mask>) {
        let around = self.path.bounds();
        let beyond = self
            .stroke
            .as_ref()
            .map_or(1.0, |stroke| stroke.width + 1.0);
        if !band.meets(around.top() - beyond, around.bottom() + beyond) {
            return;
        }
        let paint = paint(self.colour, self.opacity);
        let here = band.transform();
        match &self.stroke {
            None => band
                .pixmap
                .fill_path(&self.path, &paint, FillRule::Winding, here, mask),
            Some(stroke) => band
                .pixmap
                .stroke_path(&self.path, &paint, stroke, here, mask),
        }
    }
}

pub(super) fn paint(Rgb([r, g, b]): Rgb, opacity: f32) -> Paint<'static> {
    let mut paint = Paint::default();
    paint.set_color(Color::from_rgba8(r, g, b, (opacity * 255.0).round() as u8));
    paint
}
