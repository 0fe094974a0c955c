//! What rules about territories and rules about continents have in common: ids in
//! a row, and things that occur twice.

use std::collections::HashMap;
use std::hash::Hash;

/// The smallest id that is missing below the highest, and the highest, if ids do
/// not run from 0 without gaps. One that occurs twice makes no gap.
pub(crate) fn first_gap(ids: impl Iterator<Item = u16>) -> Option<(u16, u16)> {
    let mut ids: Vec<_> = ids.collect();
    ids.sort_unstable();
    ids.dedup();
    let (missing, _) = (0..).zip(&ids).find(|(index, id)| index != *id)?;
    ids.last().map(|&highest| (missing, highest))
}

/// Each index whose key an earlier one has, with the first that has it; those
/// without a key have none in common.
pub(crate) fn repeats<K: Eq + Hash>(
    keys: impl Iterator<Item = (usize, Option<K>)>,
) -> Vec<(usize, usize)> {
    let mut seen = HashMap::new();
    let mut pairs = Vec::new();
    for (at, key) in keys {
        let Some(key) = key else { continue };
        let first = *seen.entry(key).or_insert(at);
        if first != at {
            pairs.push((at, first));
        }
    }
    pairs
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gaps() {
        assert_eq!(first_gap([2, 0, 1].into_iter()), None);
        assert_eq!(first_gap([0, 0, 4, 1].into_iter()), Some((2, 4)));
        assert_eq!(first_gap([3].into_iter()), Some((0, 3)));
        assert_eq!(first_gap([].into_iter()), None);
    }

    #[test]
    fn what_comes_again_is_paired_with_the_first() {
        let keys = ["a", "b", "", "a", "", "a"].map(|key| Some(key).filter(|key| !key.is_empty()));
        assert_eq!(repeats(keys.into_iter().enumerate()), [(3, 0), (5, 0)]);
    }
}
