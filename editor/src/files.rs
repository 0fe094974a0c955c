//! Maps and masks from the disk and back; the only place that opens files.

use std::fs::{self, File};
use std::io::BufReader;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use marchland_board::Picture;
use marchland_maps::folder::{Folder, OpenError, SaveError};
use marchland_maps::mask::{self, MaskError, Progress, Regions};
use marchland_maps::xml::{Flaw, Severity, Source};
use marchland_maps::{Draft, limits};
use marchland_validator::{SETTINGS_FILE, Waiver, load, with_waiver, without_waiver};

use crate::land::Land;
use crate::texts;

/// Told how far reading is, from 0 to 1; says whether to go on.
pub type Watch<'a> = &'a mut dyn FnMut(f32) -> ControlFlow<()>;

/// A map as it was read.
#[derive(Debug)]
pub struct Loaded {
    /// Where it lives.
    pub home: Home,
    /// What the file says.
    pub draft: Draft,
    /// Its mask, if it could be read.
    pub land: Option<Land>,
    /// Why there is no mask, if there is none.
    pub mask_error: Option<String>,
}

/// The file of a document: where it is, how it was written, what is wrong.
#[derive(Debug)]
pub struct Home {
    /// The folder, unless the map has never been saved.
    pub folder: Option<Folder>,
    /// The text that changes are written into.
    pub source: Arc<Source>,
    /// What is wrong with the text.
    pub flaws: Vec<Flaw>,
    /// The mask of a map that has no folder yet.
    pub mask: Option<PathBuf>,
    /// The mask as it was cleaned up, a PNG that is in no file yet.
    pub clean_mask: Option<Vec<u8>>,
    /// A bundled map, opened to try things out: saving makes a copy elsewhere.
    pub sample: bool,
}

/// Why a map could not be saved.
#[derive(Debug, thiserror::Error)]
pub enum KeepError {
    /// The map file.
    #[error(transparent)]
    Save(#[from] SaveError),
    /// There is a map already.
    #[error("{} holds a map already; choose another folder", .0.display())]
    Taken(PathBuf),
    /// A file of the map could not be copied.
    #[error("{} cannot be copied to {}: {error}", .from.display(), .to.display())]
    Copy {
        /// From where.
        from: PathBuf,
        /// To where.
        to: PathBuf,
        /// What the system says.
        #[source]
        error: std::io::Error,
    },
    /// Another file has the name of the mask or the image.
    #[error("{} is there already and is another file; choose another folder", .0.display())]
    InTheWay(PathBuf),
    /// No folder was named.
    #[error("name a folder for the map")]
    NoFolder,
}

impl Home {
    /// The home of a map made of a mask, not saved yet.
    pub fn of_mask(mask: PathBuf) -> Self {
        Self {
            folder: None,
            source: Arc::new(Source::new()),
            flaws: Vec::new(),
            mask: Some(mask),
            clean_mask: None,
            sample: false,
        }
    }

    /// Whether the map may be saved where it is: it has a file, saving keeps
    /// all that is in it, and it is nobody's sample.
    pub fn is_savable(&self) -> bool {
        self.folder.is_some() && self.worst() < Some(Severity::Broken) && !self.sample
    }

    /// Why findings about the map cannot be waived now, if they cannot:
    /// waivers are kept in a file beside it.
    pub fn unwaivable(&self) -> Option<&'static str> {
        match &self.folder {
            None => Some(texts::WAIVE_UNSAVED),
            Some(_) if self.sample => Some(texts::WAIVE_SAMPLE),
            Some(_) => None,
        }
    }

    /// Adds a waiver to the settings beside the map.
    ///
    /// # Errors
    /// Why not, in a phrase; the settings are then as they were.
    pub fn waive(&self, waiver: &Waiver) -> Result<(), String> {
        self.change_settings(|text| {
            let text = with_waiver(text, waiver).map_err(|error| error.to_string())?;
            Ok(Some(text))
        })
        .map(|_| ())
    }

    /// Takes a waiver out of the settings beside the map; whether it was
    /// there.
    ///
    /// # Errors
    /// As [`Home::waive`].
    pub fn unwaive(&self, waiver: &Waiver) -> Result<bool, String> {
        self.change_settings(|text| without_waiver(text, waiver).map_err(|error| error.to_string()))
    }

