//! Whole games at tables without sockets.

use std::sync::Arc;
use std::time::Duration;

use marchland_game::bots::StrategyKind;
use marchland_game::rules::{AreaVariant, Dice, SeededDice, SetVariant, Status, Variants};
use marchland_game::server::SessionLimits;
use marchland_maps::Map;

use crate::crowd::{Bot, Hand, TestHouse, house};
use crate::sketch::{self, player};

fn dealt() -> Variants {
    Variants {
        areas: AreaVariant::Dealt,
        ..Variants::default()
    }
}

/// Lets everybody read and act in turn until nobody has anything to do.
fn run(house: &TestHouse, bots: &mut [Bot], now: Duration, mut on_step: impl FnMut(&mut [Bot])) {
    for _ in 0..400_000 {
        let mut idle = true;
        for at in 0..bots.len() {
            idle &= !bots[at].step(house, now);
            on_step(bots);
        }
        if idle {
            return;
        }
    }
    panic!("the game does not end");
}

fn crowd(map: &Arc<Map>, extended: &[bool], kind: StrategyKind) -> Vec<Bot> {
    let bot = |(at, &extended): (usize, &bool)| {
        Bot::new(
            map,
            &format!("sixteen-letters{at}"),
            extended,
            kind,
            at as u64 + 1,
        )
    };
    extended.iter().enumerate().map(bot).collect()
}

