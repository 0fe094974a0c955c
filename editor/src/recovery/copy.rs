//! Recovery copies on disk.
//!
//! Each has a folder: `map.xml` as saving would write it, pictures that are in no other file, and
//! `copy.json` with its origin. While the map is open, the file `lock` is locked; a copy with a
//! free lock was left behind by a crash.

use std::fs::{self, File};
use std::io::{self, Cursor};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::SystemTime;

use marchland_maps::Draft;
use marchland_maps::files::{Settled, digest_of_hex, hex};
use marchland_maps::folder::{Folder, MAP_FILE, OpenError};
use marchland_maps::mask::{PngOptions, Regions};
use marchland_maps::xml::Source;
use serde::{Deserialize, Serialize};

use crate::files::{self, Home, Loaded, Stamp, Stored};
use crate::jobs::Watch;
use crate::land::Land;
use crate::state_folder::try_lock;
use crate::trace::{Place, Placed};

const ABOUT_FILE: &str = "copy.json";
/// Locked while the map is open.
const LOCK_FILE: &str = "lock";
/// The most copies examined.
const MOST: usize = 64;

/// The origin of a copy.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct About {
    pub name: Option<String>,
    pub file: Option<String>,
    /// SHA-256 of that file as last seen by the editor, in hexadecimal.
    known: Option<String>,
    /// What an unsaved map was made from.
    origin: Option<String>,
    /// Pictures outside the map's folder: their names in the map, and their files unless stored
    /// here.
    beside: Vec<(String, Option<String>)>,
    /// The drawn mask stored here, if no other file has it.
    pub(crate) drawn: Option<String>,
    /// The mask file as last seen by the editor.
    mask_seen: Option<Stamp>,
    /// The tracing picture, if it is not remembered with the map.
    trace: Option<(String, Place)>,
}

/// The content of a copy.
#[derive(Debug)]
pub struct Snapshot {
    draft: Draft,
    source: Arc<Source>,
    about: About,
    memory: Vec<(String, Arc<[u8]>)>,
    /// The drawn mask, if no file has it.
    drawn: Option<Arc<Regions>>,
}

impl Snapshot {
    /// Of a map; `drawn` is its mask if no file has it, and `trace` its tracing picture if that is
    /// not remembered with it.
    pub fn of(
        draft: &Draft,
        home: &Home,
        drawn: Option<Arc<Regions>>,
        trace: Option<&Placed>,
    ) -> Self {
        let text = |path: &Path| path.to_str().map(str::to_owned);
        let beside = home.beside.iter().map(|(name, place)| {
            let path = match place {
                Stored::Disk(path) => text(path),
                Stored::Memory(_) => None,
            };
            (name.clone(), path)
        });
        let memory = home.beside.iter().filter_map(|(name, place)| match place {
            Stored::Memory(bytes) => Some((name.clone(), Arc::clone(bytes))),
            Stored::Disk(_) => None,
        });
        let folder = home.folder.as_ref();
        Self {
            about: About {
                name: draft.name.text.clone(),
                file: folder.and_then(|folder| text(folder.file())),
                known: folder.and_then(Folder::known).map(|known| hex(&known)),
                origin: home.origin.as_deref().and_then(text),
                beside: beside.collect(),
                drawn: None,
                mask_seen: home.mask_seen,
                trace: trace.and_then(|(file, place)| Some((text(file)?, *place))),
            },
            drawn,
            memory: memory.collect(),
            draft: draft.clone(),
            source: Arc::clone(&home.source),
        }
    }
}

/// The copy of the open map.
#[derive(Debug)]
pub struct Copy {
    folder: PathBuf,
    /// Locked while open.
    lock: File,
    written: Option<About>,
    /// The drawn mask stored here, its file name, and a counter for names.
    drawn: Option<(Arc<Regions>, String)>,
    masks: u64,
    /// The tracing picture that was found in it.
    trace: Option<Placed>,
}

/// A copy left behind.
#[derive(Debug, Clone, PartialEq)]
pub struct Orphan {
    pub folder: PathBuf,
    /// Its origin, as far as readable.
    pub about: About,
    /// When it was written.
    pub written: SystemTime,
}

/// Why a copy cannot be opened.
#[derive(Debug, thiserror::Error)]
pub enum RecoverError {
    /// Another window has it open.
    #[error("these changes are open in another window")]
    Taken,
    /// It no longer exists.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// It cannot be locked.
    #[error("{}: {error}", .folder.display())]
    Io {
        folder: PathBuf,
        #[source]
        error: io::Error,
    },
}

