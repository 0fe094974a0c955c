//! Matches the territories and continents of two versions.

use std::collections::HashMap;
use std::hash::Hash;

use crate::Draft;

/// A matching of two lists, by index.
#[derive(Debug)]
pub(super) struct Pairs {
    /// For each of the old list, its index in the new one.
    pub(super) to_new: Vec<Option<usize>>,
    /// For each of the new list, its index in the old one.
    pub(super) to_old: Vec<Option<usize>>,
}

/// Identifying marks: id, name, colour.
type Marks<C> = (Option<u16>, Option<String>, Option<C>);

impl Pairs {
    pub(super) fn of_territories(old: &Draft, new: &Draft) -> Self {
        let [old, new] = [old, new].map(|draft| {
            let all = draft.territories.iter();
            all.map(|t| (t.id.map(|id| id.0), t.name.folded(), t.colour))
                .collect::<Vec<_>>()
        });
        Self::of(&old, &new)
    }

    pub(super) fn of_continents(old: &Draft, new: &Draft) -> Self {
        let [old, new] = [old, new].map(|draft| {
            let all = draft.continents.iter();
            all.map(|c| (c.id.map(|id| id.0), c.name.folded(), c.colour))
                .collect::<Vec<_>>()
        });
        Self::of(&old, &new)
    }

    fn of<C: Copy + Eq + Hash>(old: &[Marks<C>], new: &[Marks<C>]) -> Self {
        let mut pairs = Self {
            to_new: vec![None; old.len()],
            to_old: vec![None; new.len()],
        };
        // The most reliable criteria first; later ones match what is left.
        pairs.match_by(old, new, |(id, name, _)| {
            Some((Some((*id)?), name.clone(), None::<C>))
        });
        pairs.match_by(old, new, |(id, _, colour)| {
            Some((Some((*id)?), None, Some((*colour)?)))
        });
        pairs.match_by(old, new, |(_, name, colour)| {
            Some((None, Some(name.clone()?), Some((*colour)?)))
        });
        pairs.match_by(old, new, |(_, name, _)| {
            Some((None, Some(name.clone()?), None))
        });
        pairs.match_by(old, new, |(id, ..)| Some((Some((*id)?), None, None)));
        pairs
    }

    /// Matches unmatched items whose mark is unique in each list, unless name and colour both say
    /// that they differ: then an id was given anew.
    fn match_by<C: Copy + Eq + Hash>(
        &mut self,
        old: &[Marks<C>],
        new: &[Marks<C>],
        mark: impl Fn(&Marks<C>) -> Option<Marks<C>>,
    ) {
        let free = |list: &[Marks<C>], taken: &[Option<usize>]| {
            let mut found: HashMap<Marks<C>, Option<usize>> = HashMap::new();
            for (at, marks) in list
                .iter()
                .enumerate()
                .filter(|(at, _)| taken[*at].is_none())
            {
                if let Some(mark) = mark(marks) {
                    // Duplicate marks do not count.
                    found
                        .entry(mark)
                        .and_modify(|one| *one = None)
                        .or_insert(Some(at));
                }
            }
            found
        };
        let (of_old, of_new) = (free(old, &self.to_new), free(new, &self.to_old));
        for (mark, at) in of_old {
            if let (Some(was), Some(Some(is))) = (at, of_new.get(&mark))
                && !differ(&old[was], &new[*is])
            {
                self.to_new[was] = Some(*is);
                self.to_old[*is] = Some(was);
            }
        }
    }

    /// All items of both lists: the new ones in their order, then the removed ones.
    pub(super) fn all(&self) -> impl Iterator<Item = (Option<usize>, Option<usize>)> + '_ {
        let new = self.to_old.iter().enumerate();
        let new = new.map(|(is, was)| (*was, Some(is)));
        let gone = self
            .to_new
            .iter()
            .enumerate()
            .filter(|(_, is)| is.is_none());
        new.chain(gone.map(|(was, _)| (Some(was), None)))
    }

    /// A number shared by both versions, from the index in the old one: the index in the new one,
    /// or one beyond these.
    pub(super) fn shared(&self, old: usize) -> usize {
        self.to_new[old].unwrap_or(self.to_old.len() + old)
    }
}

/// Whether both have a name and a colour, and neither is the same.
fn differ<C: PartialEq>(old: &Marks<C>, new: &Marks<C>) -> bool {
    fn are_two<T: PartialEq>(one: Option<&T>, other: Option<&T>) -> bool {
        one.zip(other).is_some_and(|(one, other)| one != other)
    }
    are_two(old.1.as_ref(), new.1.as_ref()) && are_two(old.2.as_ref(), new.2.as_ref())
}
