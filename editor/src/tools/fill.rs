//! Fills holes and lakes, and assigns stray land.

use super::{Behaviour, Gesture, Scope};
use crate::action::Action;
use crate::drawing::DrawOp;

/// Adds the clicked region to the selected territory, or to the one with the longest border.
#[derive(Debug, Default)]
pub(super) struct FillTool {
    pressed: bool,
}

impl Behaviour for FillTool {
    fn feed(&mut self, gesture: Gesture, scope: Scope<'_>) -> Vec<Action> {
        match gesture {
            Gesture::Press(..) => self.pressed = true,
            Gesture::Release(spot) if std::mem::take(&mut self.pressed) => {
                return vec![Action::Draw(DrawOp::Fill {
                    at: spot.pixel(),
                    into: scope.selection.territory(),
                    gap: scope.brush.gap,
                })];
            }
            _ => {}
        }
        Vec::new()
    }

    fn abort(&mut self) -> Option<Vec<Action>> {
        std::mem::take(&mut self.pressed).then(Vec::new)
    }
}
