//! Selects territories by click, Shift+click or rectangle.

use marchland_maps::TerritoryKey;

use super::pivot::PivotTool;
use super::{Behaviour, Gesture, Scope, Spot};
use crate::action::Action;

/// Selects. The pivot of a single selected territory can be dragged at once.
#[derive(Debug, Default)]
pub(super) struct SelectTool {
    press: Option<Spot>,
    band: Option<Spot>,
    pivots: PivotTool,
}

impl Behaviour for SelectTool {
    fn feed(&mut self, gesture: Gesture, scope: Scope<'_>) -> Vec<Action> {
        if self.pivots.held_pivot().is_some() {
            return self.pivots.feed(gesture, scope);
        }
        match gesture {
            Gesture::Press(spot, clicks) => {
                let own =
                    |&(key, _): &(TerritoryKey, usize)| scope.selection.territory() == Some(key);
                if spot.pivot.as_ref().is_some_and(own) && clicks == 1 {
                    return self.pivots.feed(gesture, scope);
                }
                if clicks == 2
                    && let Some(key) = spot.over
                {
                    self.press = None;
                    return vec![Action::Select(vec![key]), Action::Rename(key)];
                }
                self.press = Some(spot);
                Vec::new()
            }
            Gesture::Drag(spot) => {
                if self.press.is_some_and(|start| spot.dragged_from(&start)) {
                    self.band = Some(spot);
                }
                Vec::new()
            }
            Gesture::Release(spot) => {
                let band = self.band();
                self.band = None;
                let Some(start) = self.press.take() else {
                    return Vec::new();
                };
                match band {
                    Some(band) => within(band, spot.shift || spot.command, scope),
                    None => click(&start, &spot),
                }
            }
            _ => Vec::new(),
        }
    }

    fn abort(&mut self) -> Option<Vec<Action>> {
        self.band = None;
        let pressed = self.press.take().map(|_| Vec::new());
        self.pivots.abort().or(pressed)
    }

    fn band(&self) -> Option<[f64; 4]> {
        let (a, b) = (self.press?, self.band?);
        Some([a.x.min(b.x), a.y.min(b.y), a.x.max(b.x), a.y.max(b.y)])
    }

    fn held_pivot(&self) -> Option<(TerritoryKey, usize)> {
        self.pivots.held_pivot()
    }
}

fn click(start: &Spot, end: &Spot) -> Vec<Action> {
    let adding = end.shift || end.command;
    match start.over {
        Some(key) if adding => vec![Action::Toggle(key)],
        Some(key) => vec![Action::Select(vec![key])],
        None if adding => Vec::new(),
        None => vec![Action::Deselect],
    }
}

/// The territories whose main pivot is in the rectangle.
fn within(band: [f64; 4], adding: bool, scope: Scope<'_>) -> Vec<Action> {
    let [left, top, right, bottom] = band;
    let inside = scope.draft.territories.iter().filter(|territory| {
        territory.pivots.first().is_some_and(|pivot| {
            let (x, y) = (f64::from(pivot.x) + 0.5, f64::from(pivot.y) + 0.5);
            (left..right).contains(&x) && (top..bottom).contains(&y)
        })
    });
    let mut keys: Vec<_> = inside.map(|territory| territory.key).collect();
    if adding {
        keys.retain(|key| !scope.selection.contains(*key));
        keys.splice(0..0, scope.selection.territories().iter().copied());
    }
    vec![Action::Select(keys)]
}

#[cfg(test)]
mod tests;
