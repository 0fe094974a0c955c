//! The tracing picture in the workspace.

use std::path::PathBuf;

use marchland_board::{Picture, Tracing};

use super::{Effect, TraceChange, Workspace};
use crate::history::State;
use crate::trace::{Place, Trace};

impl Workspace {
    pub fn trace(&self) -> Option<&Trace> {
        self.trace.as_ref()
    }

    /// Sets the tracing picture; without a place it is fitted to the sheet.
    pub fn set_trace(&mut self, file: PathBuf, picture: Picture, place: Option<Place>) {
        let fitted = || Place::fitted(picture.size(), self.painting.scene.size());
        self.trace = Some(Trace {
            place: place.unwrap_or_else(fitted),
            file,
            picture,
        });
    }

    pub(super) fn tracing(&self) -> Option<Tracing> {
        let trace = self.trace.as_ref().filter(|trace| trace.place.shown)?;
        Some(Tracing {
            picture: trace.picture.clone(),
            left: trace.place.left,
            top: trace.place.top,
            scale: trace.place.scale,
            opacity: f32::from(trace.place.opacity) / 100.0,
        })
    }

    /// Whether it is not being dragged, so that its place can be remembered.
    pub fn trace_rests(&self) -> bool {
        // An unsaved resize has moved it.
        let is_carried = !self.resized.is_empty() || self.is_recovered;
        let is_carried = is_carried && !self.document.is_saved();
        !self.tool_state.tool.drags_trace() && !is_carried
    }

    /// Moves it along with the land after a step that resized the sheet.
    pub(super) fn carry_trace(&mut self, before: State) {
        let now = self.document.state();
        let carried = self.resized.iter().find_map(|(states, size, frame)| {
            let forth = *states == [before, now];
            (forth || *states == [now, before]).then_some((*size, frame, forth))
        });
        if let (Some((size, frame, forth)), Some(trace)) = (carried, &mut self.trace) {
            trace.place = trace
                .place
                .carried(trace.picture.size(), size, frame, forth);
        }
    }

    pub(super) fn shift_trace(&mut self, x: f64, y: f64) {
        if let Some(trace) = &mut self.trace {
            trace.place.left += x;
            trace.place.top += y;
        }
    }

    pub(super) fn change_trace(&mut self, change: TraceChange) -> Vec<Effect> {
        let sheet = self.painting.scene.size();
        match (change, &mut self.trace) {
            (TraceChange::Choose, _) => return vec![Effect::AskTrace],
            (TraceChange::Place(place), Some(trace)) => trace.place = place,
            (TraceChange::Scale(larger), Some(trace)) => {
                trace.place = trace.place.scaled(larger, trace.picture.size());
            }
            (TraceChange::Fit, Some(trace)) => {
                let opacity = trace.place.opacity;
                trace.place = Place {
                    opacity,
                    ..Place::fitted(trace.picture.size(), sheet)
                };
            }
            (TraceChange::Remove, trace) => *trace = None,
            (_, None) => {}
        }
        Vec::new()
    }
}
