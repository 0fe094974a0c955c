//! The client as a program: its messages and exit codes on errors, lost connections, and
//! records played back.

use std::io::{BufRead, BufReader, Write};
use std::net::TcpListener;
use std::path::Path;
use std::process::Stdio;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use marchland_game::replay;

use crate::program::{Server, bundled, complaint, play_back, program, record, run, text};
use crate::proxy::{Meddled, Meddler, between};
use crate::sockets::Telnet;

/// The map of these tests, the smallest.
fn czechia() -> String {
    bundled("czechia").to_str().unwrap().to_owned()
}

/// `client` with a name, at a port.
fn client<'a>(port: &'a str, name: &'a str, map: &'a str) -> Vec<&'a str> {
    vec![
        "client",
        "--port",
        port,
        "--username",
        name,
        "--map",
        map,
        "--seed",
        "1",
    ]
}

/// A server for two without a neutral force.
fn server(folder: &Path) -> Server {
    let map = czechia();
    let args = [
        "-r",
        "--num-players=2",
        "--no-neutral",
        "--map",
        &map,
        "--seed=2",
    ];
    Server::start(folder, &args)
}

#[test]
fn failures_are_explained_and_set_the_exit_code() {
    let folder = tempfile::tempdir().unwrap();
    let map = czechia();
    let ends = |args: &[&str], code: i32, says: &str| {
        let output = run(folder.path(), args, "");
        let complaint = complaint(&output);
        assert_eq!(output.status.code(), Some(code), "{args:?}: {complaint}");
        assert!(complaint.contains(says), "{args:?}: {complaint}");
    };
    // Nobody listens at a port that was just released.
    let free = TcpListener::bind("127.0.0.1:0")
        .unwrap()
        .local_addr()
        .unwrap();
    let free = free.port().to_string();
    let away = format!("no server answers at localhost, port {free}; is it running?");
    ends(&client(&free, "ada", &map), 2, &away);
    let play = [
        "play",
        map.as_str(),
        "--host=localhost",
        "--name=bob",
        "--port",
        free.as_str(),
    ];
    ends(&play, 2, &away);
    let nameless = ["play", map.as_str(), "--host=localhost", "--terminal"];
    ends(
        &nameless,
        2,
        "give the name that the others see: --name NAME",
    );

    let server = server(folder.path());
    let port = server.port();
    let world = bundled("world");
    let world = world.to_str().unwrap();
    let other = "the server plays on czechia, not on this version of world; \
                 choose the map of the server with --map";
    ends(&client(&port, "ada", world), 1, other);
    let mut ann = Telnet::new(server.address);
    ann.say("LOGIN ann");
    ann.hear().unwrap();
    let taken = "the name is in use already; choose another with --username";
    ends(&client(&port, "Ann", &map), 1, taken);
    // The client with the other map may not have left yet. Each attempt has a connection of its
    // own, because the server ends one with many refused lines.
    let _ben = loop {
        let mut ben = Telnet::new(server.address);
        ben.say("LOGIN ben");
        if ben.hear().unwrap().contains("OK") {
            break ben;
        }
        std::thread::sleep(Duration::from_millis(20));
    };
    let full = "all seats at this table are taken, or its game has begun; try later, join another \
                table with --table (--list shows all), or open one with --create";
    ends(&client(&port, "cid", &map), 1, full);
    let play = [
        "play",
        map.as_str(),
        "--host=localhost",
        "--name=dan",
        "--port",
        port.as_str(),
    ];
    ends(&play, 1, full);

    ends(&client(&port, "Jan Novak", &map), 2, "1 to 16 letters");
    ends(&["client", "--port", &port], 2, "--username");
    ends(
        &client(&port, "ada", "atlantis"),
        2,
        "there is no map atlantis",
    );
    ends(
        &["client", "--replay", "no.rep"],
        2,
        "no.rep cannot be read",
    );
}

