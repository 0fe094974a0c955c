//! Moves the tracing picture.

use super::{Adjust, Behaviour, Gesture, Scope, Spot};
use crate::action::Action;

/// A drag moves the picture, arrow keys move it by a pixel.
#[derive(Debug, Default)]
pub(super) struct TraceTool {
    last: Option<Spot>,
    gone: (f64, f64),
}

impl Behaviour for TraceTool {
    fn feed(&mut self, gesture: Gesture, _: Scope<'_>) -> Vec<Action> {
        match gesture {
            Gesture::Press(spot, _) => {
                self.last = Some(spot);
                self.gone = (0.0, 0.0);
            }
            Gesture::Drag(spot) => {
                if let Some(last) = self.last.replace(spot) {
                    let by = (spot.x - last.x, spot.y - last.y);
                    self.gone = (self.gone.0 + by.0, self.gone.1 + by.1);
                    return vec![Action::ShiftTrace(by.0, by.1)];
                }
            }
            Gesture::Release(_) => self.last = None,
            Gesture::Adjust(Adjust::Nudge(x, y)) => {
                return vec![Action::ShiftTrace(x.into(), y.into())];
            }
            _ => {}
        }
        Vec::new()
    }

    /// Returns to its old position.
    fn abort(&mut self) -> Option<Vec<Action>> {
        self.last.take()?;
        let (x, y) = std::mem::take(&mut self.gone);
        Some(vec![Action::ShiftTrace(-x, -y)])
    }

    fn drags_trace(&self) -> bool {
        self.last.is_some()
    }
}
