//! Dialogs: what has to be asked first, and what follows from the answer.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use iced::widget::operation;
use iced::{Task, window};

use super::{App, Message, Screen};
use crate::dialogs::{self, Dialog, PathDialog, Purpose, Then};
use crate::{files, texts};

impl App {
    /// Does `then` at once if there is nothing to save, else asks.
    pub(super) fn first(&mut self, then: Then) -> Task<Message> {
        let unsaved = self.bench().is_some_and(|bench| !bench.document.is_saved());
        if unsaved {
            self.dialog = Some(Dialog::Unsaved(then));
            return Task::none();
        }
        self.go_on(&then)
    }

    pub(super) fn go_on(&mut self, then: &Then) -> Task<Message> {
        self.dialog = None;
        match then {
            Then::Close => match self.window {
                Some(id) => window::close(id),
                None => iced::exit(),
            },
            Then::AskOpen => self.ask(Purpose::Open),
            Then::AskMask => self.ask(Purpose::Mask),
        }
    }

    pub(super) fn ask(&mut self, purpose: Purpose) -> Task<Message> {
        self.dialog = Some(Dialog::Path(PathDialog::new(purpose, "")));
        operation::focus(dialogs::PATH)
    }

    pub(super) fn on_dialog(&mut self, message: dialogs::Message) -> Task<Message> {
        let Some(dialog) = &mut self.dialog else {
            return Task::none();
        };
        match (message, dialog) {
            (dialogs::Message::Cancel, _) => self.dialog = None,
            (dialogs::Message::Path(path), Dialog::Path(dialog)) => {
                dialog.path = path;
                dialog.error = None;
            }
            (dialogs::Message::Browse, Dialog::Path(dialog)) => return browse(dialog.purpose),
            (dialogs::Message::Browsed { path, at_once }, Dialog::Path(dialog)) => {
                dialog.no_browser |= at_once && path.is_none();
                if let Some(path) = path {
                    dialog.path = path.display().to_string();
                    dialog.error = None;
                }
            }
            (dialogs::Message::Confirm, Dialog::Path(dialog)) => {
                let path = PathBuf::from(dialog.path.trim());
                if path.as_os_str().is_empty() {
                    return Task::none();
                }
                if dialog.purpose == Purpose::SaveAs {
                    let then = dialog.then.clone();
                    let Screen::Bench(open) = &mut self.screen else {
                        return Task::none();
                    };
                    let kept = open.home.save_as(open.bench.document.draft(), &path);
                    if kept.is_ok() {
                        open.notice = None;
                    }
                    return self.saved(kept, then);
                }
                if !path.exists() {
                    dialog.error = Some(texts::not_there(&dialog.path));
                    return Task::none();
                }
                self.dialog = None;
                return self.open(&path, false);
            }
            (dialogs::Message::Save, Dialog::Unsaved(then)) => {
                let then = then.clone();
                self.dialog = None;
                return self.save(Some(then));
            }
            (dialogs::Message::Discard, Dialog::Unsaved(then)) => {
                let then = then.clone();
                return self.go_on(&then);
            }
            (dialogs::Message::Save, Dialog::ChangedOutside) => {
                self.dialog = None;
                return self.ask_save(None);
            }
            (dialogs::Message::Overwrite, Dialog::ChangedOutside) => {
                if let Screen::Bench(open) = &mut self.screen {
                    let kept = open.home.save(open.bench.document.draft(), true);
                    return self.saved(kept, None);
                }
            }
            _ => {}
        }
        Task::none()
    }
}

/// Asks the system's own file dialog, which may not be there.
fn browse(purpose: Purpose) -> Task<Message> {
    /// Faster than anybody could have answered.
    const AT_ONCE: Duration = Duration::from_millis(300);
    Task::perform(
        async move {
            let asked = Instant::now();
            let dialog = rfd::AsyncFileDialog::new();
            let chosen = match purpose {
                Purpose::Open => {
                    dialog
                        .add_filter(texts::MAP_FILES, &["xml"])
                        .pick_file()
                        .await
                }
                Purpose::Mask => {
                    dialog
                        .add_filter(texts::MASK_FILES, &files::MASK_ENDINGS)
                        .pick_file()
                        .await
                }
                Purpose::SaveAs => dialog.pick_folder().await,
            };
            (
                chosen.map(|file| file.path().to_owned()),
                asked.elapsed() < AT_ONCE,
            )
        },
        |(path, at_once)| Message::Dialog(dialogs::Message::Browsed { path, at_once }),
    )
}
