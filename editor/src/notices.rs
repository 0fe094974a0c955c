//! Notices: problems with the files of a map, as strips below the toolbar.

use crate::files::Part;

/// The subject of a notice; each has at most one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Subject {
    /// The map file, or the one the map was made from.
    File,
    /// A missing file of the map.
    Missing(Part),
    /// Another program has changed the map file.
    Rewritten,
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
            Self::File | Self::Rewritten | Self::Twice | Self::OldPicture => None,
        }
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Notice {
    pub about: Subject,
    pub text: String,
    /// More about it, shown on request.
    pub details: Option<Details>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Details {
    pub text: String,
    pub is_open: bool,
}

impl Notice {
    pub fn new(about: Subject, text: impl Into<String>) -> Self {
        Self {
            about,
            text: text.into(),
            details: None,
        }
    }

    /// A notice with more to show on request.
    pub fn detailed(about: Subject, text: impl Into<String>, details: String) -> Self {
        Self {
            details: Some(Details {
                text: details,
                is_open: false,
            }),
            ..Self::new(about, text)
        }
    }
}

/// A change of the notice about a subject.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NoticeChange {
    /// Show or hide its details.
    Unfold(Subject),
    /// Remove it.
    Dismiss(Subject),
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

    /// Applies a change that the user asked for.
    pub fn change(&mut self, change: NoticeChange) {
        match change {
            NoticeChange::Unfold(about) => self.unfold(about),
            NoticeChange::Dismiss(about) => self.take(about),
        }
    }

    fn unfold(&mut self, about: Subject) {
        let details = self.0.iter_mut().filter(|notice| notice.about == about);
        for details in details.filter_map(|notice| notice.details.as_mut()) {
            details.is_open = !details.is_open;
        }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_notice_with_details_is_unfolded_and_dismissed() {
        let mut notices = Notices::default();
        notices.tell(Notice::detailed(Subject::File, "2 things", "a\nb".into()));
        let is_open = |notices: &Notices| notices.list()[0].details.as_ref().unwrap().is_open;
        assert!(!is_open(&notices));
        notices.change(NoticeChange::Unfold(Subject::File));
        assert!(is_open(&notices));
        notices.change(NoticeChange::Dismiss(Subject::File));
        assert_eq!(notices.list(), []);
    }
}
