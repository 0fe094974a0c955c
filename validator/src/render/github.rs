//! GitHub workflow commands, shown as annotations on a pull request.

use std::fmt::Write;

use super::{Checked, Results};
use marchland_maps::Severity;

/// One command per finding.
pub fn github(results: &Results) -> String {
    let mut out = String::new();
    for map in &results.maps {
        for finding in map.open() {
            let (line, column) = Checked::line_and_column(finding);
            let end = finding.span.as_ref().map_or_else(String::new, |span| {
                // GitHub accepts an end column only within a line.
                if span.end_line == span.line {
                    format!(",endColumn={}", span.end_column)
                } else {
                    format!(",endLine={}", span.end_line)
                }
            });
            let command = match finding.severity {
                Severity::Error => "error",
                Severity::Warning => "warning",
                Severity::Info => "notice",
            };
            let mut message = finding.message.clone();
            if let Some(help) = &finding.help {
                message += "\n";
                message += help;
            }
            // Writing to a string cannot fail.
            let _ = writeln!(
                out,
                "::{command} file={},line={line},col={column}{end},title={}::{}",
                property(&map.place_of(finding)),
                property(&format!("{} {}", finding.rule.code, finding.rule.name)),
                data(&message)
            );
        }
    }
    for failure in &results.failures {
        let _ = writeln!(
            out,
            "::error file={}::{}",
            property(&failure.place),
            data(&failure.message)
        );
    }
    out
}

fn data(text: &str) -> String {
    text.replace('%', "%25")
        .replace('\r', "%0D")
        .replace('\n', "%0A")
}

fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}
