//! Lines of records and servers are checked before use.

use std::io::ErrorKind;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use marchland_game::client::net::{
    Client, ClientError, Destination, Dialled, Inquiry, Server, Stream, TableChoice,
};
use marchland_game::client::{Knowledge, Model, narrate};
use marchland_game::conquest::bots::{StrategyKind, View, decide};
use marchland_game::conquest::rules::{Dice, Player, SeededDice, State, Step, Variants};
use marchland_game::conquest::{Reply, tell_state};
use marchland_game::terminal::{Interface, Style, Terminal};
use marchland_maps::Map;
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader, DuplexStream};

use crate::simulated::simulate;
use crate::sketch::{self, land, player};

/// Two players on a ring: the first has the areas 0 and 1, with 1 and 5 units.
fn position() -> (Arc<Map>, Vec<String>) {
    let map = sketch::ring(6);
    let variants = Variants {
        neutral: false,
        ..Variants::default()
    };
    let state = sketch::position(&map, 2, variants, "0:1 0:5 1:2 1:1 1:1 1:1", &[]);
    (map, told(&state, None))
}

/// The lines of a whole state.
fn told(state: &State, viewer: Option<Player>) -> Vec<String> {
    let mut lines = Vec::new();
    let name = |player: Player| format!("p{player}").parse().unwrap();
    tell_state(&state.snapshot(viewer), viewer, name, |reply| {
        lines.push(reply.to_string());
    });
    lines
}

/// A client that receives this state, with some lines replaced by others of the same kind.
fn client(map: &Arc<Map>, lines: &[String], instead: &[&str]) -> Result<Model, String> {
    let mut model = Model::new(Arc::clone(map), None);
    for line in lines {
        let start = |line: &str| {
            let words = if line.starts_with("STATE-AREA") { 2 } else { 1 };
            line.split(' ')
                .take(words)
                .map(str::to_owned)
                .collect::<Vec<_>>()
        };
        let other = instead.iter().find(|other| start(other) == start(line));
        let reply = Reply::parse(other.unwrap_or(&line.as_str())).unwrap();
        model.follow(&reply).map_err(|why| why.to_string())?;
    }
    Ok(model)
}

#[test]
fn impossible_states_are_refused() {
    let (map, lines) = position();
    for (instead, why) in [
        (&["STATE-AREA 0 0 4294967295"][..], "number of units"),
        (&["STATE-AREA 0 0 1000000000"], "number of units"),
        (&["STATE-TURN 0 0 0 attack"], "how far the turn is"),
        (&["STATE-TURN 2 0 0 claim"], "how far the turn is"),
        (&["STATE-ORDER 1"], "whose turn it is"),
        // One unit cannot attack, least of all with three.
        (
            &["STATE-TURN 2 0 0 defend", "STATE-MOMENT 0 0 0 5 3 0"],
            "where the battle is",
        ),
        (
            &["STATE-TURN 2 0 0 defend", "STATE-MOMENT 0 0 1 2 4 0"],
            "where the battle is",
        ),
        (
            &["STATE-TURN 2 0 0 defend", "STATE-MOMENT 0 0 1 2 0 0"],
            "where the battle is",
        ),
        (
            &["STATE-TURN 2 0 0 defend", "STATE-MOMENT 0 0 1 2 3 3"],
            "where the battle is",
        ),
        // An own area, a distant one, another player's attack, no area.
        (
            &["STATE-TURN 2 0 0 defend", "STATE-MOMENT 0 0 1 0 3 0"],
            "where the battle is",
        ),
        (
            &["STATE-TURN 2 0 0 defend", "STATE-MOMENT 0 0 1 4 3 0"],
            "where the battle is",
        ),
        (
            &["STATE-TURN 2 0 0 defend", "STATE-MOMENT 0 0 2 1 1 0"],
            "where the battle is",
        ),
        (
            &["STATE-TURN 2 0 0 defend", "STATE-MOMENT 0 0 1 77 3 0"],
            "where the battle is",
        ),
        (
            &["STATE-TURN 2 0 0 occupy", "STATE-MOMENT 1 0 1 2 0 0"],
            "where the battle is",
        ),
        (
            &["STATE-TURN 2 0 0 occupy", "STATE-MOMENT 1 0 3 2 0 0"],
            "where the battle is",
        ),
    ] {
        let refused = client(&map, &lines, instead).unwrap_err();
        assert_eq!(
            refused,
            format!("the state does not fit the map: {why}"),
            "{instead:?}"
        );
    }
    for instead in [
        &[][..],
        &["STATE-TURN 2 0 0 defend", "STATE-MOMENT 0 0 1 2 3 0"],
        &["STATE-TURN 2 0 0 defend", "STATE-MOMENT 0 0 1 2 3 2"],
        &["STATE-TURN 2 0 0 occupy", "STATE-MOMENT 1 0 1 0 0 0"],
    ] {
        let model = client(&map, &lines, instead).unwrap();
        assert!(model.state().is_some());
    }
}

