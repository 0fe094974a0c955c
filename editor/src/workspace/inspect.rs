//! Changes made in the inspector.

use marchland_maps::redraw::Lifted;
use marchland_maps::{
    ContinentField, ContinentId, Edit, EditError, MapField, MaskFile, Rgb, TerritoryField,
    TerritoryId, TerritoryKey, Way, author, limits,
};

use super::{Change, Effect, PivotChange, UseAs, Workspace, ids};
use crate::action::Action;
use crate::document::cut;
use crate::drawing::DrawOp;
use crate::matching::matches;
use crate::texts;
use crate::tools::{self, ToolKind};

type Made = Result<Vec<Effect>, EditError>;

/// The continent of several territories.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shared {
    /// All are in this continent, or all in none.
    Same(Option<ContinentId>),
    /// They differ.
    Several,
}

impl Shared {
    pub fn is(self, continent: Option<ContinentId>) -> bool {
        matches!(self, Self::Same(of) if of == continent)
    }
}

impl Workspace {
    pub(super) fn on_inspect(&mut self, change: Change) -> Vec<Effect> {
        let told = change.is_too_long();
        let told = told.then(|| Effect::Say(texts::name_too_long()));
        match self.inspect(change) {
            Ok(effects) => effects.into_iter().chain(told).collect(),
            Err(error) => vec![Effect::Fail(texts::edit_failed(&error))],
        }
    }

    pub(super) fn inspect(&mut self, change: Change) -> Made {
        match change {
            Change::Name(key, name) => self.document.rename(key, &name)?,
            Change::NameDone(key) => return self.name_done(key),
            Change::Continent(id) => self.move_selected(id)?,
            Change::Card(key, card) => {
                let edit = Edit::Territory(key, TerritoryField::Card(card));
                self.document.make(texts::SET_CARD, edit, None)?;
            }
            Change::PickColour(key) => {
                let is_picking = self.tool_state.picking == Some(key);
                self.tool_state.picking = (!is_picking).then_some(key);
            }
            Change::Pivot(key, change) => self.change_pivot(key, change)?,
            Change::Part(a, b) => self.toggle_link(a, b)?,
            Change::Link(a, b, by, way) => {
                if let Some(([from, to], [a, b])) = self.pair(a, b) {
                    let edit = author::link(self.document.draft(), from, to, by, way);
                    self.document.make(texts::change_link(&a, &b), edit, None)?;
                }
            }
            Change::OpenBorder(a, b) => {
                if let Some(([from, to], [a, b])) = self.pair(a, b) {
                    let edit = author::open_border(self.document.draft(), from, to);
                    self.document.make(texts::open_border(&a, &b), edit, None)?;
                }
            }
            Change::NeighbourFilter(text) => self.view.neighbour_filter = text,
            Change::NeighbourDone(key) => {
                if let Some(&other) = self.neighbour_matches(key).first() {
                    self.view.neighbour_filter.clear();
                    self.toggle_link(key, other)?;
                }
            }
            Change::Remove => return Ok(self.delete()),
            Change::NewContinent => {
                let members = self.document.selection().territories().to_vec();
                let key = self.document.new_continent(&members)?;
                // Painting continues in the new continent.
                let id = self.document.draft().continent(key).and_then(|c| c.id);
                self.tool_state.tool.take_up(id);
                return Ok(vec![Effect::Focus(ids::NAME)]);
            }
            Change::ContinentName(key, name) => self.document.rename_continent(key, &name)?,
            Change::ContinentNameDone => {
                self.document.seal();
                return Ok(vec![Effect::Focus(ids::BONUS)]);
            }
            Change::Bonus(key, text) => {
                /// Characters kept of invalid input.
                const MOST: usize = 12;
                let tag = ("bonus", key.0);
                self.view.wrong_bonus = if let Ok(bonus) = number(&text, limits::MAX_BONUS) {
                    let edit = Edit::Continent(key, ContinentField::Bonus(bonus));
                    self.document.make(texts::SET_BONUS, edit, Some(tag))?;
                    None
                } else {
                    // Else the map would keep what was typed before the wrong character.
                    self.document.act(Action::Revert(tag))?;
                    Some((key, text.chars().take(MOST).collect()))
                };
            }
            Change::ContinentColour(key, colour) => {
                let edit = Edit::Continent(key, ContinentField::Colour(Some(colour)));
                self.document.make(texts::SET_COLOUR, edit, None)?;
            }
            Change::Paint(key) => {
                self.document.selection_mut().set_continent(key);
                self.take_tool(ToolKind::Continent);
            }
            Change::NameMap => {
                self.document.selection_mut().clear();
                return Ok(vec![Effect::Focus(ids::NAME)]);
            }
            Change::Use(colour, as_what) => return self.use_colour(colour, as_what),
            other => self.inspect_map(other)?,
        }
        Ok(Vec::new())
    }

