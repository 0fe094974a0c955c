//! `marchland-game tournament`, the program.

use serde_json::Value;

use crate::program::{complaint, run, text};

/// All three formats of a tournament report the same wins.
#[test]
fn tournaments_as_json_and_csv() {
    let folder = tempfile::tempdir().unwrap();
    let bots = ["tournament", "--bots", "standard,novice", "--games", "30"];
    let with = |format: &str| {
        let output = run(
            folder.path(),
            &[&bots[..], &["--format", format]].concat(),
            "",
        );
        assert_eq!(output.status.code(), Some(0), "{}", complaint(&output));
        text(&output)
    };
    let document: Value = serde_json::from_str(&with("json")).unwrap();
    let won = &document["bots"][0]["won"];
    let wins = won["wins"].as_u64().unwrap();
    assert_eq!(document["games"], 30);
    assert!(wins > 15, "{document}");
    assert!(won["low"].as_f64() < won["share"].as_f64());
    let human = with("human");
    assert!(human.contains(&format!("{wins}  ")), "{human}");
    let csv = with("csv");
    assert_eq!(csv.lines().count(), 1 + 2 + 1 + 2 + 4);
    let drawn = document["drawn"].as_u64().unwrap();
    assert!(
        csv.contains(&format!("\ndrawn,,\"\",,30,{drawn},")),
        "{csv}"
    );
    assert!(
        csv.contains(&format!("\nbot,0,\"standard\",,30,{wins},")),
        "{csv}"
    );
    assert!(
        csv.lines()
            .skip(1)
            .all(|row| row.ends_with(",\"map world\",1,false")),
        "{csv}"
    );
}

/// Of one game, each bot has a place at which it never played.
#[test]
fn shares_of_what_was_never_played_are_left_out() {
    let folder = tempfile::tempdir().unwrap();
    let with = |format: &str| {
        let args = [
            "tournament",
            "--bots=novice,novice",
            "--games=1",
            "--format",
            format,
        ];
        text(&run(folder.path(), &args, ""))
    };
    let document: Value = serde_json::from_str(&with("json")).unwrap();
    assert_eq!(document["stopped"], false);
    let places = document["bots"][0]["byPlace"].as_array().unwrap();
    for place in places {
        let is_played = place["games"] == 1;
        for share in ["share", "low", "high"] {
            assert_eq!(place[share].is_number(), is_played, "{place}");
        }
    }
    let csv = with("csv");
    let unknown = csv
        .lines()
        .filter(|row| row.contains(",0,0,,,,\"map world\",1,"));
    assert_eq!(unknown.count(), 2, "{csv}");
}

/// What the options changed is in the document.
#[test]
fn tournaments_as_json_say_what_was_played() {
    let folder = tempfile::tempdir().unwrap();
    let document = |more: &[&str]| -> Value {
        let args = ["tournament", "--games=2", "--format=json"];
        let output = run(folder.path(), &[&args[..], more].concat(), "");
        serde_json::from_str(&text(&output)).unwrap_or_else(|_| panic!("{}", complaint(&output)))
    };
    let usual = document(&["--bots", " Normal, easy"]);
    assert_eq!(usual["bots"][0]["strategy"], "standard");
    assert!(usual["bots"][0]["points"].is_null());
    let setup = &usual["setup"];
    assert_eq!(setup["map"]["id"], "world");
    assert_eq!(setup["map"]["digest"].as_str().unwrap().len(), 32);
    assert_eq!(
        (&setup["neutral"], &setup["sets"]),
        (&true.into(), &"growing".into())
    );
    let more = [
        "--no-neutral",
        "--sets=constant",
        "--choose-areas",
        "--most-turns=9",
    ];
    let other = document(&[&["--bots=normal,easy"][..], &more].concat());
    let setup = &other["setup"];
    assert_eq!(
        (&setup["neutral"], &setup["sets"]),
        (&false.into(), &"constant".into())
    );
    assert_eq!(
        (&setup["chooseAreas"], &setup["mostTurns"]),
        (&true.into(), &9.into())
    );
    let dots = document(&["--game=dots", "--bots=Hard,normal"]);
    assert_eq!(
        dots["setup"],
        serde_json::json!({"game": "dots", "board": "3x3"})
    );
    assert!(dots["bots"][0]["points"].is_u64());
}

/// After Ctrl-C the games that are over are reported.
#[cfg(unix)]
#[test]
fn an_interrupted_tournament_reports_the_games_played() {
    use rustix::process::{Pid, Signal, kill_process};
    let folder = tempfile::tempdir().unwrap();
    let args = [
        "tournament",
        "--bots=normal,easy",
        "--games=100000000",
        "--format=json",
    ];
    // A game must be over by then, so slow machines get longer.
    let waits = [1, 8, 30, 120].map(std::time::Duration::from_secs);
    for (attempt, wait) in waits.into_iter().enumerate() {
        let child = crate::program::program(folder.path(), &args)
            .stdout(std::process::Stdio::piped())
            .stderr(std::process::Stdio::piped())
            .spawn()
            .unwrap();
        std::thread::sleep(wait);
        kill_process(Pid::from_child(&child), Signal::INT).unwrap();
        let output = child.wait_with_output().unwrap();
        if text(&output).is_empty() && attempt + 1 < waits.len() {
            continue;
        }
        assert_eq!(output.status.code(), Some(130), "{}", complaint(&output));
        let document: Value = serde_json::from_str(&text(&output)).unwrap();
        let games = document["games"].as_u64().unwrap();
        let said = complaint(&output);
        let known = format!("stopped: the report is of the {games} game");
        assert!(said.contains(&known), "{said}");
        break;
    }
}
