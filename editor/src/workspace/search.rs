//! Selecting a territory by name or outline position.

use super::{Effect, Workspace};
use crate::texts;

impl Workspace {
    /// Selects the territory `by` rows on in the outline; `more` extends the selection.
    pub(super) fn walk(&mut self, by: isize, more: bool) {
        self.outline.follow(&self.document, &self.view);
        let order: Vec<_> = self.outline.territories().collect();
        let selection = self.document.selection();
        let last = selection.territories().last();
        let at = last.and_then(|last| order.iter().position(|key| key == last));
        let to = match at {
            Some(at) => at as isize + by,
            None if by > 0 => 0,
            None => order.len() as isize - 1,
        };
        let Some(&key) = usize::try_from(to).ok().and_then(|to| order.get(to)) else {
            return;
        };
        self.settle();
        self.tool_state.stray = None;
        let mut keys = Vec::new();
        if more {
            keys.extend(self.document.selection().territories());
            // Walking continues from the last selected territory.
            keys.retain(|other| *other != key);
        }
        keys.push(key);
        self.document.selection_mut().set(keys);
        self.bring_in(key);
    }

    /// Selects the first territory that fits the filter, or else the first continent.
    pub(super) fn take_first_match(&mut self) -> Vec<Effect> {
        if self.view.filter.trim().is_empty() {
            return Vec::new();
        }
        let draft = self.document.draft();
        let mut territories = draft.territories.iter();
        let territory = territories
            .find(|t| self.view.matches(&texts::territory_name(draft, t.key)))
            .map(|t| t.key);
        let mut continents = draft.continents.iter();
        let continent = continents
            .find(|c| self.view.matches(&texts::continent_name(c)))
            .map(|c| c.key);
        if territory.is_none() && continent.is_none() {
            return vec![Effect::Say(texts::NO_MATCH.into())];
        }
        self.settle();
        if let Some(key) = territory {
            self.document.selection_mut().set([key]);
            self.frame(&[key]);
        } else if let Some(key) = continent {
            self.document.selection_mut().set_continent(key);
        }
        // A filter would hide others.
        self.view.filter.clear();
        vec![Effect::Unfocus]
    }

    pub(super) fn select_all(&mut self) {
        let territories = &self.document.draft().territories;
        let keys: Vec<_> = territories.iter().map(|t| t.key).collect();
        self.document.selection_mut().set(keys);
    }
}
