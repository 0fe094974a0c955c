//! Dialogs and what follows from their answers.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use iced::widget::operation;
use iced::{Task, window};

use super::{App, Message, Screen};
use crate::dialogs::{self, AfterMask, Dialog, PathDialog, Purpose, Target, Then};
use crate::screens::from_mask::FromMask;
use crate::sheets::NewSheet;
use crate::{files, texts};

impl App {
    /// Runs `then` at once if nothing is unsaved; otherwise asks first. Waits for a running save.
    pub(super) fn first(&mut self, then: Then) -> Task<Message> {
        // Menus lie over dialogs, and are about the map that is open now.
        self.chooser = None;
        if self.mask().is_some_and(FromMask::is_worked_on) {
            self.dialog = Some(Dialog::LeaveMask(Some(then)));
            return Task::none();
        }
        if self.after_saving(Some(then.clone())) {
            self.dialog = Some(Dialog::Waiting(then));
            return Task::none();
        }
        if self
            .aside
            .as_ref()
            .is_some_and(|open| !open.workspace.document.is_saved())
        {
            // Back to the map first: the question is about it.
            let _ = self.leave_mask();
        }
        let unsaved = self
            .workspace()
            .is_some_and(|workspace| !workspace.document.is_saved() || workspace.is_drawing());
        if unsaved {
            self.dialog = Some(Dialog::Unsaved(then));
            return Task::none();
        }
        self.go_on(&then)
    }

    pub(super) fn go_on(&mut self, then: &Then) -> Task<Message> {
        self.dialog = None;
        match then {
            Then::Close => {
                if self.changed > 0 {
                    // The pause after the last change may not be over.
                    self.keep_looks(self.changed);
                }
                // A copy that stayed would be offered at the next start.
                let gone = self.give_up();
                let closed = match self.window {
                    Some(id) => window::close(id),
                    None => iced::exit(),
                };
                gone.chain(closed)
            }
            Then::AskOpen => self.ask(Purpose::Open),
            Then::AskNew => {
                self.dialog = Some(Dialog::New(NewSheet::default()));
                Task::none()
            }
            Then::AskMask => self.ask(Purpose::Mask),
            Then::AskGenerate => self.ask_for_wish(),
            Then::Home => {
                let gone = self.give_up();
                self.screen = Screen::Start;
                // They were about the map.
                self.toasts.clear();
                Task::batch([gone, self.show_start()])
            }
            Then::Open(path) => self.open(path),
        }
    }

    pub(super) fn ask(&mut self, purpose: Purpose) -> Task<Message> {
        self.dialog = Some(Dialog::Path(PathDialog::new(purpose, "")));
        Task::none()
    }

    /// Asks for the new place of a recent map that was not found.
    pub(super) fn ask_for(&mut self, path: String) -> Task<Message> {
        self.dialog = Some(Dialog::Path(PathDialog {
            instead: Some(path.clone()),
            ..PathDialog::new(Purpose::Open, path)
        }));
        Task::none()
    }

    pub(super) fn on_dialog(&mut self, message: dialogs::Message) -> Task<Message> {
        use dialogs::Message as Answer;
        let Some(dialog) = self.dialog.take() else {
            return Task::none();
        };
        match (message, dialog) {
            (message, Dialog::Path(dialog)) => return self.on_path(message, dialog),
            (Answer::Sheet(sheet), Dialog::New(_)) => self.dialog = Some(Dialog::New(sheet)),
            (Answer::Generate(message), Dialog::Generate) => return self.on_generating(message),
            (Answer::Confirm, Dialog::Names(listed, _)) => return self.name_many(&listed),
            (Answer::Cancel, Dialog::Generate) => self.generating.stop(),
            (Answer::FromMask, Dialog::New(_)) => return self.ask(Purpose::Mask),
            (Answer::Confirm, Dialog::New(sheet)) => return self.begin_sheet(sheet),
            (Answer::Trace, Dialog::New(sheet)) => return self.begin_tracing(sheet),
            (Answer::Cancel, Dialog::Waiting(_)) => {
                self.after_saving(None);
            }
            (Answer::Cancel, _) => {}
            (Answer::Save, Dialog::Unsaved(then)) => return self.save(Some(then)),
            (Answer::Discard, Dialog::Unsaved(then)) => return self.go_on(&then),
            (
                Answer::Save,
                Dialog::ChangedOutside(then)
                | Dialog::NotSaved { then, .. }
                | Dialog::Repainted(AfterMask::Save(_, then)),
            ) => return self.ask_save(then),
            (Answer::Overwrite, Dialog::ChangedOutside(then)) => {
                return self.save_to(Target::Over, then);
            }
            (Answer::Reload, Dialog::ChangedOutside(_)) => return self.reload(),
            (Answer::Reload, Dialog::Repainted(after)) => {
                let reloaded = self.reload_mask();
                return Task::batch([reloaded, self.after_mask(after)]);
            }
            (Answer::KeepMask, Dialog::Repainted(after)) => return self.keep_mask(after),
            (Answer::Again, Dialog::NotSaved { target, then, .. }) => {
                return self.save_to(target, then);
            }
            (Answer::Recover, Dialog::Recover(orphan, _)) => return self.recover(&orphan),
            (Answer::Compare, Dialog::Recover(orphan, _)) => return self.compare_copy(orphan),
            (Answer::Discard, Dialog::Recover(orphan, _)) => {
                // One more question, as on the start screen.
                self.dialog = Some(Dialog::Discard(orphan));
            }
            (Answer::Discard, Dialog::Discard(orphan)) => return Self::discard(&orphan),
            (Answer::Discard, Dialog::LeaveMask(then)) => {
                let left = self.leave_mask();
                let next = then.map_or_else(Task::none, |then| self.first(then));
                return Task::batch([left, next]);
            }
            // An answer to a dialog that is no longer open.
            (_, dialog) => self.dialog = Some(dialog),
        }
        Task::none()
    }

