//! Whole games at tables without sockets, and several tables.

use std::sync::Arc;
use std::time::Duration;

use marchland_game::conquest::bots::StrategyKind;
use marchland_game::conquest::rules::{SetVariant, Variants};
use marchland_maps::Map;

use crate::crowd::StateOf as _;
use crate::crowd::{Hand, crowd, dealt, lobby, run};
use crate::sketch;

fn play_out(map: &Arc<Map>, extended: &[bool], variants: Variants, seed: u64) {
    let lobby = lobby(map, extended.len() as u8, variants, seed);
    let mut bots = crowd(map, extended, StrategyKind::Standard);
    for bot in &mut bots {
        bot.login(&lobby, Duration::ZERO);
    }
    run(&lobby, &mut bots, Duration::ZERO, |_| {});
    let table = lobby.default_table();
    // A new default table exists once the game is over; the bots know.
    assert!(table.lock().state().is_none());
    let winner = bots[0].model.state().unwrap().winner();
    assert!(winner.is_some());
    for bot in &bots {
        let state = bot.model.state().unwrap();
        assert_eq!(state.winner(), winner);
        assert_eq!(bot.game_over, winner.filter(|_| bot.extended));
        assert_eq!(state.holdings(), bots[0].model.state().unwrap().holdings());
    }
}

#[test]
fn clients_of_both_versions_play_whole_games() {
    for seed in 0..4 {
        let variants = if seed % 2 == 0 {
            dealt()
        } else {
            Variants {
                sets: SetVariant::Constant,
                ..Variants::default()
            }
        };
        play_out(&sketch::grid(4, 3), &[false, true, false], variants, seed);
        play_out(&sketch::grid(4, 3), &[false, false], variants, seed);
        play_out(&sketch::ring(7), &[true, true, true, true], variants, seed);
    }
}

/// The length of every line is checked as it is sent.
#[test]
fn bots_finish_games_on_every_bundled_map() {
    let maps = concat!(env!("CARGO_MANIFEST_DIR"), "/../maps");
    let mut played = 0;
    for entry in std::fs::read_dir(maps).unwrap() {
        let folder = entry.unwrap().path();
        if !folder.join("map.xml").is_file() {
            continue;
        }
        let (_, _, map) = marchland_maps::folder::load(&folder).unwrap();
        play_out(&Arc::new(map), &[true, true, false, true], dealt(), 1);
        played += 1;
    }
    assert!(played >= 4, "only {played} bundled maps");
}

#[test]
fn tables_are_listed_created_and_joined() {
    let lobby = lobby(&sketch::ring(6), 3, dealt(), 1);
    let mut ann = Hand::new();
    let said = ann.say(
        &lobby,
        "HELLO 0.3 t\nCREATE friends a-sketch 2\nLOGIN Ann\nCREATE other a-sketch 2",
    );
    assert_eq!(said[1], "TABLE friends a-sketch 0 2 0");
    assert_eq!(said[2], "LOGIN-ACK OK 0");
    let mut ben = Hand::new();
    let said = ben.say(
        &lobby,
        "HELLO 0.3 t\nLIST\nCREATE friends a-sketch 2\nCREATE x mars 2\nCREATE x a-sketch 7\nJOIN nowhere\nJOIN friends\nLOGIN Ben",
    );
    assert_eq!(said[1], "TABLE default a-sketch 0 3 0");
    assert_eq!(said[2], "TABLE friends a-sketch 1 2 0");
    assert_eq!(said[3], "TABLE-END");
    let codes: Vec<_> = said.iter().filter(|l| l.starts_with("ERROR 7")).collect();
    assert_eq!(codes.len(), 4, "{said:?}");
    assert!(said.contains(&"REGISTERED-PLAYER 0 Ann".to_owned()));
}

/// A client that sends all lines at once would otherwise be seated at a table it never chose.
#[test]
fn players_who_find_no_table_are_not_seated_at_another() {
    let lobby = lobby(&sketch::ring(6), 2, dealt(), 1);
    let mut ann = Hand::new();
    let said = ann.say(
        &lobby,
        "HELLO 0.3 t\nJOIN nowhere\nLOGIN Ann\nSPECTATE\nJOIN default\nLOGIN Ann",
    );
    let lost = "ERROR 7 there is no such table; JOIN another, or default";
    assert_eq!(said[1..4], ["ERROR 7 there is no such table", lost, lost]);
    assert_eq!(
        said[4..6],
        ["TABLE default a-sketch 0 2 0", "LOGIN-ACK OK 0"]
    );
}

