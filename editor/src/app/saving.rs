//! Saves in the background.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use iced::Task;
use marchland_maps::folder::{Folder, SaveError};
use marchland_maps::mask::Regions;
use marchland_maps::{Draft, originals};

use super::{App, Message, Open, Screen, mask_file};
use crate::dialogs::{AfterMask, Dialog, PathDialog, Purpose, Target, Then};
use crate::files::{Held, Home, KeepError, Part, Pictured};
use crate::history::State;
use crate::jobs::{self, Parcel, fresh_number};
use crate::notices::Subject;
use crate::old_picture::{self, Known};
use crate::{backups, texts};

/// A running save of the draft as it was when the save began.
#[derive(Debug)]
pub(super) struct Saving {
    number: u64,
    state: State,
    target: Target,
    /// Runs after the save.
    then: Option<Then>,
    /// Saved afterwards.
    again: Option<Target>,
    /// A missing file that was located meanwhile; it belongs in the folder that is being written.
    pub(super) located: Option<(Part, PathBuf)>,
    /// Whether it redraws the map image on request.
    draws_picture: bool,
    /// The mask and the name of its file.
    mask: Option<(Arc<Regions>, String)>,
}

#[derive(Debug)]
pub struct SaveResult {
    home: Home,
    /// The missing files of the map, or the error.
    result: Result<Vec<String>, KeepError>,
    /// The state of the map image.
    known: Option<Known>,
}

impl Open {
    /// Whether a running save draws the map image on request.
    pub(super) fn is_drawing_picture(&self) -> bool {
        let saving = self.saving.as_ref();
        saving.is_some_and(|saving| saving.draws_picture)
    }
}

impl App {
    pub fn is_saving(&self) -> bool {
        matches!(&self.screen, Screen::Workspace(open) if open.saving.is_some())
    }

    /// Runs `then` after the running save, if there is one.
    pub(super) fn after_saving(&mut self, then: Option<Then>) -> bool {
        if let Screen::Workspace(open) = &mut self.screen
            && let Some(saving) = &mut open.saving
        {
            saving.then = then;
            return true;
        }
        false
    }

    pub(super) fn ask_save(&mut self, then: Option<Then>) -> Task<Message> {
        self.ask_folder(Purpose::SaveAs, then)
    }

    pub(super) fn ask_folder(&mut self, purpose: Purpose, then: Option<Then>) -> Task<Message> {
        let Some((folder, name)) = self.proposed_folder() else {
            return Task::none();
        };
        // A folder that is there may hold another map.
        let numbered = (2..100).map(|number| format!("{name}-{number}"));
        let paths = std::iter::once(name.clone()).chain(numbered);
        let mut paths = paths.map(|name| folder.join(name));
        let path = paths.find(|path| !path.exists());
        let path = path.unwrap_or_else(|| folder.join(name));
        let path = path.display().to_string();
        self.dialog = Some(Dialog::Path(PathDialog {
            then,
            ..PathDialog::new(purpose, path)
        }));
        Task::none()
    }

    /// A default folder and name for new files of the map.
    pub(super) fn proposed_folder(&self) -> Option<(PathBuf, String)> {
        let Screen::Workspace(open) = &self.screen else {
            return None;
        };
        let proposed = match (&open.home.folder, &open.home.origin) {
            (Some(folder), _) => folder.path().with_file_name(""),
            (None, Some(origin)) => origin.parent().map(Path::to_owned).unwrap_or_default(),
            _ => std::env::home_dir().unwrap_or_default(),
        };
        let proposed = super::asking::absolute(&proposed);
        let name = open.workspace.document.draft().name.text.as_deref();
        let name = name.map(folder_name).filter(|name| !name.is_empty());
        let name = name.unwrap_or_else(|| texts::NEW_FOLDER.to_owned());
        Some((proposed, name))
    }

    /// Saves the map, or asks where; then runs `then`.
    pub(super) fn save(&mut self, then: Option<Then>) -> Task<Message> {
        let Screen::Workspace(open) = &self.screen else {
            return Task::none();
        };
        if open.home.is_savable() {
            self.save_to(Target::Here, then)
        } else {
            self.ask_save(then)
        }
    }

    /// Starts the save that waits for what is being drawn, once that is done.
    pub(super) fn save_drawn(&mut self) -> Task<Message> {
        let Some(open) = self.open_map().filter(|open| !open.workspace.is_drawing()) else {
            return Task::none();
        };
        match open.save_drawn.take() {
            Some((target, then)) => self.save_to(target, then),
            None => Task::none(),
        }
    }

