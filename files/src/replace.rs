//! Replaces files without ever losing the old content.

use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

use crate::folders::NewFolders;
use crate::plain_path;

/// Replaces the file at `path` by `bytes`, or creates it.
///
/// The bytes are written to a temporary file beside it, flushed to the disk and only then renamed:
/// readers see either the old file or the new one, and a full disk leaves the old one. The new file
/// keeps the old permissions. Where no second file can be created or renamed, the file is
/// overwritten in place. Links are followed; pipes and devices are written to.
///
/// # Errors
/// As reported by the system; [`io::ErrorKind::PermissionDenied`] also if the old file is
/// read-only, although renaming would circumvent that.
pub fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    replace_with(path, |out| out.write_all(bytes))
}

/// Creates a file, and its folder, with all that `bytes` yields: all or nothing, like [`replace`].
///
/// # Errors
/// As reported by the system; [`io::ErrorKind::AlreadyExists`] if the name is taken.
pub fn create(path: &Path, bytes: &mut dyn Read) -> io::Result<()> {
    let folder = folder_of(path);
    let _new = NewFolders::create(folder)?;
    let beside = beside(folder)?;
    io::copy(bytes, &mut beside.as_file())?;
    beside.as_file().sync_all()?;
    beside.persist_noclobber(path)?;
    sync_folder(folder);
    Ok(())
}

/// [`replace`] with the output of `write`, which need not be held in memory.
///
/// # Errors
/// As [`replace`], and those of `write`.
pub fn replace_with(
    path: &Path,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> io::Result<()> {
    let mut files = Replacements::default();
    files.add(path, write)?;
    files.commit().map_err(|(_, error)| error)
}

/// New contents for files that belong together: all are first written beside their targets, so that
/// most errors occur before any file is replaced.
#[derive(Debug, Default)]
pub struct Replacements {
    staged: Vec<Staged>,
}

#[derive(Debug)]
struct Staged {
    path: PathBuf,
    is_new: bool,
    content: Content,
}

#[derive(Debug)]
enum Content {
    /// On the disk, to be renamed.
    Beside(NamedTempFile),
    /// To be written into the file itself.
    InPlace(Vec<u8>),
    /// Already written to a pipe or device.
    Poured,
}

impl Replacements {
    /// Writes the new content of the file at `path` beside it: the output of `write`. Files are
    /// replaced in the order of these calls; pipes and devices are written to at once.
    ///
    /// # Errors
    /// As [`replace_with`]; this file is then left out.
    pub fn add(
        &mut self,
        path: &Path,
        write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> io::Result<()> {
        // If the file is a link, write to its target.
        let path = path.canonicalize().unwrap_or_else(|_| path.to_owned());
        let old = replaceable(&path)?;
        let content = if old.as_ref().is_some_and(|old| !old.is_file()) {
            let mut out = BufWriter::new(OpenOptions::new().write(true).open(&path)?);
            write(&mut out)?;
            out.flush()?;
            Content::Poured
        } else {
            match beside(folder_of(&path)) {
                Ok(file) => {
                    // Through the file itself: errors do not name the temporary file.
                    let mut out = BufWriter::new(file.as_file());
                    write(&mut out)?;
                    out.flush()?;
                    drop(out);
                    if let Some(old) = &old {
                        // Some file systems have no permissions; save anyway.
                        let _ = file.as_file().set_permissions(old.permissions());
                    }
                    file.as_file().sync_all()?;
                    Content::Beside(file)
                }
                Err(error) if old.is_none() => return Err(error),
                Err(_) => {
                    OpenOptions::new().write(true).open(&path)?;
                    let mut bytes = Vec::new();
                    write(&mut bytes)?;
                    Content::InPlace(bytes)
                }
            }
        };
        self.staged.push(Staged {
            path,
            is_new: old.is_none(),
            content,
        });
        Ok(())
    }

    /// Puts all files in place.
    ///
    /// # Errors
    /// The first file that could not be replaced after all, and the system's error. Files added before
    /// it have been replaced; it and those after it have not.
    pub fn commit(self) -> Result<(), (PathBuf, io::Error)> {
        let mut folders: Vec<PathBuf> = Vec::new();
        let mut result = Ok(());
        for Staged {
            path,
            is_new,
            content,
        } in self.staged
        {
            let put = match content {
                Content::Beside(file) => rename(file, &path, is_new),
                Content::InPlace(bytes) => overwrite(&path, &bytes),
                Content::Poured => Ok(()),
            };
            if let Err(error) = put {
                result = Err((path, error));
                break;
            }
            let folder = folder_of(&path);
            if !folders.iter().any(|known| known == folder) {
                folders.push(folder.to_owned());
            }
        }
        for folder in folders {
            sync_folder(&folder);
        }
        result
    }
}

/// What is known of the file at `path`; `None` if there is none.
///
/// # Errors
/// As reported by the system; also for a folder or a read-only file, which is not replaced.
pub(crate) fn replaceable(path: &Path) -> io::Result<Option<fs::Metadata>> {
    let old = match fs::metadata(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        old => old?,
    };
    if old.is_dir() {
        return Err(io::ErrorKind::IsADirectory.into());
    }
    if old.permissions().readonly() {
        // Renaming would circumvent it, but somebody protected this file.
        return Err(io::ErrorKind::PermissionDenied.into());
    }
    Ok(Some(old))
}

pub(crate) fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}

/// The error for a file in a folder that does not exist.
pub(crate) fn no_folder(folder: &Path) -> io::Error {
    let folder = plain_path(folder);
    let reason = format!("there is no folder {folder}; create it first");
    io::Error::new(io::ErrorKind::NotFound, reason)
}

/// A new file in the folder, removed on drop unless it is renamed.
fn beside(folder: &Path) -> io::Result<NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(".marchland-").suffix(".tmp");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        // The mode of any new file, before the umask.
        builder.permissions(fs::Permissions::from_mode(0o666));
    }
    // Report the folder, not the name of the temporary file.
    let file = builder.tempfile_in(folder);
    file.map_err(|error| match error.kind() {
        // Such as /proc, in which nobody can create a file.
        io::ErrorKind::NotFound if folder.is_dir() => {
            let reason = format!("no file can be created in {}", plain_path(folder));
            io::Error::new(io::ErrorKind::NotFound, reason)
        }
        io::ErrorKind::NotFound => no_folder(folder),
        kind => kind.into(),
    })
}

fn rename(file: NamedTempFile, path: &Path, is_new: bool) -> io::Result<()> {
    match file.persist(path) {
        Ok(_) => Ok(()),
        Err(refused) if is_new => Err(refused.error),
        Err(refused) => overwrite(path, &fs::read(refused.file.path())?),
    }
}

/// Flushes new names to the disk, so that they survive a power cut, where the system supports it.
pub(crate) fn sync_folder(folder: &Path) {
    if let Ok(folder) = File::open(folder) {
        let _ = folder.sync_all();
    }
}

/// Overwrites a file in place. The part beyond the old length is written first, because only that
/// can fail on a full disk; then it is cut off again and the old file is unchanged.
pub(crate) fn overwrite(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = OpenOptions::new().read(true).write(true).open(path)?;
    let mut old = Vec::new();
    file.read_to_end(&mut old)?;
    let written = write_growing(&mut file, bytes, old.len());
    if written.is_err() {
        // Restore the old content, but report the first error.
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
mod tests;
