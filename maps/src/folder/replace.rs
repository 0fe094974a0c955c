//! Putting new bytes in the place of a file without ever losing the old ones.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::Path;

/// Puts `bytes` in the place of the file at `path`, or makes that file.
///
/// They are written to a file beside it, brought to the disk, and only then
/// renamed; whoever reads meanwhile sees the old file or the new one, and a
/// full disk leaves the old one. The new file gets the old one's permissions.
/// Where no second file can be made or renamed, the file is written in place;
/// see [`overwrite`].
pub(super) fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let folder = match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    let old = match fs::metadata(path) {
        Ok(metadata) if metadata.is_file() => Some(metadata.permissions()),
        Ok(_) => return Err(io::ErrorKind::IsADirectory.into()),
        Err(error) if error.kind() == io::ErrorKind::NotFound => None,
        Err(error) => return Err(error),
    };
    if old.as_ref().is_some_and(fs::Permissions::readonly) {
        // Renaming would get around it, but somebody protected this file.
        return Err(io::ErrorKind::PermissionDenied.into());
    }
    let mut beside = match beside(folder) {
        Ok(file) => file,
        Err(error) => return old.map_or(Err(error), |_| overwrite(path, bytes)),
    };
    beside.write_all(bytes)?;
    if let Some(permissions) = &old {
        // Some file systems know no permissions; the map is saved all the same.
        let _ = beside.as_file().set_permissions(permissions.clone());
    }
    beside.as_file().sync_all()?;
    match beside.persist(path) {
        Ok(_) => {
            sync_folder(folder);
            Ok(())
        }
        Err(refused) if old.is_some() => {
            drop(refused.file);
            overwrite(path, bytes)
        }
        Err(refused) => Err(refused.error),
    }
}

/// A new file in the folder, removed again unless it is renamed.
fn beside(folder: &Path) -> io::Result<tempfile::NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(".map-").suffix(".xml.tmp");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        // What a new file would have; the umask is still taken off.
        builder.permissions(fs::Permissions::from_mode(0o666));
    }
    builder.tempfile_in(folder)
}

/// So that the new name survives a power cut, too. Not every system can.
fn sync_folder(folder: &Path) {
    if let Ok(folder) = File::open(folder) {
        let _ = folder.sync_all();
    }
}

/// Writes a file in its place. What is longer than before is written first,
/// as only that can fail on a full disk; then it is cut off again and the old
/// file is as it was.
fn overwrite(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = OpenOptions::new().read(true).write(true).open(path)?;
    let mut old = Vec::new();
    file.read_to_end(&mut old)?;
    let written = write_growing(&mut file, bytes, old.len());
    if written.is_err() {
        // Back to what it was; the error to tell is the first one.
        let _ = file.seek(SeekFrom::Start(0));
        let _ = file.write_all(&old);
        let _ = file.set_len(old.len() as u64);
        let _ = file.sync_all();
    }
    written
}

fn write_growing(file: &mut File, bytes: &[u8], old_length: usize) -> io::Result<()> {
    let (head, tail) = bytes.split_at(bytes.len().min(old_length));
    file.seek(SeekFrom::Start(head.len() as u64))?;
    if bytes.len() > old_length {
        file.write_all(tail)?;
        file.sync_all()?;
    }
    file.seek(SeekFrom::Start(0))?;
    file.write_all(head)?;
    file.set_len(bytes.len() as u64)?;
    file.sync_all()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn writing_in_place_grows_and_shrinks() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("map.xml");
        fs::write(&path, "old text").unwrap();
        for text in ["a text that is longer than the old one", "short", ""] {
            overwrite(&path, text.as_bytes()).unwrap();
            assert_eq!(fs::read_to_string(&path).unwrap(), text);
        }
    }

    #[test]
    fn nothing_is_left_beside() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("map.xml");
        replace(&path, b"one").unwrap();
        replace(&path, b"two").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"two");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }
}
