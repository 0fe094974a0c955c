//! A map on disk: a folder with `map.xml`, a mask, and usually an image.

pub use crate::file_name::{PathError, check_path, original_of, with_ending};

use std::hash::Hash;
use std::io::{self, Read};
use std::mem::discriminant;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use sha2::{Digest, Sha256};

use crate::files::{Disk, NewFolders, RealDisk, Replacements, Settled, Transaction};
use crate::limits::MAX_XML_BYTES;
use crate::xml::{self, Flaw, Reading};
use crate::{Draft, Map, Problem, Severity, bundled, files, in_groups};

/// The name of the map file.
pub const MAP_FILE: &str = "map.xml";

/// The folder of one map, and the known state of its file.
#[derive(Debug, Clone)]
pub struct Folder {
    root: PathBuf,
    file: PathBuf,
    /// Digest of the file as last read or written; `None` if it did not exist.
    digest: Option<[u8; 32]>,
    disk: Arc<dyn Disk>,
}

/// Why a map could not be opened.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// Nothing exists there, or something that is neither a file nor a folder.
    #[error("{} is {}", .0.display(), absence(.0))]
    NotThere(PathBuf),
    /// The folder has no map file.
    #[error("{} contains no {MAP_FILE}, so it is not a map", .0.display())]
    NoMapFile(PathBuf),
    /// The map file is too large.
    #[error("{} has {bytes} bytes; a map file may have at most {MAX_XML_BYTES}", .file.display())]
    TooLarge {
        /// The map file.
        file: PathBuf,
        /// Its size in bytes.
        bytes: u64,
    },
    /// A save was interrupted, and the files may not match.
    #[error(
        "a save of {folder} was interrupted, so its files may not match; open the map in the \
         editor or run `marchland-maps settle {folder}` to finish or undo the save",
        folder = .0.display()
    )]
    CutOff(PathBuf),
    /// An interrupted save can be neither finished nor undone.
    #[error(
        "a save of {} was interrupted and can be neither finished nor undone: {error}",
        .folder.display()
    )]
    Unsettled {
        /// The folder of the map.
        folder: PathBuf,
        /// The obstacle.
        error: io::Error,
    },
    /// The map file could not be read.
    #[error("{} cannot be read: {error}", .file.display())]
    Io {
        /// The map file, or one that belongs to the map.
        file: PathBuf,
        /// The system's error.
        error: io::Error,
    },
}

/// What is wrong with a path where no file or folder is.
fn absence(path: &Path) -> String {
    if path.exists() {
        return "neither a file nor a folder".to_owned();
    }
    let mut names = bundled::NAMES.iter();
    match names.find(|name| path == Path::new(name)) {
        None => "missing".to_owned(),
        Some(name) => format!(
            "missing; the bundled map of that name has to be copied first, for example with \
             `marchland-maps import {name} -o {name}`"
        ),
    }
}

impl OpenError {
    /// The file or folder in question.
    pub fn path(&self) -> &Path {
        match self {
            Self::NotThere(path)
            | Self::NoMapFile(path)
            | Self::CutOff(path)
            | Self::Unsettled { folder: path, .. }
            | Self::TooLarge { file: path, .. }
            | Self::Io { file: path, .. } => path,
        }
    }
}

/// Why a map could not be saved. The files on disk are unchanged.
#[derive(Debug, thiserror::Error)]
pub enum SaveError {
    /// Another program has changed the file since it was read.
    #[error("{} was changed by another program meanwhile", .0.display())]
    ChangedOutside(PathBuf),
    /// The text is longer than a map file may be.
    #[error("the map would take {bytes} bytes; a map file may have at most {MAX_XML_BYTES}")]
    TooLarge {
        /// Its size in bytes.
        bytes: u64,
    },
    /// The files could not be replaced together.
    #[error(
        "{} cannot be written: {error}; {}",
        .path.display(),
        advice(.error)
    )]
    Together {
        /// The file, or the folder of the map.
        path: PathBuf,
        /// The system's error.
        error: io::Error,
    },
    /// A file could not be written.
    #[error("{} cannot be written: {error}", .file.display())]
    Io {
        /// The map file, or one that belongs to the map.
        file: PathBuf,
        /// The system's error.
        error: io::Error,
    },
}

