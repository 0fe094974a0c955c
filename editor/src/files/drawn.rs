//! The mask that was drawn here, on its way into a file; the author's own is kept.

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use marchland_maps::folder::Folder;
use marchland_maps::mask::{PngOptions, Regions};

/// What stands in masks that were drawn here.
const SOFTWARE: &str = "Marchland";

/// The mask that is held, and the one that its file has.
#[derive(Debug, Clone)]
pub struct Held {
    /// The mask.
    pub regions: Arc<Regions>,
    /// The mask as its file has it; `None` if no file has it yet.
    pub filed: Option<Arc<Regions>>,
}

impl Held {
    /// Whether a file of this name needs the mask: it is another one than its file has. What
    /// is no PNG is its author's alone; drawing goes on beside it.
    pub fn is_drawn(&self, name: &str) -> bool {
        let is_filed =
            |filed: &Arc<Regions>| Arc::ptr_eq(filed, &self.regions) || **filed == *self.regions;
        is_png(name) && !self.filed.as_ref().is_some_and(is_filed)
    }

    /// Its PNG.
    ///
    /// # Errors
    /// What the encoder says.
    pub fn png(&self) -> io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        let options = PngOptions {
            fast: false,
            software: Some(SOFTWARE),
        };
        self.regions.write_png_with(&mut bytes, options)?;
        Ok(bytes)
    }
}

/// Whether a file of this name is to be a PNG.
pub(super) fn is_png(name: &str) -> bool {
    let ending = Path::new(name).extension();
    ending.is_some_and(|ending| ending.eq_ignore_ascii_case("png"))
}

/// Whether a mask was drawn here, so that its author has no other one.
fn is_ours(path: &Path) -> bool {
    /// More than any palette takes before it.
    const HEAD: u64 = 4096;
    let mut head = Vec::new();
    let read = File::open(path).and_then(|file| file.take(HEAD).read_to_end(&mut head));
    let mark = format!("Software\0{SOFTWARE}");
    read.is_ok() && head.windows(mark.len()).any(|part| part == mark.as_bytes())
}

/// The author's mask, which is about to be written over, to be kept beside it: the name that
/// it gets and its content. `None` if there is none, or it is kept already.
///
/// # Errors
/// What the system says.
pub(super) fn original(folder: &Folder, name: &str) -> io::Result<Option<(String, File)>> {
    let resolve =
        |name: &str| -> io::Result<PathBuf> { folder.resolve(name).map_err(io::Error::other) };
    let path = resolve(name)?;
    let extension = path.extension().unwrap_or_default().to_string_lossy();
    let kept = Path::new(name).with_extension(format!("original.{extension}"));
    let kept = kept.to_string_lossy().into_owned();
    if !path.is_file() || is_ours(&path) || resolve(&kept)?.exists() {
        return Ok(None);
    }
    Ok(Some((kept, File::open(path)?)))
}
