//! Files of one folder that are replaced together: all of them or none, whenever the
//! program ends.
//!
//! 1. The journal is made, empty, and locked.
//! 2. Every new content is written beside its place and brought to the disk, and so is a copy
//!    of every old one.
//! 3. The journal says which file is to hold what, and is brought to the disk: from here on
//!    the save is finished, whatever happens.
//! 4. The files are renamed, in the order of their adding; the copies and the journal go.
//!
//! What is found of this by whoever opens the folder next is [settled](settle): after 3 it is
//! finished, before it is taken back.

mod journal;
mod settle;

use std::fs::{self, File};
use std::io::{self, BufWriter, Read, Write};
use std::path::{Path, PathBuf};

use sha2::{Digest as _, Sha256};

use crate::disk::Disk;
use crate::replace::folder_of;
use journal::{Digest, Entry, JOURNAL, MOST_FILES, new_path, old_path};
pub use settle::{Settled, is_cut_off, settle};
use settle::{clear, clear_staged, finish, lock, take_back};

/// New contents for files of one folder. Unless they are [committed](Together::commit), all
/// stay as they were.
#[derive(Debug)]
pub struct Together<'a> {
    disk: &'a dyn Disk,
    root: PathBuf,
    /// The journal, locked; `None` once it is done with.
    journal: Option<File>,
    entries: Vec<Entry>,
}

impl<'a> Together<'a> {
    /// Begins to save in this folder. What is left of a save that was cut off is settled.
    ///
    /// # Errors
    /// What the system says: above all if no file can be made there;
    /// [`io::ErrorKind::WouldBlock`] if another program is saving there.
    pub fn begin(disk: &'a dyn Disk, root: &Path) -> io::Result<Self> {
        let root = root.canonicalize()?;
        let path = root.join(JOURNAL);
        loop {
            settle(disk, &root)?;
            match disk.create(&path) {
                Err(error) if error.kind() != io::ErrorKind::AlreadyExists => return Err(error),
                _ => {}
            }
            let journal = lock(&path)?.ok_or(io::ErrorKind::WouldBlock)?;
            // Somebody may have been quicker, and been cut off.
            if journal.metadata()?.len() == 0 {
                let begun = Self {
                    disk,
                    root,
                    journal: Some(journal),
                    entries: Vec::new(),
                };
                clear_staged(disk, &begun.root)?;
                return Ok(begun);
            }
        }
    }

    /// Whether a file of this folder can be saved together with others: links of it do not
    /// lead out.
    pub fn holds(root: &Path, name: &str) -> bool {
        place(root, name).is_some()
    }

