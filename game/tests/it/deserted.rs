//! Tables that everybody has left.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use marchland_game::conquest::rules::{AreaVariant, SeededDice, Variants};
use marchland_game::play::Game;
use marchland_game::server::{
    FileJournal, Journal, Lobby, LobbyOptions, SessionLimits, SyncMode, Syncer,
};

use crate::crowd::{Hand, TestLobby, lobby, options};
use crate::sketch;

fn dealt() -> Variants {
    Variants {
        areas: AreaVariant::Dealt,
        neutral: false,
        ..Variants::default()
    }
}

fn at(seconds: u64) -> Duration {
    Duration::from_secs(seconds)
}

/// Ticks every second up to a moment.
fn wait(lobby: &TestLobby, seconds: std::ops::RangeInclusive<u64>) {
    for second in seconds {
        lobby.tick(at(second));
    }
}

/// Two players send the given lines and begin a game. Returns them with their tokens.
fn begun(lobby: &TestLobby, before: [&str; 2]) -> [(Hand, String); 2] {
    let hands = [0, 1].map(|id| {
        let mut hand = Hand::new();
        let said = hand.say(lobby, &format!("{}LOGIN p{id}\nREADY {id}", before[id]));
        let told = said.iter().find(|line| line.starts_with("TOKEN"));
        let token = told.and_then(|line| line.rsplit(' ').next());
        let token = token.unwrap_or_default().to_owned();
        (hand, token)
    });
    let said = hands[0].0.mail.take_all();
    assert!(
        said.iter().any(|line| line.starts_with("ORDER")),
        "{said:?}"
    );
    hands
}

fn leave(hands: &mut [(Hand, String); 2], seconds: u64) {
    for (hand, _) in hands {
        hand.session.disconnect(at(seconds));
    }
}

/// The answer to LIST at a given time.
fn list(lobby: &TestLobby, seconds: u64) -> Vec<String> {
    let mut said = Hand::new().say_at(lobby, "HELLO 0.3 t\nLIST", at(seconds));
    assert_eq!(said.pop().as_deref(), Some("TABLE-END"));
    said.remove(0);
    said
}

/// Clients of version 0.2 cannot return, so the server does not wait for them.
#[test]
fn a_game_that_nobody_can_rejoin_makes_room() {
    let lobby = lobby(&sketch::ring(6), 2, dealt(), 1);
    let mut hands = begun(&lobby, ["", ""]);
    leave(&mut hands, 5);
    wait(&lobby, 5..=64);
    let mut cid = Hand::new();
    assert_eq!(
        cid.say_at(&lobby, "LOGIN Cid", at(64)),
        ["LOGIN-ACK FAILED 3"]
    );
    assert_eq!(list(&lobby, 64), ["TABLE default a-sketch 0 2 1"]);
    lobby.tick(at(65));
    assert_eq!(list(&lobby, 65), ["TABLE default a-sketch 0 2 0"]);
    assert_eq!(cid.say_at(&lobby, "LOGIN Cid", at(65)), ["LOGIN-ACK OK 0"]);
    assert_eq!(list(&lobby, 65), ["TABLE default a-sketch 1 2 0"]);
}

/// Players who can return find their game for an hour; meanwhile others play at a new
/// default table.
#[test]
fn a_deserted_game_waits_beside_a_fresh_table() {
    let lobby = lobby(&sketch::ring(6), 2, dealt(), 1);
    let hello = "HELLO 0.3 t\n";
    let mut hands = begun(&lobby, [hello, hello]);
    leave(&mut hands, 5);
    wait(&lobby, 5..=65);
    let mut cid = Hand::new();
    assert_eq!(cid.say_at(&lobby, "LOGIN Cid", at(65)), ["LOGIN-ACK OK 0"]);
    // One player returns and leaves again.
    wait(&lobby, 66..=3_000);
    let resume = format!("HELLO 0.3 t\nRESUME 1 {}", hands[1].1);
    let mut again = Hand::new();
    let said = again.say_at(&lobby, &resume, at(3_000));
    assert_eq!(said[1], "LOGIN-ACK OK 1");
    wait(&lobby, 3_001..=4_000);
    again.session.disconnect(at(4_000));
    wait(&lobby, 4_000..=7_599);
    let mut late = Hand::new();
    assert_eq!(late.say_at(&lobby, &resume, at(7_599))[1], "LOGIN-ACK OK 1");
    late.session.disconnect(at(7_599));
    wait(&lobby, 7_600..=11_199);
    let mut too_late = Hand::new();
    let said = too_late.say_at(&lobby, &resume, at(11_199));
    assert!(said[1].starts_with("ERROR 8"), "{said:?}");
}

