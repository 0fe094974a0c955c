//! Checks that take account of what is known: waivers, baselines and older versions.

use std::fs;

use crate::support::{case, code, copy, root, run, stderr, stdout};

#[test]
fn a_baseline_waives_its_findings() {
    let folder = case("PIV001/bad");
    let output = run(
        folder.path(),
        &["check", ".", "--write-baseline", "known.json"],
    );
    assert_eq!(code(&output), 0);
    assert_eq!(
        stderr(&output),
        "note: 1 finding written to known.json; use it with --baseline\n"
    );
    assert_eq!(
        code(&run(
            folder.path(),
            &["check", ".", "--baseline", "known.json"]
        )),
        0
    );
    let elsewhere = tempfile::tempdir().unwrap();
    let (map, known) = (
        folder.path().join("map.xml"),
        folder.path().join("known.json"),
    );
    let output = run(
        elsewhere.path(),
        &[
            "check",
            map.to_str().unwrap(),
            "--baseline",
            known.to_str().unwrap(),
        ],
    );
    assert_eq!(code(&output), 0, "paths are relative to the baseline");

    let text = fs::read_to_string(&map).unwrap();
    fs::write(&map, text.replace(r#"name="Avalon""#, "")).unwrap();
    let output = run(
        folder.path(),
        &[
            "check",
            ".",
            "--baseline",
            "known.json",
            "--format",
            "short",
        ],
    );
    assert_eq!(code(&output), 1, "new findings fail the check");
    assert!(stdout(&output).contains("TER001") && !stdout(&output).contains("PIV001"));

    fs::copy(root("validator/tests/rules/PIV001/good/map.xml"), &map).unwrap();
    let output = run(folder.path(), &["check", ".", "--baseline", "known.json"]);
    assert_eq!(code(&output), 0);
    assert_eq!(
        stderr(&output),
        "note: known.json has 1 obsolete entry; update it with --write-baseline\n"
    );
}

#[test]
fn settings_and_waivers_apply() {
    let folder = case("ADJ008/bad");
    let settings = folder.path().join("marchland.toml");
    fs::write(&settings, "[[waiver]]\nrule = \"ADJ008\"\nabout = [\"territory:1\", \"territory:4\"]\nreason = \"a wall\"\n").unwrap();
    let output = run(folder.path(), &["check", ".", "--deny", "warnings"]);
    assert_eq!(code(&output), 0, "{}", stdout(&output));
    assert!(stdout(&output).contains("1 waived"));

    fs::write(&settings, "[rules]\nADJ008 = \"error\"\n").unwrap();
    assert_eq!(code(&run(folder.path(), &["check", "."])), 1);
    fs::write(&settings, "[rules]\nADJ = \"off\"\n").unwrap();
    assert_eq!(
        code(&run(folder.path(), &["check", ".", "--deny", "warnings"])),
        0
    );
}

#[test]
fn a_waiver_of_an_unknown_rule_is_reported_once() {
    let folder = case("ADJ008/good");
    let settings = "[[waiver]]\nrule = \"TER9\"\nreason = \"no\"\n";
    fs::write(folder.path().join("marchland.toml"), settings).unwrap();
    let output = run(folder.path(), &["check", ".", "--format", "short"]);
    assert_eq!(
        stdout(&output),
        "marchland.toml:1:1: warning[CFG002] no rule has the code `TER9`\n"
    );
}

/// The table of another program does not keep maps from being checked.
#[test]
fn a_misspelt_key_of_balance_is_a_warning() {
    let folder = case("ADJ008/good");
    let settings = "[balance]\nmax-hold = 3\ngames = 0\n";
    fs::write(folder.path().join("marchland.toml"), settings).unwrap();
    let output = run(folder.path(), &["check", ".", "--format", "short"]);
    assert_eq!(code(&output), 0);
    assert_eq!(
        stdout(&output),
        "marchland.toml:2:12: warning[CFG003] [balance] has the key `max-hold`, which \
         `marchland-game balance` does not know\n"
    );
}

#[test]
fn a_baseline_holds_all_that_fails_the_check() {
    let folder = case("XML009/bad");
    let check = |options: &[&str]| {
        let denied = ["check", ".", "--deny", "infos"];
        code(&run(folder.path(), &[&denied, options].concat()))
    };
    assert_eq!(check(&[]), 1);
    assert_eq!(check(&["--write-baseline", "known.json"]), 0);
    assert_eq!(check(&["--baseline", "known.json"]), 0);
}

#[test]
fn a_known_finding_that_changed_is_reported_again() {
    let folder = case("CON008/bad");
    let check = |options: &[&str]| {
        let denied = ["check", ".", "--deny", "warnings", "--format", "short"];
        run(folder.path(), &[&denied, options].concat())
    };
    assert_eq!(code(&check(&["--write-baseline", "known.json"])), 0);
    let known = ["--baseline", "known.json"];
    assert_eq!(code(&check(&known)), 0);
    let file = folder.path().join("map.xml");
    let text = fs::read_to_string(&file).unwrap();
    fs::write(&file, text.replace("bonus=\"9\"", "bonus=\"45\"")).unwrap();
    let output = check(&known);
    assert_eq!(code(&output), 1);
    assert!(stdout(&output).contains("CON008"), "{}", stdout(&output));
    assert_eq!(
        stderr(&output),
        "note: 1 finding has changed since known.json was written\n"
    );
}

#[test]
fn a_baseline_beside_the_maps_works_from_any_folder() {
    let place = tempfile::tempdir().unwrap();
    let (map, ci) = (place.path().join("maps/a"), place.path().join("ci"));
    fs::create_dir_all(place.path().join("maps")).unwrap();
    fs::create_dir_all(&ci).unwrap();
    fs::rename(case("PIV001/bad").keep(), &map).unwrap();
    let written = run(
        place.path(),
        &["check", "maps", "--write-baseline", "ci/known.json"],
    );
    assert_eq!(code(&written), 0);
    let below = ["check", ".", "--baseline", "../ci/known.json"];
    let output = run(&place.path().join("maps"), &below);
    assert_eq!(code(&output), 0, "{}", stderr(&output));

    fs::rename(&map, place.path().join("maps/b")).unwrap();
    let output = run(&place.path().join("maps"), &below);
    assert_eq!(code(&output), 1);
    assert_eq!(
        stderr(&output),
        "note: ../ci/known.json has entries, but none for the checked maps\n"
    );
}

#[test]
fn maps_are_compared_with_an_older_version() {
    let folder = case("NET004/bad");
    let old = root("validator/tests/rules/NET004/bad/old");
    let output = run(
        folder.path(),
        &[
            "check",
            ".",
            "--against",
            old.to_str().unwrap(),
            "--format",
            "short",
        ],
    );
    assert!(stdout(&output).contains("[NET004]"), "{}", stdout(&output));
    let parent = root("validator/tests/rules/NET004/bad/old/map.xml");
    let output = run(
        folder.path(),
        &[
            "check",
            ".",
            "--against",
            parent.to_str().unwrap(),
            "--deny",
            "warnings",
        ],
    );
    assert_eq!(code(&output), 1);
}

#[test]
fn what_is_not_a_map_is_no_older_version() {
    let folder = case("NET004/bad");
    let other = tempfile::tempdir().unwrap();
    let whole = fs::read(folder.path().join("map.xml")).unwrap();
    for (name, content) in [
        ("empty", &b""[..]),
        ("garbage", b"garbage"),
        ("script.sh", b"#!/bin/sh\necho hello\n"),
        ("picture.png", b"\x89PNG\r\n\x1a\n"),
        ("cut.xml", &whole[..whole.len() / 2]),
    ] {
        let file = other.path().join(name);
        fs::write(&file, content).unwrap();
        let below = other.path().join("below").join(name);
        fs::create_dir_all(&below).unwrap();
        fs::write(below.join("map.xml"), content).unwrap();
        for old in [&file, &below] {
            let against = ["check", ".", "--against", old.to_str().unwrap()];
            let output = run(folder.path(), &against);
            assert_eq!(code(&output), 2, "{name}: {}", stdout(&output));
            let told = stderr(&output);
            assert!(told.contains("is not a readable map: "), "{name}: {told}");
        }
    }
}

#[test]
fn folders_of_maps_are_compared_place_by_place() {
    let folder = tempfile::tempdir().unwrap();
    let new = root("validator/tests/rules/NET004/bad");
    // `b/same` is unchanged; `a/same` and `c` moved their ids; `d` is new.
    for (path, from) in [
        ("new/a/same", new.clone()),
        ("new/b/same", new.clone()),
        ("new/c", new.clone()),
        ("new/d", new.clone()),
        ("old/a/same", new.join("old")),
        ("old/b/same", new.clone()),
        ("old/c", new.join("old")),
    ] {
        let path = folder.path().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::rename(copy(&from).keep(), path).unwrap();
    }
    let check = |paths: &[&str]| {
        let options = [
            "--against",
            "old",
            "--select",
            "NET004",
            "--format",
            "short",
        ];
        let output = run(folder.path(), &[&["check"], paths, &options].concat());
        let text = stdout(&output);
        let maps = text.lines().filter_map(|line| line.split(':').next());
        let maps: std::collections::BTreeSet<_> = maps.map(str::to_owned).collect();
        (maps.into_iter().collect::<Vec<_>>(), stderr(&output))
    };
    let (moved, notes) = check(&["new"]);
    assert_eq!(moved, ["new/a/same/map.xml", "new/c/map.xml"]);
    assert_eq!(
        notes,
        "note: new/d/map.xml is not compared: old/d does not exist\n"
    );
    // By name, if the path is the map itself.
    assert_eq!(check(&["new/c"]), check(&["new/c/map.xml"]));
    assert_eq!(check(&["new/c"]).0, ["new/c/map.xml"]);
}
