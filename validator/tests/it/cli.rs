//! The command line as CI runs it.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::support::{case, code, copy, root, run, stderr, stdout};

pub(crate) const FORMATS: [&str; 7] = [
    "human", "short", "json", "sarif", "github", "junit", "markdown",
];

#[test]
fn exit_codes_are_the_same_in_every_format() {
    let (good, warned, bad) = (case("ADJ008/good"), case("ADJ008/bad"), case("PIV001/bad"));
    for format in FORMATS {
        let of = |folder: &Path, more: &[&str]| {
            let mut arguments = vec!["check", ".", "--format", format];
            arguments.extend(more);
            code(&run(folder, &arguments))
        };
        assert_eq!(of(good.path(), &[]), 0, "{format}");
        assert_eq!(of(warned.path(), &[]), 0, "{format}");
        assert_eq!(of(warned.path(), &["--deny", "warnings"]), 1, "{format}");
        assert_eq!(of(warned.path(), &["--deny", "ADJ008"]), 1, "{format}");
        assert_eq!(of(warned.path(), &["--deny", "ADJ"]), 1, "{format}");
        assert_eq!(of(warned.path(), &["--deny", "PIV001"]), 0, "{format}");
        assert_eq!(of(bad.path(), &[]), 1, "{format}");
        assert_eq!(of(bad.path(), &["--exit-zero"]), 0, "{format}");
        assert_eq!(of(bad.path(), &["nowhere"]), 2, "{format}");
        assert_eq!(of(bad.path(), &["nowhere", "--exit-zero"]), 2, "{format}");
    }
}

#[test]
fn human_output_limits_findings_per_rule() {
    let folder = tempfile::tempdir().unwrap();
    let territories = "<territory/>".repeat(300);
    let map = format!("<map format=\"1\"><name>M</name>{territories}</map>");
    fs::write(folder.path().join("map.xml"), map).unwrap();
    let report = |format| stdout(&run(folder.path(), &["check", ".", "--format", format]));
    let human = report("human");
    assert_eq!(human.matches("error[TER001]").count(), 8);
    let rest = "map.xml: 292 more findings of TER001; --format short lists all";
    assert!(human.contains(rest), "{human}");
    assert_eq!(report("short").matches("error[TER001]").count(), 300);
}

#[test]
fn codes_and_severities_are_case_insensitive() {
    let folder = case("ADJ008/bad");
    let exit = |options: &[&str]| {
        let mut arguments = vec!["check", "."];
        arguments.extend(options);
        code(&run(folder.path(), &arguments))
    };
    for word in ["adj008", "Adj", "warning", "WARNINGS", "info"] {
        assert_eq!(exit(&["--deny", word]), 1, "{word}");
    }
    for word in ["error", "Errors"] {
        assert_eq!(exit(&["--deny", word]), 0, "{word}");
    }
    for word in ["errors", "Warning", "warnings", "INFO", "infos"] {
        assert_eq!(exit(&["--level", word]), 0, "{word}");
    }
    for (word, meant) in [
        ("ADJ0008", "did you mean ADJ008 (touch-without-link)?"),
        ("touch-without-lnk", "did you mean ADJ008"),
        ("ADK", "did you mean ADJ?"),
        (
            "frobnicate",
            "no code or family `frobnicate`; `rules` lists",
        ),
    ] {
        let output = run(folder.path(), &["check", ".", "--deny", word]);
        assert_eq!(code(&output), 2, "{word}");
        assert!(stderr(&output).contains(meant), "{}", stderr(&output));
    }

    let settings = folder.path().join("marchland.toml");
    fs::write(
        &settings,
        "[[waiver]]\nrule = \"adj008\"\nreason = \"a wall\"\n",
    )
    .unwrap();
    let output = run(folder.path(), &["check", ".", "--deny", "warnings"]);
    assert_eq!(code(&output), 0, "{}", stdout(&output));
    assert!(stdout(&output).contains("1 waived"), "{}", stdout(&output));
    fs::write(&settings, "[rules]\nadj008 = \"Errors\"\n").unwrap();
    assert_eq!(exit(&[]), 1);
    // The command line overrides the settings, except for rules that are off.
    fs::write(&settings, "[rules]\nADJ008 = \"info\"\n").unwrap();
    assert_eq!(exit(&["--deny", "ADJ"]), 1);
    fs::write(&settings, "[rules]\nADJ008 = \"off\"\nadj = \"warning\"\n").unwrap();
    assert_eq!(exit(&["--deny", "adj"]), 0);
    assert_eq!(exit(&["--deny", "adj008"]), 1);
    fs::write(&settings, "[rules]\nADJ0008 = \"off\"\n").unwrap();
    let output = run(folder.path(), &["check", "."]);
    let text = stdout(&output);
    assert!(
        text.contains("did you mean ADJ008 (touch-without-link)?"),
        "{text}"
    );

    for (text, message) in [
        (
            "[limits]\nname-chars = -3\n",
            "line 2, column 14: expected a whole number, 0 or more, but -3 is below 0",
        ),
        (
            "[limits]\npart-pixels = 5000000000\n",
            "but 5000000000 is too large",
        ),
        (
            "[limits]\npart-pixels = \"many\"\n",
            "0 or more, but found \"many\"",
        ),
        (
            "[rules]\nADJ = \"warn\"\n",
            "line 2, column 7: expected \"error\", \"warning\"",
        ),
        ("[rules]\nADJ = \"worning\"\n", "did you mean \"warning\"?"),
    ] {
        fs::write(&settings, text).unwrap();
        let output = run(folder.path(), &["check", "."]);
        assert_eq!(code(&output), 2, "{text}");
        assert!(stderr(&output).contains(message), "{}", stderr(&output));
    }
}

