//! A person at the table of a server.

use std::net::{Shutdown, TcpStream};

use super::*;
use crate::client::Knowledge as _;
use crate::conquest::tell_state;
use crate::protocol::command::{Error, ErrorCode, Logout, LogoutReason, Resign};

/// A table of a server, and what the connection to it can be cut by.
fn far_away(runtime: &Runtime, seed: u64) -> (Person, Arc<Mutex<Option<TcpStream>>>, OwnTable) {
    let (opening, model) = opening("czechia", &EASY, AreaVariant::Dealt, seed);
    let Ok(Place::Local(party)) = opening() else {
        panic!("a party");
    };
    let (table, mut there) = runtime.block_on(OwnTable::open(party.own)).unwrap();
    let cable: Arc<Mutex<Option<TcpStream>>> = Arc::default();
    let (port, held) = (there.server.port, Arc::clone(&cable));
    let dial = move || -> Dialled {
        let held = Arc::clone(&held);
        Box::pin(async move {
            let stream = TcpStream::connect(("127.0.0.1", port))?;
            stream.set_nonblocking(true)?;
            *held.lock().unwrap() = Some(stream.try_clone()?);
            let stream = tokio::net::TcpStream::from_std(stream)?;
            Ok(Box::new(stream) as Box<dyn Stream>)
        })
    };
    there.server.dial = Arc::new(dial);
    let opening = move || Ok(Place::Remote(Box::new(there), seed));
    let person = Person::come(Box::new(opening), model, false);
    (person, cable, table)
}

#[test]
fn a_cable_is_pulled_and_the_pencil_is_kept() {
    let runtime = Runtime::new().unwrap();
    let (person, cable, _table) = far_away(&runtime, 5);
    let mut person = up_to_turn(person);
    let at = person.own()[0];
    let there = person.state().holding(at).units;
    person.click(at, false);
    person.click(at, false);
    let pull = |cable: &Mutex<Option<TcpStream>>| {
        let stream = cable.lock().unwrap().take().unwrap();
        stream.shutdown(Shutdown::Both).unwrap();
    };
    pull(&cable);
    person.until("to be away", |s| s.away().is_some());
    assert!(!person.session.is_asked() && person.session.stage.state().is_some());
    assert_eq!(person.session.pencil(), 2, "kept");
    person.until("a try", |s| s.away().is_none_or(|tries| tries > 0));
    person.until("the seat", |s| s.away().is_none() && s.is_asked());
    assert_eq!(
        (person.session.pencil(), person.session.pencilled(at)),
        (2, 2)
    );
    person.click(at, true);
    person.press(Command::Confirm);
    person.until("the units", |s| {
        s.stage
            .state()
            .is_some_and(|s| s.holding(at).units > there + 1)
    });
    // In the middle of a battle nothing is done twice, and the game goes on.
    person.until_asked();
    let (from, target) = person.front().unwrap();
    person.drag(from, target, false);
    person.press(Command::Until);
    pull(&cable);
    person.until("to be away", |s| s.away().is_some());
    person.press(Command::Cancel);
    person.until("the seat", |s| s.away().is_none() && s.can_act());
    while person.session.prompt().is_some() {
        person.press(Command::Cancel);
    }
    person.press(Command::Autoplay);
    person.until("the end", |s| s.ending().is_some());
    assert!(person.session.ending().unwrap().is_ok());
}

#[test]
fn players_who_join_a_table_are_shown_before_the_game() {
    let runtime = Runtime::new().unwrap();
    let (mut person, _cable, _table) = far_away(&runtime, 6);
    let first = Player::first(1).next().unwrap();
    person.until("a name", |s| s.model().name(first).is_some());
    person.until_asked();
    let names = person.state().players();
    assert!(
        names
            .into_iter()
            .all(|p| person.session.model().name(p).is_some())
    );
}

#[test]
fn a_computer_player_that_was_removed_counts_as_seated_here_no_more() {
    let ground = Ground::read(Path::new("czechia")).unwrap();
    let mut session = Session::new(Model::new(Arc::clone(ground.map()), None), false);
    let name: Name = "Cleo".parse().unwrap();
    session.update(Message::Order(Order::Seat(
        name.clone(),
        StrategyKind::Standard,
    )));
    assert!(session.has_seated(&name));
    session.update(Message::Order(Order::Unseat(name.clone())));
    assert!(!session.has_seated(&name), "a person may take the name");
}

