//! What the server reports to its operator.

use std::fs::File;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use marchland_game::conquest::bots::StrategyKind;
use marchland_game::conquest::rules::{SeededDice, Variants};
use marchland_game::play::Game;
use marchland_game::protocol::Name;
use marchland_game::server::{Journal, Lobby, LobbyOptions, Reporter, Ticket, WriteFailure};
use marchland_maps::Map;

use crate::crowd::{Hand, TestLobby, crowd, dealt, lobby, options, run, token};
use crate::program::{Server, bundled, program, signal};
use crate::sketch;
use crate::sockets::Telnet;

/// The lines reported so far.
#[derive(Clone, Default)]
struct Told(Arc<Mutex<Vec<String>>>);

impl Told {
    /// A server that reports to it.
    fn lobby(&self, map: &Arc<Map>, players: u8, variants: Variants, seed: u64) -> TestLobby {
        lobby(map, players, variants, seed).reporting(self.reporter())
    }

    fn reporter(&self) -> Reporter {
        let all = Arc::clone(&self.0);
        Arc::new(move |table, news| {
            let line = match table {
                Some(table) => format!("{table}: {news}"),
                None => news.to_string(),
            };
            all.lock().unwrap().push(line);
        })
    }

    /// The lines reported since the last call.
    fn take(&self) -> Vec<String> {
        std::mem::take(&mut self.0.lock().unwrap())
    }
}

fn at(seconds: u64) -> Duration {
    Duration::from_secs(seconds)
}

#[test]
fn arrivals_and_departures_are_reported() {
    let told = Told::default();
    let lobby = told.lobby(&sketch::ring(6), 2, dealt(), 3);
    let mut ann = Hand::from([192, 0, 2, 1].into());
    let said = ann.say(&lobby, "HELLO 0.3 t\nLOGIN ann");
    let secret = token(&said);
    let mut ben = Hand::new();
    ben.say(&lobby, "LOGIN ben");
    ben.session.disconnect(Duration::ZERO);
    let mut cid = Hand::new();
    cid.say(&lobby, "LOGIN ANN\nLOGIN a!b\nLOGIN cid");
    let mut dan = Hand::new();
    dan.say(&lobby, "LOGIN dan");
    assert_eq!(
        told.take(),
        [
            "default: ann (player 0) joins, from 192.0.2.1, version 0.3",
            "default: ben (player 1) joins, version 0.2",
            "default: ben (player 1) has left: the seat is free",
            "default: ANN cannot join: the name is in use already",
            "default: a!b cannot join: the server does not accept this name",
            "default: cid (player 1) joins, version 0.2",
            "default: dan cannot join: all seats at this table are taken, or its game has begun",
        ]
    );
    ann.say(&lobby, "READY 0");
    cid.say(&lobby, "READY 1");
    let begun = told.take();
    assert_eq!(begun.len(), 1);
    assert!(
        begun[0].starts_with("default: a game begins on a-sketch: "),
        "{begun:?}"
    );
    // The connection is lost, found again with the token, and with a wrong one not.
    ann.session.disconnect(at(1));
    let mut thief = Hand::from([192, 0, 2, 9].into()).telling(told.reporter());
    thief.say(&lobby, &format!("HELLO 0.3 t\nRESUME 0 {}", "7".repeat(32)));
    let mut again = Hand::from([192, 0, 2, 2].into());
    again.say(&lobby, &format!("HELLO 0.3 t\nRESUME 0 {secret}"));
    assert_eq!(
        told.take(),
        [
            "default: ann (player 0) has lost the connection",
            "a wrong token was sent for the seat of player 0, from 192.0.2.9",
            "default: ann (player 0) is back, from 192.0.2.2",
        ]
    );
    // One player lets the time run out, then returns.
    lobby.tick(at(1_200));
    let absent = told.take();
    assert_eq!(absent.len(), 1, "{absent:?}");
    assert!(
        absent[0].ends_with(" took too long; the turns are skipped"),
        "{absent:?}"
    );
    again.say_at(&lobby, "READY 0", at(1_201));
    cid.say_at(&lobby, "READY 1", at(1_201));
    let present = told.take();
    assert_eq!(present.len(), 1, "{present:?}");
    assert!(present[0].ends_with(" plays again"), "{present:?}");
    // All leave. The server waits for players who can return, then for nobody.
    cid.session.disconnect(at(1_202));
    again.session.disconnect(at(1_202));
    assert_eq!(
        told.take(),
        [
            "default: cid (player 1) has left; the turns are skipped",
            "default: ann (player 0) has lost the connection",
        ]
    );
    for second in 1_202..4_900 {
        lobby.tick(at(second));
    }
    assert_eq!(
        told.take(),
        [
            "default: ann (player 0) has left; the turns are skipped",
            "default: closed: nobody has come back",
        ]
    );
}