#[test]
fn units_beyond_all_bounds_are_not_gained() {
    let (map, lines) = position();
    let mut model = client(&map, &lines, &["STATE-AREA 0 0 999999989"]).unwrap();
    let mut tell = |line: &str| model.follow(&Reply::parse(line).unwrap());
    tell("REINFORCEMENTS 0 1").unwrap();
    tell("REINFORCEMENTS 1 1").unwrap_err();
    tell("DEBUG-AREA 3 1 2").unwrap_err();
    tell("DEBUG-AREA 0 0 999999988").unwrap();
    tell("DEBUG-AREA 3 1 2").unwrap();
    tell("REINFORCE 0 0 1").unwrap();
    assert_eq!(model.state().unwrap().holding(land(0)).units, 999_999_989);
}

/// A window shows a line before it is followed, and would look the territory up.
#[test]
fn territories_that_the_map_lacks_are_neither_shown_nor_followed() {
    let (map, lines) = position();
    let mut model = client(&map, &lines, &[]).unwrap();
    let [possible, beyond] = ["ATTACK 0 1 2 3", "ATTACK 0 1 77 3"].map(|line| {
        let reply = Reply::parse(line).unwrap();
        assert_eq!(model.can_be_shown(&reply), !line.contains("77"));
        reply
    });
    // Events that come before the whole state are ignored.
    model.ask();
    assert!(model.follow(&possible).is_ok());
    assert!(model.follow(&beyond).is_err());
}

/// A conquest is over when the debug console changes the owner of either area, so the state
/// can be sent.
#[test]
fn the_debug_console_ends_a_conquest() {
    let (map, lines) = position();
    let occupied = &["STATE-TURN 2 0 0 occupy", "STATE-MOMENT 1 0 1 0 0 0"];
    for line in ["DEBUG-AREA 0 1 1", "DEBUG-AREA 1 1 5"] {
        let mut model = client(&map, &lines, occupied).unwrap();
        model
            .follow(&Reply::parse("DEBUG-AREA 3 0 1").unwrap())
            .unwrap();
        let step = model.state().unwrap().step();
        assert!(matches!(step, Step::Occupy { .. }), "{step:?}");
        model.follow(&Reply::parse(line).unwrap()).unwrap();
        let state = model.state().unwrap();
        assert_eq!(state.step(), Step::Attack);
        let again = client(&map, &told(state, None), &[]).unwrap();
        assert_eq!(again.state(), Some(state));
    }
}

/// A client does not try for ever against a server that refuses every action.
#[test]
fn a_server_that_refuses_everything_is_left() {
    refused_with(
        "ERROR 5 the rules forbid it here",
        10,
        "the server refuses: the rules forbid it here",
    );
    // It was restarted, and kept no journal.
    refused_with(
        "ERROR 8 no player here has this id and token",
        1,
        "the server no longer has this game; it was restarted, or the game is over; join again to sit \
         down anew",
    );
}

/// Plays against a server that answers each action like that, and is left after so many of them
/// for this reason.
fn refused_with(refusal: &'static str, times: u32, why: &str) {
    simulate(async {
        let (map, lines) = position();
        let (near, far) = tokio::io::duplex(4096);
        let server = tokio::spawn(async move {
            let mut far = BufReader::new(far);
            let mut actions = 0_u32;
            let mut line = String::new();
            while far.read_line(&mut line).await.is_ok_and(|count| count > 0) {
                let answer = match line.split_whitespace().next().unwrap() {
                    "HELLO" => "HELLO 0.3 server\n".to_owned(),
                    "LOGIN" => {
                        let token = "7".repeat(32);
                        format!("LOGIN-ACK OK 0\nTOKEN 0 {token}\nREGISTERED-PLAYER 1 Ben\n")
                    }
                    "READY" | "STATE" => lines.join("\n") + "\n",
                    _ => {
                        actions += 1;
                        format!("{refusal}\n")
                    }
                };
                line.clear();
                if far.write_all(answer.as_bytes()).await.is_err() {
                    break;
                }
            }
            actions
        });
        let hours = Duration::from_secs(24 * 3600);
        let played = tokio::time::timeout(hours, ann(map, near).play()).await;
        let error = played.expect("it asks for ever").unwrap_err();
        assert_eq!(error.to_string(), why);
        assert_eq!(server.await.unwrap(), times);
    });
}

