//! Computer players as they are named on the command line, with their
//! settings.

use std::path::Path;

use crate::program::{bundled, complaint, run, text};

const DARING: &str = r#"<strategy>
  <param key="gate_one" value="0.25"/>
  <param key="territory" value="9"/>
  <param key="courage" value="1"/>
</strategy>"#;

fn tournament(folder: &Path, bots: &str) -> String {
    let map = bundled("czechia");
    let args = [
        "tournament",
        "--map",
        map.to_str().unwrap(),
        "--games=30",
        "--threads=1",
        "--bots",
        bots,
    ];
    let output = run(folder, &args, "");
    assert!(output.status.success(), "{}", complaint(&output));
    // What it takes is another thing each time.
    let text = text(&output);
    text.split("\n\n").next().unwrap().to_owned() + "\n" + &complaint(&output)
}

/// The number of wins of each bot.
fn wins(said: &str) -> Vec<&str> {
    let rows = said.lines().filter(|line| line.contains(" %  ("));
    rows.map(|row| row.split_whitespace().nth(2).unwrap())
        .collect()
}

#[test]
fn settings_are_read_in_a_tournament() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).unwrap();
    write("daring.xml", DARING);
    let smallest =
        |chance: &str| format!("<s><param key=\"min_probability_attack\" value=\"{chance}\"/></s>");
    write("never.xml", &smallest("1.1"));
    write("usual.xml", &smallest("0.6"));
    // Who never attacks never wins.
    let said = tournament(folder.path(), "standard,standard=never.xml");
    assert!(said.contains("\n1   standard=never.xml "), "{said}");
    assert_eq!(wins(&said)[1], "0", "{said}");
    // What is written down as it is changes nothing but the name.
    let plain = tournament(folder.path(), "normal,random");
    let usual = tournament(folder.path(), "normal=usual.xml,random");
    assert_eq!(wins(&plain).len(), 2, "{plain}");
    assert_eq!(wins(&plain), wins(&usual), "{usual}");
    let daring = tournament(folder.path(), "planner=daring.xml,standard");
    let warning = "daring.xml, line 4: the parameter courage is not known here";
    assert!(daring.contains(warning), "{daring}");
    let bold = tournament(folder.path(), "planner,standard");
    assert_ne!(daring.lines().last(), bold.lines().last());
}

/// What `tune` writes is read by whoever plays.
#[test]
fn what_tune_writes_is_read_by_all() {
    let folder = tempfile::tempdir().unwrap();
    let map = bundled("czechia");
    let map = map.to_str().unwrap();
    let tune = [
        "tune",
        "--map",
        map,
        "--generations=1",
        "--children=2",
        "--games=4",
        "--play-off=4",
        "--out=tuned.xml",
    ];
    let output = run(folder.path(), &tune, "");
    assert!(output.status.success(), "{}", complaint(&output));
    let said = tournament(folder.path(), "hard=tuned.xml,easy");
    assert!(said.contains("planner=tuned.xml"), "{said}");
    assert!(!said.contains("not known"), "{said}");
    let play = [
        "play",
        map,
        "--bots=hard=tuned.xml",
        "--seed=1",
        "--no-record",
    ];
    let output = run(folder.path(), &play, "quit\n");
    assert!(output.status.success(), "{}", complaint(&output));
    let greeting = text(&output);
    assert!(greeting.contains("Red (planner=tuned.xml)"), "{greeting}");
}

#[test]
fn settings_that_cannot_be_had_are_named() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("x.xml"), "<strategy><param/></strategy>").unwrap();
    let map = bundled("czechia");
    let map = map.to_str().unwrap();
    let twice = [
        "client",
        "--username=a",
        "--map",
        map,
        "--strategy=hard=x.xml",
        "--config=x.xml",
    ];
    for (args, says) in [
        (
            &["tournament", "--map", map, "--bots=random=x.xml,easy"][..],
            "x.xml: the strategy random has no settings; standard and planner have",
        ),
        (
            &["tournament", "--map", map, "--bots=hard=x.xml,easy"],
            "x.xml, line 1: param needs a key and a value",
        ),
        (
            &["play", map, "--bots=normal=none.xml", "--no-record"],
            "none.xml cannot be read",
        ),
        (&twice, "the settings are given twice"),
        (
            &["tournament", "--map", map, "--bots=genius=x.xml,easy"],
            "there is no strategy genius",
        ),
    ] {
        let output = run(folder.path(), args, "");
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        assert!(complaint(&output).contains(says), "{}", complaint(&output));
    }
}