    fn inspect_map(&mut self, change: Change) -> Result<(), EditError> {
        match change {
            Change::MapName(text) => {
                let field = MapField::Name((!text.trim().is_empty()).then(|| cut(&text)));
                self.map(texts::SET_MAP_NAME, field, "map name")?;
            }
            Change::Author(text) => {
                let field = MapField::Author(some(&text, limits::MAX_LINE_CHARS));
                self.map(texts::SET_AUTHOR, field, "author")?;
            }
            Change::Licence(text) => {
                let field = MapField::Licence(some(&text, limits::MAX_LINE_CHARS));
                self.map(texts::SET_LICENCE, field, "licence")?;
            }
            Change::Description(text) => {
                let field = MapField::Description(some(&text, limits::MAX_DESCRIPTION_CHARS));
                self.map(texts::SET_DESCRIPTION, field, "description")?;
            }
            Change::Wrap(wrap) => self.map(texts::SET_WRAP, MapField::Wrap(wrap), "wrap")?,
            Change::Gap(gap) => {
                let mask = MaskFile {
                    gap: Some(gap),
                    ..self.document.draft().mask.clone().unwrap_or_default()
                };
                self.map(texts::SET_GAP, MapField::Mask(Some(mask)), "gap")?;
            }
            Change::BadgeDiameter(diameter) => {
                let field = MapField::BadgeDiameter(Some(diameter));
                self.map(texts::SET_BADGE, field, "badge")?;
            }
            _ => {}
        }
        Ok(())
    }

    /// The ids and names of two territories, if both have ids.
    fn pair(&self, a: TerritoryKey, b: TerritoryKey) -> Option<([TerritoryId; 2], [String; 2])> {
        let draft = self.document.draft();
        let ids = [draft.territory(a)?.id?, draft.territory(b)?.id?];
        let names = [a, b].map(|key| texts::territory_name(draft, key));
        Some((ids, names))
    }

    fn map(&mut self, name: &str, field: MapField, tag: &'static str) -> Result<(), EditError> {
        self.document.make(name, Edit::Map(field), Some((tag, 0)))
    }

    fn name_done(&mut self, key: TerritoryKey) -> Made {
        let done = self.document.was_unnamed(key);
        self.document.settle_name(key)?;
        let Some(next) = self.document.next_unnamed(key) else {
            let told = done.then(|| Effect::Say(texts::ALL_NAMED.into()));
            return Ok(told.into_iter().collect());
        };
        self.document.selection_mut().set([next]);
        // Show the territory that is named next.
        self.bring_in(next);
        Ok(vec![Effect::Focus(ids::NAME)])
    }

    fn move_selected(&mut self, id: Option<ContinentId>) -> Result<(), EditError> {
        let draft = self.document.draft();
        let keys = self.document.selection().territories().to_vec();
        let edit = author::move_to_continent(draft, keys, id);
        let name = match id.and_then(|id| draft.continent_by_id(id)) {
            Some(continent) => texts::into_continent(&texts::continent_name(continent)),
            None => texts::OUT_OF_CONTINENT.to_owned(),
        };
        self.document.make(name, edit, None)
    }

    /// Links or unlinks two territories like the link tool.
    fn toggle_link(&mut self, a: TerritoryKey, b: TerritoryKey) -> Result<(), EditError> {
        let land = self.document.land();
        let touching = land.is_some_and(|land| land.border(a, b) > 0);
        let toggled = tools::toggle(self.document.draft(), touching, a, b, Way::Both);
        if let Some(action) = toggled {
            self.document.act(action)?;
        }
        Ok(())
    }

