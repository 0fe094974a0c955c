//! Taking a seat, and how long it is kept.

use std::time::Duration;

use crate::crowd::{Hand, dealt, lobby, token};
use crate::sketch;

#[test]
fn logins_are_answered_and_announced() {
    let lobby = lobby(&sketch::ring(6), 3, dealt(), 1);
    let mut ann = Hand::new();
    let mut ben = Hand::new();
    assert_eq!(ann.say(&lobby, "LOGIN Ann"), ["LOGIN-ACK OK 0"]);
    assert_eq!(
        ben.say(&lobby, "LOGIN ann\nLOGIN Jo/hn\nLOGIN Ben"),
        [
            "LOGIN-ACK FAILED 2",
            "LOGIN-ACK FAILED 1",
            "LOGIN-ACK OK 1",
            "REGISTERED-PLAYER 0 Ann"
        ]
    );
    assert_eq!(ann.mail.take_all(), ["REGISTERED-PLAYER 1 Ben"]);
    let mut cid = Hand::new();
    cid.say(&lobby, "LOGIN Cid");
    let mut dan = Hand::new();
    assert_eq!(dan.say(&lobby, "LOGIN Dan"), ["LOGIN-ACK FAILED 3"]);
    ann.mail.take_all();
    ben.session.disconnect(Duration::ZERO);
    assert_eq!(ann.mail.take_all(), ["LOGOUT 1 1"]);
    assert_eq!(dan.say(&lobby, "LOGIN Dan")[0], "LOGIN-ACK OK 1");
}

#[test]
fn players_not_ready_in_time_lose_their_seat() {
    let lobby = lobby(&sketch::ring(6), 2, dealt(), 1);
    let mut squatter = Hand::new();
    squatter.say(&lobby, "LOGIN Ann");
    lobby.tick(Duration::from_secs(599));
    assert!(!squatter.mail.is_closed());
    lobby.tick(Duration::from_secs(600));
    assert_eq!(squatter.mail.take_all(), ["LOGOUT 0 0"]);
    assert!(squatter.mail.is_closed());
    assert_eq!(Hand::new().say(&lobby, "LOGIN Ann"), ["LOGIN-ACK OK 0"]);
}

#[test]
fn before_the_game_a_seat_belongs_to_the_holder_of_its_token() {
    let lobby = lobby(&sketch::ring(6), 2, dealt(), 3);
    let mut ann = Hand::new();
    let ann_token = token(&ann.say(&lobby, "HELLO 0.3 t\nLOGIN Ann\nREADY 0"));
    ann.session.disconnect(Duration::ZERO);
    // Neither the name nor a full table is enough.
    let mut thief = Hand::new();
    let guess = "0".repeat(32);
    let said = thief.say(
        &lobby,
        &format!("HELLO 0.3 t\nLOGIN ann\nRESUME 0 {guess}\nLOGIN Thief"),
    );
    assert_eq!(said[1], "LOGIN-ACK FAILED 2");
    assert!(said[2].starts_with("ERROR 8"), "{said:?}");
    assert_eq!(said[3], "LOGIN-ACK OK 1");
    let mut cid = Hand::new();
    assert_eq!(cid.say(&lobby, "LOGIN Cid"), ["LOGIN-ACK FAILED 3"]);
    let mut again = Hand::new();
    let said = again.say(&lobby, &format!("HELLO 0.3 t\nRESUME 0 {ann_token}"));
    assert_eq!(said[1], "LOGIN-ACK OK 0");
    // Ann has stayed ready.
    let told = thief.say(&lobby, "READY 1");
    assert!(
        told.iter().any(|line| line.starts_with("ORDER")),
        "{told:?}"
    );
}

/// Three players who never sent READY used to hold a table for ten minutes.
#[test]
fn players_not_ready_give_way_to_those_who_wait() {
    let lobby = lobby(&sketch::ring(6), 3, dealt(), 1);
    let at = Duration::from_secs;
    let mut idle: Vec<Hand> = (0..3).map(|_| Hand::new()).collect();
    for (number, hand) in idle.iter_mut().enumerate() {
        hand.say_at(&lobby, &format!("LOGIN idle{number}"), at(number as u64));
    }
    idle[0].say_at(&lobby, "READY 0", at(3));
    let mut dan = Hand::new();
    let mut ask = |now| dan.say_at(&lobby, "LOGIN Dan", now)[0].clone();
    assert_eq!(ask(at(120)), "LOGIN-ACK FAILED 3");
    // The second has been seated for two minutes; the first is ready.
    assert_eq!(ask(at(121)), "LOGIN-ACK OK 1");
    assert!(idle[1].mail.is_closed() && !idle[0].mail.is_closed());
    assert_eq!(idle[1].mail.take_all().last().unwrap(), "LOGOUT 1 0");
    let told = idle[2].mail.take_all();
    assert_eq!(
        told[told.len() - 2..],
        ["LOGOUT 1 0", "REGISTERED-PLAYER 1 Dan"]
    );
}

#[test]
fn seats_are_not_kept_for_ever() {
    let lobby = lobby(&sketch::ring(6), 2, dealt(), 3);
    let (mut ann, mut ben) = (Hand::new(), Hand::new());
    ben.say(&lobby, "LOGIN Ben");
    ann.say(&lobby, "HELLO 0.3 t\nLOGIN Ann\nREADY 1");
    ann.session.disconnect(Duration::from_secs(5));
    ben.mail.take_all();
    lobby.tick(Duration::from_secs(64));
    assert_eq!(ben.mail.take_all(), [""; 0]);
    lobby.tick(Duration::from_secs(65));
    assert_eq!(ben.mail.take_all(), ["LOGOUT 1 0"]);
}
