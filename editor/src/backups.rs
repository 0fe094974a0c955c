//! Backups of the versions that saving replaced, the last ten per map, in the state folder.
//!
//! Each is a folder with the map file and the mask under their usual names, so it opens like any
//! other map.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use marchland_maps::folder::{Folder, MAP_FILE};

use crate::files::{keep_beside, same_bytes};
use crate::state_folder::{FNV1A, fnv1a};

/// Versions kept per map.
pub const MOST: usize = 10;

pub fn folder(state: &Path) -> PathBuf {
    state.join("backups")
}

/// The characters of a map's name in the name of its folder of versions: even with four bytes
/// each, no file system finds them too long together with the hash.
const MOST_OF_NAME: usize = 48;

/// The folder of one map's versions: its name and a hash of its path.
pub fn of_map(root: &Path, folder: &Folder) -> PathBuf {
    let path = std::path::absolute(folder.file()).unwrap_or_else(|_| folder.file().to_owned());
    let hash = fnv1a(FNV1A, path.as_os_str().as_encoded_bytes());
    let name = path.parent().and_then(Path::file_name).unwrap_or_default();
    let name = name.to_string_lossy();
    let name: String = name
        .chars()
        .filter(|c| c.is_alphanumeric() || *c == '-')
        .take(MOST_OF_NAME)
        .collect();
    root.join(format!("{name}-{hash:016x}"))
}

/// The versions of a map, oldest first.
pub fn versions(root: &Path, folder: &Folder) -> Vec<PathBuf> {
    let entries = fs::read_dir(of_map(root, folder)).into_iter().flatten();
    let mut found: Vec<_> = entries.flatten().map(|entry| entry.path()).collect();
    found.retain(|path| path.join(MAP_FILE).is_file());
    found.sort();
    found
}

/// Backs up the version that is about to be replaced, unless it equals the last one; deletes the
/// oldest beyond [`MOST`].
///
/// # Errors
/// I/O errors.
pub fn keep(root: &Path, folder: &Folder, mask: &str) -> io::Result<()> {
    if !folder.file().is_file() {
        return Ok(());
    }
    let mask_file = folder.resolve(mask).ok().filter(|path| path.is_file());
    let mut known = versions(root, folder);
    let is_kept = known.last().is_some_and(|last| {
        let same_mask = mask_file
            .as_ref()
            .is_none_or(|now| same_bytes(&last.join(mask), now));
        same_bytes(&last.join(MAP_FILE), folder.file()) && same_mask
    });
    if is_kept {
        return Ok(());
    }
    let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
    let millis = since.map_or(0, |since| since.as_millis());
    let to = of_map(root, folder).join(format!("{millis:015}"));
    let copy = || {
        if let Some(from) = &mask_file {
            keep_beside(&to, mask, &fs::read(from)?)?;
        }
        // Written last: it makes the folder a version.
        keep_beside(&to, MAP_FILE, &fs::read(folder.file())?)
    };
    if let Err(error) = copy() {
        // A mask without its map would stay for good.
        let _ = fs::remove_dir_all(&to);
        return Err(error);
    }
    known.push(to);
    for old in &known[..known.len().saturating_sub(MOST)] {
        fs::remove_dir_all(old)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_ten_versions_are_kept_each_once() {
        let place = tempfile::tempdir().unwrap();
        let (root, map) = (place.path().join("state"), place.path().join("A map"));
        fs::create_dir(&map).unwrap();
        let folder = Folder::at(&map);
        keep(&root, &folder, "mask.png").unwrap();
        assert!(versions(&root, &folder).is_empty(), "there is none yet");
        fs::write(map.join("mask.png"), "mask").unwrap();
        for number in 0..13 {
            fs::write(folder.file(), format!("version {number}")).unwrap();
            for _ in 0..2 {
                keep(&root, &folder, "mask.png").unwrap();
            }
            std::thread::sleep(std::time::Duration::from_millis(2));
        }
        let kept = versions(&root, &folder);
        let texts: Vec<_> = kept
            .iter()
            .map(|of| fs::read_to_string(of.join(MAP_FILE)).unwrap())
            .collect();
        let expected: Vec<_> = (3..13).map(|number| format!("version {number}")).collect();
        assert_eq!(texts, expected);
        assert!(
            kept.iter()
                .all(|of| fs::read(of.join("mask.png")).unwrap() == b"mask")
        );
        // A new mask makes a new version; another map has its own versions.
        fs::write(map.join("mask.png"), "painted").unwrap();
        keep(&root, &folder, "mask.png").unwrap();
        assert_eq!(versions(&root, &folder).len(), MOST);
        assert_eq!(
            fs::read(versions(&root, &folder)[MOST - 1].join("mask.png")).unwrap(),
            b"painted"
        );
        let other = place.path().join("b").join("A map");
        assert_ne!(of_map(&root, &Folder::at(&other)), of_map(&root, &folder));
    }

    #[test]
    fn a_map_with_the_longest_name_is_kept() {
        let place = tempfile::tempdir().unwrap();
        let (root, map) = (
            place.path().join("state"),
            place.path().join("m".repeat(255)),
        );
        fs::create_dir(&map).unwrap();
        let folder = Folder::at(&map);
        fs::write(folder.file(), "version 0").unwrap();
        keep(&root, &folder, "mask.png").unwrap();
        assert_eq!(versions(&root, &folder).len(), 1);
    }
}
