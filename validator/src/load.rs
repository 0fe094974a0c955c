//! Loads maps from paths. The only module of the library that reads files.

use std::io::{self, BufReader, Read as _};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use image::{ImageDecoder, ImageFormat};
use marchland_maps::folder::{self, MAP_FILE, OpenError};
use marchland_maps::limits::{MAX_IMAGE_FILE_BYTES, MAX_SIDE};
use marchland_maps::mask::{self, MaskError, Regions};
use marchland_maps::picture::drawn_from;
use marchland_maps::xml::Flaw;
use marchland_maps::{Draft, files, xml};
use marchland_pictures::{Bounds, Opened};
use walkdir::WalkDir;

use crate::input::{self, Input, Mask, Picture, Survey, Text};
use crate::settings::{self, FILE_NAME, Settings, SettingsError};

/// Why a path cannot be checked.
#[derive(Debug, thiserror::Error)]
pub enum LoadError {
    /// The map file cannot be opened.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// A path cannot be read.
    #[error("{}: {error}", .path.display())]
    Io {
        /// The path.
        path: PathBuf,
        /// The cause.
        error: io::Error,
    },
    /// A settings file is invalid.
    #[error("{}: {error}", .path.display())]
    Settings {
        /// The settings file.
        path: PathBuf,
        /// What is wrong.
        error: SettingsError,
    },
    /// An older version is not a map, or broken, so that comparing with it would miss changes.
    #[error("{} is not a readable map: {flaw}", .path.display())]
    Broken {
        /// The map file.
        path: PathBuf,
        /// The first flaw that makes it unreadable.
        flaw: Flaw,
    },
}

impl LoadError {
    /// The file or folder in question.
    pub fn path(&self) -> &Path {
        match self {
            Self::Open(error) => error.path(),
            Self::Io { path, .. } | Self::Settings { path, .. } | Self::Broken { path, .. } => path,
        }
    }
}

/// A map on disk, with everything that a check needs.
#[derive(Debug)]
pub struct Loaded {
    /// The map file.
    pub file: PathBuf,
    /// The draft that was read from it.
    pub draft: Draft,
    /// The text of the map file.
    pub text: Text,
    /// Its mask; `None` if it names none or the file does not exist.
    pub mask: Option<Result<Survey, MaskError>>,
    /// Its folder; `None` for standard input.
    pub folder: Option<input::Folder>,
    /// Where to save it; `None` for standard input.
    pub home: Option<folder::Folder>,
    /// Its settings.
    pub settings: Settings,
    /// The text of the settings file beside the map, if there is one.
    pub settings_text: Option<String>,
    /// The older version to compare with.
    pub previous: Option<Draft>,
}

/// Maximum number of files and folders listed, in case a map lies at the root of a
/// disk.
const MAX_FILES: usize = 4_096;

impl Loaded {
    /// Reads a map by its folder or its file. Flaws of the file or the mask are not
    /// errors but become findings.
    ///
    /// # Errors
    /// [`LoadError`] if the file cannot be read or its settings are invalid.
    pub fn open(path: &Path) -> Result<Self, LoadError> {
        let (folder, reading) = folder::Folder::open(path)?;
        let (settings, settings_text) = settings_in(folder.path())?;
        let draft = reading.draft.clone();
        let mask = load_mask(&folder, &draft);
        let around = around_with_pixels(&folder, &draft);
        Ok(Self {
            file: folder.file().to_owned(),
            text: Text::new(reading),
            mask,
            folder: Some(around),
            home: Some(folder),
            settings,
            settings_text,
            previous: None,
            draft,
        })
    }

    /// A map file without a folder, such as standard input.
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

    /// Replaces the text. If the new text refers to other pictures, loads the mask and
    /// the folder again and returns `true`.
    pub fn take_text(&mut self, text: &str) -> bool {
        let reading = xml::read(text.as_bytes());
        let old = std::mem::replace(&mut self.draft, reading.draft.clone());
        self.text = Text::new(reading);
        let new = &self.draft;
        let is_same = (&old.mask, &old.image, old.wrap) == (&new.mask, &new.image, new.wrap);
        let Some(home) = self.home.as_ref().filter(|_| !is_same) else {
            return false;
        };
        self.mask = load_mask(home, &self.draft);
        self.folder = Some(around_with_pixels(home, &self.draft));
        true
    }

