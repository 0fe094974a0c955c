//! Warnings that were judged by hand: `tests/warnings/judged.csv`.
//!
//! `tests/warnings/draw.py` made the maps and drew the warnings at random. All warnings
//! on maps of the corpus are judged, too, so that a rule that becomes noisy is noticed.

use std::collections::HashMap;

use marchland_maps::formats::{DiskFiles, domination};
use marchland_validator::{Input, Mask, Settings, Severity, Survey, check};

use crate::support::root;

/// A judged warning.
struct Row {
    code: String,
    map: String,
    message: String,
    is_right: bool,
}

fn fields(line: &str) -> Vec<String> {
    let mut fields = vec![String::new()];
    let mut quoted = false;
    for c in line.chars() {
        match c {
            '"' => quoted = !quoted,
            ',' if !quoted => fields.push(String::new()),
            c => fields.last_mut().unwrap().push(c),
        }
    }
    fields
}

fn judged() -> Vec<Row> {
    let text = std::fs::read_to_string(root("validator/tests/warnings/judged.csv")).unwrap();
    let rows = text.lines().skip(1).map(|line| {
        let [code, map, _, message, verdict, reason] = fields(line).try_into().unwrap();
        assert!(!reason.is_empty(), "{line}");
        assert!(["right", "wrong"].contains(&&*verdict), "{line}");
        Row {
            code,
            map,
            message,
            is_right: verdict == "right",
        }
    });
    rows.collect()
}

#[test]
fn most_judged_warnings_are_right() {
    let rows = judged();
    assert!(rows.len() >= 60, "{}", rows.len());
    let right = rows.iter().filter(|row| row.is_right).count();
    assert!(right * 10 >= rows.len() * 9, "{right} of {}", rows.len());
}

#[test]
fn docs_give_the_number_of_right_warnings() {
    let rows = judged();
    let right = rows.iter().filter(|row| row.is_right).count();
    let says = format!(
        "Of {} that were judged by hand with the picture open, {right} were right.",
        rows.len()
    );
    let docs = std::fs::read_to_string(root("docs/ci.md")).unwrap();
    assert!(docs.contains(&says), "docs/ci.md does not say: {says}");
}

#[test]
fn every_warning_on_the_corpus_is_judged() {
    let corpus = root("../shared/corpus/domination");
    if !corpus.is_dir() {
        eprintln!("skipped: {} is not here", corpus.display());
        return;
    }
    let rows = judged();
    let verdicts: HashMap<_, _> = rows
        .iter()
        .map(|row| ((&*row.map, &*row.code, &*row.message), row.is_right))
        .collect();
    let mut unjudged = Vec::new();
    for name in ["ameroki", "eurasien", "geoscape", "sersom", "tube", "uk"] {
        let file = corpus.join(name).join(format!("{name}.map"));
        let (disk, read) = DiskFiles::of(&file).unwrap();
        let import = domination::read(&disk, &read).unwrap();
        let survey = Survey::new(import.mask, &import.draft);
        let settings = Settings::default();
        let report = check(&Input {
            mask: Mask::Read(&survey),
            ..Input::new(&import.draft, &settings)
        });
        for finding in report
            .findings
            .iter()
            .filter(|f| f.severity == Severity::Warning)
        {
            let key = (name, finding.rule.code, &*finding.message);
            if !verdicts.contains_key(&key) {
                unjudged.push(format!("{key:?} {:?}", finding.spot.map(|spot| spot.point)));
            }
        }
    }
    assert!(unjudged.is_empty(), "unjudged: {unjudged:#?}");
}