/// Tables are listed, opened and joined with the client's own options, as its
/// messages advise.
#[test]
fn tables_are_listed_opened_and_joined() {
    let folder = tempfile::tempdir().unwrap();
    let map = czechia();
    let server = server(folder.path());
    let port = server.port();
    let listed = |command: &str| {
        let args = ["--host=localhost", "--port", &port, "--list"];
        let output = run(folder.path(), &[&[command], &args[..]].concat(), "");
        assert!(output.status.success(), "{}", complaint(&output));
        text(&output)
    };
    let only = "table    map      players\ndefault  czechia  0 of 2, has room\n";
    assert_eq!(listed("client"), only);
    assert_eq!(listed("play"), only);
    let refused = run(
        folder.path(),
        &[client(&port, "ada", &map), vec!["--table=friends"]].concat(),
        "",
    );
    assert_eq!(refused.status.code(), Some(1));
    assert_eq!(
        complaint(&refused),
        "error: the server refuses: there is no such table; --list shows the tables \
         of the server\n"
    );
    let start = |name, options: &[&str]| {
        program(
            folder.path(),
            &[client(&port, name, &map), options.to_vec()].concat(),
        )
        .stdout(Stdio::null())
        .spawn()
        .unwrap()
    };
    let mut ada = start("ada", &["--create=friends", "--players=2"]);
    let begun = Instant::now();
    while !listed("client").contains("friends  czechia  1 of 2, has room: ada\n") {
        assert!(
            begun.elapsed() < Duration::from_secs(60),
            "{}",
            listed("client")
        );
    }
    let mut bob = start("bob", &["--table=friends"]);
    assert!(ada.wait().unwrap().success());
    assert!(bob.wait().unwrap().success());
    // A command without a server has no tables.
    let output = run(folder.path(), &["play", &map, "--list"], "");
    assert_eq!(output.status.code(), Some(2));
    assert!(
        complaint(&output).contains("--host"),
        "{}",
        complaint(&output)
    );
}

/// Hangs up after a number of server lines, a limited number of times.
struct Cutter {
    lines: AtomicUsize,
    cuts: AtomicUsize,
}

impl Meddler for Cutter {
    fn down(&self, line: &str) -> Meddled {
        let count = self.lines.fetch_add(1, Ordering::Relaxed) + 1;
        if count.is_multiple_of(150) && self.cuts.fetch_add(1, Ordering::Relaxed) < 3 {
            return Meddled::HangUp;
        }
        Meddled::Line(line.to_owned())
    }
}

/// Plays a game over a line that is cut three times, against a client whose
/// line holds; what both have told.
fn play_over_a_bad_line(args: impl Fn(&str) -> Vec<String>, input: &str) -> (String, String) {
    let folder = tempfile::tempdir().unwrap();
    let map = czechia();
    let server = server(folder.path());
    let cutter = Cutter {
        lines: AtomicUsize::new(0),
        cuts: AtomicUsize::new(0),
    };
    let proxy = between(server.address, cutter).port().to_string();
    let port = server.port();
    // To a file, since nobody reads a pipe before the end.
    let stable_log = folder.path().join("stable.log");
    let mut stable = program(folder.path(), &client(&port, "ada", &map))
        .stdout(std::fs::File::create(&stable_log).unwrap())
        .spawn()
        .unwrap();
    let args = args(&proxy);
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    let cut = run(folder.path(), &args, input);
    assert!(cut.status.success(), "{}", complaint(&cut));
    assert!(stable.wait().unwrap().success());
    (text(&cut), std::fs::read_to_string(&stable_log).unwrap())
}

#[test]
fn come_back_by_themselves() {
    let map = czechia();
    let bob = |port: &str| {
        client(port, "bob", &map)
            .into_iter()
            .map(str::to_owned)
            .collect()
    };
    let (log, stable) = play_over_a_bad_line(bob, "");
    assert!(
        log.contains("the connection was lost; reconnecting"),
        "{log}"
    );
    let last = |log: &str| log.lines().last().unwrap().to_owned();
    assert_eq!(last(&log), last(&stable));
}

#[test]
fn players_reconnect_too() {
    let map = czechia();
    let bob = |port: &str| {
        let args = [
            "play",
            &map,
            "--host=127.0.0.1",
            "--port",
            port,
            "--name=bob",
            "--seed=1",
        ];
        args.map(str::to_owned).to_vec()
    };
    let (log, stable) = play_over_a_bad_line(bob, "auto game\n");
    assert!(
        log.contains("The connection was lost; reconnecting"),
        "{log}"
    );
    assert!(log.contains("The connection is back."), "{log}");
    let won = if stable.contains("bob has won") {
        "You have won"
    } else {
        "ada has won"
    };
    assert!(log.contains(won), "{log}");
}

