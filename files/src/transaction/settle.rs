//! Settles interrupted transactions.

use std::collections::BTreeSet;
use std::fmt;
use std::fs::{self, File, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

use same_file::Handle;

use super::journal::{self, Entry, JOURNAL, MOST_FILES, digest_of, new_path, old_path};
use super::place;
use crate::disk::Disk;
use crate::replace::folder_of;

/// How an interrupted save was settled.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Settled {
    /// No save was interrupted.
    Nothing,
    /// Everything was on the disk: the files have their new content.
    Finished {
        /// The files of the save, by their names in the folder.
        files: Vec<String>,
        /// Copies of files that another program has written since.
        kept: Vec<String>,
    },
    /// Not everything was on the disk: the files have their old content.
    Undone {
        /// As above.
        kept: Vec<String>,
    },
}

impl fmt::Display for Settled {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kept = match self {
            Self::Nothing => return f.write_str("No save was interrupted."),
            Self::Undone { kept } => {
                f.write_str(
                    "The last save was interrupted before all of it was on the disk and has been \
                     undone: the files are unchanged.",
                )?;
                kept
            }
            Self::Finished { files, kept } => {
                let files = files.join(", ");
                write!(
                    f,
                    "The last save was interrupted and has been finished: {files}."
                )?;
                kept
            }
        };
        if kept.is_empty() {
            return Ok(());
        }
        let kept = kept.join(", ");
        write!(
            f,
            " Changes made by another program meanwhile are kept in {kept}."
        )
    }
}

/// How often and how long to wait for another program that is saving.
pub(super) const TRIES: u32 = 20;
const PAUSE: Duration = Duration::from_millis(50);

/// Locks an existing journal; `None` if another program keeps it locked while we wait.
pub(super) fn lock(path: &Path) -> io::Result<Option<File>> {
    for _ in 0..TRIES {
        let file = OpenOptions::new().read(true).write(true).open(path)?;
        match fs4::FileExt::try_lock(&file) {
            Err(fs4::TryLockError::WouldBlock) => {}
            // Without file locks, programs that save at the same time are on their own.
            Ok(()) | Err(fs4::TryLockError::Error(_)) => {
                // The locked file may have been removed meanwhile.
                let ours = Handle::from_file(file.try_clone()?)?;
                match Handle::from_path(path) {
                    Ok(there) if there == ours => return Ok(Some(file)),
                    Err(error) if error.kind() == io::ErrorKind::NotFound => return Err(error),
                    _ => {}
                }
            }
        }
        thread::sleep(PAUSE);
    }
    Ok(None)
}

/// Whether a save of this folder was interrupted while some of its files may have been in place, so
/// that the files do not match until it is [settled](settle). Waits for a save in progress. Changes
/// nothing.
pub fn is_interrupted(root: &Path) -> bool {
    let path = root.join(JOURNAL);
    for _ in 0..TRIES {
        let is_file = fs::symlink_metadata(&path).is_ok_and(|there| there.is_file());
        let Some(mut file) = is_file.then(|| File::open(&path).ok()).flatten() else {
            return false;
        };
        if matches!(journal::read(&mut file), Ok(None)) {
            return false;
        }
        match fs4::FileExt::try_lock_shared(&file) {
            Err(fs4::TryLockError::WouldBlock) => thread::sleep(PAUSE),
            _ => return true,
        }
    }
    false
}

/// Finishes or undoes an interrupted save of this folder, without losing what another program has
/// written since. The folder need not exist.
///
/// # Errors
/// As reported by the system; [`io::ErrorKind::WouldBlock`] if another program is saving there,
/// [`io::ErrorKind::InvalidData`] if files of the save are missing, so that it can be neither
/// finished nor undone; nothing is then changed.
pub fn settle(disk: &dyn Disk, root: &Path) -> io::Result<Settled> {
    let path = root.join(JOURNAL);
    match fs::symlink_metadata(&path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Settled::Nothing),
        Err(error) => return Err(error),
        Ok(there) if !there.is_file() => {
            let reason = format!("{} is not a file; remove it", path.display());
            return Err(io::Error::new(io::ErrorKind::InvalidData, reason));
        }
        Ok(_) => {}
    }
    let mut file = match lock(&path) {
        Ok(Some(file)) => file,
        Ok(None) => return Err(io::ErrorKind::WouldBlock.into()),
        // That save has finished meanwhile.
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Settled::Nothing),
        Err(error) => return Err(error),
    };
    let root = &root.canonicalize()?;
    let Some(entries) = journal::read(&mut file)? else {
        // Leftovers do no harm.
        let _ = clear(disk, root);
        return Ok(Settled::Undone { kept: Vec::new() });
    };
    let mut found = Vec::new();
    for (index, entry) in entries.iter().enumerate() {
        found.push(Found::of(root, index, entry)?);
    }
    let lost = entries.iter().zip(&found);
    let lost = lost.filter(|(_, found)| !found.is(Content::New) && !found.has_new);
    let lost: Vec<_> = lost.map(|(entry, _)| &*entry.name).collect();
    let is_finishable = lost.is_empty();
    let is_undoable = |found: &Found| found.has_old || !found.is(Content::New);
    if !is_finishable && !found.iter().all(is_undoable) {
        let reason = format!(
            "both the new and the old content of some files is missing or damaged ({}); compare \
             the files with a backup, then remove {}",
            lost.join(", "),
            path.display()
        );
        return Err(io::Error::new(io::ErrorKind::InvalidData, reason));
    }
    let mut kept = Vec::new();
    for (index, (entry, found)) in entries.iter().zip(&found).enumerate() {
        if found.is(Content::Other) && found.path.exists() {
            kept.push(keep(disk, root, &entry.name, &found.path)?);
        }
        for (is_whole, staged) in [
            (found.has_new, new_path(root, index)),
            (found.has_old, old_path(root, index)),
        ] {
            if !is_whole && staged.exists() {
                disk.remove(&staged)?;
            }
        }
    }
    if is_finishable {
        finish(disk, root, &entries)?;
        let files = entries.into_iter().map(|entry| entry.name).collect();
        return Ok(Settled::Finished { files, kept });
    }
    undo(disk, root, &entries)?;
    Ok(Settled::Undone { kept })
}

