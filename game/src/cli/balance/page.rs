//! The report as one HTML page, without scripts or external resources.
//!
//! Radio buttons and CSS alone switch the layers of the map. Colours follow the reader's light or
//! dark scheme; print is light.

mod labels;
mod map;

use std::fmt::Write;

use marchland_game::conquest::balance::told::{FOLLOWS, Told};
use marchland_game::conquest::balance::{Figure, Section, Subject};
use marchland_maps::files::plain;

use super::report::Report;
use super::tables::{self, About, Table};
use super::{changes, count, words as texts};

const STYLE: &str = include_str!("page.css");
pub(super) const BEGINS: &str = "<!DOCTYPE html>\n<!-- A report of marchland-game balance -->\n";

/// The width and height of the space in which bars and lines are drawn.
const WIDE: f64 = 640.0;
const HIGH: f64 = 220.0;

/// The whole page; the other formats also contain `sentences` and `method`.
pub(super) fn page(report: &Report, sentences: &[Told], method: &[&str]) -> String {
    let title = safe(&report.title());
    let mut out = format!(
        "{BEGINS}<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>{title}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n<h1>{title}</h1>\n"
    );
    out += "<ul class=\"words\">\n";
    for sentence in sentences {
        words(&mut out, sentence);
    }
    out += "</ul>\n";
    let extras = [
        report.changes.as_deref().map(changes::changes),
        report.proposals.as_deref().map(changes::proposals),
    ];
    for extra in extras.iter().flatten() {
        table(&mut out, extra, true);
    }
    map::outlines(&mut out, report.outlines.as_ref());
    for section in &report.sections {
        let _ = writeln!(out, "<section>\n<h2>{} players</h2>", section.players);
        map::map(&mut out, section, report);
        let shown = tables::tables(section);
        let (telling, others): (Vec<_>, Vec<_>) =
            shown.iter().partition(|shown| tells(report, shown.about));
        for shown in telling {
            table(&mut out, shown, true);
        }
        out += "<div class=\"plots\">\n";
        places(&mut out, section);
        held(&mut out, section);
        lengths(&mut out, section);
        out += "</div>\n";
        for shown in others {
            table(&mut out, shown, false);
        }
        out += "</section>\n";
    }
    out += "<h2>How this was found</h2>\n";
    for text in method {
        let _ = writeln!(out, "<p>{}</p>", safe(text));
    }
    let _ = writeln!(
        out,
        "<p>The same games again:</p>\n<pre>{}</pre>\n</body>\n</html>",
        safe(&report.command)
    );
    out
}

/// A sentence with its figures, and what follows from it.
fn words(out: &mut String, told: &Told) {
    let _ = match &*told.rest {
        "" => match texts::code(&told.head) {
            Some((code, rest)) => write!(out, "<li><code>{code}</code>{}", safe(rest)),
            None => write!(out, "<li>{}", safe(&told.head)),
        },
        rest => write!(out, "<li><b>{}</b> {}", safe(&told.head), safe(rest)),
    };
    if !told.follows.is_empty() {
        let _ = write!(out, "\n<p>{FOLLOWS}</p>\n<ul>\n");
        for one in &told.follows {
            let _ = writeln!(out, "<li>{}</li>", safe(one));
        }
        out.push_str("</ul>\n");
    }
    out.push_str("</li>\n");
}

/// Whether a table has the figures of what stands out most.
fn tells(report: &Report, about: About) -> bool {
    let subject = report.findings.first().map(|finding| finding.subject);
    match subject {
        Some(Subject::Place(_)) => about == About::Places,
        Some(Subject::Continent(_)) => about == About::Continents,
        Some(Subject::Territory(_)) => about == About::Territories,
        None => false,
    }
}

/// Escapes text for HTML: names may contain anything.
fn safe(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in plain(text).chars() {
        match c {
            '&' => out += "&amp;",
            '<' => out += "&lt;",
            '>' => out += "&gt;",
            '"' => out += "&quot;",
            c => out.push(c),
        }
    }
    out
}

fn table(out: &mut String, shown: &Table, open: bool) {
    let open = if open { " open" } else { "" };
    let _ = writeln!(
        out,
        "<details{open}>\n<summary>{}</summary>\n<table>\n<tr>",
        safe(&shown.title)
    );
    for head in &shown.heads {
        let _ = write!(out, "<th scope=\"col\">{}</th>", safe(head));
    }
    out.push_str("</tr>\n");
    for row in &shown.rows {
        out.push_str("<tr>");
        for cell in row {
            let _ = write!(out, "<td>{}</td>", safe(cell));
        }
        out.push_str("</tr>\n");
    }
    out.push_str("</table>\n</details>\n");
}

