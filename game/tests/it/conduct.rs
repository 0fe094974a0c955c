//! Changed rules, players who resign, mute each other or are removed, and people who type
//! by hand.

use std::time::Duration;

use marchland_game::conquest::rules::{Player, SeededDice};
use marchland_game::server::{Lobby, LobbyOptions, SessionLimits, TimeLimits};

use crate::crowd::StateOf as _;
use crate::crowd::{Hand, TestLobby, dealt, lobby, options, token};
use crate::sketch::{self, player};

/// Players of version 0.3 at the default table, none ready.
fn seated(lobby: &TestLobby, count: usize) -> Vec<Hand> {
    let mut hands: Vec<Hand> = (0..count).map(|_| Hand::new()).collect();
    for (id, hand) in hands.iter_mut().enumerate() {
        hand.say(lobby, &format!("HELLO 0.3 t\nLOGIN p{id}"));
    }
    for hand in &hands {
        hand.mail.take_all();
    }
    hands
}

fn all_ready(lobby: &TestLobby, hands: &mut [Hand]) {
    for (id, hand) in hands.iter_mut().enumerate() {
        hand.say(lobby, &format!("READY {id}"));
    }
    for hand in hands {
        hand.mail.take_all();
    }
}

#[test]
fn ready_players_and_rules_are_announced() {
    let lobby = lobby(&sketch::ring(6), 3, dealt(), 1);
    let mut hands = seated(&lobby, 2);
    let mut old = Hand::new();
    assert_eq!(
        old.say(&lobby, "LOGIN old\nREADY 2"),
        [
            "LOGIN-ACK OK 2",
            "REGISTERED-PLAYER 0 p0",
            "REGISTERED-PLAYER 1 p1"
        ]
    );
    hands[0].mail.take_all();
    assert_eq!(
        hands[1].say(&lobby, "READY 1\nREADY 1"),
        ["REGISTERED-PLAYER 2 old", "READY 2", "READY 1"]
    );
    assert_eq!(hands[0].mail.take_all(), ["READY 1"]);
    // Setting a rule to its present value takes nothing back.
    assert_eq!(hands[0].say(&lobby, "APPLY_RULE 0 1"), ["APPLY_RULE 0 1"]);
    hands[0].say(&lobby, "READY 0");
    assert!(lobby.default_table().lock().state().is_some());
}

#[test]
fn changed_rules_take_ready_back() {
    let lobby = lobby(&sketch::ring(6), 2, dealt(), 1);
    let mut hands = seated(&lobby, 2);
    hands[1].say(&lobby, "READY 1");
    hands[0].mail.take_all();
    assert_eq!(
        hands[0].say(&lobby, "APPLY_RULE 1 1"),
        ["APPLY_RULE 1 1", "UNREADY 1"]
    );
    assert_eq!(hands[1].mail.take_all(), ["APPLY_RULE 1 1", "UNREADY 1"]);
    hands[0].say(&lobby, "READY 0");
    let table = lobby.default_table();
    assert!(table.lock().state().is_none());
    hands[1].say(&lobby, "READY 1");
    assert!(table.lock().state().is_some());
}

/// Whoever comes next did not choose them.
#[test]
fn changed_rules_go_with_the_last_player() {
    let lobby = lobby(&sketch::ring(6), 2, dealt(), 1);
    let own = ["APPLY_RULE 0 1", "APPLY_RULE 1 0"];
    let mut hands = seated(&lobby, 2);
    hands[0].say(&lobby, "APPLY_RULE 1 1\nAPPLY_RULE 0 0");
    hands[0].say(&lobby, "LEAVE 0");
    lobby.tick(Duration::from_secs(1));
    let told = Hand::new().say(&lobby, "HELLO 0.3 t\nLOGIN eva");
    assert_eq!(told[4..6], ["APPLY_RULE 0 0", "APPLY_RULE 1 1"], "{told:?}");
    let lobby = self::lobby(&sketch::ring(6), 2, dealt(), 1);
    let mut watcher = Hand::new();
    watcher.say(&lobby, "HELLO 0.3 t\nSPECTATE");
    let mut ada = Hand::new();
    ada.say(
        &lobby,
        "HELLO 0.3 t\nLOGIN ada\nAPPLY_RULE 1 1\nAPPLY_RULE 0 0\nLEAVE 0",
    );
    watcher.mail.take_all();
    lobby.tick(Duration::from_secs(1));
    assert_eq!(watcher.mail.take_all(), own);
    let told = Hand::new().say(&lobby, "HELLO 0.3 t\nLOGIN bob");
    assert_eq!(told[4..6], own, "{told:?}");
}

