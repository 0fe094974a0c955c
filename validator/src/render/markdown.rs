//! Markdown for the summary of a CI job or a comment on a pull request.

use std::fmt::Write;

use super::{Checked, Results};

/// A heading, and one table for each map that has findings.
pub fn markdown(results: &Results) -> String {
    let tally = if results.maps.is_empty() {
        "no map was checked".to_owned()
    } else {
        results.tally()
    };
    let mut out = format!("## Map check: {tally}\n");
    // Writing to a string cannot fail.
    for map in &results.maps {
        let mut open = map.open().peekable();
        if open.peek().is_none() {
            let _ = writeln!(out, "\n**{}**: no findings", escape(&map.path));
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