#[test]
fn unchecked_paths_and_missing_versions_are_reported() {
    let folder = case("ADJ008/good");
    let output = run(folder.path(), &["check", "nowhere"]);
    assert_eq!(stdout(&output), "no map was checked: 1 path failed\n");
    let output = run(folder.path(), &["check", "nowhere", "--statistics"]);
    assert_eq!(stdout(&output), "no map was checked\n");
    let output = run(folder.path(), &["check", ".", "nowhere", "nowhere2"]);
    assert_eq!(
        stdout(&output),
        "1 map checked, 2 paths failed: no errors, no warnings\n"
    );
    let output = run(folder.path(), &["check", "nowhere", "--format", "markdown"]);
    assert!(stdout(&output).starts_with("## Map check: no map was checked\n"));
    // Folders without a map, too, are told apart.
    for empty in ["empty", "void"] {
        fs::create_dir(folder.path().join(empty)).unwrap();
    }
    let formatted = |format| {
        run(
            folder.path(),
            &["check", "empty", "void", "--format", format],
        )
    };
    let github = stdout(&formatted("github"));
    assert!(
        github.starts_with("::error file=empty::empty contains no map.xml"),
        "{github}"
    );
    let output = formatted("json");
    let json: serde_json::Value = serde_json::from_str(&stdout(&output)).unwrap();
    assert_eq!(json["failures"][1]["path"], "void");
    let notes = stderr(&output);
    assert!(
        notes.starts_with("error: empty contains no map.xml, so it is not a map\nerror: void "),
        "{notes}"
    );

    // A missing older version.
    let old = tempfile::tempdir().unwrap();
    let folder = old.path().join("new");
    fs::rename(case("ADJ008/good").keep(), &folder).unwrap();
    let output = run(&folder, &["check", ".", "--against", "../old"]);
    assert_eq!(code(&output), 2);
    fs::create_dir(old.path().join("old")).unwrap();
    let output = run(&folder, &["check", ".", "--against", "../old"]);
    assert_eq!(code(&output), 0);
    assert_eq!(
        stderr(&output),
        "note: map.xml is not compared: ../old/new does not exist\n"
    );
}

/// A wrong path after `--against` does not pass for a check of the ids.
#[test]
fn a_folder_with_none_of_the_older_versions_is_an_error() {
    let folder = tempfile::tempdir().unwrap();
    for name in ["maps/a", "maps/b", "old/maps/a"] {
        let to = folder.path().join(name);
        fs::create_dir_all(to.parent().unwrap()).unwrap();
        fs::rename(case("ADJ008/good").keep(), to).unwrap();
    }
    let against = |old| run(folder.path(), &["check", "maps", "--against", old]);
    let output = against("old");
    assert_eq!(code(&output), 2);
    assert_eq!(
        stderr(&output),
        "error: --against: old has no older version of any of the 2 maps\n"
    );
    let output = against("old/maps");
    assert_eq!(code(&output), 0);
    assert!(stderr(&output).starts_with("note: maps/b/map.xml is not compared"));
}