/// The content of a target file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Content {
    Old,
    New,
    /// Written by another program, or only in part; or missing.
    Other,
}

/// The state of one file of the transaction.
#[derive(Debug)]
struct Found {
    path: PathBuf,
    there: Content,
    has_new: bool,
    has_old: bool,
}

impl Found {
    fn is(&self, there: Content) -> bool {
        self.there == there
    }

    fn of(root: &Path, index: usize, entry: &Entry) -> io::Result<Self> {
        let path = place(root, &entry.name).ok_or_else(|| {
            let reason = format!("{} leads out of the folder", entry.name);
            io::Error::new(io::ErrorKind::InvalidData, reason)
        })?;
        let there = digest_of(&path)?;
        let [new, old] = [new_path(root, index), old_path(root, index)].map(|path| {
            let is_file = fs::symlink_metadata(&path).is_ok_and(|there| there.is_file());
            if is_file { digest_of(&path) } else { Ok(None) }
        });
        let there = match there {
            there if there == Some(entry.new) => Content::New,
            there if there == entry.old => Content::Old,
            _ => Content::Other,
        };
        Ok(Self {
            path,
            there,
            has_new: new? == Some(entry.new),
            has_old: entry.old.is_none() || old? == entry.old,
        })
    }
}

/// Moves all files that are still beside their targets into place, and cleans up.
pub(super) fn finish(disk: &dyn Disk, root: &Path, entries: &[Entry]) -> io::Result<()> {
    for (index, entry) in entries.iter().enumerate() {
        let from = new_path(root, index);
        if from.exists() {
            put(disk, &from, &root.join(&entry.name))?;
        }
    }
    sync_folders(disk, root, entries)?;
    // From here on the save is complete, whether or not the cleanup succeeds.
    let _ = clear(disk, root);
    Ok(())
}

/// Restores the old files that were replaced, and cleans up.
pub(super) fn undo(disk: &dyn Disk, root: &Path, entries: &[Entry]) -> io::Result<()> {
    for (index, entry) in entries.iter().enumerate() {
        let (path, old) = (root.join(&entry.name), old_path(root, index));
        let there = digest_of(&path)?;
        // Complete content that is neither old nor new comes from another program; incomplete
        // content is a file that was being overwritten in place.
        let touched = there == Some(entry.new) || (there != entry.old && old.exists());
        match (touched, entry.old) {
            (false, _) => {}
            (true, Some(_)) => put(disk, &old, &path)?,
            (true, None) => disk.remove(&path)?,
        }
    }
    sync_folders(disk, root, entries)?;
    clear(disk, root)
}

/// Flushes the names of the files to the disk, before the journal is removed.
fn sync_folders(disk: &dyn Disk, root: &Path, entries: &[Entry]) -> io::Result<()> {
    let paths = entries.iter().map(|entry| root.join(&entry.name));
    let folders: BTreeSet<PathBuf> = paths.map(|path| folder_of(&path).to_owned()).collect();
    folders
        .iter()
        .try_for_each(|folder| disk.sync_folder(folder))
}

/// Renames a file, or copies its content if renaming is refused.
fn put(disk: &dyn Disk, from: &Path, to: &Path) -> io::Result<()> {
    match disk.rename(from, to) {
        Err(_) if to.is_file() => {
            disk.overwrite(from, to)?;
            disk.remove(from)
        }
        done => done,
    }
}

/// Removes the files of a transaction, the journal last.
pub(super) fn clear(disk: &dyn Disk, root: &Path) -> io::Result<()> {
    clear_staged(disk, root)?;
    let path = root.join(JOURNAL);
    if path.exists() {
        disk.remove(&path)?;
    }
    disk.sync_folder(root)
}

/// Removes the staged files.
pub(super) fn clear_staged(disk: &dyn Disk, root: &Path) -> io::Result<()> {
    for index in 0..MOST_FILES {
        for path in [new_path(root, index), old_path(root, index)] {
            if path.is_symlink() || path.exists() {
                disk.remove(&path)?;
            }
        }
    }
    Ok(())
}

/// Copies another program's file to a free name.
fn keep(disk: &dyn Disk, root: &Path, name: &str, path: &Path) -> io::Result<String> {
    let own = Path::new(name);
    let ending = own
        .extension()
        .map(|ending| format!(".{}", ending.to_string_lossy()));
    let ending = ending.unwrap_or_default();
    for number in 1..1000 {
        let kept = own.with_extension(format!("kept-{number}{ending}"));
        let to = root.join(&kept);
        let mut file = match disk.create(&to) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => continue,
            made => made?,
        };
        disk.write(&mut file, &fs::read(path)?)?;
        disk.sync(&file)?;
        return Ok(kept.to_string_lossy().into_owned());
    }
    Err(io::ErrorKind::AlreadyExists.into())
}