/// A client of version 0.2 cannot know that its READY was taken back, and would wait for ever.
#[test]
fn an_old_client_stays_ready_unless_it_changed_the_rule_itself() {
    let lobby = lobby(&sketch::ring(6), 2, dealt(), 1);
    let (mut old, mut new) = (Hand::new(), Hand::new());
    old.say(&lobby, "LOGIN old\nREADY 0");
    let told = new.say(&lobby, "HELLO 0.3 t\nLOGIN new\nAPPLY_RULE 1 1");
    let rules = [
        "APPLY_RULE 0 1",
        "APPLY_RULE 1 0",
        "REGISTERED-PLAYER 0 old",
        "READY 0",
        "APPLY_RULE 1 1",
    ];
    assert_eq!(told[told.len() - 5..], rules);
    // It changes the rule itself and gets no notice.
    assert_eq!(
        old.say(&lobby, "APPLY_RULE 1 0"),
        ["REGISTERED-PLAYER 1 new"]
    );
    assert_eq!(
        new.say(&lobby, "READY 1"),
        ["APPLY_RULE 1 0", "UNREADY 0", "READY 1"]
    );
    assert!(lobby.default_table().lock().state().is_none());
}

#[test]
fn a_player_who_resigns_stays_passive_and_the_last_one_wins() {
    let lobby = lobby(&sketch::ring(6), 3, dealt(), 1);
    let mut hands = seated(&lobby, 3);
    all_ready(&lobby, &mut hands);
    let told = hands[0].say(&lobby, "RESIGN 0");
    assert_eq!(told[..2], ["RESIGN 0", "LOGOUT 0 1"]);
    assert_eq!(hands[1].mail.take_all(), told);
    let said = hands[0].say(&lobby, "READY 0\nEND-ROUND 0\nCHAT PUBLIC 0 well played");
    assert_eq!(said, ["ERROR 3 you have resigned"]);
    assert_eq!(
        hands[2].mail.take_all().last().unwrap(),
        "CHAT PUBLIC 0 well played"
    );
    hands[1].mail.take_all();
    assert_eq!(
        hands[1].say(&lobby, "RESIGN 1").last().unwrap(),
        "GAME-OVER 2"
    );
    assert_eq!(hands[2].mail.take_all(), ["RESIGN 1", "GAME-OVER 2"]);
    let said = hands[2].say(&lobby, "END-ROUND 2\nSTATE 2");
    assert_eq!(said[0], "ERROR 3 the game is over");
    assert_eq!(said.last().unwrap(), "GAME-OVER 2");
    lobby.tick(Duration::from_secs(60));
    assert!(hands[2].mail.is_closed());
}

/// Others need not wait for a player who says so, and the seat stays the player's.
#[test]
fn a_player_who_leaves_is_skipped_at_once_and_can_come_back() {
    let lobby = lobby(&sketch::ring(6), 3, dealt(), 1);
    let mut hands: Vec<Hand> = (0..3).map(|_| Hand::new()).collect();
    let mut tokens = Vec::new();
    for (id, hand) in hands.iter_mut().enumerate() {
        let said = hand.say(&lobby, &format!("HELLO 0.3 t\nLOGIN p{id}\nREADY {id}"));
        tokens.push(token(&said));
    }
    let table = lobby.default_table();
    let turn = || table.lock().state().unwrap().turn().unwrap();
    let gone = turn();
    let other = (0..3).find(|&id| id != gone.index()).unwrap();
    for hand in &hands {
        hand.mail.take_all();
    }
    let said = hands[gone.index()].say(&lobby, &format!("LEAVE {other}"));
    assert!(said[0].starts_with("ERROR 4"), "{said:?}");
    let said = hands[gone.index()].say(&lobby, &format!("LEAVE {gone}"));
    assert_eq!(said, [""; 0]);
    assert!(hands[gone.index()].mail.is_closed());
    let told = hands[other].mail.take_all();
    assert_eq!(told[0], format!("LOGOUT {gone} 1"));
    assert!(
        told.iter().any(|line| line.starts_with("START-ROUND")),
        "{told:?}"
    );
    assert_ne!(turn(), gone);
    // The end of the connection is no news.
    hands[gone.index()].session.disconnect(Duration::ZERO);
    assert_eq!(hands[other].mail.take_all(), [""; 0]);
    let mut again = Hand::new();
    let resume = format!("HELLO 0.3 t\nRESUME {gone} {}", tokens[gone.index()]);
    assert_eq!(
        again.say(&lobby, &resume)[1],
        format!("LOGIN-ACK OK {gone}")
    );
    let back = format!("REGISTERED-PLAYER {gone} p{gone}");
    assert_eq!(hands[other].mail.take_all(), [back]);
}

