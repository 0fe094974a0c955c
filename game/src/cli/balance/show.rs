//! The report in each output format.

use std::fmt::Write;
use std::path::Path;

use marchland_game::conquest::balance::told::{FOLLOWS, Told};
use marchland_maps::files::{plain, plain_json};

use super::report::Report;
use super::tables::{self, Table};
use super::{changes, csv, human, page, words};

/// Output formats of a report.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub(super) enum Format {
    /// A summary in words, then tables
    Human,
    /// JSON for programs; game/schema/balance-1.json is its schema
    Json,
    /// CSV with a row for each figure and its interval
    Csv,
    /// Markdown for a job summary
    Markdown,
    /// A self-contained page with the map and plots
    Html,
}

impl Format {
    /// The format that the ending of a file's name says, if any.
    pub(super) fn of_name(path: &Path) -> Option<Self> {
        let ending = path.extension()?.to_str()?.to_ascii_lowercase();
        Some(match &*ending {
            "html" | "htm" => Self::Html,
            "json" => Self::Json,
            "csv" => Self::Csv,
            "md" | "markdown" => Self::Markdown,
            _ => return None,
        })
    }
}

/// Whether a file begins like a report in any format.
pub(super) fn begins(head: &[u8]) -> bool {
    let starts = [
        "{\n  \"version\": 1,\n  \"tool\"",
        csv::HEAD,
        "# Balance of ",
        "Balance of ",
        page::BEGINS,
    ];
    starts
        .iter()
        .any(|start| head.starts_with(start.as_bytes()))
}

/// The report as text; the human one has lines of at most `width` columns where words allow it.
///
/// # Errors
/// Those of writing JSON; none is known to occur.
pub(super) fn text(report: &Report, format: Format, width: usize) -> anyhow::Result<String> {
    Ok(match format {
        Format::Human => human::human(
            report,
            &sentences(report),
            &all_tables(report),
            &method(report),
            width,
        ),
        Format::Json => plain_json(&serde_json::to_string_pretty(report)?),
        Format::Csv => csv::csv(report),
        Format::Markdown => markdown(report),
        Format::Html => page::page(report, &sentences(report), &method(report)),
    })
}

/// The sentences: first the limits that fail the run, then what stands out, then the other limits.
fn sentences(report: &Report) -> Vec<Told> {
    let (failed, others) = words::verdicts(&report.limits);
    let [failed, others] = [failed, others].map(|all| all.into_iter().map(Told::plain));
    let words = report.words.iter().cloned();
    failed.chain(words).chain(others).collect()
}

fn all_tables(report: &Report) -> Vec<Table> {
    let changed = report.changes.as_deref().map(changes::changes);
    let proposals = report.proposals.as_deref().map(changes::proposals);
    let sections = report.sections.iter().flat_map(tables::tables);
    changed
        .into_iter()
        .chain(proposals)
        .chain(sections)
        .collect()
}

fn method(report: &Report) -> Vec<&'static str> {
    let watched = report.watched.then_some(words::WATCHED);
    std::iter::once(words::METHOD).chain(watched).collect()
}

fn markdown(report: &Report) -> String {
    // Names may contain Markdown syntax.
    let safe = |text: &str| {
        let mut out = String::new();
        for c in plain(text).chars() {
            if "\\`*_{}[]<>#|~&!".contains(c) {
                out.push('\\');
            }
            out.push(c);
        }
        out
    };
    let mut out = format!("# {}\n\n", safe(&report.title()));
    for sentence in sentences(report) {
        let line = sentence.line();
        let _ = match words::code(&line) {
            Some((code, rest)) => writeln!(out, "* `{code}`{}", safe(rest)),
            None => writeln!(out, "* {}", safe(&line)),
        };
        for one in &sentence.follows {
            let _ = writeln!(out, "  * {}", safe(&format!("{FOLLOWS} {one}")));
        }
    }
    for table in all_tables(report) {
        let _ = writeln!(out, "\n## {}\n", safe(&table.title));
        let line = |cells: &[String]| {
            let cells: Vec<String> = cells.iter().map(|cell| safe(cell)).collect();
            format!("| {} |\n", cells.join(" | "))
        };
        out += &line(&table.heads);
        let _ = writeln!(out, "|---|{}", "--:|".repeat(table.heads.len() - 1));
        for row in &table.rows {
            out += &line(row);
        }
    }
    for text in method(report) {
        let _ = writeln!(out, "\n{}", safe(text));
    }
    let _ = writeln!(out, "\n    {}", plain(&report.command));
    out
}