    /// Unlinked territories that match the neighbour filter, those that touch first.
    pub fn neighbour_matches(&self, of: TerritoryKey) -> Vec<TerritoryKey> {
        let draft = self.document.draft();
        let graph = self.document.graph();
        let Some(own) = draft.place_of(of) else {
            return Vec::new();
        };
        let border = |key| self.document.land().map_or(0, |land| land.border(of, key));
        let fits = |key| {
            let filter = &self.view.neighbour_filter;
            matches(filter, &texts::territory_name(draft, key))
        };
        let others = draft.territories.iter().enumerate();
        let others = others.filter(|(at, t)| *at != own && t.id.is_some());
        let free = others.filter(|(at, _)| !graph.are_linked(own, *at));
        let mut found: Vec<_> = free.map(|(_, t)| t.key).filter(|key| fits(*key)).collect();
        found.sort_by_key(|&key| std::cmp::Reverse(border(key)));
        found
    }

    /// The common continent of the selected territories.
    pub fn shared_continent(&self) -> Shared {
        let draft = self.document.draft();
        let keys = self.document.selection().territories().iter();
        let mut all = keys.map(|&key| draft.territory(key).and_then(|t| t.continent));
        let first = all.next().flatten();
        if all.all(|other| other == first) {
            Shared::Same(first)
        } else {
            Shared::Several
        }
    }

    fn change_pivot(&mut self, key: TerritoryKey, change: PivotChange) -> Result<(), EditError> {
        let draft = self.document.draft();
        let Some(territory) = draft.territory(key) else {
            return Ok(());
        };
        let called = texts::territory_name(draft, key);
        let land = self.document.land();
        let (name, edit) = match change {
            PivotChange::Centre(at) => {
                let Some(&pivot) = territory.pivots.get(at) else {
                    return Ok(());
                };
                let own = territory.colour.zip(land).and_then(|(colour, land)| {
                    let under = land.regions().region_at(pivot.x, pivot.y);
                    let under = under.filter(|id| land.regions_of(colour).contains(id));
                    under
                        .map(|id| land.centre_of(id))
                        .or_else(|| land.main_centre(colour))
                });
                let to = own.unwrap_or(pivot);
                (
                    texts::move_pivot(&called),
                    author::move_pivot(draft, key, at, to),
                )
            }
            PivotChange::Remove(at) => (
                texts::remove_pivot(&called),
                author::remove_pivot(draft, key, at),
            ),
            PivotChange::Complete => (texts::add_pivot(&called), self.missing_pivots(key)),
        };
        self.document.make(name, edit, None)
    }

    /// A pivot in every region that has none.
    fn missing_pivots(&self, key: TerritoryKey) -> Edit {
        let draft = self.document.draft();
        let (Some(territory), Some(land)) = (draft.territory(key), self.document.land()) else {
            return Edit::Batch(Vec::new());
        };
        let colour = territory.colour.unwrap_or_default();
        let covered: Vec<_> = territory
            .pivots
            .iter()
            .filter_map(|p| land.regions().region_at(p.x, p.y))
            .collect();
        let mut draft = draft.clone();
        let mut edits = Vec::new();
        for &region in land.regions_of(colour) {
            if covered.contains(&region) {
                continue;
            }
            let edit = author::add_pivot(&draft, key, land.centre_of(region));
            if draft.apply(edit.clone()).is_ok() {
                edits.push(edit);
            }
        }
        Edit::batch(edits)
    }

    /// Sets a key colour, and adds a pivot there if there is none.
    pub(super) fn set_key_colour(
        &mut self,
        key: TerritoryKey,
        colour: Rgb,
    ) -> Result<(), EditError> {
        let draft = self.document.draft();
        let name = texts::set_key_colour(&texts::territory_name(draft, key));
        let mut edits = vec![Edit::Territory(key, TerritoryField::Colour(Some(colour)))];
        let pivotless = draft.territory(key).is_some_and(|t| t.pivots.is_empty());
        let centre = self
            .document
            .land()
            .and_then(|land| land.main_centre(colour));
        if let Some(centre) = centre.filter(|_| pivotless) {
            edits.push(author::add_pivot(draft, key, centre));
        }
        self.document.make(name, Edit::batch(edits), None)
    }