/// A game against the computer is kept as it was left.
#[test]
fn a_patient_table_waits_for_a_player_who_leaves() {
    let options = LobbyOptions {
        limits: TimeLimits::patient(),
        ..options(&sketch::ring(6), 2, dealt())
    };
    let lobby: TestLobby = Lobby::new(options, SeededDice::new(1)).unwrap();
    let mut hands = seated(&lobby, 2);
    all_ready(&lobby, &mut hands);
    let table = lobby.default_table();
    let turn = || table.lock().state().unwrap().turn().unwrap();
    let gone = turn();
    hands[gone.index()].say(&lobby, &format!("LEAVE {gone}"));
    assert!(hands[gone.index()].mail.is_closed());
    lobby.tick(Duration::from_secs(24 * 3_600));
    assert_eq!(hands[1 - gone.index()].mail.take_all(), [""; 0]);
    assert_eq!(turn(), gone);
}

#[test]
fn before_the_game_leaving_frees_the_seat() {
    let lobby = lobby(&sketch::ring(6), 2, dealt(), 1);
    let mut hands = seated(&lobby, 2);
    hands[1].say(&lobby, "LEAVE 1");
    assert!(hands[1].mail.is_closed());
    assert_eq!(hands[0].mail.take_all(), ["LOGOUT 1 1"]);
    assert_eq!(
        Hand::new().say(&lobby, "LOGIN p1").first().unwrap(),
        "LOGIN-ACK OK 1"
    );
}

#[test]
fn muted_players_are_not_heard() {
    let lobby = lobby(&sketch::ring(6), 3, dealt(), 1);
    let mut hands = seated(&lobby, 3);
    assert_eq!(hands[0].say(&lobby, "MUTE 0 1"), ["MUTE 0 1"]);
    hands[1].say(&lobby, "CHAT PUBLIC 1 loud\nCHAT PRIVATE 1 0 louder");
    assert_eq!(hands[0].mail.take_all(), [""; 0]);
    assert_eq!(hands[2].mail.take_all(), ["CHAT PUBLIC 1 loud"]);
    assert_eq!(hands[0].say(&lobby, "UNMUTE 0 1"), ["UNMUTE 0 1"]);
    hands[1].say(&lobby, "CHAT PRIVATE 1 0 hi");
    assert_eq!(hands[0].mail.take_all(), ["CHAT PRIVATE 1 0 hi"]);
    let said = hands[0].say(&lobby, "MUTE 0 0\nMUTE 0 5\nMUTE 1 0");
    assert_eq!(said.len(), 3, "{said:?}");
    assert!(said[2].starts_with("ERROR 4"), "{said:?}");
}

/// A message goes to everybody, so a flood of them would be many times as large.
#[test]
fn messages_count_as_ten_lines() {
    let lobby = lobby(&sketch::ring(6), 3, dealt(), 1);
    let mut loud = Hand::limited(SessionLimits {
        burst: 100.0,
        ..SessionLimits::default()
    });
    loud.say(&lobby, "LOGIN loud");
    let mut ann = Hand::new();
    ann.say(&lobby, "LOGIN ann");
    loud.say(&lobby, &"CHAT PUBLIC 0 hi\n".repeat(30));
    assert_eq!(ann.mail.take_all().len(), 10);
    for second in [10, 20] {
        let now = Duration::from_secs(second);
        loud.session.receive(&[], &lobby, now);
    }
    assert_eq!(ann.mail.take_all().len(), 20, "nothing is lost");
}

