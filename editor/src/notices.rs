//! Notices: problems with the files of a map, as strips below the toolbar.

use crate::files::Part;

/// The subject of a notice; each has at most one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Subject {
    /// The map file, or the one the map was made from.
    File,
    /// A missing file of the map.
    Missing(Part),
    /// The mask file has disappeared.
    Gone,
    /// Another program has changed the mask.
    Repainted,
    /// The map is open in another window.
    Twice,
    /// The author's map image is older than the mask.
    OldPicture,
}

impl Subject {
    fn part(self) -> Option<Part> {
        match self {
            Self::Missing(part) => Some(part),
            Self::Gone | Self::Repainted => Some(Part::Mask),
            Self::File | Self::Twice | Self::OldPicture => None,
        }
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Notice {
    pub about: Subject,
    pub text: String,
}

impl Notice {
    pub fn new(about: Subject, text: impl Into<String>) -> Self {
        Self {
            about,
            text: text.into(),
        }
    }
}

#[derive(Debug, Default)]
pub struct Notices(Vec<Notice>);

impl Notices {
    /// In the order of their appearance.
    pub fn list(&self) -> &[Notice] {
        &self.0
    }

    /// Adds a notice, replacing one about the same subject.
    pub fn tell(&mut self, notice: Notice) {
        let same = |other: &Notice| match notice.about.part() {
            Some(part) => other.about.part() == Some(part),
            None => other.about == notice.about,
        };
        self.0.retain(|other| !same(other));
        self.0.push(notice);
    }

    /// Removes the notices about this file.
    pub fn settle(&mut self, part: Part) {
        self.0.retain(|notice| notice.about.part() != Some(part));
    }

    /// Removes the notice about this subject.
    pub fn take(&mut self, about: Subject) {
        self.0.retain(|notice| notice.about != about);
    }
}
