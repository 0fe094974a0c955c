//! Lines drawn freehand or corner by corner.

use marchland_board::Sketch;

use super::{Gesture, Spot};
use crate::action::Action;

/// A line being drawn. A drag draws and ends it; clicks add corners, and a second click in place
/// ends it.
#[derive(Debug, Default)]
pub(super) struct Line {
    corners: Vec<(f64, f64)>,
    start: Option<Spot>,
    freehand: bool,
}

/// The most corners.
const MOST: usize = 20_000;

impl Line {
    pub(super) fn is_empty(&self) -> bool {
        self.corners.is_empty()
    }

    /// Whether more corners are expected.
    pub(super) fn awaits_corners(&self) -> bool {
        !self.is_empty() && self.start.is_none()
    }

    /// Handles a gesture; returns whether the line ends.
    pub(super) fn feed(&mut self, gesture: &Gesture) -> bool {
        match gesture {
            Gesture::Press(spot, clicks) => self.press(spot, *clicks),
            Gesture::Drag(spot) => {
                self.drag(spot);
                false
            }
            Gesture::Release(_) => self.release(),
            Gesture::Finish => true,
            _ => false,
        }
    }

    /// Drops the line; `None` if there is none.
    pub(super) fn abort(&mut self) -> Option<Vec<Action>> {
        let is_empty = self.is_empty();
        *self = Self::default();
        (!is_empty).then(Vec::new)
    }

    /// Drops the last corner, or all of a freehand line; `false` if there is nothing to drop.
    pub(super) fn take_back(&mut self) -> bool {
        let is_empty = self.is_empty();
        self.corners.pop();
        self.start = None;
        if self.freehand {
            *self = Self::default();
        }
        !is_empty
    }

    /// Mouse down; returns whether the line ends.
    fn press(&mut self, spot: &Spot, clicks: u8) -> bool {
        if clicks == 2 && self.corners.len() > 1 {
            return true;
        }
        let is_at = |&(x, y): &(f64, f64)| {
            let far = ((x - spot.x).powi(2) + (y - spot.y).powi(2)).sqrt();
            far * spot.scale <= Spot::NEAR
        };
        if self.corners.len() > 2 && self.corners.first().is_some_and(is_at) {
            // Back at the start.
            self.corners.extend(self.corners.first().copied());
            return true;
        }
        self.start = Some(*spot);
        self.go(spot);
        false
    }

    /// The pointer moved with the button down.
    fn drag(&mut self, spot: &Spot) {
        let Some(start) = self.start else { return };
        // Only the first corner can start a freehand line.
        if self.corners.len() == 1 || self.freehand {
            self.freehand |= spot.dragged_from(&start);
        }
        if self.freehand {
            if spot.shift {
                self.corners.truncate(1);
            }
            self.go(spot);
        }
    }

    /// Mouse up; returns whether the line ends.
    fn release(&mut self) -> bool {
        self.start = None;
        self.freehand
    }

    fn go(&mut self, spot: &Spot) {
        let to = (spot.x, spot.y);
        if self.corners.last() != Some(&to) && self.corners.len() < MOST {
            self.corners.push(to);
        }
    }

    /// Takes the corners of the finished line.
    pub(super) fn take(&mut self) -> Vec<(f64, f64)> {
        std::mem::take(self).corners
    }

    /// The line so far, up to the pointer.
    pub(super) fn sketch(&self, at: Option<&Spot>, closed: bool) -> Sketch {
        let mut line = self.corners.clone();
        if let Some(spot) = at.filter(|_| !self.freehand && !line.is_empty()) {
            line.push((spot.x, spot.y));
        }
        Sketch {
            closed: closed && line.len() > 2,
            line,
            ..Sketch::default()
        }
    }
}
