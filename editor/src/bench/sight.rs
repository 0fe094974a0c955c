//! Which part of the map is seen.

use marchland_board::{Framing, Rect};
use marchland_maps::TerritoryKey;

use super::Bench;
use crate::scenery;

impl Bench {
    /// Brings territories into sight.
    pub(super) fn frame(&mut self, keys: &[TerritoryKey]) {
        if let Some(around) = self.around(keys) {
            self.view.framing = Framing::Around(around);
        }
    }

    /// The smallest rectangle around territories.
    pub(super) fn around(&self, keys: &[TerritoryKey]) -> Option<Rect> {
        let plots = scenery::plots_of(self.document.draft(), keys);
        let bounds = plots
            .into_iter()
            .filter_map(|plot| self.scene.bounds_of(plot));
        bounds.reduce(|around, bounds| around.with(&bounds))
    }

    pub(super) fn reveal(&mut self, key: TerritoryKey) {
        self.frame(&[key]);
    }

    /// Moves the map so far that a territory is in sight, at the same zoom if it
    /// fits; not at all if it is.
    pub(super) fn bring_in(&mut self, key: TerritoryKey) {
        let Some(around) = self.around(&[key]) else {
            return;
        };
        let (width, height) = self.scene.size();
        let view = self.view.board_size;
        let camera = self.view.framing.camera(width, height, view);
        let room = |length: f32| f64::from(length) / camera.scale;
        let (wide, high) = (room(view.width), room(view.height));
        let inside = around.left >= camera.left
            && around.top >= camera.top
            && around.left + around.width <= camera.left + wide
            && around.top + around.height <= camera.top + high;
        if inside {
            return;
        }
        self.view.framing = if around.width <= wide && around.height <= high {
            Framing::Centred {
                x: around.left + around.width / 2.0,
                y: around.top + around.height / 2.0,
                scale: camera.scale,
            }
        } else {
            Framing::Around(around)
        };
    }

    fn camera_centre(&self) -> Option<(f64, f64)> {
        // The middle of what is shown is known once the widget has a size; the
        // view hands it back with every camera.
        let (width, height) = self.scene.size();
        let camera = self
            .view
            .framing
            .camera(width, height, self.view.board_size);
        let half = |length: f32| f64::from(length) / 2.0 / camera.scale;
        (width > 0).then(|| {
            (
                camera.left + half(self.view.board_size.width),
                camera.top + half(self.view.board_size.height),
            )
        })
    }

    pub(super) fn zoom_to(&mut self, scale: f64) {
        if let Some((x, y)) = self.camera_centre() {
            self.view.framing = Framing::Centred { x, y, scale };
        }
    }

    pub(super) fn zoom_by(&mut self, factor: f64) {
        self.zoom_to(self.zoom() * factor);
    }

    /// Logical pixels for one pixel of the mask.
    pub fn zoom(&self) -> f64 {
        let (width, height) = self.scene.size();
        self.view
            .framing
            .camera(width, height, self.view.board_size)
            .scale
    }

    pub(super) fn show_selection(&mut self) {
        let selection = self.document.selection();
        let mut keys = selection.territories().to_vec();
        let draft = self.document.draft();
        if let Some(id) = selection
            .continent()
            .and_then(|key| draft.continent(key)?.id)
        {
            let members = draft.territories.iter().filter(|t| t.continent == Some(id));
            keys.extend(members.map(|t| t.key));
        }
        if keys.is_empty() {
            self.view.framing = Framing::Whole;
        } else {
            self.frame(&keys);
        }
    }
}