fn play_out(map: &Arc<Map>, extended: &[bool], variants: Variants, seed: u64) {
    let house = house(map, extended.len() as u8, variants, seed);
    let mut bots = crowd(map, extended, StrategyKind::Standard);
    for bot in &mut bots {
        bot.login(&house, Duration::ZERO);
    }
    run(&house, &mut bots, Duration::ZERO, |_| {});
    let table = house.default_table();
    // A fresh table stands there once the game is over; the bots know.
    assert!(table.lock().unwrap().game().is_none());
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

/// Every line of these games is checked to be short enough as it is sent.
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
fn a_login_is_answered_and_told() {
    let house = house(&sketch::ring(6), 3, dealt(), 1);
    let mut ann = Hand::new();
    let mut ben = Hand::new();
    assert_eq!(ann.say(&house, "LOGIN Ann"), ["LOGIN-ACK OK 0"]);
    assert_eq!(
        ben.say(&house, "LOGIN ann\nLOGIN Jo/hn\nLOGIN Ben"),
        [
            "LOGIN-ACK FAILED 2",
            "LOGIN-ACK FAILED 1",
            "LOGIN-ACK OK 1",
            "REGISTERED-PLAYER 0 Ann"
        ]
    );
    assert_eq!(ann.mail.take_all(), ["REGISTERED-PLAYER 1 Ben"]);
    let mut cid = Hand::new();
    cid.say(&house, "LOGIN Cid");
    let mut dan = Hand::new();
    assert_eq!(dan.say(&house, "LOGIN Dan"), ["LOGIN-ACK FAILED 3"]);
    ann.mail.take_all();
    ben.session.disconnect(Duration::ZERO);
    assert_eq!(ann.mail.take_all(), ["LOGOUT 1 1"]);
    assert_eq!(dan.say(&house, "LOGIN Dan")[0], "LOGIN-ACK OK 1");
}

#[test]
fn a_client_of_the_old_version_is_never_told_why() {
    let house = house(&sketch::ring(6), 2, dealt(), 1);
    let mut ann = Hand::new();
    let nothing: [String; 0] = [];
    assert_eq!(ann.say(&house, "FLY 1\nREADY 0\nATTACK 0 1 2 3"), nothing);
    ann.say(&house, "LOGIN Ann");
    assert_eq!(ann.say(&house, "READY 1\nATTACK 0 1 2 3"), nothing);
}

#[test]
fn a_client_of_the_new_version_is_told_why() {
    let house = house(&sketch::ring(6), 2, dealt(), 1);
    let mut ann = Hand::new();
    let said = ann.say(
        &house,
        "HELLO 0.3 telnet\nFLY 1\nREADY 0\nLOGIN Ann\nREADY 1\nREADY x\nATTACK 0 1 2 3",
    );
    let codes: Vec<_> = said.iter().filter(|l| l.starts_with("ERROR")).collect();
    assert_eq!(
        codes,
        [
            "ERROR 2 there is no command FLY",
            "ERROR 3 log in first",
            "ERROR 4 you are player 0, not 1",
            "ERROR 1 this is not a player id",
            "ERROR 3 the game has not started yet",
        ]
    );
}

#[test]
fn garbage_closes_the_connection() {
    let house = house(&sketch::ring(6), 2, dealt(), 1);
    let mut ann = Hand::new();
    ann.say(&house, &"GET / HTTP/1.1\n".repeat(20));
    assert!(ann.mail.is_closed());
    assert!(ann.session.is_closed());
}

#[test]
fn a_flood_is_paused_and_nothing_is_lost() {
    let house = house(&sketch::ring(6), 2, dealt(), 1);
    let mut ann = Hand::limited(SessionLimits::default());
    ann.say(&house, "HELLO 0.3 flood\nLOGIN Ann");
    let mut answers = ann.say(&house, &"PING 7\n".repeat(1_000)).len();
    assert!((390..=400).contains(&answers), "{answers}");
    let mut now = Duration::ZERO;
    while answers < 1_000 {
        let pause = ann.session.pause();
        assert!(!pause.is_zero());
        now += pause;
        ann.session.receive(&[], &house, now);
        answers += ann.mail.take_all().len();
    }
    // The other 600 at 200 a second.
    assert!(now.abs_diff(Duration::from_secs(3)) < Duration::from_millis(50));
    ann.session
        .receive(&[], &house, now + Duration::from_secs(1));
    assert_eq!(ann.session.pause(), Duration::ZERO);
}

/// Few bytes can ask for much: what an answer costs counts before the next is
/// given.
#[test]
fn questions_with_long_answers_cost_more() {
    let house = house(&sketch::grid(20, 20), 2, dealt(), 1);
    let mut ann = Hand::limited(SessionLimits::default());
    ann.say(&house, "HELLO 0.3 t\nLOGIN Ann\nREADY 0");
    Hand::new().say(&house, "LOGIN Ben\nREADY 1");
    ann.mail.take_all();
    let lines = ann.say(&house, &"STATE 0\n".repeat(500)).len();
    // 400 lines at once, 21 of which each state of 400 areas counts for.
    assert!((19 * 400..21 * 420).contains(&lines), "{lines} lines");
}

#[test]
fn nobody_acts_for_another_and_old_lines_do_nothing() {
    let map = sketch::ring(6);
    let house = house(&map, 2, dealt(), 3);
    let (mut ann, mut ben) = (Hand::new(), Hand::new());
    ann.say(&house, "HELLO 0.3 t\nLOGIN Ann\nREADY 0");
    ben.say(&house, "HELLO 0.3 t\nLOGIN Ben\nREADY 1");
    let before = house
        .default_table()
        .lock()
        .unwrap()
        .game()
        .unwrap()
        .digest();
    for line in [
        "END-ROUND 1",
        "REINFORCE 1 0 1",
        "STATE 1",
        "CHAT PUBLIC 1 hi",
    ] {
        let said = ann.say(&house, line);
        assert!(said.iter().any(|l| l.starts_with("ERROR 4")), "{said:?}");
    }
    let after = house
        .default_table()
        .lock()
        .unwrap()
        .game()
        .unwrap()
        .digest();
    assert_eq!(before, after);
}

#[test]
fn chat_goes_where_it_should() {
    let house = house(&sketch::ring(6), 3, dealt(), 1);
    let mut hands: Vec<_> = (0..3).map(|_| Hand::new()).collect();
    for (at, hand) in hands.iter_mut().enumerate() {
        hand.say(&house, &format!("LOGIN p{at}"));
    }
    for hand in &hands {
        hand.mail.take_all();
    }
    hands[0].say(
        &house,
        "CHAT PUBLIC 0 hello  all\nCHAT PRIVATE 0 2 just you",
    );
    let heard: Vec<_> = hands.iter().map(|hand| hand.mail.take_all()).collect();
    assert_eq!(heard[0], [""; 0]);
    assert_eq!(heard[1], ["CHAT PUBLIC 0 hello  all"]);
    assert_eq!(
        heard[2],
        ["CHAT PUBLIC 0 hello  all", "CHAT PRIVATE 0 2 just you"]
    );
}

#[test]
fn a_spectator_sees_all_but_cards_and_does_nothing() {
    let map = sketch::grid(4, 3);
    let house = house(&map, 3, dealt(), 5);
    let mut bots = crowd(&map, &[true, true, true], StrategyKind::Standard);
    let mut watcher = Hand::new();
    assert!(watcher.say(&house, "HELLO 0.3 w\nSPECTATE")[1].starts_with("MAP a-sketch 12 "));
    for bot in &mut bots {
        bot.login(&house, Duration::ZERO);
    }
    run(&house, &mut bots, Duration::ZERO, |_| {});
    let lines = watcher.mail.take_all();
    let cards: Vec<_> = lines
        .iter()
        .filter(|l| l.starts_with("CARDS-ACQUIRED"))
        .collect();
    assert!(!cards.is_empty());
    for line in cards {
        assert_eq!(line.split(' ').count(), 3, "{line}");
    }
    assert!(lines.iter().any(|l| l.starts_with("GAME-OVER")));
    let said = watcher.say(&house, "END-ROUND 0");
    assert_eq!(said, ["ERROR 3 spectators only watch"]);
}

#[test]
fn tables_are_listed_created_and_joined() {
    let house = house(&sketch::ring(6), 3, dealt(), 1);
    let mut ann = Hand::new();
    let said = ann.say(
        &house,
        "HELLO 0.3 t\nCREATE friends a-sketch 2\nLOGIN Ann\nCREATE other a-sketch 2",
    );
    assert_eq!(said[1], "LOGIN-ACK OK 0");
    let mut ben = Hand::new();
    let said = ben.say(
        &house,
        "HELLO 0.3 t\nLIST\nCREATE friends a-sketch 2\nCREATE x mars 2\nCREATE x a-sketch 7\nJOIN nowhere\nJOIN friends\nLOGIN Ben",
    );
    assert_eq!(said[1], "TABLE friends a-sketch 1 2 0");
    assert_eq!(said[2], "TABLE-END");
    let codes: Vec<_> = said.iter().filter(|l| l.starts_with("ERROR 7")).collect();
    assert_eq!(codes.len(), 4, "{said:?}");
    assert!(said.contains(&"REGISTERED-PLAYER 0 Ann".to_owned()));
}

#[test]
fn who_is_not_ready_in_time_gives_up_the_seat() {
    let house = house(&sketch::ring(6), 2, dealt(), 1);
    let mut squatter = Hand::new();
    squatter.say(&house, "LOGIN Ann");
    house.tick(Duration::from_secs(599));
    assert!(!squatter.mail.is_closed());
    house.tick(Duration::from_secs(600));
    assert_eq!(squatter.mail.take_all(), ["LOGOUT 0 0"]);
    assert!(squatter.mail.is_closed());
    assert_eq!(Hand::new().say(&house, "LOGIN Ann"), ["LOGIN-ACK OK 0"]);
}

#[test]
fn silence_ends_a_turn_and_any_word_brings_back() {
    let map = sketch::ring(6);
    let house = house(&map, 2, dealt(), 3);
    let (mut ann, mut ben) = (Hand::new(), Hand::new());
    ann.say(&house, "LOGIN Ann\nREADY 0");
    ben.say(&house, "LOGIN Ben\nREADY 1");
    let table = house.default_table();
    let first = table.lock().unwrap().game().unwrap().turn().unwrap();
    house.tick(Duration::from_secs(301));
    let told = ann.mail.take_all();
    assert!(told.contains(&format!("LOGOUT {first} 0")), "{told:?}");
    let status = |p| table.lock().unwrap().game().unwrap().seat(p).status;
    assert_eq!(status(first), Status::Absent);
    let (hand, id) = if first == player(0) {
        (&mut ann, 0)
    } else {
        (&mut ben, 1)
    };
    hand.say(&house, &format!("READY {id}"));
    assert_eq!(status(first), Status::Active);
}

#[test]
fn an_old_client_that_is_gone_is_passive_and_the_others_play_on() {
    let map = sketch::grid(4, 3);
    let house = house(&map, 3, dealt(), 9);
    let mut bots = crowd(&map, &[true, true, false], StrategyKind::Standard);
    for bot in &mut bots {
        bot.login(&house, Duration::ZERO);
    }
    let mut steps = 0;
    run(&house, &mut bots, Duration::ZERO, |bots| {
        steps += 1;
        if steps == 400 {
            bots[2].hand.session.disconnect(Duration::ZERO);
        }
    });
    let state = bots[0].model.state().unwrap();
    assert!(state.winner().is_some());
    assert_ne!(state.winner(), bots[2].player);
}

#[test]
fn the_debug_console_changes_the_game_for_all() {
    let map = sketch::grid(4, 3);
    let house = house(&map, 3, dealt(), 9);
    let mut bots = crowd(&map, &[true, true, true], StrategyKind::Standard);
    for bot in &mut bots {
        bot.login(&house, Duration::ZERO);
    }
    let now = Duration::ZERO;
    while bots[0]
        .model
        .state()
        .is_none_or(|s| s.phase() < Some(marchland_game::rules::Phase::Playing))
    {
        for bot in &mut bots {
            bot.step(&house, now);
        }
    }
    for bot in &mut bots {
        while let Some(line) = bot.hand.mail.take() {
            bot.model
                .follow(&marchland_game::protocol::Reply::parse(&line).unwrap())
                .unwrap();
        }
    }
    let table = house.default_table();
    let console = |line: &str| {
        table
            .lock()
            .unwrap()
            .console(line, now)
            .map_err(|e| e.to_string())
    };
    if table.lock().unwrap().game().unwrap().battle().is_none() {
        console("SET UNITS 3 17").unwrap();
        console("DESTROY PLAYER 1 2").unwrap();
        assert_eq!(
            console("SET UNITS 99 1").unwrap_err(),
            "the map has no territory 99"
        );
        assert_eq!(
            console("SET UNITS 3 0").unwrap_err(),
            "a territory has 1 to 1000000 units"
        );
        console("START-PHASE 0").unwrap();
        let last = bots[1].hand.mail.take_all();
        assert_eq!(last.last().unwrap(), "START-PHASE 0");
        for line in &last[..last.len() - 1] {
            bots[1]
                .model
                .follow(&marchland_game::protocol::Reply::parse(line).unwrap())
                .unwrap();
        }
        let state = bots[1].model.state().unwrap();
        assert_eq!(state.holding(sketch::land(3)).units, 17);
        assert_eq!(state.seat(player(1)).territories, 1);
    }
}

/// Plays a game in which connections break, as `cut` says for each step, and
/// gives the digest of its end.
fn play_with_cuts(seed: u64, mut cut: impl FnMut(u32, &TestHouse, &mut [Bot])) -> [u8; 32] {
    let map = sketch::grid(4, 3);
    let house = house(&map, 3, dealt(), seed);
    let mut bots = crowd(&map, &[true, true, true], StrategyKind::Standard);
    for bot in &mut bots {
        bot.login(&house, Duration::ZERO);
    }
    let table = house.default_table();
    let mut steps = 0;
    run(&house, &mut bots, Duration::ZERO, |bots| {
        steps += 1;
        if bots.iter().all(|bot| bot.model.state().is_some()) {
            cut(steps, &house, bots);
        }
    });
    let table = table.lock().unwrap();
    let end = table.game().unwrap();
    assert!(end.winner().is_some());
    end.digest()
}

#[test]
fn after_cuts_anywhere_the_game_ends_as_if_undisturbed() {
    let undisturbed = play_with_cuts(4, |_, _, _| {});
    for (seed, mean) in (0..).zip([12, 30, 30, 60, 100]) {
        let mut chance = SeededDice::new(seed);
        let mut cuts = 0;
        let cut = |_: u32, house: &TestHouse, bots: &mut [Bot]| {
            let bot = &mut bots[chance.below(3) as usize];
            if chance.below(mean) == 0 && !bot.is_resyncing() {
                // Either what the client says next is lost, or what the
                // server has just said.
                if chance.below(2) == 0 {
                    bot.lose_next_action = true;
                } else {
                    bot.reconnect(house, Duration::ZERO);
                }
                cuts += 1;
            }
        };
        assert_eq!(play_with_cuts(4, cut), undisturbed, "seed {seed}");
        assert!(cuts > 0);
    }
}

#[test]
fn a_second_connection_takes_the_seat_and_the_first_is_closed() {
    let house = house(&sketch::ring(6), 2, dealt(), 3);
    let mut ann = Hand::new();
    let said = ann.say(&house, "HELLO 0.3 t\nLOGIN Ann\nREADY 0");
    let token = said[2].rsplit_once(' ').unwrap().1.to_owned();
    Hand::new().say(&house, "LOGIN Ben\nREADY 1");
    let mut thief = Hand::new();
    let guess = format!("HELLO 0.3 t\nRESUME 0 {}\nRESUME 1 {token}", "0".repeat(32));
    let said = thief.say(&house, &guess);
    assert!(said[1].starts_with("ERROR 8") && said[2].starts_with("ERROR 8"));
    let mut again = Hand::new();
    let said = again.say(&house, &format!("HELLO 0.3 t\nRESUME 0 {token}"));
    assert_eq!(said[1], "LOGIN-ACK OK 0");
    assert!(ann.mail.is_closed());
    assert!(!again.mail.is_closed());
    // The end of the old connection does not touch the new one.
    ann.session.disconnect(Duration::ZERO);
    assert_eq!(again.say(&house, "CHAT PRIVATE 0 1 hi"), [""; 0]);
}

#[test]
fn who_does_not_come_back_in_time_is_absent() {
    let house = house(&sketch::ring(6), 2, dealt(), 3);
    let (mut ann, mut ben) = (Hand::new(), Hand::new());
    ann.say(&house, "HELLO 0.3 t\nLOGIN Ann\nREADY 0");
    ben.say(&house, "HELLO 0.3 t\nLOGIN Ben\nREADY 1");
    let table = house.default_table();
    let turn = table.lock().unwrap().game().unwrap().turn().unwrap();
    let gone = if turn == player(0) {
        &mut ann
    } else {
        &mut ben
    };
    gone.session.disconnect(Duration::from_secs(5));
    let status = |at| {
        house.tick(Duration::from_secs(at));
        table.lock().unwrap().game().unwrap().seat(turn).status
    };
    assert_eq!(status(60), Status::Active);
    assert_eq!(status(66), Status::Absent);
}

/// The token in what a login gave.
fn token(said: &[String]) -> String {
    let told = said.iter().find(|line| line.starts_with("TOKEN"));
    told.unwrap().rsplit_once(' ').unwrap().1.to_owned()
}

#[test]
fn before_the_game_a_seat_is_kept_for_who_has_lost_the_connection() {
    let house = house(&sketch::ring(6), 2, dealt(), 3);
    let mut ann = Hand::new();
    let first = token(&ann.say(&house, "HELLO 0.3 t\nLOGIN Ann"));
    ann.session.disconnect(Duration::ZERO);
    let mut again = Hand::new();
    let said = again.say(&house, &format!("HELLO 0.3 t\nRESUME 0 {first}"));
    assert_eq!(said[1], "LOGIN-ACK OK 0");
    // The token may have been lost as well: the name is enough.
    again.session.disconnect(Duration::ZERO);
    let mut third = Hand::new();
    let said = third.say(&house, "HELLO 0.3 t\nLOGIN ann");
    assert_eq!(said[1], "LOGIN-ACK OK 0");
    assert_ne!(token(&said), first);
    let mut thief = Hand::new();
    let said = thief.say(&house, &format!("HELLO 0.3 t\nRESUME 0 {first}\nLOGIN ANN"));
    assert!(said[1].starts_with("ERROR 8"), "{said:?}");
    assert_eq!(said[2], "LOGIN-ACK FAILED 2");
    // Somebody else gets it when there is no other, and all are told.
    let mut ben = Hand::new();
    ben.say(&house, "LOGIN Ben");
    third.session.disconnect(Duration::from_secs(1));
    assert_eq!(ben.mail.take_all(), [""; 0]);
    let mut cid = Hand::new();
    assert_eq!(cid.say(&house, "LOGIN Cid")[0], "LOGIN-ACK OK 0");
    assert_eq!(
        ben.mail.take_all(),
        ["LOGOUT 0 1", "REGISTERED-PLAYER 0 Cid"]
    );
}

#[test]
fn a_seat_is_not_kept_for_ever() {
    let house = house(&sketch::ring(6), 2, dealt(), 3);
    let (mut ann, mut ben) = (Hand::new(), Hand::new());
    ben.say(&house, "LOGIN Ben");
    ann.say(&house, "HELLO 0.3 t\nLOGIN Ann\nREADY 1");
    ann.session.disconnect(Duration::from_secs(5));
    ben.mail.take_all();
    house.tick(Duration::from_secs(64));
    assert_eq!(ben.mail.take_all(), [""; 0]);
    house.tick(Duration::from_secs(65));
    assert_eq!(ben.mail.take_all(), ["LOGOUT 1 0"]);
}

#[test]
fn what_an_old_connection_still_says_comes_too_late() {
    let house = house(&sketch::ring(6), 2, dealt(), 3);
    let mut hands = [Hand::new(), Hand::new()];
    let mut tokens = Vec::new();
    for (id, hand) in hands.iter_mut().enumerate() {
        let said = hand.say(&house, &format!("HELLO 0.3 t\nLOGIN p{id}\nREADY {id}"));
        tokens.push(token(&said));
    }
    let table = house.default_table();
    let digest = || table.lock().unwrap().game().unwrap().digest();
    let turn = table.lock().unwrap().game().unwrap().turn().unwrap();
    let area = {
        let table = table.lock().unwrap();
        table.game().unwrap().territories(turn).next().unwrap()
    };
    let mut again = Hand::new();
    let resume = format!("HELLO 0.3 t\nRESUME {turn} {}", tokens[turn.index()]);
    again.say(&house, &resume);
    let before = digest();
    let reinforce = format!("REINFORCE {turn} {} 1", area.0);
    let old = &mut hands[turn.index()];
    let said = old.say(&house, &reinforce);
    assert_eq!(
        said.last().unwrap(),
        "ERROR 3 this connection no longer has the seat"
    );
    assert_eq!(digest(), before);
    again.say(&house, &reinforce);
    assert_ne!(digest(), before);
}

#[test]
fn after_the_end_who_was_away_is_told_and_all_are_sent_home() {
    let map = sketch::grid(4, 3);
    let house = house(&map, 3, dealt(), 5);
    let mut bots = crowd(&map, &[true, true, false], StrategyKind::Standard);
    for bot in &mut bots {
        bot.login(&house, Duration::ZERO);
    }
    run(&house, &mut bots, Duration::ZERO, |_| {});
    let winner = bots[0].game_over.unwrap();
    // Somebody else has begun a game at the default table meanwhile.
    let mut next = Hand::new();
    assert_eq!(next.say(&house, "LOGIN next")[0], "LOGIN-ACK OK 0");
    let secret = bots[0].token.unwrap();
    bots[0].hand.session.disconnect(Duration::ZERO);
    let mut again = Hand::new();
    let player = bots[0].player.unwrap();
    let lines = format!(
        "HELLO 0.3 t\nRESUME {player} {:032x}\nSTATE {player}",
        secret.0
    );
    let said = again.say(&house, &lines);
    let last = [said[said.len() - 2].as_str(), said[said.len() - 1].as_str()];
    assert_eq!(last, ["STATE-END", format!("GAME-OVER {winner}").as_str()]);
    house.tick(Duration::from_secs(59));
    assert!(!bots[2].hand.mail.is_closed() && !again.mail.is_closed());
    house.tick(Duration::from_secs(60));
    assert_eq!(again.mail.take_all(), ["ERROR 9 the game is over"]);
    assert!(bots[2].hand.mail.is_closed() && again.mail.is_closed());
    assert!(!next.mail.is_closed());
    assert_eq!(bots[2].hand.mail.take_all(), [""; 0]);
    bots[2].hand.session.disconnect(Duration::from_secs(60));
    bots[1].hand.session.disconnect(Duration::from_secs(60));
    again.session.disconnect(Duration::from_secs(60));
    let tables = house.tick(Duration::from_secs(130)).len();
    assert_eq!(tables, 1, "a table that is over and empty is gone");
}
