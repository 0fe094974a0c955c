use std::io::Write as _;
use std::path::Path;
use std::time::{Duration, Instant};

use super::*;
use crate::client::Model;
use crate::client::net::{Presence, SeatKey, Seats, TableChoice};
use crate::conquest::Conquest;
use crate::conquest::bots::StrategyKind;
use crate::conquest::rules::{SetVariant, Variants};
use crate::gui::ground::Ground;
use crate::gui::host::{Host, Reach};
use crate::gui::keys::Command;
use crate::gui::server_lobby::{self, Listing, ServerLobby};
use crate::gui::session::tests::person::Person;
use crate::gui::session::{self, PrimaryAction, Session};
use crate::play::SeededDice;
use crate::protocol::{Name, Secret};
use crate::server::{Lobby, LobbyOptions, TimeLimits};

/// A server of one's own, and the map that is played there.
fn server() -> (Host, Arc<Ground>) {
    server_with(TimeLimits::default())
}

fn server_with(limits: TimeLimits) -> (Host, Arc<Ground>) {
    let ground = Arc::new(Ground::read(Path::new("czechia")).unwrap());
    let rules = Conquest {
        maps: vec![Arc::clone(ground.map())],
        variants: Variants::default(),
    };
    let options = LobbyOptions {
        games: vec![Arc::new(rules)],
        setup: None,
        players: 2,
        limits,
        most_tables: 9,
        most_tables_each: 9,
        journals: None,
    };
    let lobby = Lobby::new(options, SeededDice::new(1)).unwrap();
    (Host::open(lobby, 0, Reach::Here).unwrap(), ground)
}

/// Somebody at a table of the host.
fn visit(
    host: &Host,
    ground: &Ground,
    you: &str,
    table: TableChoice,
    presence: Presence,
) -> Person {
    visit_with(None, host, ground, you, table, presence)
}

/// Somebody whose seats are kept there.
fn visit_with(
    seats: Option<Arc<Seats>>,
    host: &Host,
    ground: &Ground,
    you: &str,
    table: TableChoice,
    presence: Presence,
) -> Person {
    let game = Model::new(Arc::clone(ground.map()), None);
    let there = Destination {
        table,
        presence,
        seats,
        ..Destination::new(host.server(), name(you), game.clone())
    };
    let opening = move || Ok(Place::Remote(Box::new(there), 1));
    Person::come(Box::new(opening), game, presence == Presence::Watches)
}

fn name(name: &str) -> Name {
    name.parse().unwrap()
}

#[test]
fn a_table_is_opened_filled_and_watched_from_the_lobby() {
    let (host, ground) = server();
    let spring = TableChoice::Create(name("spring"), 3);
    let mut ada = visit(&host, &ground, "Ada", spring, Presence::Gathers);
    ada.until("a seat", |s| s.room.me().is_some());
    ada.until("the rules", |s| s.room.rules == [Some(0), Some(0)]);
    assert_eq!(ada.session.room.seats().count(), 3);
    // Two seats are taken: by another person, and by a computer.
    let spring = TableChoice::Join(name("spring"));
    let mut ben = visit(&host, &ground, "Ben", spring.clone(), Presence::Gathers);
    ben.until("a seat", |s| s.room.me().is_some());
    ben.order(Order::Ready);
    ada.order(Order::Seat(name("Cleo"), StrategyKind::Novice));
    ada.until("Cleo", |s| {
        s.room.awaited().count() == 1 && s.room.free() == 0
    });
    assert!(!ada.session.room.is_ready(), "that is left to the person");
    assert!(ada.session.stage.state().is_none());
    // A rule takes everybody's READY back; the computer says it again by itself.
    ada.order(Order::Choose(1, 1));
    ada.until("the rule", |s| s.room.rules[1] == Some(1));
    ben.until("to be asked again", |s| !s.room.is_ready());
    let mut eve = visit(&host, &ground, "Eve", spring, Presence::Watches);
    eve.until("the seats", |s| {
        s.room.seats().filter_map(|(_, c)| c).count() == 3
    });
    ben.order(Order::Ready);
    ada.order(Order::Ready);
    for guest in [&mut ada, &mut ben, &mut eve] {
        guest.until("the game", |s| s.stage.state().is_some());
        let state = guest.session.stage.state().unwrap();
        assert_eq!(state.variants().sets, SetVariant::Constant);
    }
    eve.until("a clock", |s| s.time(Instant::now()).is_some());
    assert!(!eve.session.can_act() && eve.session.me().is_none());
}

