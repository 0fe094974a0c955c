#![doc = include_str!("crossing_links.md")]

use crate::rules::adjacency::sea::{Line, lines, side};
use crate::rules::bounded::Bounded;
use crate::rules::prelude::*;
use std::collections::HashSet;

/// Maximum number of squares of all lines together, of 16 bytes each.
const SQUARES: usize = 4_000_000;
/// Maximum number of comparisons, only reached by thousands of lines side by side.
const WORK: usize = 20_000_000;

const NOT_ALL: &str = "not all sea links were checked for crossings";

pub(crate) fn check(rule: &'static Rule, subject: &Subject<'_>) -> Vec<Finding> {
    let lines = lines(subject);
    let side = side(lines.iter().map(|line| line.from));
    let mut findings = Bounded::default();
    let mut by_square: Vec<((u32, u32), usize)> = Vec::new();
    for (index, line) in lines.iter().enumerate() {
        for square in line.squares(side, 0) {
            if by_square.len() == SQUARES {
                findings.not_checked(rule, NOT_ALL);
                return findings.list();
            }
            by_square.push((square, index));
        }
    }
    by_square.sort_unstable();
    let mut seen = HashSet::new();
    let mut work = 0_usize;
    for square in by_square.chunk_by(|a, b| a.0 == b.0) {
        for (at, &(_, index)) in square.iter().enumerate() {
            work += square.len() - at;
            if work > WORK {
                findings.not_checked(rule, NOT_ALL);
                return findings.list();
            }
            for &(_, other) in &square[at + 1..] {
                let (line, other_line) = (&lines[index], &lines[other]);
                let Some(at) = line.crossing(other_line) else {
                    continue;
                };
                if seen.insert((index, other))
                    && !findings.add(crossing(rule, subject, line, other_line, at))
                {
                    return findings.list();
                }
            }
        }
    }
    findings.list()
}

fn crossing(
    rule: &'static Rule,
    subject: &Subject<'_>,
    line: &Line,
    other: &Line,
    at: Point,
) -> Finding {
    rule.finding(format!(
        "the lines {}–{} and {}–{} cross",
        subject.name(line.a),
        subject.name(line.b),
        subject.name(other.a),
        subject.name(other.b)
    ))
    .about([line.a, line.b, other.a, other.b].map(|at| subject.entity(at)))
    .at(subject.place(line.a.min(line.b)))
    .spot(Some(Spot::at(at)))
}
