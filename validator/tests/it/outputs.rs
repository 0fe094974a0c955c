//! `--select`, `--ignore`, `--output-file` and `--statistics`.

use std::fs;

use serde_json::Value;

use crate::support::{case, code, run, stderr, stdout};

#[test]
fn only_selected_rules_run() {
    // A pivot is missing (PIV001), and nothing else is wrong.
    let folder = case("PIV001/bad");
    let found = |arguments: &[&str]| {
        let mut all = vec!["check", ".", "--format", "short", "--level", "info"];
        all.extend(arguments);
        let output = run(folder.path(), &all);
        assert_ne!(code(&output), 2, "{}", stderr(&output));
        stdout(&output).contains("[PIV001]")
    };
    assert!(found(&[]));
    assert!(found(&["--select", "PIV"]));
    assert!(found(&["--select", "ADJ,piv00"]));
    assert!(!found(&["--select", "ADJ"]));
    assert!(!found(&["--ignore", "PIV"]));
    assert!(found(&["--select", "PIV001", "--ignore", "PIV"]));
    assert!(!found(&["--select", "PIV", "--ignore", "PIV001"]));
    assert!(!found(&["--ignore", "PIV001", "--deny", "PIV001"]));

    // A rule that the settings turn off needs its full code.
    let settings = folder.path().join("marchland.toml");
    fs::write(&settings, "[rules]\nPIV = \"off\"\n").unwrap();
    assert!(!found(&["--select", "PIV"]));
    assert!(found(&["--select", "PIV001"]));
    assert!(found(&["--deny", "PIV001"]));
    fs::write(&settings, "[rules]\nPIV = \"off\"\nPIV00 = \"info\"\n").unwrap();
    assert!(found(&[]));

    let output = run(folder.path(), &["check", ".", "--select", "PIV9"]);
    assert_eq!(code(&output), 2);
    assert!(stderr(&output).contains("--select: there is no code or family `PIV9`"));
}

#[test]
fn waivers_and_baselines_of_other_rules_are_not_unused() {
    let folder = case("PIV001/bad");
    let known = ["check", ".", "--write-baseline", "known.json"];
    assert_eq!(code(&run(folder.path(), &known)), 0);
    let settings = folder.path().join("marchland.toml");
    fs::write(
        &settings,
        "[[waiver]]\nrule = \"PIV001\"\nreason = \"later\"\n",
    )
    .unwrap();
    let options = ["check", ".", "--select", "ADJ,CFG", "--deny", "warnings"];
    let output = run(folder.path(), &options);
    assert_eq!(code(&output), 0, "{}", stdout(&output));
    let options = [&options[..], &["--baseline", "known.json"]].concat();
    assert_eq!(stderr(&run(folder.path(), &options)), "");
}

#[test]
fn one_run_writes_several_reports() {
    let folder = case("PIV001/bad");
    let output = run(
        folder.path(),
        &[
            "check",
            ".",
            "--format",
            "short",
            "-o",
            "sarif=a.sarif",
            "-o",
            "junit=b.xml",
            "-o",
            "human=c.txt",
            "--output-file",
            "gitlab=d.json",
        ],
    );
    assert_eq!(code(&output), 1, "{}", stderr(&output));
    assert!(stdout(&output).contains("[PIV001]"));
    for (format, name) in [
        ("sarif", "a.sarif"),
        ("junit", "b.xml"),
        ("human", "c.txt"),
        ("gitlab", "d.json"),
    ] {
        let written = fs::read_to_string(folder.path().join(name)).unwrap();
        let printed = run(folder.path(), &["check", ".", "--format", format]);
        assert_eq!(written, stdout(&printed), "{format}");
    }
    // Without a format, the file replaces standard output.
    let output = run(
        folder.path(),
        &["check", ".", "--format", "json", "-o", "e.json"],
    );
    assert_eq!((code(&output), &*stdout(&output)), (1, ""));
    let written = fs::read_to_string(folder.path().join("e.json")).unwrap();
    assert!(written.contains("PIV001"));
}