/// Also a window that went to its table directly, where the person was ready at once.
#[test]
fn a_changed_rule_asks_for_ready_again() {
    let (host, ground) = server();
    let table = TableChoice::Create(name("spring"), 3);
    let mut ada = visit(&host, &ground, "Ada", table, Presence::Sits);
    ada.until("to be ready", |s| s.room.is_ready());
    assert_eq!(ada.session.primary_action(), PrimaryAction::Begin);
    let table = TableChoice::Join(name("spring"));
    let mut ben = visit(&host, &ground, "Ben", table, Presence::Gathers);
    ben.until("a seat", |s| s.room.me().is_some());
    ben.order(Order::Choose(1, 1));
    ada.until("to be asked again", |s| !s.room.is_ready());
    assert_eq!(ada.session.primary_action(), PrimaryAction::Ready);
    let confirm = session::Message::Do(Command::Confirm);
    ada.session.update(confirm);
    ada.until("to be ready again", |s| s.room.is_ready());
}

#[test]
fn a_failure_names_its_cause_and_writes_names_as_they_are() {
    let said = |why| ending_of(Err(why), false).unwrap_err().why;
    let removed = "bob has removed you from the table";
    let told = said(ClientError::Removed(removed.to_owned()));
    assert_eq!(told, format!("{removed}."));
    let away = |source| ClientError::Away {
        host: "nosuch.invalid".to_owned(),
        port: 7,
        source,
    };
    let unknown = std::io::Error::other("Name or service not known");
    let told = said(away(unknown));
    assert!(
        told.ends_with("port 7: Name or service not known."),
        "{told}"
    );
    let told = said(away(std::io::ErrorKind::ConnectionRefused.into()));
    assert!(told.ends_with("is it running?"), "{told}");
}

#[test]
fn leaving_before_the_game_frees_the_seats() {
    let (host, ground) = server();
    let table = TableChoice::Join(name("default"));
    let come = |you| visit(&host, &ground, you, table.clone(), Presence::Gathers);
    let mut ada = come("Ada");
    ada.until("a seat", |s| s.room.me().is_some());
    let mut ben = come("Ben");
    ben.until("a seat", |s| s.room.me().is_some());
    ada.until("Ben", |s| !s.room.is_free("Ben"));
    ben.leave();
    ada.until("Ben to be gone", |s| s.room.free() == 1);
    ada.order(Order::Seat(name("Cleo"), StrategyKind::Novice));
    // It says READY once it has its token.
    ada.until("Cleo", |s| {
        s.room.free() == 0 && s.room.awaited().count() == 1
    });
    ada.order(Order::Unseat(name("Cleo")));
    ada.until("Cleo to be gone", |s| s.room.is_free("Cleo"));
    let mut cleo = come("Cleo");
    cleo.until("a seat", |s| s.room.me().is_some());
}

#[test]
fn computer_players_come_back_with_the_person_who_seated_them() {
    let (host, ground) = server_with(TimeLimits {
        grace: Duration::from_millis(50),
        ..TimeLimits::default()
    });
    let folder = tempfile::tempdir().unwrap();
    let program = || Some(Arc::new(Seats::new(Some(folder.path().join("seats")))));
    let come = |seats: Option<Arc<Seats>>, table| {
        visit_with(seats, &host, &ground, "Ada", table, Presence::Gathers)
    };
    let mut ada = come(program(), TableChoice::Create(name("spring"), 3));
    ada.until("a seat", |s| s.room.me().is_some());
    for bot in ["Ben", "Cleo"] {
        ada.order(Order::Seat(name(bot), StrategyKind::Novice));
        ada.until(bot, |s| !s.room.is_free(bot));
    }
    ada.until("the others", |s| s.room.awaited().count() == 1);
    ada.order(Order::Ready);
    ada.until("the game", |s| s.stage.state().is_some());
    let me = ada.session.me().unwrap();
    let owner = SeatKey::at(&host.server(), name("spring"), name("Ada"));
    // They hear of the game when they do.
    ada.until("their seats to be kept", |_| {
        program().is_some_and(|seats| seats.bots_of(&owner).len() == 2)
    });
    drop(ada);
    let spring = TableChoice::Join(name("spring"));
    let mut eve = visit(&host, &ground, "Eve", spring.clone(), Presence::Watches);
    let is_away = |s: &Session, player| s.model().is_absent(player);
    let all = |s: &Session, holds: &dyn Fn(Player) -> bool| {
        let state = s.stage.state();
        state.is_some_and(|state| state.players().all(|p| p == me || holds(p)))
    };
    eve.until("all to be gone", |s| all(s, &|p| is_away(s, p)));
    let mut ada = come(program(), spring);
    ada.until("the game", |s| s.stage.state().is_some());
    eve.until("all to be back", |s| all(s, &|p| !is_away(s, p)));
}

