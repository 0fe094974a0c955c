//! Recent maps, remembered in the state folder.

use std::io;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::state_folder;

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
    pub name: Option<String>,
}

/// Why the list cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum RecentError {
    /// The file cannot be read.
    #[error("{}: {error}", .file.display())]
    Io {
        file: PathBuf,
        #[source]
        error: io::Error,
    },
    /// The file is not a list.
    #[error("{} is damaged: {why}", .file.display())]
    Damaged { file: PathBuf, why: String },
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
    let damaged = |why: String| RecentError::Damaged {
        file: file.clone(),
        why,
    };
    let bytes = match state_folder::read(state, FILE, LONGEST) {
        Ok(Some(bytes)) => bytes,
        Ok(None) => return Ok(Vec::new()),
        Err(error) if error.kind() == io::ErrorKind::FileTooLarge => {
            return Err(damaged(error.to_string()));
        }
        Err(error) => return Err(failed(error)),
    };
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
    state_folder::change(state, FILE, || {
        let mut list = match read(state) {
            Ok(list) => list,
            Err(RecentError::Damaged { file, .. }) => {
                std::fs::rename(file, state.join(DAMAGED))?;
                Vec::new()
            }
            Err(RecentError::Io { error, .. }) => return Err(error),
        };
        change(&mut list);
        Ok(list)
    })
}

#[cfg(test)]
mod tests;
