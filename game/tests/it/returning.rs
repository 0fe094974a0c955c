//! Players who fall silent, lose the connection, and return.

use std::time::Duration;

use marchland_game::conquest::Request;
use marchland_game::conquest::bots::StrategyKind;
use marchland_game::conquest::rules::{Action, Dice, Player, SeededDice, State, Status};

use crate::crowd::StateOf as _;
use crate::crowd::{Bot, Hand, TestLobby, crowd, dealt, lobby, run, token};
use crate::sketch::{self, player};

#[test]
fn silence_ends_a_turn_and_any_line_brings_the_player_back() {
    let map = sketch::ring(6);
    let lobby = lobby(&map, 2, dealt(), 3);
    let (mut ann, mut ben) = (Hand::new(), Hand::new());
    ann.say(&lobby, "LOGIN Ann\nREADY 0");
    ben.say(&lobby, "LOGIN Ben\nREADY 1");
    let table = lobby.default_table();
    let first = table.lock().state().unwrap().turn().unwrap();
    lobby.tick(Duration::from_secs(1_200));
    let told = ann.mail.take_all();
    assert!(told.contains(&format!("LOGOUT {first} 0")), "{told:?}");
    let status = |p| table.lock().state().unwrap().seat(p).status;
    assert_eq!(status(first), Status::Absent);
    let (hand, id) = if first == player(0) {
        (&mut ann, 0)
    } else {
        (&mut ben, 1)
    };
    hand.say(&lobby, &format!("READY {id}"));
    assert_eq!(status(first), Status::Active);
}

#[test]
fn unanswered_attacks_are_defended_with_the_most() {
    let map = sketch::ring(6);
    let lobby = lobby(&map, 2, dealt(), 3);
    let mut hands = [Hand::new(), Hand::new()];
    for (id, hand) in hands.iter_mut().enumerate() {
        hand.say(&lobby, &format!("HELLO 0.3 t\nLOGIN p{id}\nREADY {id}"));
    }
    let table = lobby.default_table();
    // Each takes the first legal action until one attacks the other.
    let (mut now, mut attacked) = (Duration::ZERO, None);
    while attacked.is_none() {
        let table = table.lock();
        let state = table.state().unwrap();
        let actor = state.to_act().unwrap();
        let other = |action: &Action| match action {
            Action::Attack { target, .. } => {
                let holding = state.holding(*target);
                holding.owner.is_some_and(|owner| owner.index() < 2) && holding.units > 1
            }
            _ => false,
        };
        let attack = state.legal().find(other);
        let action = attack.or_else(|| state.legal().next()).unwrap();
        if let Action::Attack { target, .. } = action {
            attacked = attack.map(|_| (target, state.holding(target).owner.unwrap()));
        }
        drop(table);
        now += Duration::from_secs(1);
        let player = actor;
        let line = Request { player, action }.to_string();
        hands[actor.index()].say_at(&lobby, &line, now);
        if attacked.is_none() {
            lobby.tick(now);
        }
    }
    let (target, owner) = attacked.unwrap();
    for hand in &hands {
        hand.mail.take_all();
    }
    lobby.tick(now + Duration::from_secs(29));
    assert_eq!(hands[0].mail.take_all(), [""; 0]);
    lobby.tick(now + Duration::from_secs(30));
    for hand in &hands {
        let told = hand.mail.take_all();
        assert_eq!(told[0], format!("DEFEND {owner} {target} 2"));
        assert!(told[1].starts_with("DICE-ROLL "), "{told:?}");
    }
    // The player who did not answer is still in the game.
    let table = table.lock();
    assert_eq!(table.state().unwrap().seat(owner).status, Status::Active);
}

#[test]
fn a_lost_old_client_is_passive_and_the_others_play_on() {
    let map = sketch::grid(4, 3);
    let lobby = lobby(&map, 3, dealt(), 9);
    let mut bots = crowd(&map, &[true, true, false], StrategyKind::Standard);
    for bot in &mut bots {
        bot.login(&lobby, Duration::ZERO);
    }
    let mut steps = 0;
    run(&lobby, &mut bots, Duration::ZERO, |bots| {
        steps += 1;
        if steps == 400 {
            bots[2].hand.session.disconnect(Duration::ZERO);
        }
    });
    let state = bots[0].model.state().unwrap();
    assert!(state.winner().is_some());
    assert_ne!(state.winner(), bots[2].player);
}