/// Why a map cannot be played. Displayed with a line for each reason, grouped by [`in_groups`].
#[derive(Debug, thiserror::Error)]
pub enum LoadError {
    /// It could not be opened.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// The file has errors.
    #[error("{}", lines(.file, .flaws.iter().map(|flaw| (discriminant(&flaw.kind), flaw.to_string()))))]
    Flawed {
        /// The map file.
        file: PathBuf,
        /// The errors; flaws of lower severity are left out.
        flaws: Vec<Flaw>,
    },
    /// The draft in it is not a map yet.
    #[error("{}", lines(.file, .reasons.iter().map(|(place, problem)| (discriminant(problem), format!("{place}: {problem}")))))]
    Unfinished {
        /// The map file.
        file: PathBuf,
        /// All reasons, with their positions in the file.
        reasons: Vec<(xml::Position, Problem)>,
    },
}

/// Advice on a save that failed.
fn advice(error: &io::Error) -> &'static str {
    match error.kind() {
        io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => {
            "the files are unchanged; make room on the disk, or save in another folder"
        }
        io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem => {
            "map and mask are replaced together, which requires permission to write to the \
             folder and its files; change the permissions, or save in another folder"
        }
        io::ErrorKind::WouldBlock => "another program is saving there; try again when it is done",
        _ => "the files are unchanged, or will be settled when the map is opened next",
    }
}

fn lines<K: Eq + Hash>(file: &Path, reasons: impl Iterator<Item = (K, String)>) -> String {
    in_groups(reasons.map(|(kind, reason)| (kind, format!("{}:{reason}", file.display()))))
        .join("\n")
}

impl Folder {
    /// Opens a map by its folder or by the file in it, and reads that file.
    ///
    /// Any file that is named explicitly is taken for a map file.
    ///
    /// # Errors
    /// [`OpenError`] if the file cannot be read, or a save was interrupted. Errors *in* the file are
    /// reported in [`Reading::flaws`].
    pub fn open(path: impl AsRef<Path>) -> Result<(Self, Reading), OpenError> {
        let path = path.as_ref();
        let mut folder = Self::at(path);
        if let Err(error) = std::fs::metadata(&folder.root)
            && error.kind() == io::ErrorKind::PermissionDenied
        {
            // Of a folder above; that of this one is told when its file is read.
            let error = io::Error::new(error.kind(), "there is no permission to read it");
            let file = folder.file;
            return Err(OpenError::Io { file, error });
        }
        if !folder.root.is_dir() {
            return Err(OpenError::NotThere(path.to_owned()));
        }
        if files::is_interrupted(&folder.root) {
            return Err(OpenError::CutOff(folder.root));
        }
        let reading = folder.reload()?;
        Ok((folder, reading))
    }

    /// The folder of a map that may not exist yet; reads nothing. The first [`Folder::save`]
    /// creates the folder and the file, and is refused if a map exists by then.
    pub fn at(path: impl AsRef<Path>) -> Self {
        let path = path.as_ref();
        // A folder of that name, or one still to be created.
        let is_file = path.is_file() || (!path.is_dir() && path.ends_with(MAP_FILE));
        let (root, file) = if is_file {
            let root = path.parent().unwrap_or(Path::new(""));
            (root.to_owned(), path.to_owned())
        } else {
            (path.to_owned(), path.join(MAP_FILE))
        };
        let root = if root.as_os_str().is_empty() {
            PathBuf::from(".")
        } else {
            root
        };
        Self {
            root,
            file,
            digest: None,
            disk: Arc::new(RealDisk),
        }
    }

    /// Finishes or undoes an interrupted save of a map. A save in progress in another program is
    /// left alone.
    ///
    /// # Errors
    /// [`OpenError::Unsettled`]; [`OpenError::Io`] if the folder cannot be read, so that nothing is known
    /// of a save.
    pub fn settle(path: impl AsRef<Path>) -> Result<Settled, OpenError> {
        let root = Self::at(path).root;
        match files::settle(&RealDisk, &root) {
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => Ok(Settled::Nothing),
            settled => settled.map_err(|error| match std::fs::read_dir(&root) {
                Err(error) => OpenError::Io { file: root, error },
                Ok(_) => OpenError::Unsettled {
                    folder: root,
                    error,
                },
            }),
        }
    }

    /// The same folder with another [`Disk`], for tests of disk errors.
    #[must_use]
    pub fn on(mut self, disk: Arc<dyn Disk>) -> Self {
        self.disk = disk;
        self
    }

    /// Reads the file again, even if another program has changed it.
    ///
    /// # Errors
    /// As [`Folder::open`].
    pub fn reload(&mut self) -> Result<Reading, OpenError> {
        let bytes = self.bytes()?;
        self.digest = Some(digest(&bytes));
        Ok(xml::read(&bytes))
    }

