//! Territories in the colours of their owners.

use super::paint::View;
use super::parts::Parts;
use super::regions::Regions;

/// Opaque or transparent colour of a display: red, green, blue, alpha.
pub type Pixel = [u8; 4];

/// A colour for every territory, kept as one for every region, so that the
/// mask can be painted through it.
///
/// All parts of a territory bear its colour. Changing one costs a step for each
/// of its parts, and painting the change anew costs time proportional to the
/// territory's visible pixels, however large the mask.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tint {
    palette: Vec<Pixel>,
}

impl Tint {
    /// Territories by `colour_of` (their place among the parts), everything
    /// else in `elsewhere`.
    pub fn new(
        regions: &Regions,
        parts: &Parts,
        elsewhere: Pixel,
        mut colour_of: impl FnMut(usize) -> Pixel,
    ) -> Self {
        let mut tint = Self {
            palette: vec![elsewhere; regions.len()],
        };
        for territory in 0..parts.len() {
            tint.set(parts, territory, colour_of(territory));
        }
        tint
    }

    /// The colour of every region, for [`Regions::paint`].
    pub fn palette(&self) -> &[Pixel] {
        &self.palette
    }

    /// Gives a territory another colour.
    ///
    /// # Panics
    /// If `parts` are not those the tint was made of.
    pub fn set(&mut self, parts: &Parts, territory: usize, colour: Pixel) {
        for region in parts.of(territory) {
            self.palette[region.index()] = colour;
        }
    }

    /// Paints all that is visible.
    ///
    /// # Panics
    /// If `out` is not `view.width * view.height` long, or the regions are not
    /// those the tint was made of.
    pub fn paint(&self, regions: &Regions, view: &View, out: &mut [Pixel]) {
        regions.paint(view, &self.palette, out);
    }

    /// Paints one territory, after [`Tint::set`], and leaves all else as it was.
    ///
    /// # Panics
    /// As [`Tint::paint`].
    pub fn repaint(
        &self,
        regions: &Regions,
        parts: &Parts,
        territory: usize,
        view: &View,
        out: &mut [Pixel],
    ) {
        for &region in parts.of(territory) {
            regions.paint_region(region, view, self.palette[region.index()], out);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::PixelFormat;
    use crate::colour::Rgb;
    use proptest::prelude::*;

    const SEA: Pixel = [0, 0, 99, 255];

    proptest! {
        /// After any number of changes of owner, what was repainted piece by
        /// piece equals what is painted at once, and every pixel of a
        /// territory, of whichever part, has its owner's colour.
        #[test]
        fn repainting_equals_painting(
            width in 1_u32..20,
            bytes in prop::collection::vec(0_u8..6, 1..300),
            changes in prop::collection::vec((0_usize..4, any::<[u8; 3]>()), 0..12),
        ) {
            let height = bytes.len() as u32 / width;
            prop_assume!(height > 0);
            let pixels = &bytes[..(width * height) as usize];
            let format = PixelFormat::grey(8, None);
            let regions = Regions::from_pixels(width, height, &format, pixels).unwrap();
            let keys = (0..4).map(|v| (Some(Rgb([v; 3])), &[][..]));
            let parts = Parts::new(&regions, keys);
            let view = View::whole(&regions);
            let mut owners = [[1; 4], [2; 4], [3; 4], [4; 4]];
            let mut tint = Tint::new(&regions, &parts, SEA, |t| owners[t]);
            let mut shown = vec![[0; 4]; pixels.len()];
            tint.paint(&regions, &view, &mut shown);
            for (territory, [r, g, b]) in changes {
                owners[territory] = [r, g, b, 255];
                tint.set(&parts, territory, owners[territory]);
                tint.repaint(&regions, &parts, territory, &view, &mut shown);
            }
            for (&value, &colour) in pixels.iter().zip(&shown) {
                let expected = owners.get(usize::from(value)).copied().unwrap_or(SEA);
                prop_assert_eq!(colour, expected);
            }
        }
    }
}
