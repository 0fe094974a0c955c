//! Exports a picture of the map, or the map for Domination, in the background.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use iced::Task;
use marchland_maps::folder::Folder;
use marchland_maps::formats::domination::Export;

use super::{App, Message, Screen};
use crate::dialogs::{Dialog, PathDialog, Purpose};
use crate::export::{self, Refused};
use crate::texts;

impl App {
    pub(super) fn ask_export(&mut self) -> Task<Message> {
        let Some((folder, name)) = self.proposed_folder() else {
            return Task::none();
        };
        let path = folder.join(name).with_extension("png");
        let path = path.display().to_string();
        self.dialog = Some(Dialog::Path(PathDialog::new(Purpose::Export, path)));
        Task::none()
    }

    /// Starts the export, if the file may be written.
    pub(super) fn export(&mut self, path: &Path, mut dialog: PathDialog) -> Task<Message> {
        let Screen::Workspace(open) = &self.screen else {
            return Task::none();
        };
        let draft = open.workspace.document.draft().clone();
        let Some(regions) = open
            .workspace
            .document
            .land()
            .map(|land| Arc::clone(land.regions()))
        else {
            return self.fail("export", texts::NO_MASK);
        };
        // Never overwrite a file of the map.
        let folder = open.home.folder.as_ref();
        let named = draft.mask.iter().map(|mask| &mask.file).chain(&draft.image);
        let mut spared: Vec<_> = folder
            .into_iter()
            .flat_map(|folder| named.clone().filter_map(|file| folder.resolve(file).ok()))
            .collect();
        spared.extend(folder.map(Folder::file).map(PathBuf::from));
        spared.extend(open.home.mask_path(&draft));
        match export::may_go(path, dialog.over, &spared) {
            Ok(output) => {
                return self.begin(texts::DRAWING_PICTURE, Message::Exported, move |watch| {
                    export::write(&draft, &regions, &output, watch)?;
                    Ok((output.path().to_owned(), Vec::new()))
                });
            }
            Err(Refused::There(path)) => {
                dialog.over = true;
                dialog.error = Some(texts::picture_is_there(&path));
            }
            Err(Refused::Failed(error)) => dialog.error = Some(error),
        }
        self.dialog = Some(Dialog::Path(dialog));
        Task::none()
    }

    /// Asks for a folder, if the map can be played in Domination.
    pub(super) fn ask_domination(&mut self) -> Task<Message> {
        let (Some((folder, name)), Some(open)) = (self.proposed_folder(), self.open_map()) else {
            return Task::none();
        };
        if let Err(error) = Export::new(open.workspace.document.draft()) {
            return self.fail("export", texts::sentence(&error.to_string()));
        }
        let path = folder.join(texts::for_domination(&name));
        let path = path.display().to_string();
        self.dialog = Some(Dialog::Path(PathDialog::new(Purpose::Domination, path)));
        Task::none()
    }

    /// Starts to write the map for Domination, if the folder is new or empty.
    pub(super) fn export_for_domination(
        &mut self,
        path: PathBuf,
        mut dialog: PathDialog,
    ) -> Task<Message> {
        let Screen::Workspace(open) = &self.screen else {
            return Task::none();
        };
        let draft = open.workspace.document.draft().clone();
        let Some(land) = open.workspace.document.land() else {
            return self.fail("export", texts::NO_MASK);
        };
        let is_free = match std::fs::read_dir(&path) {
            Ok(mut entries) => entries.next().is_none(),
            Err(_) => !path.exists(),
        };
        if !is_free {
            dialog.error = Some(texts::choose_new_folder(&path));
            self.dialog = Some(Dialog::Path(dialog));
            return Task::none();
        }
        let regions = Arc::clone(land.regions());
        let image = draft.image.as_deref();
        let own = image.and_then(|image| open.home.place(image).ok().flatten());
        self.begin(texts::EXPORTING_MAP, Message::Exported, move |watch| {
            let lost = export::domination(&draft, &regions, own.as_ref(), &path, watch)?;
            Ok((path, lost))
        })
    }

    /// `lost` is what the format does not hold.
    pub(super) fn on_exported(
        &mut self,
        written: Result<(PathBuf, Vec<String>), String>,
    ) -> Task<Message> {
        match written {
            Ok((path, lost)) => self.say(texts::exported(&path, &lost), false),
            Err(error) => self.fail("export", texts::sentence(&error)),
        }
    }
}
