#![doc = include_str!("link_through_badge.md")]

use crate::rules::adjacency::sea::{lines, side};
use crate::rules::bounded::Bounded;
use crate::rules::prelude::*;
use std::collections::HashMap;

/// Maximum number of comparisons, only reached by thousands of badges in one place
/// beside thousands of lines.
const WORK: usize = 50_000_000;

pub(crate) fn check(rule: &'static Rule, subject: &Subject<'_>) -> Vec<Finding> {
    // Ignore lines that only graze the badge.
    let near = f64::from(subject.draft.badge_size()) / 2.0 * 0.75;
    let badges: Vec<(usize, Point)> = (0..subject.draft.territories.len())
        .filter_map(|at| Some((at, subject.territory(at).badge_place()?)))
        .collect();
    let side = side(badges.iter().map(|&(_, badge)| badge));
    let mut squares: HashMap<(u32, u32), Vec<(usize, Point)>> = HashMap::new();
    for &(at, badge) in &badges {
        let square = (badge.x / side, badge.y / side);
        squares.entry(square).or_default().push((at, badge));
    }
    let mut findings = Bounded::default();
    let mut work = 0_usize;
    for line in lines(subject) {
        for square in line.squares(side, near.ceil() as u32) {
            let badges = squares.get(&square).map_or(&[][..], Vec::as_slice);
            work += badges.len() + 1;
            if work > WORK {
                findings.not_checked(rule, "not all sea links were checked against all badges");
                return findings.list();
            }
            for &(at, badge) in badges {
                if at == line.a || at == line.b || line.distance(badge) >= near {
                    continue;
                }
                let finding = rule
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
    }
    findings.list()
}
