//! Where a document lives: its file, how that was written, its pictures.

use std::fs;
use std::io::{Cursor, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use marchland_maps::Draft;
use marchland_maps::folder::{Folder, PathError, SaveError};
use marchland_maps::xml::{Flaw, Source};
use marchland_validator::{SETTINGS_FILE, Waiver, load, with_waiver, without_waiver};

use super::drawn::{Held, Pictured, is_png, original};
use super::{Part, Stamp, fresh};
use crate::texts;

/// The file of a document: where it is, how it was written, what is wrong.
/// Cheap to clone, so that saving can work on a copy in the background.
#[derive(Debug, Clone)]
pub struct Home {
    /// The folder, unless the map has never been saved.
    pub folder: Option<Folder>,
    /// The text that changes are written into.
    pub source: Arc<Source>,
    /// What is wrong with the text.
    pub flaws: Vec<Flaw>,
    /// What a map was made of that has no folder yet.
    pub origin: Option<PathBuf>,
    /// The mask and the image as far as they are not in the folder, by the name
    /// that the map calls them; saving puts them there.
    pub beside: Vec<(String, Stored)>,
    /// The state of the mask's file that is held here, as far as that is known.
    pub mask_seen: Option<Stamp>,
    /// What became of the picture for players when the map was saved last.
    pub pictured: Pictured,
}

/// Where the bytes of a picture are.
#[derive(Debug, Clone)]
pub enum Stored {
    /// In a file.
    Disk(PathBuf),
    /// In no file yet: they were made here.
    Memory(Arc<[u8]>),
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
    #[error("{from} cannot be copied to {}: {error}", .to.display())]
    Copy {
        /// The file of the map that was to be copied, by its name.
        from: String,
        /// Where it was to be copied to.
        to: PathBuf,
        /// What the system says.
        #[source]
        error: std::io::Error,
    },
    /// The folder could not be made.
    #[error("the folder {} cannot be made: {error}", .folder.display())]
    Make {
        /// The folder that could not be made.
        folder: PathBuf,
        /// What the system says.
        #[source]
        error: std::io::Error,
    },
    /// Another file has the name of the mask or the image.
    #[error("{} is there already and is another file; choose another folder", .0.display())]
    InTheWay(PathBuf),
    /// Another program has painted on the mask that is drawn on here.
    #[error(
        "{0} was painted on by another program meanwhile; choose in the strip at the top whose \
         it is to be, or save elsewhere"
    )]
    Painted(String),
    /// The map calls a file by a name that leads out of its folder.
    #[error("{0}: {1}")]
    Name(String, PathError),
    /// No folder was named.
    #[error("name a folder for the map")]
    NoFolder,
}

impl Home {
    /// The home of a map made of a mask, not saved yet. The map calls the mask
    /// by the name of its file.
    pub fn of_mask(mask: PathBuf) -> Self {
        let name = mask.file_name().unwrap_or_default().to_string_lossy();
        let beside = vec![(name.into_owned(), Stored::Disk(mask.clone()))];
        Self::made_of(mask, beside)
    }

    /// The home of a map made of this file, or of nothing, not saved yet, with its pictures.
    pub fn made_of(origin: impl Into<Option<PathBuf>>, beside: Vec<(String, Stored)>) -> Self {
        Self {
            folder: None,
            source: Arc::new(Source::new()),
            flaws: Vec::new(),
            origin: origin.into(),
            beside,
            mask_seen: None,
            pictured: Pictured::default(),
        }
    }

    /// Whether the map may be saved where it is: it has a file, and saving keeps
    /// all that is in it.
    pub fn is_savable(&self) -> bool {
        self.folder.is_some() && !self.is_broken()
    }