#[test]
fn after_the_end_absent_players_get_the_result_and_all_connections_close() {
    let map = sketch::grid(4, 3);
    let lobby = lobby(&map, 3, dealt(), 5);
    let mut bots = crowd(&map, &[true, true, false], StrategyKind::Standard);
    for bot in &mut bots {
        bot.login(&lobby, Duration::ZERO);
    }
    run(&lobby, &mut bots, Duration::ZERO, |_| {});
    let winner = bots[0].game_over.unwrap();
    // Meanwhile another player is seated at the default table.
    let mut next = Hand::new();
    assert_eq!(next.say(&lobby, "LOGIN next")[0], "LOGIN-ACK OK 0");
    let secret = bots[0].token.unwrap();
    bots[0].hand.session.disconnect(Duration::ZERO);
    let mut again = Hand::new();
    let player = bots[0].player.unwrap();
    let lines = format!(
        "HELLO 0.3 t\nRESUME {player} {:032x}\nSTATE {player}",
        secret.0
    );
    let said = again.say(&lobby, &lines);
    let last = [said[said.len() - 2].as_str(), said[said.len() - 1].as_str()];
    assert_eq!(last, ["STATE-END", format!("GAME-OVER {winner}").as_str()]);
    lobby.tick(Duration::from_secs(59));
    assert!(!bots[2].hand.mail.is_closed() && !again.mail.is_closed());
    lobby.tick(Duration::from_secs(60));
    assert_eq!(again.mail.take_all(), ["ERROR 9 the game is over"]);
    assert!(bots[2].hand.mail.is_closed() && again.mail.is_closed());
    assert!(!next.mail.is_closed());
    assert_eq!(bots[2].hand.mail.take_all(), [""; 0]);
    bots[2].hand.session.disconnect(Duration::from_secs(60));
    bots[1].hand.session.disconnect(Duration::from_secs(60));
    again.session.disconnect(Duration::from_secs(60));
    // A player who lost the connection at the end still learns the result; then the table
    // is closed.
    let came_back = |second: u64| {
        lobby.tick(Duration::from_secs(second));
        lobby.find_token(player, secret).is_some()
    };
    assert!(came_back(130) && came_back(359) && !came_back(360));
}

#[test]
fn one_address_opens_only_so_many_tables() {
    let lobby = lobby(&sketch::ring(6), 3, dealt(), 1);
    // The lobby of these tests allows 3.
    let from = |address: [u8; 4]| Hand::from(address.into());
    let mut ann = from([192, 0, 2, 1]);
    ann.say(&lobby, "HELLO 0.3 t");
    for at in 0..3 {
        let said = ann.say(&lobby, &format!("CREATE t{at} a-sketch 2"));
        assert_eq!(said, [format!("TABLE t{at} a-sketch 0 2 0")]);
    }
    // On another connection as well, but not from another address.
    let full = "ERROR 7 one address may have 3 tables open at a time; \
                join a table, or wait until one ends";
    let mut again = from([192, 0, 2, 1]);
    again.say(&lobby, "HELLO 0.3 t");
    assert_eq!(again.say(&lobby, "CREATE t3 a-sketch 2"), [full]);
    let mut ben = from([192, 0, 2, 2]);
    ben.say(&lobby, "HELLO 0.3 t");
    let opened = |name: &str| [format!("TABLE {name} a-sketch 0 2 0")];
    assert_eq!(ben.say(&lobby, "CREATE t3 a-sketch 2"), opened("t3"));
    // A table that nobody joins is closed after a minute and makes room.
    lobby.tick(Duration::from_secs(61));
    assert_eq!(again.say(&lobby, "CREATE t4 a-sketch 2"), opened("t4"));
}

/// The default table does not count, whether it is open yet or not.
#[test]
fn a_server_has_only_so_many_tables() {
    let lobby = lobby(&sketch::ring(6), 2, dealt(), 1);
    let mut ann = Hand::new();
    ann.say(&lobby, "HELLO 0.3 t");
    // The lobby of these tests allows 10.
    for at in 0..10 {
        let said = ann.say(&lobby, &format!("CREATE t{at} a-sketch 2"));
        assert_eq!(said, [format!("TABLE t{at} a-sketch 0 2 0")]);
    }
    let full = ["ERROR 7 there are too many tables"];
    assert_eq!(ann.say(&lobby, "CREATE more a-sketch 2"), full);
    ann.say(&lobby, "LIST");
    assert_eq!(ann.say(&lobby, "CREATE more a-sketch 2"), full);
}

#[test]
fn the_default_table_is_always_there() {
    let lobby = lobby(&sketch::ring(6), 2, dealt(), 1);
    let mut ann = Hand::new();
    let said = ann.say(&lobby, "HELLO 0.3 t\nLIST");
    assert_eq!(said[1..], ["TABLE default a-sketch 0 2 0", "TABLE-END"]);
    ann.say(
        &lobby,
        "CREATE other a-sketch 2\nJOIN default\nLOGIN Ann\nREADY 0",
    );
    let mut ben = Hand::new();
    ben.say(&lobby, "HELLO 0.3 t\nLOGIN Ben\nREADY 1");
    // The neutral force of a game of two is not a player.
    let mut eve = Hand::new();
    let said = eve.say(&lobby, "HELLO 0.3 t\nLIST");
    assert_eq!(said[1], "TABLE default a-sketch 2 2 1");
}