/// Begins a plot of shares up to `most`, a value of [`most`], with its title and grid lines.
fn plot(out: &mut String, title: &str, said: &str, most: f64) {
    let _ = writeln!(
        out,
        "<figure>\n<figcaption>{}</figcaption>\n<svg viewBox=\"-60 -10 {} {}\" role=\"img\" \
         aria-label=\"{}\">",
        safe(title),
        WIDE + 70.0,
        HIGH + 50.0,
        safe(said)
    );
    let steps = (most / grid(most)).round() as u32;
    for step in 0..=steps {
        let share = f64::from(step) / f64::from(steps);
        let y = HIGH * (1.0 - share);
        let _ = writeln!(
            out,
            "<line class=\"grid\" x1=\"0\" x2=\"{WIDE}\" y1=\"{y:.1}\" y2=\"{y:.1}\"/>\
             <text class=\"scale\" x=\"-8\" y=\"{:.1}\">{:.0} %</text>",
            y + 4.0,
            100.0 * most * share
        );
    }
}

const PLOT_ENDS: &str = "</svg>\n</figure>\n";

/// A bar with its interval; `most` is the value at the full height.
fn bar(out: &mut String, [x, wide]: [f64; 2], figure: Figure, most: f64, class: &str, hint: &str) {
    let y = |value: f64| HIGH * (1.0 - (value / most).clamp(0.0, 1.0));
    let middle = x + wide / 2.0;
    let _ = writeln!(
        out,
        "<rect class=\"{class}\" x=\"{x:.1}\" y=\"{:.1}\" width=\"{wide:.1}\" height=\"{:.1}\">\
         <title>{}</title></rect><line class=\"sure\" x1=\"{middle:.1}\" x2=\"{middle:.1}\" y1=\"{:.1}\" \
         y2=\"{:.1}\"/>",
        y(figure.value),
        HIGH - y(figure.value),
        safe(hint),
        y(figure.low),
        y(figure.high)
    );
}

fn label(out: &mut String, x: f64, text: &str) {
    let _ = writeln!(
        out,
        "<text class=\"name\" x=\"{x:.1}\" y=\"{:.1}\">{}</text>",
        HIGH + 18.0,
        safe(text)
    );
}

/// The distance of grid lines for shares up to `most`: a round number of percent, so that there
/// are at most five.
fn grid(most: f64) -> f64 {
    let round = [0.01, 0.02, 0.05, 0.1, 0.2];
    let fits = |step: &f64| most <= 5.0 * step + 1e-9;
    round.into_iter().find(fits).unwrap_or(0.2)
}

/// The largest share rounded up to a grid line, from 0.04 to 1.
fn most(shares: impl Iterator<Item = f64>) -> f64 {
    let most = shares.fold(0.04, f64::max);
    let grid = grid(most);
    ((most / grid - 1e-9).ceil() * grid).min(1.0)
}

fn places(out: &mut String, section: &Section) {
    let most = most(
        section
            .places
            .iter()
            .flat_map(|place| [place.won, place.world])
            .filter_map(|figure| Some(figure?.high)),
    );
    let said = "wins by place in the order of play, beside those on the bundled world";
    plot(out, "Wins by place in the order of play", said, most);
    let each = WIDE / section.places.len() as f64;
    for (at, place) in section.places.iter().enumerate() {
        let x = each * at as f64;
        let bars = [
            (place.won, "bar", "here"),
            (place.world, "bar other", "on the bundled world"),
        ];
        for (number, (figure, class, of)) in bars.into_iter().enumerate() {
            let Some(figure) = figure else { continue };
            let alone = if place.world.is_none() { 0.175 } else { 0.0 };
            let from = x + each * (0.15 + alone + 0.35 * number as f64);
            let hint = format!(
                "place {}, {of}: {}",
                place.place,
                tables::percent(Some(figure))
            );
            bar(out, [from, each * 0.33], figure, most, class, &hint);
        }
        label(out, x + each / 2.0, &place.place.to_string());
    }
    let even = HIGH * (1.0 - section.places[0].even / most);
    let _ = writeln!(
        out,
        "<line class=\"even\" x1=\"0\" x2=\"{WIDE}\" y1=\"{even:.1}\" y2=\"{even:.1}\"/>"
    );
    *out += PLOT_ENDS;
    let beside = if section.places.iter().any(|place| place.world.is_some()) {
        "here <i class=\"bar other\"></i> on the bundled world"
    } else {
        "here"
    };
    let _ = writeln!(
        out,
        "<p class=\"key\"><i class=\"bar\"></i> {beside}; dashed: even</p>"
    );
}

