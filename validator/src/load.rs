//! From paths to what is checked: the only place of the library that reads
//! files.

use std::io::{self, BufReader, Read};
use std::path::{Path, PathBuf};

use image::{ImageDecoder, ImageFormat};
use marchland_maps::folder::{self, MAP_FILE, OpenError};
use marchland_maps::limits::{MAX_IMAGE_FILE_BYTES, MAX_SIDE};
use marchland_maps::mask::{self, MaskError, Regions};
use marchland_maps::picture::drawn_from;
use marchland_maps::{Draft, files, xml};
use marchland_pictures::{Bounds, Opened};
use walkdir::WalkDir;

use crate::input::{self, Input, Mask, Picture, Previous, Survey, Text};
use crate::settings::{self, FILE_NAME, Settings, SettingsError};

/// Why nothing can be said about a path.
#[derive(Debug, thiserror::Error)]
pub enum LoadError {
    /// The map file cannot be opened.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// The path cannot be looked at.
    #[error("{}: {error}", .path.display())]
    Io {
        /// The path that could not be looked at.
        path: PathBuf,
        /// What the system says.
        error: io::Error,
    },
    /// The settings beside the map are wrong.
    #[error("{}: {error}", .path.display())]
    Settings {
        /// The settings file.
        path: PathBuf,
        /// What is wrong.
        error: SettingsError,
    },
}

/// A map as it is on disk, with everything that a check looks at.
#[derive(Debug)]
pub struct Loaded {
    /// The map file.
    pub file: PathBuf,
    /// What was read from it.
    pub draft: Draft,
    /// The text of the map file.
    pub text: Text,
    /// Its mask; `None` if it names none or the file is not there.
    pub mask: Option<Result<Survey, MaskError>>,
    /// The folder around it; `None` for standard input.
    pub folder: Option<input::Folder>,
    /// Where it is saved, which knows what was read; `None` for standard input.
    pub home: Option<folder::Folder>,
    /// The settings that hold for it.
    pub settings: Settings,
    /// The text of the settings file, if there is one.
    pub settings_text: Option<String>,
    /// The older version to compare with.
    pub previous: Option<Previous>,
}

/// Most files and folders of a map's folder that are looked at, so that a map
/// file at the root of a disk does not take all day.
const MAX_FILES: usize = 4_096;

impl Loaded {
    /// Reads a map by its folder or its file. What is wrong *in* the file or
    /// the mask is not an error but will be found.
    ///
    /// # Errors
    /// [`LoadError`] if there is no file to read, or its settings are wrong.
    pub fn open(path: &Path) -> Result<Self, LoadError> {
        let (folder, reading) = folder::Folder::open(path)?;
        let (settings, settings_text) = settings_in(folder.path())?;
        let draft = reading.draft.clone();
        let mask = seen(&folder, &draft);
        Ok(Self {
            file: folder.file().to_owned(),
            text: Text::new(reading),
            mask,
            folder: Some(around(&folder, &draft)),
            home: Some(folder),
            settings,
            settings_text,
            previous: None,
            draft,
        })
    }

    /// A map file from anywhere, as from standard input; its files are not
    /// looked for.
    pub fn from_bytes(name: &str, bytes: &[u8]) -> Self {
        let reading = xml::read(bytes);
        Self {
            file: PathBuf::from(name),
            draft: reading.draft.clone(),
            text: Text::new(reading),
            mask: None,
            folder: None,
            home: None,
            settings: Settings::default(),
            settings_text: None,
            previous: None,
        }
    }

    /// Takes another text in the place of the one that was read. The mask and the
    /// folder are looked at again if the map now says something else of them:
    /// then `true`.
    pub fn take_text(&mut self, text: &str) -> bool {
        let reading = xml::read(text.as_bytes());
        let old = std::mem::replace(&mut self.draft, reading.draft.clone());
        self.text = Text::new(reading);
        let said = |draft: &Draft| (draft.mask.clone(), draft.image.clone(), draft.wrap);
        let Some(home) = self
            .home
            .as_ref()
            .filter(|_| said(&old) != said(&self.draft))
        else {
            return false;
        };
        self.mask = seen(home, &self.draft);
        self.folder = Some(around(home, &self.draft));
        true
    }

    /// What [`check`](crate::check) takes.
    pub fn input(&self) -> Input<'_> {
        Input {
            draft: &self.draft,
            text: Some(&self.text),
            mask: match &self.mask {
                None => Mask::Unknown,
                Some(Ok(survey)) => Mask::Read(survey),
                Some(Err(error)) => Mask::Unreadable(error),
            },
            folder: self.folder.as_ref(),
            previous: self.previous.as_ref(),
            settings: &self.settings,
            settings_text: self.settings_text.as_deref(),
        }
    }
}