/// Withholds the greeting from the server, which then speaks only version 0.2.
struct OldServer;

impl Meddler for OldServer {
    fn up(&self, line: &str) -> Meddled {
        if line.starts_with("HELLO") {
            Meddled::Dropped
        } else {
            Meddled::Line(line.to_owned())
        }
    }

    fn down(&self, line: &str) -> Meddled {
        let extensions = ["HELLO", "TOKEN", "MAP", "ERROR", "GAME-OVER", "STATE"];
        assert!(
            !extensions.iter().any(|word| line.starts_with(word)),
            "{line}"
        );
        Meddled::Line(line.to_owned())
    }
}

/// Plays a game at an old server and records it.
fn recorded(folder: &Path) -> String {
    let map = czechia();
    let server = server(folder);
    let old = between(server.address, OldServer).port().to_string();
    let port = server.port();
    let other = program(folder, &client(&port, "ada", &map))
        .stdout(Stdio::null())
        .spawn();
    let mut args = client(&old, "bob", &map);
    args.push("--record");
    let output = run(folder, &args, "");
    assert!(output.status.success(), "{}", complaint(&output));
    assert!(other.unwrap().wait().unwrap().success());
    text(&output)
}

#[test]
fn records_of_old_servers_play_back_by_the_rules() {
    let folder = tempfile::tempdir().unwrap();
    let log = recorded(folder.path());
    assert!(log.contains("recording to replays/"), "{log}");
    let file = record(folder.path());
    let file = file.to_str().unwrap();
    let map = czechia();
    let back = ["client", "--replay", file, "--map", &map, "--speed", "0"];
    let back = run(folder.path(), &back, "");
    assert!(back.status.success(), "{}", complaint(&back));
    // Both tell the same defeats.
    let defeats = |log: &str| {
        let told = log.lines().filter(|line| line.contains("is defeated by"));
        told.map(str::to_owned).collect::<Vec<_>>()
    };
    assert!(!defeats(&log).is_empty());
    assert_eq!(defeats(&log), defeats(&text(&back)));
    // A server of version 0.2 does not say who won; the client and its record do.
    for told in [&log, &text(&back)] {
        let last = told.lines().last().unwrap();
        assert!(last.ends_with(" has won."), "{told}");
    }
    // The line endings of another system make no difference; without its last lines the
    // record is reported to end early.
    let whole = std::fs::read_to_string(file).unwrap();
    let shortened = |ends: &str, skipped: usize| {
        let lines: Vec<&str> = whole.lines().collect();
        let lines = &lines[..lines.len() - skipped];
        let copy = folder.path().join("copy.rep");
        std::fs::write(&copy, lines.join(ends) + ends).unwrap();
        let back = play_back(folder.path(), &copy, &map);
        assert!(back.status.success(), "{}", complaint(&back));
        text(&back)
    };
    assert_eq!(shortened("\r\n", 0), text(&back));
    let early = "the record ends here, before the game:";
    assert!(!text(&back).contains(early));
    assert!(shortened("\n", 3).contains(early));

    let wrong = ["client", "--replay", file, "--map", "world", "--speed", "0"];
    let world = bundled("world");
    let wrong = wrong.map(|arg| {
        if arg == "world" {
            world.to_str().unwrap()
        } else {
            arg
        }
    });
    let wrong = run(folder.path(), &wrong, "");
    assert_eq!(wrong.status.code(), Some(2));
    assert!(complaint(&wrong).contains("was played on czechia, not on"));

    // A changed byte: the line is named.
    let text = std::fs::read_to_string(file).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    let damaged = lines[39].replace(char::is_numeric, "7");
    let text = [&lines[..39], &[damaged.as_str()], &lines[40..]]
        .concat()
        .join("\n")
        + "\n";
    std::fs::write(file, text).unwrap();
    let back = ["client", "--replay", file, "--map", &map, "--speed", "0"];
    let back = run(folder.path(), &back, "");
    assert_eq!(back.status.code(), Some(2));
    assert!(
        complaint(&back).contains("line 40 is damaged"),
        "{}",
        complaint(&back)
    );
}

