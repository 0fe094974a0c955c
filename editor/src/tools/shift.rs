//! Moves or copies land.

use std::sync::Arc;

use marchland_maps::TerritoryKey;
use marchland_maps::redraw::{Lifted, Over, Paint, Placing};

use super::{Adjust, Behaviour, Gesture, Scope, Spot};
use crate::action::Action;
use crate::drawing::{DrawOp, Shade};
use crate::texts;

/// Drags the selected or pressed land; Alt copies, Shift keeps to one axis. Land that was
/// rotated, flipped, scaled or moved by keys stays held until Enter places it.
#[derive(Debug, Default)]
pub(super) struct MoveTool {
    held: Option<Held>,
    drag: Option<Drag>,
}

#[derive(Debug)]
struct Held {
    lifted: Lifted,
    how: Placing,
    copy: bool,
    over: Over,
    /// It stays held when the button is released.
    floats: bool,
    shades: Vec<Shade>,
}

#[derive(Debug)]
struct Drag {
    keys: Vec<TerritoryKey>,
    start: Spot,
    from: (i32, i32),
}

impl MoveTool {
    /// The scales, in per cent.
    const SIZES: [u16; 15] = [
        25, 33, 50, 67, 75, 80, 90, 100, 110, 125, 150, 175, 200, 300, 400,
    ];

    fn press(&mut self, spot: Spot, scope: Scope<'_>) -> Vec<Action> {
        let mut actions = Vec::new();
        let (keys, from) = match (&self.held, spot.over) {
            (Some(held), _) => (Vec::new(), held.how.by),
            (None, None) => return actions,
            (None, Some(key)) if spot.shift => return vec![Action::Toggle(key)],
            (None, Some(key)) if scope.selection.contains(key) => {
                (scope.selection.territories().to_vec(), (0, 0))
            }
            (None, Some(key)) => {
                actions.push(Action::Select(vec![key]));
                (vec![key], (0, 0))
            }
        };
        self.drag = Some(Drag {
            keys,
            start: spot,
            from,
        });
        actions
    }

    fn drag(&mut self, spot: &Spot, scope: Scope<'_>) -> Vec<Action> {
        let Some(drag) = &self.drag else {
            return Vec::new();
        };
        if self.held.is_none() {
            if !spot.dragged_from(&drag.start) {
                return Vec::new();
            }
            match Held::lift(&drag.keys, scope) {
                Ok(held) => self.held = held,
                Err(why) => {
                    self.drag = None;
                    return vec![Action::Say(why)];
                }
            }
        }
        if let Some(held) = &mut self.held {
            let (mut dx, mut dy) = (spot.x - drag.start.x, spot.y - drag.start.y);
            if spot.shift && dx.abs() > dy.abs() {
                dy = 0.0;
            } else if spot.shift {
                dx = 0.0;
            }
            // The cast saturates.
            held.how.by = (
                drag.from.0.saturating_add(dx.round() as i32),
                drag.from.1.saturating_add(dy.round() as i32),
            );
            held.copy = spot.alt || (held.floats && held.copy);
            held.over = over(scope);
            held.show();
        }
        Vec::new()
    }

    fn adjust(&mut self, adjust: Adjust, scope: Scope<'_>) -> Vec<Action> {
        if self.held.is_none() {
            match Held::lift(scope.selection.territories(), scope) {
                Ok(held) => self.held = held,
                Err(why) => return vec![Action::Say(why)],
            }
        }
        let Some(held) = &mut self.held else {
            return vec![Action::Say(texts::MOVE_FIRST.into())];
        };
        held.floats = true;
        held.over = over(scope);
        let how = &mut held.how;
        match adjust {
            Adjust::Turn(clockwise) => how.pose = how.pose.turned(clockwise),
            Adjust::Mirror(across) => how.pose = how.pose.mirrored(across),
            Adjust::Scale(larger) => {
                let next = if larger {
                    Self::SIZES.into_iter().find(|&size| size > how.scale)
                } else {
                    Self::SIZES.into_iter().rfind(|&size| size < how.scale)
                };
                how.scale = next.unwrap_or(how.scale);
            }
            Adjust::Nudge(x, y) => {
                how.by = (how.by.0.saturating_add(x), how.by.1.saturating_add(y));
            }
            Adjust::Copy => held.copy = !held.copy,
            Adjust::Over | Adjust::Reshape(_) => {}
        }
        held.show();
        Vec::new()
    }
}

