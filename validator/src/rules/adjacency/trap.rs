#![doc = include_str!("trap.md")]

use crate::rules::prelude::*;
use std::collections::HashSet;

pub(crate) fn check(rule: &'static Rule, subject: &Subject<'_>) -> Vec<Finding> {
    let mut findings = Vec::new();
    let strong = subject.graph.strong_components();
    let whole = subject.graph.components();
    if strong.len() == whole.len() {
        return findings;
    }
    let mut part_of = vec![0; subject.draft.territories.len()];
    for (part, members) in whole.iter().enumerate() {
        for &at in members {
            part_of[at] = part;
        }
    }
    let mut seen = HashSet::new();
    for group in &strong {
        // The first group of a part is its largest.
        if seen.insert(part_of[group[0]]) {
            continue;
        }
        let inside: HashSet<usize> = group.iter().copied().collect();
        let crossing = || {
            let links = group.iter().flat_map(|&at| {
                let outside = subject.graph.around(at).iter();
                outside
                    .filter(|to| !inside.contains(to))
                    .map(move |&to| (at, to))
            });
            links.filter_map(|(at, to)| subject.graph.link(at, to).map(|link| (at, link)))
        };
        let leads_out = |at: usize, link: &crate::graph::Link| {
            if link.a == at { link.there } else { link.back }
        };
        let out = crossing().any(|(at, link)| leads_out(at, link));
        let into = crossing().any(|(at, link)| !leads_out(at, link) || !link.one_way());
        let message = match (into, out) {
            (true, false) => "can be entered, but never left",
            (false, true) => "can be left, but never entered",
            _ => continue,
        };
        let one_way = crossing().find(|(_, link)| link.one_way());
        findings.push(
            rule.finding(format!("{} {message}", subject.list(group, group.len())))
                .about(group.iter().take(8).map(|&at| subject.entity(at)))
                .at(subject.place(group[0]))
                .spot(subject.spot(group[0]))
                .fix(one_way.map(|(_, link)| super::sea::make_two_way(subject, link))),
        );
    }
    findings
}
