//! Pushes a border, or picks one to straighten, smooth or roughen.

use std::collections::BTreeMap;
use std::sync::Arc;

use marchland_board::Sketch;
use marchland_maps::Draft;
use marchland_maps::mask::{Regions, Rgba, Stretch};
use marchland_maps::redraw::{self, Over, Paint, Push};

use super::{Adjust, Behaviour, Bend, Gesture, Scope, Spot};
use crate::action::Action;
use crate::drawing;
use crate::drawing::{Brush, DrawOp, Shade};
use crate::texts;

/// A drag pushes the border where it starts; a click picks the border between two junctions.
#[derive(Debug, Default)]
pub(super) struct BorderTool {
    start: Option<Spot>,
    push: Option<(Push, Vec<Shade>)>,
    picked: Option<redraw::Border>,
    /// Each roughening gets new bends.
    seed: u64,
}

impl BorderTool {
    /// How far from a border a click still picks it, in logical pixels.
    const REACH: f64 = 12.0;

    fn drag(&mut self, spot: &Spot, scope: Scope<'_>) {
        let Some(start) = self.start else { return };
        if self.push.is_none() && !spot.dragged_from(&start) {
            return;
        }
        self.picked = None;
        let from = (start.x, start.y);
        let push = Push::new(from, (spot.x, spot.y), scope.brush.radius());
        self.push = push.zip(scope.land).map(|(push, regions)| {
            let shown = shades(scope.draft, push.seen(regions));
            (push, shown)
        });
    }
}

impl Behaviour for BorderTool {
    fn feed(&mut self, gesture: Gesture, scope: Scope<'_>) -> Vec<Action> {
        match gesture {
            Gesture::Press(spot, _) => self.start = Some(spot),
            Gesture::Drag(spot) => self.drag(&spot, scope),
            Gesture::Release(spot) => {
                let start = self.start.take();
                if let Some((push, shown)) = self.push.take() {
                    return vec![Action::Draw(DrawOp::Push { push, shown })];
                }
                if let Some(regions) = scope.land.filter(|_| start.is_some()) {
                    let reach = Self::REACH / spot.scale;
                    self.picked = redraw::Border::near(regions, (spot.x, spot.y), reach, None);
                }
            }
            Gesture::Adjust(Adjust::Reshape(bend)) => {
                let Some(picked) = &self.picked else {
                    return vec![Action::Say(texts::PICK_BORDER.into())];
                };
                self.seed += 1;
                let how = match bend {
                    Bend::Straighten => redraw::Reshape::Straighten,
                    Bend::Smooth => redraw::Reshape::Smooth,
                    Bend::Roughen => redraw::Reshape::Roughen(self.seed),
                };
                return vec![Action::Try(DrawOp::Reshape {
                    at: picked.middle(),
                    between: picked.colours(),
                    how,
                    size: scope.brush.size,
                })];
            }
            _ => {}
        }
        Vec::new()
    }

    fn abort(&mut self) -> Option<Vec<Action>> {
        let start = self.start.take().is_some();
        let push = self.push.take().is_some();
        let picked = self.picked.take().is_some();
        (start || push || picked).then(Vec::new)
    }

    fn follow(&mut self, regions: &Regions) {
        self.picked = self.picked.take().and_then(|picked| {
            redraw::Border::near(
                regions,
                picked.middle(),
                drawing::REACH,
                Some(picked.colours()),
            )
        });
    }

    fn shades(&self) -> &[Shade] {
        self.push.as_ref().map_or(&[], |(_, shades)| shades)
    }

    fn has_border(&self) -> bool {
        self.picked.is_some()
    }

    fn sketch(&self, at: Option<&Spot>, brush: Brush) -> Sketch {
        /// The most points drawn.
        const POINTS: usize = 8_192;
        let line = self.picked.as_ref().map_or(&[][..], |picked| picked.line());
        let every = line.len() / POINTS + 1;
        let points = line.iter().step_by(every);
        let points = points.chain(line.last().filter(|_| every > 1));
        let ring = match &self.push {
            Some((push, _)) => Some(push.reach()),
            None => at.map(|spot| (spot.x, spot.y, brush.radius())),
        };
        Sketch {
            brush: ring,
            line: points
                .map(|at| (f64::from(at.x), f64::from(at.y)))
                .collect(),
            closed: false,
            ..Sketch::default()
        }
    }
}

/// Shades for pixels with their new colours.
fn shades(draft: &Draft, pixels: Vec<(Stretch, Rgba)>) -> Vec<Shade> {
    let mut by_colour: BTreeMap<Rgba, Vec<Stretch>> = BTreeMap::new();
    for (stretch, colour) in pixels {
        by_colour.entry(colour).or_default().push(stretch);
    }
    let shade = |(colour, pixels): (Rgba, Vec<Stretch>)| {
        let owner = draft.territory_by_colour(colour);
        Shade {
            pixels: vec![Arc::from(pixels)],
            paint: owner.map_or(Paint::Sea, |owner| Paint::Land(owner.key)),
            over: Over::All,
        }
    };
    by_colour.into_iter().map(shade).collect()
}