/// Plays a game in which connections break, as `cut` says for each step, and
/// gives its end.
fn play_with_cuts(seed: u64, mut cut: impl FnMut(u32, &TestLobby, &mut [Bot])) -> State {
    let map = sketch::grid(4, 3);
    let lobby = lobby(&map, 3, dealt(), seed);
    let mut bots = crowd(&map, &[true, true, true], StrategyKind::Standard);
    for bot in &mut bots {
        bot.login(&lobby, Duration::ZERO);
    }
    let table = lobby.default_table();
    let mut steps = 0;
    run(&lobby, &mut bots, Duration::ZERO, |bots| {
        steps += 1;
        if bots.iter().all(|bot| bot.model.state().is_some()) {
            cut(steps, &lobby, bots);
        }
    });
    let table = table.lock();
    let end = table.state().unwrap();
    assert!(end.winner().is_some());
    end.clone()
}

#[test]
fn cuts_anywhere_do_not_change_the_game() {
    let undisturbed = play_with_cuts(4, |_, _, _| {});
    for (seed, mean) in (0..).zip([12, 30, 30, 60, 100]) {
        let mut chance = SeededDice::new(seed);
        let mut cuts = 0;
        let cut = |_: u32, lobby: &TestLobby, bots: &mut [Bot]| {
            let bot = &mut bots[chance.below(3) as usize];
            if chance.below(mean) == 0 && !bot.is_resyncing() {
                // Lose either the client's next line or the server's last ones.
                if chance.below(2) == 0 {
                    bot.lose_next_action = true;
                } else {
                    bot.reconnect(lobby, Duration::ZERO);
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
    let lobby = lobby(&sketch::ring(6), 2, dealt(), 3);
    let mut ann = Hand::new();
    let said = ann.say(&lobby, "HELLO 0.3 t\nLOGIN Ann\nREADY 0");
    let token = said[2].rsplit_once(' ').unwrap().1.to_owned();
    Hand::new().say(&lobby, "LOGIN Ben\nREADY 1");
    let mut thief = Hand::new();
    let guess = format!("HELLO 0.3 t\nRESUME 0 {}\nRESUME 1 {token}", "0".repeat(32));
    let said = thief.say(&lobby, &guess);
    assert!(said[1].starts_with("ERROR 8") && said[2].starts_with("ERROR 8"));
    let mut again = Hand::new();
    let said = again.say(&lobby, &format!("HELLO 0.3 t\nRESUME 0 {token}"));
    assert_eq!(said[1], "LOGIN-ACK OK 0");
    assert!(ann.mail.is_closed());
    let told = ann.mail.take_all().pop().unwrap();
    assert_eq!(
        told,
        "ERROR 9 the seat was taken again from another connection"
    );
    assert!(!again.mail.is_closed());
    // The end of the old connection does not touch the new one.
    ann.session.disconnect(Duration::ZERO);
    assert_eq!(again.say(&lobby, "CHAT PRIVATE 0 1 hi"), [""; 0]);
}

#[test]
fn players_who_do_not_return_in_time_are_absent() {
    let lobby = lobby(&sketch::ring(6), 2, dealt(), 3);
    let (mut ann, mut ben) = (Hand::new(), Hand::new());
    ann.say(&lobby, "HELLO 0.3 t\nLOGIN Ann\nREADY 0");
    ben.say(&lobby, "HELLO 0.3 t\nLOGIN Ben\nREADY 1");
    let table = lobby.default_table();
    let turn = table.lock().state().unwrap().turn().unwrap();
    let gone = if turn == player(0) {
        &mut ann
    } else {
        &mut ben
    };
    gone.session.disconnect(Duration::from_secs(5));
    let status = |at| {
        lobby.tick(Duration::from_secs(at));
        table.lock().state().unwrap().seat(turn).status
    };
    assert_eq!(status(60), Status::Active);
    assert_eq!(status(66), Status::Absent);
}

/// The time to come back is that since the connection was lost, whoever is on turn.
#[test]
fn a_lost_connection_is_waited_for_once() {
    let lobby = lobby(&sketch::ring(6), 3, dealt(), 3);
    let mut hands: Vec<Hand> = (0..3).map(|_| Hand::new()).collect();
    for (id, hand) in hands.iter_mut().enumerate() {
        hand.say(&lobby, &format!("HELLO 0.3 t\nLOGIN p{id}\nREADY {id}"));
    }
    let table = lobby.default_table();
    let order = {
        let table = table.lock();
        let order: Vec<_> = table.state().unwrap().order().iter().collect();
        order
    };
    let [first, second, third] = order[..] else {
        panic!("{order:?}");
    };
    let turn = || table.lock().state().unwrap().turn();
    assert_eq!(turn(), Some(first));
    for gone in [second, third] {
        hands[gone.index()]
            .session
            .disconnect(Duration::from_secs(5));
    }
    for hand in &hands {
        hand.mail.take_all();
    }
    lobby.tick(Duration::from_secs(64));
    let told = || hands[first.index()].mail.take_all();
    assert_eq!(told(), [""; 0]);
    lobby.tick(Duration::from_secs(65));
    let mut gone = [second, third].map(|player| format!("LOGOUT {player} 1"));
    gone.sort();
    assert_eq!(told(), gone);
    assert_eq!(turn(), Some(first), "nobody's turn was ended");
}

/// Computer players left to themselves would end the game in a moment.
#[test]
fn a_game_waits_for_the_last_person_among_computer_players() {
    let lobby = lobby(&sketch::ring(6), 3, dealt(), 1);
    let programs = ["t", "t", "t-bot/1.0"];
    let mut hands = programs.map(|_| Hand::new());
    let mut tokens = Vec::new();
    for (id, (hand, program)) in hands.iter_mut().zip(programs).enumerate() {
        let said = hand.say(
            &lobby,
            &format!("HELLO 0.3 {program}\nLOGIN p{id}\nREADY {id}"),
        );
        tokens.push(token(&said));
    }
    let table = lobby.default_table();
    let computer = player(2);
    let turn = || table.lock().state().unwrap().turn().unwrap();
    let is_absent = |p: Player| {
        let table = table.lock();
        table.state().unwrap().seat(p).status == Status::Absent
    };
    // The computer player places what it has and ends its turns. Nobody else does anything.
    let mut now = Duration::ZERO;
    let late = Duration::from_secs(1_300);
    for _ in 0..100 {
        let table = table.lock();
        let state = table.state().unwrap();
        let acts = state.to_act() == Some(computer);
        let ends = state.legal().find(|action| *action == Action::EndTurn);
        let action = ends.or_else(|| state.legal().next()).unwrap();
        drop(table);
        if acts {
            let line = Request {
                player: computer,
                action,
            };
            hands[2].say_at(&lobby, &line.to_string(), now);
        } else {
            now += late;
            lobby.tick(now);
        }
    }
    let lone = turn();
    assert_ne!(lone, computer);
    let other = player(1 - lone.index() as u8);
    assert!(is_absent(other) && !is_absent(lone) && !is_absent(computer));
    // A lost connection is waited for, too, until the table closes as deserted.
    hands[lone.index()].session.disconnect(now);
    for _ in 0..50 {
        now += Duration::from_secs(70);
        lobby.tick(now);
    }
    assert_eq!(turn(), lone);
    assert!(!is_absent(lone));
    let mut again = Hand::new();
    let resume = format!("HELLO 0.3 t\nRESUME {lone} {}", tokens[lone.index()]);
    let said = again.say_at(&lobby, &resume, now);
    assert_eq!(said[1], format!("LOGIN-ACK OK {lone}"));
    // So is somebody who leaves for now.
    again.say_at(&lobby, &format!("LEAVE {lone}"), now);
    lobby.tick(now + Duration::from_secs(70));
    assert!(again.mail.is_closed() && !is_absent(lone));
    let mut again = Hand::new();
    let said = again.say_at(&lobby, &resume, now);
    assert_eq!(said[1], format!("LOGIN-ACK OK {lone}"));
    // No clock is told that has no effect: players would hurry.
    let told = again.say_at(&lobby, &format!("STATE {lone}"), now);
    assert!(
        !told.iter().any(|line| line.starts_with("CLOCK")),
        "{told:?}"
    );
    // The limits count again as soon as another person plays.
    lobby.tick(now);
    again.mail.take_all();
    hands[other.index()].say_at(&lobby, &format!("READY {other}"), now);
    lobby.tick(now);
    let told = again.mail.take_all();
    assert_eq!(told.last().unwrap(), &format!("CLOCK {lone} 600 600"));
    lobby.tick(now + Duration::from_secs(1_199));
    assert!(!is_absent(lone));
    lobby.tick(now + Duration::from_secs(1_200));
    assert!(is_absent(lone) && !is_absent(other));
}

/// Computer players come back after the person who seated them; until then, the server cannot know
/// that nobody waits for this person.
#[test]
fn a_clock_that_stops_counting_is_taken_back() {
    let lobby = lobby(&sketch::ring(6), 2, dealt(), 1);
    let programs = ["t", "t-bot"];
    let mut hands = programs.map(|_| Hand::new());
    let mut tokens = Vec::new();
    for (id, (hand, program)) in hands.iter_mut().zip(programs).enumerate() {
        let lines = format!("HELLO 0.3 {program}\nLOGIN p{id}\nREADY {id}");
        tokens.push(token(&hand.say(&lobby, &lines)));
    }
    let table = lobby.default_table();
    let turn = || table.lock().state().unwrap().turn().unwrap();
    if turn() == player(1) {
        let area = {
            let table = table.lock();
            let state = table.state().unwrap();
            state.territories(player(1)).next().unwrap()
        };
        hands[1].say(&lobby, &format!("REINFORCE 1 {} 1\nEND-ROUND 1", area.0));
    }
    assert_eq!(turn(), player(0));
    // Both leave, the person comes back, and then the computer player.
    let now = Duration::from_secs(10);
    lobby.tick(now);
    for (id, hand) in hands.iter_mut().enumerate() {
        hand.say_at(&lobby, &format!("LEAVE {id}"), now);
    }
    let resume = |id: usize| {
        let lines = format!(
            "HELLO 0.3 {}\nRESUME {id} {}\nSTATE {id}",
            programs[id], tokens[id]
        );
        let mut hand = Hand::new();
        let said = hand.say_at(&lobby, &lines, now);
        (hand, said)
    };
    let (person, said) = resume(0);
    assert_eq!(said.last().unwrap(), "CLOCK 0 600 600", "{said:?}");
    let (_computer, _) = resume(1);
    let told = person.mail.take_all();
    assert!(
        told.contains(&"CLOCK 0 4294967295 0".to_owned()),
        "{told:?}"
    );
    // It is not said again.
    lobby.tick(now + Duration::from_secs(1));
    assert_eq!(person.mail.take_all(), [""; 0]);
}

/// Nobody is expected back for ever.
#[test]
fn a_game_of_computer_players_closes_when_the_last_person_stays_away() {
    let lobby = lobby(&sketch::ring(6), 2, dealt(), 1);
    let mut hands = ["t", "t-bot"].map(|_| Hand::new());
    for (id, (hand, program)) in hands.iter_mut().zip(["t", "t-bot"]).enumerate() {
        let lines = format!("HELLO 0.3 {program}\nLOGIN p{id}\nREADY {id}");
        hand.say(&lobby, &lines);
    }
    let table = lobby.default_table();
    if table.lock().state().unwrap().turn() == Some(player(1)) {
        // Any territory of its own.
        let area = {
            let table = table.lock();
            table
                .state()
                .unwrap()
                .territories(player(1))
                .next()
                .unwrap()
        };
        hands[1].say(&lobby, &format!("REINFORCE 1 {} 1\nEND-ROUND 1", area.0));
    }
    assert_eq!(table.lock().state().unwrap().turn(), Some(player(0)));
    hands[0].session.disconnect(Duration::ZERO);
    for second in 0..3_600 {
        lobby.tick(Duration::from_secs(second));
    }
    assert!(!hands[1].mail.is_closed());
    lobby.tick(Duration::from_secs(3_600));
    let told = hands[1].mail.take_all();
    assert_eq!(
        told.last().unwrap(),
        "ERROR 9 all players have left this game"
    );
    assert!(hands[1].mail.is_closed());
}

#[test]
fn whoever_lost_the_connection_before_the_game_is_told_of_at_its_start() {
    let lobby = lobby(&sketch::ring(6), 2, dealt(), 3);
    let mut hands = [Hand::new(), Hand::new()];
    hands[0].say(&lobby, "HELLO 0.4 t\nLOGIN p0\nREADY 0");
    hands[0].session.disconnect(Duration::ZERO);
    let told = hands[1].say(&lobby, "HELLO 0.4 t\nLOGIN p1\nREADY 1");
    assert!(told.contains(&"LOST 0 60".to_owned()), "{told:?}");
}

/// The seat is kept, so it counts as taken.
#[test]
fn others_are_told_before_the_game_who_has_lost_the_connection() {
    let lobby = lobby(&sketch::ring(6), 2, dealt(), 3);
    let mut hands = [Hand::new(), Hand::new()];
    let said = hands[0].say(&lobby, "HELLO 0.4 t\nLOGIN p0");
    hands[0].session.disconnect(Duration::ZERO);
    let listed = hands[1].say(&lobby, "HELLO 0.4 t\nLIST");
    assert_eq!(listed[1], "TABLE default a-sketch 1 2 0");
    let told = hands[1].say(&lobby, "LOGIN p1");
    assert!(told.contains(&"LOST 0 60".to_owned()), "{told:?}");
    let resume = format!("HELLO 0.4 t\nRESUME 0 {}", token(&said));
    let mut again = Hand::new();
    again.say(&lobby, &resume);
    assert_eq!(hands[1].mail.take_all(), ["BACK 0"]);
    // Whoever has the seat next did not lose the connection.
    again.session.disconnect(Duration::ZERO);
    lobby.tick(Duration::from_secs(60));
    assert_eq!(hands[1].mail.take_all(), ["LOST 0 60", "LOGOUT 0 0"]);
    Hand::new().say_at(&lobby, "HELLO 0.4 t\nLOGIN p2", Duration::from_secs(61));
    let watches = Hand::new().say_at(&lobby, "HELLO 0.4 t\nSPECTATE", Duration::from_secs(61));
    assert!(
        !watches.iter().any(|line| line.starts_with("LOST")),
        "{watches:?}"
    );
}

/// Clients that do not know the lines are not sent them.
#[test]
fn others_are_told_at_once_who_has_lost_the_connection_and_who_is_back() {
    let lobby = lobby(&sketch::ring(6), 3, dealt(), 3);
    let versions = ["0.4", "0.4", "0.3"];
    let mut hands = versions.map(|_| Hand::new());
    let mut tokens = Vec::new();
    for (id, (hand, version)) in hands.iter_mut().zip(versions).enumerate() {
        let lines = format!("HELLO {version} t\nLOGIN p{id}\nREADY {id}");
        tokens.push(token(&hand.say(&lobby, &lines)));
    }
    for hand in &hands {
        hand.mail.take_all();
    }
    let at = Duration::from_secs;
    hands[0].session.disconnect(at(5));
    assert_eq!(hands[1].mail.take_all(), ["LOST 0 60"]);
    assert_eq!(hands[2].mail.take_all(), [""; 0]);
    // Whoever comes later is told, too.
    let watches = Hand::new().say_at(&lobby, "HELLO 0.4 t\nSPECTATE", at(6));
    assert!(watches.contains(&"LOST 0 59".to_owned()), "{watches:?}");
    let resume = format!("HELLO 0.4 t\nRESUME 0 {}", tokens[0]);
    let said = Hand::new().say_at(&lobby, &resume, at(6));
    assert_eq!(said[1], "LOGIN-ACK OK 0");
    assert!(!said.contains(&"BACK 0".to_owned()), "{said:?}");
    assert_eq!(hands[1].mail.take_all(), ["BACK 0"]);
    assert_eq!(hands[2].mail.take_all(), [""; 0]);
    // A seat that is taken again was not lost.
    Hand::new().say_at(&lobby, &resume, at(7));
    assert_eq!(hands[1].mail.take_all(), [""; 0]);
}

#[test]
fn lines_of_a_replaced_connection_are_ignored() {
    let lobby = lobby(&sketch::ring(6), 2, dealt(), 3);
    let mut hands = [Hand::new(), Hand::new()];
    let mut tokens = Vec::new();
    for (id, hand) in hands.iter_mut().enumerate() {
        let said = hand.say(&lobby, &format!("HELLO 0.3 t\nLOGIN p{id}\nREADY {id}"));
        tokens.push(token(&said));
    }
    let table = lobby.default_table();
    let state = || table.lock().state().unwrap().clone();
    let turn = table.lock().state().unwrap().turn().unwrap();
    let area = {
        let table = table.lock();
        table.state().unwrap().territories(turn).next().unwrap()
    };
    let mut again = Hand::new();
    let resume = format!("HELLO 0.3 t\nRESUME {turn} {}", tokens[turn.index()]);
    again.say(&lobby, &resume);
    let before = state();
    let reinforce = format!("REINFORCE {turn} {} 1", area.0);
    let old = &mut hands[turn.index()];
    let said = old.say(&lobby, &reinforce);
    assert_eq!(
        said.last().unwrap(),
        "ERROR 3 this connection no longer has the seat; connect again to play"
    );
    assert_eq!(state(), before);
    again.say(&lobby, &reinforce);
    assert_ne!(state(), before);
}
