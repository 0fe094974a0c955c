//! Reads and writes maps and masks; the only module that opens them.

mod adopted;
mod drawn;
mod foreign;
mod home;
mod part;
mod pictures;
mod watched;

use std::path::Path;
use std::sync::Arc;

use marchland_maps::bundled::Bundled;
use marchland_maps::create::SEA;
use marchland_maps::files::Settled;
pub(crate) use marchland_maps::files::same_bytes;
use marchland_maps::folder::{Folder, OpenError};
use marchland_maps::mask::{MaskError, Sheet};
use marchland_maps::{Draft, MaskFile, xml};

pub use adopted::adopt;
pub(crate) use drawn::is_png;
pub use drawn::{Held, Pictured};
pub use foreign::{Kind, Made, assemble, is_conquer_club, make};
pub use home::{Home, KeepError, Stored};
pub use part::Part;
pub use pictures::{mask_of, picture, picture_at, picture_to_trace, read_mask, shrink, thumbnail};
pub use watched::{Stamp, changes};

use crate::document::Document;
use crate::jobs::Watch;
use crate::land::Land;

#[derive(Debug)]
pub struct Loaded {
    pub home: Home,
    /// The document, with its mask if that could be read.
    pub document: Document,
    pub mask_error: Option<String>,
    /// How an interrupted save was resolved.
    pub settled: Settled,
}

/// Opens a map by its folder or file, with its mask. First finishes or rolls back an interrupted
/// save.
///
/// # Errors
/// If no file can be read. Flaws of the file and mask errors come with the map.
pub fn open(path: &Path, watch: Watch<'_>) -> Result<Loaded, OpenError> {
    // The working directory may change before the map is saved.
    let path = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    let settled = Folder::settle(&path)?;
    let (folder, reading) = Folder::open(path)?;
    let home = Home {
        folder: Some(folder),
        source: Arc::new(reading.source),
        flaws: reading.flaws,
        ..Home::made_of(None, Vec::new())
    };
    Ok(Loaded {
        settled,
        ..load(home, reading.draft, true, watch)
    })
}

/// An empty sheet: a map without territories, not saved yet.
///
/// # Errors
/// [`MaskError::Size`] beyond the limits of masks.
pub fn empty(width: u32, height: u32) -> Result<(Document, Home), MaskError> {
    let sheet = Sheet::new(width, height, SEA.into())?;
    let mut draft = Draft::new();
    draft.mask = Some(MaskFile {
        file: "mask.png".into(),
        background: vec![SEA],
        separator: Vec::new(),
        gap: Some(0),
    });
    let land = Land::new(Arc::new(sheet.regions()?));
    let mut document = Document::new(draft, Some(land), true);
    (document.filed, document.filed_as) = (None, None);
    Ok((document, Home::made_of(None, Vec::new())))
}

/// Reads the mask of a draft and builds the document.
pub fn load(mut home: Home, draft: Draft, saved: bool, watch: Watch<'_>) -> Loaded {
    let path = home.mask_path(&draft);
    home.mask_seen = path.as_deref().and_then(Stamp::of);
    let (land, mask_error) = match mask_of(&home, &draft, watch) {
        Ok(regions) => (regions.map(|regions| Land::new(Arc::new(regions))), None),
        Err(error) => (None, Some(error)),
    };
    Loaded {
        home,
        document: Document::new(draft, land, saved),
        mask_error,
        settled: Settled::Nothing,
    }
}

/// Writes an unsaved picture into a folder under its name in the map. Existing files stay.
///
/// # Errors
/// I/O errors, or the name leads out of the folder.
pub(crate) fn keep_beside(folder: &Path, name: &str, bytes: &[u8]) -> std::io::Result<()> {
    let to = Folder::at(folder).resolve(name);
    let to = to.map_err(std::io::Error::other)?;
    match marchland_maps::files::create(&to, &mut &*bytes) {
        Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => Ok(()),
        done => done,
    }
}

/// Opens a bundled map with its pictures, as an unsaved map.
pub fn open_bundled(map: &Bundled, watch: Watch<'_>) -> Loaded {
    let reading = xml::read(map.xml);
    let beside = [("mask.png", map.mask), ("image.png", map.image)];
    let beside = beside.map(|(name, bytes)| (name.to_owned(), Stored::Memory(bytes.into())));
    let home = Home {
        source: Arc::new(reading.source),
        flaws: reading.flaws,
        ..Home::made_of(None, beside.into())
    };
    load(home, reading.draft, true, watch)
}

pub const MASK_ENDINGS: [&str; 8] = ["png", "gif", "bmp", "webp", "tif", "tiff", "jpg", "jpeg"];
