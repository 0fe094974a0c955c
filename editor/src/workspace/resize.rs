//! Resizing the sheet, with a preview.

use marchland_maps::mask::{Bounds, Rgba};

use super::{Intent, Resize, Workspace};
use crate::sheets::{NewSheet, Resizing};

impl Workspace {
    /// The frame of the new sheet in the old one, as left, top, right and bottom.
    pub fn frame_asked(&self) -> Option<[f64; 4]> {
        let Some(Intent::Resize(wish)) = self.intent() else {
            return None;
        };
        let frame = wish.frame().filter(|frame| !frame.stretched)?;
        let (left, top) = (f64::from(frame.left), f64::from(frame.top));
        Some([
            left,
            top,
            left + f64::from(frame.width),
            top + f64::from(frame.height),
        ])
    }

    /// Opens the resize card.
    pub(super) fn begin_resizing(&mut self) {
        if self.document.land().is_some() {
            let size = self.painting.scene.size();
            self.intent = Some(Intent::Resize(Resizing::of(0, 0, size)));
        }
    }

    pub(super) fn resize(&mut self, change: Resize) {
        let wish = match change {
            Resize::Set(wish) => Some(wish),
            Resize::Crop => self.cropped(),
        };
        let size = self.painting.scene.size();
        if let (Some(wish), Some(Intent::Resize(now))) = (wish, &mut self.intent) {
            *now = wish.in_shape(now, size);
        }
    }

    /// Settings that crop to the land.
    fn cropped(&self) -> Option<Resizing> {
        /// Sea kept around the land, in pixels.
        const RIM: i64 = 16;
        let Bounds {
            left,
            top,
            right,
            bottom,
        } = self.land_bounds()?;
        let least = i64::from(*NewSheet::SIDES.start());
        let most = i64::from(*NewSheet::SIDES.end());
        let span = |from: u32, to: u32| {
            let length = (i64::from(to - from) + 2 * RIM).clamp(least, most);
            let start = (i64::from(from) + i64::from(to) - length) / 2;
            (start, length as u32)
        };
        let ((left, width), (top, height)) = (span(left, right), span(top, bottom));
        Some(Resizing::of(left, top, (width, height)))
    }

    /// The bounds of all land.
    fn land_bounds(&self) -> Option<Bounds> {
        let draft = self.document.draft();
        let own: std::collections::HashSet<Rgba> = draft
            .territories
            .iter()
            .filter_map(|territory| territory.colour.map(Rgba::from))
            .collect();
        let regions = self.document.land()?.regions();
        let land = regions.iter().filter(|(_, of)| own.contains(&of.colour));
        land.map(|(_, region)| region.bounds).reduce(Bounds::with)
    }
}
