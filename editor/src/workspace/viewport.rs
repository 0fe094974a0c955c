//! The visible part of the map.

use iced::{Size, Vector};
use marchland_board::{Event, Framing, Rect};
use marchland_maps::TerritoryKey;
use marchland_ui::zoom::Viewport;

use super::Workspace;
use super::view_state::WHOLE;
use crate::scenery;

impl Workspace {
    /// Shows territories with what is around them.
    pub(super) fn frame(&mut self, keys: &[TerritoryKey]) {
        if let Some(around) = self.around(keys) {
            self.view.framing = Framing::Around(around);
        }
    }

    /// The bounds of territories.
    pub(super) fn around(&self, keys: &[TerritoryKey]) -> Option<Rect> {
        let plots = scenery::plots_of(self.document.draft(), keys);
        let bounds = plots
            .into_iter()
            .filter_map(|plot| self.painting.scene.bounds_of(plot));
        bounds.reduce(|around, bounds| around.with(&bounds))
    }

    /// Scrolls just enough to show a territory, at the same zoom if it fits.
    pub(super) fn bring_in(&mut self, key: TerritoryKey) {
        let Some(around) = self.around(&[key]) else {
            return;
        };
        let view = self.view.board_size;
        let camera = self.viewport().camera();
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

    /// Scrolls just enough to show a territory above what covers the bottom up to this height, in
    /// logical pixels.
    pub(super) fn bring_above(&mut self, key: TerritoryKey, covered: f32) {
        self.bring_in(key);
        let Some(around) = self.around(&[key]) else {
            return;
        };
        let camera = self.viewport().camera();
        let bottom = camera.to_screen(around.left, around.top + around.height).y;
        let hidden = bottom - (self.view.board_size.height - covered);
        if hidden > 0.0 {
            self.view.framing = Framing::Free(camera.panned(Vector::new(0.0, -hidden)));
        }
    }

    pub(super) fn viewport(&self) -> Viewport {
        Viewport {
            framing: self.view.framing,
            map: self.painting.scene.size(),
            view: self.view.board_size,
        }
    }

    /// Logical pixels per pixel of the mask.
    pub fn zoom(&self) -> f64 {
        self.viewport().scale()
    }

    /// The visible part (left, top, right, bottom in mask pixels) and the size of the minimap;
    /// `None` if the whole map is visible.
    pub fn part_seen(&self) -> Option<([f64; 4], Size)> {
        /// The largest minimap, in logical pixels.
        const MOST: Size = Size::new(180.0, 120.0);
        /// The least zoom relative to the whole map.
        const CLOSER: f64 = 1.5;
        let sight = self.viewport();
        let (width, height) = sight.map;
        let (camera, view) = (sight.camera(), sight.view);
        let whole = Framing::Whole.camera(width, height, view);
        if width == 0 || camera.scale < whole.scale * CLOSER {
            return None;
        }
        let (width, height) = (f64::from(width), f64::from(height));
        let right = camera.left + f64::from(view.width) / camera.scale;
        let bottom = camera.top + f64::from(view.height) / camera.scale;
        let seen = [
            camera.left.clamp(0.0, width),
            camera.top.clamp(0.0, height),
            right.clamp(0.0, width),
            bottom.clamp(0.0, height),
        ];
        let scale = (MOST.width / width as f32).min(MOST.height / height as f32);
        let size = Size::new(width as f32 * scale, height as f32 * scale);
        Some((seen, size))
    }

    /// Scrolls to a press or drag on the minimap.
    pub(super) fn on_minimap(&mut self, event: &Event) {
        if let Event::Pressed(at, _) | Event::Dragged(at) = event {
            self.view.framing = Framing::Centred {
                x: at.x,
                y: at.y,
                scale: self.zoom(),
            };
        }
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
            self.view.framing = WHOLE;
        } else {
            self.frame(&keys);
        }
    }
}