/// One person leaves, and the computer players that this person seated go on for the other.
#[test]
fn computer_players_play_on_for_others_when_their_owner_leaves() {
    let (host, ground) = server_with(TimeLimits {
        grace: Duration::from_millis(50),
        ..TimeLimits::default()
    });
    let spring = TableChoice::Create(name("spring"), 3);
    let mut ada = visit(&host, &ground, "Ada", spring, Presence::Gathers);
    ada.until("a seat", |s| s.room.me().is_some());
    let spring = TableChoice::Join(name("spring"));
    let mut ben = visit(&host, &ground, "Ben", spring, Presence::Plays);
    ada.order(Order::Seat(name("Cleo"), StrategyKind::Novice));
    ada.until("the others", |s| {
        s.room.free() == 0 && s.room.awaited().count() == 1
    });
    ada.order(Order::Ready);
    ada.until("the game", |s| s.stage.state().is_some());
    let me = ada.session.me().unwrap();
    ada.leave();
    ben.until("Ada to be gone", |s| s.model().is_absent(me));
    ada.until("the end", |s| s.ending().is_some());
    let is_told = |session: &Session| {
        let mut told = session.stage.log.entries();
        told.any(|entry| entry.text.contains("Ada has left"))
    };
    assert!(is_told(&ben.session));
    let is_cleo = |s: &Session, player| s.model().name(player) == Some(&name("Cleo"));
    let cleo = Player::first(3).find(|&player| is_cleo(&ben.session, player));
    let cleo = cleo.unwrap();
    ben.press(Command::Autoplay);
    let gone = std::cell::Cell::new(false);
    ben.until("the end", |s| {
        gone.set(gone.get() || s.model().is_absent(cleo));
        s.ending().is_some()
    });
    assert!(!gone.get(), "Cleo plays to the end");
    assert!(matches!(ben.session.ending(), Some(Ok(ending)) if ending.over));
}

#[test]
fn guests_are_told_that_the_server_was_closed() {
    let (host, ground) = server();
    let table = TableChoice::Default;
    let mut ada = visit(&host, &ground, "Ada", table.clone(), Presence::Plays);
    let mut ben = visit(&host, &ground, "Ben", table.clone(), Presence::Plays);
    let mut eve = visit(&host, &ground, "Eve", table, Presence::Watches);
    for guest in [&mut ada, &mut ben, &mut eve] {
        guest.until("the game", |s| s.stage.state().is_some());
    }
    drop(host);
    for guest in [&mut ada, &mut ben, &mut eve] {
        guest.until("the end", |s| s.ending().is_some());
        let told = guest.session.ending();
        assert!(
            matches!(told, Some(Err(failure)) if failure.why == "The server was closed, and its games have ended."),
            "{told:?}"
        );
    }
}

#[test]
fn the_last_who_has_not_resigned_has_won() {
    let (host, ground) = server();
    let table = TableChoice::Default;
    let mut ada = visit(&host, &ground, "Ada", table.clone(), Presence::Plays);
    let mut ben = visit(&host, &ground, "Ben", table, Presence::Plays);
    for guest in [&mut ada, &mut ben] {
        guest.until("the game", |s| s.stage.state().is_some());
        assert_eq!(guest.session.winner(), None);
    }
    let winner = ben.session.me();
    ada.order(Order::Resign);
    for guest in [&mut ada, &mut ben] {
        guest.until("the end", |s| s.ending().is_some());
        assert_eq!(guest.session.winner(), winner);
    }
}

