//! The open map: draft, history, selection, mask and file state.

use std::cell::OnceCell;

use std::sync::Arc;

use marchland_maps::mask::Regions;
use marchland_maps::{
    ContinentField, ContinentKey, Draft, Edit, EditError, Map, Point, Problem, Rgb, TerritoryField,
    TerritoryKey, author, hues, limits,
};

use crate::action::{Action, stroke_tag};
use crate::checklist::Checklist;
use crate::graph::Graph;
use crate::history::{Change, History, Ink, State, Tag};
use crate::land::Land;
use crate::proposals::{self, Proposal};
use crate::selection::Selection;
use crate::texts;

/// An open map. Independent of the window; every change goes through [`Document::make`], which
/// records it for undo and updates everything derived from the draft.
#[derive(Debug)]
pub struct Document {
    draft: Draft,
    history: History,
    selection: Selection,
    land: Option<Land>,
    /// The mask in its file; `None` if there is no file yet, or another program has painted it.
    pub filed: Option<Arc<Regions>>,
    /// The name of that file. A first drawing on a mask that is no PNG gives the draft another.
    pub filed_as: Option<String>,
    /// That file is gone; saving writes it again.
    pub is_lost: bool,
    graph: Graph,
    problems: OnceCell<Vec<Problem>>,
    proposals: Vec<Proposal>,
    checklist: Option<Checklist>,
    revision: u64,
}

impl Document {
    /// Wraps a draft; `saved` tells whether a file has it.
    pub fn new(draft: Draft, land: Option<Land>, saved: bool) -> Self {
        let filed = land.as_ref().map(|land| Arc::clone(land.regions()));
        let mask = draft.mask.as_ref().filter(|_| land.is_some());
        let mut document = Self {
            filed_as: mask.map(|mask| mask.file.clone()),
            is_lost: false,
            draft,
            history: History::new(saved),
            selection: Selection::default(),
            land,
            filed,
            graph: Graph::default(),
            problems: OnceCell::new(),
            proposals: Vec::new(),
            checklist: None,
            revision: 0,
        };
        document.follow();
        document
    }

    pub fn draft(&self) -> &Draft {
        &self.draft
    }

    /// The mask; `None` while it is missing.
    pub fn land(&self) -> Option<&Land> {
        self.land.as_ref()
    }

    /// Replaces the mask by one from a file. Drawing steps can no longer be undone.
    pub fn set_land(&mut self, land: Land) {
        self.history.forget_drawn();
        self.filed = Some(Arc::clone(land.regions()));
        self.filed_as = self.draft.mask.as_ref().map(|mask| mask.file.clone());
        self.is_lost = false;
        self.land = Some(land);
        self.follow();
    }

    /// Whether the mask that the draft names is the one in that file; otherwise its file is
    /// written at the next save.
    pub fn is_filed(&self) -> bool {
        self.filed_as.as_ref() == self.draft.mask.as_ref().map(|mask| &mask.file)
    }

    /// Whether the mask may differ from its file.
    pub fn is_drawn(&self) -> bool {
        match (&self.land, &self.filed) {
            (Some(land), Some(filed)) => !Arc::ptr_eq(land.regions(), filed),
            (land, _) => land.is_some(),
        }
    }

    pub fn selection(&self) -> &Selection {
        &self.selection
    }

    pub fn selection_mut(&mut self) -> &mut Selection {
        &mut self.selection
    }

    /// Links and continent members.
    pub fn graph(&self) -> &Graph {
        &self.graph
    }

    /// Why the draft is not a map yet. Computed on first use in each state, which costs as much
    /// as making the map.
    pub fn problems(&self) -> &[Problem] {
        let problems = || Map::try_from(&self.draft).err().unwrap_or_default();
        self.problems.get_or_init(problems)
    }

    pub fn proposals(&self) -> &[Proposal] {
        &self.proposals
    }

    /// The progress, until everything has a name, a continent and links.
    pub fn checklist(&self) -> Option<Checklist> {
        self.checklist
    }

    /// Increases with every change of the draft or the mask.
    pub fn revision(&self) -> u64 {
        self.revision
    }

    /// Whether the files match the draft.
    pub fn is_saved(&self) -> bool {
        self.history.is_saved() && !self.is_lost
    }