#[test]
fn the_host_of_a_table_can_remove_others() {
    let lobby = lobby(&sketch::ring(6), 2, dealt(), 1);
    let (mut host, mut guest) = (Hand::new(), Hand::new());
    let said = host.say(&lobby, "HELLO 0.3 t\nCREATE mine a-sketch 2\nLOGIN host");
    assert_eq!(said[1], "TABLE mine a-sketch 0 2 0");
    let said = guest.say(&lobby, "HELLO 0.3 t\nJOIN mine\nLOGIN guest\nKICK 1 0");
    assert_eq!(said[1], "TABLE mine a-sketch 1 2 0");
    assert_eq!(
        said.last().unwrap(),
        "ERROR 3 only the host of the table may do that"
    );
    host.mail.take_all();
    assert_eq!(host.say(&lobby, "KICK 0 1"), ["LOGOUT 1 0"]);
    assert_eq!(
        guest.mail.take_all(),
        ["ERROR 9 host has removed you from the table", "LOGOUT 1 0"]
    );
    assert!(guest.mail.is_closed());
    let mut again = Hand::new();
    let said = again.say(
        &lobby,
        "HELLO 0.3 t\nJOIN mine\nLOGIN Guest\nLOGIN other\nREADY 1",
    );
    assert_eq!(
        said[2],
        "ERROR 3 the host has removed a player of this name from the table"
    );
    assert_eq!(said[3], "LOGIN-ACK FAILED 2");
    assert_eq!(said[4], "LOGIN-ACK OK 1");
    // During a game, only idle players can be removed.
    host.say(&lobby, "READY 0");
    let said = host.say(&lobby, "KICK 0 1");
    assert!(
        said[0].starts_with("ERROR 3 during a game only"),
        "{said:?}"
    );
    again.session.disconnect(Duration::ZERO);
    assert_eq!(host.say(&lobby, "KICK 0 1")[0], "LOGOUT 1 0");
}

#[test]
fn players_who_type_by_hand_get_help() {
    let lobby = lobby(&sketch::ring(6), 2, dealt(), 1);
    let mut ann = Hand::new();
    let greeted = ann.say(&lobby, "");
    assert!(greeted.len() > 2 && greeted.iter().all(|line| line.starts_with("ERROR 2 ")));
    // The time left before the connection is closed.
    assert!(greeted[1].contains("within 60 seconds"), "{greeted:?}");
    // All games of the server are in it.
    for game in ["conquest: REINFORCE, ", "dots: DRAW"] {
        let start = format!("ERROR 2 The commands of {game}");
        assert!(
            greeted.iter().any(|line| line.starts_with(&start)),
            "{greeted:?}"
        );
    }
    // Enter is pressed again and again.
    assert_eq!(ann.say(&lobby, "\n"), [""; 0]);
    assert_eq!(
        ann.say(&lobby, "login ada"),
        ["ERROR 2 commands are in capitals: LOGIN"]
    );
    assert_eq!(
        ann.say(&lobby, "hello"),
        ["ERROR 2 commands are in capitals: HELLO"]
    );
    assert_eq!(
        ann.say(&lobby, "who?"),
        ["ERROR 2 there is no command who?; HELP lists the commands"]
    );
    for line in ["?", "HELP", "help"] {
        assert_eq!(ann.say(&lobby, line), greeted, "{line}");
    }
    // A program that sends unknown lines gets no answer, as before.
    assert_eq!(ann.say(&lobby, "FLY 1\nLOGIN\nREADY x"), [""; 0]);
    let mut silent = Hand::new();
    assert_eq!(silent.say(&lobby, "LOGIN Ann\n"), ["LOGIN-ACK OK 0"]);
}

#[test]
fn a_seat_is_given_up_before_the_game() {
    let lobby = lobby(&sketch::ring(6), 2, dealt(), 1);
    let mut hands = seated(&lobby, 2);
    hands[0].say(&lobby, "RESIGN 0");
    assert_eq!(hands[1].mail.take_all(), ["LOGOUT 0 1"]);
    let said = hands[0].say(&lobby, "READY 0");
    assert_eq!(
        said,
        ["ERROR 3 this connection no longer has the seat; connect again to play"]
    );
    assert_eq!(Hand::new().say(&lobby, "LOGIN Ann")[0], "LOGIN-ACK OK 0");
}

