//! Writes a mask that was drawn here, and keeps the author's own mask.

use std::fs::File;
use std::io::{self, Read};
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;

use marchland_maps::Draft;
use marchland_maps::folder::{Folder, original_of};
use marchland_maps::mask::{PngOptions, Regions};
use marchland_maps::picture::{self, Drawing, Plan, drawn_from};

/// Value of the software field in masks drawn here.
const SOFTWARE: &str = "Marchland";

/// The current mask and the one in its file.
#[derive(Debug, Clone)]
pub struct Held {
    pub regions: Arc<Regions>,
    /// The mask in its file; `None` if there is no file yet.
    pub filed: Option<Arc<Regions>>,
    /// Redraw the map image, even one that Marchland did not draw.
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
            software: Some(SOFTWARE),
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
        of_author && !self.draw_picture && self.filed.is_some() && self.is_drawn(mask)
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
        let path = folder.resolve(name).ok().filter(|_| is_png(name));
        let file = path.and_then(|path| File::open(path).ok());
        let from = file.and_then(drawn_from);
        if !self.draw_picture && from.is_none() {
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

/// Whether a mask or image was drawn by Marchland, so that the author has no other one.
///
/// Reads the beginning of the file.
pub fn is_ours(path: &Path) -> bool {
    /// Enough for any palette before the text.
    const HEAD: u64 = 4096;
    if File::open(path).is_ok_and(|file| drawn_from(file).is_some()) {
        return true;
    }
    let mut head = Vec::new();
    let read = File::open(path).and_then(|file| file.take(HEAD).read_to_end(&mut head));
    let mark = format!("Software\0{SOFTWARE}");
    read.is_ok() && head.windows(mark.len()).any(|part| part == mark.as_bytes())
}

/// The author's mask or image that would be overwritten: its backup name and content. `None` if
/// there is none, or a backup exists.
///
/// # Errors
/// I/O errors.
pub(super) fn original(folder: &Folder, name: &str) -> io::Result<Option<(String, File)>> {
    let resolve = |name: &str| folder.resolve(name).map_err(io::Error::other);
    let (path, kept) = (resolve(name)?, original_of(name));
    if !path.is_file() || is_ours(&path) || resolve(&kept)?.exists() {
        return Ok(None);
    }
    Ok(Some((kept, File::open(path)?)))
}
