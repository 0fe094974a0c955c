//! The effect of a fix before it is applied: on the map and in words.

use std::collections::{HashMap, HashSet};

use marchland_board::{Line, LineKind};
use marchland_maps::diff::{Version, compare};
use marchland_maps::{By, Draft, Edit, Point, Territory, TerritoryId, TerritoryKey, Way};
use marchland_validator::Fix;

/// The effect of a fix.
#[derive(Debug, Clone, PartialEq)]
pub struct Preview {
    pub title: String,
    /// The changes in words, as `marchland-maps diff` lists them.
    pub changes: Vec<String>,
    /// Links to be added or removed, and moves of pivots.
    pub lines: Vec<Line>,
    /// The territories that would change.
    pub touched: Vec<TerritoryKey>,
}

impl Preview {
    /// Applies a fix to a copy; `None` if it does not fit the draft.
    pub fn of(draft: &Draft, fix: &Fix) -> Option<Self> {
        Self::of_edit(draft, &fix.title, fix.edit())
    }

    fn of_edit(draft: &Draft, title: &str, edit: Edit) -> Option<Self> {
        let mut after = draft.clone();
        after.apply(edit).ok()?;
        let old: HashMap<TerritoryKey, &Territory> =
            draft.territories.iter().map(|t| (t.key, t)).collect();
        let touched = after.territories.iter();
        let touched = touched.filter(|t| old.get(&t.key).is_none_or(|old| *old != *t));
        let version = |draft| Version { draft, mask: None };
        let changes = compare(version(draft), version(&after));
        Some(Self {
            title: title.to_owned(),
            changes: changes.iter().map(ToString::to_string).collect(),
            lines: lines(draft, &after),
            touched: touched.map(|t| t.key).collect(),
        })
    }
}

type Ends = (TerritoryId, TerritoryId, By, Way);

fn links(draft: &Draft) -> Vec<Ends> {
    let ends = |(from, link): (&Territory, marchland_maps::Neighbour)| {
        Some((from.id?, link.to, link.by, link.way))
    };
    draft.links().filter_map(ends).collect()
}

fn lines(before: &Draft, after: &Draft) -> Vec<Line> {
    let mut lines = Vec::new();
    let (old, new) = (links(before), links(after));
    let mut compare = |these: &[Ends], others: &[Ends], draft: &Draft, kind| {
        let others: HashSet<&Ends> = others.iter().collect();
        let pivot = |id| draft.territory_by_id(id)?.pivots.first().copied();
        for link in these.iter().filter(|link| !others.contains(link)) {
            if let (Some(from), Some(to)) = (pivot(link.0), pivot(link.1)) {
                lines.push(line(from, to, kind, link.3 == Way::One));
            }
        }
    };
    compare(&old, &new, before, LineKind::Doomed);
    compare(&new, &old, after, LineKind::Drawn);
    for territory in &after.territories {
        let Some(was) = before.territory(territory.key) else {
            continue;
        };
        // Reordered pivots have not moved.
        let mut gone: Vec<Point> = was.pivots.clone();
        let mut come = Vec::new();
        for pivot in &territory.pivots {
            match gone.iter().position(|old| old == pivot) {
                Some(at) => drop(gone.remove(at)),
                None => come.push(*pivot),
            }
        }
        for (from, to) in gone.into_iter().zip(come) {
            lines.push(line(from, to, LineKind::Drawn, true));
        }
    }
    lines
}

fn line(from: Point, to: Point, kind: LineKind, one_way: bool) -> Line {
    Line {
        from,
        to,
        kind,
        one_way,
        strong: true,
    }
}

#[cfg(test)]
mod tests;
