//! Select territories: click, shift-click, or draw a rectangle around them.

use marchland_maps::TerritoryKey;

use super::pivot::PivotTool;
use super::{Gesture, Scope, Spot};
use crate::action::Action;

/// Selects. The pivot of the one selected territory can be dragged at once,
/// without changing the tool.
#[derive(Debug, Default)]
pub struct SelectTool {
    press: Option<Spot>,
    band: Option<Spot>,
    pivots: PivotTool,
}

impl SelectTool {
    pub(super) fn feed(&mut self, gesture: Gesture, scope: Scope<'_>) -> Vec<Action> {
        if self.pivots.held().is_some() {
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
            Gesture::Cancel => vec![Action::Deselect],
            Gesture::Abort | Gesture::Hover(_) => Vec::new(),
        }
    }

    pub(super) fn abort(&mut self) -> Option<Vec<Action>> {
        self.band = None;
        let pressed = self.press.take().map(|_| Vec::new());
        self.pivots.abort().or(pressed)
    }

    pub(super) fn band(&self) -> Option<[f64; 4]> {
        let (a, b) = (self.press?, self.band?);
        Some([a.x.min(b.x), a.y.min(b.y), a.x.max(b.x), a.y.max(b.y)])
    }

    pub(super) fn held_pivot(&self) -> Option<(TerritoryKey, usize)> {
        self.pivots.held()
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

/// The territories whose main pivot lies in the rectangle.
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
        let before = scope.selection.territories();
        keys.retain(|key| !before.contains(key));
        keys.splice(0..0, before.iter().copied());
    }
    vec![Action::Select(keys)]
}

#[cfg(test)]
mod tests {
    use super::super::testing::{Bench, at_sea, on};
    use super::super::{Gesture, Spot, ToolKind};
    use crate::action::Action;

    #[test]
    fn clicks_select_and_shift_adds() {
        let mut bench = Bench::new(ToolKind::Select, 4);
        let keys: Vec<_> = bench.draft.territories.iter().map(|t| t.key).collect();
        bench.click(on(&bench.draft, 1));
        assert_eq!(bench.selection.territories(), [keys[1]]);
        let shifted = Spot {
            shift: true,
            ..on(&bench.draft, 3)
        };
        bench.click(shifted);
        assert_eq!(bench.selection.territories(), [keys[1], keys[3]]);
        bench.click(shifted);
        assert_eq!(bench.selection.territories(), [keys[1]]);
        bench.click(at_sea());
        assert!(bench.selection.is_empty());
    }

    #[test]
    fn a_rectangle_takes_the_pivots_in_it() {
        let mut bench = Bench::new(ToolKind::Select, 5);
        let keys: Vec<_> = bench.draft.territories.iter().map(|t| t.key).collect();
        let corner = |x: f64, y: f64| Spot {
            x,
            y,
            scale: 10.0,
            ..Spot::default()
        };
        bench.drag(&[corner(12.0, 0.0), corner(30.0, 4.0), corner(39.0, 10.0)]);
        assert_eq!(bench.selection.territories(), &keys[1..4]);
        assert_eq!(bench.tool.band(), None);
    }

    #[test]
    fn a_shaky_click_is_no_drag_and_a_double_click_renames() {
        let mut bench = Bench::new(ToolKind::Select, 3);
        let spot = on(&bench.draft, 2);
        bench.drag(&[
            spot,
            Spot {
                x: spot.x + 0.2,
                ..spot
            },
        ]);
        let key = bench.draft.territories[2].key;
        assert_eq!(bench.selection.territories(), [key]);
        bench.feed(Gesture::Press(spot, 2));
        bench.feed(Gesture::Release(spot));
        assert_eq!(bench.said, [Action::Rename(key)]);
    }

    #[test]
    fn escape_drops_the_rectangle_first() {
        let mut bench = Bench::new(ToolKind::Select, 3);
        bench.click(on(&bench.draft, 0));
        bench.feed(Gesture::Press(at_sea(), 1));
        bench.feed(Gesture::Drag(on(&bench.draft, 1)));
        assert!(bench.tool.band().is_some());
        bench.feed(Gesture::Cancel);
        assert!(bench.tool.band().is_none() && !bench.selection.is_empty());
        bench.feed(Gesture::Cancel);
        assert!(bench.selection.is_empty());
    }
}