#[test]
fn deserted_created_tables_are_closed() {
    let lobby = lobby(&sketch::ring(6), 2, dealt(), 1);
    let before = [
        "HELLO 0.3 t\nCREATE own a-sketch 2\n",
        "HELLO 0.3 t\nJOIN own\n",
    ];
    let mut hands = begun(&lobby, before);
    assert_eq!(list(&lobby, 0)[1..], ["TABLE own a-sketch 2 2 1"]);
    hands[0].0.session.disconnect(at(4));
    assert_eq!(list(&lobby, 4)[1..], ["TABLE own a-sketch 1 2 1"]);
    hands[1].0.session.disconnect(at(5));
    wait(&lobby, 5..=3_604);
    assert_eq!(list(&lobby, 3_604)[1..], ["TABLE own a-sketch 0 2 1"]);
    wait(&lobby, 3_605..=3_605);
    assert_eq!(list(&lobby, 3_605)[1..], [""; 0]);
}

/// Whoever is still there only looks at the end.
#[test]
fn a_finished_table_gives_up_its_name_at_once() {
    let lobby = lobby(&sketch::ring(6), 2, dealt(), 1);
    let before = [
        "HELLO 0.3 t\nCREATE own a-sketch 2\n",
        "HELLO 0.3 t\nJOIN own\n",
    ];
    let mut hands = begun(&lobby, before);
    let mut watcher = Hand::new();
    watcher.say_at(&lobby, "HELLO 0.3 t\nJOIN own\nSPECTATE", at(4));
    hands[0].0.say_at(&lobby, "RESIGN 0", at(5));
    lobby.tick(at(6));
    assert_eq!(list(&lobby, 6)[1..], [""; 0]);
    let mut cid = Hand::new();
    let said = cid.say_at(&lobby, "HELLO 0.3 t\nCREATE own a-sketch 2", at(6));
    assert_eq!(said[1], "TABLE own a-sketch 0 2 0");
    // Those who were there stay, and who missed the end still learns it.
    assert!(!watcher.mail.is_closed());
    hands[1].0.session.disconnect(at(7));
    let resume = format!("HELLO 0.3 t\nRESUME 1 {}\nSTATE 1", hands[1].1);
    let said = Hand::new().say_at(&lobby, &resume, at(8));
    assert_eq!(said[1], "LOGIN-ACK OK 1");
    assert_eq!(said.last().unwrap(), "GAME-OVER 1");
}

/// A finished game costs memory until nobody can return to it.
#[test]
fn finished_games_count_among_the_tables_of_an_address() {
    let lobby = lobby(&sketch::ring(6), 2, dealt(), 1);
    for number in 0..4 {
        let mut ann = Hand::from([192, 0, 2, 1].into());
        let create = format!("HELLO 0.3 t\nCREATE own{number} a-sketch 2");
        let said = ann.say(&lobby, &create);
        if number == 3 {
            let refused = "ERROR 7 one address may have 3 tables open at a time; join a table, or \
                           wait until one ends";
            assert_eq!(said[1], refused);
            return;
        }
        ann.say(&lobby, "LOGIN Ann\nREADY 0");
        let join = format!("HELLO 0.3 t\nJOIN own{number}\nLOGIN Ben\nREADY 1");
        Hand::new().say(&lobby, &join);
        let said = ann.say(&lobby, "RESIGN 0");
        assert_eq!(said.last().unwrap(), "GAME-OVER 1");
        lobby.tick(at(1));
    }
}

/// Spectators of an empty game do not keep it open, and are told why it ends.
#[test]
fn spectators_do_not_keep_a_game() {
    let lobby = lobby(&sketch::ring(6), 2, dealt(), 1);
    let mut watcher = Hand::new();
    watcher.say(&lobby, "HELLO 0.3 t\nSPECTATE");
    // Before the game, a spectator keeps the table open.
    wait(&lobby, 1..=100);
    assert!(!watcher.mail.is_closed());
    let mut hands = begun(&lobby, ["", ""]);
    leave(&mut hands, 100);
    wait(&lobby, 100..=159);
    assert!(!watcher.mail.is_closed());
    watcher.mail.take_all();
    wait(&lobby, 160..=160);
    let said = watcher.mail.take_all();
    assert_eq!(said, ["ERROR 9 all players have left this game"]);
    assert!(watcher.mail.is_closed());
}

/// Nobody is seated at a table that closed after they chose it.
#[test]
fn closed_tables_cannot_be_joined() {
    let lobby = lobby(&sketch::ring(6), 2, dealt(), 1);
    let mut ann = Hand::new();
    ann.say(&lobby, "HELLO 0.3 t\nCREATE own a-sketch 2");
    wait(&lobby, 1..=59);
    let mut ben = Hand::new();
    ben.say_at(&lobby, "HELLO 0.3 t\nJOIN own", at(59));
    wait(&lobby, 60..=60);
    for line in ["LOGIN Ben", "SPECTATE"] {
        let said = ben.say_at(&lobby, line, at(61));
        assert_eq!(said, ["ERROR 7 there is no such table any more"]);
    }
    let said = ben.say_at(&lobby, "CREATE own a-sketch 2\nLOGIN Ben", at(61));
    assert_eq!(said[1], "LOGIN-ACK OK 0");
}

