//! The report for people at a terminal.

use std::fmt::Write;

use marchland_game::conquest::balance::told::{FOLLOWS, Told};
use marchland_game::terminal::{Style, columns, fit};
use marchland_maps::files::plain_lines;

use super::report::Report;
use super::tables::Table;

/// The space between two columns of a table.
const GAP: usize = 2;

/// The report in lines of at most `width` columns. A table that is wider is continued below itself,
/// and only names that leave no room for a figure are cut.
pub(super) fn human(
    report: &Report,
    sentences: &[Told],
    tables: &[Table],
    method: &[&str],
    width: usize,
) -> String {
    let style = Style {
        width,
        ..Style::PLAIN
    };
    let mut out = format!("{}\n\n", style.wrap(&report.title(), 0));
    for sentence in sentences {
        let _ = writeln!(out, "{}", style.wrap(&format!("* {}", sentence.line()), 2));
        for one in &sentence.follows {
            let line = format!("    - {FOLLOWS} {one}");
            let _ = writeln!(out, "{}", style.wrap(&line, 6));
        }
    }
    for shown in tables {
        table(&mut out, shown, style);
    }
    out.push('\n');
    for text in method {
        let _ = writeln!(out, "{}", style.wrap(text, 0));
    }
    // Not wrapped, so that it can be copied.
    let _ = writeln!(out, "\nThe same games again:\n{}", report.command);
    // Spaces that kept a figure on its line; plain ones are found by searches.
    plain_lines(&out).replace('\u{a0}', " ") + "\n"
}

fn table(out: &mut String, shown: &Table, style: Style) {
    let _ = writeln!(out, "\n{}", style.wrap(&shown.title, 2));
    let rows = || std::iter::once(&shown.heads).chain(&shown.rows);
    let wide = |column: usize| rows().map(|row| columns(&row[column])).max().unwrap_or(0);
    let mut wide: Vec<usize> = (0..shown.heads.len()).map(wide).collect();
    let width = |wide: &[usize]| wide.iter().map(|wide| wide + GAP).sum::<usize>();
    // Each part repeats the keys, and has at least one other column.
    let keys = shown.keys;
    let widest = wide[keys..].iter().max().copied().unwrap_or(0);
    let other_keys = width(&wide[1..keys]);
    let room = style.width.saturating_sub(GAP + widest + other_keys);
    wide[0] = wide[0].min(room.max(8));
    let mut next = keys;
    loop {
        let mut end = (next + 1).min(wide.len());
        let fits = |end: usize| width(&wide[..keys]) + width(&wide[next..end]) <= style.width + GAP;
        while end < wide.len() && fits(end + 1) {
            end += 1;
        }
        for row in rows() {
            let mut line = fit(&row[0], wide[0]);
            for column in (1..keys).chain(next..end) {
                let room = GAP + wide[column] - columns(&row[column]);
                line.push_str(&" ".repeat(room));
                line.push_str(&row[column]);
            }
            let _ = writeln!(out, "{}", line.trim_end());
        }
        if end == wide.len() {
            return;
        }
        next = end;
        out.push('\n');
    }
}
