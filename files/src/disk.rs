//! The system calls that replace files, behind a trait so that tests can make each of them fail.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write as _};
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::replace::{overwrite, sync_folder};

/// Operations that change files. Reading bypasses this trait.
pub trait Disk: std::fmt::Debug + Send + Sync {
    /// Creates a file that must not exist yet.
    ///
    /// # Errors
    /// As reported by the system.
    fn create(&self, path: &Path) -> io::Result<File>;

    /// Writes all of these bytes.
    ///
    /// # Errors
    /// As reported by the system; some of the bytes may have been written.
    fn write(&self, file: &mut File, bytes: &[u8]) -> io::Result<()>;

    /// Flushes a file to the disk.
    ///
    /// # Errors
    /// As reported by the system.
    fn sync(&self, file: &File) -> io::Result<()>;

    /// Renames a file, replacing an existing one.
    ///
    /// # Errors
    /// As reported by the system.
    fn rename(&self, from: &Path, to: &Path) -> io::Result<()>;

    /// Copies the contents of `from` into the existing file `to`, where renaming is impossible.
    ///
    /// # Errors
    /// As reported by the system; the file may then hold anything.
    fn overwrite(&self, from: &Path, to: &Path) -> io::Result<()>;

    /// Removes a file.
    ///
    /// # Errors
    /// As reported by the system.
    fn remove(&self, path: &Path) -> io::Result<()>;

    /// Flushes the names of a folder to the disk, where the system supports it.
    ///
    /// # Errors
    /// Only a [`FaultyDisk`] fails: errors of the system are ignored.
    fn sync_folder(&self, folder: &Path) -> io::Result<()>;
}

/// The real disk.
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
        sync_folder(folder);
        Ok(())
    }
}

/// How a [`FaultyDisk`] fails.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fault {
    /// This call and all later ones do nothing, as if the program had been killed; a write stops
    /// halfway.
    Killed,
    /// Only this call fails, as on a full disk; a write stops halfway.
    Fails,
    /// Only this call fails, because another program has just created the file.
    Overtaken,
    /// This call and all later ones that create or write a file fail; renaming and removing work.
    Full,
    /// Like [`Fault::Killed`], but renaming over an existing file is impossible as well.
    KilledInPlace,
}

/// A disk that fails at a given call, for tests that nothing is lost.
#[derive(Debug)]
pub struct FaultyDisk {
    at: usize,
    fault: Fault,
    calls: AtomicUsize,
}

impl FaultyDisk {
    /// Fails at this call, counting from 0.
    pub fn new(at: usize, fault: Fault) -> Self {
        Self {
            at,
            fault,
            calls: AtomicUsize::new(0),
        }
    }

    /// How often it was called; nothing has failed while this is at most the failing call's number.
    pub fn calls(&self) -> usize {
        self.calls.load(Ordering::SeqCst)
    }

    /// Whether anything has failed.
    pub fn has_failed(&self) -> bool {
        self.calls() > self.at
    }

    /// Whether the last call was the first to fail.
    fn is_first_failure(&self) -> bool {
        self.calls() == self.at + 1
    }

    fn call(&self, needs_room: bool) -> io::Result<()> {
        let call = self.calls.fetch_add(1, Ordering::SeqCst);
        let fails = match self.fault {
            Fault::Killed | Fault::KilledInPlace => call >= self.at,
            Fault::Fails | Fault::Overtaken => call == self.at,
            Fault::Full => call >= self.at && needs_room,
        };
        let kind = match self.fault {
            Fault::Overtaken => io::ErrorKind::AlreadyExists,
            _ => io::ErrorKind::StorageFull,
        };
        if fails { Err(kind.into()) } else { Ok(()) }
    }
}

impl Disk for FaultyDisk {
    fn create(&self, path: &Path) -> io::Result<File> {
        self.call(true)?;
        RealDisk.create(path)
    }

    fn write(&self, file: &mut File, bytes: &[u8]) -> io::Result<()> {
        if let Err(error) = self.call(true) {
            if self.is_first_failure() {
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
            if self.is_first_failure() {
                // The worst case: neither the old nor the new content.
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
