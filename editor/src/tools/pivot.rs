//! Moves pivots by dragging or arrow keys.

use marchland_maps::{Draft, Point, TerritoryKey, author};

use super::{Behaviour, Gesture, Scope, Spot};
use crate::action::Action;
use crate::history::Tag;
use crate::texts;

/// Moves pivots. A pivot snaps to the centre of its region unless Alt is down; a double click on
/// land adds one, Delete removes the last clicked or added.
#[derive(Debug, Default)]
pub(super) struct PivotTool {
    held: Option<Held>,
    chosen: Option<(TerritoryKey, Point)>,
}

#[derive(Debug, Clone, Copy)]
struct Held {
    key: TerritoryKey,
    at: usize,
    start: Spot,
    /// From the pointer to the pivot, so that it does not jump.
    offset: (f64, f64),
    moving: bool,
}

impl Held {
    fn tag(&self) -> Tag {
        ("pivot", self.key.0)
    }
}

impl Behaviour for PivotTool {
    fn feed(&mut self, gesture: Gesture, scope: Scope<'_>) -> Vec<Action> {
        match gesture {
            Gesture::Press(spot, 2) => {
                self.held = None;
                self.chosen = spot.over.map(|key| (key, place(&spot)));
                add(&spot, scope)
            }
            Gesture::Press(spot, _) => {
                self.chosen = None;
                match (spot.pivot, spot.over) {
                    (Some((key, at)), _) => {
                        self.held = hold(key, at, spot, scope);
                        self.chosen = pivot(scope.draft, key, at).map(|it| (key, it));
                        vec![Action::Select(vec![key])]
                    }
                    (None, Some(key)) => vec![Action::Select(vec![key])],
                    (None, None) => vec![Action::Deselect],
                }
            }
            Gesture::Drag(spot) => {
                let Some(held) = &mut self.held else {
                    return Vec::new();
                };
                held.moving |= spot.dragged_from(&held.start);
                if !held.moving {
                    return Vec::new();
                }
                let (x, y) = (spot.x + held.offset.0, spot.y + held.offset.1);
                let free = Point::new(x.max(0.0) as u32, y.max(0.0) as u32);
                let to = spot.centre.filter(|_| !spot.alt).unwrap_or(free);
                self.chosen = Some((held.key, to));
                vec![Action::Make {
                    name: texts::move_pivot(&scope.name(held.key)),
                    edit: author::move_pivot(scope.draft, held.key, held.at, to),
                    tag: Some(held.tag()),
                }]
            }
            Gesture::Release(_) => match self.held.take() {
                Some(held) if held.moving => vec![Action::Seal],
                _ => Vec::new(),
            },
            _ => Vec::new(),
        }
    }

    fn abort(&mut self) -> Option<Vec<Action>> {
        let held = self.held.take()?;
        Some(vec![Action::Revert(held.tag())])
    }

    fn chosen_pivot(&self, draft: &Draft) -> Option<(TerritoryKey, usize)> {
        let (key, point) = self.chosen?;
        let pivots = &draft.territory(key)?.pivots;
        let at = pivots.iter().position(|it| *it == point)?;
        Some((key, at))
    }

    fn held_pivot(&self) -> Option<(TerritoryKey, usize)> {
        self.held.map(|held| (held.key, held.at))
    }
}

fn hold(key: TerritoryKey, at: usize, start: Spot, scope: Scope<'_>) -> Option<Held> {
    let pivot = pivot(scope.draft, key, at)?;
    let offset = (
        f64::from(pivot.x) + 0.5 - start.x,
        f64::from(pivot.y) + 0.5 - start.y,
    );
    Some(Held {
        key,
        at,
        start,
        offset,
        moving: false,
    })
}

fn pivot(draft: &Draft, key: TerritoryKey, at: usize) -> Option<Point> {
    draft.territory(key)?.pivots.get(at).copied()
}

/// The place of a new pivot.
fn place(spot: &Spot) -> Point {
    spot.centre.filter(|_| !spot.alt).unwrap_or(spot.pixel())
}

fn add(spot: &Spot, scope: Scope<'_>) -> Vec<Action> {
    let Some(key) = spot.over else {
        return Vec::new();
    };
    let to = place(spot);
    vec![
        Action::Select(vec![key]),
        Action::Make {
            name: texts::add_pivot(&scope.name(key)),
            edit: author::add_pivot(scope.draft, key, to),
            tag: None,
        },
    ]
}

/// Moves the main pivot of a territory by this many pixels; `None` if it has none.
pub(crate) fn nudge(draft: &Draft, key: TerritoryKey, by: (i32, i32)) -> Option<Action> {
    let pivot = *draft.territory(key)?.pivots.first()?;
    let to = Point::new(
        pivot.x.saturating_add_signed(by.0),
        pivot.y.saturating_add_signed(by.1),
    );
    Some(Action::Make {
        name: texts::move_pivot(&texts::territory_name(draft, key)),
        edit: author::move_pivot(draft, key, 0, to),
        tag: Some(("nudge", key.0)),
    })
}

#[cfg(test)]
mod tests;
