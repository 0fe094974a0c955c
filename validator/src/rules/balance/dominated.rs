#![doc = include_str!("dominated.md")]

use crate::rules::continent::worth::Worth;
use crate::rules::prelude::*;

pub(crate) fn check(rule: &'static Rule, subject: &Subject<'_>) -> Vec<Finding> {
    // Quadratic, but a file has at most a thousand continents.
    let worth: Vec<_> = subject
        .continents()
        .filter(|&(at, _)| !subject.members[at].is_empty())
        // A missing bonus is not 0; CON005 reports it.
        .filter_map(|(at, c)| Some((at, Worth::of(subject, at).extent, c.bonus?)))
        .collect();
    let mut findings = Vec::new();
    for (b, weak, weak_bonus) in &worth {
        let better = worth.iter().find(|(a, strong, bonus)| {
            let never_worse = strong.territories <= weak.territories
                && strong.borders <= weak.borders
                && bonus >= weak_bonus;
            let once_better = strong.territories < weak.territories
                || strong.borders < weak.borders
                || bonus > weak_bonus;
            a != b && never_worse && once_better
        });
        let Some((a, strong, bonus)) = better else {
            continue;
        };
        findings.push(
            rule.finding(format!(
                "{} is never better than {}",
                subject.continent_name(*b),
                subject.continent_name(*a)
            ))
            .about([subject.continent_entity(*b), subject.continent_entity(*a)])
            .at(subject.continent_place(*b))
            .help(format!(
                "{}: {} territories, {} on the border, bonus {weak_bonus}; {}: {}, {}, {bonus}",
                subject.continent_name(*b),
                weak.territories,
                weak.borders,
                subject.continent_name(*a),
                strong.territories,
                strong.borders
            )),
        );
    }
    findings
}
