//! Recent maps, remembered in the state folder.

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use marchland_maps::folder::Folder;
use serde::{Deserialize, Serialize};

use crate::state_folder::lock;

/// The most maps remembered.
pub const MOST: usize = 8;
const FILE: &str = "recent.json";
/// An unreadable list is moved here before a new one is written.
const DAMAGED: &str = "recent-damaged.json";
const LONGEST: u64 = 1 << 16;

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Recent {
    /// The map file.
    pub path: String,
    /// Its name.
    pub name: Option<String>,
}

/// Why the list cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum RecentError {
    /// The file cannot be read.
    #[error("{}: {error}", .file.display())]
    Io {
        /// The file.
        file: PathBuf,
        /// The system's error.
        #[source]
        error: io::Error,
    },
    /// The file is not a list.
    #[error("{} is damaged: {why}", .file.display())]
    Damaged {
        /// The file.
        file: PathBuf,
        /// The reason.
        why: String,
    },
}

/// The list, most recent first; empty if there is none yet.
///
/// # Errors
/// [`RecentError`] if the file exists but cannot be read.
pub fn read(state: &Path) -> Result<Vec<Recent>, RecentError> {
    let file = state.join(FILE);
    let failed = |error| RecentError::Io {
        file: file.clone(),
        error,
    };
    let opened = match File::open(&file) {
        Ok(opened) => opened,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(failed(error)),
    };
    let mut bytes = Vec::new();
    let read = opened.take(LONGEST + 1).read_to_end(&mut bytes);
    read.map_err(failed)?;
    let damaged = |why: String| RecentError::Damaged {
        file: file.clone(),
        why,
    };
    if bytes.len() as u64 > LONGEST {
        return Err(damaged(format!("longer than {LONGEST} bytes")));
    }
    let mut list: Vec<Recent> =
        serde_json::from_slice(&bytes).map_err(|error| damaged(error.to_string()))?;
    list.retain(|recent| Path::new(&recent.path).is_absolute());
    list.truncate(MOST);
    Ok(list)
}

/// Moves a map to the front of the list. Paths that are not Unicode are left out.
///
/// # Errors
/// I/O errors; the list is then unchanged.
pub fn remember(state: &Path, file: &Path, name: Option<&str>) -> io::Result<()> {
    let Some(path) = file.to_str() else {
        return Ok(());
    };
    change(state, |list| {
        list.retain(|recent| recent.path != path);
        let recent = Recent {
            path: path.to_owned(),
            name: name.map(str::to_owned),
        };
        list.insert(0, recent);
        list.truncate(MOST);
    })
}

/// Removes a map from the list.
///
/// # Errors
/// As [`remember`].
pub fn forget(state: &Path, path: &str) -> io::Result<()> {
    change(state, |list| list.retain(|recent| recent.path != path))
}

/// Changes the current list, including entries from other windows.
fn change(state: &Path, change: impl FnOnce(&mut Vec<Recent>)) -> io::Result<()> {
    std::fs::create_dir_all(state)?;
    let _lock = lock(&state.join("lock"))?;
    let mut list = match read(state) {
        Ok(list) => list,
        Err(RecentError::Damaged { file, .. }) => {
            std::fs::rename(file, state.join(DAMAGED))?;
            Vec::new()
        }
        Err(RecentError::Io { error, .. }) => return Err(error),
    };
    change(&mut list);
    let text = serde_json::to_string_pretty(&list)?;
    Folder::at(state)
        .write_beside(FILE, &text)
        .map_err(io::Error::other)
}

#[cfg(test)]
mod tests;
