//! Compares a map with another version of it.

use std::ops::ControlFlow;
use std::path::Path;

use marchland_maps::Draft;
use marchland_maps::diff::{Change, Version, compare};
use marchland_maps::files::plain_path;
use marchland_maps::folder::Folder;
use marchland_maps::mask::Regions;

use crate::jobs::Watch;
use crate::{files, recovery, texts};

/// How a map differs from another version of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Differences {
    pub changes: Vec<Change>,
    /// Why land is not compared, as a phrase.
    pub without_land: Option<String>,
}

/// What is new in a map since the version in this folder or map file. Changes nothing.
///
/// # Errors
/// What cannot be read and why, as a phrase.
pub fn since(
    path: &Path,
    draft: &Draft,
    mask: Option<&Regions>,
    watch: Watch<'_>,
) -> Result<Differences, String> {
    let (folder, old) = read(path)?;
    let old_mask = mask_of(&folder, &old, watch);
    let mask = mask.ok_or_else(|| texts::NO_MASK_HERE.to_owned());
    Ok(between(
        (&old, old_mask.as_ref()),
        (draft, mask.as_ref().copied()),
    ))
}

/// What is new in a recovery copy since its map file; `None` if that was never saved. Changes
/// nothing.
///
/// # Errors
/// What cannot be read and why, as a phrase.
pub fn of_copy(copy: &Path) -> Result<Option<Differences>, String> {
    let about = recovery::about(copy);
    let Some(file) = &about.file else {
        return Ok(None);
    };
    let mut on = |_| ControlFlow::Continue(());
    let (folder, old) = read(Path::new(file))?;
    let old_mask = mask_of(&folder, &old, &mut on);
    let (copied, new) = read(copy)?;
    let mask = match &about.drawn {
        Some(name) => read_mask(&copy.join(name), &mut on),
        // Files not in the copy are unchanged.
        None => mask_of(&copied, &new, &mut on).or_else(|_| mask_of(&folder, &new, &mut on)),
    };
    let new = (&new, mask.as_ref());
    Ok(Some(between((&old, old_mask.as_ref()), new)))
}

fn read(path: &Path) -> Result<(Folder, Draft), String> {
    let (folder, reading) = Folder::open(path).map_err(|error| error.to_string())?;
    if reading.is_broken() {
        return Err(texts::not_readable(&plain_path(folder.file())));
    }
    Ok((folder, reading.draft))
}

/// The mask, or why it cannot be read.
fn mask_of(folder: &Folder, draft: &Draft, watch: Watch<'_>) -> Result<Regions, String> {
    let mask = draft.mask.as_ref();
    let mask = mask.ok_or_else(|| texts::names_no_mask(&plain_path(folder.file())))?;
    let path = folder.resolve(&mask.file);
    read_mask(&path.map_err(|error| error.to_string())?, watch)
}

fn read_mask(path: &Path, watch: Watch<'_>) -> Result<Regions, String> {
    let read = files::read_mask(path, watch);
    read.map_err(|error| format!("{}: {error}", plain_path(path)))
}

/// A draft with its mask.
type Masked<'a> = (&'a Draft, Result<&'a Regions, &'a String>);

fn between((old, was): Masked<'_>, (new, is): Masked<'_>) -> Differences {
    let version = |draft, mask| Version { draft, mask };
    Differences {
        changes: compare(version(old, was.ok()), version(new, is.ok())),
        without_land: was.err().or(is.err()).cloned(),
    }
}