impl RecoverError {
    /// Why a copy could not be taken over or removed.
    fn of(folder: &Path, error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::WouldBlock => Self::Taken,
            _ => Self::Io {
                folder: folder.to_owned(),
                error,
            },
        }
    }
}

impl Copy {
    /// Creates the folder of a new copy.
    ///
    /// # Errors
    /// I/O errors.
    pub fn begin(root: &Path) -> io::Result<Self> {
        fs::create_dir_all(root)?;
        let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
        let seconds = since.map_or(0, |since| since.as_secs());
        let names = (0..1000).map(|n| format!("{seconds}-{}-{n}", std::process::id()));
        for folder in names.map(|name| root.join(name)) {
            match fs::create_dir(&folder) {
                Ok(()) => return Self::take(&folder),
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(error),
            }
        }
        Err(io::ErrorKind::AlreadyExists.into())
    }

    /// Takes over a copy that was left behind.
    fn take(folder: &Path) -> io::Result<Self> {
        let lock = try_lock(&folder.join(LOCK_FILE))?;
        Ok(Self {
            folder: folder.to_owned(),
            lock: lock.ok_or(io::ErrorKind::WouldBlock)?,
            written: None,
            drawn: None,
            masks: 0,
            trace: None,
        })
    }

    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// The tracing picture of the recovered map, if the copy has it.
    pub fn trace(&self) -> Option<&Placed> {
        self.trace.as_ref()
    }

    /// Updates the copy; the old version stays until the new one is complete.
    ///
    /// # Errors
    /// I/O errors.
    pub fn write(&mut self, snapshot: &Snapshot) -> io::Result<()> {
        let old = self.drawn.clone();
        let mut files = Vec::new();
        let drawn = match (&snapshot.drawn, &old) {
            (Some(mask), Some((held, _))) if Arc::ptr_eq(mask, held) => old.clone(),
            (Some(regions), _) => {
                let name = self.mask_name();
                files.push((name.clone(), Cursor::new(png(regions)?)));
                Some((Arc::clone(regions), name))
            }
            (None, _) => None,
        };
        let about = About {
            drawn: drawn.as_ref().map(|(_, name)| name.clone()),
            ..snapshot.about.clone()
        };
        let text = snapshot.source.render(&snapshot.draft);
        if self.written.as_ref() != Some(&about) {
            for (name, bytes) in &snapshot.memory {
                files::keep_beside(&self.folder, name, bytes)?;
            }
            let description = serde_json::to_vec_pretty(&about)?;
            files.push((ABOUT_FILE.to_owned(), Cursor::new(description)));
        }
        Folder::at(self.folder.join(MAP_FILE))
            .save_with(&text, &mut files)
            .map_err(io::Error::other)?;
        self.drawn = drawn;
        self.written = Some(about);
        let now = self.drawn.as_ref().map(|(_, name)| name);
        if let Some((_, gone)) = old.filter(|(_, name)| Some(name) != now) {
            // Obsolete; harmless if it stays.
            let _ = fs::remove_file(self.folder.join(gone));
        }
        Ok(())
    }

    fn mask_name(&mut self) -> String {
        loop {
            self.masks += 1;
            let name = format!("drawn-{}.png", self.masks);
            if !self.folder.join(&name).exists() {
                return name;
            }
        }
    }

    /// Removes the copy.
    ///
    /// # Errors
    /// I/O errors.
    pub fn remove(self) -> io::Result<()> {
        // First the file that makes it a copy.
        match fs::remove_file(self.folder.join(MAP_FILE)) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            _ => {}
        }
        drop(self.lock);
        fs::remove_dir_all(&self.folder)
    }
}

/// The copies left behind, newest first. Removes empty ones; skips those of running editors.
pub fn orphans(root: &Path) -> Vec<Orphan> {
    let Ok(entries) = fs::read_dir(root) else {
        return Vec::new();
    };
    let folders = entries.flatten().map(|entry| entry.path());
    let folders = folders.filter(|path| path.is_dir());
    let mut found: Vec<_> = folders
        .take(MOST)
        .filter_map(|path| orphan(&path))
        .collect();
    found.sort_by_key(|orphan| std::cmp::Reverse(orphan.written));
    found
}

fn orphan(folder: &Path) -> Option<Orphan> {
    let copy = Copy::take(folder).ok()?;
    Folder::settle(folder).ok()?;
    let written = fs::metadata(folder.join(MAP_FILE)).and_then(|of| of.modified());
    match written {
        Ok(written) => {
            let about = about(folder);
            // The copy of a drawn mask is needed even if nothing in the map file has changed.
            let has_pictures = !about.beside.is_empty() || about.drawn.is_some();
            let file = about.file.as_deref().filter(|_| !has_pictures);
            let copied = folder.join(MAP_FILE);
            if file.is_some_and(|file| files::same_bytes(&copied, Path::new(file))) {
                // The program ended just after saving.
                let _ = copy.remove();
                return None;
            }
            Some(Orphan {
                folder: folder.to_owned(),
                about,
                written,
            })
        }
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            // The program ended before the first write, or after saving.
            let _ = copy.remove();
            None
        }
        Err(_) => None,
    }
}