/// A client does not ask for ever for the state of a server that sends impossible ones.
#[test]
fn a_server_whose_every_state_is_rejected_is_left() {
    simulate(async {
        let (map, mut lines) = position();
        let last = lines.iter_mut().find(|line| line.starts_with("STATE-TURN"));
        *last.unwrap() = "STATE-TURN 2 0 0 defend".to_owned();
        let (near, far) = tokio::io::duplex(4096);
        let server = tokio::spawn(async move {
            let mut far = BufReader::new(far);
            let mut states = 0;
            let mut line = String::new();
            while far.read_line(&mut line).await.is_ok_and(|count| count > 0) {
                let answer = match line.split_whitespace().next().unwrap() {
                    "HELLO" => "HELLO 0.3 server\n".to_owned(),
                    "LOGIN" => {
                        let token = "7".repeat(32);
                        format!("LOGIN-ACK OK 0\nTOKEN 0 {token}\nREGISTERED-PLAYER 1 Ben\n")
                    }
                    _ => {
                        states += 1;
                        lines.join("\n") + "\n"
                    }
                };
                line.clear();
                if far.write_all(answer.as_bytes()).await.is_err() {
                    break;
                }
            }
            states
        });
        let hours = Duration::from_secs(24 * 3600);
        let played = tokio::time::timeout(hours, ann(map, near).play()).await;
        let error = played.expect("it asks for ever").unwrap_err().to_string();
        assert!(error.contains("which does not fit the game"), "{error}");
        assert_eq!(server.await.unwrap(), 10);
    });
}

/// A server of version 0.2 answers logins, but neither the greeting nor what concerns tables.
fn old_server(far: tokio::io::DuplexStream) {
    tokio::spawn(async move {
        let mut far = BufReader::new(far);
        let mut line = String::new();
        while far.read_line(&mut line).await.is_ok_and(|count| count > 0) {
            if std::mem::take(&mut line).starts_with("LOGIN ?") {
                far.write_all(b"LOGIN-ACK FAILED 1\n").await.unwrap();
            }
        }
    });
}

#[test]
fn a_server_that_only_answers_logins_has_no_tables() {
    simulate(async {
        let (near, far) = tokio::io::duplex(4096);
        old_server(far);
        let mut client = ann(position().0, near);
        client.to.table = TableChoice::Join("friends".parse().unwrap());
        let error = client.play().await.unwrap_err();
        let old = "the server speaks version 0.2, which has no tables";
        assert_eq!(error.to_string(), old);
        let (near, far) = tokio::io::duplex(4096);
        old_server(far);
        let listed = Inquiry::new(Box::new(near)).tables().await;
        assert!(matches!(listed, Err(ClientError::NoTables)));
    });
}

/// Another program may listen at that port.
#[test]
fn what_never_answers_does_not_list_its_tables() {
    simulate(async {
        let (near, _far) = tokio::io::duplex(4096);
        let listed = Inquiry::new(Box::new(near)).tables().await;
        assert!(matches!(listed, Err(ClientError::NotAServer)));
    });
}

/// A server that talks on without an answer is not listened to for ever.
#[test]
fn a_server_that_does_not_list_its_tables_has_none() {
    simulate(async {
        let (near, mut far) = tokio::io::duplex(4096);
        tokio::spawn(async move {
            while far.write_all(b"PING 1\n").await.is_ok() {
                tokio::time::sleep(Duration::from_secs(1)).await;
            }
        });
        let listed = Inquiry::new(Box::new(near)).tables().await;
        assert!(matches!(listed, Err(ClientError::NotAServer)));
    });
}

/// Coming back with the token, or under the same name, would be of no use.
#[test]
fn a_player_whom_the_host_removes_does_not_come_back() {
    simulate(async {
        let (near, mut far) = tokio::io::duplex(4096);
        let token = "7".repeat(32);
        let lines = format!(
            "HELLO 0.3 server\nLOGIN-ACK OK 0\nTOKEN 0 {token}\n\
             ERROR 9 Eva has removed you from the table\nLOGOUT 0 0\n"
        );
        far.write_all(lines.as_bytes()).await.unwrap();
        // A second connection would fail with another error.
        let error = ann(position().0, near).play().await.unwrap_err();
        assert_eq!(error.to_string(), "Eva has removed you from the table");
    });
}

/// Even if the client was about to send something.
#[test]
fn the_last_words_of_a_server_are_heard() {
    simulate(async {
        let (near, mut far) = tokio::io::duplex(4096);
        let lines = "HELLO 0.3 server\nERROR 9 the server is closed, and its games have ended\n";
        far.write_all(lines.as_bytes()).await.unwrap();
        drop(far);
        let error = ann(position().0, near).play().await.unwrap_err();
        assert_eq!(
            error.to_string(),
            "the server was closed, and its games have ended"
        );
    });
}

/// A server does not let computer players play to the end for want of a slow person.
#[test]
fn a_computer_player_says_that_it_is_one() {
    simulate(async {
        let (near, far) = tokio::io::duplex(4096);
        let playing = ann(position().0, near).play();
        let played = tokio::time::timeout(Duration::from_secs(1), playing).await;
        assert!(played.is_err(), "it waits for an answer");
        let mut line = String::new();
        BufReader::new(far).read_line(&mut line).await.unwrap();
        assert!(line.starts_with("HELLO 0.4 marchland-bot/"), "{line}");
    });
}