/// An older version of a map, by its folder or its file.
///
/// # Errors
/// [`LoadError`] if there is no file to read.
pub fn previous(path: &Path) -> Result<Previous, LoadError> {
    let (_, reading) = folder::Folder::open(path)?;
    Ok(Previous {
        draft: reading.draft,
    })
}

/// Where the mask lies that a draft names; `None` if it names none or nothing
/// is there.
///
/// # Errors
/// [`MaskError::Io`] if the name is none of a file in the folder.
pub fn mask_path(folder: &folder::Folder, draft: &Draft) -> Result<Option<PathBuf>, MaskError> {
    let Some(mask) = &draft.mask else {
        return Ok(None);
    };
    let path = folder.resolve(&mask.file);
    let path = path.map_err(|error| MaskError::Io(io::Error::other(error)))?;
    Ok(path.is_file().then_some(path))
}

/// What a check wants to know of the folder around a map.
pub fn around(folder: &folder::Folder, draft: &Draft) -> input::Folder {
    let picture = |file: Option<&str>| {
        let path = folder.resolve(file?).ok()?;
        path.is_file().then(|| picture(&path))
    };
    let name = folder.path().canonicalize().ok();
    let name = name.and_then(|path| Some(path.file_name()?.to_string_lossy().into_owned()));
    input::Folder {
        name,
        files: names(folder.path(), MAX_FILES),
        mask: picture(draft.mask.as_ref().map(|mask| &*mask.file)),
        image: picture(draft.image.as_deref()),
    }
}

/// The settings that count in a folder, and the text of its own: those of its
/// `marchland.toml` over those of the folders above it. The way up ends at a folder
/// that holds `.git`, at a file that says `root = true`, or at the root of the disk.
///
/// # Errors
/// [`LoadError`] if they cannot be read or are wrong.
pub fn settings_in(folder: &Path) -> Result<(Settings, Option<String>), LoadError> {
    let mut settings = Settings::default();
    let mut own = None;
    let absolute = std::path::absolute(folder).unwrap_or_else(|_| folder.to_owned());
    for (steps, above) in absolute.ancestors().enumerate() {
        // The own file is told as the map was named.
        let path = if steps == 0 { folder } else { above }.join(FILE_NAME);
        let text = match read_text(&path, settings::MAX_BYTES) {
            Ok(text) => Some(text),
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            Err(error) => return Err(LoadError::Io { path, error }),
        };
        if let Some(text) = text {
            let read = Settings::parse(&text);
            let read = read.map_err(|error| LoadError::Settings { path, error })?;
            if steps == 0 {
                (settings, own) = (read, Some(text));
            } else {
                settings = settings.over(read);
            }
        }
        if settings.is_root || above.join(".git").exists() {
            break;
        }
    }
    Ok((settings, own))
}

fn read_text(path: &Path, limit: u64) -> io::Result<String> {
    // Opening a pipe would wait for who writes into it.
    if !path.metadata()?.is_file() {
        return Err(io::Error::other("this is not a file"));
    }
    let mut text = String::new();
    files::open(path)?
        .take(limit + 1)
        .read_to_string(&mut text)?;
    if text.len() as u64 > limit {
        return Err(io::Error::other(format!("longer than {limit} bytes")));
    }
    Ok(text)
}

/// What [`find`] has found.
#[derive(Debug)]
pub struct Found {
    /// The files of maps.
    pub maps: Vec<PathBuf>,
    /// Links to folders, which were not looked into.
    pub links: Vec<PathBuf>,
    /// One for each path that cannot be looked at, or folder without any map.
    pub errors: Vec<LoadError>,
}

