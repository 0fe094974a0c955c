//! For people at a terminal: the lines of the file with what is wrong in them.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::ops::Range;

use annotate_snippets::{AnnotationKind, Element, Group, Level, Origin, Renderer, Snippet};

use super::{Checked, Results};
use crate::diagnostic::{File, Finding, Safety, Span};
use crate::settings::floor_char_boundary;
use marchland_maps::Severity;

/// Longest line that is shown, in bytes; a longer one is cut around its place.
const LONGEST: usize = 160;

/// Findings of one rule in a map that are shown, if there are more.
const NAMED: usize = 8;

/// The findings with their source lines and a closing tally. With ANSI styles;
/// whoever prints it strips them where they are not wanted.
pub fn human(results: &Results<'_>) -> String {
    let renderer = Renderer::styled();
    let mut out = String::new();
    for map in &results.maps {
        let mut counts = BTreeMap::new();
        for finding in map.open() {
            *counts.entry(finding.rule.code).or_insert(0) += 1;
        }
        // One more is not worth a line that says so.
        counts.retain(|_, count| *count > NAMED + 1);
        let mut left: BTreeMap<_, _> = counts.keys().map(|&code| (code, NAMED)).collect();
        for finding in map.open() {
            match left.get_mut(finding.rule.code) {
                Some(0) => continue,
                Some(left) => *left -= 1,
                None => {}
            }
            out += &place_of_cut(map, finding, renderer.render(&[group(map, finding)]));
            out += "\n\n";
        }
        for (code, count) in counts {
            let more = count - NAMED;
            // Writing to a string cannot fail.
            let _ = writeln!(
                out,
                "{}: and {more} more of {code}; --format short lists all\n",
                map.path
            );
        }
    }
    out += &closing(results);
    out
}

/// The place as it is in the file: of a line that is cut, the renderer knows only
/// a part, and counts columns in that.
fn place_of_cut(map: &Checked<'_>, finding: &Finding, rendered: String) -> String {
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

fn excerpt_of<'a>(map: &'a Checked<'_>, finding: &'a Finding) -> Option<Excerpt<'a>> {
    let text = match finding.file {
        File::Map => Some(map.text),
        File::Settings => map.settings_text,
    };
    excerpt(text?, finding.span.as_ref()?)
}

fn group<'a>(map: &'a Checked<'_>, finding: &'a Finding) -> Group<'a> {
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

/// The lines that a span covers, at most six. Looks at no more of the text than is
/// shown at most, since a file may be one line of megabytes with thousands of
/// findings.
fn excerpt<'a>(text: &'a str, span: &Span) -> Option<Excerpt<'a>> {
    const WINDOW: usize = LONGEST * 6;
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
    if lines.len() > WINDOW || mark.start > LONGEST {
        let cut_from = floor_char_boundary(lines, mark.start.saturating_sub(40));
        let cut_to = floor_char_boundary(lines, cut_from + LONGEST);
        lines = &lines[cut_from..cut_to];
        mark = mark.start - cut_from..(mark.end - cut_from).min(lines.len());
    }
    let lines = lines.trim_end_matches(['\n', '\r']);
    let mark = mark.start.min(lines.len())..mark.end.min(lines.len());
    Some(Excerpt {
        lines: harmless(lines),
        first_line: span.line as usize,
        mark,
    })
}

/// The lines without what steers a terminal and the renderer lets pass. What
/// stands in for it has as many bytes, so places stay what they are.
fn harmless(lines: &str) -> Cow<'_, str> {
    let stand_in = |c| match c {
        '\u{80}'..='\u{9f}' => Some('·'),
        '\u{2028}' | '\u{2029}' => Some('\u{fffd}'),
        _ => None,
    };
    if lines.chars().any(|c| stand_in(c).is_some()) {
        let seen = lines.chars().map(|c| stand_in(c).unwrap_or(c));
        seen.collect::<String>().into()
    } else {
        lines.into()
    }
}

fn closing(results: &Results<'_>) -> String {
    let many = |count: usize, what: &str| match count {
        1 => format!("1 {what}"),
        n => format!("{n} {what}s"),
    };
    let failed = many(results.failures.len(), "path");
    let mut text = match (results.maps.len(), results.failures.len()) {
        (0, _) => return format!("no map was checked: {failed} failed\n"),
        (n, 0) => format!("{} checked: {}", many(n, "map"), results.tally()),
        (n, _) => format!(
            "{} checked, {failed} failed: {}",
            many(n, "map"),
            results.tally()
        ),
    };
    text.push('\n');
    let count = |trust| {
        let open = results.maps.iter().flat_map(Checked::open);
        open.filter(|finding| finding.repair_at(trust).is_some())
            .count()
    };
    let (safe, all) = (count(Safety::Safe), count(Safety::Unsafe));
    // Writing to a string cannot fail.
    if safe > 0 {
        let _ = writeln!(text, "{safe} can be repaired with --fix");
    }
    if all > safe {
        let _ = writeln!(
            text,
            "{} can be repaired with --fix --unsafe-fixes, which guesses; --diff shows how",
            all - safe
        );
    }
    text
}
