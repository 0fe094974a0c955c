//! What is refused or throttled, and who is told why.

use std::time::Duration;

use marchland_game::server::SessionLimits;

use crate::crowd::StateOf as _;
use crate::crowd::{Hand, dealt, lobby};
use crate::sketch;

#[test]
fn a_client_of_the_old_version_is_never_told_why() {
    let lobby = lobby(&sketch::ring(6), 2, dealt(), 1);
    let mut ann = Hand::new();
    let nothing: [String; 0] = [];
    assert_eq!(ann.say(&lobby, "FLY 1\nREADY 0\nATTACK 0 1 2 3"), nothing);
    ann.say(&lobby, "LOGIN Ann");
    assert_eq!(ann.say(&lobby, "READY 1\nATTACK 0 1 2 3"), nothing);
}

#[test]
fn a_client_of_the_new_version_is_told_why() {
    let lobby = lobby(&sketch::ring(6), 2, dealt(), 1);
    let mut ann = Hand::new();
    let said = ann.say(
        &lobby,
        "HELLO 0.3 telnet\nFLY 1\nREADY 0\nLOGIN Ann\nREADY 1\nREADY x\nATTACK 0 1 2 3",
    );
    let codes: Vec<_> = said.iter().filter(|l| l.starts_with("ERROR")).collect();
    assert_eq!(
        codes,
        [
            "ERROR 2 there is no command FLY",
            "ERROR 3 log in first",
            "ERROR 4 you are player 0, not 1",
            "ERROR 1 x is not a player id, 0 to 6",
            "ERROR 3 the game has not started yet",
        ]
    );
}

#[test]
fn garbage_closes_the_connection() {
    let lobby = lobby(&sketch::ring(6), 2, dealt(), 1);
    let mut ann = Hand::new();
    ann.say(&lobby, &"GET / HTTP/1.1\n".repeat(20));
    assert!(ann.mail.is_closed());
    assert!(ann.session.is_closed());
}

#[test]
fn a_flood_is_paused_and_nothing_is_lost() {
    let lobby = lobby(&sketch::ring(6), 2, dealt(), 1);
    let mut ann = Hand::limited(SessionLimits::default());
    ann.say(&lobby, "HELLO 0.3 flood\nLOGIN Ann");
    let mut answers = ann.say(&lobby, &"PING 7\n".repeat(1_000)).len();
    assert!((390..=400).contains(&answers), "{answers}");
    let mut now = Duration::ZERO;
    while answers < 1_000 {
        let until = ann.session.paused_until().unwrap();
        assert!(until > now);
        now = until;
        ann.session.receive(&[], &lobby, now);
        answers += ann.mail.take_all().len();
    }
    // The other 600 at 200 a second.
    assert!(now.abs_diff(Duration::from_secs(3)) < Duration::from_millis(50));
    ann.session
        .receive(&[], &lobby, now + Duration::from_secs(1));
    assert_eq!(ann.session.paused_until(), None);
}

/// A few bytes can ask for much, so the cost of an answer counts before the next one.
#[test]
fn questions_with_long_answers_cost_more() {
    let lobby = lobby(&sketch::grid(20, 20), 2, dealt(), 1);
    let mut ann = Hand::limited(SessionLimits::default());
    ann.say(&lobby, "HELLO 0.3 t\nLOGIN Ann\nREADY 0");
    Hand::new().say(&lobby, "LOGIN Ben\nREADY 1");
    ann.mail.take_all();
    let lines = ann.say(&lobby, &"STATE 0\n".repeat(500)).len();
    // 400 lines at once, 21 of which each state of 400 areas counts for.
    assert!((19 * 400..21 * 420).contains(&lines), "{lines} lines");
}

#[test]
fn nobody_acts_for_another_and_old_lines_do_nothing() {
    let map = sketch::ring(6);
    let lobby = lobby(&map, 2, dealt(), 3);
    let (mut ann, mut ben) = (Hand::new(), Hand::new());
    ann.say(&lobby, "HELLO 0.3 t\nLOGIN Ann\nREADY 0");
    ben.say(&lobby, "HELLO 0.3 t\nLOGIN Ben\nREADY 1");
    let before = lobby.default_table().lock().state().unwrap().clone();
    for line in [
        "END-ROUND 1",
        "REINFORCE 1 0 1",
        "STATE 1",
        "CHAT PUBLIC 1 hi",
    ] {
        let said = ann.say(&lobby, line);
        assert!(said.iter().any(|l| l.starts_with("ERROR 4")), "{said:?}");
    }
    assert_eq!(lobby.default_table().lock().state(), Some(&before));
}

#[test]
fn clients_without_hello_get_no_0_3_lines() {
    let lobby = lobby(&sketch::ring(6), 2, dealt(), 1);
    let mut ann = Hand::new();
    let lines = [
        "LIST",
        "PING 1",
        "SPECTATE",
        "CREATE x a-sketch 2",
        "JOIN default",
        "RESUME 0 00000000000000000000000000000000",
        "STATE 0",
    ];
    assert_eq!(ann.say(&lobby, &lines.join("\n")), [""; 0]);
    assert_eq!(ann.say(&lobby, "LOGIN Ann"), ["LOGIN-ACK OK 0"]);
    assert_eq!(ann.say(&lobby, "STATE 0\nPING 2"), [""; 0]);
}

/// A client that sends HELLO understands `ERROR`.
#[test]
fn a_hello_that_is_refused_is_answered() {
    let lobby = lobby(&sketch::ring(6), 2, dealt(), 1);
    let answer = |line: &str| Hand::new().say(&lobby, line);
    let missing = answer("HELLO 0.3");
    assert!(
        missing[0].starts_with("ERROR 1 an argument is missing"),
        "{missing:?}"
    );
    assert_eq!(
        answer("HELLO 0.3 my client"),
        ["ERROR 1 there are too many arguments"]
    );
    assert_eq!(
        answer("HELLO there Ann"),
        ["ERROR 1 a version is two numbers: 0.3"]
    );
    for version in ["0.3", "0.4", "1.0"] {
        let said = answer(&format!("HELLO {version} client"));
        assert!(said[0].starts_with("HELLO 0.3 marchland-game/"), "{said:?}");
    }
    // A correct HELLO may follow.
    let said = answer("HELLO\nHELLO 0.3 c\nLIST");
    assert_eq!(said.len(), 4, "{said:?}");
    assert_eq!(said[3], "TABLE-END");
}