#[test]
fn without_a_path_the_current_folder_is_checked() {
    let folder = case("PIV001/bad");
    let output = run(folder.path(), &["check", "--format", "short"]);
    assert_eq!(code(&output), 1);
    assert!(stdout(&output).starts_with("map.xml:"), "{output:?}");
}

#[test]
fn a_summary_of_many_maps_counts_those_without_findings() {
    let folder = tempfile::tempdir().unwrap();
    for (name, from) in [
        ("a", "PIV001/bad"),
        ("b", "ADJ008/good"),
        ("c", "ADJ008/good"),
    ] {
        fs::rename(case(from).keep(), folder.path().join(name)).unwrap();
    }
    let output = run(folder.path(), &["check", "--format", "markdown"]);
    let text = stdout(&output);
    assert!(text.contains("**a/map.xml**: 1 error"), "{text}");
    assert!(text.ends_with("\n**2 maps**: no findings\n"), "{text}");
}

#[test]
fn diffs_do_not_break_machine_readable_output() {
    let folder = case("PIV001/bad");
    let arguments = ["check", ".", "--diff", "--format", "json"];
    let output = run(folder.path(), &arguments);
    assert_eq!(code(&output), 1);
    serde_json::from_str::<serde_json::Value>(&stdout(&output)).unwrap();
    assert!(
        stderr(&output).contains("\n+    <pivot "),
        "{}",
        stderr(&output)
    );
    // Paths in the diff are those of the map, so the patch applies.
    let output = run(folder.path(), &["check", ".", "--diff"]);
    assert!(stdout(&output).starts_with("--- map.xml\n+++ map.xml\n@@ "));
}

#[test]
fn failing_paths_are_shown_once() {
    let folder = case("PIV001/bad");
    let settings = folder.path().join("marchland.toml");
    fs::write(&settings, "[limit]\nname-chars = 3\n").unwrap();
    let output = run(folder.path(), &["check", "."]);
    let text = stderr(&output);
    assert!(
        text.starts_with("error: marchland.toml: line 1, column 2: unknown key `limit`"),
        "{text}"
    );
    let output = run(folder.path(), &["check", ".", "--format", "github"]);
    assert!(stdout(&output).starts_with("::error file=marchland.toml::line 1"));
    fs::remove_file(&settings).unwrap();
    let output = run(folder.path(), &["check", ".", "--baseline", "map.xml"]);
    assert!(
        stderr(&output).contains("map.xml: this is not a baseline ("),
        "{}",
        stderr(&output)
    );
    let output = run(
        folder.path(),
        &["check", ".", "--write-baseline", "no/such/b.json"],
    );
    assert_eq!(code(&output), 2);
    assert!(!stderr(&output).contains(".tmp"), "{}", stderr(&output));
}

#[test]
fn positions_in_shortened_lines_are_those_of_the_file() {
    let folder = case("ADJ008/bad");
    let file = folder.path().join("map.xml");
    let text = fs::read_to_string(&file).unwrap();
    fs::write(&file, text.lines().map(str::trim).collect::<String>()).unwrap();
    let place = |format: &str| {
        let output = run(folder.path(), &["check", ".", "--format", format]);
        let text = stdout(&output);
        let at = text.find("map.xml:1:").unwrap();
        let place = text[at..].split_whitespace().next().unwrap();
        place.trim_end_matches(':').to_owned()
    };
    assert_eq!(place("human"), place("short"));
}

#[test]
fn wrong_usage_exits_with_two() {
    let folder = case("ADJ008/good");
    for arguments in [
        &["check", ".", "--format", "pdf"][..],
        &["check", ".", "--deny", "ADJ999"],
        &["check", ".", "--unsafe-fixes"],
        &["check", ".", "--baseline", "nowhere.json"],
        &["check", ".", "--against", "nowhere"],
        &["explain", "ADJ999"],
        &["frobnicate"],
    ] {
        let output = run(folder.path(), arguments);
        assert_eq!(code(&output), 2, "{arguments:?}");
        assert!(!stderr(&output).is_empty(), "{arguments:?}");
    }
    assert_eq!(code(&run(folder.path(), &["--help"])), 0);
}

