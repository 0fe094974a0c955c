//! Paints the area inside a line.

use std::sync::Arc;

use marchland_board::Sketch;
use marchland_maps::limits::MAX_SIDE;
use marchland_maps::mask::polygon;
use marchland_maps::redraw::{Over, Paint};

use super::brush::paint_at;
use super::line::Line;
use super::{Behaviour, Gesture, Scope, Spot};
use crate::action::Action;
use crate::drawing::{Brush, DrawOp, Shade};
use crate::texts;

/// Paints inside a line: the selected territory, else the land where the line starts, in the sea
/// a new one. Existing land is kept, except that Alt turns it into sea.
#[derive(Debug, Default)]
pub(super) struct AreaTool {
    line: Line,
    paint: Option<(Paint, Over)>,
}

impl Behaviour for AreaTool {
    fn feed(&mut self, gesture: Gesture, scope: Scope<'_>) -> Vec<Action> {
        if let Gesture::Press(spot, _) = &gesture
            && self.line.is_empty()
        {
            self.paint = Some(match paint_at(spot, scope) {
                (Paint::Sea, over) => (Paint::Sea, over),
                // With Ctrl, new land covers other land.
                (Paint::New, Over::All) => (Paint::New, Over::All),
                (paint, _) => (paint, Over::Slits),
            });
        }
        if !self.line.feed(&gesture) || self.line.is_empty() {
            return Vec::new();
        }
        let corners = self.line.take();
        let pixels = if corners.len() > 2 {
            polygon(&corners, MAX_SIDE)
        } else {
            Vec::new()
        };
        match self.paint.take() {
            Some((paint, over)) if !pixels.is_empty() => {
                let pixels = vec![Arc::from(pixels)];
                let shade = Shade {
                    pixels,
                    paint,
                    over,
                };
                vec![Action::Draw(DrawOp::Paint(shade))]
            }
            _ => vec![Action::Say(texts::OUTLINE_MORE.into())],
        }
    }

    fn take_back(&mut self) -> bool {
        self.line.take_back()
    }

    fn awaits_corners(&self) -> bool {
        self.line.awaits_corners()
    }

    fn abort(&mut self) -> Option<Vec<Action>> {
        self.line.abort()
    }

    fn sketch(&self, at: Option<&Spot>, _: Brush) -> Sketch {
        self.line.sketch(at, true)
    }
}
