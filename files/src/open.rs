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
    check_is_file(&fs::metadata(path).map_err(in_words)?)?;
    let file = File::open(path).map_err(in_words)?;
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

/// Whether two files can be read and have the same content.
pub fn same_bytes(one: &Path, other: &Path) -> bool {
    let length = |path: &Path| fs::metadata(path).ok().map(|metadata| metadata.len());
    length(one).is_some_and(|bytes| Some(bytes) == length(other))
        && matches!((fs::read(one), fs::read(other)), (Ok(one), Ok(other)) if one == other)
}

/// The same words on every system, without a number, for what people get wrong most often.
fn in_words(error: io::Error) -> io::Error {
    match error.kind() {
        kind @ io::ErrorKind::NotFound => io::Error::new(kind, "there is no such file"),
        kind @ io::ErrorKind::PermissionDenied => {
            io::Error::new(kind, "there is no permission to read it")
        }
        _ => error,
    }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_a_file_is_told_in_words() {
        let folder = tempfile::tempdir().unwrap();
        let told = |path: &Path| open(path).unwrap_err().to_string();
        assert_eq!(told(folder.path()), "it is a folder");
        assert_eq!(told(&folder.path().join("none")), "there is no such file");
        let error = read_at_most(&folder.path().join("none"), 1).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::NotFound);
    }
}
