//! Draws a mask with a colour for each region.

use super::regions::Regions;
use super::run::RegionId;

/// A display colour: red, green, blue, alpha.
pub type Pixel = [u8; 4];

/// Which part of a mask is drawn, and at what scale.
///
/// Pixel (`x`, `y`) of the drawing shows the mask pixel that contains the point (`left` + (`x` + ½)
/// / `scale`, `top` + (`y` + ½) / `scale`); outside the mask the drawing is left unchanged.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct View {
    /// Column of the mask at the drawing's left edge.
    pub left: f64,
    /// Row of the mask at the drawing's top edge.
    pub top: f64,
    /// Drawing pixels per mask pixel; above 0.
    pub scale: f64,
    /// Width of the drawing in pixels.
    pub width: usize,
    /// Height of the drawing in pixels.
    pub height: usize,
}

impl View {
    /// The whole mask, one to one.
    pub fn whole(regions: &Regions) -> Self {
        Self {
            left: 0.0,
            top: 0.0,
            scale: 1.0,
            width: regions.width() as usize,
            height: regions.height() as usize,
        }
    }

    /// The first pixel of the drawing, at most `len`, whose centre is at or beyond column or row
    /// `edge` of the mask, where `origin` is at 0.
    fn first_at(&self, edge: u32, origin: f64, len: usize) -> usize {
        // The float to integer cast saturates, negative values become 0.
        (((f64::from(edge) - origin) * self.scale - 0.5).ceil() as usize).min(len)
    }

    /// Whether drawing pixels and mask pixels coincide.
    #[expect(clippy::float_cmp, reason = "exactly so")]
    fn is_whole_pixels(&self) -> bool {
        self.scale == 1.0 && self.left.fract() == 0.0 && self.left.abs() < 1e9
    }

    /// The first column of the drawing at or beyond column `edge` of the mask; its width if there
    /// is none.
    pub fn column(&self, edge: u32) -> usize {
        self.first_at(edge, self.left, self.width)
    }

    /// The first row of the drawing at or beyond row `edge` of the mask; its height if there is
    /// none.
    pub fn row(&self, edge: u32) -> usize {
        self.first_at(edge, self.top, self.height)
    }

    /// The mask rows, as a range, that some row of the drawing shows.
    fn mask_rows(&self, regions: &Regions) -> (u32, u32) {
        let below = |row: f64| (self.top + row / self.scale).max(0.0) as u32;
        let bottom = below(self.height as f64).saturating_add(1);
        (below(0.0), bottom.min(regions.height()))
    }
}

/// Pixels that are drawn at once, regardless of the run's length.
const SHORT: usize = 8;

impl Regions {
    /// Draws the visible part of the mask into `out`, rows of `view.width` pixels, with the colour
    /// in `palette` of each region (by id).
    ///
    /// Takes time proportional to the pixels drawn, plus the runs in the visible mask rows; rows
    /// skipped by scaling are not examined.
    ///
    /// # Panics
    /// If `out` is not `view.width * view.height` long, or `palette` is shorter than the number of
    /// regions.
    pub fn paint(&self, view: &View, palette: &[Pixel], out: &mut [Pixel]) {
        assert_eq!(out.len(), view.width * view.height, "the size of the view");
        let palette = &palette[..self.len()];
        if out.is_empty() {
            return;
        }
        let (mut y, bottom) = view.mask_rows(self);
        let mut drawn = view.row(y);
        while y < bottom && drawn < view.height {
            let until = view.row(y + 1);
            if until > drawn {
                let (first, copies) =
                    out[drawn * view.width..until * view.width].split_at_mut(view.width);
                let shown = self.paint_row(y, view, palette, first);
                for copy in copies.chunks_exact_mut(view.width) {
                    copy[shown.clone()].copy_from_slice(&first[shown.clone()]);
                }
                drawn = until;
                y += 1;
            } else {
                // Zoomed out: skip to the row that the next drawing row shows.
                let next = (view.top + (drawn as f64 + 0.5) / view.scale) as u32;
                y = next.max(y + 1);
            }
        }
    }

    /// Draws one row; returns the columns drawn.
    fn paint_row(
        &self,
        y: u32,
        view: &View,
        palette: &[Pixel],
        out: &mut [Pixel],
    ) -> std::ops::Range<usize> {
        let left = view.left.max(0.0);
        if left >= f64::from(self.width()) {
            return 0..0;
        }
        let drawn = view.column(0)..view.column(self.width());
        let runs = self.run_at(left as u32, y)..;
        let out = &mut out[..drawn.end];
        if view.is_whole_pixels() {
            // Rounding takes longer than drawing a short run.
            let offset = view.left as i64;
            let column = |edge: u32| (i64::from(edge) - offset) as usize;
            self.paint_runs(runs, y, palette, drawn.start, out, column);
        } else {
            self.paint_runs(runs, y, palette, drawn.start, out, |edge| view.column(edge));
        }
        drawn
    }

    /// Draws runs of row `y` from column `from` of the drawing to its end; `column` maps an edge of
    /// the mask to the drawing.
    #[inline]
    fn paint_runs(
        &self,
        runs: std::ops::RangeFrom<usize>,
        y: u32,
        palette: &[Pixel],
        from: usize,
        out: &mut [Pixel],
        column: impl Fn(u32) -> usize,
    ) {
        let mut at = from;
        for run in runs {
            if at == out.len() {
                return;
            }
            let until = column(self.end_of(run, y)).min(out.len());
            if until > at {
                let colour = palette[self.region_of(run).index()];
                // The next run overwrites the excess: most runs are short, and a fixed length needs
                // no loop.
                let rest = match out[at..].first_chunk_mut::<SHORT>() {
                    Some(short) => {
                        *short = [colour; SHORT];
                        at + SHORT
                    }
                    None => at,
                };
                if rest < until {
                    out[rest..until].fill(colour);
                }
                at = until;
            }
        }
    }

    /// Draws one region in `colour` and leaves everything else unchanged, as for a territory that
    /// changed its owner. Takes time proportional to the region's visible runs and pixels.
    ///
    /// # Panics
    /// If `out` is not `view.width * view.height` long, or the id is too large.
    pub fn paint_region(&self, id: RegionId, view: &View, colour: Pixel, out: &mut [Pixel]) {
        assert_eq!(out.len(), view.width * view.height, "the size of the view");
        let (top, bottom) = view.mask_rows(self);
        for run in self.runs_of_rows(id, top, bottom) {
            let columns = view.column(run.start)..view.column(run.end);
            if columns.is_empty() {
                continue;
            }
            for y in view.row(run.y)..view.row(run.y + 1) {
                out[y * view.width..][columns.clone()].fill(colour);
            }
        }
    }
}

#[cfg(test)]
mod tests;
