//! Tests of the findings list without a window.

use super::*;
use crate::document::Document;
use crate::files::Home;
use crate::sketch;
use look::{CheckCache, Snapshot};

/// A row of five whose second and fourth territories have no names.
fn flawed() -> (Document, Findings) {
    let mut document = Document::new(sketch::row(5), None, true);
    for at in [1, 3] {
        let key = document.draft().territories[at].key;
        document.rename(key, "").unwrap();
    }
    let mut findings = Findings::default();
    look(&document, &mut findings);
    (document, findings)
}

fn look(document: &Document, findings: &mut Findings) -> Option<(String, usize)> {
    let home = Home::made_of(None, Vec::new());
    let snapshot = Snapshot::of(document, &home);
    let outcome = CheckCache::default().look(&snapshot, &|| true).unwrap();
    let place = |at: usize| Rect {
        left: 10.0 * at as f64,
        top: 0.0,
        width: 5.0,
        height: 5.0,
    };
    let places = (0..outcome.report.findings.len()).map(|at| Some(place(at)));
    let places = places.collect();
    findings.take(outcome, places, None)
}

fn codes(findings: &Findings) -> Vec<&'static str> {
    let rows = (0..findings.len()).filter_map(|at| findings.row(at));
    rows.map(|finding| finding.rule.code).collect()
}

#[test]
fn the_filter_takes_severity_words_and_view() {
    let (_, mut findings) = flawed();
    let all = findings.len();
    assert_eq!(all, findings.all().len());
    let (infos, to_do) = (findings.counts().infos, findings.to_do());
    assert!(to_do >= 2, "two names");
    for (message, n) in [
        (Message::Severity(Severity::Info), infos),
        (Message::ToDo, to_do),
    ] {
        findings.filter_by(&message);
        findings.list(None);
        assert_eq!(findings.len(), all - n);
        findings.filter_by(&message);
    }
    findings.filter_by(&Message::Text("no-name TER".into()));
    findings.list(None);
    assert_eq!(codes(&findings), ["TER001", "TER001"]);
    findings.filter_by(&Message::Text(String::new()));
    findings.filter_by(&Message::InView(true));
    let view = Rect {
        left: 0.0,
        top: 0.0,
        width: 15.0,
        height: 5.0,
    };
    findings.list(Some(view));
    assert_eq!(findings.len(), 2);
    findings.list(None);
    assert!(
        findings.is_empty(),
        "nothing is seen, so nothing is in view"
    );
}

#[test]
fn navigation_wraps_and_continues_after_a_fix() {
    let (mut document, mut findings) = flawed();
    let count = findings.len() as isize;
    let mut seen = HashSet::new();
    for _ in 0..count {
        let next = findings.step(1).unwrap();
        assert!(findings.choose(&next));
        seen.insert(next);
    }
    assert_eq!(seen.len() as isize, count);
    let first = findings.step(1).unwrap();
    assert_eq!(findings.row(0).unwrap().id, first);

    findings.filter_by(&Message::Text("TER001".into()));
    findings.list(None);
    let nameless = findings.row(0).unwrap().id.clone();
    findings.choose(&nameless);
    let next = findings.row(1).unwrap().id.clone();
    let key = culprits(findings.chosen().unwrap()).0[0];
    document.rename(key, "Elm").unwrap();
    assert!(!findings.is_fresh(document.revision()));
    look(&document, &mut findings);
    assert!(findings.is_fresh(document.revision()));
    assert!(findings.chosen().is_none(), "it is fixed");
    assert_eq!(findings.step(1), Some(next));
}

#[test]
fn a_postponed_fix_is_applied_if_still_offered() {
    let (mut document, mut findings) = flawed();
    let with_fix = findings.all().iter().find(|f| !f.fixes.is_empty());
    let (id, title) = with_fix
        .map(|f| (f.id.clone(), f.fixes[0].title.clone()))
        .unwrap();
    findings.postpone(&id, &title);
    assert_eq!(look(&document, &mut findings), Some((id.clone(), 0)));
    findings.postpone(&id, &title);
    let key = culprits(findings.get(&id).unwrap()).0[0];
    document.rename(key, "Elm").unwrap();
    assert_eq!(look(&document, &mut findings), None, "no longer needed");
    assert_eq!(look(&document, &mut findings), None, "nor asked for twice");
}

#[test]
fn only_ticked_fixes_are_applied() {
    let mut document = Document::new(sketch::row(5), None, true);
    for at in [1, 3] {
        let key = document.draft().territories[at].key;
        document.rename(key, " Elm  ").unwrap();
    }
    let mut findings = Findings::default();
    look(&document, &mut findings);
    let safe: Vec<_> = findings.safe().map(|(f, ..)| f.id.clone()).collect();
    assert!(safe.len() >= 2, "{safe:?}");
    assert!(findings.ticked().is_empty(), "the list is not open");
    findings.show_batch(true);
    assert_eq!(findings.ticked().len(), safe.len());
    findings.tick_all(false);
    findings.tick(&safe[0]);
    assert_eq!(findings.ticked().len(), 1);
    let home = Home::made_of(None, Vec::new());
    let snapshot = Snapshot::of(&document, &home);
    let prepared = CheckCache::default()
        .prepare_fixes(&snapshot, &findings.ticked())
        .unwrap();
    assert_eq!((prepared.count, prepared.edits.len()), (1, 1));
}

#[test]
fn a_reason_makes_a_waiver() {
    let (_, mut findings) = flawed();
    let id = findings.row(0).unwrap().id.clone();
    findings.choose(&id);
    findings.reason = Some("  ".into());
    assert_eq!(findings.waiver(), None);
    findings.reason = Some(" meant ".into());
    let waiver = findings.waiver().unwrap();
    assert_eq!(waiver.reason, "meant");
    assert!(waiver.covers(findings.chosen().unwrap()));
    let other = findings.row(1).unwrap().id.clone();
    findings.choose(&other);
    assert_eq!(findings.waiver(), None, "a reason is for one finding");
}

#[test]
fn an_unchanged_list_keeps_its_scroll_offset() {
    let mut findings = Findings {
        scrolled: 140.0,
        ..Findings::default()
    };
    findings.show_batch(false);
    assert!((findings.scrolled - 140.0).abs() < 0.5);
    findings.show_batch(true);
    assert!(findings.scrolled < 0.5, "another list");
}