/// An extension names the format, and one that is asked for does not contradict it.
#[test]
fn extensions_name_formats() {
    let folder = case("PIV001/bad");
    for (name, format) in [
        ("a.sarif", "sarif"),
        ("b.JSON", "json"),
        ("c.xml", "junit"),
        ("d.md", "markdown"),
        ("e.txt", "human"),
    ] {
        let output = run(folder.path(), &["check", ".", "-o", name]);
        assert_eq!((code(&output), &*stdout(&output)), (1, ""), "{name}");
        let written = fs::read_to_string(folder.path().join(name)).unwrap();
        let printed = run(folder.path(), &["check", ".", "--format", format]);
        assert_eq!(written, stdout(&printed), "{name}");
    }
    let twice = ["check", ".", "-o", "a.json", "-o", "json=./a.json"];
    let output = run(folder.path(), &twice);
    assert_eq!(code(&output), 2);
    assert!(stderr(&output).contains("is given twice"));
    let refused = [
        &["-o", "human=x.sarif"][..],
        &["-o", "sarif=x.xml"],
        &["--format", "short", "-o", "x.json"],
        &["--format", "json", "-o", "x.md"],
        &["-o", "x.png"],
    ];
    for options in refused {
        let output = run(folder.path(), &[&["check", "."], options].concat());
        assert_eq!(code(&output), 2, "{options:?}");
        let told = stderr(&output);
        assert!(told.contains("a file of another format than"), "{told}");
    }
    for name in ["x.sarif", "x.xml", "x.json", "x.md", "x.png"] {
        assert!(!folder.path().join(name).exists(), "{name}");
    }
    let counts = ["check", ".", "--statistics", "-o", "counts.json"];
    assert_eq!(code(&run(folder.path(), &counts)), 1);
    let counts = fs::read_to_string(folder.path().join("counts.json")).unwrap();
    assert!(counts.contains("\"count\": 1"), "{counts}");
}

#[test]
fn input_files_are_not_overwritten() {
    let folder = case("PIV001/bad");
    let settings = folder.path().join("marchland.toml");
    fs::write(&settings, "").unwrap();
    let known = ["check", ".", "--write-baseline", "known.json"];
    assert_eq!(code(&run(folder.path(), &known)), 0);
    fs::write(folder.path().join("other.xml"), "<map format=\"1\"/>").unwrap();
    fs::write(
        folder.path().join("picture.png"),
        b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR",
    )
    .unwrap();
    for name in [
        "map.xml",
        "mask.png",
        "marchland.toml",
        "known.json",
        "other.xml",
        "picture.png",
        "../nowhere/report.json",
    ] {
        let path = folder.path().join(name);
        let before = fs::read(&path).ok();
        let options = ["check", ".", "--baseline", "known.json", "-o", name];
        let output = run(folder.path(), &options);
        assert_eq!(code(&output), 2, "{name}: {}", stderr(&output));
        assert_eq!(fs::read(&path).ok(), before, "{name}");
    }
}

const FORMATS: [&str; 8] = [
    "human", "short", "json", "sarif", "github", "gitlab", "junit", "markdown",
];

/// A report may replace any other report, but no other file.
#[test]
fn only_reports_are_overwritten() {
    let folder = case("PIV001/bad");
    let path = folder.path().join("report");
    // With a finding, without findings, and statistics.
    let wholes: [&[&str]; 3] = [&[], &["--select", "ADJ"], &["--statistics"]];
    let mut reports = Vec::new();
    for format in FORMATS {
        for options in wholes {
            let counts = options == ["--statistics"];
            if counts && !["human", "short", "json"].contains(&format) {
                continue;
            }
            let _ = fs::remove_file(&path);
            let options = [&["check", ".", "--format", format, "-o", "report"], options].concat();
            let output = run(folder.path(), &options);
            assert_ne!(code(&output), 2, "{options:?}: {}", stderr(&output));
            reports.push(fs::read(&path).unwrap());
        }
    }
    for report in reports {
        fs::write(&path, &report).unwrap();
        let output = run(folder.path(), &["check", ".", "-o", "report"]);
        let text = String::from_utf8_lossy(&report);
        assert_ne!(code(&output), 2, "{}\n{text}", stderr(&output));
    }
    for other in [
        "1. Names of the north\n",
        "# To do\n\nerrors [of mine]\n",
        "{\"scripts\": {}}\n",
        "[1, 2]\n",
        "<testsuite/>",
        "fn main() {}\n",
    ] {
        fs::write(&path, other).unwrap();
        let output = run(folder.path(), &["check", ".", "-o", "report"]);
        assert_eq!(code(&output), 2, "{other}");
        assert!(stderr(&output).contains("is not a report"), "{other}");
        assert_eq!(fs::read_to_string(&path).unwrap(), other);
    }
}

#[test]
fn gitlab_reports_have_exactly_the_documented_fields() {
    let folder = case("ADJ008/bad");
    let options = [
        "check",
        ".",
        "missing.xml",
        "--level",
        "info",
        "--format",
        "gitlab",
    ];
    let output = run(folder.path(), &options);
    assert_eq!(code(&output), 2);
    let issues: Value = serde_json::from_str(&stdout(&output)).unwrap();
    let issues = issues.as_array().unwrap();
    assert!(issues.len() > 1, "{issues:?}");
    let mut fingerprints = std::collections::HashSet::new();
    for issue in issues {
        let fields: Vec<_> = issue
            .as_object()
            .unwrap()
            .keys()
            .map(String::as_str)
            .collect();
        assert_eq!(
            fields,
            [
                "check_name",
                "description",
                "fingerprint",
                "location",
                "severity"
            ]
        );
        for field in ["check_name", "description", "fingerprint"] {
            assert!(!issue[field].as_str().unwrap().is_empty(), "{issue}");
        }
        let severity = issue["severity"].as_str().unwrap();
        assert!(["info", "minor", "major", "critical", "blocker"].contains(&severity));
        let path = issue["location"]["path"].as_str().unwrap();
        assert!(!path.starts_with("./") && !path.starts_with('/'), "{path}");
        assert!(issue["location"]["lines"]["begin"].as_u64().unwrap() > 0);
        assert!(fingerprints.insert(issue["fingerprint"].clone()), "{issue}");
    }
}

