//! The report in each output format.

use std::fmt::Write;
use std::path::Path;

use marchland_game::conquest::balance::told::{FOLLOWS, Told};
use marchland_game::conquest::balance::{Figure, MARKS};
use marchland_maps::files::{is_steering, plain};

use super::report::Report;
use super::tables::{self, Table};
use super::{changes, human, page, words};

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

const CSV: &str = "players,what,subject,value,low,high\n";

/// Whether a file begins like a report in any format.
pub(super) fn begins(head: &[u8]) -> bool {
    let starts = [
        "{\n  \"version\": 1,\n  \"tool\"",
        CSV,
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
        Format::Json => json(report)?,
        Format::Csv => csv(report),
        Format::Markdown => markdown(report),
        Format::Html => page::page(report, &sentences(report), &method(report)),
    })
}

/// Escapes characters that steer a terminal; outside strings the only ones are line feeds.
fn json(report: &Report) -> anyhow::Result<String> {
    let text = serde_json::to_string_pretty(report)?;
    let mut out = String::with_capacity(text.len() + 1);
    for c in text.chars() {
        if c != '\n' && is_steering(c) {
            let _ = write!(out, "\\u{:04x}", u32::from(c));
        } else {
            out.push(c);
        }
    }
    out.push('\n');
    Ok(out)
}

/// The sentences: first what stands out, then the limits.
fn sentences(report: &Report) -> Vec<Told> {
    let limits = report.limits.iter().map(words::verdict).map(Told::plain);
    report.words.iter().cloned().chain(limits).collect()
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
        let _ = writeln!(out, "* {}", safe(&sentence.line()));
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

/// A row for each known figure.
fn csv(report: &Report) -> String {
    let mut out = CSV.to_owned();
    for section in &report.sections {
        let mut row = |what: &str, subject: &str, figure: Option<Figure>| {
            if let Some(Figure { value, low, high }) = figure {
                let subject = plain(subject).replace('"', "\"\"");
                let players = section.players;
                let _ = writeln!(out, "{players},{what},\"{subject}\",{value},{low},{high}");
            }
        };
        for place in &section.places {
            let name = place.place.to_string();
            row("won", &name, place.won);
            row("won-on-world", &name, place.world);
            row("won-beyond-world", &name, place.beyond_world);
            row("first-out", &name, place.first_out);
        }
        for continent in &section.continents {
            let name = &continent.name;
            for mark in &continent.marks {
                let round = mark.round;
                row(&format!("held-{round}"), name, mark.held);
                row(&format!("holder-won-{round}"), name, mark.won);
                row(&format!("lift-{round}"), name, mark.lift);
                row(
                    &format!("lift-as-strong-{round}"),
                    name,
                    mark.lift_as_strong,
                );
            }
            row("taken", name, continent.taken);
            row("collected", name, continent.collected);
            row("lift-begun", name, continent.lift_begun);
        }
        for territory in &section.territories {
            let name = &territory.name;
            row("battles", name, territory.battles);
            row("conquests", name, territory.conquests);
            row("lift", name, territory.lift);
        }
        let course = &section.course;
        row("rounds", "", course.rounds);
        row("unfinished", "", course.unfinished);
        row("lead-changes", "", course.leads);
        for ((mark, behind), ranks) in MARKS.iter().zip(&course.from_behind).zip(&course.by_rank) {
            row(&format!("from-behind-{mark}"), "", *behind);
            for (at, rank) in (1..).zip(ranks) {
                row(&format!("won-by-rank-{mark}"), &format!("{at}"), *rank);
            }
        }
    }
    changes::csv(
        &mut out,
        report.changes.as_deref(),
        report.proposals.as_deref(),
    );
    out
}