    /// Writes the new content of a file beside it, with the old one's permissions.
    ///
    /// # Errors
    /// What the system says, and those of `write`; [`io::ErrorKind::PermissionDenied`] if the
    /// file is protected, [`io::ErrorKind::InvalidInput`] if the name leads out of the folder.
    pub fn add_with(
        &mut self,
        name: &str,
        write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> io::Result<()> {
        let path = place(&self.root, name).filter(|_| self.entries.len() < MOST_FILES);
        let path = path.ok_or(io::ErrorKind::InvalidInput)?;
        let inside = path.strip_prefix(&self.root).map_err(io::Error::other)?;
        let parts: Vec<_> = inside.iter().map(|part| part.to_string_lossy()).collect();
        let name = parts.join("/");
        let permissions = match fs::metadata(&path) {
            Ok(old) if old.is_dir() => return Err(io::ErrorKind::IsADirectory.into()),
            Ok(old) if !old.is_file() => return Err(io::ErrorKind::InvalidInput.into()),
            Ok(old) => Some(old.permissions()),
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            Err(error) => return Err(error),
        };
        if permissions.as_ref().is_some_and(fs::Permissions::readonly) {
            // Renaming would get around it, but somebody protected this file.
            return Err(io::ErrorKind::PermissionDenied.into());
        }
        if !folder_of(&path).is_dir() {
            let what = format!(
                "there is no folder {}; make it first",
                folder_of(&path).display()
            );
            return Err(io::Error::new(io::ErrorKind::NotFound, what));
        }
        let index = self.entries.len();
        // Named first, so that a file that is written in part goes again.
        self.entries.push(Entry {
            name,
            old: None,
            new: Digest::default(),
        });
        let old = match &permissions {
            Some(permissions) => {
                let mut from = File::open(&path)?;
                let copy = |out: &mut dyn Write| io::copy(&mut from, out).map(drop);
                let to = old_path(&self.root, index);
                Some(self.stage(&to, Some(permissions.clone()), copy)?)
            }
            None => None,
        };
        let to = new_path(&self.root, index);
        let new = self.stage(&to, permissions, write)?;
        let entry = &mut self.entries[index];
        (entry.old, entry.new) = (old, new);
        Ok(())
    }

    /// [`Together::add_with`] of whatever can be read.
    ///
    /// # Errors
    /// As [`Together::add_with`].
    pub fn add(&mut self, name: &str, content: &mut dyn Read) -> io::Result<()> {
        self.add_with(name, |out| io::copy(content, out).map(drop))
    }

    fn stage(
        &self,
        to: &Path,
        permissions: Option<fs::Permissions>,
        write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> io::Result<Digest> {
        let through = Through {
            disk: self.disk,
            file: self.disk.create(to)?,
            sum: Sha256::new(),
        };
        let mut out = BufWriter::with_capacity(256 << 10, through);
        write(&mut out)?;
        let through = out.into_inner().map_err(io::IntoInnerError::into_error)?;
        if let Some(permissions) = permissions {
            // Some file systems know none; it is saved all the same.
            let _ = through.file.set_permissions(permissions);
        }
        self.disk.sync(&through.file)?;
        Ok(through.sum.finalize().into())
    }

    /// Puts all of them in their places.
    ///
    /// # Errors
    /// What the system says. The files are as they were, or whoever opens the folder next
    /// [settles](settle) that.
    pub fn commit(mut self) -> io::Result<()> {
        let text = journal::write(&self.entries);
        let mut journal = self.journal.take().ok_or(io::ErrorKind::NotFound)?;
        let written = self
            .disk
            .write(&mut journal, text.as_bytes())
            .and_then(|()| self.disk.sync(&journal))
            .and_then(|()| self.disk.sync_folder(&self.root));
        if let Err(error) = written {
            // First of all, so that it does not count although it may be whole.
            let _ = self.disk.remove(&self.root.join(JOURNAL));
            self.journal = Some(journal);
            return Err(error);
        }
        let done = finish(self.disk, &self.root, &self.entries);
        if let Err(error) = done {
            // If this fails, too, the journal stays, and the next who opens it goes on.
            let _ = take_back(self.disk, &self.root, &self.entries);
            return Err(error);
        }
        Ok(())
    }
}

impl Drop for Together<'_> {
    fn drop(&mut self) {
        if self.journal.is_some() {
            // What stays is cleared away by whoever saves or opens next.
            let _ = clear(self.disk, &self.root);
        }
    }
}

/// Writes to the disk and adds up what is written.
#[derive(Debug)]
struct Through<'a> {
    disk: &'a dyn Disk,
    file: File,
    sum: Sha256,
}

impl Write for Through<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.disk.write(&mut self.file, bytes)?;
        self.sum.update(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The file of this name, links followed, if it is in the folder or would be.
fn place(root: &Path, name: &str) -> Option<PathBuf> {
    if !journal::is_inside(name) {
        return None;
    }
    let root = root.canonicalize().ok()?;
    let path = root.join(name);
    let real = match path.canonicalize() {
        Ok(real) => real,
        // A link to nowhere: what it will lead to is not known.
        Err(_) if path.is_symlink() => return None,
        Err(_) => match folder_of(&path).canonicalize() {
            Ok(folder) => folder.join(path.file_name()?),
            Err(_) => path,
        },
    };
    let inside = real.strip_prefix(&root).ok()?.to_str()?;
    journal::is_inside(inside).then_some(real)
}

#[cfg(test)]
mod tests;
