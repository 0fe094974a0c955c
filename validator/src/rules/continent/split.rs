#![doc = include_str!("split.md")]

use crate::rules::prelude::*;
use std::collections::HashMap;

pub(crate) fn check(rule: &'static Rule, subject: &Subject<'_>) -> Vec<Finding> {
    // All continents in one pass over the links.
    let mut parts: HashMap<usize, Vec<Vec<usize>>> = HashMap::new();
    let continents: Vec<Option<usize>> = (0..subject.draft.territories.len())
        .map(|at| subject.continent_of(at))
        .collect();
    for part in subject.graph.components_within(|at| continents[at]) {
        if let Some(continent) = continents[part[0]] {
            parts.entry(continent).or_default().push(part);
        }
    }
    let mut findings = Vec::new();
    for (at, _) in subject.continents() {
        let Some(parts) = parts.get(&at).filter(|parts| parts.len() > 1) else {
            continue;
        };
        let smaller: Vec<String> = parts[1..]
            .iter()
            .take(4)
            .map(|part| subject.list(part, part.len()))
            .collect();
        findings.push(
            rule.finding(format!(
                "{} consists of {} parts that no link inside it joins",
                subject.continent_name(at),
                parts.len()
            ))
            .on(subject.continent_site(at))
            .spot(subject.spot(parts[1][0]))
            .help(format!(
                "apart from its largest part: {}",
                smaller.join("; ")
            )),
        );
    }
    findings
}