    /// Starts to save the current draft, with what is still being drawn. Later edits are not part
    /// of this save.
    pub(super) fn save_to(&mut self, target: Target, then: Option<Then>) -> Task<Message> {
        let Screen::Workspace(open) = &mut self.screen else {
            return Task::none();
        };
        if open.workspace.is_drawing() {
            let (before, earlier) = open.save_drawn.take().unzip();
            // As below.
            let before = before.filter(|_| target == Target::Here);
            open.save_drawn = Some((before.unwrap_or(target), then.or(earlier.flatten())));
            return Task::none();
        }
        if open.is_painted_over() {
            self.dialog = Some(Dialog::Repainted(AfterMask::Save(target, then)));
            return self.on_mask_file(mask_file::Message::Touched);
        }
        if let Some(saving) = &mut open.saving {
            // A new folder also gets what its own file would get.
            if target != Target::Here || saving.again.is_none() {
                saving.again = Some(target);
            }
            saving.then = then.or(saving.then.take());
            return Task::none();
        }
        // Later typing is a separate undo step.
        open.workspace.settle();
        self.saves += 1;
        let number = self.saves;
        let draws_picture = std::mem::take(&mut open.draw_picture);
        let document = &open.workspace.document;
        let held = document.land().map(|land| Held {
            regions: Arc::clone(land.regions()),
            filed: document.filed.clone(),
            draw_picture: draws_picture,
        });
        open.saving = Some(Saving {
            mask: held.as_ref().map(|held| {
                let name = Part::Mask.file(document.draft()).unwrap_or_default();
                (Arc::clone(&held.regions), name.to_owned())
            }),
            number,
            state: open.workspace.document.state(),
            target: target.clone(),
            then,
            again: None,
            located: None,
            draws_picture,
        });
        let draft = open.workspace.document.draft().clone();
        let mut home = open.home.clone();
        if !open.workspace.document.is_filed() {
            // It is about another file.
            home.mask_seen = None;
        }
        let state = self.state.clone();
        jobs::now(move || {
            if let (Some(state), Some(folder)) = (&state, &home.folder) {
                set_aside(state, folder, &draft, held.as_ref());
            }
            let result = match target {
                Target::Here => home.save(&draft, false, held.as_ref()),
                Target::Over => home.save(&draft, true, held.as_ref()),
                Target::Folder(path) => home.save_as(&draft, &path, held.as_ref()),
            };
            let known = match (&state, &home.folder, &held) {
                (Some(state), Some(folder), Some(held)) if result.is_ok() => {
                    old_picture::look(&old_picture::folder(state), folder, &draft, &held.regions)
                }
                _ => None,
            };
            SaveResult {
                home,
                result,
                known,
            }
        })
        .map(move |kept| Message::Saved(number, kept))
    }

    pub(super) fn saved(&mut self, number: u64, kept: &Parcel<SaveResult>) -> Task<Message> {
        let Some(open) = self.open_map() else {
            return Task::none();
        };
        let Some(mut saving) = open.saving.take_if(|saving| saving.number == number) else {
            return Task::none();
        };
        let located = saving.located.take();
        let next = match kept.open() {
            Some(SaveResult {
                home,
                result: Ok(missing),
                known,
            }) => self.on_saved(saving, home, &missing, known),
            Some(SaveResult {
                result: Err(error), ..
            }) => self.on_failed_save(saving, Some(error)),
            None => self.on_failed_save(saving, None),
        };
        match located.filter(|_| self.job.is_none()) {
            Some((part, chosen)) => Task::batch([next, self.locate(part, chosen)]),
            None => next,
        }
    }