    pub fn state(&self) -> State {
        self.history.state()
    }

    pub fn mark_saved(&mut self, state: State) {
        self.history.mark_saved(state);
    }

    /// The names of the next undo and redo steps.
    pub fn steps(&self) -> (Option<&str>, Option<&str>) {
        (self.history.undo_name(), self.history.redo_name())
    }

    /// Applies an edit; consecutive edits with the same tag are one step.
    ///
    /// # Errors
    /// If the edit does not fit the draft, which is then unchanged.
    pub fn make(
        &mut self,
        name: impl Into<String>,
        edit: Edit,
        tag: Option<Tag>,
    ) -> Result<(), EditError> {
        if self.history.make(&mut self.draft, name, edit, tag)? {
            self.follow();
        }
        Ok(())
    }

    /// Applies a drawing operation: `land` is the new mask, already updated for the new draft,
    /// and `patch` the difference. Returns how many of the oldest steps were dropped.
    ///
    /// # Errors
    /// If the edit does not fit the draft; draft and mask are then unchanged.
    pub fn make_drawn(
        &mut self,
        name: impl Into<String>,
        edit: Edit,
        patch: &Ink,
        land: Land,
    ) -> Result<usize, EditError> {
        let forgotten = self
            .history
            .make_drawn(&mut self.draft, name, edit, patch)?;
        self.land = Some(land);
        self.follow();
        Ok(forgotten)
    }

    /// The next undo step (redo if `forth`), if it changes the mask.
    pub fn drawn_step(&self, forth: bool) -> Option<Change> {
        self.history.drawn(forth)
    }

    /// Undoes a drawing step (redoes if `forth`); `land` is the resulting mask. Returns its name.
    pub fn step_drawn(&mut self, forth: bool, land: Land) -> Option<String> {
        self.land = Some(land);
        if forth { self.redo() } else { self.undo() }
    }

    /// Ends a run of merged edits.
    pub fn seal(&mut self) {
        self.history.seal();
    }

    /// Undoes a step and returns its name.
    pub fn undo(&mut self) -> Option<String> {
        let name = self.history.undo(&mut self.draft)?;
        self.follow();
        Some(name)
    }

    /// Redoes a step and returns its name.
    pub fn redo(&mut self) -> Option<String> {
        let name = self.history.redo(&mut self.draft)?;
        self.follow();
        Some(name)
    }

    fn follow(&mut self) {
        self.revision += 1;
        self.selection.prune(&self.draft);
        if let Some(land) = &mut self.land {
            land.follow(&self.draft);
        }
        self.graph = Graph::new(&self.draft);
        let land = self.land.as_ref();
        let proposals = land.map(|land| proposals::by_land(&self.graph, land));
        self.proposals = proposals.unwrap_or_default();
        self.checklist = Checklist::of(&self.draft, land, &self.graph, &self.proposals);
        self.problems.take();
    }

    /// Applies the part of a tool's action that concerns the document; returns the rest.
    ///
    /// # Errors
    /// If an edit does not fit the draft.
    pub fn act(&mut self, action: Action) -> Result<Option<Action>, EditError> {
        match action {
            Action::Select(keys) => self.selection.set(keys),
            Action::Toggle(key) => self.selection.toggle(key),
            Action::Deselect => self.selection.clear(),
            Action::Make { name, edit, tag } => self.make(name, edit, tag)?,
            Action::Seal => self.seal(),
            Action::Revert(tag) => {
                self.history.revert(&mut self.draft, tag);
                self.follow();
            }
            Action::NewContinent(key) => {
                self.new_continent(&[key])?;
                return Ok(Some(Action::NewContinent(key)));
            }
            other => return Ok(Some(other)),
        }
        Ok(None)
    }

    /// Renames a territory while the user types; a blank name means none.
    ///
    /// # Errors
    /// If the territory is not in the draft.
    pub fn rename(&mut self, key: TerritoryKey, name: &str) -> Result<(), EditError> {
        let new = (!name.trim().is_empty()).then(|| cut(name));
        if self
            .draft
            .territory(key)
            .is_some_and(|t| t.name.text == new)
        {
            return Ok(());
        }
        let was = texts::territory_name(&self.draft, key);
        let edit = Edit::Territory(key, TerritoryField::Name(new));
        self.make(texts::rename(&was), edit, Some(("name", key.0)))
    }