/// The maps among `paths`: a file is one itself, of a folder every `map.xml`
/// in it and below, sorted by path. Links to folders are not followed, so
/// cycles of links do no harm.
pub fn find(paths: &[PathBuf]) -> Found {
    let mut found = Vec::new();
    let mut links = Vec::new();
    let mut errors = Vec::new();
    for path in paths {
        if !path.is_dir() {
            found.push(path.clone());
            continue;
        }
        let before = (found.len(), errors.len());
        let visible = |entry: &walkdir::DirEntry| {
            let hidden = entry.file_name().to_string_lossy().starts_with('.');
            entry.depth() == 0 || !(hidden || entry.file_name() == "target")
        };
        for entry in WalkDir::new(path)
            .sort_by_file_name()
            .into_iter()
            .filter_entry(visible)
        {
            match entry {
                Ok(entry) if entry.path_is_symlink() && entry.path().is_dir() => {
                    // The folder that was named is looked into, link or not.
                    if entry.depth() > 0 {
                        links.push(entry.into_path());
                    }
                }
                Ok(entry) if entry.file_name() != MAP_FILE || entry.file_type().is_dir() => {}
                Ok(entry) if is_file(&entry) => found.push(entry.into_path()),
                Ok(entry) => {
                    let what = if entry.path().exists() {
                        "this is not a file, but a pipe or a device"
                    } else {
                        "this link leads nowhere"
                    };
                    let error = io::Error::other(what);
                    let path = entry.into_path();
                    errors.push(LoadError::Io { path, error });
                }
                Err(error) => {
                    let path = error.path().unwrap_or(path).to_owned();
                    let error = error
                        .into_io_error()
                        .unwrap_or_else(|| io::Error::other("links lead round in a circle"));
                    errors.push(LoadError::Io { path, error });
                }
            }
        }
        if (found.len(), errors.len()) == before {
            errors.push(LoadError::Open(OpenError::NoMapFile(path.clone())));
        }
    }
    let mut seen = std::collections::HashSet::new();
    found.retain(|path| seen.insert(path.canonicalize().unwrap_or_else(|_| path.clone())));
    Found {
        maps: found,
        links,
        errors,
    }
}

/// The mask that a draft names; `None` if it names none or nothing is there.
fn seen(folder: &folder::Folder, draft: &Draft) -> Option<Result<Survey, MaskError>> {
    match mask_path(folder, draft) {
        Ok(path) => path.map(|path| survey(&path, draft)),
        Err(error) => Some(Err(error)),
    }
}

fn survey(path: &Path, draft: &Draft) -> Result<Survey, MaskError> {
    let regions = read_mask(path)?;
    Ok(Survey::new(regions, draft))
}

/// Reads a mask.
///
/// # Errors
/// [`MaskError`] if it cannot be read or is none.
pub fn read_mask(path: &Path) -> Result<Regions, MaskError> {
    let file = files::open(path).map_err(MaskError::Io)?;
    mask::read_from(BufReader::new(file))
}

/// Most memory for the head of a picture: colour profiles are compressed, and a
/// small file can hold one of gigabytes.
const MAX_HEAD_BYTES: u64 = 32 << 20;

/// What the head of a picture's file says; nothing of it is decoded.
fn picture(path: &Path) -> Picture {
    let unknown = Picture {
        size: None,
        lossy: false,
        profile: false,
        drawn_from: None,
    };
    let small = std::fs::metadata(path).is_ok_and(|meta| meta.len() <= MAX_IMAGE_FILE_BYTES);
    let Some(file) = std::fs::File::open(path).ok().filter(|_| small) else {
        return unknown;
    };
    let bounds = Bounds {
        side: MAX_SIDE,
        bytes: MAX_HEAD_BYTES,
    };
    let Ok(Opened {
        format,
        mut decoder,
    }) = marchland_pictures::open(BufReader::new(file), bounds)
    else {
        return unknown;
    };
    Picture {
        size: Some(decoder.dimensions()),
        lossy: format == ImageFormat::Jpeg,
        profile: decoder.icc_profile().is_ok_and(|profile| profile.is_some()),
        drawn_from: files::open(path).ok().and_then(drawn_from),
    }
}

/// Whether there is a file to read, perhaps behind a link: a pipe or a device has
/// no end, and may never begin.
fn is_file(entry: &walkdir::DirEntry) -> bool {
    let kind = entry.file_type();
    kind.is_file() || kind.is_symlink() && entry.path().is_file()
}

/// The files of a folder and its folders, `/` between names, sorted; of a
/// folder with more than `most` files and folders, some of them.
fn names(root: &Path, most: usize) -> Vec<String> {
    let walk = WalkDir::new(root).max_depth(3).sort_by_file_name();
    // Whatever is met counts, folders and what cannot be read too.
    walk.into_iter()
        .take(most)
        .flatten()
        .filter(is_file)
        .filter_map(|entry| {
            let inside = entry.path().strip_prefix(root).ok()?;
            let names: Vec<_> = inside.iter().map(|name| name.to_string_lossy()).collect();
            Some(names.join("/"))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folders_count_among_what_is_looked_at() {
        let root = tempfile::tempdir().unwrap();
        for outer in ["a", "b", "c"] {
            for inner in ["a", "b", "c"] {
                std::fs::create_dir_all(root.path().join(outer).join(inner)).unwrap();
            }
        }
        std::fs::write(root.path().join("a/map.xml"), "").unwrap();
        std::fs::write(root.path().join("z"), "").unwrap();
        assert_eq!(names(root.path(), MAX_FILES), ["a/map.xml", "z"]);
        // The walk ends among the folders.
        assert_eq!(names(root.path(), 7), ["a/map.xml"]);
    }
}
