//! Paints with a round brush.

use std::slice;
use std::sync::Arc;

use marchland_board::Sketch;
use marchland_maps::redraw::{Over, Paint, Rough, coast};

use super::{Behaviour, Gesture, Scope, Spot};
use crate::action::Action;
use crate::drawing::{Brush, DrawOp, Shade};

/// Paints the selected territory, else the land under the press, in the sea a new one. Alt paints
/// sea, Ctrl always a new territory, Shift a straight line.
#[derive(Debug, Default)]
pub(super) struct BrushTool {
    stroke: Option<Stroke>,
}

#[derive(Debug)]
struct Stroke {
    start: (f64, f64),
    last: (f64, f64),
    radius: f64,
    rough: Rough,
    /// A straight stroke is redrawn with each move, so it stays smooth until released.
    straight: bool,
    drawn: Shade,
}

/// What a stroke that starts here paints.
pub(super) fn paint_at(spot: &Spot, scope: Scope<'_>) -> (Paint, Over) {
    if spot.alt {
        (Paint::Sea, Over::All)
    } else if spot.command {
        (Paint::New, Over::All)
    } else if let Some(key) = scope.selection.territory().or(spot.over) {
        (Paint::Land(key), scope.brush.over)
    } else {
        (Paint::New, Over::Sea)
    }
}

impl Behaviour for BrushTool {
    fn feed(&mut self, gesture: Gesture, scope: Scope<'_>) -> Vec<Action> {
        match gesture {
            Gesture::Press(spot, _) => {
                let (paint, over) = paint_at(&spot, scope);
                let at = (spot.x, spot.y);
                let mut stroke = Stroke {
                    start: at,
                    last: at,
                    radius: scope.brush.radius(),
                    rough: Rough {
                        much: scope.brush.rough,
                        // Replaying the stroke gives the same coast.
                        seed: (spot.x.to_bits()).rotate_left(32) ^ spot.y.to_bits(),
                    },
                    straight: false,
                    drawn: Shade {
                        pixels: Vec::new(),
                        paint,
                        over,
                    },
                };
                stroke.go(at, false, scope);
                self.stroke = Some(stroke);
                Vec::new()
            }
            Gesture::Drag(spot) => {
                if let Some(stroke) = &mut self.stroke {
                    // Straight lines need no stabiliser.
                    let string = if spot.shift { 0 } else { scope.brush.string };
                    let string = f64::from(string) / spot.scale;
                    if let Some(to) = stroke.pulled((spot.x, spot.y), string) {
                        stroke.go(to, spot.shift, scope);
                    }
                }
                Vec::new()
            }
            Gesture::Release(_) => match self.stroke.take() {
                Some(mut stroke) => {
                    stroke.settle(scope);
                    vec![Action::Draw(DrawOp::Paint(stroke.drawn))]
                }
                None => Vec::new(),
            },
            _ => Vec::new(),
        }
    }

    fn abort(&mut self) -> Option<Vec<Action>> {
        self.stroke.take().map(|_| Vec::new())
    }

    fn shades(&self) -> &[Shade] {
        let stroke = self.stroke.as_ref();
        stroke.map_or(&[], |stroke| slice::from_ref(&stroke.drawn))
    }

    fn sketch(&self, at: Option<&Spot>, brush: Brush) -> Sketch {
        let radius = self.stroke.as_ref().map_or(brush.radius(), |s| s.radius);
        let Some(at) = at.map(|spot| (spot.x, spot.y)) else {
            return Sketch::default();
        };
        // The string from the brush to the pointer.
        let last = self.stroke.as_ref().map_or(at, |stroke| stroke.last);
        let line = if last == at {
            Vec::new()
        } else {
            vec![last, at]
        };
        Sketch {
            brush: Some((last.0, last.1, radius)),
            line,
            closed: false,
            ..Sketch::default()
        }
    }
}

impl Stroke {
    fn pulled(&self, to: (f64, f64), string: f64) -> Option<(f64, f64)> {
        let (dx, dy) = (to.0 - self.last.0, to.1 - self.last.1);
        let far = dx.hypot(dy);
        if string <= 0.0 {
            return Some(to);
        }
        let share = (far - string) / far;
        (far > string).then_some((self.last.0 + dx * share, self.last.1 + dy * share))
    }

    /// Extends the stroke.
    fn go(&mut self, to: (f64, f64), straight: bool, scope: Scope<'_>) {
        if !straight {
            self.settle(scope);
        }
        self.straight = straight;
        if straight {
            let smooth = Rough::default();
            self.draw(self.start, to, smooth, scope);
        } else {
            self.draw(self.last, to, self.rough, scope);
        }
    }

    /// Roughens a straight line.
    fn settle(&mut self, scope: Scope<'_>) {
        if self.straight && self.rough.much > 0 {
            self.draw(self.start, self.last, self.rough, scope);
        }
    }

    fn draw(&mut self, from: (f64, f64), to: (f64, f64), rough: Rough, scope: Scope<'_>) {
        let pixels = &mut self.drawn.pixels;
        if self.straight {
            pixels.clear();
        }
        let start = (from, !pixels.is_empty());
        let chunk = coast(start, to, self.radius, rough, scope.size);
        if !chunk.is_empty() {
            pixels.push(Arc::from(chunk));
        }
        self.last = to;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::drawing::Brush;
    use crate::selection::Selection;
    use marchland_maps::Draft;
    use marchland_maps::mask::{capsule, joined};

    /// A straight line is smooth while drawn, and gets its coast on release.
    #[test]
    fn a_straight_stroke_gets_its_coast_at_the_end() {
        let (draft, selection) = (Draft::new(), Selection::default());
        let scope = Scope {
            draft: &draft,
            selection: &selection,
            touching: &|_, _| false,
            land: None,
            brush: Brush {
                rough: 100,
                size: 40,
                ..Brush::default()
            },
            size: (200, 100),
        };
        let spot = |x: f64, shift| Spot {
            x,
            y: 50.0,
            scale: 1.0,
            shift,
            ..Spot::default()
        };
        let drawn = |actions: &[Action]| match actions {
            [Action::Draw(DrawOp::Paint(shade))] => shade.pixels.concat(),
            other => panic!("{other:?}"),
        };
        let stroke = |straight| {
            let mut tool = BrushTool::default();
            tool.feed(Gesture::Press(spot(30.0, straight), 1), scope);
            for x in [60.0, 110.0, 150.0] {
                tool.feed(Gesture::Drag(spot(x, straight)), scope);
            }
            let under_way = tool.shades()[0].pixels.concat();
            let drawn = drawn(&tool.feed(Gesture::Release(spot(150.0, straight)), scope));
            (under_way, drawn)
        };
        let (under_way, straight) = stroke(true);
        let smooth = capsule((30.0, 50.0), (150.0, 50.0), 20.0, 100);
        assert_eq!(under_way, smooth);
        assert_ne!(straight, smooth);
        // The same coast as freehand, and the same when replayed.
        assert_eq!(joined(stroke(false).1), joined(straight.clone()));
        assert_eq!(stroke(true).1, straight);
    }
}
