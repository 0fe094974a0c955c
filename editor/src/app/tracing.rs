//! The tracing picture: loaded in the background, remembered for each map.

use std::path::PathBuf;

use iced::Task;

use super::keeping::REST;
use super::{App, Message, Screen};
use crate::files;
use crate::jobs::{self, Parcel};
use crate::texts;
use crate::trace::{self, Place, Placed};

/// What is remembered of the tracing picture of a map.
#[derive(Debug, Default)]
pub(super) struct Traced {
    /// The map file.
    map: PathBuf,
    trace: Option<Placed>,
    /// Counts the changes.
    changes: u64,
    /// The last change is not written yet.
    is_due: bool,
}

impl App {
    /// Loads the tracing picture remembered for the map.
    pub(super) fn recall_trace(&mut self) -> Task<Message> {
        let (Some(state), Screen::Workspace(open)) = (&self.state, &self.screen) else {
            return Task::none();
        };
        let folder = open.home.folder.as_ref();
        match folder.and_then(|folder| trace::recall(state, folder.file())) {
            Some((file, place)) => self.read_trace(file, Some(place)),
            None => Task::none(),
        }
    }

    /// Starts to load a tracing picture.
    pub(super) fn read_trace(&mut self, file: PathBuf, place: Option<Place>) -> Task<Message> {
        let of = self.shown;
        let path = file.clone();
        jobs::once(move || files::picture_to_trace(&path))
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
                // A remembered picture that no longer exists is missed only once.
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

    /// Remembers the tracing picture and its position after a pause, if they changed.
    pub(super) fn keep_trace(&mut self) -> Task<Message> {
        let of = self.shown;
        let (Some(_), Screen::Workspace(open)) = (&self.state, &mut self.screen) else {
            return Task::none();
        };
        let folder = open.home.folder.as_ref();
        let Some(folder) = folder.filter(|_| open.workspace.trace_rests()) else {
            return Task::none();
        };
        let trace = open.workspace.trace();
        let trace = trace.map(|trace| (trace.file.clone(), trace.place));
        let known = &open.traced;
        let is_known = (&*known.map, &known.trace) == (folder.file(), &trace);
        if is_known || (trace.is_none() && known.trace.is_none()) {
            return Task::none();
        }
        let number = known.changes + 1;
        open.traced = Traced {
            map: folder.file().to_owned(),
            trace,
            changes: number,
            is_due: true,
        };
        jobs::after(REST, Message::RememberTrace(of, number))
    }

    /// Remembers the tracing picture, unless it has changed again.
    pub(super) fn on_trace_rest(&mut self, of: u64, number: u64) -> Task<Message> {
        let is_open = of == self.shown;
        let open = self.open_map().filter(|_| is_open);
        if open.is_some_and(|open| open.traced.changes == number) {
            return self.write_trace();
        }
        Task::none()
    }

    /// Remembers the tracing picture without a pause, if it has changed.
    pub fn write_trace(&mut self) -> Task<Message> {
        let (Some(state), Some(open)) = (self.state.clone(), self.open_map()) else {
            return Task::none();
        };
        let traced = &mut open.traced;
        if !std::mem::take(&mut traced.is_due) {
            return Task::none();
        }
        let (map, trace) = (traced.map.clone(), traced.trace.clone());
        jobs::once(move || {
            let trace = trace.as_ref().map(|(file, place)| (&**file, *place));
            // A failed write only loses the position.
            let _ = trace::remember(&state, &map, trace);
        })
        .discard()
    }
}
