//! Names territories from a list on the clipboard.

use iced::Task;

use super::{App, Message, Screen};
use crate::dialogs::Dialog;
use crate::names::{self, Listed};
use crate::texts;

impl App {
    /// Shows which names the list would set.
    pub(super) fn on_copied(&mut self, text: Option<&str>) -> Task<Message> {
        let Screen::Workspace(open) = &self.screen else {
            return Task::none();
        };
        let document = &open.workspace.document;
        let (draft, selection) = (document.draft(), document.selection());
        let listed = text.and_then(|text| names::read(text, draft, selection));
        let is_something = |listed: &Listed| !listed.names.is_empty() || listed.left > 0;
        match listed.filter(is_something) {
            Some(listed) => {
                let now = listed.names.iter();
                let now = now.map(|of| texts::territory_name(draft, of.key)).collect();
                self.toasts.settle("names");
                self.dialog = Some(Dialog::Names(listed, now));
                Task::none()
            }
            None => self.fail("names", texts::NO_NAMES),
        }
    }

    /// Sets the names as one undo step.
    pub(super) fn name_many(&mut self, listed: &Listed) -> Task<Message> {
        let Screen::Workspace(open) = &mut self.screen else {
            return Task::none();
        };
        let document = &mut open.workspace.document;
        let name = texts::name_these(listed.territories());
        let edit = listed.edit(document.draft());
        document.seal();
        match document.make(name.clone(), edit, None) {
            Ok(()) => self.say(texts::done(&name), false),
            Err(error) => self.say(texts::edit_failed(&error), true),
        }
    }
}