/// The origin of a copy; empty if its description is damaged.
pub(crate) fn about(folder: &Path) -> About {
    let text = fs::read_to_string(folder.join(ABOUT_FILE));
    text.ok()
        .and_then(|text| serde_json::from_str(&text).ok())
        .unwrap_or_default()
}

/// Opens a copy in place of its map; the map's own file stays unchanged until the map is saved.
///
/// # Errors
/// [`RecoverError`]; the copy is unchanged.
pub fn recover(folder: &Path, watch: Watch<'_>) -> Result<(Loaded, Copy), RecoverError> {
    Folder::settle(folder)?;
    // Locking would recreate the folder's file.
    let (_, reading) = Folder::open(folder)?;
    let mut copy = Copy::take(folder).map_err(|error| RecoverError::of(folder, error))?;
    let about = about(folder);
    let trace = about.trace.as_ref();
    copy.trace = trace.and_then(|(file, place)| Some((file.into(), place.checked()?)));
    let mut settled = Settled::Nothing;
    let mut home = Home {
        source: Arc::new(reading.source),
        flaws: reading.flaws,
        ..Home::made_of(about.origin.map(PathBuf::from), Vec::new())
    };
    for (name, path) in about.beside {
        // Files in the copy last only as long as the copy.
        let place = path.map_or_else(
            || {
                let kept = Folder::at(folder).resolve(&name).ok()?;
                Some(Stored::Memory(fs::read(kept).ok()?.into()))
            },
            |path| Some(Stored::Disk(path.into())),
        );
        home.beside.extend(place.map(|place| (name, place)));
    }
    if let Some(file) = about.file.map(PathBuf::from) {
        settled = Folder::settle(&file)?;
        if let Ok((original, reading)) = Folder::open(&file) {
            home.folder = Some(original.with_known(about.known.as_deref().and_then(digest_of_hex)));
            if reading.is_broken() {
                // The original file still must not be overwritten.
                home.flaws = reading.flaws;
            }
        } else {
            // Its pictures may still be in the old folder.
            let old = file.parent().unwrap_or(Path::new(""));
            let draft = &reading.draft;
            let names = draft.mask.iter().map(|mask| &mask.file);
            for name in names.chain(&draft.image) {
                if let Ok(path) = Folder::at(old).resolve(name) {
                    home.beside.push((name.clone(), Stored::Disk(path)));
                }
            }
            home.origin = Some(file);
        }
    }
    let mut loaded = files::load(home, reading.draft, false, watch);
    loaded.settled = settled;
    if let Some(name) = about.drawn {
        take_drawn(&mut loaded, &folder.join(name), about.mask_seen, watch);
    }
    Ok((loaded, copy))
}

/// Gives a map the mask drawn for it, over a mask file in the state `seen`.
fn take_drawn(loaded: &mut Loaded, drawn: &Path, seen: Option<Stamp>, watch: Watch<'_>) {
    match files::read_mask(drawn, watch) {
        Ok(regions) => {
            let document = &mut loaded.document;
            let filed = (document.filed.take(), document.filed_as.take());
            document.set_land(Land::new(Arc::new(regions)));
            (document.filed, document.filed_as) = filed;
            if seen.is_some() && seen != loaded.home.mask_seen {
                // Another program has painted it since.
                document.filed = None;
                loaded.home.mask_seen = seen;
            }
            loaded.mask_error = None;
        }
        // The map may have another mask, which is better than none.
        Err(error) => loaded.mask_error = Some(error.to_string()),
    }
}

/// The mask as PNG, compressed fast.
fn png(mask: &Regions) -> io::Result<Vec<u8>> {
    let options = PngOptions {
        fast: true,
        software: None,
    };
    let mut bytes = Vec::new();
    mask.write_png_with(&mut bytes, options)?;
    Ok(bytes)
}

/// Deletes a copy that was left behind.
///
/// # Errors
/// [`RecoverError`]; parts of the copy may be gone.
pub fn discard(folder: &Path) -> Result<(), RecoverError> {
    if !folder.is_dir() {
        return Ok(());
    }
    let removed = Copy::take(folder).and_then(Copy::remove);
    removed.map_err(|error| RecoverError::of(folder, error))
}