/// A journal with a fault.
struct Faulty;

impl Journal for Faulty {
    fn note(&mut self, _: Duration, _: &str) {}

    fn commit(&mut self) -> Option<Ticket> {
        None
    }

    fn failure(&self) -> Option<WriteFailure> {
        panic!("this is a test")
    }
}

#[test]
fn a_table_that_panics_is_closed_and_the_others_go_on() {
    let told = Told::default();
    let journals = |name: &Name, _: &dyn Game| {
        let faulty = || Box::new(Faulty) as Box<dyn Journal>;
        (name.as_str() == "default").then(faulty)
    };
    let options = LobbyOptions {
        journals: Some(Arc::new(journals)),
        ..options(&sketch::ring(6), 2, dealt())
    };
    let lobby: TestLobby = Lobby::new(options, SeededDice::new(1)).unwrap();
    let lobby = lobby.reporting(told.reporter());
    let sit_down = |choice: &str| {
        [0, 1].map(|id| {
            let mut hand = Hand::new();
            let choice = if id == 0 {
                choice.to_owned()
            } else {
                choice.replace("CREATE other a-sketch 2", "JOIN other")
            };
            hand.say(
                &lobby,
                &format!("HELLO 0.3 t\n{choice}LOGIN p{id}\nREADY {id}"),
            );
            hand
        })
    };
    let faulty = sit_down("");
    let other = sit_down("CREATE other a-sketch 2\n");
    told.take();
    lobby.tick(at(1_300));
    let said = told.take();
    assert_eq!(said.len(), 2, "{said:?}");
    assert_eq!(
        said[0],
        "default: closed: a fault of the server has ended this game; please report it"
    );
    assert!(
        said[1].ends_with("took too long; the turns are skipped"),
        "{said:?}"
    );
    let last = |hand: &Hand| hand.mail.take_all().pop().unwrap();
    assert_eq!(
        last(&faulty[0]),
        "ERROR 9 a fault of the server has ended this game"
    );
    assert!(faulty[0].mail.is_closed() && !other[0].mail.is_closed());
    // The default table is a fresh one.
    let said = Hand::new().say(&lobby, "HELLO 0.3 t\nLIST");
    assert_eq!(said[1], "TABLE default a-sketch 0 2 0");
}

#[test]
fn who_is_removed_during_a_game_is_not_said_to_be_slow() {
    let told = Told::default();
    let lobby = told.lobby(&sketch::ring(6), 2, dealt(), 3);
    let (mut host, mut guest) = (Hand::new(), Hand::new());
    host.say(
        &lobby,
        "HELLO 0.3 t\nCREATE mine a-sketch 2\nLOGIN host\nREADY 0",
    );
    guest.say(&lobby, "HELLO 0.3 t\nJOIN mine\nLOGIN guest\nREADY 1");
    guest.session.disconnect(at(1));
    told.take();
    host.say_at(&lobby, "KICK 0 1", at(2));
    let removed = "mine: guest (player 1) was removed by the host; the turns are skipped";
    assert_eq!(told.take(), [removed]);
}

