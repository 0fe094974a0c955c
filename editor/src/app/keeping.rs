//! State kept between runs: recovery copies and recent maps.

use std::path::{Path, PathBuf};
use std::time::Duration;

use iced::Task;
use marchland_maps::folder::Folder;

use super::{App, Message, Screen};
use crate::dialogs::{Compared, Dialog};
use crate::files::{Loaded, Part};
use crate::jobs;
use crate::notices::{Notice, Subject};
use crate::recovery::{self, Copy, Keeper, Orphan};
use crate::screens::start;
use crate::{recent, texts};

/// How long something must be unchanged before it is remembered.
pub(super) const REST: Duration = Duration::from_millis(400);

pub type Recovered = Result<(Loaded, Copy), String>;

impl App {
    /// Called after every message: updates the recovery copy.
    pub(super) fn keep(&mut self) -> Task<Message> {
        let Screen::Workspace(open) = &mut self.screen else {
            return Task::none();
        };
        // With a saved map it is remembered anyway, while its place fits the saved sheet.
        let is_remembered = open.home.folder.is_some() && open.workspace.trace_rests();
        let trace = open.workspace.trace().filter(|_| !is_remembered);
        open.keeper.trace = trace.map(|trace| (trace.file.clone(), trace.place));
        let task = open.keeper.follow(&open.workspace.document);
        task.map(Message::Copy)
    }

    pub(super) fn on_copy(&mut self, message: recovery::Message) -> Task<Message> {
        let Some(open) = self.open_map() else {
            return Task::none();
        };
        let kept = open
            .keeper
            .update(message, &open.workspace.document, &open.home);
        match kept {
            Ok(task) => {
                self.toasts.settle("copy");
                task.map(Message::Copy)
            }
            Err(error) => {
                let folder = self.copies().unwrap_or_default();
                self.fail("copy", texts::no_copy(&folder, &error))
            }
        }
    }

    /// Saves the window settings after a pause.
    pub(super) fn remember_soon(&mut self) -> Task<Message> {
        self.changed += 1;
        let number = self.changed;
        if self.state.is_none() {
            return Task::none();
        }
        jobs::after(REST, Message::Remember(number))
    }

    /// Saves the window settings, unless they have changed again.
    pub(super) fn keep_looks(&self, number: u64) {
        if let Some(state) = self.state.as_deref().filter(|_| number == self.changed) {
            // A failed write only loses the window settings.
            let _ = self.remembered.write(state);
        }
    }

    fn copies(&self) -> Option<PathBuf> {
        self.state.as_deref().map(recovery::folder)
    }

    pub(super) fn keeper(&self, copy: Option<(Copy, crate::history::State)>) -> Keeper {
        Keeper::new(self.copies(), copy)
    }

    /// Removes the recovery copy of a map that is discarded.
    pub(super) fn give_up(&mut self) -> Task<Message> {
        let traced = self.write_trace();
        let gone = match self.open_map() {
            Some(open) => {
                open.claim = None;
                open.keeper.remove().discard()
            }
            None => Task::none(),
        };
        self.aside = None;
        Task::batch([traced, gone])
    }

    /// Whether unsaved changes would stay recoverable after discarding them.
    pub(super) fn keeps(&self) -> bool {
        self.state.is_some()
    }

    /// Loads recovery copies and recent maps.
    pub(super) fn look_around(&self) -> Task<Message> {
        let Some(state) = self.state.clone() else {
            return Task::none();
        };
        jobs::once(move || start::shelf(&state)).map(Message::Shelf)
    }

    /// Offers to recover the open map if there is a copy of it.
    pub(super) fn offer(&mut self) {
        let Screen::Workspace(open) = &self.screen else {
            return;
        };
        let file = open.home.folder.as_ref().map(Folder::file);
        let Some(file) = file.filter(|_| open.workspace.document.is_saved()) else {
            return;
        };
        let same = |orphan: &&Orphan| orphan.about.file.as_deref().map(Path::new) == Some(file);
        if let Some(orphan) = self.shelf.orphans.iter().find(same)
            && self.dialog.is_none()
        {
            self.dialog = Some(Dialog::Recover(orphan.clone(), Compared::No));
        }
    }

    /// Starts opening a recovery copy.
    pub(super) fn recover(&mut self, orphan: &Orphan) -> Task<Message> {
        let folder = orphan.folder.clone();
        let name = texts::map_name(orphan.about.name.as_deref());
        self.begin(texts::recovering(name), Message::Recovered, move |watch| {
            recovery::recover(&folder, watch).map_err(|error| error.to_string())
        })
    }

    pub(super) fn on_recovered(&mut self, recovered: Recovered) -> Task<Message> {
        match recovered {
            Ok((loaded, copy)) => {
                self.shelf
                    .orphans
                    .retain(|orphan| orphan.folder != copy.folder());
                let shown = self.show(loaded, Some(copy));
                Task::batch([shown, self.say(texts::RECOVERED, false)])
            }
            Err(error) => self.failed(&texts::not_recovered(&error)),
        }
    }

    /// Deletes a recovery copy.
    pub(super) fn discard(orphan: &Orphan) -> Task<Message> {
        let folder = orphan.folder.clone();
        let gone = orphan.folder.clone();
        jobs::once(move || recovery::discard(&folder)).map(move |done| {
            let done = done.open().unwrap_or(Ok(()));
            Message::Discarded(match done {
                Ok(()) => Ok(gone.clone()),
                Err(error) => Err(error.to_string()),
            })
        })
    }

    pub(super) fn on_discarded(&mut self, gone: Result<PathBuf, String>) -> Task<Message> {
        match gone {
            Ok(folder) => {
                self.shelf.orphans.retain(|orphan| orphan.folder != folder);
                Task::none()
            }
            Err(error) => self.say(texts::not_discarded(&error), true),
        }
    }

    /// Moves the open map to the front of the recent maps.
    pub(super) fn remember(&self) -> Task<Message> {
        let (Some(state), Screen::Workspace(open)) = (self.state.clone(), &self.screen) else {
            return Task::none();
        };
        let Some(folder) = &open.home.folder else {
            return Task::none();
        };
        let file = folder.file().to_owned();
        let name = open.workspace.document.draft().name.text.clone();
        // A failed write only loses an entry of the recent maps.
        jobs::once(move || recent::remember(&state, &file, name.as_deref())).discard()
    }

    /// Removes a map from the recent maps.
    pub(super) fn forget(&mut self, path: &str) -> Task<Message> {
        self.shelf.recents.retain(|card| card.recent.path != path);
        let (Some(state), path) = (self.state.clone(), path.to_owned()) else {
            return Task::none();
        };
        jobs::once(move || recent::forget(&state, &path)).discard()
    }

    /// Adds a notice that the mask or image is missing.
    pub(super) fn miss(&mut self, part: Part, error: &str) {
        if let Some(open) = self.open_map() {
            let text = match part {
                Part::Mask => texts::no_mask(error),
                Part::Picture => texts::no_picture(error),
            };
            open.notices.tell(Notice::new(Subject::Missing(part), text));
        }
    }
}