    /// The input for [`check`](crate::check).
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

/// Reads an older version of a map, by its folder or its file.
///
/// # Errors
/// [`LoadError`] if the file cannot be read, or is broken.
pub fn previous(path: &Path) -> Result<Draft, LoadError> {
    let (folder, reading) = folder::Folder::open(path)?;
    if let Some(flaw) = reading.flaws.into_iter().find(Flaw::is_broken) {
        let path = folder.file().to_owned();
        return Err(LoadError::Broken { path, flaw });
    }
    Ok(reading.draft)
}

/// The path of a draft's mask; `None` if it names none or the file does not exist.
///
/// # Errors
/// [`MaskError::Io`] if the path leads out of the folder.
pub fn mask_path(folder: &folder::Folder, draft: &Draft) -> Result<Option<PathBuf>, MaskError> {
    let Some(mask) = &draft.mask else {
        return Ok(None);
    };
    let path = folder.resolve(&mask.file);
    let path = path.map_err(|error| MaskError::Io(io::Error::other(error)))?;
    Ok(path.is_file().then_some(path))
}

/// [`around`], with the pixels of the image read.
fn around_with_pixels(folder: &folder::Folder, draft: &Draft) -> input::Folder {
    let mut around = around(folder, draft);
    if let (Some(image), Some(name)) = (&mut around.image, &draft.image) {
        let path = folder.resolve(name).ok();
        image.error = path.and_then(|path| image_error(&path));
    }
    around
}

/// Lists a map's folder and reads the metadata of its pictures, but no pixels.
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
        image_is_mask: match (&draft.image, &draft.mask) {
            (Some(image), Some(mask)) => folder.is_same_file(image, &mask.file),
            _ => false,
        },
    }
}

