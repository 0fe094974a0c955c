//! Gives importers access to the files of a foreign map.

use std::collections::BTreeMap;
use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use crate::files;

/// The files beside a foreign map, by plain name.
///
/// Importers never see paths: names in untrusted files are looked up here, and only in the one
/// folder that the author chose.
pub trait Files {
    /// The plain names of all files in the folder, sorted.
    ///
    /// # Errors
    /// If the folder cannot be read.
    fn names(&self) -> io::Result<Vec<String>>;

    /// The contents of the file with exactly that name.
    ///
    /// # Errors
    /// [`io::ErrorKind::NotFound`] if there is none, or the name is not a plain one;
    /// [`io::ErrorKind::FileTooLarge`] beyond `limit` bytes; [`io::ErrorKind::InvalidInput`] for
    /// anything that is not a file of the folder: another folder, a pipe, a link that leads out of it.
    /// Never waits for a writer.
    fn read(&self, name: &str, limit: u64) -> io::Result<Vec<u8>>;
}

/// The files of a folder on disk.
#[derive(Debug, Clone)]
pub struct DiskFiles {
    root: PathBuf,
}

impl DiskFiles {
    /// The folder at `root`.
    pub fn new(root: impl Into<PathBuf>) -> Self {
        Self { root: root.into() }
    }

    /// The folder of a file, and the file's name in it.
    ///
    /// # Errors
    /// [`io::ErrorKind::InvalidInput`] if the path ends in no readable name.
    pub fn of(path: &Path) -> io::Result<(Self, String)> {
        let name = path
            .file_name()
            .and_then(|name| name.to_str())
            .ok_or_else(|| io::Error::new(io::ErrorKind::InvalidInput, "the path names no file"))?;
        let root = match path.parent() {
            Some(parent) if !parent.as_os_str().is_empty() => parent,
            _ => Path::new("."),
        };
        Ok((Self::new(root), name.to_owned()))
    }
}

impl Files for DiskFiles {
    fn names(&self) -> io::Result<Vec<String>> {
        let mut names = Vec::new();
        for entry in fs::read_dir(&self.root)? {
            // A map cannot refer to names that are not Unicode.
            if let Ok(name) = entry?.file_name().into_string() {
                names.push(name);
            }
        }
        names.sort();
        Ok(names)
    }

    fn read(&self, name: &str, limit: u64) -> io::Result<Vec<u8>> {
        if !is_plain_name(name) {
            let reason = "its name is not a plain one: it may hold no `/`, `\\`, `:` and no control \
                          characters";
            return Err(io::Error::new(io::ErrorKind::NotFound, reason));
        }
        let path = self.root.join(name);
        let real = match fs::canonicalize(&path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound && path.is_symlink() => {
                return Err(no_file("it is a link that leads nowhere"));
            }
            real => real?,
        };
        // A link may lead out of the folder, even if its name is plain.
        if !real.starts_with(fs::canonicalize(&self.root)?) {
            return Err(no_file(
                "it is a link out of its folder, which is not followed; use the file that it \
                 leads to",
            ));
        }
        let file = files::open(&real)?;
        let mut bytes = Vec::new();
        file.take(limit + 1).read_to_end(&mut bytes)?;
        if bytes.len() as u64 > limit {
            return Err(too_long(limit));
        }
        Ok(bytes)
    }
}

impl Files for BTreeMap<String, Vec<u8>> {
    fn names(&self) -> io::Result<Vec<String>> {
        Ok(self.keys().cloned().collect())
    }

    fn read(&self, name: &str, limit: u64) -> io::Result<Vec<u8>> {
        let bytes = self.get(name).ok_or(io::ErrorKind::NotFound)?;
        if bytes.len() as u64 > limit {
            return Err(too_long(limit));
        }
        Ok(bytes.clone())
    }
}

fn too_long(limit: u64) -> io::Error {
    let reason = format!("it is longer than the {limit} bytes that are read");
    io::Error::new(io::ErrorKind::FileTooLarge, reason)
}

fn no_file(reason: &'static str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidInput, reason)
}

/// Whether `name` names a file in a folder and nothing else: no separators of any system, no drive,
/// no `.` or `..`, no control characters.
pub(super) fn is_plain_name(name: &str) -> bool {
    !name.is_empty()
        && name.len() <= 255
        && !name.trim_matches(['.', ' ']).is_empty()
        && !name
            .chars()
            .any(|c| c.is_control() || matches!(c, '/' | '\\' | ':'))
}

#[cfg(test)]
mod tests;
