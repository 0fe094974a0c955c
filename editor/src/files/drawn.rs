//! Writes a mask that was drawn here, and keeps the author's own mask.

use std::fs::File;
use std::io;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;

use marchland_maps::folder::Folder;
use marchland_maps::mask::{PngOptions, Regions};
use marchland_maps::picture::{self, Drawing, Plan, drawn_from};
use marchland_maps::{Draft, files, originals};

use super::Part;

/// The current mask and the one in its file.
#[derive(Debug, Clone)]
pub struct Held {
    pub regions: Arc<Regions>,
    /// The mask in its file; `None` if there is no file yet.
    pub filed: Option<Arc<Regions>>,
    /// Draw the map image, unless its author's one has its name.
    pub draw_picture: bool,
}

/// What saving did with the map image.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum Pictured {
    /// Nothing to do.
    #[default]
    AsItWas,
    /// Redrawn.
    Anew,
    /// The author's image of this name now shows outdated land.
    Old(String),
    /// It could not be redrawn, for this reason.
    Failed(String),
}

impl Held {
    /// Whether the mask must be written to a file of this name: it differs, and the file is a
    /// PNG. Other formats are the author's own; drawing continues in a PNG beside them.
    pub fn is_drawn(&self, name: &str) -> bool {
        let is_filed =
            |filed: &Arc<Regions>| Arc::ptr_eq(filed, &self.regions) || **filed == *self.regions;
        is_png(name) && !self.filed.as_ref().is_some_and(is_filed)
    }

    /// Encodes it as PNG.
    ///
    /// # Errors
    /// Encoder errors.
    pub fn png(&self) -> io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        let options = PngOptions {
            fast: false,
            software: Some(originals::SOFTWARE),
        };
        self.regions.write_png_with(&mut bytes, options)?;
        Ok(bytes)
    }

    /// Whether saving would leave the author's map image outdated.
    pub fn leaves_picture(&self, folder: &Folder, draft: &Draft) -> bool {
        let mask = draft.mask.as_ref().map_or("", |mask| &mask.file);
        let image = draft.image.as_deref().map(|name| folder.resolve(name));
        let image = image
            .and_then(Result::ok)
            .and_then(|path| File::open(path).ok());
        let of_author = image.is_some_and(|file| drawn_from(file).is_none());
        of_author && self.filed.is_some() && self.is_drawn(mask) && !image_is_mask(folder, draft)
    }

    /// The redrawn map image, if Marchland drew the present one and it is outdated, or on
    /// request.
    pub(super) fn picture(&self, folder: &Folder, draft: &Draft) -> (Pictured, Option<Vec<u8>>) {
        let Some(name) = draft.image.as_deref() else {
            return (Pictured::AsItWas, None);
        };
        if self.leaves_picture(folder, draft) {
            return (Pictured::Old(name.to_owned()), None);
        }
        let path = folder.resolve(name).ok();
        let Some(path) = path.filter(|_| is_png(name) && !image_is_mask(folder, draft)) else {
            return (Pictured::AsItWas, None);
        };
        let from = files::open(&path).ok().and_then(drawn_from);
        // The author's one stays: the request may have been undone.
        if from.is_none() && (!self.draw_picture || path.exists()) {
            return (Pictured::AsItWas, None);
        }
        let plan = Plan::new(draft, &self.regions);
        let now = Drawing::new(draft, &plan).origin();
        if !self.draw_picture && from == Some(now) {
            return (Pictured::AsItWas, None);
        }
        let mut png = Vec::new();
        let mut on = |_: f64| ControlFlow::Continue(());
        match picture::write(draft, &plan, &mut png, &mut on) {
            Ok(()) => (Pictured::Anew, Some(png)),
            // The map is saved anyway.
            Err(error) => (Pictured::Failed(error.to_string()), None),
        }
    }
}

/// Whether a file name ends in `.png`.
pub(crate) fn is_png(name: &str) -> bool {
    let ending = Path::new(name).extension();
    ending.is_some_and(|ending| ending.eq_ignore_ascii_case("png"))
}

fn image_is_mask(folder: &Folder, draft: &Draft) -> bool {
    let [mask, image] = [Part::Mask, Part::Picture].map(|part| part.file(draft));
    mask.zip(image)
        .is_some_and(|(mask, image)| folder.is_same_file(mask, image))
}

/// The author's mask or image that would be overwritten: its backup name and content. `None` if
/// there is none, or a backup exists.
///
/// # Errors
/// I/O errors.
pub(super) fn original(
    folder: &Folder,
    name: &str,
    part: Part,
) -> io::Result<Option<(String, File)>> {
    let is_ours = match part {
        Part::Mask => originals::is_our_mask,
        Part::Picture => originals::is_our_image,
    };
    let Some(kept) = originals::keep_as(folder, name, is_ours)? else {
        return Ok(None);
    };
    let path = folder.resolve(name).map_err(io::Error::other)?;
    Ok(Some((kept, File::open(path)?)))
}
