//! A sheet of another size: what it would show is seen before it is decided on.

use marchland_maps::mask::{Bounds, Rgba};

use super::{Bench, Effect, Resize};
use crate::drawing::Deed;
use crate::sheets::{NewSheet, Resizing};

impl Bench {
    /// The sheet that is asked for.
    pub fn resizing(&self) -> Option<&Resizing> {
        self.resizing.as_ref()
    }

    /// What the sheet that is asked for shows of this one, as left, top, right and bottom.
    pub fn frame_asked(&self) -> Option<[f64; 4]> {
        let frame = self.resizing()?.frame().filter(|frame| !frame.stretched)?;
        let (left, top) = (f64::from(frame.left), f64::from(frame.top));
        Some([
            left,
            top,
            left + f64::from(frame.width),
            top + f64::from(frame.height),
        ])
    }

    /// Begins to ask for another sheet.
    pub(super) fn begin_resizing(&mut self) {
        if self.document.land().is_some() {
            let size = self.painting.scene.size();
            self.resizing = Some(Resizing::of(0, 0, size));
        }
    }

    pub(super) fn resize(&mut self, change: Resize) -> Vec<Effect> {
        match change {
            Resize::Set(wish) if self.resizing.is_some() => self.resizing = Some(wish),
            Resize::Set(_) => {}
            Resize::Crop => {
                if let Some(Bounds {
                    left,
                    top,
                    right,
                    bottom,
                }) = self.land_bounds()
                {
                    /// Sea that stays around the land, in pixels.
                    const RIM: i64 = 16;
                    let least = i64::from(*NewSheet::SIDES.start());
                    let most = i64::from(*NewSheet::SIDES.end());
                    let span = |from: u32, to: u32| {
                        let length = i64::from(to - from) + 2 * RIM;
                        let length = length.clamp(least, most);
                        (
                            (i64::from(from) + i64::from(to) - length) / 2,
                            length as u32,
                        )
                    };
                    let ((left, width), (top, height)) = (span(left, right), span(top, bottom));
                    self.resizing = Some(Resizing::of(left, top, (width, height)));
                }
            }
            Resize::Confirm => {
                let frame = self.resizing().and_then(Resizing::frame);
                if let Some(frame) = frame {
                    self.resizing = None;
                    return self.draw(Deed::Resize(frame));
                }
            }
            Resize::Cancel => self.resizing = None,
        }
        Vec::new()
    }

    /// The smallest rectangle around all land.
    fn land_bounds(&self) -> Option<Bounds> {
        let draft = self.document.draft();
        let own: std::collections::HashSet<Rgba> = draft
            .territories
            .iter()
            .filter_map(|territory| territory.colour.map(Rgba::from))
            .collect();
        let regions = self.document.land()?.regions();
        let land = regions.iter().filter(|(_, of)| own.contains(&of.colour));
        land.map(|(_, region)| region.bounds).reduce(|a, b| Bounds {
            left: a.left.min(b.left),
            top: a.top.min(b.top),
            right: a.right.max(b.right),
            bottom: a.bottom.max(b.bottom),
        })
    }
}
