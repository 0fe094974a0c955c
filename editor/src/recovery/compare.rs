//! Compares a recovery copy with its map file.

use std::ops::ControlFlow;
use std::path::Path;

use marchland_maps::Draft;
use marchland_maps::diff::{Change, Version, compare};
use marchland_maps::folder::Folder;
use marchland_maps::mask::Regions;

use super::copy::about;
use crate::files;

/// A version of a map, with its mask if readable.
type Read = (Draft, Option<Regions>);

fn read(path: &Path) -> Result<(Folder, Read), String> {
    let (folder, reading) = Folder::open(path).map_err(|error| error.to_string())?;
    let draft = reading.draft;
    let mask = draft.mask.as_ref();
    let mask = mask.and_then(|mask| read_mask(&folder.resolve(&mask.file).ok()?));
    Ok((folder, (draft, mask)))
}

fn read_mask(path: &Path) -> Option<Regions> {
    files::read_mask(path, &mut |_| ControlFlow::Continue(())).ok()
}

/// The differences between a recovery copy and its map file; `None` if that was never saved.
/// Changes nothing.
///
/// # Errors
/// What cannot be read and why, as a phrase.
pub fn compared(folder: &Path) -> Result<Option<Vec<Change>>, String> {
    let about = about(folder);
    let Some(file) = &about.file else {
        return Ok(None);
    };
    let (_, (old, old_mask)) = read(Path::new(file))?;
    let (_, (new, mask)) = read(folder)?;
    // Files not in the copy are unchanged.
    let new_mask = match &about.drawn {
        Some(name) => read_mask(&folder.join(name)),
        None => mask.or_else(|| {
            let name = &new.mask.as_ref()?.file;
            read_mask(&Folder::at(file).resolve(name).ok()?)
        }),
    };
    let old = Version {
        draft: &old,
        mask: old_mask.as_ref(),
    };
    let new = Version {
        draft: &new,
        mask: new_mask.as_ref(),
    };
    Ok(Some(compare(old, new)))
}
