//! SARIF 2.1.0, which code hosts show as code scanning alerts.

use std::fmt::Write;

use serde_json::{Value, json};

use super::{Checked, Results, json::pretty};
use crate::catalogue::RULES;
use crate::diagnostic::Finding;
use marchland_maps::Severity;

/// The maximum number of results that GitHub accepts; the least severe are dropped.
const MAX_RESULTS: usize = 25_000;

/// One run with one result per finding. Waived findings are included as suppressed
/// results with their reasons. Fingerprints are the findings' ids, so that a result is
/// recognised when lines move.
pub fn sarif(results: &Results<'_>) -> String {
    let rules: Vec<Value> = RULES
        .iter()
        .map(|rule| {
            json!({
                "id": rule.code,
                "name": rule.name,
                "shortDescription": {"text": rule.summary()},
                "help": {"text": rule.page, "markdown": rule.page},
                "defaultConfiguration": {"level": level(rule.severity)},
            })
        })
        .collect();
    let mut all: Vec<(&Checked<'_>, &Finding)> = Vec::new();
    for map in &results.maps {
        all.extend(map.findings.iter().map(|&finding| (map, finding)));
    }
    if all.len() > MAX_RESULTS {
        all.sort_by_key(|(_, finding)| std::cmp::Reverse(finding.severity));
        all.truncate(MAX_RESULTS);
    }
    let notifications: Vec<Value> = results
        .failures
        .iter()
        .map(|failure| json!({"level": "error", "message": {"text": format!("{}: {}", failure.path, failure.message)}}))
        .collect();
    let document = json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": {"driver": {
                "name": "marchland-validator",
                "semanticVersion": env!("CARGO_PKG_VERSION"),
                "rules": rules,
            }},
            "columnKind": "unicodeCodePoints",
            "invocations": [{
                "executionSuccessful": results.failures.is_empty(),
                "toolExecutionNotifications": notifications,
            }],
            "results": all.iter().map(|(map, finding)| result(map, finding)).collect::<Vec<_>>(),
        }],
    });
    pretty(&document)
}

fn level(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Info => "note",
    }
}

fn result(map: &Checked<'_>, finding: &Finding) -> Value {
    let region = finding.span.as_ref().map_or_else(
        || json!({"startLine": 1}),
        |span| {
            json!({
                "startLine": span.line,
                "startColumn": span.column,
                "endLine": span.end_line,
                "endColumn": span.end_column,
            })
        },
    );
    let mut properties = json!({
        "about": finding.about.iter().map(ToString::to_string).collect::<Vec<_>>(),
        "fixes": finding.fixes.iter()
            .map(|fix| json!({"title": fix.title, "safety": fix.safety.word()}))
            .collect::<Vec<_>>(),
    });
    if let Some(spot) = finding.spot {
        properties["mask"] = json!({"x": spot.point.x, "y": spot.point.y});
        if let Some(b) = spot.bounds {
            properties["mask"]["box"] = json!([b.left, b.top, b.right, b.bottom]);
        }
    }
    let text = match &finding.help {
        Some(help) => format!("{}\n{help}", finding.message),
        None => finding.message.clone(),
    };
    let mut result = json!({
        "ruleId": finding.rule.code,
        "ruleIndex": RULES.iter().position(|rule| rule.code == finding.rule.code),
        "level": level(finding.severity),
        "message": {"text": text},
        "locations": [{"physicalLocation": {
            "artifactLocation": {"uri": uri(&map.file_of(finding))},
            "region": region,
        }}],
        "partialFingerprints": {"marchlandFindingId/v1": finding.id},
        "properties": properties,
    });
    if let Some(reason) = &finding.waived {
        result["suppressions"] = json!([{"kind": "external", "justification": reason}]);
    }
    result
}

/// A path as a URI reference, percent-encoded except for unreserved characters and `/`.
fn uri(path: &str) -> String {
    let mut out = String::new();
    for byte in path.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~/".contains(&byte) {
            out.push(char::from(byte));
        } else {
            // Writing to a string cannot fail.
            let _ = write!(out, "%{byte:02X}");
        }
    }
    out
}