    /// Why findings about the map cannot be waived now, if they cannot:
    /// waivers are kept in a file beside it.
    pub fn unwaivable(&self) -> Option<&'static str> {
        match &self.folder {
            None => Some(texts::WAIVE_UNSAVED),
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

    /// Whether the file is not XML that can be trusted.
    pub fn is_broken(&self) -> bool {
        self.flaws.iter().any(Flaw::is_broken)
    }

    /// The map file as people read it; what it was made of where there is none
    /// yet.
    pub fn title(&self) -> String {
        match (&self.folder, &self.origin) {
            (Some(folder), _) => folder.file().display().to_string(),
            (None, Some(origin)) => origin.display().to_string(),
            _ => texts::IN_NO_FILE.to_owned(),
        }
    }

    /// Where the bytes are of a file that the map names. The file may be
    /// missing.
    ///
    /// # Errors
    /// If the name leads out of the folder.
    pub fn place(&self, file: &str) -> Result<Option<Stored>, PathError> {
        if let Some((_, place)) = self.beside.iter().find(|(name, _)| name == file) {
            return Ok(Some(place.clone()));
        }
        let folder = self.folder.as_ref();
        let path = folder.map(|folder| folder.resolve(file)).transpose()?;
        Ok(path.map(Stored::Disk))
    }

    /// The file of the mask, if it is in one; it may be missing.
    pub fn mask_path(&self, draft: &Draft) -> Option<PathBuf> {
        let file = &draft.mask.as_ref()?.file;
        match self.place(file) {
            Ok(Some(Stored::Disk(path))) => Some(path),
            _ => None,
        }
    }

    /// A name for a mask to be written beside another of this name; no file of the
    /// map has it.
    pub fn free_name(&self, beside: &str) -> String {
        let stem = Path::new(beside).file_stem().unwrap_or_default();
        self.free_png(&format!("{}-kept", stem.to_string_lossy()))
    }

    /// The name `stem.png`, or with a number if a file of the map has that.
    pub fn free_png(&self, stem: &str) -> String {
        let numbered = (2..).map(|n| format!("{stem}-{n}.png"));
        let mut names = std::iter::once(format!("{stem}.png")).chain(numbered);
        let taken = |name: &String| {
            let folder = self.folder.as_ref();
            let there = folder.is_some_and(|folder| folder.path().join(name).exists());
            there || self.beside.iter().any(|(other, _)| other == name)
        };
        names.find(|name| !taken(name)).unwrap_or_default()
    }

    /// Writes the draft over the file it came from. `over` writes even if
    /// another program has changed the file meanwhile. A mask that is not in the
    /// folder any more is written again from `held`, if it is a PNG; one that was drawn on
    /// is written too, and the author's kept beside it. Which files of the map are missing
    /// then comes back.
    ///
    /// # Errors
    /// [`KeepError`]; the old file is unharmed.
    pub fn save(
        &mut self,
        draft: &Draft,
        over: bool,
        held: Option<&Held>,
    ) -> Result<Vec<String>, KeepError> {
        let text = self.source.render(draft);
        let mut folder = self.folder.clone().ok_or(KeepError::NoFolder)?;
        let changed = folder.changed_outside();
        if !over && changed.map_err(|error| unwritable(&folder, error))? {
            let file = folder.file().to_owned();
            return Err(SaveError::ChangedOutside(file).into());
        }
        let name = Part::Mask.file(draft).unwrap_or_default();
        let drawn = held.filter(|held| held.is_drawn(name));
        if drawn.is_some() {
            let to = in_folder(&folder, name)?;
            let is_here = !self.beside.iter().any(|(other, _)| other == name);
            let now = Stamp::of(&to).filter(|_| is_here && !over);
            if let (Some(now), Some(seen)) = (now, self.mask_seen)
                && now != seen
            {
                return Err(KeepError::Painted(name.to_owned()));
            }
        }
        let missing = self.bring(&folder, draft, held, drawn.is_some())?;
        self.write(&mut folder, &text, draft, held)?;
        self.folder = Some(folder);
        self.beside.clear();
        Ok(missing)
    }

    /// Writes the text together with the mask, if that was drawn, and with the picture, if that
    /// is to follow; the author's of both are kept.
    fn write(
        &mut self,
        folder: &mut Folder,
        text: &str,
        draft: &Draft,
        held: Option<&Held>,
    ) -> Result<(), KeepError> {
        let name = Part::Mask.file(draft).unwrap_or_default();
        let mut files: Vec<(String, Box<dyn Read>)> = Vec::new();
        let mut add = |name: &str, png: Vec<u8>| -> Result<(), KeepError> {
            let kept = original(folder, name);
            let kept = kept.map_err(|error| cannot_write(Path::new(name), error))?;
            files.extend(kept.map(|(name, file)| (name, Box::new(file) as Box<dyn Read>)));
            files.push((name.to_owned(), Box::new(Cursor::new(png))));
            Ok(())
        };
        let drawn = held.filter(|held| held.is_drawn(name));
        if let Some(held) = drawn {
            let png = held.png();
            add(
                name,
                png.map_err(|error| cannot_write(Path::new(name), error))?,
            )?;
        }
        let (pictured, png) = match held {
            Some(held) => held.picture(folder, draft),
            None => (Pictured::AsItWas, None),
        };
        if let (Some(png), Some(name)) = (png, Part::Picture.file(draft)) {
            add(name, png)?;
        }
        let mut files: Vec<(&str, &mut dyn Read)> = files
            .iter_mut()
            .map(|(name, content)| (&**name, &mut **content as &mut dyn Read))
            .collect();
        folder.save_with(text, &mut files)?;
        self.pictured = pictured;
        if drawn.is_some() {
            self.mask_seen = Stamp::of(&in_folder(folder, name)?);
        }
        Ok(())
    }

    /// Writes the draft into a folder that holds no map yet, with copies of
    /// its mask and image, and lives there from now on; otherwise as
    /// [`Home::save`].
    ///
    /// # Errors
    /// [`KeepError`]; no file that was there is changed.
    pub fn save_as(
        &mut self,
        draft: &Draft,
        path: &Path,
        held: Option<&Held>,
    ) -> Result<Vec<String>, KeepError> {
        if path.as_os_str().is_empty() {
            return Err(KeepError::NoFolder);
        }
        let mut folder = Folder::at(path);
        if folder.file().exists() {
            return Err(KeepError::Taken(folder.path().to_owned()));
        }
        fs::create_dir_all(folder.path()).map_err(|error| KeepError::Make {
            folder: folder.path().to_owned(),
            error,
        })?;
        let name = Part::Mask.file(draft).unwrap_or_default();
        let drawn = held.filter(|held| held.is_drawn(name));
        if drawn.is_some() {
            let to = in_folder(&folder, name)?;
            // The mask that the map was made of may lie there; it is kept.
            let is_own = self.beside.iter().any(|(other, place)| {
                let same = |from: &Path| from.canonicalize().ok() == to.canonicalize().ok();
                other == name && matches!(place, Stored::Disk(from) if same(from))
            });
            if to.exists() && !is_own {
                return Err(KeepError::InTheWay(to));
            }
        }
        let missing = self.bring(&folder, draft, held, drawn.is_some())?;
        let settings = self.folder.as_ref();
        let settings = settings.map(|old| old.path().join(SETTINGS_FILE));
        if let Some(from) = settings.filter(|from| from.is_file()) {
            copy(&from, &folder.path().join(SETTINGS_FILE))?;
        }
        let text = self.source.render(draft);
        self.write(&mut folder, &text, draft, held)?;
        self.folder = Some(folder);
        self.origin = None;
        self.beside.clear();
        self.flaws.retain(|flaw| !flaw.is_broken());
        Ok(missing)
    }

    /// Brings the mask, unless it was drawn, and the image into a folder; never over
    /// another file. Which of them are missing there comes back.
    fn bring(
        &self,
        folder: &Folder,
        draft: &Draft,
        held: Option<&Held>,
        is_drawn: bool,
    ) -> Result<Vec<String>, KeepError> {
        let mut missing = Vec::new();
        let is_made = |part: &Part| match part {
            Part::Mask => is_drawn,
            Part::Picture => held.is_some_and(|held| held.draw_picture),
        };
        let parts = [Part::Mask, Part::Picture].into_iter();
        for part in parts.filter(|part| !is_made(part)) {
            let Some(name) = part.file(draft) else {
                continue;
            };
            let to = match folder.resolve(name) {
                Ok(to) => to,
                Err(error) if self.beside.iter().any(|(beside, _)| beside == name) => {
                    return Err(KeepError::Name(name.to_owned(), error));
                }
                // A name that leads out of the folder is an issue of the map.
                Err(_) => continue,
            };
            match self.place(name) {
                Ok(Some(Stored::Memory(bytes))) => write_new(&bytes, &to)?,
                Ok(Some(Stored::Disk(from))) if from.is_file() => copy(&from, &to)?,
                _ if to.is_file() => {}
                _ => match held.filter(|_| part == Part::Mask && is_png(name)) {
                    Some(mask) => {
                        let mut bytes = Vec::new();
                        mask.regions
                            .write_png(&mut bytes)
                            .map_err(|error| cannot_write(&to, error))?;
                        write_new(&bytes, &to)?;
                    }
                    None => missing.push(name.to_owned()),
                },
            }
        }
        Ok(missing)
    }
}

fn in_folder(folder: &Folder, name: &str) -> Result<PathBuf, KeepError> {
    let to = folder.resolve(name);
    to.map_err(|error| KeepError::Name(name.to_owned(), error))
}

fn unwritable(folder: &Folder, error: std::io::Error) -> SaveError {
    SaveError::Io {
        file: folder.file().to_owned(),
        error,
    }
}

fn cannot_write(to: &Path, error: std::io::Error) -> KeepError {
    KeepError::Copy {
        from: texts::MADE_HERE.to_owned(),
        to: to.to_owned(),
        error,
    }
}

/// Copies a file unless it is there already; never over another one.
pub(super) fn copy(from: &Path, to: &Path) -> Result<(), KeepError> {
    if to.exists() {
        let same = from.canonicalize().ok() == to.canonicalize().ok() || same_bytes(from, to);
        return if same {
            Ok(())
        } else {
            Err(KeepError::InTheWay(to.to_owned()))
        };
    }
    let failed = |error| KeepError::Copy {
        from: from.display().to_string(),
        to: to.to_owned(),
        error,
    };
    let mut bytes = fs::File::open(from).map_err(failed)?;
    fresh::create(to, &mut bytes).map_err(failed)
}

/// Whether two files hold the same bytes.
pub(crate) fn same_bytes(a: &Path, b: &Path) -> bool {
    let length = |path: &Path| fs::metadata(path).ok().map(|metadata| metadata.len());
    length(a).is_some_and(|bytes| Some(bytes) == length(b))
        && matches!((fs::read(a), fs::read(b)), (Ok(a), Ok(b)) if a == b)
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
    fresh::create(to, &mut &*bytes).map_err(|error| cannot_write(to, error))
}
