//! The server as a program: its options, its debug console, its end.

use std::time::{Duration, Instant};

use crate::program::{Server, bundled, complaint, run, signal, text};
use crate::sockets::Telnet;

fn world() -> String {
    bundled("world").to_str().unwrap().to_owned()
}

/// A game of two just begun, areas dealt. Returns each connection with its player's number.
fn begun(server: &Server) -> [Telnet; 2] {
    let mut hands = [Telnet::new(server.address), Telnet::new(server.address)];
    for (id, hand) in hands.iter_mut().enumerate() {
        hand.say("HELLO 0.3 t");
        hand.say(&format!("LOGIN p{id}"));
        until(hand, &format!("LOGIN-ACK OK {id}"));
        hand.say(&format!("READY {id}"));
    }
    for hand in &mut hands {
        until(hand, "START-ROUND");
    }
    hands
}

/// The first line with a given beginning.
fn until(hand: &mut Telnet, start: &str) -> String {
    loop {
        let line = hand.hear().unwrap_or_else(|| panic!("no {start}"));
        if line.starts_with(start) {
            return line;
        }
    }
}

/// All `STATE-AREA` lines, split.
fn areas(hand: &mut Telnet) -> Vec<[u32; 3]> {
    hand.say("STATE 0");
    until(hand, "STATE-BEGIN");
    let mut areas = Vec::new();
    loop {
        let line = hand.hear().unwrap();
        if line == "STATE-END" {
            return areas;
        }
        if let Some(rest) = line.strip_prefix("STATE-AREA ") {
            let numbers: Vec<u32> = rest.split(' ').map(|w| w.parse().unwrap()).collect();
            areas.push(numbers.try_into().unwrap());
        }
    }
}

#[test]
fn takes_its_options_with_space_or_equals() {
    let folder = tempfile::tempdir().unwrap();
    let map = world();
    let journal = folder.path().join("journal");
    let journal = journal.to_str().unwrap();
    // Each with a space, then with an equals sign, in the short form if there is one.
    let spaced = [
        "--bind",
        "127.0.0.1",
        "--num-players",
        "2",
        "--random-areas",
        "--no-neutral",
        "--debug",
        "--map",
        &map,
        "--seed",
        "1",
        "--registration-timeout",
        "60",
        "--turn-timeout",
        "60",
        "--defence-timeout",
        "60",
        "--grace",
        "60",
        "--rate",
        "50",
        "--most-tables",
        "3",
        "--most-tables-each",
        "2",
        "--journal",
        journal,
        "--sync",
        "always",
    ];
    let mut joined: Vec<String> = Vec::new();
    for word in spaced {
        match joined.last_mut() {
            Some(last) if !word.starts_with("--") => {
                last.push('=');
                last.push_str(word);
            }
            _ => joined.push(word.replace("--random-areas", "-r")),
        }
    }
    let joined: Vec<&str> = joined.iter().map(String::as_str).collect();
    let mut states = Vec::new();
    for args in [&spaced[..], &joined[..]] {
        let server = Server::start(folder.path(), args);
        let mut hands = begun(&server);
        states.push(areas(&mut hands[0]));
        drop(server);
        for file in std::fs::read_dir(journal).unwrap() {
            std::fs::remove_file(file.unwrap().path()).unwrap();
        }
    }
    assert_eq!(states[0].len(), 42);
    assert_eq!(states[0], states[1], "the same seed deals the same areas");
}

/// The value of sets, as told to a client that looks at the table.
#[test]
fn sets_have_the_chosen_value() {
    let folder = tempfile::tempdir().unwrap();
    let map = world();
    for (options, rule) in [
        (&[][..], "APPLY_RULE 1 0"),
        (&["--sets=growing"], "APPLY_RULE 1 0"),
        (&["--sets", "constant"], "APPLY_RULE 1 1"),
    ] {
        let args = [&["--map", &map], options].concat();
        let server = Server::start(folder.path(), &args);
        let mut hand = Telnet::new(server.address);
        hand.say("HELLO 0.3 telnet");
        hand.say("LOGIN ann");
        until(&mut hand, rule);
    }
}

