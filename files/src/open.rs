//! Opening files to read them.

use std::fs::{self, File};
use std::io;
use std::path::Path;

/// Opens a file to read it. A link is followed.
///
/// # Errors
/// What the system says; [`io::ErrorKind::InvalidInput`] for a folder, a pipe or a
/// device, without waiting for whoever writes to it.
pub fn open(path: &Path) -> io::Result<File> {
    // Asked before it is opened: that alone waits.
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
        "it is not a file, but a pipe or a device"
    };
    Err(io::Error::new(io::ErrorKind::InvalidInput, reason))
}
