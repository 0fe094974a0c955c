//! Broken and hostile peers at the real server. More are in `sockets` (slow readers,
//! garbage) and `tables` (stolen ids, tokens).

use std::io::{Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use marchland_game::client::Model;
use marchland_game::client::net::{Client, Destination, Server};
use marchland_game::conquest::bots::StrategyKind;

use crate::crowd::dealt;
use crate::restart::Program;
use crate::sketch;
use crate::sockets::{Served, Telnet, client, play, serve};

/// Two computer players finish a game.
fn play_out(served: &Served, map: &Arc<marchland_maps::Map>) {
    let games = ["a", "b"].map(|name| play(served, client(served, map, name, None)));
    for game in games {
        let winner = served.runtime.block_on(game).unwrap().unwrap();
        assert!(winner.is_some());
    }
}

#[test]
fn floods_are_throttled_while_another_game_goes_on() {
    let map = sketch::grid(4, 3);
    let served = serve(&map, 2, dealt(), 1);
    let done = Arc::new(AtomicBool::new(false));
    let began = Instant::now();
    // Each at the players' table, delaying nobody.
    let floods: Vec<_> = (0..4)
        .map(|_| {
            let mut flood = TcpStream::connect(served.address).unwrap();
            flood.write_all(b"HELLO 0.3 f\nSPECTATE\n").unwrap();
            flood
                .set_write_timeout(Some(Duration::from_millis(50)))
                .unwrap();
            let mut ears = flood.try_clone().unwrap();
            let answers = Arc::new(AtomicUsize::new(0));
            let counted = Arc::clone(&answers);
            let hearing = std::thread::spawn(move || {
                let mut bytes = [0; 8192];
                while let Ok(count @ 1..) = ears.read(&mut bytes) {
                    let text = &bytes[..count];
                    let here = text.windows(5).filter(|w| w == b"PONG ").count();
                    counted.fetch_add(here, Ordering::Relaxed);
                }
            });
            let done = Arc::clone(&done);
            let talking = std::thread::spawn(move || {
                let lines = "PING 1\n".repeat(1_000);
                while !done.load(Ordering::Relaxed) {
                    let _ = flood.write(lines.as_bytes());
                }
                let _ = flood.shutdown(std::net::Shutdown::Both);
            });
            (hearing, talking, answers)
        })
        .collect();
    // All of them are well under way when the game begins.
    let flooding = |flood: &(_, _, Arc<AtomicUsize>)| flood.2.load(Ordering::Relaxed) > 100;
    while !floods.iter().all(flooding) {
        assert!(began.elapsed() < Duration::from_secs(60), "no answers");
        std::thread::sleep(Duration::from_millis(5));
    }
    play_out(&served, &map);
    done.store(true, Ordering::Relaxed);
    for (hearing, talking, answers) in floods {
        talking.join().unwrap();
        hearing.join().unwrap();
        let most = 401.0 + 200.0 * began.elapsed().as_secs_f64();
        let answers = answers.load(Ordering::Relaxed);
        assert!(answers as f64 <= most, "{answers} of {most}");
    }
    served.stop();
}

#[test]
fn a_line_that_hardly_ends_is_one_line_and_costs_as_many() {
    let map = sketch::grid(4, 3);
    let served = serve(&map, 2, dealt(), 1);
    let mut endless = TcpStream::connect(served.address).unwrap();
    let began = Instant::now();
    // As long as 800 lines: 400 may come at once, the others 200 a second.
    endless.write_all(&vec![b'A'; 128 * 800]).unwrap();
    endless.write_all(b"\nLOGIN endless\n").unwrap();
    let mut answer = [0; 15];
    endless.read_exact(&mut answer).unwrap();
    assert_eq!(&answer, b"LOGIN-ACK OK 0\n");
    assert!(began.elapsed() >= Duration::from_millis(1_500));
    served.stop();
}

#[test]
fn replayed_lines_change_nothing() {
    let map = sketch::grid(4, 3);
    let served = serve(&map, 3, dealt(), 2);
    let mut spy = Telnet::new(served.address);
    spy.say("HELLO 0.3 spy");
    spy.say("SPECTATE");
    let mut thief = Telnet::new(served.address);
    thief.say("HELLO 0.3 thief");
    thief.say("LOGIN thief");
    while thief.hear().unwrap() != "LOGIN-ACK OK 0" {}
    thief.say("READY 0");
    // Log in one after the other: with other ids the same dice make another game, in which
    // the thief may have to defend first.
    let games =
        [("a", "REGISTERED-PLAYER 1 "), ("b", "REGISTERED-PLAYER 2 ")].map(|(name, there)| {
            let game = play(&served, client(&served, &map, name, None));
            while !spy.hear().unwrap().starts_with(there) {}
            game
        });
    // All public lines until the thief is to act, who never does.
    let mut overheard = Vec::new();
    loop {
        let line = spy.hear().unwrap();
        let stop = line == "START-ROUND 0" || line.starts_with("ATTACK 0");
        overheard.push(line);
        if stop {
            break;
        }
    }
    let players = |line: &&String| line.contains(" 1 ") || line.contains(" 2 ");
    let said: Vec<_> = overheard.iter().filter(players).collect();
    let state = |thief: &mut Telnet| {
        thief.say("STATE 0");
        while thief.hear().unwrap() != "STATE-BEGIN" {}
        let lines = std::iter::from_fn(|| thief.hear());
        lines
            .take_while(|line| line != "STATE-END")
            .collect::<Vec<_>>()
    };
    let before = state(&mut thief);
    let mut stranger = Telnet::new(served.address);
    stranger.say("HELLO 0.3 stranger");
    for line in said.iter().take(10) {
        spy.say(line);
        stranger.say(line);
        thief.say(line);
    }
    for words in ["END-ROUND 1", "DEFEND 1 0 1", "RESUME 1 0"] {
        spy.say(words);
        stranger.say(words);
        thief.say(words);
    }
    // Everything said before is done once these are answered.
    for hand in [&mut spy, &mut stranger] {
        hand.say("PING 9");
        while hand.hear().unwrap() != "PONG 9" {}
    }
    assert_eq!(state(&mut thief), before);
    for game in games {
        game.abort();
    }
    served.stop();
}

/// Only the operating system can notice that a client of version 0.2 has vanished. Linux
/// shows which timer runs for each connection; 2 is keep-alive.
#[cfg(target_os = "linux")]
#[test]
fn silent_connections_are_probed() {
    let served = serve(&sketch::ring(6), 2, dealt(), 1);
    let mut old = Telnet::new(served.address);
    old.say("LOGIN old");
    assert_eq!(old.hear().unwrap(), "LOGIN-ACK OK 0");
    let local = format!(":{:04X}", served.address.port());
    let timer = || {
        let table = std::fs::read_to_string("/proc/net/tcp").unwrap();
        let line = table.lines().find_map(|line| {
            let words: Vec<&str> = line.split_whitespace().collect();
            let ours = words[1].ends_with(&local) && words[3] == "01";
            ours.then(|| words[5].to_owned())
        });
        line.unwrap()
    };
    // Until the answer is acknowledged, another timer runs.
    let deadline = Instant::now() + Duration::from_secs(60);
    while !timer().starts_with("02:") {
        assert!(Instant::now() < deadline, "{}", timer());
        std::thread::sleep(Duration::from_millis(20));
    }
    served.stop();
}

/// Lines still unread when the server hangs up would turn the close into a reset, which
/// discards what the client has not read yet.
#[test]
fn a_refused_client_that_keeps_sending_still_gets_the_reason() {
    let served = serve(&sketch::ring(6), 2, dealt(), 1);
    for _ in 0..50 {
        let mut bad = TcpStream::connect(served.address).unwrap();
        bad.write_all(b"HELLO 0.3 bad\n").unwrap();
        bad.write_all("FLY\n".repeat(3_000).as_bytes()).unwrap();
        std::thread::sleep(Duration::from_millis(2));
        let mut heard = String::new();
        bad.read_to_string(&mut heard).unwrap();
        let last = heard.lines().last().unwrap();
        assert_eq!(last, "ERROR 9 too many refused lines in a row");
    }
    served.stop();
}

#[test]
fn squatted_names_are_released() {
    let server = Program::start(&["--port=0", "--registration-timeout", "1"]);
    let mut squatter = Telnet::new(server.address);
    squatter.say("LOGIN ann");
    assert_eq!(squatter.hear().unwrap(), "LOGIN-ACK OK 0");
    let mut ann = Telnet::new(server.address);
    ann.say("LOGIN ann");
    assert_eq!(ann.hear().unwrap(), "LOGIN-ACK FAILED 2");
    assert_eq!(squatter.hear().unwrap(), "LOGOUT 0 0");
    assert_eq!(squatter.hear(), None);
    ann.say("LOGIN ann");
    assert_eq!(ann.hear().unwrap(), "LOGIN-ACK OK 0");
}

/// The deal of a fresh server, as a client hears it.
fn deal(arguments: &[&str]) -> Vec<String> {
    let mut all = vec!["--port=0", "-r", "--num-players=2"];
    all.extend(arguments);
    let server = Program::start(&all);
    let mut hands = [0, 1].map(|id| {
        let mut hand = Telnet::new(server.address);
        hand.say(&format!("LOGIN p{id}"));
        hand.hear().unwrap();
        hand.say(&format!("READY {id}"));
        hand
    });
    let lines = std::iter::from_fn(|| hands[0].hear());
    let lines = lines.take_while(|line| line != "START-PHASE 1");
    lines
        .filter(|line| line.starts_with("REINFORCE "))
        .collect()
}

#[test]
fn chance_comes_from_the_system_unless_a_seed_is_given() {
    let (once, again) = (deal(&[]), deal(&[]));
    assert!(once.len() >= 42);
    assert_ne!(once, again);
    assert_eq!(deal(&["--seed", "7"]), deal(&["--seed", "7"]));
}

/// As many connections as the system allows this process, up to 10,000.
#[cfg(target_os = "linux")]
#[test]
fn ten_thousand_idle_connections_are_cheap_and_delay_nobody() {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    let limit = getrlimit(Resource::Nofile);
    let raised = Rlimit {
        current: limit.maximum,
        ..limit
    };
    let _ = setrlimit(Resource::Nofile, raised);
    let files = getrlimit(Resource::Nofile).current.unwrap_or(u64::MAX);
    let count = files.saturating_sub(300).min(10_000) as usize;
    // The server inherits the limit.
    let each = "--most-connections-each=20000";
    let server = Program::start(&["--port=0", "-r", "--num-players=2", each]);
    let memory = || {
        let status = format!("/proc/{}/status", server.child.id());
        let status = std::fs::read_to_string(status).unwrap();
        let line = status.lines().find(|line| line.starts_with("VmRSS:"));
        let kib: usize = line
            .unwrap()
            .split_whitespace()
            .nth(1)
            .unwrap()
            .parse()
            .unwrap();
        kib << 10
    };
    let mut ann = Telnet::new(server.address);
    ann.say("HELLO 0.3 ann");
    ann.hear().unwrap();
    let before = memory();
    let mut idle = Vec::with_capacity(count);
    for number in 0..count {
        let mut stream = TcpStream::connect(server.address).unwrap();
        // Some have sent part of a line.
        if number % 2 == 0 {
            stream.write_all(b"HELLO 0.3 idle").unwrap();
        }
        idle.push(stream);
    }
    let map = Path::new(env!("CARGO_MANIFEST_DIR")).join("../maps/world");
    let (_, _, map) = marchland_maps::folder::load(&map).unwrap();
    let map = Arc::new(map);
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let games = ["a", "b"].map(|name| {
        let (here, game) = (
            Server::here(server.address.port()),
            Model::new(Arc::clone(&map), None),
        );
        let client = Client {
            to: Destination::new(here, name.parse().unwrap(), game),
            strategy: StrategyKind::Standard.player(1),
            log: Box::new(|_| {}),
        };
        runtime.spawn(client.play())
    });
    for game in games {
        assert!(runtime.block_on(game).unwrap().unwrap().is_some());
    }
    let each = memory().saturating_sub(before) / count;
    assert!(each < 6_000, "{each} bytes for each of {count}");
    drop(idle);
}
