//! The territories of a draft, shared between its copies.

use std::fmt;
use std::ops::{Index, IndexMut};
use std::slice;
use std::sync::Arc;

use super::Territory;
use crate::TerritoryKey;

/// The territories of a draft, in the order of the file.
///
/// Copies share each territory until one of them changes it, so copying a draft, comparing it with
/// its copy and dropping it takes little more than a count for each territory. Whatever gives
/// access to change a territory first makes a copy of it if it is shared: [`iter_mut`](Self::iter_mut)
/// copies all.
#[derive(Clone, PartialEq, Eq, Default)]
pub struct Territories(Vec<Arc<Territory>>);

/// An iterator over territories.
type Iter<'a> = std::iter::Map<slice::Iter<'a, Arc<Territory>>, fn(&Arc<Territory>) -> &Territory>;
/// An iterator over territories to change.
type IterMut<'a> =
    std::iter::Map<slice::IterMut<'a, Arc<Territory>>, fn(&mut Arc<Territory>) -> &mut Territory>;

impl Territories {
    /// The number of territories.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// All in order.
    pub fn iter(&self) -> Iter<'_> {
        self.0.iter().map(|of| of)
    }

    /// All in order, to be changed; copies those that are shared.
    pub fn iter_mut(&mut self) -> IterMut<'_> {
        self.0.iter_mut().map(Arc::make_mut)
    }

    /// The territory at an index.
    pub fn get(&self, at: usize) -> Option<&Territory> {
        self.0.get(at).map(|of| &**of)
    }

    /// The territory at an index, to be changed.
    pub fn get_mut(&mut self, at: usize) -> Option<&mut Territory> {
        self.0.get_mut(at).map(Arc::make_mut)
    }

    /// The first.
    pub fn first(&self) -> Option<&Territory> {
        self.get(0)
    }

    /// The last.
    pub fn last(&self) -> Option<&Territory> {
        self.0.last().map(|of| &**of)
    }

    /// The index of the territory of a key by binary search, which finds it if they are sorted.
    pub(super) fn place_if_sorted(&self, key: TerritoryKey) -> Option<usize> {
        self.0.binary_search_by_key(&key, |of| of.key).ok()
    }

    /// Adds one at the end.
    pub fn push(&mut self, territory: Territory) {
        self.0.push(Arc::new(territory));
    }

    /// Adds one before that at an index, or at the end.
    ///
    /// # Panics
    /// If `at` is larger than the number of territories.
    pub fn insert(&mut self, at: usize, territory: Territory) {
        self.0.insert(at, Arc::new(territory));
    }

    /// Removes one.
    ///
    /// # Panics
    /// If there is none at the index.
    pub fn remove(&mut self, at: usize) -> Territory {
        Arc::unwrap_or_clone(self.0.remove(at))
    }

    /// Removes those for which `keep` is false.
    pub fn retain(&mut self, mut keep: impl FnMut(&Territory) -> bool) {
        self.0.retain(|of| keep(of));
    }

    /// Whether the territory at an index is known to be the same in another draft, because they
    /// share it.
    pub fn is_shared(&self, at: usize, other: &Self) -> bool {
        let both = self.0.get(at).zip(other.0.get(at));
        both.is_some_and(|(a, b)| Arc::ptr_eq(a, b))
    }
}

impl fmt::Debug for Territories {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self).finish()
    }
}

impl Index<usize> for Territories {
    type Output = Territory;

    fn index(&self, at: usize) -> &Territory {
        &self.0[at]
    }
}

impl IndexMut<usize> for Territories {
    fn index_mut(&mut self, at: usize) -> &mut Territory {
        Arc::make_mut(&mut self.0[at])
    }
}

impl<'a> IntoIterator for &'a Territories {
    type Item = &'a Territory;
    type IntoIter = Iter<'a>;

    fn into_iter(self) -> Iter<'a> {
        self.iter()
    }
}

impl<'a> IntoIterator for &'a mut Territories {
    type Item = &'a mut Territory;
    type IntoIter = IterMut<'a>;

    fn into_iter(self) -> IterMut<'a> {
        self.iter_mut()
    }
}

impl FromIterator<Territory> for Territories {
    fn from_iter<I: IntoIterator<Item = Territory>>(all: I) -> Self {
        Self(all.into_iter().map(Arc::new).collect())
    }
}

impl Extend<Territory> for Territories {
    fn extend<I: IntoIterator<Item = Territory>>(&mut self, all: I) {
        self.0.extend(all.into_iter().map(Arc::new));
    }
}
