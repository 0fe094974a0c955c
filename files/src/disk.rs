//! The calls to the system by which files that belong together are replaced, so that a
//! test can stop each of them.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write as _};
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::replace::overwrite;

/// What changes files. Reading goes past it.
pub trait Disk: std::fmt::Debug + Send + Sync {
    /// Makes a file that is not there yet.
    ///
    /// # Errors
    /// What the system says.
    fn create(&self, path: &Path) -> io::Result<File>;

    /// Writes all of these bytes.
    ///
    /// # Errors
    /// What the system says; a part may have been written.
    fn write(&self, file: &mut File, bytes: &[u8]) -> io::Result<()>;

    /// Brings a file to the disk.
    ///
    /// # Errors
    /// What the system says.
    fn sync(&self, file: &File) -> io::Result<()>;

    /// Gives a file a name that another one may have.
    ///
    /// # Errors
    /// What the system says.
    fn rename(&self, from: &Path, to: &Path) -> io::Result<()>;

    /// Writes the bytes of `from` into the file `to`, where it cannot be renamed.
    ///
    /// # Errors
    /// What the system says; the file may hold anything.
    fn overwrite(&self, from: &Path, to: &Path) -> io::Result<()>;

    /// Takes a file away.
    ///
    /// # Errors
    /// What the system says.
    fn remove(&self, path: &Path) -> io::Result<()>;

    /// Brings the names of a folder to the disk, where the system can.
    ///
    /// # Errors
    /// None from the system itself.
    fn sync_folder(&self, folder: &Path) -> io::Result<()>;
}

/// The disk itself.
#[derive(Debug, Clone, Copy, Default)]
pub struct RealDisk;

impl Disk for RealDisk {
    fn create(&self, path: &Path) -> io::Result<File> {
        OpenOptions::new().write(true).create_new(true).open(path)
    }

    fn write(&self, file: &mut File, bytes: &[u8]) -> io::Result<()> {
        file.write_all(bytes)
    }

    fn sync(&self, file: &File) -> io::Result<()> {
        file.sync_all()
    }

    fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        fs::rename(from, to)
    }

    fn overwrite(&self, from: &Path, to: &Path) -> io::Result<()> {
        overwrite(to, &fs::read(from)?)
    }

    fn remove(&self, path: &Path) -> io::Result<()> {
        fs::remove_file(path)
    }

    fn sync_folder(&self, folder: &Path) -> io::Result<()> {
        if let Ok(folder) = File::open(folder) {
            let _ = folder.sync_all();
        }
        Ok(())
    }
}

/// What goes wrong with a [`FaultyDisk`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fault {
    /// This call and all that follow do nothing, as if the program had been killed; a
    /// write has written half.
    Killed,
    /// This call alone fails, as on a full disk; a write has written half.
    Fails,
    /// This call and all that follow that would write or make a file fail; what renames
    /// and removes works.
    Full,
    /// As [`Fault::Killed`], where no file can be renamed over another one.
    KilledInPlace,
}

/// A disk on which something goes wrong at one call: for tests of what is never to be lost.
#[derive(Debug)]
pub struct FaultyDisk {
    at: usize,
    fault: Fault,
    calls: AtomicUsize,
}

impl FaultyDisk {
    /// On which it goes wrong at this call, the first being 0.
    pub fn new(at: usize, fault: Fault) -> Self {
        Self {
            at,
            fault,
            calls: AtomicUsize::new(0),
        }
    }

    /// How often it was called; not more than that, nothing has gone wrong.
    pub fn calls(&self) -> usize {
        self.calls.load(Ordering::SeqCst)
    }

    /// Whether anything went wrong.
    pub fn has_failed(&self) -> bool {
        self.calls() > self.at
    }

    /// Whether the last call was the one at which it goes wrong.
    fn is_the_one(&self) -> bool {
        self.calls() == self.at + 1
    }

    fn call(&self, needs_room: bool) -> io::Result<()> {
        let call = self.calls.fetch_add(1, Ordering::SeqCst);
        let fails = match self.fault {
            Fault::Killed | Fault::KilledInPlace => call >= self.at,
            Fault::Fails => call == self.at,
            Fault::Full => call >= self.at && needs_room,
        };
        if fails {
            return Err(io::ErrorKind::StorageFull.into());
        }
        Ok(())
    }
}

impl Disk for FaultyDisk {
    fn create(&self, path: &Path) -> io::Result<File> {
        self.call(true)?;
        RealDisk.create(path)
    }

    fn write(&self, file: &mut File, bytes: &[u8]) -> io::Result<()> {
        if let Err(error) = self.call(true) {
            if self.is_the_one() {
                RealDisk.write(file, &bytes[..bytes.len() / 2])?;
            }
            return Err(error);
        }
        RealDisk.write(file, bytes)
    }

    fn sync(&self, file: &File) -> io::Result<()> {
        self.call(true)?;
        RealDisk.sync(file)
    }

    fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        self.call(false)?;
        if self.fault == Fault::KilledInPlace && to.exists() {
            return Err(io::ErrorKind::ResourceBusy.into());
        }
        RealDisk.rename(from, to)
    }

    fn overwrite(&self, from: &Path, to: &Path) -> io::Result<()> {
        if let Err(error) = self.call(true) {
            if self.is_the_one() {
                // The worst that may happen: it is neither.
                fs::write(to, "torn")?;
            }
            return Err(error);
        }
        RealDisk.overwrite(from, to)
    }

    fn remove(&self, path: &Path) -> io::Result<()> {
        self.call(false)?;
        RealDisk.remove(path)
    }

    fn sync_folder(&self, folder: &Path) -> io::Result<()> {
        self.call(false)?;
        RealDisk.sync_folder(folder)
    }
}
