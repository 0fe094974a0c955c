//! What becomes of a save that was cut off.

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

/// What was found of a save that was cut off, and what became of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Settled {
    /// There was none.
    Nothing,
    /// All was on the disk: the files are the new ones.
    Finished {
        /// Those that the save wrote, by their names in the folder.
        files: Vec<String>,
        /// What another program has written there since is kept under these names.
        kept: Vec<String>,
    },
    /// Not all was on the disk: the files are as they were.
    TakenBack {
        /// As above.
        kept: Vec<String>,
    },
}

impl fmt::Display for Settled {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kept = match self {
            Self::Nothing => return f.write_str("No save was cut off here."),
            Self::TakenBack { kept } => {
                f.write_str(
                    "The last save was cut off before all of it was on the disk, and was taken \
                     back: the files are as they were before it.",
                )?;
                kept
            }
            Self::Finished { files, kept } => {
                let files = files.join(", ");
                write!(
                    f,
                    "The last save was cut off and has been finished: {files}."
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
            " What another program wrote meanwhile is kept in {kept}."
        )
    }
}

/// How often and how long somebody is waited for who is saving.
const TRIES: u32 = 20;
const PAUSE: Duration = Duration::from_millis(50);

/// Takes the lock of a journal that is there; `None` if another program has it, is waited
/// for and does not end.
pub(super) fn lock(path: &Path) -> io::Result<Option<File>> {
    for _ in 0..TRIES {
        let file = OpenOptions::new().read(true).write(true).open(path)?;
        match fs4::FileExt::try_lock(&file) {
            Err(fs4::TryLockError::WouldBlock) => {}
            // A file system without locks: whoever saves there at once is on their own.
            Ok(()) | Err(fs4::TryLockError::Error(_)) => {
                // The one that was locked may have been taken away meanwhile.
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

/// Whether a save of this folder was cut off when some of its files may have been in their
/// places, so that they do not belong together until it is [settled](settle). A save that
/// is under way is waited for. Changes nothing.
pub fn is_cut_off(root: &Path) -> bool {
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

/// Finishes a save of this folder that was cut off, or takes it back; nothing that another
/// program has written since is lost. Also for a folder that is not there.
///
/// # Errors
/// What the system says; [`io::ErrorKind::WouldBlock`] if another program is saving there,
/// [`io::ErrorKind::InvalidData`] if neither can be done, since files of the save are
/// missing: all is then as it was found.
pub fn settle(disk: &dyn Disk, root: &Path) -> io::Result<Settled> {
    let path = root.join(JOURNAL);
    match fs::symlink_metadata(&path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Settled::Nothing),
        Err(error) => return Err(error),
        Ok(there) if !there.is_file() => {
            let what = format!("{} is not a file; take it away", path.display());
            return Err(io::Error::new(io::ErrorKind::InvalidData, what));
        }
        Ok(_) => {}
    }
    let mut file = match lock(&path) {
        Ok(Some(file)) => file,
        Ok(None) => return Err(io::ErrorKind::WouldBlock.into()),
        // Its save has ended meanwhile.
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Settled::Nothing),
        Err(error) => return Err(error),
    };
    let root = &root.canonicalize()?;
    let Some(entries) = journal::read(&mut file)? else {
        // What cannot be cleared away does no harm.
        let _ = clear(disk, root);
        return Ok(Settled::TakenBack { kept: Vec::new() });
    };
    let mut found = Vec::new();
    for (index, entry) in entries.iter().enumerate() {
        found.push(Found::of(root, index, entry)?);
    }
    let is_finishable = found
        .iter()
        .all(|found| found.is(There::New) || found.has_new);
    if is_finishable
        || found
            .iter()
            .all(|found| found.has_old || !found.is(There::New))
    {
        let mut kept = Vec::new();
        for (index, (entry, found)) in entries.iter().zip(&found).enumerate() {
            if found.is(There::Other) && found.path.exists() {
                kept.push(keep(disk, root, &entry.name, &found.path)?);
            }
            let staged = [
                (found.has_new, new_path(root, index)),
                (found.has_old, old_path(root, index)),
            ];
            for (_, damaged) in staged
                .iter()
                .filter(|(whole, path)| !whole && path.exists())
            {
                disk.remove(damaged)?;
            }
        }
        if is_finishable {
            finish(disk, root, &entries)?;
            let files = entries.into_iter().map(|entry| entry.name).collect();
            return Ok(Settled::Finished { files, kept });
        }
        take_back(disk, root, &entries)?;
        return Ok(Settled::TakenBack { kept });
    }
    let lost = entries.iter().zip(&found);
    let lost = lost.filter(|(_, found)| !found.is(There::New) && !found.has_new);
    let lost: Vec<_> = lost.map(|(entry, _)| &*entry.name).collect();
    let what = format!(
        "what it was to write is gone or damaged ({}), and so is what was there before; compare \
         the files with a copy of yours and then take {} away",
        lost.join(", "),
        path.display()
    );
    Err(io::Error::new(io::ErrorKind::InvalidData, what))
}

/// Which file is in a place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum There {
    Old,
    New,
    /// Another program's, or one that was written in part; or none.
    Other,
}

/// How far a file has come.
#[derive(Debug)]
struct Found {
    path: PathBuf,
    there: There,
    has_new: bool,
    has_old: bool,
}

impl Found {
    fn is(&self, there: There) -> bool {
        self.there == there
    }

    fn of(root: &Path, index: usize, entry: &Entry) -> io::Result<Self> {
        let path = place(root, &entry.name).ok_or_else(|| {
            let what = format!("{} leads out of the folder", entry.name);
            io::Error::new(io::ErrorKind::InvalidData, what)
        })?;
        let there = digest_of(&path)?;
        let [new, old] = [new_path(root, index), old_path(root, index)].map(|path| {
            let is_file = fs::symlink_metadata(&path).is_ok_and(|there| there.is_file());
            if is_file { digest_of(&path) } else { Ok(None) }
        });
        let there = match there {
            there if there == Some(entry.new) => There::New,
            there if there == entry.old => There::Old,
            _ => There::Other,
        };
        Ok(Self {
            path,
            there,
            has_new: new? == Some(entry.new),
            has_old: entry.old.is_none() || old? == entry.old,
        })
    }
}

/// Puts all that is still beside its place there, and clears away.
pub(super) fn finish(disk: &dyn Disk, root: &Path, entries: &[Entry]) -> io::Result<()> {
    let mut folders: Vec<PathBuf> = vec![root.to_owned()];
    for (index, entry) in entries.iter().enumerate() {
        let (from, to) = (new_path(root, index), root.join(&entry.name));
        if from.exists() {
            put(disk, &from, &to)?;
            let folder = folder_of(&to).to_owned();
            if !folders.contains(&folder) {
                folders.push(folder);
            }
        }
    }
    for folder in folders {
        disk.sync_folder(&folder)?;
    }
    // From here on it is done, whether the traces go or not.
    let _ = clear(disk, root);
    Ok(())
}

/// Puts the old files back that were replaced, and clears away.
pub(super) fn take_back(disk: &dyn Disk, root: &Path, entries: &[Entry]) -> io::Result<()> {
    for (index, entry) in entries.iter().enumerate() {
        let (path, old) = (root.join(&entry.name), old_path(root, index));
        let there = digest_of(&path)?;
        // Whatever is whole and is neither was put there by another program; what is not whole
        // is a file that was written in its place.
        let touched = there == Some(entry.new) || (there != entry.old && old.exists());
        match (touched, entry.old) {
            (false, _) => {}
            (true, Some(_)) => put(disk, &old, &path)?,
            (true, None) => disk.remove(&path)?,
        }
    }
    disk.sync_folder(root)?;
    clear(disk, root)
}

/// Renames a file; where that is refused, writes what it holds into the other.
fn put(disk: &dyn Disk, from: &Path, to: &Path) -> io::Result<()> {
    match disk.rename(from, to) {
        Err(_) if to.is_file() => {
            disk.overwrite(from, to)?;
            disk.remove(from)
        }
        done => done,
    }
}

/// Takes away what a save leaves, the journal last.
pub(super) fn clear(disk: &dyn Disk, root: &Path) -> io::Result<()> {
    clear_staged(disk, root)?;
    let path = root.join(JOURNAL);
    if path.exists() {
        disk.remove(&path)?;
    }
    disk.sync_folder(root)
}

/// Takes away what is beside the places of the files.
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

/// Copies a file that another program has written under a name that is free.
fn keep(disk: &dyn Disk, root: &Path, name: &str, path: &Path) -> io::Result<String> {
    let own = Path::new(name);
    let ending = own.extension().unwrap_or_default().to_string_lossy();
    for number in 1..1000 {
        let kept = own.with_extension(format!("kept-{number}.{ending}"));
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