/// Options are also accepted by the names that other commands give them.
#[test]
fn options_go_by_their_names_in_other_commands() {
    let folder = tempfile::tempdir().unwrap();
    let map = world();
    let server = Server::start(folder.path(), &["--players=2", "--map", &map]);
    let port = server.port();
    let list = ["client", "--port", &port, "--list"];
    let listed = text(&run(folder.path(), &list, ""));
    assert!(listed.contains("default  world  0 of 2"), "{listed}");
    let at = ["--port", &port, "--num-players=2", "--create=a"];
    let client = [&["client", "--name=ann"], &at[..], &["--map=czechia"]].concat();
    let play = [
        &[
            "play",
            "--username=bob",
            "--host=localhost",
            "--colour=never",
        ],
        &at[..],
        &["usa"],
    ];
    // The server has neither map, so it answers after it has read everything.
    for args in [client, play.concat()] {
        let refused = run(folder.path(), &args, "");
        assert_eq!(refused.status.code(), Some(1), "{}", complaint(&refused));
    }
}

#[test]
fn refuses_invalid_options() {
    let folder = tempfile::tempdir().unwrap();
    for (args, says) in [
        (&["--num-players", "7"][..], "7 is not in 2..=6"),
        (&["--port", "70000"], "70000 is not in 0..=65535"),
        (&["--bind", "nowhere"], "invalid IP address"),
        (&["--map", "atlantis"], "there is no map atlantis"),
        (&["--rate", "0"], "--rate must be more than 0"),
        (&["--sync", "always"], "--journal <FOLDER>"),
        (&["--fly"], "unexpected argument '--fly'"),
    ] {
        let args = [&["server"], args].concat();
        let output = run(folder.path(), &args, "");
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        assert!(complaint(&output).contains(says), "{}", complaint(&output));
    }
    let map = world();
    let server = Server::start(folder.path(), &["--map", &map]);
    let port = server.port();
    let second = run(
        folder.path(),
        &["server", "--map", &map, "--port", &port],
        "",
    );
    assert_eq!(second.status.code(), Some(2));
    let says = format!("cannot listen on 127.0.0.1, port {port}");
    assert!(complaint(&second).contains(&says), "{}", complaint(&second));
}

#[test]
fn the_debug_console_changes_the_game_and_tells_the_clients() {
    let folder = tempfile::tempdir().unwrap();
    let map = world();
    let args = [
        "-r",
        "--num-players=2",
        "--no-neutral",
        "--debug",
        "--map",
        &map,
        "--seed=1",
    ];
    let mut server = Server::start(folder.path(), &args);
    let early = server.console("SET UNITS 0 5");
    assert_eq!(early, "refused: wait until all territories are claimed");
    let mut hands = begun(&server);
    let before = areas(&mut hands[0]);
    let of = |player: u32| before.iter().filter(move |a| a[1] == player).map(|a| a[0]);
    let (first, second) = (of(0).next().unwrap(), of(1).next().unwrap());

    let one = "done: 1 territory changed";
    assert_eq!(server.console(format!("SET UNITS {first} 7")), one);
    let line = format!("DEBUG-AREA {first} 0 7");
    assert_eq!(until(&mut hands[0], "DEBUG"), line);
    assert_eq!(until(&mut hands[1], "DEBUG"), line);

    let third = of(1).nth(1).unwrap();
    assert_eq!(
        server.console(format!("SET OWNER 0 {second} {third}")),
        "done: 2 territories changed"
    );
    assert_eq!(
        until(&mut hands[1], "DEBUG"),
        format!("DEBUG-AREA {second} 0 1")
    );
    assert_eq!(
        until(&mut hands[1], "DEBUG"),
        format!("DEBUG-AREA {third} 0 1")
    );

    let fourth = of(1).nth(2).unwrap();
    assert_eq!(
        server.console(format!("XCHG OWNER {first} {fourth}")),
        "done: 2 territories changed"
    );
    assert_eq!(
        until(&mut hands[1], "DEBUG"),
        format!("DEBUG-AREA {first} 1 7")
    );
    assert_eq!(
        until(&mut hands[1], "DEBUG"),
        format!("DEBUG-AREA {fourth} 0 1")
    );

    // 21 were dealt, and two given away.
    assert_eq!(
        server.console("DESTROY PLAYER 1 0"),
        "done: 18 territories changed"
    );
    let after = areas(&mut hands[0]);
    assert_eq!(after.iter().filter(|a| a[1] == 1).count(), 1);

    let same = "nothing changed: it was so already";
    assert_eq!(server.console("DESTROY PLAYER 0 0"), same);
    assert_eq!(
        server.console("CHAT PUBLIC 0 from the console"),
        "sent to 2 clients as it is"
    );
    assert_eq!(
        until(&mut hands[1], "CHAT"),
        "CHAT PUBLIC 0 from the console"
    );

    for (line, says) in [
        ("SET UNITS 0 0", "refused: "),
        (
            "SET UNITS 42 1",
            "refused: the map has no territory 42, only 0 to 41",
        ),
        ("SET OWNER 5 0", "refused: player 5 is not in the game"),
        ("SET OWNER 7 0", "refused: 7 is not a player id, 0 to 6"),
        ("SET OWNER", "refused: an argument is missing"),
        ("XCHG OWNER 0", "refused: an argument is missing"),
        ("DESTROY PLAYER 6 0", "refused: "),
        ("SET OWNER 0 1 x", "refused: x is not an area id, 0 to 41"),
        ("SET UNITS 1", "refused: a territory has 1 to 1000000 units"),
        ("HELP", "refused: there is no such command; SET OWNER, "),
        ("set units 1 5", "refused: there is no such command; "),
        ("SET", "refused: there is no such command; "),
        ("FOO BAR", "refused: there is no such command; "),
        ("START-PHASE 9", "refused: "),
    ] {
        let answer = server.console(line);
        assert!(answer.starts_with(says), "{line}: {answer}");
    }
    let no_line = "refused: a line has at most 127 printable ASCII characters";
    assert_eq!(
        server.console(b"SET UNITS 0 \xff"),
        "refused: a territory has 1 to 1000000 units"
    );
    assert_eq!(server.console(b"\xff\xfe"), no_line);
    assert_eq!(server.console("x".repeat(128)), no_line);
    assert_eq!(
        areas(&mut hands[0]),
        after,
        "what is refused changes nothing"
    );
}

