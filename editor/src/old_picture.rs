//! Map images made by their authors that have become outdated: what is known of them, in the
//! state folder.
//!
//! Before saving changes the mask below such an image for the first time, the map that the image
//! shows is kept: its file and mask. The changes since can then be named and hatched. An image is
//! identified by its bytes; an edited image counts as new and shows the map at that moment.

use std::fs::{self, File};
use std::io::{self, Read};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use marchland_maps::diff::{Version, changed_land};
use marchland_maps::folder::{Folder, MAP_FILE};
use marchland_maps::mask::{Regions, Stretch};
use marchland_maps::{Draft, limits, xml};
use serde::{Deserialize, Serialize};

use crate::backups::of_map;
use crate::files;
use crate::state_folder::{FNV1A, fnv1a};

const ABOUT_FILE: &str = "picture.json";
/// The mask that the image shows, in any format.
const MASK_FILE: &str = "mask";

/// How far an image is outdated.
#[derive(Debug, Clone, PartialEq)]
pub struct Behind {
    /// The changed pixels, in row order.
    pub changed: Vec<Arc<[Stretch]>>,
    /// Their share of all pixels, from 0 to 1.
    pub share: f64,
}

/// What is known of a map's image.
#[derive(Debug, Clone, PartialEq)]
pub enum Known {
    /// The author maintains it and does not want to be asked.
    Kept,
    /// Outdated; by nothing if the changes were undone.
    Behind(Behind),
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct About {
    /// Its name in the map.
    name: String,
    /// The hash of its bytes.
    mark: String,
    kept: bool,
}

pub fn folder(state: &Path) -> PathBuf {
    state.join("pictures")
}

/// The current image of a map.
fn picture_of(folder: &Folder, draft: &Draft) -> io::Result<About> {
    let name = draft.image.clone().ok_or(io::ErrorKind::NotFound)?;
    let path = folder.resolve(&name).map_err(io::Error::other)?;
    let mut file = File::open(path)?.take(limits::MAX_IMAGE_FILE_BYTES);
    let (mut buffer, mut sum) = (vec![0; 64 << 10], FNV1A);
    loop {
        let read = file.read(&mut buffer)?;
        if read == 0 {
            break;
        }
        sum = fnv1a(sum, &buffer[..read]);
    }
    Ok(About {
        name,
        mark: format!("{sum:016x}"),
        kept: false,
    })
}

fn known(place: &Path, now: &About) -> Option<About> {
    let text = fs::read_to_string(place.join(ABOUT_FILE)).ok()?;
    let about: About = serde_json::from_str(&text).ok()?;
    ((&about.name, &about.mark) == (&now.name, &now.mark)).then_some(about)
}

fn write(place: &Path, about: &About) -> io::Result<()> {
    let text = serde_json::to_string(about).map_err(io::Error::other)?;
    fs::write(place.join(ABOUT_FILE), text)
}

/// Keeps what the image of a map shows before its mask is overwritten, unless that was done.
///
/// # Errors
/// I/O errors.
pub fn note(root: &Path, folder: &Folder, draft: &Draft) -> io::Result<()> {
    let place = of_map(root, folder);
    let about = picture_of(folder, draft)?;
    if known(&place, &about).is_some() {
        return Ok(());
    }
    forget(root, folder)?;
    fs::create_dir_all(&place)?;
    let text = fs::read(folder.file())?;
    let mask = xml::read(&text).draft.mask.unwrap_or_default();
    let mask = folder.resolve(&mask.file).map_err(io::Error::other)?;
    fs::copy(mask, place.join(MASK_FILE))?;
    fs::write(place.join(MAP_FILE), text)?;
    // Written last: it makes the other files count.
    write(&place, &about)
}

/// What is known of the image of a map whose mask is now `regions`.
pub fn look(root: &Path, folder: &Folder, draft: &Draft, regions: &Regions) -> Option<Known> {
    let place = of_map(root, folder);
    if !place.join(ABOUT_FILE).is_file() {
        return None;
    }
    if known(&place, &picture_of(folder, draft).ok()?)?.kept {
        return Some(Known::Kept);
    }
    let mut on = |_: f32| ControlFlow::Continue(());
    let old = xml::read(&fs::read(place.join(MAP_FILE)).ok()?).draft;
    let old_mask = files::read_mask(&place.join(MASK_FILE), &mut on).ok()?;
    let old = Version {
        draft: &old,
        mask: Some(&old_mask),
    };
    let new = Version {
        draft,
        mask: Some(regions),
    };
    Some(Known::Behind(Behind::of(&changed_land(old, new)?, regions)))
}

impl Behind {
    fn of(changed: &[Stretch], regions: &Regions) -> Self {
        /// Rows per chunk: a tile visits only the chunks it shows.
        const ROWS: u32 = 64;
        let pixels = changed.iter().map(|stretch| stretch.columns.len() as u64);
        let all = f64::from(regions.width()) * f64::from(regions.height());
        let share = pixels.sum::<u64>() as f64 / all;
        let chunks = changed.chunk_by(|a, b| a.y / ROWS == b.y / ROWS);
        Self {
            changed: chunks.map(Arc::from).collect(),
            share,
        }
    }
}

/// Remembers that the author maintains the current image.
///
/// # Errors
/// I/O errors.
pub fn keep(root: &Path, folder: &Folder, draft: &Draft) -> io::Result<()> {
    let about = About {
        kept: true,
        ..picture_of(folder, draft)?
    };
    forget(root, folder)?;
    let place = of_map(root, folder);
    fs::create_dir_all(&place)?;
    write(&place, &about)
}

/// Forgets what is known of the image of a map.
///
/// # Errors
/// I/O errors.
pub fn forget(root: &Path, folder: &Folder) -> io::Result<()> {
    match fs::remove_dir_all(of_map(root, folder)) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        done => done,
    }
}
