//! SARIF 2.1.0, which code hosts show as code scanning alerts.

use std::cmp::Reverse;
use std::fmt::Write;

use serde_json::{Value, json};

use super::{Checked, Results, json::pretty, many};
use crate::catalogue::RULES;
use crate::diagnostic::Finding;
use marchland_maps::Severity;

/// The maximum number of results that GitHub accepts. Waived results are omitted first, then
/// the least severe.
const MAX_RESULTS: usize = 25_000;

/// One run with one result per finding. Waived findings are included as suppressed
/// results with their reasons. Fingerprints are the findings' ids, so that a result is
/// recognised when lines move.
pub fn sarif(results: &Results) -> String {
    pretty(&document(results, MAX_RESULTS))
}

/// A document of at most `most` results.
fn document(results: &Results, most: usize) -> Value {
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
    let mut all: Vec<(&Checked, &Finding)> = Vec::new();
    for map in &results.maps {
        all.extend(map.findings.iter().map(|finding| (map, finding)));
    }
    let notification = |level, text| json!({"level": level, "message": {"text": text}});
    let mut notifications: Vec<Value> = results
        .failures
        .iter()
        .map(|failure| {
            let text = format!("{}: {}", failure.path, failure.message);
            notification("error", text)
        })
        .collect();
    let omitted = all.len().saturating_sub(most);
    if omitted > 0 {
        all.sort_by_key(|(_, finding)| (finding.waived.is_some(), Reverse(finding.severity)));
        all.truncate(most);
        let omitted = many(omitted, "result is", "results are");
        let text = format!("{omitted} omitted; a file may have {most}");
        notifications.push(notification("warning", text));
    }
    json!({
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
    })
}

fn level(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Info => "note",
    }
}

fn result(map: &Checked, finding: &Finding) -> Value {
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
            "artifactLocation": {"uri": uri(&map.place_of(finding))},
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::Counts;

    #[test]
    fn waived_and_mild_results_are_omitted_first() {
        let finding = |severity: Severity, waived: Option<&str>| {
            let finding = RULES[0].finding(severity.word()).severity(severity);
            Finding {
                waived: waived.map(str::to_owned),
                ..finding
            }
        };
        let findings = [
            finding(Severity::Error, Some("a reason")),
            finding(Severity::Info, None),
            finding(Severity::Error, None),
            finding(Severity::Warning, None),
        ];
        let results = Results {
            maps: vec![Checked {
                path: "map.xml".to_owned(),
                place: "map.xml".to_owned(),
                name: None,
                text: String::new(),
                settings_text: None,
                findings: findings.to_vec(),
                counts: Counts::default(),
            }],
            failures: Vec::new(),
            threshold: Severity::Error,
        };
        let run = |most| document(&results, most)["runs"][0].clone();
        let levels = |run: &Value| -> Vec<String> {
            let results = run["results"].as_array().unwrap();
            let level = |result: &Value| result["level"].as_str().unwrap().to_owned();
            results.iter().map(level).collect()
        };
        let notifications =
            |run: &Value| run["invocations"][0]["toolExecutionNotifications"].clone();
        let short = run(2);
        assert_eq!(levels(&short), ["error", "warning"]);
        assert_eq!(short["results"][0].get("suppressions"), None);
        let text = "2 results are omitted; a file may have 2";
        let warning = json!([{"level": "warning", "message": {"text": text}}]);
        assert_eq!(notifications(&short), warning);
        let whole = run(4);
        assert_eq!(levels(&whole), ["error", "note", "error", "warning"]);
        assert_eq!(notifications(&whole), json!([]));
    }
}