/// A computer player called Ann who has only this connection.
fn ann(map: Arc<Map>, near: DuplexStream) -> Client<Model> {
    let near = Mutex::new(Some(near));
    let dial = move || -> Dialled {
        let near = near.lock().unwrap().take();
        let near = near.map(|near| Box::new(near) as Box<dyn Stream>);
        Box::pin(std::future::ready(
            near.ok_or(ErrorKind::NotConnected.into()),
        ))
    };
    let server = Server {
        dial: Arc::new(dial),
        ..Server::here(0)
    };
    Client {
        to: Destination::new(server, "Ann".parse().unwrap(), Model::new(map, None)),
        strategy: StrategyKind::Standard.player(1),
        log: Box::new(|_| {}),
    }
}

/// With numbers changed at random, any state that is accepted can be played on.
#[test]
fn lies_do_no_harm() {
    let (map, lines) = position();
    let mut dice = SeededDice::new(1);
    let wrong = [
        "0",
        "1",
        "2",
        "3",
        "5",
        "6",
        "40",
        "999999999",
        "4294967295",
    ];
    let steps = [
        "claim",
        "claimed",
        "settle",
        "settled",
        "place",
        "attack",
        "defend",
        "occupy",
        "spoils",
        "fortified",
    ];
    let events = [
        "DICE-ROLL 6 6 6 1 1",
        "DICE-ROLL 1 1 1 6 6",
        "DICE-ROLL 6 0 0 1 0",
        "DEFEND 1 2 2",
        "DEFEND 1 5 1",
        "REINFORCE 0 0 1",
        "REINFORCE 0 1 999999999",
        "REINFORCEMENTS 0 3",
        "REINFORCEMENTS 1 4294967295",
        "TRANSFER 0 1 0 4",
        "TRANSFER 0 0 1 4294967295",
        "ATTACK 0 1 2 3",
        "CARDS-ACQUIRED 0 1",
        "PLAYER-DEFEATED 1 0",
        "START-ROUND 1",
        "START-PHASE 2",
        "LOGOUT 0 1",
        "DEBUG-AREA 5 0 4294967295",
        "ATTACK 0 1 77 3",
        "ATTACK 1 65535 0 3",
        "DEFEND 1 77 2",
        "TRANSFER 0 1 77 4294967295",
        "TRANSFER 1 5 4 4294967295",
        "REINFORCE 0 77 4294967295",
        "REINFORCE 0 0 4294967295",
        "REINFORCE 1 5 4294967295",
        "DEBUG-AREA 77 6 1",
        "CARDS-ACQUIRED 6 255",
        "PLAYER-DEFEATED 6 5",
        "REGISTERED-PLAYER 6 nobody",
        "ORDER 6 5 4 3 2 1 0",
        "GAME-OVER 6",
        "STATE-END",
    ];
    let mut believed = 0;
    for _ in 0..4_000 {
        let mut lines = lines.clone();
        for _ in 0..=dice.below(3) {
            let at = dice.below(lines.len() as u32) as usize;
            let mut words: Vec<&str> = lines[at].split(' ').collect();
            let word = dice.below(words.len() as u32) as usize;
            if word > 0 && words[word].parse::<u32>().is_ok() {
                words[word] = wrong[dice.below(wrong.len() as u32) as usize];
            } else if word > 0 && steps.contains(&words[word]) {
                words[word] = steps[dice.below(steps.len() as u32) as usize];
            }
            lines[at] = words.join(" ");
        }
        let mut model = Model::new(Arc::clone(&map), Some(player(dice.below(2) as u8)));
        for line in &lines {
            if let Ok(reply) = Reply::parse(line) {
                let _ = model.follow(&reply);
            }
        }
        believed += u32::from(model.state().is_some());
        let mut terminal = Terminal::new(&map, Style::PLAIN, StrategyKind::Random.player(1));
        for _ in 0..20 {
            let line = events[dice.below(events.len() as u32) as usize];
            let reply = Reply::parse(line).unwrap();
            // The text for players is made before the line is checked.
            narrate(&reply, &model);
            terminal.hear(&reply, &model);
            let _ = model.follow(&reply);
            let _ = terminal.next(&model);
            let _ = terminal.prompt(&model);
            terminal.take_text();
            if let (Some(me), Some(state)) = (model.me(), model.state()) {
                for kind in [StrategyKind::Standard, StrategyKind::Random] {
                    let _ = decide(kind.player(1).as_mut(), &View::new(state, me));
                }
            }
        }
    }
    assert!((500..3_900).contains(&believed), "{believed} were believed");
}
