//! Opens files for reading.

use std::fs::{self, File};
use std::io;
use std::path::Path;

/// Opens a file for reading, following links.
///
/// # Errors
/// As reported by the system; [`io::ErrorKind::InvalidInput`] for a folder, a pipe or a device,
/// without waiting for a writer.
pub fn open(path: &Path) -> io::Result<File> {
    // Checked before opening, because opening a pipe blocks.
    check_is_file(&fs::metadata(path)?)?;
    let file = File::open(path)?;
    check_is_file(&file.metadata()?)?;
    Ok(file)
}

fn check_is_file(metadata: &fs::Metadata) -> io::Result<()> {
    let reason = if metadata.is_file() {
        return Ok(());
    } else if metadata.is_dir() {
        "it is a folder"
    } else {
        "it is a pipe or a device, not a file"
    };
    Err(io::Error::new(io::ErrorKind::InvalidInput, reason))
}
