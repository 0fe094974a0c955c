//! Storage for the bytes of a journal.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use parking_lot::Mutex;

/// A journal's file. Tests use one that fails.
pub trait Store: Send + Sync {
    /// Writes bytes at an offset. They then survive the end of the program, but not of the
    /// system. Returns the number of bytes written.
    ///
    /// # Errors
    /// If nothing can be written.
    fn write_at(&self, at: u64, bytes: &[u8]) -> io::Result<usize>;

    /// Waits until everything written is on the disk. After an error, everything since the
    /// last successful sync may be lost: systems forget what they could not write.
    ///
    /// # Errors
    /// If the disk fails.
    fn sync(&self) -> io::Result<()>;

    /// Deletes the file.
    ///
    /// # Errors
    /// If it cannot be deleted.
    fn remove(&self) -> io::Result<()>;

    /// Its name for messages.
    fn name(&self) -> String;
}

/// A file that only its owner can read, since a journal holds all cards and tokens. It is
/// created by the first write.
#[derive(Debug)]
pub struct FileStore {
    path: PathBuf,
    file: Mutex<Option<File>>,
    /// Whether the folder's entry for the file is on the disk.
    known: AtomicBool,
}

impl FileStore {
    /// A new file, which must not exist yet.
    pub fn create(path: &Path) -> Self {
        Self {
            path: path.to_owned(),
            file: Mutex::new(None),
            known: AtomicBool::new(false),
        }
    }

    /// An existing file, truncated to `length` bytes.
    ///
    /// # Errors
    /// If it cannot be opened or truncated.
    pub fn open(path: &Path, length: u64) -> io::Result<Self> {
        let file = OpenOptions::new().write(true).open(path)?;
        file.set_len(length)?;
        Ok(Self {
            path: path.to_owned(),
            file: Mutex::new(Some(file)),
            known: AtomicBool::new(true),
        })
    }

    fn make(&self) -> io::Result<File> {
        let mut options = OpenOptions::new();
        options.write(true).create_new(true);
        #[cfg(unix)]
        {
            use std::os::unix::fs::OpenOptionsExt as _;
            options.mode(0o600);
        }
        options.open(&self.path)
    }
}

impl Store for FileStore {
    fn write_at(&self, at: u64, bytes: &[u8]) -> io::Result<usize> {
        let mut file = self.file.lock();
        if file.is_none() {
            *file = Some(self.make()?);
        }
        let Some(file) = file.as_mut() else {
            return Ok(0);
        };
        file.seek(SeekFrom::Start(at))?;
        file.write(bytes)
    }

    fn sync(&self) -> io::Result<()> {
        // Sync without the lock, so that writers need not wait for the disk.
        let file = self.file.lock().as_ref().map(File::try_clone).transpose()?;
        if let Some(file) = file {
            file.sync_data()?;
            if !self.known.load(Ordering::Relaxed) {
                sync_folder(&self.path)?;
                self.known.store(true, Ordering::Relaxed);
            }
        }
        Ok(())
    }

    fn remove(&self) -> io::Result<()> {
        // Close it first: not every system can delete an open file.
        if self.file.lock().take().is_some() {
            fs::remove_file(&self.path)?;
        }
        Ok(())
    }

    fn name(&self) -> String {
        self.path.display().to_string()
    }
}

/// Syncs the folder of a file, on systems where folders can be synced.
///
/// # Errors
/// If the folder cannot be opened or the disk fails.
fn sync_folder(file: &Path) -> io::Result<()> {
    if cfg!(unix)
        && let Some(folder) = file.parent()
    {
        // A bare file name is in the current folder.
        let here = Path::new(".");
        let folder = Some(folder).filter(|path| !path.as_os_str().is_empty());
        File::open(folder.unwrap_or(here))?.sync_all()?;
    }
    Ok(())
}