    /// Ends typing a territory's name and trims it. Names not just typed stay unchanged.
    ///
    /// # Errors
    /// If the territory is not in the draft.
    pub fn settle_name(&mut self, key: TerritoryKey) -> Result<(), EditError> {
        let name = self.draft.territory(key).and_then(|t| t.name.text.clone());
        let name = name.filter(|_| self.history.is_open(("name", key.0)));
        if let Some(name) = name.filter(|name| name.trim() != name) {
            self.rename(key, name.trim())?;
        }
        self.seal();
        Ok(())
    }

    /// Whether the name being typed is the territory's first.
    pub fn was_unnamed(&self, key: TerritoryKey) -> bool {
        self.history.is_open(("name", key.0))
            && matches!(
                self.history.undo_edit(),
                Some(Edit::Territory(of, TerritoryField::Name(None))) if *of == key
            )
    }

    /// The next unnamed territory after `key`, wrapping around.
    pub fn next_unnamed(&self, key: TerritoryKey) -> Option<TerritoryKey> {
        let list = &self.draft.territories;
        let at = self.draft.place_of(key).unwrap_or(0);
        let unnamed = |t: &&marchland_maps::Territory| t.name.text.is_none();
        let after = list.iter().skip(at + 1);
        let mut round = after.chain(list.iter().take(at));
        round.find(unnamed).map(|t| t.key)
    }

    /// Creates a continent of these territories and selects it.
    ///
    /// # Errors
    /// If one of them is not in the draft.
    pub fn new_continent(&mut self, members: &[TerritoryKey]) -> Result<ContinentKey, EditError> {
        let mut continent = self.draft.fresh_continent();
        let key = continent.key;
        let id = self.draft.free_continent_id();
        continent.id = Some(id);
        continent.colour = Some(self.unused_colour());
        let add = Edit::AddContinent {
            at: self.draft.continents.len(),
            continent: Box::new(continent),
        };
        let join = author::move_to_continent(&self.draft, members.iter().copied(), Some(id));
        // The rest of the stroke is part of the same step.
        let tag = Some(stroke_tag(Some(id)));
        self.make(texts::NEW_CONTINENT, Edit::batch([add, join]), tag)?;
        self.selection.set_continent(key);
        Ok(key)
    }

    /// Adds a territory with a key colour.
    ///
    /// # Errors
    /// Never for a draft that was changed only through this document.
    pub fn add_territory(
        &mut self,
        colour: Rgb,
        pivot: Option<Point>,
    ) -> Result<TerritoryKey, EditError> {
        let mut territory = self.draft.fresh_territory();
        let key = territory.key;
        territory.id = Some(self.draft.free_territory_id());
        territory.colour = Some(colour);
        territory.pivots.extend(pivot);
        let edit = author::add_territory(&self.draft, territory);
        self.make(texts::NEW_TERRITORY, edit, None)?;
        Ok(key)
    }

    fn unused_colour(&self) -> Rgb {
        let taken = self.draft.continents.iter().filter_map(|c| c.colour);
        let mut own: Vec<_> = taken.map(Some).collect();
        own.push(None);
        hues::choose(&own).pop().unwrap_or(Rgb::BLACK)
    }

    /// Renames a continent; an empty name means none.
    ///
    /// # Errors
    /// If it is not in the draft.
    pub fn rename_continent(&mut self, key: ContinentKey, name: &str) -> Result<(), EditError> {
        let new = (!name.trim().is_empty()).then(|| cut(name));
        let edit = Edit::Continent(key, ContinentField::Name(new));
        self.make(
            texts::RENAME_CONTINENT,
            edit,
            Some(("continent name", key.0)),
        )
    }
}

/// A name, cut at its limit; no space is left at a cut.
pub(crate) fn cut(name: &str) -> String {
    match name.char_indices().nth(limits::MAX_NAME_CHARS) {
        Some((end, _)) => name[..end].trim_end().to_owned(),
        None => name.to_owned(),
    }
}

#[cfg(test)]
mod tests;