fn held(out: &mut String, section: &Section) {
    let marks = section
        .continents
        .iter()
        .flat_map(|continent| &continent.marks);
    let most = most(marks.filter_map(|mark| Some(mark.held?.high)));
    let said =
        "share in which each continent is held, among the games that last to the end of a round";
    let title = "Continents held, by round, among the games that last to its end";
    plot(out, title, said, most);
    let each = WIDE / section.continents.len().max(1) as f64;
    for (at, continent) in section.continents.iter().enumerate() {
        let x = each * at as f64;
        let wide = 0.8 * each / continent.marks.len().max(1) as f64;
        for (number, mark) in continent.marks.iter().enumerate() {
            let Some(figure) = mark.held else { continue };
            let from = x + 0.1 * each + wide * number as f64;
            let held = tables::percent(Some(figure));
            let hint = format!(
                "{}, round {}: {held} of {}",
                continent.name,
                mark.round,
                count(mark.games, "game")
            );
            let class = ["bar", "bar later", "bar last"][number.min(2)];
            bar(out, [from, 0.9 * wide], figure, most, class, &hint);
        }
        // Show names only if there is room.
        if section.continents.len() <= 8 {
            // A letter is about seven units wide.
            let room = (each / 7.0) as usize;
            let name = &continent.name;
            let name = if name.chars().count() > room {
                let short: String = name.chars().take(room.saturating_sub(1)).collect();
                format!("{}…", short.trim_end())
            } else {
                name.clone()
            };
            label(out, x + each / 2.0, &name);
        }
    }
    *out += PLOT_ENDS;
    *out += "<p class=\"key\">in rounds";
    for (class, mark) in ["bar", "bar later", "bar last"]
        .iter()
        .zip(&section.continents[0].marks)
    {
        let _ = write!(
            out,
            " <i class=\"{class}\"></i> {} ({})",
            mark.round,
            count(mark.games, "game")
        );
    }
    *out += "</p>\n";
}

fn lengths(out: &mut String, section: &Section) {
    let course = &section.course;
    let all = section.games.max(1) as f64;
    let shares = || course.histogram.iter().map(|&games| games as f64 / all);
    let most = most(shares());
    plot(
        out,
        "Rounds of a game",
        "games by their number of rounds",
        most,
    );
    let each = WIDE / course.histogram.len().max(1) as f64;
    for (at, share) in shares().enumerate() {
        let x = each * at as f64;
        let (first, last) = (at * course.bar_rounds, (at + 1) * course.bar_rounds - 1);
        let is_last = at + 1 == course.histogram.len();
        let range = match (is_last, first == last) {
            (true, _) => format!("{first} rounds or more"),
            (false, true) => count(first as u64, "round"),
            (false, false) => format!("{first} to {last} rounds"),
        };
        let hint = format!("{range}: {:.1}\u{a0}% of games", 100.0 * share);
        let figure = Figure {
            value: share,
            low: share,
            high: share,
        };
        bar(out, [x + 1.0, each - 2.0], figure, most, "bar", &hint);
        if is_last {
            label(out, x + each / 2.0, &format!("{first}+"));
        } else if at % 4 == 0 {
            label(out, x + each / 2.0, &first.to_string());
        }
    }
    *out += PLOT_ENDS;
}

#[cfg(test)]
mod tests {
    use marchland_game::conquest::balance::{Layout, Looks, Tally, section};
    use marchland_maps::bundled;

    use super::*;

    fn figure(value: f64) -> Figure {
        Figure {
            value,
            low: value - 0.05,
            high: value + 0.05,
        }
    }

    /// A section without games.
    fn empty() -> Section {
        let map = bundled::world();
        let layout = Layout::new(&map, 2);
        section(&map, &layout, &Tally::new(&layout), None, Looks::Once)
    }

    #[test]
    fn bars_of_the_bundled_world_fit_the_plot() {
        let mut section = empty();
        section.places[0].won = Some(figure(0.5));
        section.places[0].world = Some(figure(0.6));
        let mut out = String::new();
        places(&mut out, &section);
        assert!(out.contains(">80 %</text>"), "{out}");
    }

    #[test]
    fn the_last_bar_of_rounds_has_no_end() {
        let mut section = empty();
        section.games = 4;
        section.course.histogram = vec![0, 1, 1, 2];
        section.course.bar_rounds = 1;
        let mut out = String::new();
        lengths(&mut out, &section);
        assert!(
            out.contains("<title>1 round: 25.0\u{a0}% of games"),
            "{out}"
        );
        assert!(out.contains("<title>2 rounds: "), "{out}");
        assert!(
            out.contains("<title>3 rounds or more: 50.0\u{a0}%"),
            "{out}"
        );
        assert!(out.contains(">3+</text>"), "{out}");
        section.course.bar_rounds = 2;
        let mut out = String::new();
        lengths(&mut out, &section);
        assert!(out.contains("<title>2 to 3 rounds: "), "{out}");
        assert!(out.contains("<title>6 rounds or more: "), "{out}");
    }
}
