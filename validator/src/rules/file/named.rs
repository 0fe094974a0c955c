//! The files that a map refers to.

use marchland_maps::{Edit, MapField, MaskFile};

use crate::diagnostic::{Entity, Finding};
use crate::rule::Rule;
use crate::subject::Subject;

pub(crate) struct Named<'a> {
    /// The element that refers to it: `mask` or `image`.
    pub(crate) element: &'static str,
    pub(crate) file: &'a str,
    /// The mask's settings, if it is the mask.
    mask: Option<&'a MaskFile>,
}

/// Whether the name is that of a picture without losses, as masks have to be.
pub(crate) fn may_be_mask(file: &str) -> bool {
    let lower = file.to_lowercase();
    [".png", ".gif", ".bmp", ".tif", ".tiff"]
        .iter()
        .any(|end| lower.ends_with(end))
}

/// The mask and the image, if the map has them.
pub(crate) fn named<'a>(subject: &Subject<'a>) -> impl Iterator<Item = Named<'a>> + use<'a> {
    let mask = subject.draft.mask.iter().map(|mask| Named {
        element: "mask",
        file: &mask.file,
        mask: Some(mask),
    });
    let image = subject.draft.image.iter().map(|image| Named {
        element: "image",
        file: image,
        mask: None,
    });
    mask.chain(image)
}

impl Named<'_> {
    /// A finding about the file; `end` follows its name in the message.
    pub(crate) fn finding(&self, rule: &'static Rule, end: &str) -> Finding {
        let message = format!("the {} `{}` {end}", self.element, self.file);
        let about = Entity::File(self.file.to_owned());
        rule.finding(message).about([about]).attribute(self.element)
    }

    /// The edit that refers to another file instead.
    pub(crate) fn renamed(&self, file: &str) -> Edit {
        let file = file.to_owned();
        Edit::Map(match self.mask.cloned() {
            Some(mask) => MapField::Mask(Some(MaskFile { file, ..mask })),
            None => MapField::Image(Some(file)),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::may_be_mask;

    #[test]
    fn masks_are_pictures_without_losses() {
        assert!(
            ["mask.png", "Mask.TIF", "a/mask.tiff"]
                .into_iter()
                .all(may_be_mask)
        );
        assert!(!may_be_mask("mask.jpg") && !may_be_mask("mask"));
    }
}
