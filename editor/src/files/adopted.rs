//! Takes a file as the mask or the image of a map.

use std::path::Path;

use marchland_maps::Draft;
use marchland_maps::files::same_bytes;
use marchland_maps::folder::Folder;

use super::Part;
use super::home::{self, Home, KeepError, Stored};

/// Uses a file as the mask or image: in place if it is in the map's folder, else as a copy there.
/// A missing file is replaced at once; a new image is copied at the next save, as everything is if
/// the map has no folder yet. Returns its name for the map. Never overwrites a file.
///
/// # Errors
/// [`KeepError`] if it cannot be copied.
pub fn adopt(
    home: &mut Home,
    draft: &Draft,
    part: Part,
    chosen: &Path,
) -> Result<String, KeepError> {
    if let Some(inside) = home
        .folder
        .as_ref()
        .and_then(|folder| inside(folder, chosen))
    {
        return Ok(inside);
    }
    let called = part.file(draft).filter(|name| {
        let ending = |path: &Path| path.extension().map(std::ffi::OsStr::to_ascii_lowercase);
        ending(Path::new(name)) == ending(chosen)
    });
    let other = match part {
        Part::Mask => Part::Picture,
        Part::Picture => Part::Mask,
    };
    let mut refused = KeepError::NoFolder;
    for name in names(called, chosen).take(100) {
        let known = home.beside.iter().find(|(known, _)| *known == name);
        match known.map(|(_, place)| place) {
            Some(Stored::Disk(path)) if path == chosen => return Ok(name),
            Some(Stored::Disk(path)) if !path.exists() => {}
            // It keeps its name, for undo.
            Some(_) => continue,
            None if other.file(draft) == Some(&*name) => continue,
            None => {}
        }
        let Some(folder) = &home.folder else {
            bring_later(home, &name, chosen);
            return Ok(name);
        };
        let Ok(to) = folder.resolve(&name) else {
            continue;
        };
        if part == Part::Picture && called != Some(&*name) {
            if to.exists() && !same_bytes(chosen, &to) {
                refused = KeepError::InTheWay(to);
                continue;
            }
            if !to.exists() {
                bring_later(home, &name, chosen);
            }
            return Ok(name);
        }
        match home::copy(chosen, &to) {
            Ok(()) => return Ok(name),
            Err(error @ KeepError::InTheWay(_)) => refused = error,
            Err(error) => return Err(error),
        }
    }
    Err(refused)
}

/// The name that is expected, then that of the file, then the same with numbers.
fn names(called: Option<&str>, chosen: &Path) -> impl Iterator<Item = String> + use<> {
    let parts = [chosen.file_name(), chosen.file_stem(), chosen.extension()];
    let parts = parts.map(|part| part.unwrap_or_default().to_string_lossy().into_owned());
    let [own, stem, ending] = parts;
    let expected = called.map(str::to_owned).into_iter();
    let numbered = (2..).map(move |n| format!("{stem}-{n}.{ending}"));
    expected.chain([own]).chain(numbered)
}

fn bring_later(home: &mut Home, name: &str, chosen: &Path) {
    home.beside.retain(|(known, _)| known != name);
    let place = Stored::Disk(chosen.to_owned());
    home.beside.push((name.to_owned(), place));
}

fn inside(folder: &Folder, file: &Path) -> Option<String> {
    let root = folder.path().canonicalize().ok()?;
    let file = file.canonicalize().ok()?;
    let parts = file.strip_prefix(&root).ok()?.components();
    let parts: Option<Vec<_>> = parts.map(|part| part.as_os_str().to_str()).collect();
    let name = parts?.join("/");
    folder.resolve(&name).ok().map(|_| name)
}
