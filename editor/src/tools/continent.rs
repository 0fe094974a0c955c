//! Group territories into continents, by painting them.

use marchland_maps::{ContinentId, TerritoryKey, author};

use super::{Gesture, Scope, Spot};
use crate::action::{Action, stroke_tag};
use crate::history::Tag;
use crate::texts;

/// Paints territories into a continent.
///
/// Without a continent in hand, a click takes up that of the territory, or
/// makes a new one where there is none. With one in hand, every territory the
/// pointer passes goes into it; with Shift it is taken out.
#[derive(Debug, Default)]
pub struct ContinentTool {
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
    /// Takes up a continent, or none.
    pub fn take_up(&mut self, brush: Option<ContinentId>) {
        self.brush = brush;
    }

    /// Takes up the continent that was made of the territory under the pointer:
    /// what it passes next goes into it, too.
    pub fn go_on_with(&mut self, founded: Option<ContinentId>) {
        self.brush = founded;
        self.stroke = founded.map(|id| Stroke {
            changed: true,
            ..Stroke::new(Some(id))
        });
    }

    pub(super) fn brush(&self) -> Option<ContinentId> {
        self.brush
    }

    pub(super) fn feed(&mut self, gesture: Gesture, scope: Scope<'_>) -> Vec<Action> {
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
                        // Painting may go on in the same stroke.
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
            Gesture::Cancel if self.brush.take().is_some() => Vec::new(),
            Gesture::Cancel => vec![Action::Deselect],
            Gesture::Abort | Gesture::Hover(_) => Vec::new(),
        }
    }

    pub(super) fn abort(&mut self) -> Option<Vec<Action>> {
        let stroke = self.stroke.take()?;
        Some(vec![Action::Revert(stroke.tag())])
    }

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

#[cfg(test)]
mod tests {
    use super::super::testing::{Bench, at_sea, on};
    use super::super::{Gesture, Spot, Tool, ToolKind};
    use crate::action::Action;
    use marchland_maps::ContinentId;

    fn continents(bench: &Bench) -> Vec<Option<u16>> {
        let of = bench.draft.territories.iter();
        of.map(|t| t.continent.map(|id| id.0)).collect()
    }

    #[test]
    fn a_stroke_is_one_step() {
        let mut bench = Bench::new(ToolKind::Continent, 6);
        let path: Vec<_> = [0, 1, 2, 3, 4].map(|id| on(&bench.draft, id)).into();
        bench.drag(&path);
        assert_eq!(bench.tool.brush(), Some(ContinentId(0)));
        assert_eq!(continents(&bench), [0, 0, 0, 0, 0, 1].map(Some));
        assert_eq!(bench.history.depth(), 1);
        // The next stroke is another.
        bench.click(on(&bench.draft, 5));
        assert_eq!(bench.history.depth(), 2);
        bench.history.undo(&mut bench.draft);
        bench.history.undo(&mut bench.draft);
        assert_eq!(continents(&bench), [0, 0, 0, 1, 1, 1].map(Some));
    }

    #[test]
    fn shift_takes_out_and_a_lonely_one_founds_a_continent() {
        let mut bench = Bench::new(ToolKind::Continent, 4);
        bench.click(Spot {
            shift: true,
            ..on(&bench.draft, 2)
        });
        assert_eq!(continents(&bench), [Some(0), Some(0), None, Some(1)]);
        bench.click(on(&bench.draft, 2));
        assert_eq!(
            bench.said,
            [Action::NewContinent(bench.draft.territories[2].key)]
        );
    }

    #[test]
    fn escape_takes_the_stroke_back_then_drops_the_continent() {
        let mut bench = Bench::new(ToolKind::Continent, 4);
        if let Tool::Continent(tool) = &mut bench.tool {
            tool.take_up(Some(ContinentId(1)));
        }
        bench.feed(Gesture::Press(on(&bench.draft, 0), 1));
        bench.feed(Gesture::Drag(at_sea()));
        bench.feed(Gesture::Cancel);
        assert_eq!(continents(&bench), [Some(0), Some(0), Some(1), Some(1)]);
        bench.feed(Gesture::Cancel);
        assert_eq!(bench.tool.brush(), None);
    }

    #[test]
    fn escape_takes_back_what_the_stroke_has_done_and_nothing_older() {
        let mut bench = Bench::new(ToolKind::Continent, 4);
        if let Tool::Continent(tool) = &mut bench.tool {
            tool.take_up(Some(ContinentId(1)));
        }
        bench.click(on(&bench.draft, 0));
        let older = continents(&bench);
        for undone in [true, false] {
            // Ctrl+Z with the button down has taken the stroke back already.
            bench.feed(Gesture::Press(on(&bench.draft, 1), 1));
            assert_ne!(continents(&bench), older);
            if undone {
                bench.history.undo(&mut bench.draft);
            }
            bench.feed(Gesture::Cancel);
            assert_eq!(continents(&bench), older, "{undone}");
        }
        // A stroke that has changed nothing takes nothing back, either.
        bench.feed(Gesture::Press(on(&bench.draft, 0), 1));
        bench.feed(Gesture::Cancel);
        assert_eq!(continents(&bench), older);
        assert_eq!(bench.history.depth(), 1);
    }
}
