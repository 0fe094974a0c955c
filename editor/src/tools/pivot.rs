//! Move pivots: drag them, or nudge them by arrow keys.

use marchland_maps::{Draft, Point, TerritoryKey, author};

use super::{Gesture, Scope, Spot};
use crate::action::Action;
use crate::history::Tag;
use crate::texts;

/// Moves pivots. A pivot snaps to the centre of the region it is over, unless
/// Alt is down; a double click on land adds one, Delete takes the one that was
/// clicked or added last.
#[derive(Debug, Default)]
pub struct PivotTool {
    held: Option<Held>,
    chosen: Option<(TerritoryKey, Point)>,
}

#[derive(Debug, Clone, Copy)]
struct Held {
    key: TerritoryKey,
    at: usize,
    start: Spot,
    /// From the pointer to the pivot, so that it does not jump when grasped.
    offset: (f64, f64),
    moving: bool,
}

impl Held {
    fn tag(&self) -> Tag {
        ("pivot", self.key.0)
    }
}

impl PivotTool {
    pub(super) fn feed(&mut self, gesture: Gesture, scope: Scope<'_>) -> Vec<Action> {
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
            Gesture::Cancel => vec![Action::Deselect],
            Gesture::Abort | Gesture::Hover(_) => Vec::new(),
        }
    }

    pub(super) fn abort(&mut self) -> Option<Vec<Action>> {
        let held = self.held.take()?;
        Some(vec![Action::Revert(held.tag())])
    }

    /// The pivot that was clicked or added last, if it is still there.
    pub(super) fn chosen(&self, draft: &Draft) -> Option<(TerritoryKey, usize)> {
        let (key, point) = self.chosen?;
        let pivots = &draft.territory(key)?.pivots;
        let at = pivots.iter().position(|it| *it == point)?;
        Some((key, at))
    }

    /// The pivot in hand.
    pub(super) fn held(&self) -> Option<(TerritoryKey, usize)> {
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

/// Where a new pivot goes.
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

/// The change that nudges the main pivot of a territory by so many pixels;
/// `None` if it has none.
pub(crate) fn nudge(scope: Scope<'_>, key: TerritoryKey, by: (i32, i32)) -> Option<Action> {
    let pivot = *scope.draft.territory(key)?.pivots.first()?;
    let to = Point::new(
        pivot.x.saturating_add_signed(by.0),
        pivot.y.saturating_add_signed(by.1),
    );
    Some(Action::Make {
        name: texts::move_pivot(&scope.name(key)),
        edit: author::move_pivot(scope.draft, key, 0, to),
        tag: Some(("nudge", key.0)),
    })
}

#[cfg(test)]
mod tests {
    use super::super::testing::{Bench, on};
    use super::super::{Gesture, Spot, ToolKind};
    use marchland_maps::Point;

    fn on_pivot(bench: &Bench, id: usize) -> Spot {
        let key = bench.draft.territories[id].key;
        Spot {
            pivot: Some((key, 0)),
            ..on(&bench.draft, id)
        }
    }

    #[test]
    fn dragging_moves_the_pivot_in_one_step() {
        let mut bench = Bench::new(ToolKind::Pivot, 2);
        // Grasped a little beside: it keeps its distance from the pointer.
        let spot = Spot {
            x: 6.0,
            y: 5.0,
            ..on_pivot(&bench, 0)
        };
        let to = |x: f64| Spot { x, ..spot };
        bench.drag(&[spot, to(7.0), to(8.0), to(9.0)]);
        assert_eq!(bench.draft.territories[0].pivots, [Point::new(8, 5)]);
        assert_eq!(bench.history.depth(), 1);
        assert_eq!(bench.history.undo_name(), Some("Move the pivot of Land 0"));
        bench.history.undo(&mut bench.draft);
        assert_eq!(bench.draft.territories[0].pivots, [Point::new(5, 5)]);
    }

    #[test]
    fn it_snaps_to_the_centre_unless_alt_is_down() {
        for (alt, expected) in [(false, Point::new(3, 3)), (true, Point::new(8, 5))] {
            let mut bench = Bench::new(ToolKind::Pivot, 2);
            let spot = on_pivot(&bench, 0);
            let end = Spot {
                x: spot.x + 3.0,
                centre: Some(Point::new(3, 3)),
                alt,
                ..spot
            };
            bench.drag(&[spot, end]);
            assert_eq!(bench.draft.territories[0].pivots, [expected]);
        }
    }

    #[test]
    fn escape_takes_the_drag_back() {
        let mut bench = Bench::new(ToolKind::Pivot, 2);
        let spot = on_pivot(&bench, 1);
        bench.feed(Gesture::Press(spot, 1));
        bench.feed(Gesture::Drag(Spot { y: 9.0, ..spot }));
        bench.feed(Gesture::Cancel);
        assert_eq!(bench.draft.territories[1].pivots, [Point::new(15, 5)]);
        assert_eq!(bench.tool.held_pivot(), None);
    }

    #[test]
    fn escape_takes_nothing_back_but_the_drag() {
        let mut bench = Bench::new(ToolKind::Pivot, 2);
        let spot = on_pivot(&bench, 1);
        bench.drag(&[spot, Spot { y: 8.5, ..spot }]);
        let moved = [Point::new(15, 8)];
        assert_eq!(bench.draft.territories[1].pivots, moved);
        bench.feed(Gesture::Press(spot, 1));
        bench.feed(Gesture::Drag(Spot { y: 1.5, ..spot }));
        bench.history.undo(&mut bench.draft);
        bench.feed(Gesture::Cancel);
        assert_eq!(bench.draft.territories[1].pivots, moved);
    }

    #[test]
    fn a_double_click_adds_a_pivot() {
        let mut bench = Bench::new(ToolKind::Pivot, 2);
        let spot = Spot {
            x: 2.5,
            y: 2.5,
            ..on(&bench.draft, 0)
        };
        bench.click(spot);
        bench.feed(Gesture::Press(spot, 2));
        bench.feed(Gesture::Release(spot));
        let pivots = &bench.draft.territories[0].pivots;
        assert_eq!(pivots[..], [Point::new(5, 5), Point::new(2, 2)]);
        let key = bench.draft.territories[0].key;
        assert_eq!(bench.tool.chosen_pivot(&bench.draft), Some((key, 1)));
        // On land beside it, it is the territory that is meant.
        bench.click(on(&bench.draft, 1));
        assert_eq!(bench.tool.chosen_pivot(&bench.draft), None);
        bench.click(on_pivot(&bench, 1));
        let key = bench.draft.territories[1].key;
        assert_eq!(bench.tool.chosen_pivot(&bench.draft), Some((key, 0)));
    }
}
