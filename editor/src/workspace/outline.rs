//! The outline: continents and territories as rows.

use std::collections::HashSet;

use marchland_maps::{ContinentKey, TerritoryKey};

use super::ViewState;
use super::view_state::Rows;
use crate::document::Document;
use crate::texts;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Row {
    /// A continent, or `None` for territories without one, and its number of listed territories.
    Continent(Option<ContinentKey>, usize),
    Territory(TerritoryKey),
}

/// The rows of the outline, rebuilt when the list changes.
#[derive(Debug, Default)]
pub struct Outline {
    rows: Vec<Row>,
    /// The state they were built from.
    of: Option<(u64, String, HashSet<Option<ContinentKey>>)>,
}

impl Outline {
    /// All rows, without folded ones.
    pub fn rows(&self) -> &[Row] {
        &self.rows
    }

    /// The listed territories in order.
    pub fn territories(&self) -> impl DoubleEndedIterator<Item = TerritoryKey> + '_ {
        self.rows.iter().filter_map(|row| match row {
            Row::Territory(key) => Some(*key),
            Row::Continent(..) => None,
        })
    }

    /// The scroll offset that shows a territory with some rows above; `None` if it is not listed.
    pub(super) fn offset_of(&self, key: TerritoryKey) -> Option<f32> {
        /// Rows visible above it.
        const ABOVE: usize = 3;
        let row = Row::Territory(key);
        let at = self.rows.iter().position(|other| *other == row)?;
        Some(Rows::OUTLINE.top(at.saturating_sub(ABOVE)))
    }

    /// Rebuilds the rows if necessary.
    pub(super) fn follow(&mut self, document: &Document, view: &ViewState) {
        let of = self.of.as_ref();
        let same = of.is_some_and(|(revision, filter, folded)| {
            *revision == document.revision() && *filter == view.filter && folded == view.folded()
        });
        if same {
            return;
        }
        let (filter, folded) = (view.filter.clone(), view.folded().clone());
        self.of = Some((document.revision(), filter, folded));
        self.rows.clear();
        let (draft, graph) = (document.draft(), document.graph());
        let filtered = !view.filter.trim().is_empty();
        let continents = draft.continents.iter();
        let groups = continents.map(|c| {
            let members = c.id.map_or(&[][..], |id| graph.members(id));
            // All of a continent that is found itself.
            let whole = view.matches(&texts::continent_name(c));
            (Some(c.key), members, whole)
        });
        for (continent, members, whole) in groups.chain([(None, graph.homeless(), false)]) {
            let head = self.rows.len();
            self.rows.push(Row::Continent(continent, 0));
            let members = members.iter().map(|at| draft.territories[*at].key);
            let listed = members.filter(|key| {
                !filtered || whole || view.matches(&texts::territory_name(draft, *key))
            });
            self.rows.extend(listed.map(Row::Territory));
            let count = self.rows.len() - head - 1;
            self.rows[head] = Row::Continent(continent, count);
            if count == 0 && (continent.is_none() || filtered && !whole) {
                self.rows.truncate(head);
            } else if view.is_folded(continent) {
                self.rows.truncate(head + 1);
            }
        }
    }
}

#[cfg(test)]
mod tests;