/// The settings for maps in a folder, and the text of its own file: the folder's
/// `marchland.toml`, with those of the folders above for what it does not set. The
/// search ends at a folder with `.git`, at a file with `root = true`, or at the root of
/// the disk.
///
/// # Errors
/// [`LoadError`] if a file cannot be read or is invalid.
pub fn settings_in(folder: &Path) -> Result<(Settings, Option<String>), LoadError> {
    let mut settings = Settings::default();
    let mut own = None;
    let absolute = std::path::absolute(folder).unwrap_or_else(|_| folder.to_owned());
    for (steps, above) in absolute.ancestors().enumerate() {
        // Messages show the folder's own file relative if the map was given so.
        let path = if steps == 0 { folder } else { above }.join(FILE_NAME);
        let text = match files::read_text_at_most(&path, settings::MAX_BYTES) {
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

/// The result of [`find`].
#[derive(Debug)]
pub struct Found {
    /// Map files.
    pub maps: Vec<PathBuf>,
    /// Symbolic links to folders, which were not followed.
    pub links: Vec<PathBuf>,
    /// Paths that cannot be read and folders without a map.
    pub errors: Vec<LoadError>,
}

/// Finds maps: a path to a file is a map file; a folder is searched for every
/// `map.xml` in it and below, sorted by path. Links to folders are not followed, to
/// avoid cycles.
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
                    // A link given on the command line is followed.
                    if entry.depth() > 0 {
                        links.push(entry.into_path());
                    }
                }
                Ok(entry) if entry.file_name() != MAP_FILE || entry.file_type().is_dir() => {}
                Ok(entry) if is_file(&entry) => found.push(entry.into_path()),
                Ok(entry) => {
                    let what = if entry.path().exists() {
                        "this is a pipe or a device, not a file"
                    } else {
                        "this link is broken"
                    };
                    let error = io::Error::other(what);
                    let path = entry.into_path();
                    errors.push(LoadError::Io { path, error });
                }
                Err(error) => {
                    let path = error.path().unwrap_or(path).to_owned();
                    let error = error
                        .into_io_error()
                        .unwrap_or_else(|| io::Error::other("these links form a cycle"));
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

/// The mask that a draft names; `None` if it names none or the file does not exist.
fn load_mask(folder: &folder::Folder, draft: &Draft) -> Option<Result<Survey, MaskError>> {
    let path = mask_path(folder, draft).transpose()?;
    let regions = path.and_then(|path| read_mask(&path));
    Some(regions.map(|regions| Survey::new(regions, draft)))
}

/// Reads a mask.
///
/// # Errors
/// [`MaskError`] if it cannot be read or is not a mask.
pub fn read_mask(path: &Path) -> Result<Regions, MaskError> {
    let file = files::open(path).map_err(MaskError::Io)?;
    mask::read_from(BufReader::new(file))
}

/// Why the pixels of an image cannot be read, if they cannot; the limits are those of masks. Reads
/// the whole file and keeps nothing of it.
pub fn image_error(path: &Path) -> Option<String> {
    struct Unseen;
    impl mask::RunSink for Unseen {
        fn begin(&mut self, _width: u32, _height: u32) -> Result<(), MaskError> {
            Ok(())
        }

        fn row(&mut self, _runs: mask::RowRuns<'_>) -> Result<(), MaskError> {
            Ok(())
        }
    }
    let file = files::open(path).map_err(MaskError::Io);
    let read = file.and_then(|file| {
        let go_on = &mut |_: mask::Progress| ControlFlow::Continue(());
        mask::stream(BufReader::new(file), &mut Unseen, go_on)
    });
    read.err().map(|error| error.to_string())
}

/// Memory limit for the metadata of a picture: a compressed colour profile in a small
/// file can expand to gigabytes.
const MAX_HEAD_BYTES: u64 = 32 << 20;

/// Reads the metadata of a picture without decoding its pixels.
pub fn picture(path: &Path) -> Picture {
    let small = std::fs::metadata(path).is_ok_and(|meta| meta.len() <= MAX_IMAGE_FILE_BYTES);
    let Some(file) = std::fs::File::open(path).ok().filter(|_| small) else {
        return Picture::default();
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
        return Picture::default();
    };
    Picture {
        size: Some(decoder.dimensions()),
        error: None,
        lossy: match format {
            ImageFormat::Jpeg => Some("JPEG"),
            ImageFormat::WebP => head_of(path)
                .is_some_and(|head| is_lossy_webp(&head))
                .then_some("lossy WebP"),
            _ => None,
        },
        profile: decoder.icc_profile().is_ok_and(|profile| profile.is_some()),
        drawn_from: files::open(path).ok().and_then(drawn_from),
    }
}

/// The first bytes of a file.
fn head_of(path: &Path) -> Option<Vec<u8>> {
    let mut head = Vec::new();
    let file = files::open(path).ok()?;
    file.take(MAX_WEBP_HEAD).read_to_end(&mut head).ok()?;
    Some(head)
}

/// How far into a WebP file its picture is looked for: behind a colour profile and transparency.
const MAX_WEBP_HEAD: u64 = 4 << 20;

/// Whether the picture of a WebP file is in the lossy format: the first of its chunks with pixels is
/// then named `VP8 `, otherwise `VP8L` (RFC 9649, section 2.5).
fn is_lossy_webp(head: &[u8]) -> bool {
    let mut rest = head.get(12..).unwrap_or_default();
    while let [a, b, c, d, size @ ..] = rest
        && let Some((size, data)) = size.split_first_chunk()
    {
        match &[*a, *b, *c, *d] {
            b"VP8 " => return true,
            b"VP8L" => return false,
            _ => {}
        }
        // Chunks of an odd size are padded.
        let size = u64::from(u32::from_le_bytes(*size)).next_multiple_of(2);
        let next = usize::try_from(size).ok().and_then(|size| data.get(size..));
        rest = next.unwrap_or_default();
    }
    false
}

/// Whether the entry is a regular file or a link to one. Reading a pipe or a device
/// may block or never end.
fn is_file(entry: &walkdir::DirEntry) -> bool {
    let kind = entry.file_type();
    kind.is_file() || kind.is_symlink() && entry.path().is_file()
}

/// The sorted paths of files in a folder and its subfolders, separated by `/`, among
/// the first `most` entries.
fn names(root: &Path, most: usize) -> Vec<String> {
    let walk = WalkDir::new(root).max_depth(3).sort_by_file_name();
    // The limit includes folders and unreadable entries.
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
    fn lossy_webp_is_known_by_its_first_chunk_with_pixels() {
        let file = |chunks: &[(&[u8; 4], &[u8])]| {
            let mut bytes = b"RIFF\0\0\0\0WEBP".to_vec();
            for (name, data) in chunks {
                bytes.extend_from_slice(*name);
                bytes.extend_from_slice(&(data.len() as u32).to_le_bytes());
                bytes.extend_from_slice(data);
                bytes.resize(bytes.len().next_multiple_of(2), 0);
            }
            bytes
        };
        assert!(is_lossy_webp(&file(&[(b"VP8 ", b"")])));
        assert!(!is_lossy_webp(&file(&[(b"VP8L", b"VP8 "), (b"VP8 ", b"")])));
        let extended = file(&[(b"VP8X", &[0; 10]), (b"ICCP", b"odd"), (b"VP8 ", b"")]);
        assert!(is_lossy_webp(&extended));
        for cut in 0..extended.len() - 8 {
            assert!(!is_lossy_webp(&extended[..cut]), "{cut}");
        }
    }

    #[test]
    fn the_limit_of_files_includes_folders() {
        let root = tempfile::tempdir().unwrap();
        for outer in ["a", "b", "c"] {
            for inner in ["a", "b", "c"] {
                std::fs::create_dir_all(root.path().join(outer).join(inner)).unwrap();
            }
        }
        std::fs::write(root.path().join("a/map.xml"), "").unwrap();
        std::fs::write(root.path().join("z"), "").unwrap();
        assert_eq!(names(root.path(), MAX_FILES), ["a/map.xml", "z"]);
        // The walk ends before the last file.
        assert_eq!(names(root.path(), 7), ["a/map.xml"]);
    }
}
