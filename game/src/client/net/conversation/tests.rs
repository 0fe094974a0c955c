//! Conversations with a server that answers as told.

use marchland_maps::bundled;

use super::*;
use crate::client::Model;

/// As from a server that was restarted without its games.
#[test]
fn a_seat_that_is_gone_is_told_once_and_in_words() {
    let game = Model::new(bundled::world(), None);
    let server = Server::here(1);
    let mut there = Destination::new(server, "ada".parse().unwrap(), game);
    there.seat = Player::new(0).map(|player| (player, Secret(7)));
    let (_, mut talk) = there.conversation();
    let _ = talk.opening();
    let mut told = Vec::new();
    for line in [
        "HELLO 0.3 server",
        "ERROR 8 no player here has this id and token",
        "ERROR 3 log in first",
    ] {
        let mut listen = |notice: Notice<'_, Model>| match notice {
            Notice::Reply(reply, known) => told.extend(known.narrate(reply)),
            Notice::Note(note) => told.push(note.to_owned()),
            Notice::Recording(_) => {}
        };
        let heard = talk.hear(line, &mut Outgoing::default(), &mut listen);
        assert!(matches!(heard, Ok(Next::Go)), "{line}");
    }
    let why = "The server does not know your seat: the game is over, or the server was restarted.";
    assert_eq!(told, [why]);
}

/// As players do, whose seat is known.
#[test]
fn a_spectator_comes_back_to_a_restarted_server() {
    let game = Model::new(bundled::world(), None);
    let mut there = Destination::new(Server::here(1), "eye".parse().unwrap(), game);
    there.presence = Presence::Watches;
    let (_, mut talk) = there.conversation();
    let _ = talk.opening();
    let pong = format!("PONG {AT_TABLE}");
    for line in ["HELLO 0.4 server", &pong, "ERROR 9 the server is stopping"] {
        let heard = talk.hear(line, &mut Outgoing::default(), &mut |_| {});
        assert!(matches!(heard, Ok(Next::Go)), "{line}");
    }
    assert!(talk.return_to_seat().is_some());
    let closed = "ERROR 9 the server is closed, and its games have ended";
    let heard = talk.hear(closed, &mut Outgoing::default(), &mut |_| {});
    assert!(matches!(heard, Err(ClientError::Closed)));
}

#[test]
fn a_name_that_stays_in_use_is_not_tried_for_ever() {
    let game = Model::new(bundled::world(), None);
    let server = Server::here(1);
    let mut there = Destination::new(server, "ada".parse().unwrap(), game);
    there.table = TableChoice::Join("spring".parse().unwrap());
    let (_, mut talk) = there.conversation();
    let _ = talk.opening();
    let pong = format!("PONG {AT_TABLE}");
    for tries in 1..=3 {
        assert!(talk.return_to_seat().is_some());
        assert_eq!(talk.try_again(), tries);
        let mut hear = |line: &str| {
            let heard = talk.hear(line, &mut Outgoing::default(), &mut |_| {});
            heard.unwrap()
        };
        assert!(matches!(hear("HELLO 0.4 server"), Next::Go));
        assert!(matches!(hear(&pong), Next::Go));
        assert!(matches!(hear("LOGIN-ACK FAILED 2"), Next::Again));
    }
}

/// Another program may listen at that port. A computer player tries again, since the lines may
/// have been lost.
#[test]
fn a_person_does_not_wait_for_ever_for_what_never_answers() {
    for table in [
        TableChoice::Default,
        TableChoice::Join("spring".parse().unwrap()),
    ] {
        for is_computer in [false, true] {
            let game = Model::new(bundled::world(), None);
            let mut there = Destination::new(Server::here(1), "ada".parse().unwrap(), game);
            there.table = table.clone();
            let (_, mut talk) = there.conversation();
            if is_computer {
                talk.set_computer();
            }
            let _ = talk.opening();
            let mut asked = Outgoing::default();
            assert!(matches!(talk.silence(&mut asked), Ok(true)));
            // One of version 0.2 would answer this.
            let asks = asked.as_bytes() == b"LOGIN ?\n";
            assert_eq!(asks, table != TableChoice::Default);
            let again = talk.silence(&mut Outgoing::default());
            if is_computer {
                assert!(matches!(again, Ok(true)));
            } else {
                assert!(matches!(again, Err(ClientError::NotAServer)));
            }
        }
    }
}