/// Placing one unit every few minutes once kept the turn for hours.
#[test]
fn busy_turns_end_by_the_clock() {
    let lobby = lobby(&sketch::ring(30), 2, dealt(), 3);
    let mut hands = seated(&lobby, 2);
    for (id, hand) in hands.iter_mut().enumerate() {
        hand.say(&lobby, &format!("READY {id}"));
    }
    let table = lobby.default_table();
    let turn = || table.lock().state().unwrap().turn().unwrap();
    let slow = turn();
    let told = hands[slow.index()].mail.take_all();
    assert_eq!(told.last().unwrap(), &format!("CLOCK {slow} 600 600"));
    let area = table
        .lock()
        .state()
        .unwrap()
        .territories(slow)
        .next()
        .unwrap();
    // While units are left from the first placing.
    let mut now = Duration::ZERO;
    let mut busy = 0;
    while turn() == slow {
        now += Duration::from_secs(200);
        let left = table.lock().state().unwrap().seat(slow).unplaced;
        assert!(left > 1 && busy < 10, "{busy} times, {left} left");
        hands[slow.index()].say_at(&lobby, &format!("REINFORCE {slow} {area} 1"), now);
        lobby.tick(now);
        busy += 1;
    }
    assert_eq!(busy, 6, "twice ten minutes");
    let told = hands[slow.index()].mail.take_all();
    let why = "ERROR 3 your time for this turn is used up".to_owned();
    assert!(told.contains(&why), "{told:?}");
    let next = turn();
    assert_ne!(next, slow);
    let game = table.lock();
    let status = game.state().unwrap().seat(slow).status;
    assert_eq!(
        status,
        marchland_game::conquest::rules::Status::Active,
        "it is still there"
    );
}

/// When the clock ends a turn, it does so by legal actions that clients can follow.
#[test]
fn late_turns_end_by_the_rules_in_every_phase() {
    use marchland_game::conquest::bots::{StrategyKind, View, decide};
    use marchland_game::conquest::rules::{State, Variants};
    for seed in 0..8 {
        let mut dice = SeededDice::new(seed);
        let mut state = State::new(sketch::grid(4, 3), 3, Variants::default());
        let mut events = Vec::new();
        state.start(&mut dice, &mut events).unwrap();
        let mut bots = [1, 2, 3].map(|seed| StrategyKind::Standard.player(seed));
        let mut actions = 0;
        let mut late = 0;
        while let Some(actor) = state.to_act() {
            events.clear();
            let before = state.clone();
            actions += 1;
            if actions % 7 == 0 && actions < 2_000 {
                late += 1;
                state.end_turn_for(&mut dice, &mut events);
                let over = state.winner().is_some();
                let moved_on = state.turn() != before.turn() || state.step() != before.step();
                assert!(
                    over || moved_on,
                    "seed {seed}, action {actions}: {before:?}"
                );
            } else {
                let view = View::new(&state, actor);
                let action = decide(bots[actor.index()].as_mut(), &view).unwrap();
                state.play(actor, action, &mut dice, &mut events).unwrap();
            }
            let mut follower = before;
            for event in &events {
                follower.apply(*event).unwrap();
            }
        }
        assert!(late > 10 && state.winner().is_some());
    }
}

/// Three players who have begun a game, and the one whose turn it is.
fn three_begin(lobby: &TestLobby) -> (Vec<Hand>, Player) {
    let mut hands: Vec<Hand> = (0..3).map(|_| Hand::new()).collect();
    for (id, hand) in hands.iter_mut().enumerate() {
        hand.say(lobby, &format!("HELLO 0.3 t\nLOGIN p{id}\nREADY {id}"));
    }
    let table = lobby.default_table();
    let turn = table.lock().state().unwrap().turn().unwrap();
    (hands, turn)
}

/// Players who come and go do not give the player on turn more time.
#[test]
fn other_players_do_not_restart_the_clock() {
    let lobby = lobby(&sketch::ring(6), 3, dealt(), 3);
    let (mut hands, slow) = three_begin(&lobby);
    let table = lobby.default_table();
    let other = (0..3).map(player).find(|&p| p != slow).unwrap();
    // Ten minutes, and as much from the bank.
    let almost = Duration::from_secs(1_199);
    lobby.tick(almost);
    hands[other.index()].say_at(&lobby, &format!("RESIGN {other}"), almost);
    lobby.tick(Duration::from_secs(1_200));
    let status = table.lock().state().unwrap().seat(slow).status;
    assert_eq!(status, marchland_game::conquest::rules::Status::Absent);
}

/// The clock ends the turn, but who wrote a message meanwhile is not skipped from then on.
#[test]
fn a_player_who_writes_is_not_away() {
    let lobby = lobby(&sketch::ring(6), 3, dealt(), 3);
    let (mut hands, slow) = three_begin(&lobby);
    let table = lobby.default_table();
    let chat = format!("CHAT PUBLIC {slow} what a position");
    hands[slow.index()].say_at(&lobby, &chat, Duration::from_secs(900));
    lobby.tick(Duration::from_secs(1_200));
    let table = table.lock();
    let state = table.state().unwrap();
    assert_ne!(state.turn(), Some(slow));
    let status = state.seat(slow).status;
    assert_eq!(status, marchland_game::conquest::rules::Status::Active);
}