#[test]
fn a_record_that_breaks_the_rules_is_refused_with_its_line() {
    use marchland_game::protocol::{Digest, Token};
    use marchland_game::replay::{Header, RecordWriter};
    let folder = tempfile::tempdir().unwrap();
    let (_, _, map) = marchland_maps::folder::load(bundled("czechia")).unwrap();
    let header = Header {
        game: "conquest".to_owned(),
        setup: "czechia".to_owned(),
        digest: Digest::read(&marchland_maps::canonical::digest(&map)).unwrap(),
        players: 2,
    };
    let mut out = Vec::new();
    let mut writer = RecordWriter::begin(&header, &mut out);
    let second = Duration::from_secs(1);
    for (at, line) in (0..).zip([
        "REGISTERED-PLAYER 0 ada",
        "REGISTERED-PLAYER 1 bob",
        "ORDER 0 1",
        "REINFORCEMENTS 0 20",
        "REINFORCEMENTS 1 20",
        "START-PHASE 0",
        "REINFORCE 0 3 1",
        "REINFORCE 1 3 1",
    ]) {
        writer.write(second * at / 10, line, &mut out);
    }
    let file = folder.path().join("a.rep");
    std::fs::write(&file, &out).unwrap();
    let map = czechia();
    let back = |speed: &str| {
        let args = [
            "client", "--replay", "a.rep", "--map", &map, "--speed", speed,
        ];
        let start = Instant::now();
        let output = run(folder.path(), &args, "");
        assert_eq!(output.status.code(), Some(1), "{}", complaint(&output));
        let complaint = complaint(&output);
        assert!(
            complaint.contains("a.rep, line 9: \"REINFORCE 1 3 1\""),
            "{complaint}"
        );
        assert!(text(&output).contains("ada gets "));
        start.elapsed()
    };
    back("0");
    // The game took 0.7 seconds; at twice the speed it takes at least half of that.
    assert!(back("2") >= second * 7 / 20);
    for speed in ["-1", "nan", "fast"] {
        let args = [
            "client", "--replay", "a.rep", "--map", &map, "--speed", speed,
        ];
        let output = run(folder.path(), &args, "");
        assert_eq!(output.status.code(), Some(2), "{speed}");
    }
}

#[test]
fn a_folder_is_not_a_record() {
    let folder = tempfile::tempdir().unwrap();
    let output = run(folder.path(), &["replay", ".", "--terminal"], "");
    assert_eq!(output.status.code(), Some(2));
    let says = ". is a folder; give one of the records (.rep) in it";
    assert!(complaint(&output).contains(says), "{}", complaint(&output));
}

#[test]
fn a_record_of_a_killed_client_plays_to_its_last_whole_line() {
    let folder = tempfile::tempdir().unwrap();
    let map = czechia();
    let server = server(folder.path());
    let port = server.port();
    let mut args = client(&port, "bob", &map);
    args.push("--record");
    let mut writer = program(folder.path(), &args)
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    // The other player never acts, so the record does not grow.
    let mut ann = Telnet::new(server.address);
    ann.say("LOGIN ann");
    let ready = ann.hear().unwrap().replace("LOGIN-ACK OK", "READY");
    ann.say(&ready);
    let log = BufReader::new(writer.stdout.take().unwrap()).lines();
    let heard = log
        .map(Result::unwrap)
        .find(|line| line.contains("First units are placed"));
    assert!(heard.is_some());
    writer.kill().unwrap();
    writer.wait().unwrap();
    // Its name is in use; only the saved token lets it come back.
    let mut again = program(folder.path(), &client(&port, "bob", &map))
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut log = BufReader::new(again.stdout.take().unwrap()).lines();
    let back = log.find(|line| line.as_ref().unwrap().contains("ann is here"));
    again.kill().unwrap();
    again.wait().unwrap();
    assert!(back.is_some());
    let file = record(folder.path());
    let entries = replay::read(&file).unwrap().entries;
    let dealt = entries
        .iter()
        .filter(|e| e.line.starts_with("REINFORCE "))
        .count();
    assert!(dealt >= 14, "{entries:?}");
    // Half a line more, as a crash may leave.
    let mut bytes = std::fs::OpenOptions::new()
        .append(true)
        .open(&file)
        .unwrap();
    bytes.write_all(b"99999 0000").unwrap();
    let back = play_back(folder.path(), &file, &map);
    assert!(back.status.success(), "{}", complaint(&back));
    assert!(text(&back).contains("the record is cut off here"));
}
