//! Changes since an old version and proposed bonuses, as sentences and as tables.

use marchland_game::conquest::balance::told::{self, CHANGE, place};
use marchland_game::conquest::balance::{Change, Proposal, What};

use marchland_maps::diff::Change as Edit;

use super::tables::{About, Table, points, range, words};

/// The subject of a change, without its figures.
fn topic(change: &Change) -> String {
    let subject = &change.subject;
    match (change.what, change.round) {
        (What::Begun, _) => format!("what a territory of {subject} dealt adds"),
        (What::Won, _) => {
            let at: usize = subject.parse().unwrap_or(1);
            format!(
                "wins of the {} in the order of play",
                place(at.saturating_sub(1))
            )
        }
        (What::Held, Some(round)) => {
            format!("{subject} is held in round {round}, share of all games")
        }
        (What::Held, None) => format!("{subject} is held, share of all games"),
        (What::Collected, _) => format!("the bonus of {subject} is collected, a game"),
        (What::Battles, _) => format!("battles for {subject}, a game"),
        (What::Rounds, _) => "rounds of a game".to_owned(),
        (What::Leads, _) => "changes of the lead in a game".to_owned(),
        (What::Unfinished, _) => "games that did not end".to_owned(),
    }
}

fn is_share(what: What) -> bool {
    matches!(what, What::Won | What::Held | What::Unfinished)
}

/// Maximum changes, and edits, described in sentences; the table has more changes.
const TOLD: usize = 6;

/// What was edited since the old version.
pub(super) fn edited(edits: &[Edit]) -> Option<String> {
    let (some, more) = edits.split_at(edits.len().min(TOLD));
    let some: Vec<String> = some.iter().map(ToString::to_string).collect();
    let more = match more.len() {
        0 => String::new(),
        more => format!("; and {more} more"),
    };
    let told = format!("Edited since the old version: {}{more}.", some.join("; "));
    (!some.is_empty()).then_some(told)
}

/// Sentences about changes since the old version.
pub(super) fn told(changes: &[Change]) -> Vec<String> {
    let count_of = changes.iter().filter(|change| change.counts).count();
    // What somebody changes bonuses for comes first, of each kind what is surest.
    let mut told: Vec<&Change> = changes.iter().filter(|change| change.counts).collect();
    told.sort_by_key(|change| match change.what {
        What::Begun => 0,
        What::Won | What::Held => 1,
        What::Collected | What::Rounds | What::Leads | What::Unfinished => 2,
        What::Battles => 3,
    });
    let told = told.into_iter().take(TOLD).map(|change| {
        let [old, new, difference] = changed(change);
        format!(
            "Since the old version, with {} players: {}, {old} before and {new} now ({difference}).",
            change.players,
            topic(change)
        )
    });
    let mut told: Vec<String> = told.collect();
    if told.is_empty() {
        told.push("Nothing that was compared differs from the old version beyond luck.".to_owned());
    } else if count_of > TOLD {
        told.push(format!(
            "{} more differ beyond luck; the table has them.",
            count_of - TOLD
        ));
    }
    told
}

/// What is proposed, and how it was judged.
pub(super) fn proposed(proposals: &[Proposal]) -> String {
    let changed: Vec<String> = proposals
        .iter()
        .filter(|p| p.proposed != p.bonus)
        .map(|p| format!("{} {} instead of {}", p.name, p.proposed, p.bonus))
        .collect();
    let judged = told::proposed(proposals.iter());
    if changed.is_empty() {
        return judged;
    }
    format!("Proposed bonuses: {}. {judged}", changed.join(", "))
}

/// The figures of a change: old, new and their difference.
fn changed(change: &Change) -> [String; 3] {
    let plain = |value: f64| {
        if change.what == What::Begun {
            format!("{:+.1} points", 100.0 * value)
        } else if is_share(change.what) {
            format!("{:.1}\u{a0}%", 100.0 * value)
        } else {
            format!("{value:.2}")
        }
    };
    let difference = if is_share(change.what) || change.what == What::Begun {
        points(change.difference)
    } else {
        CHANGE.cell(change.difference, 2)
    };
    [plain(change.old), plain(change.new), difference]
}

/// Maximum changes in a table; the other formats list all.
const CHANGES: usize = 40;

/// The table of changes, the most certain first.
pub(super) fn changes(changes: &[Change]) -> Table {
    let rows = changes.iter().take(CHANGES).map(|change| {
        let [old, new, difference] = changed(change);
        vec![
            topic(change),
            change.players.to_string(),
            old,
            new,
            difference,
            if change.counts { "yes" } else { "no" }.to_owned(),
        ]
    });
    Table {
        about: About::Extras,
        keys: 1,
        title: "What changed, the surest first".to_owned(),
        heads: words([
            "what",
            "players",
            "before",
            "now",
            "difference",
            "beyond luck",
        ]),
        rows: rows.collect(),
    }
}

/// The table of proposed bonuses.
pub(super) fn proposals(proposals: &[Proposal]) -> Table {
    let rows = proposals.iter().map(|proposal| {
        vec![
            proposal.name.clone(),
            proposal.bonus.to_string(),
            proposal.proposed.to_string(),
            proposal.tried.to_string(),
            range(proposal.fitting),
            points(proposal.before),
            points(proposal.after),
        ]
    });
    Table {
        about: About::Extras,
        keys: 1,
        title: "Proposed bonuses".to_owned(),
        heads: words([
            "continent",
            "bonus",
            "proposed",
            "tried",
            "fits",
            "a territory dealt adds",
            "with the proposal",
        ]),
        rows: rows.collect(),
    }
}
