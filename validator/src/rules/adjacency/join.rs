//! The link that would join a part of the map with the rest.

use marchland_maps::mask::Bounds;
use marchland_maps::{By, Point, TerritoryId, Way, Wrap, author};

use crate::diagnostic::Fix;
use crate::land::Land;
use crate::subject::Subject;

#[derive(Debug, Clone, Copy)]
pub(crate) struct Join {
    inside: usize,
    outside: usize,
    by: By,
}

/// Finds links to propose. Looking for the nearest pair costs the product of
/// both sides, so it gives up after a fixed amount of work: a map in thousands
/// of pieces has other worries.
pub(crate) struct Joiner<'s, 'a> {
    subject: &'s Subject<'a>,
    /// By territory: its contacts in the mask that are not declared closed, the
    /// other territory and the length.
    contacts: Vec<Vec<(usize, u32)>>,
    work_left: usize,
}

impl<'s, 'a> Joiner<'s, 'a> {
    const WORK: usize = 20_000_000;

    pub(crate) fn new(subject: &'s Subject<'a>) -> Self {
        let mut contacts = vec![Vec::new(); subject.draft.territories.len()];
        let land = subject.land.iter().flat_map(Land::contacts);
        for (a, b, length) in land.filter(|&(a, b, _)| !closed(subject, a, b)) {
            contacts[a].push((b, length));
            contacts[b].push((a, length));
        }
        Self {
            subject,
            contacts,
            work_left: Self::WORK,
        }
    }

    /// The longest contact in the mask between `part` (ascending) and the rest
    /// that is not declared closed, else the nearest pivots.
    pub(crate) fn nearest(&mut self, part: &[usize]) -> Option<Join> {
        let subject = self.subject;
        let inside = |at: usize| part.binary_search(&at).is_ok();
        let own = part.iter().flat_map(|&a| {
            let others = self.contacts[a].iter();
            others.map(move |&(b, length)| (a, b, length))
        });
        let longest = own
            .filter(|&(_, b, _)| !inside(b))
            .max_by_key(|&(a, b, length)| (length, std::cmp::Reverse((a.min(b), a.max(b)))));
        if let Some((inside, outside, _)) = longest {
            return Some(Join {
                inside,
                outside,
                by: By::Land,
            });
        }
        let count = subject.draft.territories.len();
        let work = part.len() * count;
        self.work_left = self.work_left.checked_sub(work)?;
        let mut best = None;
        for &a in part {
            let Some(&from) = subject.territory(a).pivots.first() else {
                continue;
            };
            for b in (0..count).filter(|&b| !inside(b)) {
                let Some(&to) = subject.territory(b).pivots.first() else {
                    continue;
                };
                let key = (distance_squared(from, to), a, b);
                if best.is_none_or(|best| key < best) {
                    best = Some(key);
                }
            }
        }
        best.map(|(_, inside, outside)| Join {
            inside,
            outside,
            by: By::Sea,
        })
    }
}

/// The fix that makes a link; `None`-able parts of the draft make it empty.
pub(crate) fn joined(subject: &Subject<'_>, join: Join) -> Fix {
    let how = match join.by {
        By::Land => "by land",
        By::Sea => "by sea",
    };
    let title = format!(
        "Link {} and {} {how}",
        subject.name(join.inside),
        subject.name(join.outside)
    );
    let id = |at: usize| {
        subject
            .territory(at)
            .id
            .filter(|&id| subject.with_id(id) == Some(at))
    };
    match (id(join.inside), id(join.outside)) {
        (Some(a), Some(b)) => {
            let (from, to): (TerritoryId, TerritoryId) = (a.min(b), a.max(b));
            Fix::guess(
                title,
                [author::link(
                    &subject.pair(join.inside, join.outside),
                    from,
                    to,
                    join.by,
                    Way::Both,
                )],
            )
        }
        _ => Fix {
            disabled: Some("both territories need an id of their own first".to_owned()),
            ..Fix::guess(title, [])
        },
    }
}

/// Whether the border between two territories is declared shut.
pub(crate) fn closed(subject: &Subject<'_>, a: usize, b: usize) -> bool {
    let shuts = |a: usize, b: usize| {
        let other = subject.territory(b).id;
        let mut closed = subject.territory(a).closed.iter();
        closed.any(|&id| Some(id) == other)
    };
    shuts(a, b) || shuts(b, a)
}

pub(crate) fn distance_squared(a: Point, b: Point) -> u64 {
    let (x, y) = (u64::from(a.x.abs_diff(b.x)), u64::from(a.y.abs_diff(b.y)));
    x * x + y * y
}

/// Pixels between two boxes on a mask of that size whose edges may be joined.
pub(crate) fn apart(a: Bounds, b: Bounds, size: (u32, u32), wrap: Wrap) -> (u32, u32) {
    let x = gap(
        (a.left, a.right),
        (b.left, b.right),
        size.0,
        wrap.horizontal,
    );
    let y = gap((a.top, a.bottom), (b.top, b.bottom), size.1, wrap.vertical);
    (x, y)
}

/// Pixels between two stretches of a side whose ends may be joined.
fn gap(a: (u32, u32), b: (u32, u32), side: u32, joined: bool) -> u32 {
    let (first, second) = if a.0 <= b.0 { (a, b) } else { (b, a) };
    let inside = second.0.saturating_sub(first.1);
    let round = (first.0 + side).saturating_sub(second.1.max(first.1));
    if joined { inside.min(round) } else { inside }
}
