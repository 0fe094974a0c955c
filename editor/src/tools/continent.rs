//! Paints territories into continents.

use marchland_maps::{ContinentId, TerritoryKey, author};

use super::{Behaviour, Gesture, Scope, Spot};
use crate::action::{Action, stroke_tag};
use crate::history::Tag;
use crate::texts;

/// Paints territories into a continent.
///
/// Without an active continent, a click picks that of the territory, or creates one. Then every
/// territory under the pointer joins it, or leaves it with Shift.
#[derive(Debug, Default)]
pub(super) struct ContinentTool {
    brush: Option<ContinentId>,
    stroke: Option<Stroke>,
}

#[derive(Debug)]
struct Stroke {
    into: Option<ContinentId>,
    last: Option<TerritoryKey>,
    changed: bool,
}

impl Stroke {
    fn new(into: Option<ContinentId>) -> Self {
        Self {
            into,
            last: None,
            changed: false,
        }
    }

    fn tag(&self) -> Tag {
        stroke_tag(self.into)
    }
}

impl ContinentTool {
    fn begin(&mut self, into: Option<ContinentId>, spot: &Spot, scope: Scope<'_>) -> Vec<Action> {
        self.stroke = Some(Stroke::new(into));
        self.paint(spot, scope)
    }

    fn paint(&mut self, spot: &Spot, scope: Scope<'_>) -> Vec<Action> {
        let Some(stroke) = &mut self.stroke else {
            return Vec::new();
        };
        let Some(key) = spot.over.filter(|&key| stroke.last != Some(key)) else {
            return Vec::new();
        };
        stroke.last = Some(key);
        let edit = author::move_to_continent(scope.draft, [key], stroke.into);
        if edit.is_empty() {
            return Vec::new();
        }
        stroke.changed = true;
        let continent = stroke.into.and_then(|id| scope.draft.continent_by_id(id));
        let name = match continent {
            Some(continent) => texts::into_continent(&texts::continent_name(continent)),
            None => texts::OUT_OF_CONTINENT.to_owned(),
        };
        vec![Action::Make {
            name,
            edit,
            tag: Some(stroke.tag()),
        }]
    }
}

impl Behaviour for ContinentTool {
    fn take_up(&mut self, brush: Option<ContinentId>) {
        self.brush = brush;
    }

    fn go_on_with(&mut self, founded: Option<ContinentId>) {
        self.brush = founded;
        self.stroke = founded.map(|id| Stroke {
            changed: true,
            ..Stroke::new(Some(id))
        });
    }

    fn brush(&self) -> Option<ContinentId> {
        self.brush
    }

    fn feed(&mut self, gesture: Gesture, scope: Scope<'_>) -> Vec<Action> {
        let brush = self
            .brush
            .filter(|&id| scope.draft.continent_by_id(id).is_some());
        match gesture {
            Gesture::Press(spot, _) => {
                let Some(key) = spot.over else {
                    return vec![Action::Deselect];
                };
                if spot.shift {
                    return self.begin(None, &spot, scope);
                }
                if brush.is_some() {
                    return self.begin(brush, &spot, scope);
                }
                match scope.draft.territory(key).and_then(|t| t.continent) {
                    Some(id) if scope.draft.continent_by_id(id).is_some() => {
                        self.brush = Some(id);
                        // Painting may continue in the same stroke.
                        self.begin(Some(id), &spot, scope)
                    }
                    _ => vec![Action::NewContinent(key)],
                }
            }
            Gesture::Drag(spot) => self.paint(&spot, scope),
            Gesture::Release(_) => match self.stroke.take() {
                Some(stroke) if stroke.changed => vec![Action::Seal],
                _ => Vec::new(),
            },
            _ => Vec::new(),
        }
    }

    fn abort(&mut self) -> Option<Vec<Action>> {
        let stroke = self.stroke.take()?;
        Some(vec![Action::Revert(stroke.tag())])
    }

    fn cancel(&mut self) -> Vec<Action> {
        match self.brush.take() {
            Some(_) => Vec::new(),
            None => vec![Action::Deselect],
        }
    }
}

#[cfg(test)]
mod tests;
