//! A check by the validator: its input and its result. Runs on any thread.

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use marchland_maps::folder::Folder;
use marchland_maps::mask::{MaskError, Regions};
use marchland_maps::xml::{self, Source};
use marchland_maps::{Draft, Edit};
use marchland_validator::{
    Finding, Input, Mask, Picture, Report, Safety, Settings, Survey, Text, Waiver, check_while,
    fix, load,
};

use super::to_do::ToDo;
use crate::document::Document;
use crate::files::{Home, Part, Stamp, Stored, is_png};

#[derive(Debug)]
pub struct Snapshot {
    /// The document's revision.
    pub revision: u64,
    pub draft: Draft,
    /// The source text it would be written into.
    pub source: Arc<Source>,
    /// The folder; `None` if never saved.
    pub folder: Option<Folder>,
    /// The mask in memory.
    pub regions: Option<Arc<Regions>>,
    /// Whether the file matches the draft.
    pub saved: bool,
    /// Whether the mask in memory is the one that the draft names.
    pub is_its_mask: bool,
    /// Whether saving puts the mask in memory beside the map, under a name that is new there.
    pub brings_mask: bool,
    /// The image outside the folder that saving copies there.
    pub brings_image: Option<PathBuf>,
    /// What is merely missing.
    pub to_do: ToDo,
}

impl Snapshot {
    /// Copies the draft and shares the rest.
    pub fn of(document: &Document, home: &Home) -> Self {
        Self {
            revision: document.revision(),
            draft: document.draft().clone(),
            source: Arc::clone(&home.source),
            folder: home.folder.clone(),
            regions: document.land().map(|land| Arc::clone(land.regions())),
            saved: document.is_saved(),
            is_its_mask: document.is_filed(),
            brings_mask: Part::Mask.file(document.draft()).is_some_and(|name| {
                let mut beside = home.beside.iter();
                let is_beside = beside.any(|(other, _)| other == name);
                is_beside || is_png(name) && document.is_drawn() && !document.is_filed()
            }),
            brings_image: Part::Picture.file(document.draft()).and_then(|name| {
                let mut beside = home.beside.iter().filter(|(other, _)| other == name);
                beside.find_map(|(_, place)| match place {
                    Stored::Disk(path) => Some(path.clone()),
                    Stored::Memory(_) => None,
                })
            }),
            to_do: ToDo::of(document.checklist()),
        }
    }
}

#[derive(Debug)]
pub struct Outcome {
    /// The document's revision at the time of the check.
    pub revision: u64,
    /// The findings in file order; identical to the command line's for the saved file.
    pub report: Report,
    /// What was merely missing.
    pub to_do: ToDo,
    /// The author's waivers.
    pub waivers: Vec<Waiver>,
    /// Why the settings beside the map were ignored, if they were.
    pub trouble: Option<String>,
}

impl Outcome {
    /// The waiver of a finding; for a finding about a waiver, that waiver.
    pub fn waiver_of(&self, finding: &Finding) -> Option<&Waiver> {
        if finding.waived.is_some() {
            return self.waivers.iter().find(|waiver| waiver.covers(finding));
        }
        let span = finding.span.as_ref()?;
        let settings = finding.file == marchland_validator::File::Settings;
        self.waivers
            .iter()
            .find(|waiver| settings && waiver.span == span.bytes)
    }
}

/// The prepared result of chosen fixes.
#[derive(Debug)]
pub struct PreparedFixes {
    /// The document's revision they apply to.
    pub revision: u64,
    /// The edits in order.
    pub edits: Vec<Edit>,
    pub count: usize,
}

/// A cache between checks: the survey of the mask takes longer than all rules together.
#[derive(Debug, Default)]
pub struct CheckCache {
    survey: Option<Arc<Survey>>,
    /// The last mask read from a file, with the state of the file then.
    read: Option<(PathBuf, Option<Stamp>, ReadMask)>,
    /// The last image that was read, and why that failed, if it did.
    image: Option<(PathBuf, Option<Stamp>, Option<String>)>,
}

type ReadMask = Result<Arc<Regions>, Arc<MaskError>>;

enum Seen {
    Nothing,
    Unreadable(Arc<MaskError>),
    Read(Arc<Survey>),
}

/// Everything a check borrows.
struct Gathered {
    text: Text,
    seen: Seen,
    around: Option<marchland_validator::Folder>,
    settings: Settings,
    settings_text: Option<String>,
    trouble: Option<String>,
}

impl Gathered {
    fn input<'a>(&'a self, draft: &'a Draft) -> Input<'a> {
        Input {
            draft,
            text: Some(&self.text),
            mask: match &self.seen {
                Seen::Nothing => Mask::Unknown,
                Seen::Unreadable(error) => Mask::Unreadable(error),
                Seen::Read(survey) => Mask::Read(survey),
            },
            folder: self.around.as_ref(),
            previous: None,
            settings: &self.settings,
            settings_text: self.settings_text.as_deref(),
        }
    }
}

impl CheckCache {
    /// Checks a map; `None` as soon as `go_on` returns false.
    pub fn look(&mut self, snapshot: &Snapshot, go_on: &dyn Fn() -> bool) -> Option<Outcome> {
        let gathered = self.gather(snapshot, go_on)?;
        let report = check_while(&gathered.input(&snapshot.draft), go_on)?;
        Some(Outcome {
            revision: snapshot.revision,
            report,
            to_do: snapshot.to_do,
            waivers: gathered.settings.waivers,
            trouble: gathered.trouble,
        })
    }

