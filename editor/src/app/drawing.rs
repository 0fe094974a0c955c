//! Runs drawing operations on a background thread.

use std::path::Path;

use iced::Task;

use super::{App, Message, Open};
use crate::dialogs::{Dialog, Purpose};
use crate::drawing::Order;
use crate::sheets::NewSheet;
use crate::tools::ToolKind;
use crate::workspace;
use crate::{files, jobs};

impl Open {
    /// Makes sure that a new PNG mask takes no other file's name.
    fn choose_png(&self, order: &mut Order) {
        let document = &self.workspace.document;
        if let Some(name) = &mut order.png {
            // One may have been saved and undone.
            let own = document.filed_as.clone().filter(|own| files::is_png(own));
            let stem = Path::new(name).with_extension("");
            let free = || {
                self.home
                    .free_png(&stem.to_string_lossy(), document.draft(), None)
            };
            *name = own.unwrap_or_else(free);
        }
    }
}

impl App {
    /// Opens an empty sheet with the brush selected.
    pub(super) fn begin_sheet(&mut self, sheet: NewSheet) -> Task<Message> {
        let made = sheet
            .size()
            .map(|(width, height)| files::empty(width, height));
        match made {
            None => {
                self.dialog = Some(Dialog::New(sheet));
                Task::none()
            }
            Some(Err(error)) => self.failed(&error.to_string()),
            Some(Ok((document, home))) => {
                let shown = self.put(document, home, None);
                if let Some(open) = self.open_map() {
                    open.workspace.take_tool(ToolKind::Brush);
                }
                shown
            }
        }
    }

    /// Opens an empty sheet and asks for a picture to trace.
    pub(super) fn begin_tracing(&mut self, sheet: NewSheet) -> Task<Message> {
        let before = self.shown;
        let shown = self.begin_sheet(sheet);
        let made = self.shown != before;
        let Some(open) = self.open_map().filter(|_| made) else {
            return shown;
        };
        open.workspace.take_tool(ToolKind::Trace);
        Task::batch([shown, self.ask(Purpose::Trace)])
    }

    /// Starts the next drawing order, unless one is running.
    pub(super) fn draw(&mut self) -> Task<Message> {
        let Some(open) = self.open_map() else {
            return Task::none();
        };
        let Some((number, mut order)) = open.workspace.order() else {
            return Task::none();
        };
        open.choose_png(&mut order);
        jobs::now(move || order.carry_out())
            .map(move |done| Message::Workspace(workspace::Message::Drawn(number, done)))
    }

    /// Starts computing the preview.
    pub(super) fn try_out(&mut self) -> Task<Message> {
        let Some(open) = self.open_map() else {
            return Task::none();
        };
        let Some((number, mut order, symmetry)) = open.workspace.trial_order() else {
            return Task::none();
        };
        open.choose_png(&mut order);
        jobs::now(move || order.look(symmetry))
            .map(move |look| Message::Workspace(workspace::Message::Tried(number, look)))
    }

    /// Starts the search for specks and gaps.
    pub(super) fn look_for_clutter(&mut self) -> Task<Message> {
        let id = self.next_job();
        let look = self.open_map().map(|open| open.workspace.start_looking(id));
        let look = look.unwrap_or_else(Task::none);
        look.map(|news| Message::Workspace(workspace::Message::Clutter(news)))
    }
}
