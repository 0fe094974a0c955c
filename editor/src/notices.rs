//! What is wrong with the files of a map, in strips below the bar, each with ways
//! out of it.

use crate::files::Part;

/// What a notice is about; of each there is one at a time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum About {
    /// The map file, or the one that the map was made of.
    File,
    /// A file of the map that cannot be shown.
    Missing(Part),
    /// The mask was there, and is not any more.
    Gone,
    /// Another program has painted on the mask.
    Repainted,
    /// The map is open in another window.
    Twice,
    /// The picture for players is its author's and older than the mask.
    OldPicture,
}

impl About {
    fn part(self) -> Option<Part> {
        match self {
            Self::Missing(part) => Some(part),
            Self::Gone | Self::Repainted => Some(Part::Mask),
            Self::File | Self::Twice | Self::OldPicture => None,
        }
    }
}

/// Something that is wrong.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Notice {
    /// What it is about.
    pub about: About,
    /// What is wrong, for the user.
    pub text: String,
}

impl Notice {
    /// Of this text.
    pub fn new(about: About, text: impl Into<String>) -> Self {
        Self {
            about,
            text: text.into(),
        }
    }
}

/// All notices of a map.
#[derive(Debug, Default)]
pub struct Notices(Vec<Notice>);

impl Notices {
    /// In the order in which they came up.
    pub fn list(&self) -> &[Notice] {
        &self.0
    }

    /// Adds one, in the place of another about the same file or matter.
    pub fn tell(&mut self, notice: Notice) {
        let same = |other: &Notice| match notice.about.part() {
            Some(part) => other.about.part() == Some(part),
            None => other.about == notice.about,
        };
        self.0.retain(|other| !same(other));
        self.0.push(notice);
    }

    /// Takes away what is about this file of the map.
    pub fn settle(&mut self, part: Part) {
        self.0.retain(|notice| notice.about.part() != Some(part));
    }

    /// Takes away what is about this matter.
    pub fn take(&mut self, about: About) {
        self.0.retain(|notice| notice.about != about);
    }
}