    /// Reads the settings anew, so that nothing is lost that another program
    /// wrote there, and writes what `change` makes of them, if anything.
    fn change_settings(
        &self,
        change: impl FnOnce(&str) -> Result<Option<String>, String>,
    ) -> Result<bool, String> {
        let folder = match (&self.folder, self.unwaivable()) {
            (Some(folder), None) => folder,
            (_, why) => return Err(why.unwrap_or(texts::WAIVE_UNSAVED).to_owned()),
        };
        let (_, text) = load::settings_in(folder.path()).map_err(|error| error.to_string())?;
        let Some(text) = change(text.as_deref().unwrap_or_default())? else {
            return Ok(false);
        };
        let written = folder.write_beside(SETTINGS_FILE, &text);
        written.map(|()| true).map_err(|error| error.to_string())
    }

    /// The worst flaw of the file.
    pub fn worst(&self) -> Option<Severity> {
        self.flaws.iter().map(Flaw::severity).max()
    }

    /// The map file as people read it; the mask where there is none yet.
    pub fn title(&self) -> String {
        match (&self.folder, &self.mask) {
            (Some(folder), _) => folder.file().display().to_string(),
            (None, Some(mask)) => mask.display().to_string(),
            _ => String::new(),
        }
    }

    /// Writes the draft over the file it came from. `over` writes even if
    /// another program has changed the file meanwhile.
    ///
    /// # Errors
    /// [`KeepError`]; the old file is unharmed.
    pub fn save(&mut self, draft: &Draft, over: bool) -> Result<(), KeepError> {
        let text = self.source.render(draft);
        let folder = self.folder.as_mut().ok_or(KeepError::NoFolder)?;
        if over {
            folder.save_over(&text)?;
        } else {
            folder.save(&text)?;
        }
        Ok(())
    }

    /// Writes the draft into a folder that holds no map yet, with copies of
    /// its mask and image, and lives there from now on.
    ///
    /// # Errors
    /// [`KeepError`]; no file that was there is changed.
    pub fn save_as(&mut self, draft: &Draft, path: &Path) -> Result<(), KeepError> {
        if path.as_os_str().is_empty() {
            return Err(KeepError::NoFolder);
        }
        let mut folder = Folder::at(path);
        if folder.file().exists() {
            return Err(KeepError::Taken(folder.path().to_owned()));
        }
        fs::create_dir_all(folder.path()).map_err(|error| KeepError::Copy {
            from: path.to_owned(),
            to: folder.path().to_owned(),
            error,
        })?;
        let mask = draft.mask.as_ref().map(|mask| &*mask.file);
        for file in files_of(draft) {
            if let Some(bytes) = self.clean_mask.as_ref().filter(|_| mask == Some(file))
                && let Ok(to) = folder.resolve(file)
            {
                write_new(bytes, &to)?;
                continue;
            }
            let from = match (&self.folder, &self.mask) {
                (Some(old), _) => old.resolve(file).ok(),
                (None, Some(mask)) => Some(mask.clone()),
                _ => None,
            };
            // What was missing before is missing there, too.
            if let (Some(from), Ok(to)) = (from.filter(|from| from.is_file()), folder.resolve(file))
            {
                copy(&from, &to)?;
            }
        }
        let settings = self.folder.as_ref();
        let settings = settings.map(|old| old.path().join(SETTINGS_FILE));
        if let Some(from) = settings.filter(|from| from.is_file()) {
            copy(&from, &folder.path().join(SETTINGS_FILE))?;
        }
        folder.save(&self.source.render(draft))?;
        self.folder = Some(folder);
        self.mask = None;
        self.clean_mask = None;
        self.sample = false;
        self.flaws.retain(|flaw| flaw.severity() < Severity::Broken);
        Ok(())
    }
}

/// The files that a map names besides its own.
fn files_of(draft: &Draft) -> impl Iterator<Item = &str> {
    let mask = draft.mask.iter().map(|mask| &*mask.file);
    mask.chain(draft.image.as_deref())
}

/// Copies a file unless it is there already; never over another one.
fn copy(from: &Path, to: &Path) -> Result<(), KeepError> {
    if to.exists() {
        let same = from.canonicalize().ok() == to.canonicalize().ok()
            || matches!((fs::read(from), fs::read(to)), (Ok(a), Ok(b)) if a == b);
        return if same {
            Ok(())
        } else {
            Err(KeepError::InTheWay(to.to_owned()))
        };
    }
    let failed = |error| KeepError::Copy {
        from: from.to_owned(),
        to: to.to_owned(),
        error,
    };
    if let Some(parent) = to.parent() {
        fs::create_dir_all(parent).map_err(failed)?;
    }
    fs::copy(from, to).map(|_| ()).map_err(failed)
}

/// Writes a file unless it is there already; never over another one.
fn write_new(bytes: &[u8], to: &Path) -> Result<(), KeepError> {
    if to.exists() {
        let same = fs::read(to).is_ok_and(|there| there == bytes);
        return if same {
            Ok(())
        } else {
            Err(KeepError::InTheWay(to.to_owned()))
        };
    }
    fs::write(to, bytes).map_err(|error| KeepError::Copy {
        from: to.to_owned(),
        to: to.to_owned(),
        error,
    })
}