#[test]
fn the_tables_of_a_server_are_listed() {
    let (host, ground) = server();
    let mut lobby = ServerLobby::new(host.server(), name("Ada"), Arc::clone(&ground));
    let spring = TableChoice::Create(name("spring"), 3);
    let mut ada = visit(&host, &ground, "Ada", spring, Presence::Gathers);
    ada.until("a seat", |s| s.room.me().is_some());
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let ask = |about| runtime.block_on(server_lobby::ask(host.server(), about, true));
    assert!(lobby.hear(ask(None)), "it selects one");
    let names: Vec<_> = lobby.tables().iter().map(|t| t.name.as_str()).collect();
    assert_eq!(names, ["default", "spring"]);
    assert_eq!(lobby.look(), None);
    // Who sits at the selected one, and by which rules, also once it plays.
    lobby.chosen = Some(name("spring"));
    let looked = |lobby: &mut ServerLobby| {
        assert!(!lobby.hear(ask(Some(name("spring")))));
        let room = lobby.look().unwrap();
        (room.seats().count(), room.free(), room.rules)
    };
    assert_eq!(looked(&mut lobby), (3, 2, [Some(0), Some(0)]));
    ada.order(Order::Choose(1, 1));
    let _guests = ["Ben", "Eve"].map(|guest| {
        let spring = TableChoice::Join(name("spring"));
        let mut guest = visit(&host, &ground, guest, spring, Presence::Plays);
        guest.until("a seat", |s| s.room.me().is_some());
        guest
    });
    ada.order(Order::Ready);
    ada.until("the game", |s| s.stage.state().is_some());
    assert_eq!(looked(&mut lobby), (3, 0, [Some(0), Some(1)]));
    assert!(lobby.table().unwrap().started.0);
    lobby.step(false);
    assert_eq!(lobby.look(), None, "of another table nothing is known yet");
    let gone = host.server();
    drop(host);
    let started = Instant::now();
    while started.elapsed() < Duration::from_secs(20) {
        let listing = runtime.block_on(server_lobby::ask(gone.clone(), None, true));
        if matches!(listing, Listing::Failed(_)) {
            return;
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    panic!("the server is still there");
}

#[test]
fn players_return_to_their_seat_even_in_another_program() {
    let (host, ground) = server();
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("seats");
    let program = || Arc::new(Seats::new(Some(file.clone())));
    let come = |seats: &Arc<Seats>, table| {
        let seats = Some(Arc::clone(seats));
        visit_with(seats, &host, &ground, "Ada", table, Presence::Gathers)
    };
    let at = SeatKey::at(&host.server(), name("spring"), name("Ada"));
    let first = program();
    let mut ada = come(&first, TableChoice::Create(name("spring"), 2));
    ada.until("a seat", |s| s.room.me().is_some());
    let spring = TableChoice::Join(name("spring"));
    let mut ben = visit(&host, &ground, "Ben", spring.clone(), Presence::Plays);
    ben.until("a seat", |s| s.room.me().is_some());
    assert_eq!(first.find(&at), None, "the game has not begun");
    ada.order(Order::Ready);
    ada.until("the game", |s| s.stage.state().is_some());
    let seat = ada.session.me().unwrap();
    let leave = |mut guest: Person| {
        guest.leave();
        guest.until("the end", |s| s.ending().is_some());
    };
    leave(ada);
    let mut lobby = ServerLobby::new(host.server(), name("Ada"), Arc::clone(&ground));
    lobby.seats = program();
    lobby.chosen = Some(name("spring"));
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .unwrap();
    lobby.hear(runtime.block_on(server_lobby::ask(host.server(), None, true)));
    assert!(lobby.comes_back());
    assert_eq!(lobby.joined(), Ok(spring.clone()));
    // The same program, another one, and whoever opens the table once more.
    let again = TableChoice::Create(name("spring"), 2);
    for (seats, table) in [
        (first, spring.clone()),
        (program(), spring),
        (program(), again),
    ] {
        let mut ada = come(&seats, table);
        ada.until("the game", |s| s.stage.state().is_some());
        assert_eq!(ada.session.me(), Some(seat));
        leave(ada);
    }
    // With another map one is told so, and the seat stays one's own.
    let europe = Arc::new(Ground::read(Path::new("europe")).unwrap());
    let (seats, table) = (Some(program()), TableChoice::Join(name("spring")));
    let mut ada = visit_with(seats, &host, &europe, "Ada", table, Presence::Gathers);
    ada.until("the end", |s| s.ending().is_some());
    assert!(matches!(ada.session.ending(), Some(Err(failure)) if failure.why.contains("czechia")));
    // Somebody else who has the token takes the seat, and nobody fights for it.
    let last = program();
    let spring = TableChoice::Join(name("spring"));
    let mut ada = come(&last, spring.clone());
    ada.until("the game", |s| s.stage.state().is_some());
    let (player, secret) = last.find(&at).unwrap();
    let mut other = std::net::TcpStream::connect(("127.0.0.1", at.port)).unwrap();
    let resume = format!("HELLO 0.3 t\nRESUME {player} {:032x}\n", secret.0);
    other.write_all(resume.as_bytes()).unwrap();
    ada.until("the end", |s| s.ending().is_some());
    assert!(
        matches!(ada.session.ending(), Some(Err(failure)) if failure.why.contains("another window"))
    );
    assert_eq!(program().find(&at), Some((player, secret)));
    // Who has given up has nothing to come back to.
    let resign = format!("RESIGN {player}\n");
    other.write_all(resign.as_bytes()).unwrap();
    ben.until("the end", |s| s.ending().is_some());
    let mut ada = come(&last, spring);
    ada.until("how it ended", |s| s.ending().is_some());
    assert_eq!(program().find(&at), None);
    // With what is good for nothing any more one comes as anybody else.
    let summer = SeatKey {
        table: name("summer"),
        ..at
    };
    let stale = Arc::new(Seats::default());
    stale.keep(&summer, Some((player, Secret(7)))).unwrap();
    let mut ada = come(&stale, TableChoice::Create(name("summer"), 2));
    ada.until("a seat", |s| s.room.me().is_some());
    assert_eq!(stale.find(&summer), None);
    ada.order(Order::Ready);
    ada.until("to be ready", |s| s.room.is_ready());
    lobby.seats = program();
    assert!(!lobby.comes_back() && lobby.joined().is_err());
}
