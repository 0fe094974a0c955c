//! The report as CSV: a row for each known figure.

use std::fmt::Write;

use marchland_game::conquest::balance::{Figure, MARKS, What};
use marchland_maps::files::plain;

use super::report::Report;

/// The first line.
pub(super) const HEAD: &str = "players,what,subject,value,low,high\n";

/// The name of a subject in quotes. Where a spreadsheet would take it for a formula, an apostrophe
/// stands before it.
fn quoted(subject: &str) -> String {
    let subject = plain(subject).replace('"', "\"\"");
    let guard = if subject.starts_with(['=', '+', '-', '@']) {
        "'"
    } else {
        ""
    };
    format!("\"{guard}{subject}\"")
}

struct Rows(String);

impl Rows {
    fn add(&mut self, players: usize, what: &str, subject: &str, figure: Option<Figure>) {
        if let Some(Figure { value, low, high }) = figure {
            let subject = quoted(subject);
            let _ = writeln!(self.0, "{players},{what},{subject},{value},{low},{high}");
        }
    }

    /// A number that is known exactly.
    fn exact(&mut self, players: usize, what: &str, subject: &str, value: f64) {
        let figure = Figure {
            value,
            low: value,
            high: value,
        };
        self.add(players, what, subject, Some(figure));
    }
}

pub(super) fn csv(report: &Report) -> String {
    let mut rows = Rows(HEAD.to_owned());
    for section in &report.sections {
        let players = section.players;
        rows.exact(players, "games", "", section.games as f64);
        // The games that last to a round are the same for all continents.
        let any = section.continents.first();
        for mark in any.map_or(&[][..], |continent| continent.marks.as_slice()) {
            let what = format!("games-{}", mark.round);
            rows.exact(players, &what, "", mark.games as f64);
        }
        for place in &section.places {
            let name = place.place.to_string();
            rows.add(players, "won", &name, place.won);
            rows.add(players, "won-on-world", &name, place.world);
            rows.add(players, "won-beyond-world", &name, place.beyond_world);
            rows.add(players, "first-out", &name, place.first_out);
        }
        for continent in &section.continents {
            let name = &continent.name;
            for mark in &continent.marks {
                let what = |what: &str| format!("{what}-{}", mark.round);
                rows.exact(players, &what("held-in"), name, mark.held_in as f64);
                rows.add(players, &what("held"), name, mark.held);
                rows.add(players, &what("holder-won"), name, mark.won);
                rows.add(players, &what("lift"), name, mark.lift);
                rows.add(players, &what("lift-as-strong"), name, mark.lift_as_strong);
            }
            rows.add(players, "taken", name, continent.taken);
            rows.add(players, "collected", name, continent.collected);
            rows.add(players, "lift-begun", name, continent.lift_begun);
        }
        for territory in &section.territories {
            let name = &territory.name;
            rows.add(players, "battles", name, territory.battles);
            rows.add(players, "conquests", name, territory.conquests);
            rows.add(players, "lift", name, territory.lift);
        }
        let course = &section.course;
        rows.add(players, "rounds", "", course.rounds);
        rows.add(players, "unfinished", "", course.unfinished);
        rows.add(players, "lead-changes", "", course.leads);
        for ((mark, behind), ranks) in MARKS.iter().zip(&course.from_behind).zip(&course.by_rank) {
            rows.add(players, &format!("from-behind-{mark}"), "", *behind);
            for (at, rank) in (1..).zip(ranks) {
                let what = format!("won-by-rank-{mark}");
                rows.add(players, &what, &format!("{at}"), *rank);
            }
        }
    }
    extras(&mut rows, report);
    rows.0
}

/// Changes since the old version, and proposed bonuses.
fn extras(rows: &mut Rows, report: &Report) {
    for change in report.changes.iter().flatten() {
        let what = match (change.what, change.round) {
            (What::Begun, _) => "changed-lift-begun".to_owned(),
            (What::Won, _) => "changed-won".to_owned(),
            (What::Held, round) => format!("changed-held-{}", round.unwrap_or_default()),
            (What::Collected, _) => "changed-collected".to_owned(),
            (What::Battles, _) => "changed-battles".to_owned(),
            (What::Rounds, _) => "changed-rounds".to_owned(),
            (What::Leads, _) => "changed-lead-changes".to_owned(),
            (What::Unfinished, _) => "changed-unfinished".to_owned(),
        };
        rows.add(change.players, &what, &change.subject, change.difference);
    }
    for proposal in report.proposals.iter().flatten() {
        let name = &proposal.name;
        rows.exact(0, "proposed-bonus", name, proposal.proposed.into());
        rows.add(0, "proposed-before", name, proposal.before);
        rows.add(0, "proposed-after", name, proposal.after);
    }
}

#[cfg(test)]
mod tests {
    use super::quoted;

    #[test]
    fn names_are_no_formulas() {
        for (name, cell) in [
            ("Asia", "\"Asia\""),
            ("the \"Horn\"", "\"the \"\"Horn\"\"\""),
            ("=1+1", "\"'=1+1\""),
            ("@x", "\"'@x\""),
            ("-1", "\"'-1\""),
            ("+1", "\"'+1\""),
        ] {
            assert_eq!(quoted(name), cell);
        }
    }
}
