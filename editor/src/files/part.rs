//! The picture files of a map.

use marchland_maps::Draft;

/// A picture file of a map.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part {
    Mask,
    /// The map image.
    Picture,
}

impl Part {
    /// Its name in the map.
    pub fn file(self, draft: &Draft) -> Option<&str> {
        match self {
            Self::Mask => draft.mask.as_ref().map(|mask| &*mask.file),
            Self::Picture => draft.image.as_deref(),
        }
    }
}