#[test]
fn one_failure_does_not_stop_the_check() {
    let folder = tempfile::tempdir().unwrap();
    for (name, case) in [
        ("a", "XML001/bad"),
        ("b", "IMG012/bad"),
        ("c", "PIV001/bad"),
    ] {
        let from = copy(&root("validator/tests/rules").join(case));
        fs::rename(from.keep(), folder.path().join(name)).unwrap();
    }
    fs::create_dir(folder.path().join("d")).unwrap();
    fs::copy(
        folder.path().join("c/map.xml"),
        folder.path().join("d/map.xml"),
    )
    .unwrap();
    fs::write(
        folder.path().join("d/marchland.toml"),
        "[rules]\nADJ008 = \"loud\"\n",
    )
    .unwrap();
    let output = run(
        folder.path(),
        &["check", ".", "nowhere.xml", "--format", "short"],
    );
    assert_eq!(code(&output), 2);
    let text = stdout(&output);
    assert!(
        text.contains("a/map.xml:") && text.contains("[XML001]"),
        "{text}"
    );
    assert!(
        text.contains("[IMG012]") && text.contains("c/map.xml:"),
        "{text}"
    );
    let text = stderr(&output);
    assert!(text.contains("marchland.toml: line 2, column 10"), "{text}");
    assert!(text.contains("nowhere.xml"), "{text}");
}

#[test]
fn colours_follow_the_option() {
    let folder = case("PIV001/bad");
    assert!(!stdout(&run(folder.path(), &["check", "."])).contains('\u{1b}'));
    assert!(!stdout(&run(folder.path(), &["check", ".", "--color", "never"])).contains('\u{1b}'));
    assert!(stdout(&run(folder.path(), &["check", ".", "--color", "always"])).contains('\u{1b}'));
}

#[test]
fn standard_input_is_checked_and_repaired() {
    let through = |arguments: &[&str], text: &str| {
        let mut child = Command::new(env!("CARGO_BIN_EXE_marchland-validator"))
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        child
            .stdin
            .take()
            .unwrap()
            .write_all(text.as_bytes())
            .unwrap();
        child.wait_with_output().unwrap()
    };
    let text = fs::read_to_string(root("validator/tests/rules/ADJ002/bad/map.xml")).unwrap();
    let output = through(&["check", "-", "--format", "short"], &text);
    assert_eq!(code(&output), 1);
    assert!(
        stdout(&output).starts_with("<stdin>:"),
        "{}",
        stdout(&output)
    );

    assert_eq!(
        stderr(&output),
        "note: <stdin>: checked without mask.png and without settings; rules that need the mask are silent\n"
    );

    let output = through(&["check", "-", "--fix"], &text);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    let lines = |text: &str| text.lines().count();
    assert_eq!(
        lines(&stdout(&output)) + 1,
        lines(&text),
        "the repaired map, and nothing else"
    );
    assert_eq!(
        code(&through(&["check", "-"], "")),
        1,
        "an empty file is not a map"
    );
}

#[test]
fn explain_and_rules_print_pages_and_lists() {
    let folder = tempfile::tempdir().unwrap();
    let output = run(folder.path(), &["explain", "ADJ008"]);
    assert_eq!(code(&output), 0);
    let page = stdout(&output);
    // The documentation has the same text with an example.
    let document = fs::read_to_string(root("docs/rules/ADJ008.md")).unwrap();
    for line in page.lines().filter(|line| !line.contains(['`', ':'])) {
        assert!(document.contains(line), "{line}");
    }
    assert_eq!(
        stdout(&run(folder.path(), &["explain", "touch-without-link"])),
        page
    );
    let complaint = |code| stderr(&run(folder.path(), &["explain", code]));
    assert!(complaint("ADJ8").contains("did you mean ADJ008"));
    assert_eq!(
        complaint("frobnicate"),
        "error: no rule has the code or name `frobnicate`; `rules` lists all rules\n"
    );
    let output = run(folder.path(), &["explain", "adj"]);
    assert_eq!(code(&output), 0);
    assert!(stdout(&output).starts_with("ADJ  neighbours and links\n  ADJ001 unknown-neighbour"));
    assert!(!stdout(&output).contains("BAL"));
    let output = run(folder.path(), &["explain", "ADJ", "--format", "json"]);
    let family: serde_json::Value = serde_json::from_str(&stdout(&output)).unwrap();
    assert_eq!(family["rules"][0]["code"], "ADJ001");
    let output = run(folder.path(), &["rules", "--format", "json"]);
    let rules: serde_json::Value = serde_json::from_str(&stdout(&output)).unwrap();
    assert_eq!(
        rules["rules"].as_array().unwrap().len(),
        marchland_validator::RULES.len()
    );
    assert!(stdout(&run(folder.path(), &["rules"])).contains("ADJ008 touch-without-link"));
}
