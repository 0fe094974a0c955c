//! The files of a map besides its text.

use marchland_maps::Draft;

/// Which of a map's files.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part {
    /// The picture that says which pixel is whose.
    Mask,
    /// The picture for players.
    Picture,
}

impl Part {
    /// What the map calls it.
    pub fn file(self, draft: &Draft) -> Option<&str> {
        match self {
            Self::Mask => draft.mask.as_ref().map(|mask| &*mask.file),
            Self::Picture => draft.image.as_deref(),
        }
    }
}
