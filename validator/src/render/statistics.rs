//! The number of findings of each rule.

use std::collections::BTreeMap;
use std::fmt::Write;

use serde::Serialize;

use super::Results;
use super::json::pretty;
use crate::rule::{Rule, Safety};

#[derive(Serialize)]
struct Row {
    code: &'static str,
    rule: &'static str,
    count: usize,
    /// The number of them with a safe fix.
    fixable: usize,
}

/// The rules with findings in descending order of their number, as text or JSON.
pub fn statistics(results: &Results, as_json: bool) -> String {
    let mut rows: BTreeMap<&str, (&Rule, usize, usize)> = BTreeMap::new();
    for finding in results.maps.iter().flat_map(super::Checked::open) {
        let row = rows
            .entry(finding.rule.code)
            .or_insert((finding.rule, 0, 0));
        row.1 += 1;
        row.2 += usize::from(finding.repair_at(Safety::Safe).is_some());
    }
    let mut rows: Vec<Row> = rows
        .into_values()
        .map(|(rule, count, fixable)| Row {
            code: rule.code,
            rule: rule.name,
            count,
            fixable,
        })
        .collect();
    // Rows of equal counts stay in the order of their codes.
    rows.sort_by_key(|row| std::cmp::Reverse(row.count));
    if as_json {
        return pretty(&rows);
    }
    // Writing to a string cannot fail.
    let mut out = String::new();
    if results.maps.is_empty() {
        out.push_str("no map was checked\n");
    } else if rows.is_empty() {
        let _ = writeln!(out, "{}", results.tally());
    }
    for row in rows {
        let fixable = match row.fixable {
            0 => String::new(),
            count => format!("  {count} fixable"),
        };
        let _ = writeln!(out, "{:6}  {}  {}{fixable}", row.count, row.code, row.rule);
    }
    out
}
