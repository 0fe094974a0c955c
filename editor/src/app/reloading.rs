//! Reopens the file of the open map.

use iced::Task;

use super::opening::read_map;
use super::{App, Message, Screen};
use crate::files::Loaded;
use crate::texts;

impl App {
    /// Starts to reopen a file that another program has changed. Local edits stay in a copy that
    /// is offered at the next start.
    pub(super) fn reload(&mut self) -> Task<Message> {
        let Screen::Workspace(open) = &mut self.screen else {
            return Task::none();
        };
        let Some(folder) = &open.home.folder else {
            return Task::none();
        };
        let file = folder.file().to_owned();
        let keep = open.keeper.now(&open.workspace.document, &open.home);
        let what = texts::reading(&open.title);
        self.begin(what, Message::Reloaded, move |watch| {
            keep().map_err(|error| texts::not_reloaded(&error))?;
            read_map(&file, watch).map_err(|error| texts::sentence(&error))
        })
    }

    pub(super) fn on_reloaded(&mut self, map: Result<Loaded, String>) -> Task<Message> {
        match map {
            Ok(loaded) => {
                if let Some(open) = self.open_map() {
                    open.keeper.leave();
                }
                self.show(loaded, None)
            }
            // The map and its copy stay.
            Err(error) => self.fail("reload", error),
        }
    }
}
