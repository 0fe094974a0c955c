//! Pictures are painted in bands of rows, so that they are never held in memory completely.

use std::ops::Range;

use tiny_skia::{
    Color, FillRule, FilterQuality, Mask, Paint, Path, Pattern, Pixmap, PixmapRef,
    PremultipliedColorU8, Rect, SpreadMode, Stroke, Transform,
};

use crate::Rgb;

const PIXELS: usize = 1 << 23;

/// Fewest rows of a band: each needs some more above and below.
const LEAST_ROWS: usize = 128;

/// How many rows of a picture of this width are held at a time.
fn rows_at_once(width: usize) -> usize {
    (PIXELS / width.max(1)).max(LEAST_ROWS)
}

/// Some rows of a picture.
#[derive(Debug, Clone)]
pub struct Band {
    pub(super) pixmap: Pixmap,
    /// The band's first row in the picture.
    pub(super) top: usize,
    /// Pixels of the picture per mask pixel.
    scale: f32,
}

impl Band {
    /// The bands of a picture, from the top: the same for every picture of a size.
    pub fn all(width: usize, height: usize) -> impl ExactSizeIterator<Item = Range<usize>> {
        let rows = rows_at_once(width);
        let starts = (0..height.div_ceil(rows)).map(move |band| band * rows);
        starts.map(move |top| top..height.min(top + rows))
    }

    /// These rows, filled with one colour.
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
            scale: 1.0,
        }
    }

    /// [`Band::new`] of a picture `scale` times as large as the mask.
    ///
    /// # Panics
    /// As [`Band::new`].
    pub fn scaled(width: usize, rows: Range<usize>, colour: Color, scale: f32) -> Self {
        Self {
            scale,
            ..Self::new(width, rows, colour)
        }
    }

    /// The mask rows, out of `height`, of which the band shows something, and some around them.
    pub fn source(&self, height: u32) -> Range<u32> {
        self.source_of(&self.rows(), height)
    }

    fn source_of(&self, rows: &Range<usize>, height: u32) -> Range<u32> {
        let from = (rows.start as f32 / self.scale).floor() as u32;
        let to = (rows.end as f32 / self.scale).ceil() as u32;
        from.saturating_sub(3).min(height)..height.min(to + 3)
    }

    /// Its rows in pieces that show no more than a band of another picture, which is `width` wide and
    /// has `ratio` rows for each of these.
    pub(super) fn strips(
        &self,
        width: usize,
        ratio: f64,
    ) -> impl Iterator<Item = Range<usize>> + use<> {
        let step = ((rows_at_once(width) as f64 / ratio) as usize).max(1);
        let Range { start, end } = self.rows();
        let starts = (start..end).step_by(step);
        starts.map(move |top| top..end.min(top + step))
    }

    /// Paints a picture of the mask's size, which `draw` draws rows of, over it, scaled to the band.
    pub fn stretch(
        &mut self,
        (width, height): (usize, usize),
        mut draw: impl FnMut(Range<usize>) -> Self,
    ) {
        for strip in self.strips(width, 1.0 / f64::from(self.scale)) {
            let rows = self.source_of(&strip, height as u32);
            let other = draw(rows.start as usize..rows.end as usize);
            let place = Transform::from_translate(0.0, other.top as f32);
            let place = place.post_concat(self.transform());
            let other = other.pixmap.as_ref();
            self.cover(&strip, other, FilterQuality::Bicubic, place);
        }
    }

    /// Paints a picture over some rows, where `place` puts it in the band.
    pub(super) fn cover(
        &mut self,
        rows: &Range<usize>,
        picture: PixmapRef<'_>,
        quality: FilterQuality,
        place: Transform,
    ) {
        let paint = Paint {
            shader: Pattern::new(picture, SpreadMode::Pad, quality, 1.0, place),
            anti_alias: false,
            ..Paint::default()
        };
        let (top, width) = ((rows.start - self.top) as f32, self.pixmap.width() as f32);
        if let Some(area) = Rect::from_xywh(0.0, top, width, rows.len() as f32) {
            self.pixmap
                .fill_rect(area, &paint, Transform::identity(), None);
        }
    }

    /// The pixels, row by row, that show some of a mask row.
    pub(super) fn pixels_of(
        &mut self,
        y: u32,
        start: u32,
        end: u32,
    ) -> impl Iterator<Item = &mut [PremultipliedColorU8]> {
        let at = |edge: u32| (f64::from(edge) * f64::from(self.scale)).round() as usize;
        let (width, rows) = (self.pixmap.width() as usize, self.rows());
        let columns = at(start).min(width)..at(end).min(width);
        let from = at(y).clamp(rows.start, rows.end) - rows.start;
        let to = at(y + 1).clamp(rows.start, rows.end) - rows.start;
        let pixels = &mut self.pixmap.pixels_mut()[from * width..to * width];
        pixels
            .chunks_exact_mut(width)
            .map(move |row| &mut row[columns.clone()])
    }

    /// Fills the pixels that show `start..end` of mask row `y`.
    pub fn fill(&mut self, y: u32, start: u32, end: u32, colour: Rgb) {
        let colour = opaque(colour);
        for pixels in self.pixels_of(y, start, end) {
            pixels.fill(colour);
        }
    }

    /// Its rows in the picture.
    pub fn rows(&self) -> Range<usize> {
        self.top..self.top + self.pixmap.height() as usize
    }

    /// Converts picture coordinates to those of the band.
    pub(super) fn transform(&self) -> Transform {
        let size = Transform::from_scale(self.scale, self.scale);
        size.post_translate(0.0, -(self.top as f32))
    }

    /// Whether anything between these two rows is visible.
    fn meets(&self, from: f32, to: f32) -> bool {
        let rows = self.rows();
        to * self.scale >= rows.start as f32 && from * self.scale <= rows.end as f32
    }

    /// Paints shapes in order.
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
    /// Line width; `None` fills it.
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

    /// Whether any of it may be visible in a band.
    pub(super) fn is_in(&self, band: &Band) -> bool {
        let around = self.path.bounds();
        let beyond = self
            .stroke
            .as_ref()
            .map_or(1.0, |stroke| stroke.width + 1.0);
        band.meets(around.top() - beyond, around.bottom() + beyond)
    }

    /// Paints it, restricted by a clip mask if given.
    pub(super) fn paint(&self, band: &mut Band, mask: Option<&Mask>) {
        if !self.is_in(band) {
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

pub(super) fn opaque(Rgb([r, g, b]): Rgb) -> PremultipliedColorU8 {
    Color::from_rgba8(r, g, b, 255).premultiply().to_color_u8()
}

pub(super) fn paint(Rgb([r, g, b]): Rgb, opacity: f32) -> Paint<'static> {
    let mut paint = Paint::default();
    paint.set_color(Color::from_rgba8(r, g, b, (opacity * 255.0).round() as u8));
    paint
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_smaller_picture_is_made_from_few_rows_at_a_time() {
        let band = Band::scaled(4_000, 100..300, Color::WHITE, 0.1);
        let strips: Vec<_> = band.strips(40_000, 10.0).collect();
        assert_eq!((strips[0].clone(), strips.len()), (100..120, 10));
        assert_eq!(strips[9], 280..300);
        // Its own size, or a larger picture, takes one piece.
        assert_eq!(band.strips(4_000, 1.0).count(), 1);
    }
}
