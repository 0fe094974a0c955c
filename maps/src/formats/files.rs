//! Where an importer finds the files of a foreign map.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

/// The files beside a foreign map, by plain name.
///
/// Importers never see a path: what a stranger's file names is looked up here,
/// and only in the one folder the author chose.
pub trait Files {
    /// The plain names of all files of the folder, sorted.
    ///
    /// # Errors
    /// If the folder cannot be read.
    fn names(&self) -> io::Result<Vec<String>>;

    /// The contents of the file of exactly that name.
    ///
    /// # Errors
    /// [`io::ErrorKind::NotFound`] if there is none, also if the name is no
    /// plain one; [`io::ErrorKind::FileTooLarge`] beyond `limit` bytes.
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

    /// The folder that a file stands in, and the file's name in it.
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
            // Names that are no text cannot be named by a map either.
            if let Ok(name) = entry?.file_name().into_string() {
                names.push(name);
            }
        }
        names.sort();
        Ok(names)
    }

    fn read(&self, name: &str, limit: u64) -> io::Result<Vec<u8>> {
        if !is_plain_name(name) {
            return Err(io::ErrorKind::NotFound.into());
        }
        // A link may lead out of the folder, however plain its name.
        let path = fs::canonicalize(self.root.join(name))?;
        if !path.starts_with(fs::canonicalize(&self.root)?) {
            return Err(io::ErrorKind::NotFound.into());
        }
        let file = File::open(path)?;
        if !file.metadata()?.is_file() {
            return Err(io::ErrorKind::NotFound.into());
        }
        let mut bytes = Vec::new();
        file.take(limit + 1).read_to_end(&mut bytes)?;
        if bytes.len() as u64 > limit {
            return Err(io::ErrorKind::FileTooLarge.into());
        }
        Ok(bytes)
    }
}

/// Files in memory.
impl Files for BTreeMap<String, Vec<u8>> {
    fn names(&self) -> io::Result<Vec<String>> {
        Ok(self.keys().cloned().collect())
    }

    fn read(&self, name: &str, limit: u64) -> io::Result<Vec<u8>> {
        let bytes = self.get(name).ok_or(io::ErrorKind::NotFound)?;
        if bytes.len() as u64 > limit {
            return Err(io::ErrorKind::FileTooLarge.into());
        }
        Ok(bytes.clone())
    }
}

/// Whether `name` names a file of a folder and nothing else: no separators of
/// any system, no drive, no `.` or `..`, no control characters.
pub(super) fn is_plain_name(name: &str) -> bool {
    !name.is_empty()
        && name.len() <= 255
        && !name.trim_matches(['.', ' ']).is_empty()
        && !name
            .chars()
            .any(|c| c.is_control() || matches!(c, '/' | '\\' | ':'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_names() {
        for name in ["a.map", "UK map.gif", "..a", "é.png"] {
            assert!(is_plain_name(name), "{name}");
        }
        for name in [
            "",
            ".",
            "..",
            "../a",
            "a/b",
            "a\\b",
            "C:a",
            "a\0b",
            " ",
            "/etc/passwd",
        ] {
            assert!(!is_plain_name(name), "{name}");
        }
    }

    #[test]
    fn a_link_does_not_lead_out() {
        let outside = tempfile::tempdir().unwrap();
        fs::write(outside.path().join("secret"), "s").unwrap();
        let inside = tempfile::tempdir().unwrap();
        fs::write(inside.path().join("own"), "o").unwrap();
        let folder = DiskFiles::new(inside.path());
        assert_eq!(folder.read("own", 1).unwrap(), b"o");
        assert_eq!(
            folder.read("own", 0).unwrap_err().kind(),
            io::ErrorKind::FileTooLarge
        );
        #[cfg(unix)]
        {
            let link = inside.path().join("link");
            std::os::unix::fs::symlink(outside.path().join("secret"), link).unwrap();
            assert_eq!(
                folder.read("link", 9).unwrap_err().kind(),
                io::ErrorKind::NotFound
            );
        }
    }
}
