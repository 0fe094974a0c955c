//! A report for terminals that shows the lines of the file.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::ops::Range;

use annotate_snippets::{AnnotationKind, Element, Group, Level, Origin, Renderer, Snippet};

use super::{Checked, Results, many};
use crate::diagnostic::{File, Finding, Span};
use crate::rule::Safety;
use crate::settings::floor_char_boundary;
use marchland_maps::Severity;

/// Maximum length of a source line in bytes; longer lines are cut around the finding.
const MAX_LINE: usize = 160;

/// Number of findings shown per rule and map.
const MAX_PER_RULE: usize = 8;

/// The findings with their source lines, and a closing tally. Contains ANSI styles.
pub fn human(results: &Results) -> String {
    let renderer = Renderer::styled();
    let mut out = String::new();
    for map in &results.maps {
        let mut counts = BTreeMap::new();
        for finding in map.open() {
            *counts.entry(finding.rule.code).or_insert(0) += 1;
        }
        // Show one more finding rather than a line about it.
        counts.retain(|_, count| *count > MAX_PER_RULE + 1);
        let mut left: BTreeMap<_, _> = counts.keys().map(|&code| (code, MAX_PER_RULE)).collect();
        for finding in map.open() {
            match left.get_mut(finding.rule.code) {
                Some(0) => continue,
                Some(left) => *left -= 1,
                None => {}
            }
            out += &correct_column(map, finding, renderer.render(&[group(map, finding)]));
            out += "\n\n";
        }
        for (code, count) in counts {
            let more = count - MAX_PER_RULE;
            // Writing to a string cannot fail.
            let _ = writeln!(
                out,
                "{}: {more} more findings of {code}; --format short lists all\n",
                map.path
            );
        }
    }
    out += &closing(results);
    out
}

/// Replaces the column with the one in the file, since the renderer counts columns from
/// the start of the excerpt, which may be a part of a line.
fn correct_column(map: &Checked, finding: &Finding, rendered: String) -> String {
    let Some(shown) = excerpt_of(map, finding) else {
        return rendered;
    };
    let before = &shown.lines[..shown.mark.start];
    let counted = before
        .rsplit('\n')
        .next()
        .map_or(0, |line| line.chars().count())
        + 1;
    let (line, column) = Checked::line_and_column(finding);
    if counted == column as usize {
        return rendered;
    }
    let place = format!("{}:{line}:", map.file_of(finding));
    rendered.replacen(
        &format!("{place}{counted}\n"),
        &format!("{place}{column}\n"),
        1,
    )
}

fn excerpt_of<'a>(map: &'a Checked, finding: &'a Finding) -> Option<Excerpt<'a>> {
    let text = match finding.file {
        File::Map => Some(&map.text),
        File::Settings => map.settings_text.as_ref(),
    };
    excerpt(text?, finding.span.as_ref()?)
}

fn group<'a>(map: &'a Checked, finding: &'a Finding) -> Group<'a> {
    let level = match finding.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
        Severity::Info => Level::INFO,
    };
    let title = level.primary_title(&*finding.message).id(finding.rule.code);
    let shown = excerpt_of(map, finding);
    let place: Element<'_> = if let Some(Excerpt {
        lines,
        first_line,
        mark,
    }) = shown
    {
        Snippet::source(lines)
            .path(map.file_of(finding))
            .line_start(first_line)
            .annotation(AnnotationKind::Primary.span(mark))
            .into()
    } else {
        let (line, column) = Checked::line_and_column(finding);
        Origin::path(map.file_of(finding))
            .line(line as usize)
            .char_column(column as usize)
            .into()
    };
    let mut group = title.element(place);
    if let Some(spot) = finding.spot {
        let within = spot.bounds.map_or_else(String::new, |b| {
            format!(
                ", within ({}, {}) to ({}, {})",
                b.left,
                b.top,
                b.right - 1,
                b.bottom - 1
            )
        });
        let text = format!(
            "in the mask at ({}, {}){within}",
            spot.point.x, spot.point.y
        );
        group = group.element(Level::NOTE.message(text));
    }
    if let Some(help) = &finding.help {
        group = group.element(Level::NOTE.message(&**help));
    }
    for fix in &finding.fixes {
        let taken = |trust| finding.repair_at(trust).is_some_and(|one| one == fix);
        let how = match fix.hindrance() {
            Some(reason) => format!("{} (not possible now: {reason})", fix.title),
            None if taken(Safety::Safe) => format!("{} (--fix)", fix.title),
            None if taken(Safety::Unsafe) => {
                format!("{} (a guess: --fix --unsafe-fixes)", fix.title)
            }
            None => format!("or: {}", fix.title),
        };
        group = group.element(Level::HELP.message(how));
    }
    group
}

