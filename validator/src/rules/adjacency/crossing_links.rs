//! The lines of two links by sea cross each other.
//!
//! It is then hard to see which territories they join.
//!
//! ## How to repair
//!
//! Moving a pivot a little may part them.

use crate::rules::adjacency::sea::lines;
use crate::rules::most::Most;
use crate::rules::prelude::*;

pub(crate) static RULE: Rule = Rule {
    code: "ADJ015",
    name: "crossing-links",
    severity: Severity::Info,
    fixable: Fixable::No,
    source: include_str!("crossing_links.rs"),
    check,
};

fn check(subject: &Subject<'_>) -> Vec<Finding> {
    let mut lines = lines(subject);
    lines.sort_by_key(super::sea::Line::left);
    let mut findings = Most::default();
    let mut work = 0_usize;
    for (index, line) in lines.iter().enumerate() {
        // Lines that begin right of this one's end cannot cross it.
        for other in lines[index + 1..]
            .iter()
            .take_while(|other| other.left() <= line.right())
        {
            work += 1;
            if work > 5_000_000 {
                return findings.list();
            }
            let Some(at) = line.crossing(other) else {
                continue;
            };
            let finding = RULE
                .finding(format!(
                    "the lines {}–{} and {}–{} cross",
                    subject.name(line.a),
                    subject.name(line.b),
                    subject.name(other.a),
                    subject.name(other.b)
                ))
                .about([line.a, line.b, other.a, other.b].map(|at| subject.entity(at)))
                .at(subject.place(line.a.min(line.b)))
                .spot(Some(Spot::at(at)));
            if !findings.add(finding) {
                return findings.list();
            }
        }
    }
    findings.list()
}
