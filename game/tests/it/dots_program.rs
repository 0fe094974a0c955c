//! Dots and Boxes with the whole program: typed, recorded, resumed, over a network.

use std::path::Path;
use std::process::{Child, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::program::{Server, bundled, complaint, program, record, run, text};
use crate::proxy::{Meddled, Meddler, between};

const LOCAL: [&str; 5] = [
    "play",
    "--game=dots",
    "--size=3",
    "--seed=4",
    "--color=never",
];

fn replayed(folder: &Path) -> String {
    let file = record(folder);
    let file = file.to_str().unwrap();
    let back = run(folder, &["client", "--replay", file, "--speed=0"], "");
    assert!(back.status.success(), "{}", complaint(&back));
    text(&back)
}

/// Types every line as the program advises; mistyped lines cost nothing.
#[test]
fn a_whole_game_is_played_by_typing() {
    let folder = tempfile::tempdir().unwrap();
    let mut moves: Vec<String> = Vec::new();
    let said = loop {
        let mut lines = "0 0\n99 1\n1 1\n1\nchess\nhelp\nsay hello\nscore\nboard\n".to_owned();
        lines += "mute ada\nunmute a\nmute nobody\n";
        lines += &moves.join("\n");
        lines += "\nhint\n";
        let args = [&LOCAL[..], &["--no-record", "--bots=normal"]].concat();
        let said = text(&run(folder.path(), &args, &lines));
        let advised = said.rsplit_once("The computer would draw the line ");
        if said.contains("── You have won") || said.contains("── Ada has won") {
            break said;
        }
        let (_, advised) = advised.unwrap_or_else(|| panic!("{said}"));
        let side = advised.split(['.', ',']).next().unwrap();
        moves.push(side.to_owned());
        assert!(moves.len() < 25, "{said}");
    };
    for says in [
        "0 0 is a dot: of a line one number is odd",
        "The board ends at 6 6: 99 1 is outside.",
        "1 1 is the inside of a box",
        "Type two numbers",
        "There is no command chess.",
        "Ada is muted.",
        "Ada is no longer muted.",
        "No other player is called nobody: Ada.",
        ", which closes a box.",
    ] {
        assert!(said.contains(says), "{says}: {said}");
    }
    assert!(
        said.lines().all(|line| line.chars().count() <= 80),
        "{said}"
    );
    // All nine boxes have an owner.
    let end = said.rsplit_once("──").unwrap().1;
    let score = |name: &str| -> u32 {
        let after = end.rsplit_once(name).unwrap().1;
        after.split_whitespace().next().unwrap().parse().unwrap()
    };
    assert_eq!(score("* You ") + score("A Ada "), 9, "{end}");
    assert!(!folder.path().join("replays").exists());
}

#[test]
fn a_resumed_game_plays_back() {
    let folder = tempfile::tempdir().unwrap();
    let left = run(folder.path(), &LOCAL, "1 0\nquit\nn\nquit\ny\n");
    assert!(left.status.success(), "{}", complaint(&left));
    assert!(text(&left).contains("To continue it: marchland-game play --resume"));
    let early = replayed(folder.path());
    assert!(early.contains("You draw the line 1 0"), "{early}");
    assert!(early.contains("the record ends here, before the game:"));
    std::fs::remove_dir_all(folder.path().join("replays")).unwrap();
    let goes_on = run(
        folder.path(),
        &["play", "--resume", "--color=never"],
        "1 0\nauto game\n",
    );
    let said = text(&goes_on);
    assert!(said.contains("1 0 is drawn already."), "{said}");
    assert!(
        said.contains(" won ─") || said.contains("is drawn ─"),
        "{said}"
    );
    let back = replayed(folder.path());
    assert!(back.contains("Points: "), "{back}");
    assert!(!back.contains("before the game did"), "{back}");
    assert!(
        back.contains("You draw the line 1 0"),
        "the whole game: {back}"
    );
    let none = run(folder.path(), &["play", "--resume"], "");
    assert!(complaint(&none).contains("there is no saved game"));
    // Four by four dots have 24 lines.
    let file = record(folder.path());
    let file = file.to_str().unwrap();
    let picture = ["replay", file, "--screenshot", "end.png", "--turn"];
    let late = run(folder.path(), &[&picture[..], &["25"]].concat(), "");
    assert_eq!(late.status.code(), Some(2));
    let says = "the record has 24 lines: --turn is at most 24, for the end";
    assert!(complaint(&late).contains(says), "{}", complaint(&late));
    let last = run(folder.path(), &[&picture[..], &["24"]].concat(), "");
    assert!(last.status.success(), "{}", complaint(&last));
}

#[test]
fn giving_up_ends_the_game() {
    let folder = tempfile::tempdir().unwrap();
    let said = run(folder.path(), &LOCAL, "resign\nn\nresign\ny\n");
    let said = text(&said);
    assert!(said.contains("You keep playing."), "{said}");
    assert!(said.contains("── Ada has won"), "{said}");
    assert!(!said.contains("To continue it"), "{said}");
    assert!(!replayed(folder.path()).contains("before the game did"));
}

fn start(folder: &Path, port: &str, name: &str, args: &[&str]) -> Child {
    let mut command = program(folder, &["client", "--username", name, "--port", port]);
    let quiet = command
        .args(args)
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    quiet.spawn().unwrap()
}

/// Waits until a table is listed.
fn listed(folder: &Path, port: &str, row: &str) -> String {
    for _ in 0..600 {
        let args = ["play", "--host=127.0.0.1", "--port", port, "--list"];
        let list = text(&run(folder, &args, ""));
        if list.contains(row) {
            return list;
        }
        std::thread::sleep(std::time::Duration::from_millis(100));
    }
    panic!("{row} is not listed");
}

/// Hangs up after every 25 lines of the server, three times.
struct Cutter {
    lines: AtomicUsize,
}

impl Meddler for Cutter {
    fn down(&self, line: &str) -> Meddled {
        match self.lines.fetch_add(1, Ordering::Relaxed) + 1 {
            25 | 50 | 75 => Meddled::HangUp,
            _ => Meddled::Line(line.to_owned()),
        }
    }
}

/// A person over a bad line against a computer player, beside a game of conquest.
#[test]
fn both_games_share_a_server_and_survive_bad_lines() {
    let folder = tempfile::tempdir().unwrap();
    let map = bundled("czechia");
    let map = map.to_str().unwrap();
    let server = Server::start(folder.path(), &["-r", "--num-players=2", "--map", map]);
    let port = server.port();
    let conquerors = ["ann", "ben"].map(|name| start(folder.path(), &port, name, &["--map", map]));
    // Two players by default.
    let create = ["--create=pit", "--game=dots", "--size=5"];
    let mut deep = start(folder.path(), &port, "deep", &create);
    listed(folder.path(), &port, "pit      dots 5x5  1 of 2, has room");
    // A client of another game is told.
    let args = [
        "client",
        "--username=eve",
        "--port",
        &port,
        "--table=pit",
        "--map",
        map,
    ];
    let other = run(folder.path(), &args, "");
    assert_eq!(other.status.code(), Some(1));
    let says = "plays by the rules of dots, not conquest; choose the game of the server";
    assert!(complaint(&other).contains(says), "{}", complaint(&other));
    let cutter = Cutter {
        lines: AtomicUsize::new(0),
    };
    let cut = between(server.address, cutter).port().to_string();
    let args = [
        "--host=127.0.0.1",
        "--port",
        &cut,
        "--table=pit",
        "--name=bob",
    ];
    let args = [&["play", "--game=dots", "--color=never"], &args[..]].concat();
    let bob = run(folder.path(), &args, "auto game\n");
    let said = text(&bob);
    assert!(bob.status.success(), "{}", complaint(&bob));
    assert!(
        said.matches("The connection was lost").count() >= 2,
        "{said}"
    );
    assert!(said.contains(" won ─"), "{said}");
    assert!(deep.wait().unwrap().success());
    assert!(replayed(folder.path()).contains("Points: "));
    for mut conqueror in conquerors {
        assert!(conqueror.wait().unwrap().success());
    }
    // The default table does not take a game of dots.
    let args = ["play", "--game=dots", "--host=127.0.0.1", "--port", &port];
    let none = run(folder.path(), &args, "");
    assert!(
        complaint(&none).contains("--create"),
        "{}",
        complaint(&none)
    );
}

#[test]
fn options_of_another_game_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    for (args, says) in [
        (&["play", "--size=5"][..], "--size is for --game dots"),
        (&["play", "world", "--game=dots"], "not to dots"),
        (&["play", "--game=dots", "--size=1"], "2 to 12 boxes a side"),
        (
            &["play", "--game=dots", "--bots=expert"],
            "choose one of: random, greedy (or normal), chains (or hard)",
        ),
        (&["play", "--game=dots", "--choose-areas"], "not to dots"),
        (&["play", "--game=dots", "--sets=constant"], "not to dots"),
        (
            &[
                "tournament",
                "--game=dots",
                "--sets=growing",
                "--bots=greedy,chains",
            ],
            "not to dots",
        ),
        (&["play", "--resume", "--game=dots"], "cannot be used with"),
    ] {
        let refused = run(folder.path(), args, "");
        assert_eq!(refused.status.code(), Some(2), "{args:?}");
        let said = complaint(&refused);
        assert!(said.contains(says), "{args:?}: {said}");
    }
    assert!(!folder.path().join("kept").exists(), "nothing is begun");
}
