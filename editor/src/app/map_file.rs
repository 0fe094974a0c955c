//! Watches the map file for changes by other programs.

use std::time::Duration;

use iced::Task;

use super::{App, Message as AppMessage, Screen};
use crate::dialogs::Dialog;
use crate::files::Stamp;
use crate::jobs::{self, Parcel, fresh_number};
use crate::notices::{Notice, Subject};
use crate::texts;

#[derive(Debug, Clone)]
pub enum Message {
    /// The file may have changed.
    Touched,
    /// The file has been quiet since the change with this number.
    Rested(u64),
    /// Whether the file differs from the one that was opened or saved here.
    Looked(u64, Parcel<bool>),
}

impl App {
    pub(super) fn on_map_file(&mut self, message: Message) -> Task<AppMessage> {
        /// How long a file must be quiet before it is read.
        const REST: Duration = Duration::from_millis(200);
        let Screen::Workspace(open) = &mut self.screen else {
            // Checked when the map is open again.
            return Task::none();
        };
        match message {
            Message::Touched => {
                open.map_touched = fresh_number();
                let touched = open.map_touched;
                jobs::after(REST, AppMessage::MapFile(Message::Rested(touched)))
            }
            // Ignore our own save.
            Message::Rested(number) if number == open.map_touched && open.saving.is_some() => {
                self.on_map_file(Message::Touched)
            }
            Message::Rested(number) if number == open.map_touched => {
                let Some(folder) = open.home.folder.clone() else {
                    return Task::none();
                };
                // Saving tells of a file that is gone or cannot be read.
                let look = move || {
                    Stamp::of(folder.file()).is_some() && folder.changed_outside().unwrap_or(false)
                };
                jobs::once(look)
                    .map(move |differs| AppMessage::MapFile(Message::Looked(number, differs)))
            }
            Message::Looked(number, differs) if number == open.map_touched => {
                match (differs.open(), &open.home.folder) {
                    (Some(true), Some(folder)) => {
                        let name = folder.file().file_name().unwrap_or_default();
                        let text = texts::map_rewritten(&name.to_string_lossy());
                        open.notices.tell(Notice::new(Subject::Rewritten, text));
                    }
                    _ => open.notices.take(Subject::Rewritten),
                }
                Task::none()
            }
            Message::Rested(_) | Message::Looked(..) => Task::none(),
        }
    }

    /// Opens the map file as another program has written it, or asks first if something is not
    /// saved.
    pub(super) fn ask_reload_map(&mut self) -> Task<AppMessage> {
        if let Some(open) = self.open_map()
            && (!open.workspace.document.is_saved() || open.workspace.is_drawing())
        {
            self.dialog = Some(Dialog::ChangedOutside(None));
            return Task::none();
        }
        self.reload()
    }
}
