//! Fixes that link territories, and distances between territories.

use std::cmp::Reverse;

use marchland_maps::mask::Bounds;
use marchland_maps::{By, Point, Way, Wrap, author};

use crate::diagnostic::Fix;
use crate::subject::Subject;

/// Proposes links between parts of the map. Finding the nearest pair takes time
/// proportional to the product of both sides, so this gives up after a fixed amount of
/// work, which only maps in thousands of pieces reach.
pub(crate) struct Joiner<'s, 'a> {
    subject: &'s Subject<'a>,
    /// By territory: the other territory and the length of each contact that is not
    /// declared closed.
    contacts: Vec<Vec<(usize, u32)>>,
    work_left: usize,
}

impl<'s, 'a> Joiner<'s, 'a> {
    const WORK: usize = 20_000_000;

    pub(crate) fn new(subject: &'s Subject<'a>) -> Self {
        let mut contacts = vec![Vec::new(); subject.draft.territories.len()];
        let land = subject.land.iter().flat_map(|land| land.contacts());
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

    /// The fix that links `part` (ascending) with the rest of the map: at the longest
    /// contact that is not declared closed, else between the nearest pivots.
    pub(crate) fn fix(&mut self, part: &[usize]) -> Option<Fix> {
        let inside = |at: usize| part.binary_search(&at).is_ok();
        let own = part.iter().flat_map(|&a| {
            let others = self.contacts[a].iter();
            others.map(move |&(b, length)| (a, b, length))
        });
        let longest = own
            .filter(|&(_, b, _)| !inside(b))
            .max_by_key(|&(a, b, length)| (length, Reverse((a.min(b), a.max(b)))));
        if let Some((a, b, _)) = longest {
            return Some(link(self.subject, a, b, By::Land));
        }
        let count = self.subject.draft.territories.len();
        self.work_left = self.work_left.checked_sub(part.len() * count)?;
        let pivot = |at: usize| self.subject.territory(at).pivots.first().copied();
        let pairs = part.iter().filter_map(|&a| Some((a, pivot(a)?)));
        let pairs = pairs.flat_map(|(a, from)| {
            let others = (0..count).filter(move |&b| !inside(b));
            others.filter_map(move |b| Some((distance_squared(from, pivot(b)?), a, b)))
        });
        let (_, a, b) = pairs.min()?;
        Some(link(self.subject, a, b, By::Sea))
    }
}

/// The fix that links two territories; disabled if they have no ids of their own.
pub(crate) fn link(subject: &Subject<'_>, a: usize, b: usize, by: By) -> Fix {
    let title = link_title(subject, a, b, by);
    match (subject.own_id(a), subject.own_id(b)) {
        (Some(from), Some(to)) => {
            let pair = subject.pair(a, b);
            let edit = author::link(&pair, from.min(to), from.max(to), by, Way::Both);
            Fix::guess(title, [edit])
        }
        _ => Fix {
            disabled: Some("both territories need an id of their own first".to_owned()),
            ..Fix::guess(title, [])
        },
    }
}

pub(crate) fn link_title(subject: &Subject<'_>, a: usize, b: usize, by: By) -> String {
    let (a, b, by) = (subject.name(a), subject.name(b), by.word());
    format!("Link {a} and {b} by {by}")
}

/// Whether the border between two territories is declared closed.
pub(crate) fn closed(subject: &Subject<'_>, a: usize, b: usize) -> bool {
    let closes = |a: usize, b: usize| {
        let other = subject.territory(b).id;
        let mut closed = subject.territory(a).closed.iter();
        closed.any(|&id| Some(id) == other)
    };
    closes(a, b) || closes(b, a)
}

pub(crate) fn distance_squared(a: Point, b: Point) -> u64 {
    let (x, y) = (u64::from(a.x.abs_diff(b.x)), u64::from(a.y.abs_diff(b.y)));
    x * x + y * y
}

/// Horizontal and vertical distance of two boxes in pixels, on a mask whose edges may be
/// joined.
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

/// Distance of two ranges in pixels, on a side whose ends may be joined.
fn gap(a: (u32, u32), b: (u32, u32), side: u32, joined: bool) -> u32 {
    let (first, second) = if a.0 <= b.0 { (a, b) } else { (b, a) };
    let inside = second.0.saturating_sub(first.1);
    let round = (first.0 + side).saturating_sub(second.1.max(first.1));
    if joined { inside.min(round) } else { inside }
}
