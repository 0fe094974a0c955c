//! What was done, so that it can be undone: by name, and as far back as memory goes.

use std::collections::VecDeque;

use marchland_maps::mask::{Patch, PatchError, Sheet};
use marchland_maps::{Draft, Edit, EditError, ListChange};

/// Bytes that may be held to take back what was drawn. Edits of data take next to nothing.
pub const MOST_BYTES: usize = 256 << 20;

/// A change of a draft and of the mask behind it.
#[derive(Debug, Clone, PartialEq)]
pub struct Change {
    /// What becomes of the draft.
    pub draft: Edit,
    /// What becomes of the mask; empty where nothing is drawn.
    pub sheet: Ink,
}

/// A change of a mask.
#[derive(Debug, Clone, PartialEq)]
pub enum Ink {
    /// Of some of its pixels.
    Patch(Patch),
    /// Another sheet, of another size, in the place of the first.
    Swap(Box<[Sheet; 2]>),
}

impl Default for Ink {
    fn default() -> Self {
        Self::Patch(Patch::default())
    }
}

impl Ink {
    /// Whether nothing changes.
    pub fn is_empty(&self) -> bool {
        matches!(self, Self::Patch(patch) if patch.is_empty())
    }

    /// Bytes of memory that it takes.
    pub fn bytes(&self) -> usize {
        match self {
            Self::Patch(patch) => patch.bytes(),
            Self::Swap(sheets) => sheets.iter().map(Sheet::bytes).sum(),
        }
    }

    /// What takes it back.
    #[must_use]
    pub fn inverse(&self) -> Self {
        match self {
            Self::Patch(patch) => Self::Patch(patch.inverse()),
            Self::Swap(sheets) => {
                let [was, now] = &**sheets;
                Self::Swap(Box::new([now.clone(), was.clone()]))
            }
        }
    }

    /// Makes the change, whole or not at all.
    ///
    /// # Errors
    /// [`PatchError`]; the sheet is as it was.
    pub fn apply(&self, sheet: &mut Sheet) -> Result<(), PatchError> {
        match self {
            Self::Patch(patch) => sheet.apply(patch).map(|_| ()),
            Self::Swap(sheets) if sheets[0] == *sheet => {
                *sheet = sheets[1].clone();
                Ok(())
            }
            Self::Swap(_) => Err(PatchError::Stale),
        }
    }
}

