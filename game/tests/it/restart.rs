//! A server that is killed and started again: the program itself.

use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::path::Path;
use std::process::{Child, Command, Stdio};

use crate::sockets::Telnet;

const WORLD: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../maps/world");

/// The program as a server, with a journal in `folder`.
fn start(folder: &Path) -> (Child, SocketAddr) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_marchland-game"))
        .args([
            "server",
            "--port=0",
            "-r",
            "--num-players",
            "2",
            "--map",
            WORLD,
        ])
        .arg("--journal")
        .arg(folder)
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let address = lines
        .map(Result::unwrap)
        .find_map(|line| line.strip_prefix("listening on ")?.parse().ok());
    (child, address.unwrap())
}

/// Logs in and gives the token.
fn login(address: SocketAddr, id: u8) -> (Telnet, String) {
    let mut hand = Telnet::new(address);
    hand.say("HELLO 0.3 t");
    hand.say(&format!("LOGIN player{id}"));
    hand.say(&format!("READY {id}"));
    let token = after(&mut hand, &format!("TOKEN {id} "));
    (hand, token)
}

/// What follows `start` in the first line that begins with it.
fn after(hand: &mut Telnet, start: &str) -> String {
    loop {
        let line = hand.hear().unwrap();
        if let Some(rest) = line.strip_prefix(start) {
            return rest.to_owned();
        }
    }
}

/// The lines of the whole state.
fn state(hand: &mut Telnet, id: &str) -> Vec<String> {
    hand.say(&format!("STATE {id}"));
    after(hand, "STATE-BEGIN");
    let lines = std::iter::from_fn(|| hand.hear());
    lines.take_while(|line| line != "STATE-END").collect()
}

/// An area of a player.
fn own_area(state: &[String], id: &str) -> String {
    let owned = |line: &String| {
        let words: Vec<&str> = line.split(' ').collect();
        (words[0] == "STATE-AREA" && words[2] == id).then(|| words[1].to_owned())
    };
    state.iter().find_map(owned).unwrap()
}

#[test]
fn no_accepted_action_is_lost_when_the_server_is_killed() {
    let folder = tempfile::tempdir().unwrap();
    let (mut server, mut address) = start(folder.path());
    let (mut ann, ann_token) = login(address, 0);
    let (mut ben, ben_token) = login(address, 1);
    let id = after(&mut ann, "START-ROUND ");
    let (hand, token) = if id == "0" {
        (&mut ann, ann_token)
    } else {
        (&mut ben, ben_token)
    };
    let mut state_told = state(hand, &id);
    for round in 0..3 {
        // An action that is acknowledged, and then the end.
        let mut hand = Telnet::new(address);
        hand.say("HELLO 0.3 t");
        hand.say(&format!("RESUME {id} {token}"));
        assert_eq!(state(&mut hand, &id), state_told, "round {round}");
        hand.say(&format!("REINFORCE {id} {} 1", own_area(&state_told, &id)));
        after(&mut hand, "REINFORCE ");
        state_told = state(&mut hand, &id);
        server.kill().unwrap();
        server.wait().unwrap();
        (server, address) = start(folder.path());
    }
    server.kill().unwrap();
    server.wait().unwrap();
}
