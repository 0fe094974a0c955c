//! Opens and reads files.

use std::fs::{self, File};
use std::io::{self, Read};
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

/// Reads a file of at most `most` bytes, following links.
///
/// # Errors
/// As [`open`]; [`io::ErrorKind::FileTooLarge`] for a longer file, of which no more is read.
pub fn read_at_most(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    open(path)?.take(most + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > most {
        let reason = format!("it is longer than {most} bytes");
        return Err(io::Error::new(io::ErrorKind::FileTooLarge, reason));
    }
    Ok(bytes)
}

/// The same for text.
///
/// # Errors
/// As [`read_at_most`]; [`io::ErrorKind::InvalidData`] if it is not UTF-8.
pub fn read_text_at_most(path: &Path, most: u64) -> io::Result<String> {
    let text = String::from_utf8(read_at_most(path, most)?);
    text.map_err(|_| io::Error::new(io::ErrorKind::InvalidData, "it is not UTF-8"))
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