impl Behaviour for MoveTool {
    fn feed(&mut self, gesture: Gesture, scope: Scope<'_>) -> Vec<Action> {
        match gesture {
            Gesture::Press(spot, _) => return self.press(spot, scope),
            Gesture::Drag(spot) => return self.drag(&spot, scope),
            Gesture::Release(_) => {
                self.drag = None;
                let is_moved = |held: &mut Held| !held.floats;
                if let Some(held) = self.held.take_if(is_moved) {
                    return vec![held.put_down()];
                }
            }
            Gesture::Finish => {
                self.drag = None;
                let held = self.held.take();
                return held.into_iter().map(Held::put_down).collect();
            }
            Gesture::Adjust(adjust) => return self.adjust(adjust, scope),
            _ => {}
        }
        Vec::new()
    }

    fn abort(&mut self) -> Option<Vec<Action>> {
        let drag = self.drag.take().is_some();
        let held = self.held.take().is_some();
        (drag || held).then(Vec::new)
    }

    fn shades(&self) -> &[Shade] {
        self.held.as_ref().map_or(&[], |held| &held.shades)
    }

    fn held_keys(&self) -> &[TerritoryKey] {
        self.held.as_ref().map_or(&[], |held| held.lifted.keys())
    }

    fn held_middles(&self) -> Option<[(f64, f64); 2]> {
        let held = self.held.as_ref()?;
        Some(held.lifted.middles(&held.how))
    }

    fn held_land(&self) -> Option<(u16, bool)> {
        self.held.as_ref().map(|held| (held.how.scale, held.copy))
    }
}

/// What placed land may cover.
fn over(scope: Scope<'_>) -> Over {
    match scope.brush.over {
        Over::Sea => Over::Sea,
        _ => Over::All,
    }
}

impl Held {
    /// Lifts land; `None` if there is none.
    fn lift(keys: &[TerritoryKey], scope: Scope<'_>) -> Result<Option<Self>, String> {
        let Some(regions) = scope.land.filter(|_| !keys.is_empty()) else {
            return Ok(None);
        };
        let lifted = Lifted::of(scope.draft, regions, keys);
        let lifted = lifted.map_err(|error| texts::sentence(&error.to_string()))?;
        Ok(Some(Self {
            lifted,
            how: Placing::default(),
            copy: false,
            over: over(scope),
            floats: false,
            shades: Vec::new(),
        }))
    }

    /// Updates its preview.
    fn show(&mut self) {
        self.shades.clear();
        if !self.copy {
            self.shades.push(Shade {
                pixels: vec![self.lifted.pixels().collect()],
                paint: Paint::Sea,
                over: Over::All,
            });
        }
        // An impossible placement is refused when it is placed.
        let placed = self.lifted.placed(&self.how).unwrap_or_default();
        for (pixels, &key) in placed.into_iter().zip(self.lifted.keys()) {
            let land = if self.copy {
                Paint::New
            } else {
                Paint::Land(key)
            };
            self.shades.push(Shade {
                pixels: vec![Arc::from(pixels)],
                paint: land,
                over: self.over,
            });
        }
    }

    fn put_down(self) -> Action {
        Action::Draw(DrawOp::Move {
            moved: vec![(self.lifted.keys().to_vec(), self.how)],
            over: self.over,
            copy: self.copy,
            shown: self.shades,
        })
    }
}
