//! A code quality report for GitLab's merge requests, in the "Code Quality report
//! format" of GitLab's documentation.

use serde::Serialize;

use super::json::pretty;
use super::{Checked, Results};
use marchland_maps::Severity;

#[derive(Serialize)]
struct Issue {
    description: String,
    check_name: &'static str,
    /// The map and the finding's id, to recognise it in the report of another commit.
    fingerprint: String,
    severity: &'static str,
    location: Location,
}

#[derive(Serialize)]
struct Location {
    path: String,
    lines: Lines,
}

#[derive(Serialize)]
struct Lines {
    begin: u32,
}

/// One entry per finding without waived ones.
pub fn gitlab(results: &Results) -> String {
    let mut issues = Vec::new();
    for map in &results.maps {
        for finding in map.open() {
            let (begin, _) = Checked::line_and_column(finding);
            issues.push(Issue {
                description: finding.message.clone(),
                check_name: finding.rule.code,
                fingerprint: format!("{}:{}", map.place, finding.id),
                severity: match finding.severity {
                    Severity::Error => "major",
                    Severity::Warning => "minor",
                    Severity::Info => "info",
                },
                location: Location {
                    path: map.place_of(finding),
                    lines: Lines { begin },
                },
            });
        }
    }
    for failure in &results.failures {
        issues.push(Issue {
            description: failure.message.clone(),
            check_name: "unreadable",
            fingerprint: format!("{}:unreadable", failure.place),
            severity: "blocker",
            location: Location {
                path: failure.place.clone(),
                lines: Lines { begin: 1 },
            },
        });
    }
    pretty(&issues)
}
