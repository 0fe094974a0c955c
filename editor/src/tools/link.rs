//! Links territories: click one, then its neighbours; drag for a link by sea.

use marchland_maps::{By, Draft, Edit, TerritoryId, TerritoryKey, Way, author};

use super::{Behaviour, Gesture, Scope, Spot};
use crate::action::Action;
use crate::texts;

/// The first click picks an anchor; further clicks link it to territories or unlink them. A drag
/// from one territory to another links by sea. Shift makes the link one-way.
#[derive(Debug, Default)]
pub(super) struct LinkTool {
    anchor: Option<TerritoryKey>,
    press: Option<Spot>,
    drag: Option<Spot>,
}

impl LinkTool {
    fn click(&mut self, over: Option<TerritoryKey>, shift: bool, scope: Scope<'_>) -> Vec<Action> {
        let anchor = self
            .anchor
            .filter(|&key| scope.draft.territory(key).is_some());
        match (anchor, over) {
            (_, None) => {
                self.anchor = None;
                vec![Action::Deselect]
            }
            (Some(anchor), Some(key)) if anchor == key => {
                self.anchor = None;
                vec![Action::Deselect]
            }
            (None, Some(key)) => {
                self.anchor = Some(key);
                vec![Action::Select(vec![key])]
            }
            (Some(anchor), Some(key)) => {
                let touching = (scope.touching)(anchor, key);
                let toggled = toggle(scope.draft, touching, anchor, key, way(shift));
                toggled.into_iter().collect()
            }
        }
    }
}

impl Behaviour for LinkTool {
    fn feed(&mut self, gesture: Gesture, scope: Scope<'_>) -> Vec<Action> {
        match gesture {
            Gesture::Press(spot, _) => {
                self.press = Some(spot);
                self.drag = None;
                Vec::new()
            }
            Gesture::Drag(spot) => {
                let far = |start: &Spot| start.over.is_some() && spot.dragged_from(start);
                if self.drag.is_some() || self.press.as_ref().is_some_and(far) {
                    self.drag = Some(spot);
                }
                Vec::new()
            }
            Gesture::Release(spot) => {
                let dragged = self.drag.take().is_some();
                let Some(start) = self.press.take() else {
                    return Vec::new();
                };
                match (start.over, spot.over) {
                    (Some(from), Some(to)) if dragged && from != to => {
                        vec![draw(scope, from, to, way(spot.shift))]
                    }
                    (Some(_), Some(_)) if dragged => vec![Action::Say(texts::LINK_ITSELF.into())],
                    _ if dragged => vec![Action::Say(texts::LINK_INTO_SEA.into())],
                    (over, _) => self.click(over, spot.shift, scope),
                }
            }
            _ => Vec::new(),
        }
    }

    fn abort(&mut self) -> Option<Vec<Action>> {
        self.drag = None;
        self.press.take().map(|_| Vec::new())
    }

    fn cancel(&mut self) -> Vec<Action> {
        self.anchor = None;
        vec![Action::Deselect]
    }

    fn anchor(&self) -> Option<TerritoryKey> {
        self.anchor
    }

    fn drawing(&self) -> Option<(TerritoryKey, Spot)> {
        Some((self.press?.over?, self.drag?))
    }
}

fn way(shift: bool) -> Way {
    if shift { Way::One } else { Way::Both }
}

fn draw(scope: Scope<'_>, from: TerritoryKey, to: TerritoryKey, way: Way) -> Action {
    let Some((a, b)) = ids(scope.draft, from, to) else {
        return Action::Say(texts::NEEDS_IDS.into());
    };
    Action::Make {
        name: texts::link(&scope.name(from), &scope.name(to), By::Sea),
        edit: author::link(scope.draft, a, b, By::Sea, way),
        tag: None,
    }
}

fn ids(draft: &Draft, a: TerritoryKey, b: TerritoryKey) -> Option<(TerritoryId, TerritoryId)> {
    Some((draft.territory(a)?.id?, draft.territory(b)?.id?))
}

/// Links or unlinks two territories, which are `touching` in the mask or not. Unlinking territories
/// that touch closes their border, so that the link is not proposed again.
pub(crate) fn toggle(
    draft: &Draft,
    touching: bool,
    from: TerritoryKey,
    to: TerritoryKey,
    way: Way,
) -> Option<Action> {
    let Some((a, b)) = ids(draft, from, to) else {
        return Some(Action::Say(texts::NEEDS_IDS.into()));
    };
    let [from, to] = [from, to].map(|key| texts::territory_name(draft, key));
    let linked = draft
        .links()
        .any(|(t, n)| (t.id == Some(a) && n.to == b) || (t.id == Some(b) && n.to == a));
    let (name, edit) = if linked && way == Way::Both {
        if touching {
            (texts::shut(&from, &to), author::close_border(draft, a, b))
        } else {
            (texts::unlink(&from, &to), author::unlink(draft, a, b))
        }
    } else {
        let by = if touching { By::Land } else { By::Sea };
        let by = draft.can_go(a, b).unwrap_or(by);
        (
            texts::link(&from, &to, by),
            author::link(draft, a, b, by, way),
        )
    };
    let edit = Edit::batch([edit]);
    (!edit.is_empty()).then_some(Action::Make {
        name,
        edit,
        tag: None,
    })
}

#[cfg(test)]
mod tests;