/// Opens a map by its folder or its file, and reads its mask.
///
/// # Errors
/// If there is no file that can be read. What is wrong in it, or with its
/// mask, comes with the map.
pub fn open(path: &Path, watch: Watch<'_>) -> Result<Loaded, OpenError> {
    let (folder, reading) = Folder::open(path)?;
    let file = reading.draft.mask.as_ref().map(|mask| mask.file.clone());
    let (land, mask_error) = match file {
        None => (None, None),
        Some(file) => match folder.resolve(&file) {
            Err(error) => (None, Some(format!("{file}: {error}"))),
            Ok(path) => match read_mask(&path, watch) {
                Ok(regions) => (Some(Land::new(Arc::new(regions))), None),
                Err(error) => (None, Some(format!("{}: {error}", path.display()))),
            },
        },
    };
    Ok(Loaded {
        home: Home {
            folder: Some(folder),
            source: Arc::new(reading.source),
            flaws: reading.problems,
            mask: None,
            clean_mask: None,
            sample: false,
        },
        draft: reading.draft,
        land,
        mask_error,
    })
}

/// Reads a mask.
///
/// # Errors
/// [`MaskError`], [`MaskError::Cancelled`] if `watch` broke off.
pub fn read_mask(path: &Path, watch: Watch<'_>) -> Result<Regions, MaskError> {
    let file = File::open(path).map_err(MaskError::Io)?;
    mask::read_watched(BufReader::new(file), &mut |progress: Progress| {
        watch(progress.fraction() as f32)
    })
}

/// The picture that players see, if the map has one that can be read.
pub fn picture(folder: &Folder, draft: &Draft) -> Option<Picture> {
    let path = folder.resolve(draft.image.as_deref()?).ok()?;
    let image = decode(&path)?.into_rgba8();
    let (width, height) = image.dimensions();
    let (pixels, _) = image.as_raw().as_chunks::<4>();
    Picture::new(width, height, pixels.into(), 0.0)
}

/// A small picture of a map as RGBA rows: the middle of its image, of exactly
/// this size.
pub fn thumbnail(folder: &Folder, draft: &Draft, width: u32, height: u32) -> Option<Vec<u8>> {
    let path = folder.resolve(draft.image.as_deref()?).ok()?;
    let image = decode(&path)?;
    let (across, down) = (f64::from(image.width()), f64::from(image.height()));
    let scale = (f64::from(width) / across).max(f64::from(height) / down);
    let side = |length: f64, least: u32| ((length * scale).ceil() as u32).max(least);
    let small = image.thumbnail_exact(side(across, width), side(down, height));
    let (left, top) = ((small.width() - width) / 2, (small.height() - height) / 2);
    Some(
        small
            .crop_imm(left, top, width, height)
            .into_rgba8()
            .into_raw(),
    )
}

fn decode(path: &Path) -> Option<image::DynamicImage> {
    let mut reader = image::ImageReader::open(path)
        .ok()?
        .with_guessed_format()
        .ok()?;
    let mut bounds = image::Limits::default();
    bounds.max_image_width = Some(limits::MAX_SIDE);
    bounds.max_image_height = Some(limits::MAX_SIDE);
    reader.limits(bounds);
    reader.decode().ok()
}

/// The folders in which the bundled maps are looked for, the first that is
/// there counts: beside the program, where packages put data, and in the
/// source tree that `cargo run` starts from.
pub fn bundled() -> Vec<PathBuf> {
    let program = std::env::current_exe().ok();
    let beside = program.as_deref().and_then(Path::parent);
    let source =
        std::env::var_os("CARGO_MANIFEST_DIR").map(|dir| PathBuf::from(dir).join("../maps"));
    let places = [
        std::env::var_os("MARCHLAND_MAPS").map(PathBuf::from),
        beside.map(|dir| dir.join("maps")),
        beside.map(|dir| dir.join("../share/marchland/maps")),
        source,
        Some(PathBuf::from("maps")),
    ];
    let mut found = Vec::new();
    for place in places.into_iter().flatten() {
        let Ok(entries) = fs::read_dir(&place) else {
            continue;
        };
        found = entries
            .flatten()
            .map(|entry| entry.path())
            .filter(|path| path.join(marchland_maps::folder::MAP_FILE).is_file())
            .collect();
        if !found.is_empty() {
            break;
        }
    }
    found.sort();
    found
}

/// How the files end that can be masks.
pub const MASK_ENDINGS: [&str; 8] = ["png", "gif", "bmp", "webp", "tif", "tiff", "jpg", "jpeg"];
