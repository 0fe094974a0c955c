//! Window settings in the state folder: theme, contrast, interface scale, panel sizes.

use std::io;
use std::path::Path;

use marchland_ui::scale::Scale;
use marchland_ui::theme::Mode;
use serde::{Deserialize, Serialize};

use crate::state_folder;
use crate::workspace::{Edge, Sizes};

const FILE: &str = "window.json";
const LONGEST: u64 = 1 << 12;

#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Remembered {
    /// The theme, if ever chosen.
    pub mode: Option<Mode>,
    pub contrast: bool,
    pub scale: Scale,
    pub sizes: Sizes,
}

/// The file's content; missing fields have defaults.
#[derive(Debug, Default, Serialize, Deserialize)]
struct Held {
    theme: Option<Mode>,
    contrast: Option<bool>,
    scale: Option<u16>,
    side: Option<f32>,
    inspector: Option<f32>,
    list: Option<f32>,
}

impl Remembered {
    /// Reads the settings, clamped to valid ranges; defaults where missing or unreadable.
    pub fn read(state: &Path) -> Self {
        let bytes = state_folder::read(state, FILE, LONGEST).ok().flatten();
        let held = bytes.and_then(|bytes| serde_json::from_slice::<Held>(&bytes).ok());
        let held = held.unwrap_or_default();
        let mut sizes = Sizes::default();
        for (edge, size) in [
            (Edge::Side, held.side),
            (Edge::Inspector, held.inspector),
            (Edge::List, held.list),
        ] {
            if let Some(size) = size {
                sizes.set(edge, size);
            }
        }
        Self {
            mode: held.theme,
            contrast: held.contrast.unwrap_or_default(),
            scale: held.scale.and_then(Scale::of).unwrap_or_default(),
            sizes,
        }
    }

    /// Writes the settings.
    ///
    /// # Errors
    /// I/O errors; the old settings are then unchanged.
    pub fn write(&self, state: &Path) -> io::Result<()> {
        let held = Held {
            theme: self.mode,
            contrast: Some(self.contrast),
            scale: Some(self.scale.percent()),
            side: Some(self.sizes.side),
            inspector: self.sizes.inspector,
            list: Some(self.sizes.list),
        };
        state_folder::change(state, FILE, || Ok(held))
    }
}

#[cfg(test)]
mod tests;
