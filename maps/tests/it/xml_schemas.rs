//! Reading and the two schemas agree: on the bundled maps, on good files and
//! on bad ones.
//!
//! Files are of four classes. *Fine*: read without any problem, and playable;
//! both schemas accept them. *Notice*: read as meant, but with something
//! unknown or unusual in them; the schemas are strict and refuse them.
//! *Unfinished*: read as meant, but not a playable map; the schemas, which
//! describe finished maps, refuse them if they can see the problem. *Flaw*:
//! not read as meant; refused if a schema can see it. The table at the end of
//! this file says which problems each schema can see.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use marchland_maps::xml::{self, Flaw, Kind};
use marchland_maps::{Map, Problem, Severity};

/// Whether a schema can tell that something is wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Sees {
    Yes,
    No,
    /// In some files; nothing is asserted.
    Some,
}

struct Verdict {
    class: &'static str,
    messages: String,
    /// What the XML Schema and the RELAX NG schema must see, for each problem.
    seen: Vec<(Sees, Sees)>,
}

fn read(file: &Path) -> Verdict {
    let reading = xml::read(&fs::read(file).unwrap());
    let mut messages = String::new();
    let mut seen = Vec::new();
    for flaw in &reading.flaws {
        let severity = if flaw.is_broken() {
            "broken"
        } else {
            flaw.severity().word()
        };
        writeln!(messages, "{severity} {flaw}").unwrap();
        seen.push(seen_flaw(flaw));
    }
    // Consequences of a flaw are not problems of the file itself.
    let reasons = if reading.is_as_meant() {
        Map::try_from(&reading.draft).err().unwrap_or_default()
    } else {
        Vec::new()
    };
    let located = reasons.iter().map(|reason| {
        let span = reading.source.locate_problem(reason).unwrap();
        (reading.source.position(span.start), reason)
    });
    let mut located: Vec<_> = located.collect();
    located.sort_by_key(|&(position, _)| position);
    for (position, reason) in located {
        writeln!(messages, "unfinished {position}: {reason}").unwrap();
        seen.push(seen_problem(reason));
    }
    let class = match reading.severity() {
        Some(Severity::Error) => "flaw",
        _ if !reasons.is_empty() => "unfinished",
        Some(_) => "notice",
        None => "fine",
    };
    Verdict {
        class,
        messages,
        seen,
    }
}

fn files(folder: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let mut files: Vec<_> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|e| e == "xml"))
        .collect();
    files.sort();
    assert!(!files.is_empty());
    files
}

/// `map.xml` of every bundled map, that is of every folder of the crate.
fn bundled() -> Vec<PathBuf> {
    let folders = fs::read_dir(env!("CARGO_MANIFEST_DIR")).unwrap();
    let files = folders.map(|entry| entry.unwrap().path().join("map.xml"));
    let mut files: Vec<_> = files.filter(|file| file.is_file()).collect();
    files.sort();
    files
}

/// The files that a schema accepts. `None` where `xmllint` is missing, which
/// is an error in continuous integration.
fn accepted(schema: &str, files: &[PathBuf]) -> Option<BTreeSet<PathBuf>> {
    let option = if schema.ends_with("xsd") {
        "--schema"
    } else {
        "--relaxng"
    };
    let schema = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("schema")
        .join(schema);
    let output = Command::new("xmllint")
        .args(["--noout", "--nonet", option])
        .arg(&schema)
        .args(files)
        .output();
    let Ok(output) = output else {
        assert!(
            std::env::var_os("CI").is_none(),
            "xmllint is missing; install libxml2-utils"
        );
        eprintln!("SKIPPED: the schemas are not tried, because xmllint (libxml2-utils) is missing");
        return None;
    };
    let told = String::from_utf8_lossy(&output.stderr);
    assert!(!told.contains("failed to compile"), "{told}");
    let accepted = told
        .lines()
        .filter_map(|line| line.strip_suffix(" validates"));
    Some(accepted.map(PathBuf::from).collect())
}

/// Checks what reading says about files against what the schemas say.
fn compare(files: &[PathBuf]) {
    for (schema, name) in ["map.xsd", "map.rng"].into_iter().enumerate() {
        let Some(accepted) = accepted(name, files) else {
            return;
        };
        let mut differing = String::new();
        for file in files {
            let verdict = read(file);
            let seen = verdict
                .seen
                .iter()
                .map(|s| if schema == 0 { s.0 } else { s.1 });
            let seen: Vec<_> = seen.collect();
            let refused = !accepted.contains(file);
            let wrong = if refused {
                seen.iter().all(|&s| s == Sees::No)
            } else {
                seen.contains(&Sees::Yes)
            };
            if wrong {
                let word = if refused { "refuses" } else { "accepts" };
                let file = file.display();
                write!(differing, "{name} {word} {file}:\n{}", verdict.messages).unwrap();
            }
        }
        assert!(differing.is_empty(), "{differing}");
    }
}

