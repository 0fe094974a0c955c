//! Where the bytes of a journal go.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use parking_lot::Mutex;

/// A file as a journal needs it. Tests put one here that fails.
pub trait Store: Send + Sync {
    /// Hands bytes to the operating system, which has them from then on even if
    /// the program is killed. How many it has taken.
    ///
    /// # Errors
    /// If it takes none.
    fn write_at(&self, at: u64, bytes: &[u8]) -> io::Result<usize>;

    /// Waits until all that was handed over is on the disk. After an error all
    /// that was written since the last success may be lost: systems forget what
    /// they could not write.
    ///
    /// # Errors
    /// If it cannot be put there.
    fn sync(&self) -> io::Result<()>;

    /// Takes the file away.
    ///
    /// # Errors
    /// If it stays.
    fn remove(&self) -> io::Result<()>;

    /// What to call it in messages.
    fn name(&self) -> String;
}

/// A file in a folder, which its owner alone can read: a journal holds all
/// hands, and what players come back with. It is made when something is written.
#[derive(Debug)]
pub struct FileStore {
    path: PathBuf,
    file: Mutex<Option<File>>,
    /// Whether the folder knows of the file on the disk.
    known: AtomicBool,
}

impl FileStore {
    /// A file that is to be made; there must be none.
    pub fn create(path: &Path) -> Self {
        Self {
            path: path.to_owned(),
            file: Mutex::new(None),
            known: AtomicBool::new(false),
        }
    }

    /// A file that is there, cut after so many bytes.
    ///
    /// # Errors
    /// If it cannot be opened or cut.
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
        // Not under the lock: a table that writes need not wait for the disk.
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
        // Closed first: not every system removes an open file.
        if self.file.lock().take().is_some() {
            fs::remove_file(&self.path)?;
        }
        Ok(())
    }

    fn name(&self) -> String {
        self.path.display().to_string()
    }
}

/// Waits until the folder of a file knows of it on the disk, where folders can
/// be asked for that.
///
/// # Errors
/// If the folder cannot be opened or the disk fails.
fn sync_folder(file: &Path) -> io::Result<()> {
    if cfg!(unix)
        && let Some(folder) = file.parent()
    {
        // A name alone is in the folder one is in.
        let here = Path::new(".");
        let folder = Some(folder).filter(|path| !path.as_os_str().is_empty());
        File::open(folder.unwrap_or(here))?.sync_all()?;
    }
    Ok(())
}
