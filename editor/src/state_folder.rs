//! The state folder: recovery copies, recent maps and other state that belongs to no map.

use std::fs::{File, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};

use etcetera::BaseStrategy;
use marchland_maps::files;
use marchland_maps::folder::Folder;
use serde::Serialize;

/// Overrides the folder; empty disables it.
pub const VARIABLE: &str = "MARCHLAND_STATE";

/// The FNV-1a hash of nothing.
pub(crate) const FNV1A: u64 = 0xcbf2_9ce4_8422_2325;

/// The FNV-1a hash of `bytes` after those with the hash `before`. Names of files here are made
/// with it, so it must stay the same.
pub(crate) fn fnv1a(before: u64, bytes: &[u8]) -> u64 {
    bytes.iter().fold(before, |hash, byte| {
        (hash ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}

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
fn lock(path: &Path) -> io::Result<File> {
    let file = open_lock(path)?;
    fs4::FileExt::lock(&file)?;
    Ok(file)
}

/// Reads a file of the state folder; `None` if there is none.
///
/// # Errors
/// I/O errors; [`io::ErrorKind::FileTooLarge`] if it is longer than `most` bytes.
pub(crate) fn read(state: &Path, file: &str, most: u64) -> io::Result<Option<Vec<u8>>> {
    match files::read_at_most(&state.join(file), most) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        read => read.map(Some),
    }
}

/// Replaces a file of the state folder by the JSON of what `content` returns. No other window
/// changes the folder meanwhile, so `content` may read the present file.
///
/// # Errors
/// I/O errors and those of `content`; the file is then unchanged.
pub(crate) fn change<T: Serialize>(
    state: &Path,
    file: &str,
    content: impl FnOnce() -> io::Result<T>,
) -> io::Result<()> {
    std::fs::create_dir_all(state)?;
    let _lock = lock(&state.join("lock"))?;
    let text = serde_json::to_string_pretty(&content()?)?;
    let written = Folder::at(state).write_beside(file, &text);
    written.map_err(io::Error::other)
}

fn open_lock(path: &Path) -> io::Result<File> {
    OpenOptions::new()
        .create(true)
        .truncate(false)
        .write(true)
        .open(path)
}
