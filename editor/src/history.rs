//! The undo history: named steps, limited by memory.

use std::collections::VecDeque;

use marchland_maps::mask::{Patch, PatchError, Sheet};
use marchland_maps::{Draft, Edit, EditError, ListChange};

/// Memory for undoing drawing, in bytes. Edits of data take almost none.
pub const MOST_BYTES: usize = 256 << 20;

/// A change of draft and mask.
#[derive(Debug, Clone, PartialEq)]
pub struct Change {
    pub draft: Edit,
    /// The change of the mask; empty if nothing was drawn.
    pub sheet: Ink,
}

/// A change of a mask.
#[derive(Debug, Clone, PartialEq)]
pub enum Ink {
    Patch(Patch),
    /// A sheet of another size replaces the first.
    Swap(Box<[Sheet; 2]>),
}

impl Default for Ink {
    fn default() -> Self {
        Self::Patch(Patch::default())
    }
}

impl Ink {
    pub fn is_empty(&self) -> bool {
        matches!(self, Self::Patch(patch) if patch.is_empty())
    }

    /// Memory used, in bytes.
    pub fn bytes(&self) -> usize {
        match self {
            Self::Patch(patch) => patch.bytes(),
            Self::Swap(sheets) => sheets.iter().map(Sheet::bytes).sum(),
        }
    }

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

    /// Applies the change, whole or not at all.
    ///
    /// # Errors
    /// [`PatchError`]; the sheet is then unchanged.
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

/// Consecutive changes with the same tag are one step: a drag, a name being typed. The number
/// identifies the target.
pub type Tag = (&'static str, u32);

/// Identifies a state of the draft: returns after undo and redo, never reused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct State(u64);

/// A named step and its inverse edit.
#[derive(Debug, Clone)]
struct Step {
    name: String,
    back: Edit,
    /// The inverse of the drawing.
    patch: Ink,
    tag: Option<Tag>,
    to: State,
}

impl Step {
    /// The inverse change, if it changes the mask.
    fn drawn(&self) -> Option<Change> {
        (!self.patch.is_empty()).then(|| Change {
            draft: self.back.clone(),
            sheet: self.patch.clone(),
        })
    }

    /// Applies the step; the step that goes back, unless it does not fit the draft.
    fn reverse(self, draft: &mut Draft) -> Option<Self> {
        let back = draft.apply(self.back).ok()?;
        Some(Self {
            back,
            patch: self.patch.inverse(),
            tag: None,
            ..self
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
    /// The saved state, if it is one of these.
    saved: Option<State>,
    /// The newest state.
    latest: State,
    sealed: bool,
}

impl History {
    /// A history whose first state is saved or not.
    pub fn new(saved: bool) -> Self {
        Self {
            saved: saved.then_some(State::default()),
            ..Self::default()
        }
    }

    /// Applies an edit and records its inverse. An edit without effect makes no step.
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
        // The saved state must remain reachable.
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

    /// Applies an edit that belongs to the drawing `drawn`, as a separate step; returns how many
    /// of the oldest steps were dropped.
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

    /// The next undo step (redo if `forth`), if it changes the mask.
    pub fn drawn(&self, forth: bool) -> Option<Change> {
        let step = if forth {
            self.undone.last()
        } else {
            self.done.back()
        };
        step.and_then(Step::drawn)
    }

    /// Drops all steps up to the last that changes the mask: the mask was replaced.
    pub fn forget_drawn(&mut self) {
        let is_drawn = |step: &Step| !step.patch.is_empty();
        if let Some(last) = self.done.iter().rposition(is_drawn) {
            for step in self.done.drain(..=last) {
                self.base = step.to;
            }
        }
        if let Some(last) = self.undone.iter().rposition(is_drawn) {
            // The next redo steps are at the end.
            self.undone.drain(..=last);
        }
    }

    /// Ends a drag or a run of typing: the next change is a new step.
    pub fn seal(&mut self) {
        self.sealed = true;
    }

    /// Whether the next change with this tag would join the last step.
    pub fn is_open(&self, tag: Tag) -> bool {
        !self.sealed && self.done.back().is_some_and(|step| step.tag == Some(tag))
    }

    /// Undoes a step; its name, or `None` at the start. For a drawing step the mask must be
    /// reverted, too: see [`History::drawn`].
    pub fn undo(&mut self, draft: &mut Draft) -> Option<String> {
        let step = self.done.pop_back()?;
        let name = step.name.clone();
        self.undone.extend(step.reverse(draft));
        self.sealed = true;
        Some(name)
    }

    /// Undoes the changes under this tag, if they are the last step and still open. They cannot
    /// be redone.
    pub fn revert(&mut self, draft: &mut Draft, tag: Tag) {
        if !self.is_open(tag) {
            return;
        }
        if let Some(step) = self.done.pop_back() {
            // The inverse fits the current state.
            let _ = draft.apply(step.back);
        }
        self.sealed = true;
    }

    /// Redoes a step; its name.
    pub fn redo(&mut self, draft: &mut Draft) -> Option<String> {
        let step = self.undone.pop()?;
        let name = step.name.clone();
        self.done.extend(step.reverse(draft));
        self.sealed = true;
        Some(name)
    }

    pub fn undo_name(&self) -> Option<&str> {
        self.done.back().map(|step| &*step.name)
    }

    /// What undoing the last step changes in the draft.
    pub fn undo_edit(&self) -> Option<&Edit> {
        self.done.back().map(|step| &step.back)
    }

    pub fn redo_name(&self) -> Option<&str> {
        self.undone.last().map(|step| &*step.name)
    }

    pub fn state(&self) -> State {
        self.done.back().map_or(self.base, |step| step.to)
    }

    pub fn mark_saved(&mut self, state: State) {
        self.saved = Some(state);
    }

    #[cfg(test)]
    pub fn depth(&self) -> usize {
        self.done.len()
    }

    pub fn is_saved(&self) -> bool {
        self.saved == Some(self.state())
    }
}

/// The inverse of two changes, given their inverses. Changes of one field need only the older
/// value.
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
