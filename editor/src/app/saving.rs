//! Saving, and what follows once the map is saved.

use std::path::{Path, PathBuf};

use iced::Task;
use iced::widget::operation;

use super::{App, Message, Screen};
use crate::dialogs::{self, Dialog, PathDialog, Purpose, Then};
use crate::files::KeepError;
use crate::texts;

impl App {
    pub(super) fn ask_save(&mut self, then: Option<Then>) -> Task<Message> {
        let Screen::Bench(open) = &self.screen else {
            return Task::none();
        };
        let proposed = match (&open.home.folder, &open.home.mask) {
            (Some(_), _) if open.home.sample => std::env::home_dir().unwrap_or_default(),
            (Some(folder), _) => folder.path().with_file_name(""),
            (None, Some(mask)) => mask.parent().map(Path::to_owned).unwrap_or_default(),
            _ => PathBuf::new(),
        };
        let name = open.bench.document.draft().name.text.as_deref();
        let proposed = proposed.join(folder_name(name.unwrap_or(texts::NEW_FOLDER)));
        let path = proposed.display().to_string();
        self.dialog = Some(Dialog::Path(PathDialog {
            then,
            ..PathDialog::new(Purpose::SaveAs, path)
        }));
        Task::batch([
            operation::focus(dialogs::PATH),
            operation::move_cursor_to_end(dialogs::PATH),
        ])
    }

    /// Saves the map where it is, or asks where; `then` follows.
    pub(super) fn save(&mut self, then: Option<Then>) -> Task<Message> {
        let Screen::Bench(open) = &mut self.screen else {
            return Task::none();
        };
        open.bench.settle();
        if !open.home.is_savable() {
            return self.ask_save(then);
        }
        let kept = open.home.save(open.bench.document.draft(), false);
        self.saved(kept, then)
    }

    pub(super) fn saved(
        &mut self,
        kept: Result<(), KeepError>,
        then: Option<Then>,
    ) -> Task<Message> {
        let Screen::Bench(open) = &mut self.screen else {
            return Task::none();
        };
        match kept {
            Ok(()) => {
                open.bench.document.mark_saved();
                open.title = open.home.title();
                let said = texts::saved_to(&open.title);
                self.dialog = None;
                match then {
                    Some(then) => self.go_on(&then),
                    None => self.say(said, false),
                }
            }
            Err(KeepError::Save(marchland_maps::folder::SaveError::ChangedOutside(_))) => {
                self.dialog = Some(Dialog::ChangedOutside);
                Task::none()
            }
            Err(error) => {
                if let Some(Dialog::Path(dialog)) = &mut self.dialog {
                    dialog.error = Some(texts::sentence(&error.to_string()));
                    return Task::none();
                }
                self.dialog = None;
                self.say(texts::not_saved(&error.to_string()), true)
            }
        }
    }
}

/// A map's name as a folder's name.
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
