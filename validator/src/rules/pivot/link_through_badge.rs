//! The line of a link by sea runs through the badge of a third territory.
//!
//! It looks as if that one were linked.
//!
//! ## How to repair
//!
//! Move the badge or a pivot a little.

use crate::rules::adjacency::sea::lines;
use crate::rules::most::Most;
use crate::rules::prelude::*;

pub(crate) static RULE: Rule = Rule {
    code: "PIV006",
    name: "link-through-badge",
    severity: Severity::Info,
    fixable: Fixable::No,
    source: include_str!("link_through_badge.rs"),
    check,
};

fn check(subject: &Subject<'_>) -> Vec<Finding> {
    let radius = f64::from(subject.badge_diameter()) / 2.0;
    let badges: Vec<(usize, Point)> = (0..subject.draft.territories.len())
        .filter_map(|at| Some((at, subject.badge(at)?)))
        .collect();
    let lines = lines(subject);
    // All pairs of lines and badges: more than this would take long, and such a
    // map has no lines that could be told apart.
    if lines.len() * badges.len() > 20_000_000 {
        return Vec::new();
    }
    let mut findings = Most::default();
    for line in lines {
        for &(at, badge) in &badges {
            if at == line.a || at == line.b || line.distance(badge) >= radius * 0.75 {
                continue;
            }
            let finding = RULE
                .finding(format!(
                    "the line from {} to {} runs through the badge of {}",
                    subject.name(line.a),
                    subject.name(line.b),
                    subject.name(at)
                ))
                .about([
                    subject.entity(at),
                    subject.entity(line.a),
                    subject.entity(line.b),
                ])
                .at(subject.place(at))
                .spot(Some(Spot::at(badge)));
            if !findings.add(finding) {
                return findings.list();
            }
        }
    }
    findings.list()
}