#[test]
fn who_joins_late_is_told_no_number_of_the_turn() {
    let person = at_turn(2);
    assert!(person.session.stage.log.number().is_some());
    let game = Arc::clone(person.session.stage.model());
    let step = link::Step {
        line: Reply::parse("STATE-BEGIN").unwrap(),
        before: Arc::clone(&game),
        after: game,
    };
    let mut stage = Stage::new((*step.after).clone(), false);
    assert_eq!(stage.uncounted(), None);
    stage.recall(&step);
    stage.recall(&step);
    assert_eq!(stage.log.number(), None);
    let told: Vec<&str> = stage.log.entries().map(|entry| &*entry.text).collect();
    assert_eq!(told, [texts::LOG_BEGINS]);
    assert_eq!(stage.uncounted(), Some(texts::COUNTED_LATE));
}

#[test]
fn statistics_with_a_gap_say_so() {
    let mut person = at_turn(2);
    assert_eq!(person.session.stage.uncounted(), None);
    person.session.hear(vec![News::Away], Instant::now());
    let uncounted = person.session.stage.uncounted();
    assert_eq!(uncounted, Some(texts::COUNTED_IN_PART));
}

#[test]
fn turns_are_counted_on_if_nothing_was_played_while_the_connection_was_lost() {
    let mut person = at_turn(2);
    let before = Arc::clone(person.session.stage.model());
    let number = person.session.stage.log.number();
    assert!(number.is_some());
    let come_back = |person: &mut Person| {
        person.session.hear(vec![News::Away], Instant::now());
        assert_eq!(person.session.stage.log.number(), None);
        // The whole state, as the server tells it.
        let game = person.session.stage.model();
        let (state, me) = (game.state().unwrap(), person.me());
        let mut after = Model::clone(game);
        after.ask();
        let mut last = None;
        let name = |player| before.name(player).unwrap().clone();
        tell_state(&state.snapshot(Some(me)), Some(me), name, |line| {
            let line = Reply::StateLine(line);
            after.follow(&line).unwrap();
            last = Some(line);
        });
        let step = link::Step {
            line: last.unwrap(),
            before: Arc::clone(&before),
            after: Arc::new(after),
        };
        let back = vec![News::Step(step), News::Back];
        person.session.hear(back, Instant::now());
    };
    come_back(&mut person);
    assert_eq!(person.session.stage.log.number(), number);
    let at = person.own()[0];
    person.click(at, true);
    person.press(Command::Confirm);
    person.until_asked();
    come_back(&mut person);
    assert_eq!(person.session.stage.log.number(), None, "units were placed");
}

#[test]
fn a_defender_who_takes_time_is_named() {
    let mut person = at_turn(2);
    let (me, now) = (person.me(), Instant::now());
    let later = now + Duration::from_secs(2);
    let other = Player::first(3).find(|&player| player != me);
    person.session.awaited = other.map(|other| (other, now));
    assert_eq!(person.session.defender(now), None);
    let wait = person.session.wants(now).unwrap();
    assert_eq!(person.session.defender(now + wait), other);
    assert_eq!(person.session.defender(later), other);
    assert_eq!(person.session.waited(now), None);
    assert_eq!(person.session.waited(later), Some(later - now));
    person.session.tick(later);
    assert_eq!(person.session.defender(later), None, "nobody is attacked");
}

/// A session before its game, after these lines of the server, each told once it is followed.
fn gathered(lines: &[&str]) -> Session {
    let ground = Ground::read(Path::new("czechia")).unwrap();
    let mut known = Arc::new(Model::new(Arc::clone(ground.map()), None));
    let mut session = Session::new((*known).clone(), false);
    for line in lines {
        let line = Reply::parse(line).unwrap();
        let mut after = (*known).clone();
        after.follow(&line).unwrap();
        let step = link::Step::on(&mut known, line, after);
        session.hear(vec![News::Step(step)], Instant::now());
    }
    session
}

fn logged(session: &Session) -> Vec<&str> {
    let entries = session.stage.log.entries();
    entries.map(|entry| &*entry.text).collect()
}

#[test]
fn whoever_sits_down_again_before_the_game_is_told_again() {
    let lines = [
        "LOGIN-ACK OK 0",
        "REGISTERED-PLAYER 1 zed",
        "REGISTERED-PLAYER 1 zed",
        "LOGOUT 1 1",
        "REGISTERED-PLAYER 1 zed",
    ];
    let (here, left) = ("zed is here (player 1).", "zed has left.");
    assert_eq!(logged(&gathered(&lines)), [here, left, here]);
}

#[test]
fn a_rule_that_is_changed_is_told() {
    let mut lines = vec!["LOGIN-ACK OK 0", "APPLY_RULE 0 1", "APPLY_RULE 1 0"];
    assert!(logged(&gathered(&lines)).is_empty());
    lines.extend(["APPLY_RULE 0 1", "APPLY_RULE 1 1", "APPLY_RULE 7 1"]);
    let told = "A rule was changed: sets bring 3, 5, 7 or 9 units.";
    assert_eq!(logged(&gathered(&lines)), [told]);
}