    fn on_saved(
        &mut self,
        saving: Saving,
        home: Home,
        missing: &[String],
        known: Option<Known>,
    ) -> Task<Message> {
        let Some(open) = self.open_map() else {
            return Task::none();
        };
        open.home = home;
        let pictured = std::mem::take(&mut open.home.pictured);
        open.workspace.document.mark_saved(saving.state);
        let written = saving.mask.filter(|(_, name)| !missing.contains(name));
        if let Some((mask, name)) = written {
            let document = &mut open.workspace.document;
            (document.filed, document.filed_as) = (Some(mask), Some(name));
            document.is_lost = false;
            open.notices.take(Subject::Gone);
        }
        let mask = open.home.mask_path(open.workspace.document.draft());
        open.workspace.is_ours = mask.is_some_and(|mask| originals::is_our_mask(&mask));
        open.title = open.home.title();
        open.notices.take(Subject::Rewritten);
        // What is being looked at is compared with the file before.
        open.map_touched = fresh_number();
        if matches!(saving.target, Target::Folder(_)) {
            open.notices.take(Subject::File);
        }
        let image = open.workspace.document.draft().image.as_deref();
        let image = image.filter(|_| saving.draws_picture && pictured == Pictured::Anew);
        let former = open.drawn_beside.take_if(|_| image.is_some());
        let mut text = match missing {
            [] => image.map_or_else(
                || texts::saved_to(&open.title),
                |image| texts::picture_drawn(image, &open.title, former.as_deref()),
            ),
            missing => texts::saved_without(&open.title, missing),
        };
        for (name, kept) in open.home.kept.drain(..) {
            text += &texts::kept_as(&name, &kept);
        }
        let is_done = open.workspace.document.is_saved() && !open.draw_picture;
        let again = saving.again;
        let again = again.filter(|target| *target != Target::Here || !is_done);
        if again.is_none() {
            self.dialog.take_if(|dialog| match dialog {
                Dialog::Waiting(_) => true,
                Dialog::Path(dialog) => dialog.busy,
                _ => false,
            });
        }
        self.claim();
        self.toasts.settle("save");
        let remembered = Task::batch([self.remember(), self.pictured(pictured, known)]);
        let next = if let Some(target) = again {
            self.save_to(target, saving.then)
        } else if let Some(then) = saving.then {
            // Edits made during the save are asked about.
            self.first(then)
        } else {
            self.say(text, !missing.is_empty())
        };
        Task::batch([remembered, next])
    }

    /// Asks what to do; without an error, saving panicked.
    fn on_failed_save(&mut self, saving: Saving, error: Option<KeepError>) -> Task<Message> {
        let Saving { target, then, .. } = saving;
        if let Some(open) = self.open_map() {
            open.draw_picture |= saving.draws_picture;
        }
        if let Some(folder @ Target::Folder(_)) = saving.again {
            // Meanwhile another place was chosen.
            return self.save_to(folder, then);
        }
        let words = match &error {
            Some(error) => texts::sentence(&error.to_string()),
            None => texts::SAVING_BROKE_DOWN.to_owned(),
        };
        let is_in_the_way = |dialog: &Dialog| match dialog {
            Dialog::Waiting(_) => false,
            Dialog::Path(dialog) => !dialog.busy,
            _ => true,
        };
        if self.dialog.as_ref().is_some_and(is_in_the_way) {
            return self.fail("save", texts::not_saved(&words));
        }
        self.dialog = Some(match (error, self.dialog.take()) {
            (Some(KeepError::Save(SaveError::ChangedOutside(_))), _) => {
                Dialog::ChangedOutside(then)
            }
            (Some(KeepError::Painted(_)), _) => {
                self.dialog = Some(Dialog::Repainted(AfterMask::Save(target, then)));
                // The change may not have been noticed yet.
                return self.on_mask_file(mask_file::Message::Touched);
            }
            (_, Some(Dialog::Path(dialog))) if dialog.busy => Dialog::Path(PathDialog {
                busy: false,
                error: Some(words),
                ..dialog
            }),
            (error, _) => Dialog::NotSaved {
                hint: texts::not_saved_hint(
                    &words,
                    matches!(
                        error,
                        Some(KeepError::Gone(_) | KeepError::Save(SaveError::Together { .. }))
                    ),
                ),
                target,
                then,
            },
        });
        Task::none()
    }
}

/// Backs up the version that saving replaces. Errors do not stop the save.
fn set_aside(state: &Path, folder: &Folder, draft: &Draft, held: Option<&Held>) {
    let mask = draft.mask.as_ref().map_or("", |mask| &mask.file);
    let _ = backups::keep(&backups::folder(state), folder, mask);
    if held.is_some_and(|held| held.leaves_picture(folder, draft)) {
        let _ = old_picture::note(&old_picture::folder(state), folder, draft);
    }
}

/// Turns a map name into a folder name; empty if the name has no letters and digits.
fn folder_name(name: &str) -> String {
    let mut out = String::new();
    for c in name.to_lowercase().chars() {
        if c.is_alphanumeric() {
            out.push(c);
        } else if !out.ends_with('-') && !out.is_empty() {
            out.push('-');
        }
    }
    out.trim_end_matches('-').to_owned()
}
