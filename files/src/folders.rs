//! Creates folders that do not stay empty.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// A folder to write files into, and those above it, as far as they were created for that. Those
/// that are still empty on drop are removed again: nothing could be written.
#[derive(Debug)]
pub struct NewFolders {
    /// The innermost first.
    created: Vec<PathBuf>,
}

impl NewFolders {
    /// Creates the folder and those above it, as far as they are missing.
    ///
    /// # Errors
    /// As reported by the system.
    pub fn create(path: &Path) -> io::Result<Self> {
        let missing = path.ancestors();
        let missing = missing.take_while(|path| !path.as_os_str().is_empty() && !path.exists());
        let new = Self {
            created: missing.map(Path::to_owned).collect(),
        };
        fs::create_dir_all(path)?;
        Ok(new)
    }
}

impl Drop for NewFolders {
    fn drop(&mut self) {
        for folder in &self.created {
            // Fails if anything is in it.
            let _ = fs::remove_dir(folder);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folders_that_stay_empty_are_removed() {
        let place = tempfile::tempdir().unwrap();
        let (above, path) = (place.path().join("a"), place.path().join("a/b"));
        drop(NewFolders::create(&path).unwrap());
        assert!(!above.exists() && place.path().exists());
        // What was there before stays.
        fs::create_dir(&above).unwrap();
        drop(NewFolders::create(&path).unwrap());
        assert!(above.exists() && !path.exists());
        let new = NewFolders::create(&path).unwrap();
        fs::write(path.join("map.xml"), "text").unwrap();
        drop(new);
        assert!(path.exists());
    }
}