#[test]
fn chat_before_the_game_is_unread_until_it_is_seen() {
    let lines = [
        "LOGIN-ACK OK 0",
        "REGISTERED-PLAYER 1 zed",
        "CHAT PUBLIC 1 hello",
    ];
    let mut session = gathered(&lines);
    assert_eq!(session.stage.log.unread(), 1);
    session.update(Message::Do(Command::Below(Below::Chat)));
    assert_eq!(session.stage.log.unread(), 0);
}

#[test]
fn whoever_is_out_does_not_take_over_from_the_computer() {
    let mut person = at_turn(2);
    person.press(Command::Autoplay);
    assert_eq!(person.session.primary_action(), PrimaryAction::TakeOver);
    let me = person.me();
    let other = Player::first(3).find(|&player| player != me).unwrap();
    let mut known = Arc::clone(person.session.stage.model());
    let own = person.own();
    let lines = own.iter().map(|at| format!("DEBUG-AREA {at} {other} 1"));
    for line in lines.chain([format!("PLAYER-DEFEATED {me} {other}")]) {
        let line = Reply::parse(&line).unwrap();
        let mut after = (*known).clone();
        let _ = after.follow(&line);
        let step = link::Step::on(&mut known, line, after);
        person.session.hear(vec![News::Step(step)], Instant::now());
    }
    assert_ne!(person.session.primary_action(), PrimaryAction::TakeOver);
}

#[test]
fn the_wait_for_another_goes_on_whatever_else_the_server_says() {
    let mut person = at_turn(2);
    let other = Player::first(3).find(|&player| player != person.me());
    let other = other.unwrap();
    let mut hear = |line: &str, now| {
        let mut known = Arc::clone(person.session.stage.model());
        let (line, mut after) = (Reply::parse(line).unwrap(), (*known).clone());
        after.follow(&line).unwrap();
        let step = link::Step::on(&mut known, line, after);
        person.session.hear(vec![News::Step(step)], now);
        person.session.waited(now)
    };
    let (now, minute) = (Instant::now(), Duration::from_secs(60));
    assert_eq!(hear(&format!("START-ROUND {other}"), now), None);
    assert_eq!(hear("PING 1", now + minute), Some(minute));
    let gained = format!("REINFORCEMENTS {other} 3");
    assert_eq!(hear(&gained, now + 2 * minute), None, "something is done");
}

#[test]
fn whose_turn_it_was_is_not_said_in_the_next_turn() {
    let mut person = at_turn(2);
    for command in [Command::Next, Command::ClickAll, Command::Confirm] {
        person.press(command);
    }
    person.until_asked();
    person.press(Command::EndTurn);
    person.session.refusal = Some(texts::turn_of("Ada"));
    person.until_asked();
    assert_eq!(person.session.refusal(), None);
    // Nor after the connection was lost.
    person.session.refusal = Some(texts::NO_SET.to_owned());
    person
        .session
        .hear(vec![News::Away, News::Back], Instant::now());
    assert_eq!(person.session.refusal(), None);
}

#[test]
fn a_turn_that_the_server_ended_is_said_until_something_is_done() {
    let mut person = Person::sit_down("czechia", &EASY, AreaVariant::Dealt, 3);
    person.until_asked();
    let (me, now) = (person.me(), Instant::now());
    let hear = |session: &mut Session, answer: ServerMessage| {
        let game = Arc::clone(session.stage.model());
        let step = link::Step {
            line: Reply::ServerMessage(answer),
            before: Arc::clone(&game),
            after: game,
        };
        session.hear(vec![News::Step(step)], now);
    };
    let session = &mut person.session;
    let late = Error::new(ErrorCode::OutOfPlace, ErrorCode::TIME_UP);
    hear(session, ServerMessage::Error(late));
    session.tick(now + Duration::from_secs(60));
    assert_eq!(session.refusal(), Some(texts::TIME_UP));
    let log = session.stage.log.entries().next_back().unwrap();
    assert_eq!(log.text, texts::TIME_UP);
    session.update(Message::Do(Command::Cancel));
    assert_eq!(session.refusal(), None);
    let other = Player::first(3).find(|&player| player != me).unwrap();
    let kicked = |player| {
        let reason = LogoutReason::Kicked;
        ServerMessage::Logout(Logout { player, reason })
    };
    hear(session, kicked(other));
    assert_eq!(session.refusal(), None, "another player was late");
    hear(session, kicked(me));
    assert_eq!(session.refusal(), Some(texts::TIME_UP));
    // A seat is left after a question, but not one that was given up.
    assert!(session.leaves_seat().is_some());
    hear(session, ServerMessage::Resign(Resign { player: other }));
    assert!(session.leaves_seat().is_some());
    hear(session, ServerMessage::Resign(Resign { player: me }));
    assert_eq!(session.leaves_seat(), None);
    assert_eq!(session.refusal(), Some(texts::RESIGNED));
}
