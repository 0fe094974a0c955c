//! Cuts territories along a line.

use marchland_board::Sketch;
use marchland_maps::Point;

use super::line::Line;
use super::{Behaviour, Gesture, Scope, Spot};
use crate::action::Action;
use crate::drawing::{Brush, DrawOp};

/// Splits the territories a line crosses; only selected ones, if there are any.
#[derive(Debug, Default)]
pub(super) struct CutTool {
    line: Line,
}

impl Behaviour for CutTool {
    fn feed(&mut self, gesture: Gesture, scope: Scope<'_>) -> Vec<Action> {
        if !self.line.feed(&gesture) {
            return Vec::new();
        }
        let (width, height) = scope.size;
        let pixel = |(x, y): (f64, f64)| {
            let within = |at: f64, length: u32| (at.max(0.0) as u32).min(length.saturating_sub(1));
            Point::new(within(x, width), within(y, height))
        };
        let mut line: Vec<Point> = self.line.take().into_iter().map(pixel).collect();
        line.dedup();
        if line.len() < 2 {
            return Vec::new();
        }
        let only = scope.selection.territories().to_vec();
        vec![Action::Draw(DrawOp::Cut { line, only })]
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
        self.line.sketch(at, false)
    }
}