/// Steps that carry the same tag one after the other are one step: a drag, a
/// name being typed. The number tells apart what is dragged or typed into.
pub type Tag = (&'static str, u32);

/// A state that the draft was in: found again by undo and redo, never used for
/// another one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct State(u64);

/// A step as the user knows it, with the edit that goes back.
#[derive(Debug, Clone)]
struct Step {
    name: String,
    back: Edit,
    /// What takes back what was drawn.
    patch: Ink,
    tag: Option<Tag>,
    to: State,
}

impl Step {
    /// The change that goes back, if it changes the mask.
    fn drawn(&self) -> Option<Change> {
        (!self.patch.is_empty()).then(|| Change {
            draft: self.back.clone(),
            sheet: self.patch.clone(),
        })
    }
}

/// All steps of a draft, done and undone.
#[derive(Debug, Default)]
pub struct History {
    done: VecDeque<Step>,
    undone: Vec<Step>,
    /// The state before the first step.
    base: State,
    /// The state that the file has; `None` if it has none of these.
    saved: Option<State>,
    /// The state that was made last.
    latest: State,
    sealed: bool,
}

impl History {
    /// A history that starts in a saved state, or in one no file holds.
    pub fn new(saved: bool) -> Self {
        Self {
            saved: saved.then_some(State::default()),
            ..Self::default()
        }
    }

    /// Makes a change and remembers how to go back. An edit that does nothing
    /// makes no step.
    ///
    /// # Errors
    /// If the edit does not fit the draft, which is then unchanged.
    pub fn make(
        &mut self,
        draft: &mut Draft,
        name: impl Into<String>,
        edit: Edit,
        tag: Option<Tag>,
    ) -> Result<bool, EditError> {
        if edit.is_empty() {
            return Ok(false);
        }
        let back = draft.apply(edit)?;
        self.undone.clear();
        // What is in the file must stay a state of its own to go back to.
        let joins = tag.is_some() && !self.sealed && !self.is_saved();
        self.latest.0 += 1;
        let to = self.latest;
        match self.done.back_mut().filter(|last| joins && last.tag == tag) {
            Some(last) => {
                let earlier = std::mem::replace(&mut last.back, Edit::Batch(Vec::new()));
                last.back = joined(earlier, back);
                last.to = to;
            }
            None => self.done.push_back(Step {
                name: name.into(),
                back,
                patch: Ink::default(),
                tag,
                to,
            }),
        }
        self.sealed = false;
        Ok(true)
    }

    /// Makes a change to a draft that belongs to one that was made to its mask: `drawn`.
    /// A step of its own; tells how many of the oldest steps were forgotten for it.
    ///
    /// # Errors
    /// If the edit does not fit the draft, which is then unchanged.
    pub fn make_drawn(
        &mut self,
        draft: &mut Draft,
        name: impl Into<String>,
        edit: Edit,
        drawn: &Ink,
    ) -> Result<usize, EditError> {
        let back = draft.apply(edit)?;
        self.undone.clear();
        self.latest.0 += 1;
        self.done.push_back(Step {
            name: name.into(),
            back,
            patch: drawn.inverse(),
            tag: None,
            to: self.latest,
        });
        self.sealed = true;
        let mut bytes: usize = self.done.iter().map(|step| step.patch.bytes()).sum();
        let mut forgotten = 0;
        while bytes > MOST_BYTES && self.done.len() > 1 {
            if let Some(oldest) = self.done.pop_front() {
                bytes -= oldest.patch.bytes();
                self.base = oldest.to;
                forgotten += 1;
            }
        }
        Ok(forgotten)
    }

    /// What undo would do, if that would change the mask.
    pub fn drawn_back(&self) -> Option<Change> {
        self.done.back().and_then(Step::drawn)
    }

    /// What redo would do, if that would change the mask.
    pub fn drawn_forth(&self) -> Option<Change> {
        self.undone.last().and_then(Step::drawn)
    }

    /// Forgets all steps that change the mask, and those before them: the mask is
    /// another one.
    pub fn forget_drawn(&mut self) {
        let is_drawn = |step: &Step| !step.patch.is_empty();
        if let Some(last) = self.done.iter().rposition(is_drawn) {
            for step in self.done.drain(..=last) {
                self.base = step.to;
            }
        }
        if let Some(last) = self.undone.iter().rposition(is_drawn) {
            // Those to be done last lie at the front.
            self.undone.drain(..=last);
        }
    }

    /// Ends a drag or a stretch of typing: the next change is a step of its own.
    pub fn seal(&mut self) {
        self.sealed = true;
    }

    /// Whether the last change bears this tag and the next one with it would be
    /// the same step: it is still being typed or dragged.
    pub fn is_open(&self, tag: Tag) -> bool {
        !self.sealed && self.done.back().is_some_and(|step| step.tag == Some(tag))
    }

    /// Goes back one step; its name, or `None` at the beginning. Where that step was
    /// drawn, the mask has to go back, too: see [`History::drawn_back`].
    pub fn undo(&mut self, draft: &mut Draft) -> Option<String> {
        let step = self.done.pop_back()?;
        let name = step.name.clone();
        if let Ok(forth) = draft.apply(step.back) {
            self.undone.push(Step {
                back: forth,
                patch: step.patch.inverse(),
                name: step.name,
                tag: None,
                to: step.to,
            });
        }
        self.sealed = true;
        Some(name)
    }

    /// Takes back what was made under this tag, if that is still the last thing
    /// that was made and nothing has ended it. It cannot be made again.
    pub fn revert(&mut self, draft: &mut Draft, tag: Tag) {
        if !self.is_open(tag) {
            return;
        }
        if let Some(step) = self.done.pop_back() {
            // The way back from the state that the draft is in.
            let _ = draft.apply(step.back);
        }
        self.sealed = true;
    }

    /// Goes forth one step that was undone; its name.
    pub fn redo(&mut self, draft: &mut Draft) -> Option<String> {
        let step = self.undone.pop()?;
        let name = step.name.clone();
        if let Ok(back) = draft.apply(step.back) {
            self.done.push_back(Step {
                back,
                patch: step.patch.inverse(),
                name: step.name,
                tag: None,
                to: step.to,
            });
        }
        self.sealed = true;
        Some(name)
    }

    /// What undo would take back.
    pub fn undo_name(&self) -> Option<&str> {
        self.done.back().map(|step| &*step.name)
    }

    /// What redo would do again.
    pub fn redo_name(&self) -> Option<&str> {
        self.undone.last().map(|step| &*step.name)
    }

    /// The present state.
    pub fn state(&self) -> State {
        self.done.back().map_or(self.base, |step| step.to)
    }

    /// Marks a state as the one in the file.
    pub fn mark_saved(&mut self, state: State) {
        self.saved = Some(state);
    }

    /// Says that no file holds the present state.
    pub fn mark_unsaved(&mut self) {
        self.saved = None;
    }

    /// How many steps can be undone.
    pub fn depth(&self) -> usize {
        self.done.len()
    }

    /// Whether the draft is as the file has it.
    pub fn is_saved(&self) -> bool {
        self.saved == Some(self.state())
    }
}

/// The way back over two changes, of which `later` undoes the later one.
/// Changes of the same field need no more than the older value.
fn joined(earlier: Edit, later: Edit) -> Edit {
    use std::mem::discriminant;
    match (earlier, later) {
        (Edit::Territory(key, old), Edit::Territory(same, new))
            if key == same && discriminant(&old) == discriminant(&new) =>
        {
            Edit::Territory(key, old)
        }
        (Edit::Continent(key, old), Edit::Continent(same, new))
            if key == same && discriminant(&old) == discriminant(&new) =>
        {
            Edit::Continent(key, old)
        }
        (Edit::Map(old), Edit::Map(new)) if discriminant(&old) == discriminant(&new) => {
            Edit::Map(old)
        }
        (
            Edit::Pivots(
                key,
                ListChange::Replace {
                    at,
                    old: between,
                    new,
                },
            ),
            Edit::Pivots(
                same,
                ListChange::Replace {
                    at: place,
                    old,
                    new: middle,
                },
            ),
        ) if key == same && at == place && between == middle => {
            Edit::Pivots(key, ListChange::Replace { at, old, new })
        }
        (Edit::Batch(earlier), later) => {
            Edit::Batch(std::iter::once(later).chain(earlier).collect())
        }
        (earlier, later) => Edit::Batch(vec![later, earlier]),
    }
}

#[cfg(test)]
mod tests;