    fn use_colour(&mut self, colour: Rgb, as_what: UseAs) -> Made {
        self.tool_state.stray = None;
        if !self.is_stray(colour) {
            return Ok(Vec::new());
        }
        let mut mask = self.document.draft().mask.clone().unwrap_or_default();
        match as_what {
            UseAs::Background => mask.background.push(colour),
            UseAs::Separator => mask.separator.push(colour),
            UseAs::Territory => {
                let pivot = self
                    .document
                    .land()
                    .and_then(|land| land.main_centre(colour));
                let key = self.document.add_territory(colour, pivot)?;
                self.document.selection_mut().set([key]);
                return Ok(vec![Effect::Focus(ids::NAME)]);
            }
        }
        let edit = Edit::Map(MapField::Mask(Some(mask)));
        self.document.make(texts::DECLARE_COLOUR, edit, None)?;
        Ok(Vec::new())
    }

    pub(super) fn take_pivot(&mut self, key: TerritoryKey, at: usize) -> Vec<Effect> {
        let draft = self.document.draft();
        let name = texts::remove_pivot(&texts::territory_name(draft, key));
        let edit = author::remove_pivot(draft, key, at);
        let text = name.clone();
        let made = self.document.make(name, edit, None);
        Self::report(made, || Some(texts::done(&text)))
    }

    /// Whether these territories go with their land: on a sheet that was drawn with this program,
    /// where sea can be painted, and only if all have land of their own.
    fn takes_land(&self, keys: &[TerritoryKey]) -> bool {
        let draft = self.document.draft();
        let mask = draft.mask.as_ref();
        let has_sea =
            mask.is_some_and(|mask| mask.separator.is_empty() && !mask.background.is_empty());
        let is_ours = self.is_ours || self.document.is_drawn();
        let land = self.document.land().filter(|_| has_sea && is_ours);
        land.is_some_and(|land| Lifted::of(draft, land.regions(), keys).is_ok())
    }

    /// Removes the selection from the map.
    pub(super) fn delete(&mut self) -> Vec<Effect> {
        let draft = self.document.draft();
        let selection = self.document.selection();
        let keys = selection.territories();
        if !keys.is_empty() && selection.continent().is_none() && self.takes_land(keys) {
            return self.draw(DrawOp::Erase(keys.to_vec()));
        }
        let (name, edit) = if let Some(key) = selection.continent() {
            let called = draft
                .continent(key)
                .map(texts::continent_name)
                .unwrap_or_default();
            (texts::remove(&called), author::remove_continent(draft, key))
        } else {
            let keys = selection.territories();
            let called = match keys {
                [] => return Vec::new(),
                [key] => texts::territory_name(draft, *key),
                keys => texts::territories(keys.len()),
            };
            let mut later = draft.clone();
            let mut edits = Vec::new();
            for &key in keys {
                let edit = author::remove_territory(&later, key);
                if later.apply(edit.clone()).is_ok() {
                    edits.push(edit);
                }
            }
            edits.push(author::kept_dense(draft, &later));
            (texts::remove(&called), Edit::batch(edits))
        };
        self.tool_state.tool.take_up(None);
        let text = name.clone();
        let made = self.document.make(name, edit, None);
        Self::report(made, || Some(texts::done(&text)))
    }
}

/// A text for a field: `None` if blank, cut at its limit.
fn some(text: &str, most: usize) -> Option<String> {
    (!text.trim().is_empty()).then(|| text.chars().take(most).collect())
}

/// Parses a number; `None` for an empty text.
///
/// # Errors
/// If it is not a number, or too large.
fn number(text: &str, most: u16) -> Result<Option<u16>, ()> {
    let text = text.trim();
    if text.is_empty() {
        return Ok(None);
    }
    match text.parse() {
        Ok(n) if n <= most => Ok(Some(n)),
        _ => Err(()),
    }
}
