//! One line per finding, in the format of compilers.

use std::fmt::Write;

use super::{Checked, Results};

/// `path:line:column: severity[CODE] message` for each finding.
pub fn short(results: &Results) -> String {
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