    /// Applies the chosen fixes, by finding id and title, and checks again between those that
    /// touch the same things.
    pub fn prepare_fixes(
        &mut self,
        snapshot: &Snapshot,
        chosen: &HashSet<(String, String)>,
    ) -> Option<PreparedFixes> {
        let gathered = self.gather(snapshot, &|| true)?;
        let outcome = fix::repair_chosen(
            &gathered.input(&snapshot.draft),
            Safety::Safe,
            &|finding, fix| chosen.contains(&(finding.id.clone(), fix.title.clone())),
        );
        Some(PreparedFixes {
            revision: snapshot.revision,
            count: outcome.applied.len(),
            edits: outcome.edits,
        })
    }

    fn gather(&mut self, snapshot: &Snapshot, go_on: &dyn Fn() -> bool) -> Option<Gathered> {
        let written = snapshot.source.render(&snapshot.draft);
        let text = Text::new(xml::read(written.as_bytes()));
        let folder = snapshot.folder.as_ref();
        let mut around = folder.map(|folder| load::around(folder, &snapshot.draft));
        if let Some(around) = &mut around {
            self.look_at_image(snapshot, around);
        }
        if let (Some(around), Some(regions), Some(name)) = (
            around.as_mut(),
            snapshot.regions.as_ref().filter(|_| snapshot.brings_mask),
            Part::Mask.file(&snapshot.draft),
        ) && let Err(at) = around.files.binary_search_by(|file| (**file).cmp(name))
        {
            around.files.insert(at, name.to_owned());
            around.mask = Some(Picture {
                size: Some((regions.width(), regions.height())),
                ..Picture::default()
            });
        }
        let settings = folder.map_or(Ok((Settings::default(), None)), |folder| {
            load::settings_in(folder.path())
        });
        let (settings, settings_text, trouble) = match settings {
            Ok((settings, text)) => (settings, text, None),
            Err(error) => (Settings::default(), None, Some(error.to_string())),
        };
        if !go_on() {
            return None;
        }
        let seen = self.see(snapshot);
        go_on().then_some(Gathered {
            text,
            seen,
            around,
            settings,
            settings_text,
            trouble,
        })
    }

    /// Completes what is known of the image, which saving may bring or redraw.
    fn look_at_image(&mut self, snapshot: &Snapshot, around: &mut marchland_validator::Folder) {
        let Some(name) = Part::Picture.file(&snapshot.draft) else {
            return;
        };
        if let Some(path) = snapshot.brings_image.as_ref().filter(|path| path.is_file()) {
            if let Err(at) = around.files.binary_search_by(|file| (**file).cmp(name)) {
                around.files.insert(at, name.to_owned());
            }
            around.image = Some(load::picture(path));
        }
        let Some(image) = &mut around.image else {
            return;
        };
        if !snapshot.saved {
            // Saving will redraw it.
            image.drawn_from = None;
        }
        let inside = || snapshot.folder.as_ref()?.resolve(name).ok();
        if let Some(path) = snapshot.brings_image.clone().or_else(inside) {
            image.error = self.image_error(path);
        }
    }

    fn image_error(&mut self, path: PathBuf) -> Option<String> {
        let stamp = Stamp::of(&path);
        match &self.image {
            Some((of, old, error)) if (of, old) == (&path, &stamp) => error.clone(),
            _ => {
                let error = load::image_error(&path);
                self.image = Some((path, stamp, error.clone()));
                error
            }
        }
    }

    /// The mask as the command line would read it, or the one in memory if they are the same.
    fn see(&mut self, snapshot: &Snapshot) -> Seen {
        let draft = &snapshot.draft;
        let regions = match (&snapshot.folder, &snapshot.regions) {
            (None, None) => return Seen::Nothing,
            (None, Some(regions)) => Arc::clone(regions),
            (Some(_), Some(regions)) if snapshot.is_its_mask || snapshot.brings_mask => {
                Arc::clone(regions)
            }
            (Some(folder), _) => match load::mask_path(folder, draft) {
                Ok(None) => return Seen::Nothing,
                Ok(Some(path)) => match self.read(&path) {
                    Ok(regions) => regions,
                    Err(error) => return Seen::Unreadable(error),
                },
                Err(error) => return Seen::Unreadable(Arc::new(error)),
            },
        };
        Seen::Read(self.survey(regions, draft))
    }

    fn read(&mut self, path: &Path) -> ReadMask {
        let stamp = Stamp::of(path);
        match &self.read {
            Some((of, old, result)) if (&**of, old) == (path, &stamp) => result.clone(),
            _ => {
                let read = load::read_mask(path).map(Arc::new).map_err(Arc::new);
                self.read = Some((path.to_owned(), stamp, read.clone()));
                read
            }
        }
    }

    fn survey(&mut self, regions: Arc<Regions>, draft: &Draft) -> Arc<Survey> {
        if let Some(survey) = &self.survey
            && Arc::ptr_eq(&survey.regions, &regions)
            && survey.holds_for(draft)
        {
            return Arc::clone(survey);
        }
        let survey = Arc::new(Survey::new(regions, draft));
        self.survey = Some(Arc::clone(&survey));
        survey
    }
}

#[cfg(test)]
mod tests;
