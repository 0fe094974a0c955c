//! Every rule reports its bad maps and is silent on its good ones.

use std::fmt::Write;
use std::path::{Path, PathBuf};

use marchland_maps::{Continent, ContinentId, Draft, Names};
use marchland_validator::load::Loaded;
use marchland_validator::{Input, RULES, Rule, Settings, check};

use crate::support::{open, rewritten, root};

/// A rule about drafts that no map file can represent. Its test is at the end of this
/// file.
const NOT_IN_FILES: &str = "MAP005";

fn cases(rule: &Rule, kind: &str) -> Vec<PathBuf> {
    let folder = root("validator/tests/rules").join(rule.code);
    let mut cases: Vec<_> = std::fs::read_dir(&folder)
        .unwrap_or_else(|_| panic!("{} has no folder in tests/rules", rule.code))
        .map(|entry| entry.unwrap().path())
        .filter(|path| {
            path.is_dir()
                && path
                    .file_name()
                    .unwrap()
                    .to_string_lossy()
                    .starts_with(kind)
        })
        .collect();
    cases.sort();
    assert!(!cases.is_empty(), "{} has no {kind} map", rule.code);
    cases
}

#[test]
fn every_rule_reports_its_bad_maps() {
    for rule in RULES.iter().filter(|rule| rule.code != NOT_IN_FILES) {
        for case in cases(rule, "bad") {
            let text = describe(rule, &case);
            assert!(
                !text.is_empty(),
                "{} is silent on {}",
                rule.code,
                case.display()
            );
            let mut settings = insta::Settings::clone_current();
            settings.set_snapshot_path(case.parent().unwrap());
            settings.set_prepend_module_to_snapshot(false);
            settings.set_omit_expression(true);
            settings.set_input_file(case.join("map.xml"));
            let name = case.file_name().unwrap().to_str().unwrap();
            settings.bind(|| insta::assert_snapshot!(name, text));
        }
    }
}

/// A rule's findings on a map, and the effects of their fixes.
fn describe(rule: &Rule, case: &Path) -> String {
    let loaded = open(case);
    let input = loaded.input();
    let findings = check(&input).findings;
    let mut text = String::new();
    for finding in findings
        .iter()
        .filter(|finding| finding.rule.code == rule.code)
    {
        let (line, column) = finding
            .span
            .as_ref()
            .map_or((0, 0), |span| (span.line, span.column));
        writeln!(
            text,
            "{line}:{column}: {}[{}] {}",
            finding.severity, rule.code, finding.message
        )
        .unwrap();
        writeln!(text, "  id: {}", finding.id).unwrap();
        if let Some(spot) = finding.spot {
            write!(text, "  mask: ({}, {})", spot.point.x, spot.point.y).unwrap();
            if let Some(b) = spot.bounds {
                write!(
                    text,
                    " in {}..{} × {}..{}",
                    b.left, b.right, b.top, b.bottom
                )
                .unwrap();
            }
            text.push('\n');
        }
        if let Some(help) = &finding.help {
            writeln!(text, "  help: {help}").unwrap();
        }
        for fix in &finding.fixes {
            let mut draft = loaded.draft.clone();
            draft
                .apply(fix.edit())
                .expect("a fix fits the draft it was made for");
            // Findings about the text need the text that would be written.
            let after = if rule.family() == "XML" {
                let mut repaired = open(case);
                repaired.take_text(&rewritten(&loaded.text.source().render(&draft), fix));
                check(&repaired.input())
            } else {
                check(&Input {
                    draft: &draft,
                    ..input.clone()
                })
            };
            let cured = after.findings.iter().all(|left| left.id != finding.id);
            let cured = if cured {
                "repairs it"
            } else {
                "is a step towards a repair"
            };
            writeln!(
                text,
                "  fix ({}): {}: {cured}",
                fix.safety.word(),
                fix.title
            )
            .unwrap();
            assert!(
                rule.fix.is_some_and(|best| fix.safety >= best),
                "{} says that it has no fix, or a less safe one",
                rule.code
            );
        }
    }
    text
}

