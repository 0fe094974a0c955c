//! A complete report for programs, in a versioned format.
//!
//! Its JSON Schema is `validator/schema/report-1.json`. Within a version, members are
//! only added.

use serde::Serialize;

use super::{Checked, Failure, Results};
use crate::check::Counts;
use crate::diagnostic::{File, Finding};
use marchland_maps::files::plain_json;

/// The version of the format.
pub const VERSION: u32 = 1;

#[derive(Serialize)]
struct Document<'a> {
    version: u32,
    tool: Tool,
    maps: Vec<Map<'a>>,
    failures: &'a [Failure],
    summary: Counts,
}

#[derive(Serialize)]
struct Tool {
    name: &'static str,
    version: &'static str,
}

#[derive(Serialize)]
struct Map<'a> {
    path: &'a str,
    name: Option<&'a str>,
    summary: Counts,
    findings: Vec<Entry<'a>>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Entry<'a> {
    id: &'a str,
    code: &'static str,
    rule: &'static str,
    severity: &'static str,
    message: &'a str,
    about: Vec<String>,
    location: Option<Location>,
    mask: Option<Spot>,
    help: Option<&'a str>,
    waived: Option<&'a str>,
    fixes: Vec<Fix<'a>>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Location {
    file: &'static str,
    line: u32,
    column: u32,
    end_line: u32,
    end_column: u32,
    start_byte: usize,
    end_byte: usize,
}

#[derive(Serialize)]
struct Spot {
    x: u32,
    y: u32,
    r#box: Option<Box>,
}

#[derive(Serialize)]
struct Box {
    left: u32,
    top: u32,
    right: u32,
    bottom: u32,
}

#[derive(Serialize)]
struct Fix<'a> {
    title: &'a str,
    safety: &'static str,
    disabled: Option<&'a str>,
    rewrites: Vec<Rewrite<'a>>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Rewrite<'a> {
    start_byte: usize,
    end_byte: usize,
    text: &'a str,
}

/// One JSON document for all maps with a final line feed. Includes waived findings with
/// their reasons.
pub fn json(results: &Results) -> String {
    let document = Document {
        version: VERSION,
        tool: Tool {
            name: "marchland-validator",
            version: env!("CARGO_PKG_VERSION"),
        },
        maps: results.maps.iter().map(map).collect(),
        failures: &results.failures,
        summary: results.counts(),
    };
    pretty(&document)
}

/// Indented JSON with a final line feed. Fixes contain names from the file.
pub(super) fn pretty(document: &impl Serialize) -> String {
    plain_json(&serde_json::to_string_pretty(document).unwrap_or_default())
}

fn map(map: &Checked) -> Map<'_> {
    Map {
        path: &map.path,
        name: map.name.as_deref(),
        summary: map.counts,
        findings: map.findings.iter().map(entry).collect(),
    }
}

fn entry(finding: &Finding) -> Entry<'_> {
    Entry {
        id: &finding.id,
        code: finding.rule.code,
        rule: finding.rule.name,
        severity: finding.severity.word(),
        message: &finding.message,
        about: finding.about.iter().map(ToString::to_string).collect(),
        location: finding.span.as_ref().map(|span| Location {
            file: match finding.file {
                File::Map => "map",
                File::Settings => "settings",
            },
            line: span.line,
            column: span.column,
            end_line: span.end_line,
            end_column: span.end_column,
            start_byte: span.bytes.start,
            end_byte: span.bytes.end,
        }),
        mask: finding.spot.map(|spot| Spot {
            x: spot.point.x,
            y: spot.point.y,
            r#box: spot.bounds.map(|b| Box {
                left: b.left,
                top: b.top,
                right: b.right,
                bottom: b.bottom,
            }),
        }),
        help: finding.help.as_deref(),
        waived: finding.waived.as_deref(),
        fixes: finding
            .fixes
            .iter()
            .map(|fix| Fix {
                title: &fix.title,
                safety: fix.safety.word(),
                disabled: fix.hindrance(),
                rewrites: fix
                    .rewrites
                    .iter()
                    .map(|rewrite| Rewrite {
                        start_byte: rewrite.bytes.start,
                        end_byte: rewrite.bytes.end,
                        text: &rewrite.text,
                    })
                    .collect(),
            })
            .collect(),
    }
}
