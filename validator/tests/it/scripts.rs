//! The scripts of the GitHub action and the pre-commit hook.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::support::{case, code, root, stdout};

#[test]
fn the_action_runs_in_a_plain_shell() {
    let folder = case("PIV001/bad");
    let script = root("ci/check-maps.sh");
    let program = Path::new(env!("CARGO_BIN_EXE_marchland-validator"));
    let step = |paths: &str, arguments: &str| {
        let summary = folder.path().join("summary.md");
        let output = Command::new("bash")
            .arg(&script)
            .current_dir(folder.path())
            .env("MARCHLAND_VALIDATOR", program)
            .env("INPUT_PATHS", paths)
            .env("INPUT_ARGUMENTS", arguments)
            .env("INPUT_SARIF", "maps.sarif")
            .env("GITHUB_STEP_SUMMARY", &summary)
            .env("GITHUB_OUTPUT", folder.path().join("output"))
            .output()
            .unwrap();
        (
            code(&output),
            stdout(&output),
            fs::read_to_string(&summary).unwrap(),
        )
    };
    let (exit, text, summary) = step(".", "");
    assert_eq!(exit, 1, "{text}");
    assert!(text.contains("::error file=map.xml,"), "{text}");
    assert!(summary.contains("PIV001"), "{summary}");
    let sarif = fs::read_to_string(folder.path().join("maps.sarif")).unwrap();
    assert!(sarif.contains("\"2.1.0\""));
    assert!(
        fs::read_to_string(folder.path().join("output"))
            .unwrap()
            .contains("sarif=maps.sarif")
    );
    assert_eq!(step("nowhere", "").0, 2);

    fs::copy(
        root("validator/tests/rules/PIV001/good/map.xml"),
        folder.path().join("map.xml"),
    )
    .unwrap();
    assert_eq!(step(".", "--deny warnings").0, 0);

    // One path per line, with spaces; arguments on several lines.
    fs::create_dir(folder.path().join("a b")).unwrap();
    fs::rename(
        folder.path().join("map.xml"),
        folder.path().join("a b/map.xml"),
    )
    .unwrap();
    fs::rename(
        folder.path().join("mask.png"),
        folder.path().join("a b/mask.png"),
    )
    .unwrap();
    let (exit, text, _) = step("\na b\n\nnowhere\n", "--level info\n--deny\nwarnings");
    assert_eq!(exit, 2, "{text}");
    assert!(
        text.contains("nowhere") && !text.contains("file=a"),
        "{text}"
    );
    assert_eq!(step("a b\n", "--level info\n--deny\nwarnings").0, 0);
}

#[test]
fn the_hook_checks_all_maps() {
    let folder = case("ADJ008/bad");
    let hook = |arguments: &[&str]| {
        let mut command = Command::new(root("ci/pre-commit.sh"));
        command.args(arguments).current_dir(folder.path());
        command.env(
            "MARCHLAND_VALIDATOR",
            env!("CARGO_BIN_EXE_marchland-validator"),
        );
        code(&command.output().unwrap())
    };
    assert_eq!(hook(&[]), 0);
    assert_eq!(hook(&["--deny", "warnings"]), 1);
}
