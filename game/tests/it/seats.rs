//! Sitting down, and how long a seat is kept.

use std::time::Duration;

use crate::crowd::{Hand, dealt, house, token};
use crate::sketch;

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
