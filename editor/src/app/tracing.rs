//! The tracing picture: loaded in the background, remembered for each map.

use std::path::{Path, PathBuf};

use iced::Task;

use super::{App, Message, Screen};
use crate::files;
use crate::jobs::{self, Parcel};
use crate::texts;
use crate::trace::{self, Place};

impl App {
    /// Loads the tracing picture remembered for the map.
    pub(super) fn recall_trace(&mut self) -> Task<Message> {
        match self.recalled_trace() {
            Some((file, place)) => self.read_trace(file, Some(place)),
            None => Task::none(),
        }
    }

    fn recalled_trace(&self) -> Option<(PathBuf, Place)> {
        let Screen::Workspace(open) = &self.screen else {
            return None;
        };
        let folder = open.home.folder.as_ref()?;
        trace::recall(self.state.as_deref()?, folder.file())
    }

    pub(super) fn recall_trace_now(&mut self) {
        if let Some((file, place)) = self.recalled_trace() {
            let picture = Parcel::new(files::picture_at(&file));
            let _ = self.on_traced(self.shown, file, Some(place), &picture);
        }
    }

    /// Starts to load a tracing picture.
    pub(super) fn read_trace(&mut self, file: PathBuf, place: Option<Place>) -> Task<Message> {
        let of = self.shown;
        let path = file.clone();
        jobs::once(move || files::picture_at(&path))
            .map(move |picture| Message::Traced(of, file.clone(), place, picture))
    }

    pub(super) fn on_traced(
        &mut self,
        of: u64,
        file: PathBuf,
        place: Option<Place>,
        picture: &Parcel<Result<marchland_board::Picture, String>>,
    ) -> Task<Message> {
        let is_open = of == self.shown;
        let broke_down = || Err(texts::READING_BROKE_DOWN.to_owned());
        let picture = picture.open().unwrap_or_else(broke_down);
        match (picture, self.open_map().filter(|_| is_open)) {
            (Ok(picture), Some(open)) => {
                open.workspace.set_trace(file, picture, place);
                Task::none()
            }
            (Err(error), Some(open)) => {
                // A remembered picture that no longer exists is dropped silently.
                if place.is_some() && !file.exists() {
                    let of = open
                        .home
                        .folder
                        .as_ref()
                        .map(|folder| folder.file().to_owned());
                    if let (Some(state), Some(of)) = (&self.state, of) {
                        let _ = trace::remember(state, &of, None);
                    }
                }
                self.fail("trace", texts::sentence(&error))
            }
            _ => Task::none(),
        }
    }

    /// Remembers the tracing picture and its position, if they changed.
    pub(super) fn keep_trace(&mut self) {
        let Screen::Workspace(open) = &mut self.screen else {
            return;
        };
        let folder = open
            .home
            .folder
            .as_ref()
            .filter(|_| open.workspace.trace_rests());
        let (Some(state), Some(folder)) = (&self.state, folder) else {
            return;
        };
        let trace = open.workspace.trace();
        let now = trace.map(|trace| (trace.file.clone(), trace.place));
        let now = (folder.file().to_owned(), now);
        let (map, known) = &open.traced;
        if (map, known) == (&now.0, &now.1) || (now.1.is_none() && known.is_none()) {
            return;
        }
        let trace = now
            .1
            .as_ref()
            .map(|(file, place)| (&**file as &Path, *place));
        // A failed write only loses the position.
        let _ = trace::remember(state, &now.0, trace);
        open.traced = now;
    }
}
