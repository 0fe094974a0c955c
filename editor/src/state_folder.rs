//! The state folder: recovery copies, recent maps and other state that belongs to no map.

use std::fs::{File, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};

use etcetera::BaseStrategy;

/// Overrides the folder; empty disables it.
pub const VARIABLE: &str = "MARCHLAND_STATE";

/// The folder, which may not exist yet: `$XDG_STATE_HOME/marchland` or the system's equivalent.
/// `None` if disabled or without a home folder.
pub fn find() -> Option<PathBuf> {
    match std::env::var_os(VARIABLE) {
        Some(path) if path.is_empty() => None,
        Some(path) => std::path::absolute(path).ok(),
        None => {
            let base = etcetera::choose_base_strategy().ok()?;
            let state = base.state_dir().unwrap_or_else(|| base.data_dir());
            Some(state.join("marchland"))
        }
    }
}

/// Locks a file, creating it if necessary; `None` if another process holds the lock. The lock
/// ends when the file is closed, however the process ends.
///
/// # Errors
/// If the file cannot be created or locked.
pub(crate) fn try_lock(path: &Path) -> io::Result<Option<File>> {
    let file = open_lock(path)?;
    match fs4::FileExt::try_lock(&file) {
        Ok(()) => Ok(Some(file)),
        Err(fs4::TryLockError::WouldBlock) => Ok(None),
        Err(fs4::TryLockError::Error(error)) => Err(error),
    }
}

/// As [`try_lock`], but waits.
///
/// # Errors
/// As [`try_lock`].
pub(crate) fn lock(path: &Path) -> io::Result<File> {
    let file = open_lock(path)?;
    fs4::FileExt::lock(&file)?;
    Ok(file)
}

fn open_lock(path: &Path) -> io::Result<File> {
    OpenOptions::new()
        .create(true)
        .truncate(false)
        .write(true)
        .open(path)
}
