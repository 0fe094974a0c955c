//! Compares maps and recovery copies with other versions.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use iced::Task;

use super::{App, Message};
use crate::comparing::{self, Differences};
use crate::dialogs::{Compared, Dialog, PathDialog, Purpose};
use crate::jobs::{self, Parcel};
use crate::recovery::Orphan;
use crate::{backups, texts};

impl App {
    /// Opens the recovery dialog and compares the copy with the file.
    pub(super) fn compare_copy(&mut self, orphan: Orphan) -> Task<Message> {
        let folder = orphan.folder.clone();
        self.dialog = Some(Dialog::Recover(orphan, Compared::Looking));
        let of = folder.clone();
        jobs::once(move || comparing::of_copy(&of))
            .map(move |compared| Message::Compared(folder.clone(), compared))
    }

    /// Shows the comparison, if its dialog is still open.
    pub(super) fn on_compared(
        &mut self,
        folder: &Path,
        of: &Parcel<Result<Option<Differences>, String>>,
    ) -> Task<Message> {
        if let Some(Dialog::Recover(orphan, compared)) = &mut self.dialog
            && orphan.folder == folder
        {
            let broke_down = || Err(texts::READING_BROKE_DOWN.to_owned());
            *compared = Compared::Told(of.open().unwrap_or_else(broke_down));
        }
        Task::none()
    }

    /// Asks which version to compare the map with. Proposes its file if there are unsaved changes,
    /// else its latest backup.
    pub(super) fn ask_compare(&mut self) -> Task<Message> {
        let Some(open) = self.open_map() else {
            return Task::none();
        };
        let is_saved = open.workspace.document.is_saved();
        let folder = open.home.folder.clone();
        let proposed = folder.and_then(|folder| {
            if !is_saved {
                return Some(folder.path().to_owned());
            }
            let root = backups::folder(self.state.as_deref()?);
            backups::versions(&root, &folder).pop()
        });
        let path = proposed.map_or_else(String::new, |path| path.display().to_string());
        self.dialog = Some(Dialog::Path(PathDialog::new(Purpose::Compare, path)));
        Task::none()
    }

    /// Compares the map with its own file.
    pub(super) fn compare_file(&mut self) -> Task<Message> {
        let folder = self.open_map().and_then(|open| open.home.folder.clone());
        folder.map_or_else(Task::none, |folder| self.compare(folder.file().to_owned()))
    }

    /// Compares the map as it is now.
    pub(super) fn compare(&mut self, path: PathBuf) -> Task<Message> {
        self.dialog = None;
        let Some(open) = self.open_map() else {
            return Task::none();
        };
        let document = &open.workspace.document;
        let draft = document.draft().clone();
        let mask = document.land().map(|land| Arc::clone(land.regions()));
        self.begin(texts::COMPARING, Message::Differs, move |watch| {
            let differences = comparing::since(&path, &draft, mask.as_deref(), watch)?;
            Ok((path, differences))
        })
    }

    pub(super) fn on_differs(
        &mut self,
        compared: Result<(PathBuf, Differences), String>,
    ) -> Task<Message> {
        match compared {
            Ok((path, differences)) => {
                self.dialog = Some(Dialog::Differences(path, differences));
                Task::none()
            }
            Err(error) => self.fail("compare", texts::not_compared(&error)),
        }
    }
}