#[test]
fn bundled_maps_are_fine() {
    let files = bundled();
    for file in &files {
        let verdict = read(file);
        assert_eq!(
            verdict.class,
            "fine",
            "{}:\n{}",
            file.display(),
            verdict.messages
        );
    }
    if !files.is_empty() {
        compare(&files);
    }
}

#[test]
fn good_files_are_fine() {
    let files = files("tests/good");
    for file in &files {
        let verdict = read(file);
        assert_eq!(
            verdict.class,
            "fine",
            "{}:\n{}",
            file.display(),
            verdict.messages
        );
    }
    compare(&files);
}

#[test]
fn bad_files_are_rejected() {
    let files = files("tests/bad");
    for file in &files {
        let verdict = read(file);
        let name = file.file_stem().unwrap().to_str().unwrap();
        let class = if name.starts_with("notice-") {
            verdict.class == "notice"
        } else {
            matches!(verdict.class, "flaw" | "unfinished") || name == "map-language-twice"
        };
        assert!(class, "{name} is {}", verdict.class);
        insta::with_settings!({
            snapshot_path => "../bad",
            prepend_module_to_snapshot => false,
            omit_expression => true,
        }, {
            insta::assert_snapshot!(name, format!("{}\n{}", verdict.class, verdict.messages));
        });
    }
    compare(&files);
}

/// What the XML Schema and the RELAX NG schema see of what is wrong in a file.
#[expect(clippy::match_same_arms, reason = "one arm for each reason")]
fn seen_flaw(flaw: &Flaw) -> (Sees, Sees) {
    match flaw.kind {
        // Not well-formed XML, or something that both schemas define.
        Kind::Syntax
        | Kind::NotAMap
        | Kind::NewerFormat
        | Kind::Element { .. }
        | Kind::Misplaced
        | Kind::Attribute { .. }
        | Kind::StrayText
        | Kind::OutOfOrder
        | Kind::Value { .. }
        | Kind::Path => (Sees::Yes, Sees::Yes),
        // XML Schema 1.0 cannot count the names without a language alone.
        Kind::Twice { name: "name" } => (Sees::No, Sees::Yes),
        // RELAX NG compares no values with each other.
        Kind::LanguageTwice | Kind::Twice { name: "players" } => (Sees::Yes, Sees::No),
        Kind::Twice { .. } => (Sees::Yes, Sees::Yes),
        // White space is counted differently in long texts.
        Kind::TooLong { .. } => (Sees::Some, Sees::Some),
        // XML allows them; we do not.
        Kind::Doctype | Kind::Encoding => (Sees::Some, Sees::Some),
        // Neither schema counts as far as that.
        Kind::TooMany => (Sees::No, Sees::No),
        Kind::Limit | Kind::Unlisted(_) => (Sees::Some, Sees::Some),
    }
}

/// What they see of why a draft is not a map.
fn seen_problem(problem: &Problem) -> (Sees, Sees) {
    match problem {
        Problem::MapId(_)
        | Problem::NoMask
        | Problem::TooFewTerritories(_)
        | Problem::NoContinents
        | Problem::NoTerritoryId(_)
        | Problem::NoTerritoryName(_)
        | Problem::NoColour(_)
        | Problem::NoPivot(_)
        | Problem::NoContinent(_)
        | Problem::NoContinentId(_)
        | Problem::NoContinentName(_)
        | Problem::NoBonus(_) => (Sees::Yes, Sees::Yes),
        // XML Schema 1.0 sees that there is no name, but not that there are
        // translations alone.
        Problem::NoMapName => (Sees::Some, Sees::Some),
        // Keys and references, which RELAX NG does not have.
        Problem::TerritoryIdTwice { .. }
        | Problem::ContinentIdTwice { .. }
        | Problem::UnknownContinent { .. }
        | Problem::UnknownNeighbour { .. }
        | Problem::UnknownClosed { .. }
        | Problem::LinkTwice { .. } => (Sees::Yes, Sees::No),
        // XML Schema compares what is written: it sees equal names, but not
        // that `West` and `WEST` are the same, nor `#ffffff` and `#FFFFFF`.
        Problem::TerritoryNameTwice { .. }
        | Problem::ContinentNameTwice { .. }
        | Problem::ColourTwice { .. } => (Sees::Some, Sees::No),
        // Neither can compare such things.
        Problem::TooMany { .. }
        | Problem::TerritoryIdGap { .. }
        | Problem::ContinentIdGap { .. }
        | Problem::ColourIsNoLand { .. }
        | Problem::SelfNeighbour { .. }
        | Problem::LinkDiffers { .. }
        | Problem::LinkedAndClosed { .. }
        | Problem::Unreachable { .. }
        | Problem::EmptyContinent(_) => (Sees::No, Sees::No),
    }
}
