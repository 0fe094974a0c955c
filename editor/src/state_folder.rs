//! Where the editor keeps what belongs to no map: copies of unsaved work and
//! the list of maps opened last.

use std::fs::{File, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};

use etcetera::BaseStrategy;

/// Names the folder instead of the system's; empty, nothing is kept.
pub const VARIABLE: &str = "MARCHLAND_STATE";

/// The folder, which need not be there yet: `$XDG_STATE_HOME/marchland` or what
/// the system has for it. `None` if nothing is to be kept, or nobody's home
/// can be found.
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

/// Takes the lock on a file, making it if need be; `None` if another process
/// has it. It is free again once the file is closed, however the process ends.
///
/// # Errors
/// If the file cannot be made or the system cannot lock.
pub(crate) fn try_lock(path: &Path) -> io::Result<Option<File>> {
    let file = open_lock(path)?;
    match fs4::FileExt::try_lock(&file) {
        Ok(()) => Ok(Some(file)),
        Err(fs4::TryLockError::WouldBlock) => Ok(None),
        Err(fs4::TryLockError::Error(error)) => Err(error),
    }
}

/// As [`try_lock`], but waits for another process.
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
