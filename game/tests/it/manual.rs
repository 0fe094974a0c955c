//! Three clients, started as the manual says, on every bundled map: the real
//! programs, from the first line to the winner.

use std::fs::File;

use crate::program::{Server, bundled, program, run, text};

/// Who won, by the client's own words.
fn winner(log: &str) -> &str {
    let line = log
        .lines()
        .rev()
        .find_map(|line| line.split_once(" has won"));
    line.unwrap_or_else(|| panic!("nobody has won in {log}")).0
}

fn play_on(map: &str) {
    let folder = tempfile::tempdir().unwrap();
    let map = bundled(map);
    let map = map.to_str().unwrap();
    let server = Server::start(folder.path(), &["-r", "--map", map, "--seed", "5"]);
    let port = server.port();
    let mut children = Vec::new();
    for name in ["ada", "bob"] {
        let args = ["client", "--port", &port, "--username", name, "--map", map];
        let child = program(folder.path(), &args)
            .args(["--seed", "1"])
            // To a file: nobody reads a pipe before the end.
            .stdout(File::create(folder.path().join(name)).unwrap())
            .spawn();
        children.push((name, child.unwrap()));
    }
    let third = [
        "play",
        map,
        "--host",
        "localhost",
        "--port",
        &port,
        "--name",
        "cid",
        "--seed",
        "1",
    ];
    let third = run(folder.path(), &third, "auto game\n");
    assert!(third.status.success(), "{}", text(&third));
    let seen: Vec<String> = children
        .into_iter()
        .map(|(name, mut child)| {
            let ended = child.wait().unwrap();
            let log = std::fs::read_to_string(folder.path().join(name)).unwrap();
            assert!(ended.success(), "{log}");
            winner(&log).to_owned()
        })
        .collect();
    assert_eq!(seen[0], seen[1]);
    let third = text(&third);
    let expected = match seen[0].as_str() {
        "cid" => "You have won".to_owned(),
        other => format!("{other} has won"),
    };
    assert!(third.contains(&expected), "{expected} is not in {third}");
}

#[test]
fn plays_to_the_end_on_the_world() {
    play_on("world");
}

#[test]
fn plays_to_the_end_on_czechia() {
    play_on("czechia");
}

#[test]
fn plays_to_the_end_on_europe() {
    play_on("europe");
}

#[test]
fn plays_to_the_end_on_the_united_states() {
    play_on("usa");
}