    fn on_path(&mut self, message: dialogs::Message, mut dialog: PathDialog) -> Task<Message> {
        use dialogs::Message as Answer;
        let mut task = Task::none();
        match message {
            Answer::Cancel => {
                if dialog.busy {
                    // The save goes on, but nothing follows it.
                    self.after_saving(None);
                }
                return Task::none();
            }
            Answer::Path(path) if !dialog.busy => dialog.set_path(path),
            Answer::Browse if !dialog.busy => task = browse(&dialog),
            Answer::Browsed {
                number,
                path,
                at_once,
            } if number == dialog.number && !dialog.busy => {
                dialog.no_browser |= at_once && path.is_none();
                task = operation::focus(dialogs::PATH);
                if let Some(path) = path {
                    dialog.set_path(path.display().to_string());
                }
            }
            Answer::Confirm if !dialog.busy => return self.on_chosen(dialog),
            _ => {}
        }
        self.dialog = Some(Dialog::Path(dialog));
        task
    }

    fn on_chosen(&mut self, mut dialog: PathDialog) -> Task<Message> {
        let path = PathBuf::from(dialog.path.trim());
        if !path.as_os_str().is_empty() {
            // A relative path would mean nothing to a later reader.
            let path = absolute(&path);
            if let Purpose::SaveAs | Purpose::DrawPicture = dialog.purpose {
                if dialog.purpose == Purpose::DrawPicture
                    && let Err(why) = self.plan_picture(Some(&path))
                {
                    return self.say(why, true);
                }
                dialog.busy = true;
                dialog.error = None;
                let then = dialog.then.clone();
                self.dialog = Some(Dialog::Path(dialog));
                return self.save_to(Target::Folder(path), then);
            }
            if dialog.purpose == Purpose::Export {
                return self.export(&path, dialog);
            }
            if dialog.purpose == Purpose::Domination {
                return self.export_for_domination(path, dialog);
            }
            if path.exists() {
                return match (dialog.purpose, dialog.instead) {
                    (Purpose::Locate(part), _) => self.locate(part, path),
                    (Purpose::Compare, _) => self.compare(path),
                    (Purpose::Trace, _) => {
                        self.dialog = None;
                        self.read_trace(path, None)
                    }
                    (_, Some(instead)) => {
                        let forgotten = self.forget(&instead);
                        Task::batch([forgotten, self.open(&path)])
                    }
                    _ => self.open(&path),
                };
            }
            dialog.error = Some(texts::sentence(&texts::is_not_there(&path)));
        }
        self.dialog = Some(Dialog::Path(dialog));
        Task::none()
    }
}

/// Makes a path absolute and expands a leading `~` to the home folder.
pub(super) fn absolute(path: &Path) -> PathBuf {
    let home = || path.strip_prefix("~").ok().zip(std::env::home_dir());
    let path = home().map_or_else(|| path.to_owned(), |(rest, home)| home.join(rest));
    std::path::absolute(&path).unwrap_or(path)
}

/// Opens the system's file dialog, if there is one.
fn browse(dialog: &PathDialog) -> Task<Message> {
    /// Faster than a person could answer.
    const AT_ONCE: Duration = Duration::from_millis(300);
    let (number, purpose) = (dialog.number, dialog.purpose);
    Task::perform(
        async move {
            let asked = Instant::now();
            let dialog = rfd::AsyncFileDialog::new();
            let masks = files::MASK_ENDINGS.into_iter();
            let sources: Vec<&str> = masks.chain(files::Kind::extensions()).collect();
            let dialog = match purpose {
                Purpose::Open | Purpose::Compare => dialog.add_filter(texts::MAP_FILES, &["xml"]),
                Purpose::Mask => dialog.add_filter(texts::MAP_SOURCES, &sources),
                Purpose::Locate(_) | Purpose::Trace => {
                    dialog.add_filter(texts::MASK_FILES, &files::MASK_ENDINGS)
                }
                Purpose::Export => dialog.add_filter(texts::MASK_FILES, &["png"]),
                Purpose::SaveAs | Purpose::DrawPicture | Purpose::Domination => dialog,
            };
            let chosen = match purpose {
                Purpose::SaveAs | Purpose::DrawPicture => dialog.pick_folder().await,
                Purpose::Export | Purpose::Domination => dialog.save_file().await,
                _ => dialog.pick_file().await,
            };
            (
                chosen.map(|file| file.path().to_owned()),
                asked.elapsed() < AT_ONCE,
            )
        },
        move |(path, at_once)| {
            Message::Dialog(dialogs::Message::Browsed {
                number,
                path,
                at_once,
            })
        },
    )
}
