//! Compares links and closed borders.

use std::collections::{BTreeMap, BTreeSet};

use super::pairs::Pairs;
use super::{About, Change, Changes, territory_label};
use crate::{By, Draft, Way};

/// A pair of territories, by shared numbers, smaller first.
pub(super) type Ends = (usize, usize);

/// The steps that a link allows: whether from the first end, and how.
pub(super) type Steps = BTreeSet<(bool, By)>;

/// The links of a draft, except those to unknown territories.
pub(super) fn links(draft: &Draft, shared: impl Fn(usize) -> usize) -> BTreeMap<Ends, Steps> {
    let places = draft.places_by_id();
    let mut links: BTreeMap<Ends, Steps> = BTreeMap::new();
    for (at, territory) in draft.territories.iter().enumerate() {
        for neighbour in &territory.neighbours {
            let Some(&to) = places.get(&neighbour.to) else {
                continue;
            };
            let (from, to) = (shared(at), shared(to));
            let steps = links.entry((from.min(to), from.max(to))).or_default();
            steps.insert((from < to, neighbour.by));
            if neighbour.way == Way::Both {
                steps.insert((from >= to, neighbour.by));
            }
        }
    }
    links
}

fn closed(draft: &Draft, shared: impl Fn(usize) -> usize) -> BTreeSet<Ends> {
    let places = draft.places_by_id();
    let mut pairs = BTreeSet::new();
    for (at, territory) in draft.territories.iter().enumerate() {
        for to in territory.closed.iter().filter_map(|id| places.get(id)) {
            let (from, to) = (shared(at), shared(*to));
            pairs.insert((from.min(to), from.max(to)));
        }
    }
    pairs
}

pub(super) fn compare(list: &mut Changes, old: &Draft, new: &Draft, pairs: &Pairs) {
    // Each with its label, in the new version if it still exists.
    let who = |number: usize| match number.checked_sub(new.territories.len()) {
        None => (territory_label(new, number), &new.territories[number]),
        Some(at) => (territory_label(old, at), &old.territories[at]),
    };
    let is_gone = |ends: &Ends| ends.1 >= new.territories.len();
    let change = |about: About, ends: Ends, what, was, is| {
        let ((a, first), (b, second)) = (who(ends.0), who(ends.1));
        let ids = [first.id, second.id].into_iter().flatten();
        Change {
            ids: ids.map(|id| id.0).collect(),
            names: vec![first.name.text.clone(), second.name.text.clone()],
            labels: vec![a, b],
            was,
            is,
            ..Change::plain(about, what)
        }
    };
    let describe = |ends: Ends, steps: &Steps| {
        let mut words: Vec<String> = Vec::new();
        for (by, how) in [(By::Land, "by land"), (By::Sea, "by sea")] {
            match [true, false].map(|first| steps.contains(&(first, by))) {
                [true, true] => words.push(how.to_owned()),
                [true, false] => words.push(format!("{how}, only from {}", who(ends.0).0)),
                [false, true] => words.push(format!("{how}, only from {}", who(ends.1).0)),
                [false, false] => {}
            }
        }
        words.join(" and ")
    };
    let before = links(old, |at| pairs.shared(at));
    let after = links(new, |at| at);
    for (&ends, steps) in &after {
        let is = Some(describe(ends, steps));
        match before.get(&ends) {
            Some(same) if same == steps => {}
            Some(was) => {
                let was = Some(describe(ends, was));
                list.0.push(change(About::Link, ends, "way", was, is));
            }
            None => list.0.push(change(About::Link, ends, "new", None, is)),
        }
    }
    // Links of a removed territory need no mention.
    for (&ends, steps) in before.iter().filter(|(ends, _)| !is_gone(ends)) {
        if !after.contains_key(&ends) {
            let was = Some(describe(ends, steps));
            list.0.push(change(About::Link, ends, "gone", was, None));
        }
    }
    let before = closed(old, |at| pairs.shared(at));
    let after = closed(new, |at| at);
    for &ends in after.difference(&before) {
        list.0
            .push(change(About::ClosedBorder, ends, "new", None, None));
    }
    for &ends in before.difference(&after).filter(|ends| !is_gone(ends)) {
        list.0
            .push(change(About::ClosedBorder, ends, "gone", None, None));
    }
}