#[test]
fn tables_winners_and_who_is_sent_away_are_told() {
    let told = Told::default();
    let map = sketch::grid(4, 3);
    let lobby = told.lobby(&map, 3, dealt(), 5);
    let mut host = Hand::from([192, 0, 2, 1].into());
    host.say(&lobby, "HELLO 0.3 t\nCREATE friends a-sketch 2");
    assert_eq!(
        told.take(),
        ["friends: opened on a-sketch for 2, from 192.0.2.1"]
    );
    lobby.tick(at(61));
    assert_eq!(told.take(), ["friends: closed: nobody has come back"]);
    let mut bots = crowd(&map, &[true, false, true], StrategyKind::Standard);
    for bot in &mut bots {
        bot.login(&lobby, at(61));
    }
    told.take();
    run(&lobby, &mut bots, at(61), |_| {});
    let winner = bots[0].game_over.unwrap();
    let told_now = told.take();
    assert!(told_now[0].starts_with("default: a game begins on a-sketch: sixteen-letters"));
    let won = format!("default: sixteen-letters{winner} (player {winner}) has won");
    assert_eq!(told_now[1..], [won]);
    // Defeats and departures after the end are not reported.
    for bot in &mut bots {
        bot.hand.session.disconnect(at(62));
    }
    lobby.tick(at(200));
    assert_eq!(told.take(), [""; 0]);
    let mut bad = Hand::new().telling(told.reporter());
    bad.say(&lobby, &"FLY\n".repeat(30));
    let mut idle = Hand::new().telling(told.reporter());
    idle.session.tick(at(60));
    assert_eq!(
        told.take(),
        [
            "a client is disconnected: too many refused lines in a row",
            "a client is disconnected: no login in time",
        ]
    );
}

/// Client input enters the log only in printable form, and secrets never do.
#[test]
fn news_are_harmless() {
    let told = Told::default();
    let lobby = told.lobby(&sketch::ring(6), 2, dealt(), 3);
    let mut ann = Hand::new();
    let said = ann.say(&lobby, "HELLO 0.3 t\nLOGIN ann");
    let secret = token(&said);
    let mut eve = Hand::new().telling(told.reporter());
    eve.say(&lobby, "LOGIN \x1b[31meve\nLOGIN a\rb\nLOGIN \u{9b}2J");
    eve.say(&lobby, &format!("LOGIN {}", "~".repeat(64)));
    eve.say(&lobby, "HELLO 0.3 t");
    eve.say(&lobby, &format!("RESUME 1 {secret}\nRESUME 0 {secret}"));
    let told = told.take();
    assert_eq!(told.len(), 4, "{told:?}");
    for line in told {
        assert!(line.bytes().all(|b| (0x20..0x7f).contains(&b)), "{line:?}");
        assert!(!line.contains(&secret), "{line}");
    }
}

#[test]
fn the_program_writes_them_to_standard_error_unless_quiet() {
    let map = bundled("czechia");
    for quiet in [false, true] {
        let folder = tempfile::tempdir().unwrap();
        let log = folder.path().join("log");
        let mut command = program(folder.path(), &["server", "--port=0", "--map"]);
        command.arg(&map).stderr(File::create(&log).unwrap());
        if quiet {
            command.arg("-q");
        }
        let mut server = Server::spawn(command);
        let mut ann = Telnet::new(server.address);
        ann.say("LOGIN ann");
        assert_eq!(ann.hear().unwrap(), "LOGIN-ACK OK 0");
        signal(&server.child, "TERM");
        assert_eq!(server.rest(), "stopped\n");
        assert!(server.child.wait().unwrap().success());
        let log = std::fs::read_to_string(&log).unwrap();
        if quiet {
            assert_eq!(log, "");
            continue;
        }
        // `2026-03-01 18:30:00 `
        let (time, line) = log.lines().next().unwrap().split_at(20);
        let digits = time
            .chars()
            .map(|c| if c.is_ascii_digit() { '0' } else { c });
        assert_eq!(digits.collect::<String>(), "0000-00-00 00:00:00 ");
        assert_eq!(
            line,
            "default: ann (player 0) joins, from 127.0.0.1, version 0.2"
        );
    }
}
