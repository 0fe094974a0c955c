//! The files of a document: map file, source text, pictures.

use std::fs;
use std::io::{Cursor, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use marchland_maps::files::{NewFolders, same_bytes};
use marchland_maps::folder::{Folder, PathError, SaveError};
use marchland_maps::picture::drawn_from;
use marchland_maps::xml::{Flaw, Source};
use marchland_maps::{Draft, originals};
use marchland_validator::{SETTINGS_FILE, Waiver, load, with_waiver, without_waiver};

use super::drawn::{Held, Pictured, is_png, original};
use super::{Part, Stamp};
use crate::texts;

/// The files of a document and their state. Cheap to clone for saving in the background.
#[derive(Debug, Clone)]
pub struct Home {
    /// The folder; `None` if never saved.
    pub folder: Option<Folder>,
    /// The text that changes are patched into.
    pub source: Arc<Source>,
    /// Flaws of the text.
    pub flaws: Vec<Flaw>,
    /// What an unsaved map was made from.
    pub origin: Option<PathBuf>,
    /// Mask and image outside the folder, by their names in the map; saving copies them.
    pub beside: Vec<(String, Stored)>,
    /// The folder before the last *Save as*, which may hold images that undo brings back.
    pub former: Option<Folder>,
    /// The last known state of the mask file.
    pub mask_seen: Option<Stamp>,
    /// What the last save did with the map image.
    pub pictured: Pictured,
    /// The author's pictures that the last save put others in the place of, and the names under
    /// which it kept them.
    pub kept: Vec<(String, String)>,
}

/// Where the bytes of a picture are.
#[derive(Debug, Clone)]
pub enum Stored {
    Disk(PathBuf),
    /// In memory only.
    Memory(Arc<[u8]>),
}

/// Why a map was not saved.
#[derive(Debug, thiserror::Error)]
pub enum KeepError {
    #[error(transparent)]
    Save(#[from] SaveError),
    #[error("{} already contains a map; choose another folder", .0.display())]
    Taken(PathBuf),
    #[error("{from} could not be copied to {}: {error}", .to.display())]
    Copy {
        from: String,
        to: PathBuf,
        #[source]
        error: std::io::Error,
    },
    #[error("the folder {} could not be created: {error}", .folder.display())]
    Make {
        folder: PathBuf,
        #[source]
        error: std::io::Error,
    },
    /// The map's folder is gone.
    #[error(
        "{} no longer exists: it was moved, renamed or deleted. Put it back, or save the map to \
         another folder.",
        .0.display()
    )]
    Gone(PathBuf),
    /// Another file has the name of the mask or the image.
    #[error("{} already exists and is a different file; choose another folder", .0.display())]
    InTheWay(PathBuf),
    /// Another program has changed the mask that is drawn on here.
    #[error(
        "another program has changed {0}; choose in the notice at the top which mask to keep, or \
         save elsewhere"
    )]
    Painted(String),
    /// A file name in the map leads out of its folder.
    #[error("{0}: {1}")]
    Name(String, PathError),
    #[error("enter a folder for the map")]
    NoFolder,
}

impl Home {
    /// The files of an unsaved map made from this file, or from nothing, with its pictures.
    pub fn made_of(origin: Option<PathBuf>, beside: Vec<(String, Stored)>) -> Self {
        Self {
            folder: None,
            source: Arc::new(Source::default()),
            flaws: Vec::new(),
            origin,
            beside,
            mask_seen: None,
            former: None,
            pictured: Pictured::default(),
            kept: Vec::new(),
        }
    }

    /// Whether the map can be saved in place: it has a file, and saving loses nothing of it.
    pub fn is_savable(&self) -> bool {
        self.folder.is_some() && !self.is_broken()
    }

