//! Markdown for the summary of a CI job or a comment on a pull request.

use std::fmt::Write;

use super::{Checked, Results};

/// A heading, one table for each map that has findings, and the number of the others.
pub fn markdown(results: &Results) -> String {
    let tally = if results.maps.is_empty() {
        "no map was checked".to_owned()
    } else {
        results.tally()
    };
    let mut out = format!("## Map check: {tally}\n");
    // Writing to a string cannot fail.
    let mut clean = Vec::new();
    for map in &results.maps {
        let mut open = map.open().peekable();
        if open.peek().is_none() {
            clean.push(map);
            continue;
        }
        let tally = super::tally(map.counts);
        let _ = writeln!(out, "\n**{}**: {tally}\n", escape(&map.path));
        out += "| | rule | line | finding |\n|---|---|---|---|\n";
        for finding in open {
            let (line, _) = Checked::line_and_column(finding);
            let fix = finding
                .fixes
                .first()
                .map_or_else(String::new, |fix| format!("<br>*{}*", escape(&fix.title)));
            let _ = writeln!(
                out,
                "| {} | {} | {line} | {}{fix} |",
                finding.severity,
                finding.rule.code,
                escape(&finding.message)
            );
        }
    }
    for failure in &results.failures {
        let _ = writeln!(
            out,
            "\n**{}**: not checked: {}",
            escape(&failure.path),
            escape(&failure.message)
        );
    }
    // A repository of many maps has no room for a line about each.
    match clean[..] {
        [] => {}
        [map] => {
            let _ = writeln!(out, "\n**{}**: no findings", escape(&map.path));
        }
        [..] => {
            let _ = writeln!(out, "\n**{} maps**: no findings", clean.len());
        }
    }
    out
}

/// Escapes markup.
fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '<' => out += "&lt;",
            '>' => out += "&gt;",
            '&' => out += "&amp;",
            '\n' | '\r' => out.push(' '),
            '\\' | '|' | '*' | '_' | '`' | '[' | ']' | '#' => {
                out.push('\\');
                out.push(c);
            }
            c => out.push(c),
        }
    }
    out
}