#[test]
fn ends_when_it_is_asked_to() {
    let folder = tempfile::tempdir().unwrap();
    let map = world();
    let closed = "ERROR 9 the server is closed, and its games have ended";
    for name in ["TERM", "INT"] {
        let mut server = Server::start(folder.path(), &["--map", &map]);
        let mut ann = Telnet::new(server.address);
        ann.say("HELLO 0.3 t");
        until(&mut ann, "HELLO");
        let start = Instant::now();
        signal(&server.child, name);
        assert_eq!(ann.hear().unwrap(), closed);
        assert_eq!(ann.hear(), None);
        assert_eq!(server.rest().trim(), "stopped");
        assert!(server.child.wait().unwrap().success(), "{name}");
        assert!(start.elapsed() < Duration::from_secs(60));
    }
}

/// A server under other settings of the shell.
#[cfg(target_os = "linux")]
fn start_in_shell(folder: &std::path::Path, settings: &str) -> Server {
    let mut shell = std::process::Command::new("sh");
    let program = env!("CARGO_BIN_EXE_marchland-game");
    let serve = "server --port=0 --quiet --map world";
    let line = format!("{settings}; exec '{program}' {serve}");
    shell.arg("-c").arg(line).current_dir(folder);
    Server::spawn(shell)
}

/// As with `nohup`.
#[cfg(target_os = "linux")]
#[test]
fn outlives_its_terminal_if_it_was_started_to() {
    let folder = tempfile::tempdir().unwrap();
    let mut server = start_in_shell(folder.path(), "trap '' HUP");
    signal(&server.child, "HUP");
    let mut ann = Telnet::new(server.address);
    ann.say("HELLO 0.3 t");
    until(&mut ann, "HELLO");
    signal(&server.child, "TERM");
    assert!(server.child.wait().unwrap().success());
}

#[cfg(target_os = "linux")]
#[test]
fn uses_as_many_files_as_it_may() {
    let folder = tempfile::tempdir().unwrap();
    let server = start_in_shell(folder.path(), "ulimit -S -n 64");
    let limits = format!("/proc/{}/limits", server.child.id());
    let limits = std::fs::read_to_string(limits).unwrap();
    let files = limits
        .lines()
        .find(|line| line.starts_with("Max open files"));
    let numbers = files.unwrap().split_whitespace().skip(3);
    let numbers: Vec<&str> = numbers.take(2).collect();
    assert_eq!(numbers[0], numbers[1], "{limits}");
}
