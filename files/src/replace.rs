//! Reading what is a file, and writing without ever losing what was there.

use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

use crate::plain_path;

/// Puts `bytes` in the place of the file at `path`, or makes that file.
///
/// They are written to a file beside it, brought to the disk, and only then
/// renamed; whoever reads meanwhile sees the old file or the new one, and a
/// full disk leaves the old one. The new file gets the old one's permissions.
/// Where no second file can be made or renamed, the file is written in place.
/// A link is followed; what is not a file, such as a pipe, is written to.
///
/// # Errors
/// What the system says; [`io::ErrorKind::PermissionDenied`] also where the
/// old file is protected from writing, although renaming would get around it.
pub fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    replace_with(path, |out| out.write_all(bytes))
}

/// [`replace`] by whatever `write` writes, so that it need not be held.
///
/// # Errors
/// As [`replace`], and those of `write`.
pub fn replace_with(
    path: &Path,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> io::Result<()> {
    let mut files = Replacements::default();
    files.add_with(path, write)?;
    files.commit().map_err(|(_, error)| error)
}

/// New contents for files that belong together: all are written beside their
/// places first, so that what can go wrong does so before any is replaced.
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
    /// Written into what is not a file already.
    Poured,
}

impl Replacements {
    /// Writes the new content of the file at `path` beside it. Files are
    /// replaced in the order of their adding.
    ///
    /// # Errors
    /// As [`replace`]; this file is then left out.
    pub fn add(&mut self, path: &Path, bytes: &[u8]) -> io::Result<()> {
        self.add_with(path, |out| out.write_all(bytes))
    }

    /// [`Replacements::add`] of whatever `write` writes. Into what is not a file it is
    /// written at once.
    ///
    /// # Errors
    /// As [`replace_with`]; this file is then left out.
    pub fn add_with(
        &mut self,
        path: &Path,
        write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> io::Result<()> {
        // Where the file is a link, what it leads to is written.
        let path = path.canonicalize().unwrap_or_else(|_| path.to_owned());
        let old = match fs::metadata(&path) {
            Ok(metadata) if metadata.is_dir() => return Err(io::ErrorKind::IsADirectory.into()),
            Ok(metadata) => Some(metadata),
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            Err(error) => return Err(error),
        };
        let permissions = old.as_ref().map(fs::Metadata::permissions);
        if permissions.as_ref().is_some_and(fs::Permissions::readonly) {
            // Renaming would get around it, but somebody protected this file.
            return Err(io::ErrorKind::PermissionDenied.into());
        }
        let content = if old.as_ref().is_some_and(|old| !old.is_file()) {
            let mut out = BufWriter::new(OpenOptions::new().write(true).open(&path)?);
            write(&mut out)?;
            out.flush()?;
            Content::Poured
        } else {
            match beside(folder_of(&path)) {
                Ok(file) => {
                    let mut out = BufWriter::new(file);
                    write(&mut out)?;
                    let file = out.into_inner().map_err(io::IntoInnerError::into_error)?;
                    if let Some(permissions) = permissions {
                        // Some file systems know none; it is saved all the same.
                        let _ = file.as_file().set_permissions(permissions);
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

    /// Puts all of them in their places.
    ///
    /// # Errors
    /// The first file that could not be replaced after all, and what the system
    /// says; those added before it have been, it and those after it have not.
    pub fn commit(self) -> Result<(), (PathBuf, io::Error)> {
        let mut folders: Vec<PathBuf> = Vec::new();
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
                return Err((path, error));
            }
            let folder = folder_of(&path);
            if !folders.iter().any(|known| known == folder) {
                folders.push(folder.to_owned());
            }
        }
        for folder in folders {
            sync_folder(&folder);
        }
        Ok(())
    }
}

pub(crate) fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}

/// A new file in the folder, removed again unless it is renamed.
fn beside(folder: &Path) -> io::Result<NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(".marchland-").suffix(".tmp");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        // What a new file would have; the umask is still taken off.
        builder.permissions(fs::Permissions::from_mode(0o666));
    }
    // The name of the temporary file tells nobody anything.
    builder.tempfile_in(folder).map_err(|error| {
        let kind = error.kind();
        if kind == io::ErrorKind::NotFound {
            let folder = plain_path(folder);
            return io::Error::new(kind, format!("there is no folder {folder}; make it first"));
        }
        kind.into()
    })
}

fn rename(file: NamedTempFile, path: &Path, is_new: bool) -> io::Result<()> {
    match file.persist(path) {
        Ok(_) => Ok(()),
        Err(refused) if is_new => Err(refused.error),
        Err(refused) => overwrite(path, &fs::read(refused.file.path())?),
    }
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
pub(crate) fn overwrite(path: &Path, bytes: &[u8]) -> io::Result<()> {
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
mod tests;