    /// The SHA-256 digest of the file as last read or written; `None` if it did not exist.
    pub fn known(&self) -> Option<[u8; 32]> {
        self.digest
    }

    /// The same folder with another known state of the file, as returned by [`Folder::known`]
    /// earlier.
    #[must_use]
    pub fn with_known(mut self, digest: Option<[u8; 32]>) -> Self {
        self.digest = digest;
        self
    }

    /// The folder itself.
    pub fn path(&self) -> &Path {
        &self.root
    }

    /// The map file, `map.xml` unless another was opened.
    pub fn file(&self) -> &Path {
        &self.file
    }

    /// The path of the mask or the image named in the map.
    ///
    /// # Errors
    /// [`PathError`] if it is not inside the folder, with links followed. A missing file is no error.
    pub fn resolve(&self, file: &str) -> Result<PathBuf, PathError> {
        check_path(file)?;
        let unreachable = |error: io::Error| PathError::Unreachable(error.kind());
        let path = self.root.join(file);
        let root = match self.root.canonicalize() {
            Ok(root) => root,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(path),
            Err(error) => return Err(unreachable(error)),
        };
        // The existing part of the path must stay inside.
        let mut existing = path.as_path();
        loop {
            match existing.canonicalize() {
                Ok(real) if real.starts_with(&root) => return Ok(path),
                Ok(_) => return Err(PathError::Link),
                // A dangling link: its target is unknown.
                Err(_) if existing.is_symlink() => return Err(PathError::Link),
                Err(error) if error.kind() == io::ErrorKind::NotFound => {
                    existing = existing.parent().ok_or_else(|| unreachable(error))?;
                }
                Err(error) => return Err(unreachable(error)),
            }
        }
    }

    /// Whether two names in the map mean one file, with links followed.
    pub fn is_same_file(&self, one: &str, other: &str) -> bool {
        let real = |name: &str| self.resolve(name).ok()?.canonicalize().ok();
        one == other || real(one).is_some_and(|one| Some(one) == real(other))
    }

    /// Writes the map file, creating the folder if necessary.
    ///
    /// The old file is never at risk: the new one is written beside it, flushed to the disk and
    /// then renamed.
    ///
    /// # Errors
    /// [`SaveError`]; above all [`SaveError::ChangedOutside`] if the file has changed since it was last
    /// read or written.
    pub fn save(&mut self, text: &str) -> Result<(), SaveError> {
        match self.changed_outside() {
            Ok(false) => self.save_all(text, &mut []),
            Ok(true) => Err(SaveError::ChangedOutside(self.file.clone())),
            Err(error) => Err(self.cannot_write(error)),
        }
    }

    /// Writes the map file, even over changes by other programs, and other files that belong to the
    /// map, such as its mask, by their names in the folder.
    ///
    /// All files are on the disk before any replaces an old one, and the map file comes last. If
    /// the program is killed at any time, the files are all old or all new once the folder is
    /// [settled](Folder::settle), except that files outside the folder, reached by links, are
    /// replaced one after the other.
    ///
    /// # Errors
    /// [`SaveError`]; the old files are unchanged.
    pub fn save_with(
        &mut self,
        text: &str,
        files: &mut [(impl AsRef<str>, impl Read)],
    ) -> Result<(), SaveError> {
        let files = files.iter_mut();
        let files = files.map(|(name, content)| ((*name).as_ref(), content as &mut dyn Read));
        self.save_all(text, &mut files.collect::<Vec<_>>())
    }

    fn save_all(
        &mut self,
        text: &str,
        files: &mut [(&str, &mut dyn Read)],
    ) -> Result<(), SaveError> {
        let bytes = text.len() as u64;
        if bytes > MAX_XML_BYTES {
            return Err(SaveError::TooLarge { bytes });
        }
        let _new = NewFolders::create(&self.root).map_err(|error| self.cannot_write(error))?;
        let map = self.file.file_name().unwrap_or_default().to_string_lossy();
        let map = map.into_owned();
        let mut names = files.iter().map(|(name, _)| *name).chain([&*map]);
        if !files.is_empty() && names.all(|name| Transaction::holds(&self.root, name)) {
            self.save_together(text, &map, files)?;
        } else {
            let mut all = Replacements::default();
            let mut add = |file: PathBuf, content: &mut dyn Read| {
                let added = all.add(&file, |out| io::copy(content, out).map(drop));
                added.map_err(|error| SaveError::Io { file, error })
            };
            for (name, content) in files {
                add(self.root.join(name), content)?;
            }
            add(self.file.clone(), &mut text.as_bytes())?;
            let done = all.commit();
            done.map_err(|(file, error)| SaveError::Io { file, error })?;
        }
        self.digest = Some(digest(text.as_bytes()));
        Ok(())
    }