struct Excerpt<'a> {
    lines: Cow<'a, str>,
    first_line: usize,
    mark: Range<usize>,
}

/// The lines of a span, at most six. Only searches the window that can be shown, since
/// a file may be a single line of megabytes with thousands of findings.
fn excerpt<'a>(text: &'a str, span: &Span) -> Option<Excerpt<'a>> {
    const WINDOW: usize = MAX_LINE * 6;
    let Range { start, end } = span.bytes;
    let before = text.get(floor_char_boundary(text, start.saturating_sub(WINDOW))..start)?;
    let after = text.get(start..floor_char_boundary(text, start + WINDOW))?;
    let line_start = before.rfind('\n').map(|at| at + 1);
    let from = start - before.len() + line_start.unwrap_or(0);
    let mut to = start;
    for line in after.split_inclusive('\n').take(6) {
        to += line.len();
        if to >= end {
            break;
        }
    }
    let mut lines = &text[from..to];
    let mut mark = start - from..end.min(to).max(start) - from;
    if lines.len() > WINDOW || mark.start > MAX_LINE {
        let cut_from = floor_char_boundary(lines, mark.start.saturating_sub(40));
        let cut_to = floor_char_boundary(lines, cut_from + MAX_LINE);
        lines = &lines[cut_from..cut_to];
        mark = mark.start - cut_from..(mark.end - cut_from).min(lines.len());
    }
    let lines = lines.trim_end_matches(['\n', '\r']);
    let mark = mark.start.min(lines.len())..mark.end.min(lines.len());
    Some(Excerpt {
        lines: sanitise(lines),
        first_line: span.line as usize,
        mark,
    })
}

/// Replaces control characters that the renderer would print. Each replacement has the
/// same number of bytes, so that positions stay valid.
fn sanitise(lines: &str) -> Cow<'_, str> {
    let replacement = |c| match c {
        '\u{80}'..='\u{9f}' => Some('·'),
        '\u{2028}' | '\u{2029}' => Some('\u{fffd}'),
        _ => None,
    };
    if lines.chars().any(|c| replacement(c).is_some()) {
        let safe = lines.chars().map(|c| replacement(c).unwrap_or(c));
        safe.collect::<String>().into()
    } else {
        lines.into()
    }
}

fn closing(results: &Results) -> String {
    let maps = many(results.maps.len(), "map", "maps");
    let failed = many(results.failures.len(), "path", "paths");
    let mut text = match (results.maps.len(), results.failures.len()) {
        (0, _) => return format!("no map was checked: {failed} failed\n"),
        (_, 0) => format!("{maps} checked: {}\n", results.tally()),
        _ => format!("{maps} checked, {failed} failed: {}\n", results.tally()),
    };
    let count = |trust| {
        let open = results.maps.iter().flat_map(Checked::open);
        open.filter(|finding| finding.repair_at(trust).is_some())
            .count()
    };
    let (safe, all) = (count(Safety::Safe), count(Safety::Unsafe));
    // Writing to a string cannot fail.
    if safe > 0 {
        let _ = writeln!(text, "{safe} fixable with --fix");
    }
    if all > safe {
        let more = if safe > 0 { " more" } else { "" };
        let _ = writeln!(
            text,
            "{}{more} fixable with --fix --unsafe-fixes, which guesses; --diff shows how",
            all - safe
        );
    }
    text
}
