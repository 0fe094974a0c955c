//! `marchland-maps diff` on the command line.

use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::command_line::{bundled, maps, stderr, text};

fn stdout(arguments: &[&str], code: i32) -> String {
    let output = maps(arguments);
    assert_eq!(output.status.code(), Some(code), "{}", stderr(&output));
    String::from_utf8(output.stdout).unwrap()
}

/// Czechia with one of its territories cut in two.
fn divided(to: &Path) {
    let output = maps(&[
        "edit",
        &bundled("czechia"),
        "--divide",
        "3",
        "--parts",
        "2",
        "-o",
        text(to),
    ]);
    let told = stderr(&output);
    assert!(output.status.code().is_some_and(|code| code < 2), "{told}");
    let place = format!("{}: 15 territories, ", to.display());
    assert!(told.contains(&place), "{told}");
}

#[test]
fn versions_are_compared_in_words_as_json_and_as_a_picture() {
    let place = tempfile::tempdir().unwrap();
    let czechia = bundled("czechia");
    let same = stdout(&["diff", &czechia, &czechia], 0);
    assert!(same.ends_with(": no difference\n"), "{same}");
    let cut = place.path().join("cut");
    divided(&cut);
    let said = stdout(&["diff", &czechia, text(&cut)], 1);
    let lines: Vec<_> = said.lines().collect();
    assert!(
        lines[0].ends_with(&format!(": {} differences", lines.len() - 1)),
        "{said}"
    );
    assert!(
        lines.iter().any(|line| line.contains("(3): land of ")),
        "{said}"
    );
    assert!(
        lines.iter().any(|line| line.contains(" 2” (14) is new: ")),
        "{said}"
    );
    assert!(
        lines.iter().any(|line| line.starts_with("Link between ")),
        "{said}"
    );

    let picture = place.path().join("changes.png");
    let arguments = [
        "diff",
        &czechia,
        text(&cut),
        "--format",
        "json",
        "--picture",
        text(&picture),
    ];
    let report: Value = serde_json::from_str(&stdout(&arguments, 1)).unwrap();
    assert_eq!(
        (&report["version"], &report["same"]),
        (&1.into(), &false.into())
    );
    let changes = report["changes"].as_array().unwrap();
    assert_eq!(changes.len(), lines.len() - 1);
    let land = changes
        .iter()
        .find(|change| change["what"] == "land")
        .unwrap();
    assert_eq!(land["ids"], serde_json::json!([3]));
    let sentence = land["text"].as_str().unwrap();
    let name = land["names"][0].as_str().unwrap();
    assert!(sentence.starts_with(&format!("“{name}” (3): ")), "{land}");
    let lost = land["land"]["lost"].as_u64().unwrap();
    assert_eq!(land["land"]["gained"], 0);
    let new = changes
        .iter()
        .find(|change| change["what"] == "new")
        .unwrap();
    assert_eq!(new["about"], "territory");
    assert_eq!(
        new["land"]["is"].as_u64(),
        Some(lost),
        "what one lost the other is"
    );
    let drawn = image::open(&picture).unwrap();
    let mask = image::open(Path::new(&czechia).join("mask.png")).unwrap();
    assert_eq!(
        (drawn.width(), drawn.height()),
        (mask.width(), mask.height())
    );
    // It is not overwritten without --force, and a file of the maps never is.
    stdout(&arguments, 2);
    let again = maps(&[&arguments[..], &["--force"]].concat());
    let place = format!("{}: {} × ", picture.display(), drawn.width());
    assert!(stderr(&again).contains(&place), "{}", stderr(&again));
    let mask = cut.join("mask.png");
    let before = fs::read(&mask).unwrap();
    let arguments = [
        "diff",
        &czechia,
        text(&cut),
        "--picture",
        text(&mask),
        "--force",
    ];
    stdout(&arguments, 2);
    assert_eq!(fs::read(&mask).unwrap(), before);
}

#[test]
fn maps_that_cannot_be_compared_are_reported() {
    let place = tempfile::tempdir().unwrap();
    let czechia = bundled("czechia");
    stdout(&["diff", &czechia, text(place.path())], 2);
    stdout(&["diff", &czechia], 2);
    // Other sizes are compared, but not drawn.
    let picture = place.path().join("changes.png");
    let said = stdout(&["diff", &czechia, &bundled("europe")], 1);
    assert!(said.contains("\nThe mask: size "), "{said}");
    let output = maps(&[
        "diff",
        &czechia,
        &bundled("europe"),
        "--picture",
        text(&picture),
    ]);
    assert_eq!(output.status.code(), Some(2));
    assert!(
        stderr(&output).contains("needs one size"),
        "{}",
        stderr(&output)
    );
    assert!(!picture.exists());
}

#[test]
fn another_picture_for_players_is_reported_in_plain_words() {
    let place = tempfile::tempdir().unwrap();
    for file in ["map.xml", "mask.png", "image.png"] {
        let from = Path::new(&bundled("czechia")).join(file);
        fs::copy(from, place.path().join(file)).unwrap();
    }
    fs::write(place.path().join("image.png"), "another").unwrap();
    let said = stdout(&["diff", &bundled("czechia"), text(place.path())], 1);
    assert!(
        said.ends_with("The picture for players: the content has changed\n"),
        "{said}"
    );
}
