//! Pictures for players that their authors have made, once the map is another than they show:
//! what is known of them, in the state folder.
//!
//! When saving is about to change the mask below such a picture for the first time, the map that
//! the picture shows is kept: its file and its mask. What has changed since can then be said, and
//! hatched. A picture is known by its bytes; one that its author has worked on is a new one, and
//! shows the map as it was when that was noticed.

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

use crate::backups::{MARK, mark, of_map};
use crate::files;

const ABOUT_FILE: &str = "picture.json";
/// The mask that the picture shows, whatever its format.
const MASK_FILE: &str = "mask";

/// How far a picture is behind its map.
#[derive(Debug, Clone, PartialEq)]
pub struct Behind {
    /// Pixels of the mask that the picture shows otherwise, in the order of rows.
    pub changed: Vec<Arc<[Stretch]>>,
    /// Their share of all pixels, from 0 to 1.
    pub share: f64,
}

/// What is known of the picture of a map.
#[derive(Debug, Clone, PartialEq)]
pub enum Known {
    /// Its author looks after it, and wants to hear nothing of it.
    Kept,
    /// It is behind; by nothing if what was changed was taken back.
    Behind(Behind),
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct About {
    /// What the map calls it.
    name: String,
    /// The mark of its bytes.
    mark: String,
    kept: bool,
}

/// The folder of what is known of pictures in the state folder.
pub fn folder(state: &Path) -> PathBuf {
    state.join("pictures")
}

/// Which picture a map has now.
fn picture_of(folder: &Folder, draft: &Draft) -> io::Result<About> {
    let name = draft.image.clone().ok_or(io::ErrorKind::NotFound)?;
    let path = folder.resolve(&name).map_err(io::Error::other)?;
    let mut file = File::open(path)?.take(limits::MAX_IMAGE_FILE_BYTES);
    let (mut buffer, mut sum) = (vec![0; 64 << 10], MARK);
    loop {
        let read = file.read(&mut buffer)?;
        if read == 0 {
            break;
        }
        sum = mark(sum, &buffer[..read]);
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

/// Keeps what the picture of a map shows, whose mask is about to be written over, unless that is
/// kept already.
///
/// # Errors
/// What the system says.
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
    // Last, since it makes the others count.
    write(&place, &about)
}

/// What is known of the picture of a map that is now this one.
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
        /// Rows of a chunk: a tile that is painted looks at the chunks that it shows.
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

/// Remembers that the author looks after the picture that a map has now.
///
/// # Errors
/// What the system says.
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

/// Forgets what is known of the picture of a map.
///
/// # Errors
/// What the system says.
pub fn forget(root: &Path, folder: &Folder) -> io::Result<()> {
    match fs::remove_dir_all(of_map(root, folder)) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        done => done,
    }
}