    fn save_together(
        &self,
        text: &str,
        map: &str,
        files: &mut [(&str, &mut dyn Read)],
    ) -> Result<(), SaveError> {
        let failed = |path: PathBuf| move |error| SaveError::Together { path, error };
        let of_all = || failed(self.root.clone());
        let mut all = Transaction::begin(&*self.disk, &self.root).map_err(of_all())?;
        for (name, content) in files {
            let added = all.add(name, content);
            added.map_err(failed(self.root.join(name)))?;
        }
        let added = all.add(map, &mut text.as_bytes());
        added.map_err(failed(self.file.clone()))?;
        all.commit().map_err(of_all())
    }

    /// Writes a text beside the map file, as safely as the map file itself; creates the file if
    /// necessary.
    ///
    /// # Errors
    /// [`SaveError`]; the old file is unchanged.
    pub fn write_beside(&self, name: &str, text: &str) -> Result<(), SaveError> {
        let file = self.root.join(name);
        let written = files::replace(&file, text.as_bytes());
        written.map_err(|error| SaveError::Io { file, error })
    }

    /// Whether the file differs from what was last read or written: changed, gone, or newly
    /// created. Reads the file.
    ///
    /// # Errors
    /// As reported by the system, if the file cannot be read.
    pub fn changed_outside(&self) -> io::Result<bool> {
        match self.bytes() {
            Ok(bytes) => Ok(Some(digest(&bytes)) != self.digest),
            Err(OpenError::NoMapFile(_) | OpenError::NotThere(_)) => Ok(self.digest.is_some()),
            Err(OpenError::TooLarge { .. }) => Ok(true),
            Err(OpenError::Io { error, .. } | OpenError::Unsettled { error, .. }) => Err(error),
            Err(error @ OpenError::CutOff(_)) => Err(io::Error::other(error)),
        }
    }

    fn cannot_write(&self, error: io::Error) -> SaveError {
        SaveError::Io {
            file: self.file.clone(),
            error,
        }
    }

    /// The file's bytes; never reads more than a map file may have.
    fn bytes(&self) -> Result<Vec<u8>, OpenError> {
        let failed = |error: io::Error| match error.kind() {
            io::ErrorKind::NotFound if self.root.is_dir() => {
                OpenError::NoMapFile(self.root.clone())
            }
            io::ErrorKind::NotFound => OpenError::NotThere(self.root.clone()),
            _ => OpenError::Io {
                file: self.file.clone(),
                error,
            },
        };
        let file = files::open(&self.file).map_err(failed)?;
        let length = file.metadata().map_err(failed)?.len();
        let too_large = |bytes| OpenError::TooLarge {
            file: self.file.clone(),
            bytes,
        };
        if length > MAX_XML_BYTES {
            return Err(too_large(length));
        }
        let mut bytes = Vec::with_capacity(length as usize);
        // It may have grown, or not be a regular file.
        let mut bounded = file.take(MAX_XML_BYTES + 1);
        bounded.read_to_end(&mut bytes).map_err(failed)?;
        if bytes.len() as u64 > MAX_XML_BYTES {
            return Err(too_large(bytes.len() as u64));
        }
        Ok(bytes)
    }
}

/// Reads a map to be played or tested; it must have no errors.
///
/// # Errors
/// [`LoadError`] with all reasons.
pub fn load(path: impl AsRef<Path>) -> Result<(Folder, Draft, Map), LoadError> {
    let (folder, reading) = Folder::open(path)?;
    let file = folder.file.clone();
    let mut flaws = reading.flaws;
    flaws.retain(|flaw| flaw.severity() == Severity::Error);
    if !flaws.is_empty() {
        return Err(LoadError::Flawed { file, flaws });
    }
    match Map::try_from(&reading.draft) {
        Ok(map) => Ok((folder, reading.draft, map)),
        Err(problems) => {
            let source = reading.source;
            let position = |problem: &Problem| {
                let span = source.locate_problem(problem);
                source.position(span.map_or(0, |span| span.start))
            };
            let reasons = problems.into_iter().map(|p| (position(&p), p));
            let mut reasons: Vec<_> = reasons.collect();
            reasons.sort_by_key(|&(position, _)| position);
            Err(LoadError::Unfinished { file, reasons })
        }
    }
}

fn digest(bytes: &[u8]) -> [u8; 32] {
    Sha256::digest(bytes).into()
}
