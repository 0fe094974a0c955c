//! Replaces several files of one folder: all of them or none, even if the program is killed.
//!
//! 1. Create the journal, empty, and lock it.
//! 2. Write every new content beside its target, and a copy of every old content, and flush
//!    them to the disk.
//! 3. Write the expected digests to the journal and flush it: from here on the save is
//!    complete, whatever happens.
//! 4. Rename the files in the order of their adding; remove the copies and the journal.
//!
//! A program that opens the folder later [settles](settle) an interrupted transaction: after step 3
//! it is finished, before that it is undone.

mod journal;
mod settle;

use std::fs::{self, File};
use std::io::{self, BufWriter, Read, Write};
use std::path::{Path, PathBuf};

use sha2::{Digest as _, Sha256};

use crate::disk::Disk;
use crate::replace::{folder_of, no_folder, replaceable};
use journal::{Digest, Entry, JOURNAL, MOST_FILES, new_path, old_path};
pub use settle::{Settled, is_interrupted, settle};
use settle::{TRIES, clear, clear_staged, finish, lock, undo};

/// New contents for files of one folder. Unless they are [committed](Transaction::commit), all
/// files stay unchanged.
#[derive(Debug)]
pub struct Transaction<'a> {
    disk: &'a dyn Disk,
    root: PathBuf,
    /// The journal, locked; `None` once it is no longer needed.
    journal: Option<File>,
    entries: Vec<Entry>,
}

impl<'a> Transaction<'a> {
    /// Begins a transaction in this folder, after settling an interrupted one.
    ///
    /// # Errors
    /// As reported by the system, above all if no file can be created there;
    /// [`io::ErrorKind::WouldBlock`] if another program is saving there.
    pub fn begin(disk: &'a dyn Disk, root: &Path) -> io::Result<Self> {
        let root = root.canonicalize()?;
        let path = root.join(JOURNAL);
        for _ in 0..TRIES {
            settle(disk, &root)?;
            match disk.create(&path) {
                Err(error) if error.kind() != io::ErrorKind::AlreadyExists => return Err(error),
                _ => {}
            }
            let journal = match lock(&path) {
                // It was another program's, which has finished meanwhile.
                Err(error) if error.kind() == io::ErrorKind::NotFound => continue,
                journal => journal?.ok_or(io::ErrorKind::WouldBlock)?,
            };
            // Another program may have been faster, and been interrupted.
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
        let reason = format!(
            "an earlier save has left {} there, which cannot be removed",
            path.display()
        );
        Err(io::Error::new(io::ErrorKind::PermissionDenied, reason))
    }

    /// Whether a file of this folder can take part in a transaction: its path and its links must
    /// not lead out of the folder.
    pub fn holds(root: &Path, name: &str) -> bool {
        place(root, name).is_some()
    }

    /// Writes the new content of a file beside it, with the old permissions.
    ///
    /// # Errors
    /// As reported by the system and by `content`; [`io::ErrorKind::PermissionDenied`] if the file is
    /// read-only, [`io::ErrorKind::InvalidInput`] if the name leads out of the folder.
    pub fn add(&mut self, name: &str, content: &mut dyn Read) -> io::Result<()> {
        let path = place(&self.root, name).filter(|_| self.entries.len() < MOST_FILES);
        let path = path.ok_or(io::ErrorKind::InvalidInput)?;
        let inside = path.strip_prefix(&self.root).map_err(io::Error::other)?;
        let parts: Vec<_> = inside.iter().map(|part| part.to_string_lossy()).collect();
        let name = parts.join("/");
        let old = replaceable(&path)?;
        if old.as_ref().is_some_and(|old| !old.is_file()) {
            return Err(io::ErrorKind::InvalidInput.into());
        }
        if !folder_of(&path).is_dir() {
            return Err(no_folder(folder_of(&path)));
        }
        let permissions = old.map(|old| old.permissions());
        let index = self.entries.len();
        // Listed first, so that a partly written file is removed again.
        self.entries.push(Entry {
            name,
            old: None,
            new: Digest::default(),
        });
        let old = match &permissions {
            Some(permissions) => {
                let mut content = File::open(&path)?;
                let to = old_path(&self.root, index);
                Some(self.stage(&to, Some(permissions.clone()), &mut content)?)
            }
            None => None,
        };
        let to = new_path(&self.root, index);
        let new = self.stage(&to, permissions, content)?;
        let entry = &mut self.entries[index];
        (entry.old, entry.new) = (old, new);
        Ok(())
    }

    fn stage(
        &self,
        to: &Path,
        permissions: Option<fs::Permissions>,
        content: &mut dyn Read,
    ) -> io::Result<Digest> {
        let writer = HashingWriter {
            disk: self.disk,
            file: self.disk.create(to)?,
            sum: Sha256::new(),
        };
        let mut out = BufWriter::with_capacity(256 << 10, writer);
        io::copy(content, &mut out)?;
        let writer = out.into_inner().map_err(io::IntoInnerError::into_error)?;
        if let Some(permissions) = permissions {
            // Some file systems have no permissions; save anyway.
            let _ = writer.file.set_permissions(permissions);
        }
        self.disk.sync(&writer.file)?;
        Ok(writer.sum.finalize().into())
    }

    /// Puts all files in place.
    ///
    /// # Errors
    /// As reported by the system. The files are unchanged, or the next program that opens the folder
    /// [settles](settle) the save.
    pub fn commit(mut self) -> io::Result<()> {
        let text = journal::write(&self.entries);
        let mut journal = self.journal.take().ok_or(io::ErrorKind::NotFound)?;
        let written = self
            .disk
            .write(&mut journal, text.as_bytes())
            .and_then(|()| self.disk.sync(&journal))
            .and_then(|()| self.disk.sync_folder(&self.root));
        if let Err(error) = written {
            // It may be complete, but must not count. Its lock keeps others away from the files
            // that remain to be removed.
            let _ = journal.set_len(0);
            self.journal = Some(journal);
            return Err(error);
        }
        let done = finish(self.disk, &self.root, &self.entries);
        if let Err(error) = done {
            // If this fails, too, the journal stays, and the next program that opens the folder continues.
            let _ = undo(self.disk, &self.root, &self.entries);
            return Err(error);
        }
        Ok(())
    }
}

impl Drop for Transaction<'_> {
    fn drop(&mut self) {
        if self.journal.is_some() {
            // The next program that saves or opens removes what remains.
            let _ = clear(self.disk, &self.root);
        }
    }
}

/// Writes to the disk and hashes what is written.
#[derive(Debug)]
struct HashingWriter<'a> {
    disk: &'a dyn Disk,
    file: File,
    sum: Sha256,
}

impl Write for HashingWriter<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.disk.write(&mut self.file, bytes)?;
        self.sum.update(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The path of a file, with links followed, if it is or would be inside the folder.
fn place(root: &Path, name: &str) -> Option<PathBuf> {
    if !journal::is_inside(name) {
        return None;
    }
    let root = root.canonicalize().ok()?;
    let path = root.join(name);
    let real = match path.canonicalize() {
        Ok(real) => real,
        // A dangling link: its target is unknown.
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
