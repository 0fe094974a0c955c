//! One line a finding, as compilers print them.

use std::fmt::Write;

use super::{Checked, Results};

/// `path:line:column: severity[CODE] message`, one line each.
pub fn short(results: &Results<'_>) -> String {
    let mut out = String::new();
    for map in &results.maps {
        for finding in map.open() {
            let (line, column) = Checked::line_and_column(finding);
            // Writing to a string cannot fail.
            let _ = writeln!(
                out,
                "{}:{line}:{column}: {}[{}] {}",
                map.file_of(finding),
                finding.severity,
                finding.rule.code,
                finding.message
            );
        }
    }
    out
}