#[test]
fn every_rule_is_silent_on_its_good_maps() {
    for rule in RULES.iter().filter(|rule| rule.code != NOT_IN_FILES) {
        for case in cases(rule, "good") {
            assert_eq!(
                describe(rule, &case),
                "",
                "{} reports {}",
                rule.code,
                case.display()
            );
        }
    }
}

#[test]
fn continents_without_a_bonus_are_not_compared() {
    let folder = root("validator/tests/rules/BAL003/without-bonus");
    let report = check(&open(&folder).input());
    let codes: Vec<_> = report.findings.iter().map(|f| f.rule.code).collect();
    assert!(codes.contains(&"CON005"), "{codes:?}");
    assert!(!codes.contains(&"BAL003"), "{codes:?}");
}

#[test]
fn good_maps_have_no_errors() {
    for rule in RULES.iter().filter(|rule| rule.code != NOT_IN_FILES) {
        for case in cases(rule, "good") {
            let report = check(&open(&case).input());
            assert_eq!(
                report.counts().errors,
                0,
                "{}: {:?}",
                case.display(),
                report.findings
            );
        }
    }
}

#[test]
fn every_folder_belongs_to_a_rule() {
    for entry in std::fs::read_dir(root("validator/tests/rules")).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap();
        assert!(
            !path.is_dir() || RULES.iter().any(|rule| rule.code == name),
            "{name} is not a rule's code"
        );
    }
}

#[test]
fn rules_are_sorted_by_code() {
    for pair in RULES.windows(2) {
        assert!(
            pair[0].code < pair[1].code,
            "{:?} before {:?}",
            pair[0],
            pair[1]
        );
    }
    let mut names: Vec<_> = RULES.iter().map(|rule| rule.name).collect();
    names.sort_unstable();
    names.dedup();
    // `none`, `duplicate` and the like are only clear with their family.
    assert!(names.len() > 90);
}

fn codes(draft: &Draft) -> Vec<&'static str> {
    let settings = Settings::default();
    let report = check(&Input::new(draft, &settings));
    report
        .findings
        .iter()
        .map(|finding| finding.rule.code)
        .collect()
}

#[test]
fn too_many_territories() {
    let mut draft = Draft::new();
    for _ in 0..=marchland_maps::limits::MAX_TERRITORIES {
        let territory = draft.fresh_territory();
        draft.territories.push(territory);
    }
    assert!(codes(&draft).contains(&"MAP005"));
    draft.territories.remove(0);
    assert!(!codes(&draft).contains(&"MAP005"));
    for id in 0..=marchland_maps::limits::MAX_CONTINENTS as u16 {
        let continent = Continent {
            id: Some(ContinentId(id)),
            name: Names::plain(format!("C{id}")),
            ..draft.fresh_continent()
        };
        draft.continents.push(continent);
    }
    assert!(codes(&draft).contains(&"MAP005"));
}

#[test]
fn flaws_and_their_findings_have_the_same_severity() {
    let mut compared = 0;
    for entry in std::fs::read_dir(root("maps/tests/bad")).unwrap() {
        let file = entry.unwrap().path();
        if file.extension().is_none_or(|end| end != "xml") {
            continue;
        }
        let loaded = Loaded::from_bytes("map.xml", &std::fs::read(&file).unwrap());
        let findings = check(&loaded.input()).findings;
        for flaw in loaded.text.flaws() {
            let own = findings.iter().filter(|f| f.message == flaw.message);
            for finding in own {
                assert_eq!(
                    finding.severity,
                    flaw.severity(),
                    "{}: {flaw}",
                    file.display()
                );
                compared += 1;
            }
        }
    }
    assert!(compared > 100, "{compared}");
}