    /// Why findings cannot be waived now, if they cannot: waivers are stored beside the map.
    pub fn unwaivable(&self) -> Option<&'static str> {
        self.folder.is_none().then_some(texts::WAIVE_UNSAVED)
    }

    /// Adds a waiver to the settings beside the map.
    ///
    /// # Errors
    /// The reason, as a phrase; the settings are then unchanged.
    pub fn waive(&self, waiver: &Waiver) -> Result<(), String> {
        self.change_settings(|text| {
            let text = with_waiver(text, waiver).map_err(|error| error.to_string())?;
            Ok(Some(text))
        })
        .map(|_| ())
    }

    /// Removes a waiver from the settings beside the map; returns whether it existed.
    ///
    /// # Errors
    /// As [`Home::waive`].
    pub fn unwaive(&self, waiver: &Waiver) -> Result<bool, String> {
        self.change_settings(|text| without_waiver(text, waiver).map_err(|error| error.to_string()))
    }

    /// Re-reads the settings, so that no other program's changes are lost, and writes the result
    /// of `change`.
    fn change_settings(
        &self,
        change: impl FnOnce(&str) -> Result<Option<String>, String>,
    ) -> Result<bool, String> {
        let folder = self.folder.as_ref().ok_or(texts::WAIVE_UNSAVED)?;
        let (_, text) = load::settings_in(folder.path()).map_err(|error| error.to_string())?;
        let Some(text) = change(text.as_deref().unwrap_or_default())? else {
            return Ok(false);
        };
        let written = folder.write_beside(SETTINGS_FILE, &text);
        written.map(|()| true).map_err(|error| error.to_string())
    }

    /// Whether the file is malformed XML.
    pub fn is_broken(&self) -> bool {
        self.flaws.iter().any(Flaw::is_broken)
    }

    /// The map file for display; for an unsaved map, what it was made from.
    pub fn title(&self) -> String {
        match (&self.folder, &self.origin) {
            (Some(folder), _) => folder.file().display().to_string(),
            (None, Some(origin)) => origin.display().to_string(),
            _ => texts::IN_NO_FILE.to_owned(),
        }
    }

    /// Where the bytes of a file of the map are; the file may be missing.
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

    /// [`Home::place`] of an image: in the former folder if it is there alone.
    ///
    /// # Errors
    /// If the name leads out of the folder.
    pub fn image_place(&self, file: &str) -> Result<Option<Stored>, PathError> {
        let place = self.place(file)?;
        let former = self.former.as_ref().and_then(|at| at.resolve(file).ok());
        Ok(match (&place, former) {
            (Some(Stored::Disk(path)), Some(former)) if !path.exists() && former.is_file() => {
                Some(Stored::Disk(former))
            }
            _ => place,
        })
    }

    /// The mask file, if there is one; it may be missing.
    pub fn mask_path(&self, draft: &Draft) -> Option<PathBuf> {
        self.path_of(&draft.mask.as_ref()?.file)
    }

    /// The path of a file of the map, if it is on the disk; it may be missing.
    pub fn path_of(&self, file: &str) -> Option<PathBuf> {
        match self.place(file) {
            Ok(Some(Stored::Disk(path))) => Some(path),
            _ => None,
        }
    }

    /// `stem.png`, with a number if a file has that name, also in the folder `to`, or the draft gives
    /// it to one.
    pub fn free_png(&self, stem: &str, draft: &Draft, to: Option<&Path>) -> String {
        let given = [Part::Mask, Part::Picture].map(|part| part.file(draft));
        let folders = [self.folder.as_ref().map(Folder::path), to];
        originals::free_png(stem, |name| {
            let mut folders = folders.iter().flatten();
            folders.any(|folder| folder.join(name).symlink_metadata().is_ok())
                || given.contains(&Some(name))
                || self.beside.iter().any(|(other, _)| other == name)
        })
    }

    /// Whether image and mask of a draft are one file.
    pub fn image_is_mask(&self, draft: &Draft) -> bool {
        let image = Part::Picture.file(draft);
        image.is_some() && image == Part::Mask.file(draft)
            || image
                .and_then(|image| self.path_of(image))
                .is_some_and(|image| self.is_mask(draft, &image))
    }

    /// Whether a file is the mask of a draft, also by another name.
    pub fn is_mask(&self, draft: &Draft, file: &Path) -> bool {
        let mask = self.mask_path(draft);
        let mask = mask.and_then(|mask| mask.canonicalize().ok());
        mask.is_some() && mask == file.canonicalize().ok()
    }

    /// Whether an image may be drawn under the name that the draft has for it: nobody's work lies
    /// there.
    pub fn may_draw_image(&self, draft: &Draft) -> bool {
        let image = Part::Picture.file(draft).filter(|image| is_png(image));
        let Some(image) = image.filter(|_| !self.image_is_mask(draft)) else {
            return false;
        };
        match self.image_place(image) {
            Ok(Some(Stored::Disk(path))) => !path.exists() || originals::is_our_image(&path),
            Ok(Some(Stored::Memory(bytes))) => drawn_from(&*bytes).is_some(),
            Ok(None) => true,
            Err(_) => false,
        }
    }

    /// A name for a new image in the folder, or in the folder `to`.
    pub fn name_of_drawn(&self, draft: &Draft, to: Option<&Path>) -> String {
        let image = Part::Picture.file(draft);
        let image = image.filter(|_| !self.image_is_mask(draft));
        self.free_png(&originals::stem_of_image(image), draft, to)
    }

    /// Saves the draft in place. `over` saves even if another program has changed the map file. A
    /// mask missing from the folder is written again from `held`, if it is a PNG; a mask that was
    /// drawn on is written, too, and the author's kept. Returns the missing files.
    ///
    /// # Errors
    /// [`KeepError`]; the old file is unchanged.
    pub fn save(
        &mut self,
        draft: &Draft,
        over: bool,
        held: Option<&Held>,
    ) -> Result<Vec<String>, KeepError> {
        let text = self.source.render(draft);
        let mut folder = self.folder.clone().ok_or(KeepError::NoFolder)?;
        if !over && !folder.path().is_dir() {
            return Err(KeepError::Gone(folder.path().to_owned()));
        }
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
            let now = Stamp::of(&to).filter(|_| is_here);
            if let (Some(now), Some(seen)) = (now, self.mask_seen)
                && now != seen
            {
                return Err(KeepError::Painted(name.to_owned()));
            }
        }
        let missing = self.bring(&folder, draft, held, drawn.is_some())?;
        self.write(&mut folder, &text, draft, held)?;
        self.folder = Some(folder);
        self.forget_brought(draft);
        Ok(missing)
    }

    /// Forgets where pictures were before they were saved; undo may bring back others.
    fn forget_brought(&mut self, draft: &Draft) {
        let parts = [Part::Mask, Part::Picture].map(|part| part.file(draft));
        self.beside.retain(|(name, _)| !parts.contains(&Some(name)));
    }

    /// Writes the text together with the drawn mask and the redrawn image, if any; keeps the
    /// author's versions.
    fn write(
        &mut self,
        folder: &mut Folder,
        text: &str,
        draft: &Draft,
        held: Option<&Held>,
    ) -> Result<(), KeepError> {
        let name = Part::Mask.file(draft).unwrap_or_default();
        let mut files: Vec<(String, Box<dyn Read>)> = Vec::new();
        let mut all_kept = Vec::new();
        let mut add = |name: &str, part: Part, png: Vec<u8>| -> Result<(), KeepError> {
            let kept = original(folder, name, part);
            let kept = kept.map_err(|error| cannot_write(Path::new(name), error))?;
            if let Some((kept, file)) = kept {
                all_kept.push((name.to_owned(), kept.clone()));
                files.push((kept, Box::new(file)));
            }
            files.push((name.to_owned(), Box::new(Cursor::new(png))));
            Ok(())
        };
        let drawn = held.filter(|held| held.is_drawn(name));
        if let Some(held) = drawn {
            let png = held.png();
            add(
                name,
                Part::Mask,
                png.map_err(|error| cannot_write(Path::new(name), error))?,
            )?;
        }
        let (pictured, png) = match held {
            Some(held) => held.picture(folder, draft),
            None => (Pictured::AsItWas, None),
        };
        if let (Some(png), Some(name)) = (png, Part::Picture.file(draft)) {
            add(name, Part::Picture, png)?;
        }
        folder.save_with(text, &mut files)?;
        (self.pictured, self.kept) = (pictured, all_kept);
        if drawn.is_some() {
            self.mask_seen = Stamp::of(&in_folder(folder, name)?);
        }
        Ok(())
    }

    /// Saves the draft into a folder without a map, with copies of mask and image, and uses that
    /// folder from now on; otherwise like [`Home::save`].
    ///
    /// # Errors
    /// [`KeepError`]; no existing file is changed.
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
        let new = NewFolders::create(folder.path());
        let _new = new.map_err(|error| KeepError::Make {
            folder: folder.path().to_owned(),
            error,
        })?;
        let name = Part::Mask.file(draft).unwrap_or_default();
        let drawn = held.filter(|held| held.is_drawn(name));
        if drawn.is_some() {
            let to = in_folder(&folder, name)?;
            // The folder may hold the mask the map was made from; it is kept.
            let is_own = self.beside.iter().any(|(other, place)| {
                let same = |from: &Path| from.canonicalize().ok() == to.canonicalize().ok();
                other == name && matches!(place, Stored::Disk(from) if same(from))
            });
            if to.exists() && !is_own {
                return Err(KeepError::InTheWay(to));
            }
        }
        if held.is_some_and(|held| held.draw_picture)
            && let Some(name) = Part::Picture
                .file(draft)
                .filter(|_| self.may_draw_image(draft))
        {
            let to = in_folder(&folder, name)?;
            if to.exists() {
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
        self.former = self.folder.replace(folder);
        self.origin = None;
        self.forget_brought(draft);
        self.flaws.retain(|flaw| !flaw.is_broken());
        Ok(missing)
    }

    /// Copies the image, and the mask unless it was drawn, into a folder, without overwriting.
    /// Returns the missing files.
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
            Part::Picture => {
                held.is_some_and(|held| held.draw_picture) && self.may_draw_image(draft)
            }
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
                // A name that leads out of the folder is reported as an issue.
                Err(_) => continue,
            };
            let from = match part {
                Part::Mask => self.place(name),
                Part::Picture => self.image_place(name),
            };
            match from {
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

/// Accepts an existing file if it is the `same` as the one to be put there.
fn unless_in_the_way(to: &Path, same: bool) -> Result<(), KeepError> {
    if same {
        Ok(())
    } else {
        Err(KeepError::InTheWay(to.to_owned()))
    }
}

/// Copies a file, unless the same file exists; never overwrites.
pub(super) fn copy(from: &Path, to: &Path) -> Result<(), KeepError> {
    if to.exists() {
        let same = from.canonicalize().ok() == to.canonicalize().ok() || same_bytes(from, to);
        return unless_in_the_way(to, same);
    }
    let failed = |error| KeepError::Copy {
        from: from.display().to_string(),
        to: to.to_owned(),
        error,
    };
    let mut bytes = marchland_maps::files::open(from).map_err(failed)?;
    marchland_maps::files::create(to, &mut bytes).map_err(failed)
}

/// Writes a file, unless the same file exists; never overwrites.
fn write_new(bytes: &[u8], to: &Path) -> Result<(), KeepError> {
    if to.exists() {
        return unless_in_the_way(to, fs::read(to).is_ok_and(|there| there == bytes));
    }
    marchland_maps::files::create(to, &mut &*bytes).map_err(|error| cannot_write(to, error))
}
