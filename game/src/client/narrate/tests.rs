use std::path::Path;
use std::sync::Arc;

use super::*;

/// A model of a game on the world map before its first line.
fn model(me: Option<Player>) -> Model {
    let world = concat!(env!("CARGO_MANIFEST_DIR"), "/../maps/world");
    let (_, _, map) = marchland_maps::folder::load(Path::new(world)).unwrap();
    Model::new(Arc::new(map), me)
}

/// What is told of the lines that begin with one of these words, after Ann and Ben have come.
fn told(lines: &[&str], words: &[&str]) -> Vec<String> {
    let mut model = model(None);
    let mut told = Vec::new();
    let come = ["REGISTERED-PLAYER 0 Ann", "REGISTERED-PLAYER 1 Ben"];
    for line in come.iter().chain(lines) {
        let reply = Reply::parse(line).unwrap();
        let is_meant = words.contains(&line.split(' ').next().unwrap());
        told.extend(narrate(&reply, &model).filter(|_| is_meant));
        model.follow(&reply).unwrap();
    }
    told
}

#[test]
fn a_player_called_you_is_addressed() {
    let seen_by = |me| {
        let mut model = model(Player::new(me));
        for (name, player) in ["You", "Red"].into_iter().zip(Player::first(2)) {
            model.introduce(player, name.parse().unwrap());
        }
        model
    };
    let narrated = |line: &str, model| narrate(&Reply::parse(line).unwrap(), model);
    let model = seen_by(0);
    let told = |line: &str| narrated(line, &model).unwrap();
    assert_eq!(
        told("ERROR 9 the server is stopping"),
        "The server closes the connection: the server is stopping."
    );
    assert_eq!(
        told("ERROR 5 it is not your turn"),
        "The server refuses: it is not your turn (code 5)."
    );
    assert_eq!(
        told("ERROR 10 the game's journal can be written again; the game goes on"),
        "The server reports: the game's journal can be written again; the game goes on."
    );
    for (player, sentences) in [
        (
            0,
            [
                "You get a card.",
                "You have won.",
                "-- Your turn",
                "You are defeated by Red.",
            ],
        ),
        (
            1,
            [
                "Red gets a card.",
                "Red has won.",
                "-- Red's turn",
                "Red is defeated by you.",
            ],
        ),
    ] {
        let other = 1 - player;
        let lines = [
            format!("CARDS-ACQUIRED {player} 1"),
            format!("GAME-OVER {player}"),
            format!("START-ROUND {player}"),
            format!("PLAYER-DEFEATED {player} {other}"),
        ];
        assert_eq!(lines.map(|line| told(&line)), sentences);
    }
    // To another, You is a name like any other.
    let other = seen_by(1);
    for (line, sentence) in [
        ("START-ROUND 0", "-- player You's turn"),
        ("GAME-OVER 0", "player You has won."),
        ("PLAYER-DEFEATED 1 0", "Red is defeated by player You."),
    ] {
        assert_eq!(narrated(line, &other).as_deref(), Some(sentence));
    }
    // Who is here already does not come again.
    assert_eq!(narrated("REGISTERED-PLAYER 0 You", &other), None);
}

/// A server introduces all players to one who returns, also those who are away.
#[test]
fn players_are_back_only_if_they_return_before_ones_eyes() {
    let mut model = model(None);
    let narrated = |line: &str, model: &mut Model| {
        let reply = Reply::parse(line).unwrap();
        let said = narrate(&reply, model);
        model.follow(&reply).unwrap();
        said
    };
    for line in [
        "LOGIN-ACK OK 0",
        "REGISTERED-PLAYER 0 Ann",
        "REGISTERED-PLAYER 1 Ben",
        "ORDER 0 1",
    ] {
        narrated(line, &mut model);
    }
    let left = narrated("LOGOUT 1 1", &mut model);
    assert_eq!(left.as_deref(), Some("Ben has left."));
    model.ask();
    for line in ["LOGIN-ACK OK 0", "REGISTERED-PLAYER 1 Ben"] {
        assert_eq!(narrated(line, &mut model), None);
    }
    for line in [
        "STATE-BEGIN",
        "STATE-RULES 1 0 0 0",
        "STATE-ORDER 0 1",
        "STATE-PLAYER 0 Ann 0 active",
        "STATE-PLAYER 1 Ben 0 absent",
        "STATE-DISCARD 0 0 0 0",
        "STATE-TURN 0 0 0 claim",
        "STATE-MOMENT 0 0 0 0 0 0",
        "STATE-END",
    ] {
        assert_eq!(narrated(line, &mut model), None);
    }
    let back = narrated("REGISTERED-PLAYER 1 Ben", &mut model);
    assert_eq!(back.as_deref(), Some("Ben is back."));
}

#[test]
fn who_is_sent_away_is_said_to_be_removed_only_before_the_game() {
    let lines = [
        "LOGOUT 1 0",
        "REGISTERED-PLAYER 1 Cid",
        "ORDER 0 1",
        "LOGOUT 1 0",
    ];
    let expected = ["Ben was removed.", "Cid took too long."];
    assert_eq!(told(&lines, &["LOGOUT"]), expected);
}

#[test]
fn lost_connections_are_told() {
    let lines = ["ORDER 0 1", "LOST 0 60", "BACK 0", "LOST 1 0"];
    assert_eq!(
        told(&lines, &["LOST", "BACK"]),
        [
            "Ann has lost the connection; 60 seconds to come back.",
            "Ann is back.",
            "Ben has lost the connection; the game waits."
        ]
    );
}

#[test]
fn a_free_territory_is_dealt_or_claimed() {
    let lines = [
        "ORDER 0 1",
        "REINFORCEMENTS 0 40",
        "REINFORCEMENTS 1 40",
        "START-PHASE 0",
        "REINFORCE 1 0 1",
        "START-ROUND 0",
        "REINFORCE 0 1 1",
    ];
    let expected = ["Ben gets Alaska.", "Ann claims Northwest Territory."];
    assert_eq!(told(&lines, &["REINFORCE"]), expected);
}