/// A format shows statistics or is refused, whether it goes to a file or not.
#[test]
fn statistics_are_refused_in_formats_that_cannot_show_them() {
    let folder = case("PIV001/bad");
    let text = "     1  PIV001  no-pivot  1 fixable\n";
    for format in FORMATS {
        let options = ["check", ".", "--statistics", "--format", format];
        let printed = run(folder.path(), &options);
        let options = [&options[..], &["-o", "report"]].concat();
        let written = run(folder.path(), &options);
        let report = fs::read_to_string(folder.path().join("report"));
        match format {
            "human" | "short" => assert_eq!(stdout(&printed), text, "{format}"),
            "json" => assert!(stdout(&printed).contains("\"count\": 1")),
            _ => {
                for refused in [printed, written] {
                    assert_eq!(code(&refused), 2, "{format}");
                    assert_eq!(stdout(&refused), "", "{format}");
                    let says = "--statistics needs --format human, short or json";
                    assert!(stderr(&refused).contains(says), "{format}");
                }
                assert!(report.is_err(), "{format}");
                continue;
            }
        }
        assert_eq!(code(&written), 1, "{format}: {}", stderr(&written));
        assert_eq!(stdout(&written), "", "{format}");
        assert_eq!(report.unwrap(), stdout(&printed), "{format}");
        fs::remove_file(folder.path().join("report")).unwrap();
    }
    // A further report has the findings.
    let options = ["check", ".", "--statistics", "-o", "short=further"];
    assert_eq!(stdout(&run(folder.path(), &options)), text);
    let further = fs::read_to_string(folder.path().join("further")).unwrap();
    assert!(further.contains("error[PIV001]"), "{further}");
}

#[test]
fn an_old_picture_is_redrawn_under_its_own_name() {
    let folder = case("IMG016/bad");
    let path = |name: &str| folder.path().join(name);
    fs::rename(path("image.png"), path("board.png")).unwrap();
    let text = fs::read_to_string(path("map.xml")).unwrap();
    fs::write(path("map.xml"), text.replace("image.png", "board.png")).unwrap();
    let output = run(folder.path(), &["check", "."]);
    let says = "--layer drawn -o FOLDER/board.png --force";
    let text = stdout(&output)
        .split_whitespace()
        .collect::<Vec<_>>()
        .join(" ");
    assert!(text.contains(says), "{text}");
}

#[test]
fn statistics_count_by_rule() {
    let folder = case("PIV001/bad");
    let output = run(folder.path(), &["check", ".", "--statistics"]);
    assert_eq!(code(&output), 1);
    assert_eq!(stdout(&output), "     1  PIV001  no-pivot  1 fixable\n");
    let options = ["check", ".", "--statistics", "--format", "json"];
    let rows: Value = serde_json::from_str(&stdout(&run(folder.path(), &options))).unwrap();
    assert_eq!(rows[0]["code"], "PIV001");
    assert_eq!(
        (&rows[0]["count"], &rows[0]["fixable"]),
        (&1.into(), &1.into())
    );
    // Hidden infos are counted.
    let folder = case("BAL001/bad");
    let tally = "no errors, no warnings, 2 infos hidden (show with --level info)\n";
    let options = ["check", ".", "--select", "BAL"];
    let shown = stdout(&run(folder.path(), &options));
    assert_eq!(shown, format!("1 map checked: {tally}"));
    let counted = stdout(&run(
        folder.path(),
        &[&options[..], &["--statistics"]].concat(),
    ));
    assert_eq!(counted, tally);
}

#[test]
fn hosts_of_repositories_get_paths_from_its_root() {
    let repository = tempfile::tempdir().unwrap();
    let root = repository.path();
    for folder in [".git", "maps", "other"] {
        fs::create_dir(root.join(folder)).unwrap();
    }
    fs::rename(case("TER001/bad").keep(), root.join("maps/a")).unwrap();
    let whole = root.join("maps/a");
    for format in ["gitlab", "github", "sarif"] {
        let report = |folder: &str, path: &str| {
            let arguments = ["check", path, "--format", format, "--level", "info"];
            stdout(&run(&root.join(folder), &arguments))
        };
        let expected = report("", "maps/a");
        assert!(expected.contains("maps/a/map.xml"), "{expected}");
        let others = [
            report("maps/a", "."),
            report("maps", "a/map.xml"),
            report("other", "../maps/a"),
            report("other", whole.to_str().unwrap()),
        ];
        for other in others {
            assert_eq!(other, expected, "{format}");
        }
    }
}