#[test]
fn spectators_are_limited() {
    let lobby = lobby(&sketch::ring(6), 2, dealt(), 1);
    let limits = SessionLimits {
        spectators: 2,
        ..SessionLimits::default()
    };
    let mut hands = [0, 1, 2].map(|_| Hand::limited(limits));
    let said = hands
        .each_mut()
        .map(|hand| hand.say(&lobby, "HELLO 0.3 t\nSPECTATE")[1].clone());
    assert!(said[..2].iter().all(|line| line.starts_with("MAP ")));
    assert_eq!(
        said[2],
        "ERROR 7 this table has no room for more spectators"
    );
    hands[0].session.disconnect(at(1));
    let said = hands[2].say(&lobby, "SPECTATE");
    assert!(said[0].starts_with("MAP "), "{said:?}");
}

/// Two clients can begin and give up hundreds of games a second.
#[test]
fn finished_games_do_not_pile_up() {
    let folder = tempfile::tempdir().unwrap();
    let journals = {
        let folder = folder.path().to_owned();
        let syncer = Syncer::start(SyncMode::Never).unwrap();
        let next = Mutex::new(0);
        move |_: &_, game: &dyn Game| {
            let mut next = next.lock().unwrap();
            *next += 1;
            let path = folder.join(format!("{next}.journal"));
            let journal = FileJournal::create(&path, &game.header(), Arc::clone(&syncer));
            Some(Box::new(journal) as Box<dyn Journal>)
        }
    };
    let options = LobbyOptions {
        journals: Some(Arc::new(journals)),
        ..options(&sketch::ring(6), 2, dealt())
    };
    let lobby: TestLobby = Lobby::new(options, SeededDice::new(1)).unwrap();
    let mut tokens = Vec::new();
    for _ in 0..150 {
        let hello = "HELLO 0.3 t\n";
        let mut hands = begun(&lobby, [hello, hello]);
        hands[0].0.say(&lobby, "RESIGN 0");
        leave(&mut hands, 0);
        tokens.push(hands[1].1.clone());
    }
    // Somebody still looks at the end of this one.
    let mut stays = begun(&lobby, ["HELLO 0.3 t\n", "HELLO 0.3 t\n"]);
    stays[0].0.say(&lobby, "RESIGN 0");
    lobby.tick(at(1));
    let kept = std::fs::read_dir(folder.path()).unwrap().count();
    assert_eq!(kept, 101, "with that of the last game");
    let answer = |token: &String| {
        let resume = format!("HELLO 0.3 t\nRESUME 1 {token}");
        let said = Hand::new().say_at(&lobby, &resume, at(1));
        said[1].clone()
    };
    let gone = "ERROR 8 no player here has this id and token: the game is over, or the server was restarted; LOGIN to sit down anew";
    assert_eq!(answer(&tokens[49]), gone, "the oldest go");
    assert_eq!(answer(&tokens[50]), "LOGIN-ACK OK 1");
    assert!(!stays[1].0.mail.is_closed());
}

/// A journal is created when its game begins, is readable by the server's user only, and is
/// deleted with the game.
#[test]
fn journals_live_as_long_as_their_games() {
    let folder = tempfile::tempdir().unwrap();
    let map = sketch::ring(6);
    let path = folder.path().join("a.journal");
    let calls = Arc::new(Mutex::new(0));
    let (count, file) = (Arc::clone(&calls), path.clone());
    let journals = move |_: &_, game: &dyn Game| {
        *count.lock().unwrap() += 1;
        let syncer = Syncer::start(SyncMode::Never).unwrap();
        let journal = FileJournal::create(&file, &game.header(), syncer);
        Some(Box::new(journal) as Box<dyn Journal>)
    };
    let options = LobbyOptions {
        journals: Some(Arc::new(journals)),
        ..options(&map, 2, dealt())
    };
    let lobby: TestLobby = Lobby::new(options, SeededDice::new(1)).unwrap();
    let mut opener = Hand::new();
    opener.say(&lobby, "HELLO 0.3 t\nCREATE own a-sketch 2");
    assert_eq!(*calls.lock().unwrap(), 0, "no game, no journal");
    let hello = "HELLO 0.3 t\n";
    let mut hands = begun(&lobby, [hello, hello]);
    assert_eq!(*calls.lock().unwrap(), 1);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let mode = std::fs::metadata(&path).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600);
    }
    leave(&mut hands, 5);
    wait(&lobby, 5..=3_604);
    assert!(path.exists());
    wait(&lobby, 3_605..=3_605);
    assert!(!path.exists());
}
