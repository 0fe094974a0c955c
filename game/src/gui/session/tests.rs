use std::net::{Shutdown, TcpStream};
use std::path::Path;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use marchland_board::{Event as BoardEvent, Modifiers, Pointer};
use tokio::runtime::Runtime;
use tokio::sync::mpsc;

use super::*;
use crate::client::net::{Presence, TableChoice};
use crate::conquest::Conquest;
use crate::conquest::bots::{Bot, StrategyKind};
use crate::conquest::rules::{AreaVariant, Phase, Variants};
use crate::gui::game::OPPONENTS;
use crate::gui::ground::Ground;
use crate::gui::keys::Command;
use crate::gui::link::{self, Link};
use crate::gui::place::{Dialled, Opening, Party, Place, Server, Stream, There};
use crate::gui::seat::sit_down;
use crate::gui::stage::Pace;
use crate::local::{Opponent, OwnTable};
use crate::play::SeededDice;
use crate::protocol::ServerMessage;
use crate::protocol::command::{Chat, To};
use crate::server::{Lobby, LobbyOptions, TimeLimits};

/// A person at a table in this process, without a window.
struct Desk {
    session: Session,
    link: Link,
    heard: mpsc::Receiver<Vec<News>>,
}

fn opening(map: &str, bots: &[StrategyKind], areas: AreaVariant, seed: u64) -> (Opening, Model) {
    let ground = Ground::read(Path::new(map)).unwrap();
    let variants = Variants {
        areas,
        ..Variants::default()
    };
    let model = Model::new(Arc::clone(ground.map()), None);
    let (game, bots) = (model.clone(), bots.to_vec());
    let opening = move || {
        let rules = Conquest {
            maps: vec![Arc::clone(ground.map())],
            variants,
        };
        let options = LobbyOptions {
            games: vec![Arc::new(rules)],
            setup: None,
            players: bots.len() as u8 + 1,
            limits: TimeLimits::patient(),
            most_tables: 0,
            most_tables_each: 0,
            journals: None,
        };
        let lobby = Lobby::new(options, SeededDice::new(seed)).unwrap();
        let opponents = bots.iter().zip(OPPONENTS).map(|(&kind, name)| Opponent {
            name: name.parse().unwrap(),
            strategy: Bot::from(kind).player(seed),
            seat: None,
        });
        Ok(Place::Own(Box::new(Party {
            opponents: opponents.collect(),
            lobby,
            game,
            you: "You".parse().unwrap(),
            seat: None,
            recorder: None,
            seed,
            close: Box::new(|_| false),
        })))
    };
    (Box::new(opening), model)
}

impl Desk {
    fn sit_down(map: &str, bots: &[StrategyKind], areas: AreaVariant, seed: u64) -> Self {
        let (opening, model) = opening(map, bots, areas, seed);
        let (link, heard) = sit_down(opening);
        let mut session = Session::new(model, false);
        session.stage.pace = Pace::None;
        Self {
            session,
            link,
            heard,
        }
    }

    fn say(&mut self, message: Message) {
        self.session.update(message);
        self.hand_over();
    }

    fn press(&mut self, command: Command) {
        self.say(Message::Do(command));
    }

    fn hand_over(&mut self) {
        for order in self.session.take_orders() {
            assert!(self.link.send(order));
        }
        self.session.handed_over(self.link.sent());
    }

    /// Hears the table until something holds.
    fn until(&mut self, what: &str, holds: impl Fn(&Session) -> bool) {
        let started = Instant::now();
        while !holds(&self.session) {
            assert!(started.elapsed() < Duration::from_secs(120), "{what}");
            match self.heard.try_recv() {
                Ok(news) => {
                    self.session.hear(news, Instant::now());
                    self.hand_over();
                }
                Err(mpsc::error::TryRecvError::Empty) => {
                    std::thread::sleep(Duration::from_micros(200));
                }
                Err(mpsc::error::TryRecvError::Disconnected) => {
                    panic!("the table is silent: {what}")
                }
            }
        }
    }

    /// Until it is asked for something, or the game is over.
    fn until_asked(&mut self) {
        self.until("to be asked", |s| s.is_asked() || s.ending().is_some());
    }

    fn state(&self) -> &State {
        self.session.stage.state().unwrap()
    }

    fn me(&self) -> Player {
        self.session.me().unwrap()
    }

    fn own(&self) -> Vec<TerritoryId> {
        self.state().territories(self.me()).collect()
    }

    fn click(&mut self, at: TerritoryId, shift: bool) {
        let pointer = pointer(shift);
        self.say(Message::Map(BoardEvent::Pressed(pointer, 1), Some(at)));
        self.say(Message::Map(BoardEvent::Released(pointer), Some(at)));
    }

    fn drag(&mut self, from: TerritoryId, to: TerritoryId, shift: bool) {
        let pointer = pointer(shift);
        self.say(Message::Map(BoardEvent::Pressed(pointer, 1), Some(from)));
        self.say(Message::Map(BoardEvent::Dragged(pointer), Some(to)));
        self.say(Message::Map(BoardEvent::Released(pointer), Some(to)));
    }

    /// An own territory and a neighbour that it can attack.
    fn front(&self) -> Option<(TerritoryId, TerritoryId)> {
        let planned = self.session.planned();
        let state = planned.state()?;
        let pairs = self.own().into_iter().flat_map(|from| {
            let links = self.session.map().neighbours(from).iter();
            links.map(move |link| (from, link.to))
        });
        let foes = pairs.filter(|&(_, to)| !state.owns(self.me(), to));
        foes.max_by_key(|&(from, to)| {
            i64::from(state.holding(from).units) - i64::from(state.holding(to).units)
        })
    }
}

fn pointer(shift: bool) -> Pointer {
    Pointer {
        x: 0.0,
        y: 0.0,
        scale: 1.0,
        modifiers: Modifiers {
            shift,
            ..Modifiers::default()
        },
    }
}

const EASY: [StrategyKind; 2] = [StrategyKind::Random; 2];

#[test]
fn the_computer_plays_a_whole_game_for_the_person() {
    let mut desk = Desk::sit_down("czechia", &EASY, AreaVariant::Chosen, 3);
    desk.press(Command::Autoplay);
    desk.until("the end", |session| session.ending().is_some());
    let ending = desk.session.ending().unwrap().as_ref().unwrap();
    assert!(ending.over && !ending.kept);
    assert!(desk.state().winner().is_some());
    assert_eq!(desk.session.sensible(), Sensible::Over);
    assert!(desk.session.stage.log.turns() > 3);
}

#[test]
fn a_server_that_tells_no_clock_gets_what_has_rested() {
    let mut desk = Desk::sit_down("czechia", &EASY, AreaVariant::Dealt, 3);
    desk.until_asked();
    let start = Instant::now();
    let later = |seconds| start + Duration::from_secs(seconds);
    let own = desk.own();
    desk.click(own[0], false);
    desk.session.tick(start);
    desk.session.tick(later(3600));
    assert_eq!(desk.session.pencil(), 1, "there is no hurry");
    desk.session.room.extended = false;
    desk.session.tick(start);
    assert_eq!(desk.session.wants(start), Some(Duration::from_secs(20)));
    desk.session.tick(later(19));
    assert!(desk.session.take_orders().is_empty());
    desk.click(own[0], false);
    desk.session.tick(later(19));
    desk.session.tick(later(38));
    assert_eq!(desk.session.pencil(), 2, "it was touched meanwhile");
    desk.session.tick(later(39));
    assert!(matches!(desk.session.take_orders()[..], [Order::Act(_)]));
}

/// Plays as a person would who only clicks, drags and presses the filled button.
fn play_a_moment(desk: &mut Desk) {
    match desk.session.sensible() {
        Sensible::Claim(_) => {
            let ids = desk.session.map().ids();
            let free = ids
                .into_iter()
                .find(|&t| desk.state().holding(t).owner.is_none());
            desk.click(free.unwrap(), false);
        }
        Sensible::Place { .. } => {
            let front = desk.front().map(|(from, _)| from);
            let at = front.unwrap_or_else(|| desk.own()[0]);
            desk.click(at, true);
            assert_eq!(desk.session.pencil(), desk.state().seat(desk.me()).unplaced);
        }
        Sensible::EndRound => {
            let strong = desk.front().filter(|&(from, to)| {
                desk.state().holding(from).units > desk.state().holding(to).units + 2
            });
            match strong {
                Some((from, to)) => {
                    desk.drag(from, to, false);
                    assert!(matches!(desk.session.card(), Some(Card::Fight { .. })));
                    desk.press(Command::Until);
                }
                None => desk.say(Message::Sensible),
            }
        }
        Sensible::Move(_) => {
            let most = desk.session.most_moving();
            desk.say(Message::Units(most));
            desk.say(Message::Go);
        }
        Sensible::Fight(_) => desk.press(Command::Cancel),
        _ => desk.say(Message::Sensible),
    }
}

#[test]
fn a_person_plays_a_whole_game_by_the_pointer_and_one_button() {
    for areas in [AreaVariant::Dealt, AreaVariant::Chosen] {
        let mut desk = Desk::sit_down("czechia", &EASY, areas, 7);
        for _ in 0..3_000 {
            desk.until_asked();
            if desk.session.ending().is_some() {
                break;
            }
            let refused = desk.session.refusal().map(str::to_owned);
            assert_eq!(refused, None, "{:?}", desk.session.sensible());
            play_a_moment(&mut desk);
        }
        assert!(desk.session.ending().is_some(), "{areas:?}");
        assert_eq!(
            desk.state().winner(),
            Some(desk.me()),
            "{areas:?}: against dice alone"
        );
    }
}

/// At the first turn of the game proper, with units to place.
fn at_turn(seed: u64) -> Desk {
    up_to_turn(Desk::sit_down("czechia", &EASY, AreaVariant::Dealt, seed))
}

fn up_to_turn(mut desk: Desk) -> Desk {
    while {
        desk.until_asked();
        desk.state().phase() != Some(Phase::Playing)
    } {
        let at = desk.own()[0];
        desk.click(at, true);
        desk.say(Message::Sensible);
    }
    desk
}

#[test]
fn what_is_pencilled_in_can_be_taken_back_until_it_is_sent() {
    let mut desk = at_turn(5);
    let (at, unplaced) = (desk.own()[0], desk.state().seat(desk.me()).unplaced);
    let there = desk.state().holding(at).units;
    assert!(
        desk.session.why_not(Deed::EndRound).is_some(),
        "units are to be placed first"
    );
    desk.click(at, false);
    desk.press(Command::Digit(2));
    assert_eq!(desk.session.typed(), "2");
    desk.click(at, false);
    assert_eq!(desk.session.pencilled(at), 3);
    assert_eq!(desk.session.typed(), "");
    let pointer = pointer(false);
    desk.say(Message::Map(
        BoardEvent::Secondary(pointer, iced::Point::ORIGIN),
        Some(at),
    ));
    assert_eq!(desk.session.pencilled(at), 2);
    desk.say(Message::Map(BoardEvent::Turned(pointer, 1.0), Some(at)));
    desk.say(Message::Map(BoardEvent::Turned(pointer, -1.0), Some(at)));
    assert_eq!(desk.session.pencilled(at), 2);
    for _ in 0..3 {
        desk.press(Command::Undo);
    }
    assert_eq!(desk.session.pencil(), 0);
    assert!(
        desk.session.refusal().is_some(),
        "there was nothing left to take back"
    );
    assert_eq!(desk.state().holding(at).units, there, "nothing was sent");
    desk.click(at, true);
    assert_eq!(desk.session.sensible(), Sensible::Send(unplaced));
    desk.say(Message::Sensible);
    desk.until("the units", |s| {
        s.stage.state().is_some_and(|s| s.holding(at).units > there)
    });
    assert_eq!(desk.state().holding(at).units, there + unplaced);
}

#[test]
fn a_battle_is_broken_off_within_one_throw() {
    let mut desk = at_turn(11);
    let (from, target) = desk.front().unwrap();
    desk.click(from, true);
    desk.drag(from, target, false);
    let (_, _, forecast) = desk.session.weighed().unwrap();
    assert!(forecast.win > 0.0 && forecast.losses.is_some());
    let planned = desk.session.planned();
    let before = planned.state().unwrap().holding(from).units;
    drop(planned);
    desk.press(Command::Until);
    assert!(desk.session.assault.is_some());
    assert_eq!(desk.session.sensible(), Sensible::Stop);
    assert_eq!(desk.session.pencil(), 0, "it was sent with the attack");
    desk.press(Command::Cancel);
    assert!(desk.session.assault.is_none());
    desk.until_asked();
    // Two may be lost in a throw, or three have moved in.
    let left = desk.state().holding(from).units;
    assert!(
        left < before || desk.session.stage.roll().is_some(),
        "there was a throw"
    );
    assert!(before - left <= 3, "{before} {left}");
}

#[test]
fn what_cannot_be_done_says_why() {
    let mut desk = at_turn(2);
    let own = desk.own()[0];
    let far =
        desk.session.map().ids().find(|&t| {
            !desk.state().owns(desk.me(), t) && desk.session.map().link(own, t).is_none()
        });
    desk.click(own, true);
    desk.drag(own, far.unwrap(), false);
    assert!(desk.session.card().is_none());
    let said = desk.session.refusal().unwrap().to_owned();
    assert!(said.contains("leads from"), "{said}");
    desk.press(Command::Exchange);
    assert_eq!(desk.session.refusal(), Some(texts::NO_SET));
    desk.press(Command::Cancel);
    assert_eq!(desk.session.refusal(), None);
}

#[test]
fn what_one_says_oneself_is_shown_as_well() {
    let mut desk = at_turn(2);
    desk.say(Message::Draft("Well met".to_owned()));
    desk.say(Message::Say);
    let said = desk.session.stage.log.chat().next_back().unwrap();
    assert!(said.text.ends_with("Well met"), "{}", said.text);
    assert_eq!(said.player, Some(desk.me()));
    assert_eq!(desk.session.stage.log.unread(), 0);
    // What cannot be sent stays where it is, and nobody seems to have heard it.
    let count = |desk: &Desk| desk.session.stage.log.chat().len();
    let long = "x".repeat(101);
    for unsayable in ["Dobr\u{fd} den", &long, "  "] {
        desk.say(Message::Draft(unsayable.to_owned()));
        let before = count(&desk);
        desk.say(Message::Say);
        assert_eq!((count(&desk), &*desk.session.draft), (before, unsayable));
    }
}

#[test]
fn what_is_said_while_one_looks_is_read() {
    let mut desk = at_turn(2);
    let other = desk
        .state()
        .order()
        .iter()
        .find(|&other| other != desk.me());
    let hears = |desk: &mut Desk| {
        let line = Reply::ServerMessage(ServerMessage::Chat(Chat {
            player: other.unwrap(),
            to: To::All,
            message: "hello".to_owned(),
        }));
        let model = Arc::new(desk.session.model().clone());
        let (before, after) = (Arc::clone(&model), model);
        let step = link::Step {
            line,
            before,
            after,
        };
        desk.session.stage.log.tell(&step);
    };
    hears(&mut desk);
    assert_eq!(desk.session.stage.log.unread(), 1);
    desk.press(Command::Below(Below::Chat));
    hears(&mut desk);
    desk.press(Command::Below(Below::Log));
    assert_eq!(desk.session.stage.log.unread(), 0);
}

/// A click that misses answers nothing; whoever is asked who follows can also come back to it.
#[test]
fn how_many_follow_is_not_answered_by_chance() {
    let follows =
        |desk: &Desk| matches!(desk.session.card(), Some(Card::Move { follows: true, .. }));
    let mut conquests = (0..30).filter_map(|seed| {
        let mut desk = at_turn(seed);
        for command in [Command::Next, Command::ClickAll, Command::Confirm] {
            desk.press(command);
        }
        desk.until_asked();
        for command in [Command::Attack, Command::Until] {
            desk.press(command);
        }
        desk.until("the battle", |s| s.is_asked() && s.assault.is_none());
        follows(&desk).then_some(desk)
    });
    let mut desk = conquests.next().expect("a conquest");
    let Step::Occupy { from, to } = desk.state().step() else {
        panic!("{:?}", desk.state().step());
    };
    let pointer = pointer(false);
    desk.say(Message::Map(BoardEvent::Pressed(pointer, 1), None));
    desk.say(Message::Map(BoardEvent::Released(pointer), None));
    assert!(follows(&desk));
    assert_eq!(desk.session.refusal(), Some(texts::SAY_HOW_MANY));
    desk.session.click_second(None);
    assert!(follows(&desk));
    desk.press(Command::Cancel);
    assert!(desk.session.card().is_none());
    assert!(
        desk.session
            .refusal()
            .is_some_and(|said| said.contains("Drag from"))
    );
    desk.drag(from, to, false);
    assert!(follows(&desk), "{:?}", desk.session.refusal());
}

#[test]
fn units_moved_at_the_end_of_a_turn_end_it() {
    let mut desk = at_turn(9);
    let map = desk.session.map().clone();
    let pairs = desk.own().into_iter().flat_map(|from| {
        let near = map.neighbours(from).iter();
        near.map(move |near| (from, near.to))
    });
    let state = desk.state();
    let mut inner =
        pairs.filter(|&(from, to)| state.owns(desk.me(), to) && state.holding(from).units > 1);
    let (from, to) = inner.next().unwrap();
    drop(inner);
    desk.press(Command::Next);
    desk.press(Command::ClickAll);
    desk.click(from, false);
    desk.press(Command::Transfer);
    desk.click(to, false);
    let sensible = desk.session.sensible();
    assert!(
        matches!(sensible, Sensible::Transfer(1..)),
        "{sensible:?} {:?}",
        desk.session.refusal()
    );
    // To move nobody takes it back.
    desk.say(Message::Units(0));
    assert_eq!(desk.session.sensible(), Sensible::Move(0));
    desk.say(Message::Units(1));
    let turns = desk.session.stage.log.turns();
    desk.press(Command::Confirm);
    desk.until("the turn to end", |s| s.stage.log.turns() > turns);
}

#[test]
fn a_turn_can_be_played_by_keys_alone() {
    let mut desk = at_turn(9);
    let turns = desk.session.stage.log.turns();
    desk.press(Command::Next);
    desk.press(Command::ClickAll);
    assert!(desk.session.pencil() > 0);
    desk.press(Command::Attack);
    assert!(
        matches!(desk.session.card(), Some(Card::Fight { .. })),
        "{:?}",
        desk.session.refusal()
    );
    desk.press(Command::Digit(1));
    desk.until_asked();
    assert!(desk.session.stage.roll().is_some(), "the dice have fallen");
    while desk.session.card().is_some() {
        desk.press(Command::Cancel);
    }
    let mut seen = vec![desk.session.selected().unwrap()];
    for (across, down) in [(1, 0), (-1, 0), (0, 1), (0, -1)] {
        desk.press(Command::Step(across, down));
        seen.extend(desk.session.selected());
    }
    seen.dedup();
    assert!(
        seen.len() > 2,
        "there are neighbours on two sides: {seen:?}"
    );
    while desk.session.is_asked() {
        desk.press(Command::Cancel);
        desk.press(Command::Confirm);
        desk.until("something", |s| {
            s.stage.is_current() && (s.can_act() || !s.model().can_act())
        });
    }
    desk.until("the next turn", |s| s.stage.log.turns() > turns);
}

/// A table of a server, and what the connection to it can be cut by.
fn far_away(runtime: &Runtime, seed: u64) -> (Desk, Arc<Mutex<Option<TcpStream>>>, OwnTable) {
    let (opening, model) = opening("czechia", &EASY, AreaVariant::Dealt, seed);
    let Ok(Place::Own(party)) = opening() else {
        panic!("a party");
    };
    let table = OwnTable::open(party.lobby, &party.game, party.opponents);
    let table = runtime.block_on(table).unwrap();
    let cable: Arc<Mutex<Option<TcpStream>>> = Arc::default();
    let (port, held) = (table.port(), Arc::clone(&cable));
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
    let there = There {
        server: Server {
            host: "127.0.0.1".to_owned(),
            port,
            dial: Arc::new(dial),
        },
        presence: Presence::Plays,
        table: TableChoice::Default,
        game: party.game,
        you: party.you,
        seats: None,
        recorder: None,
        seed,
    };
    let (link, heard) = sit_down(Box::new(move || Ok(Place::There(Box::new(there)))));
    let mut session = Session::new(model, false);
    session.stage.pace = Pace::None;
    let desk = Desk {
        session,
        link,
        heard,
    };
    (desk, cable, table)
}

#[test]
fn a_cable_is_pulled_and_the_pencil_is_kept() {
    let runtime = Runtime::new().unwrap();
    let (desk, cable, _table) = far_away(&runtime, 5);
    let mut desk = up_to_turn(desk);
    let at = desk.own()[0];
    let there = desk.state().holding(at).units;
    desk.click(at, false);
    desk.click(at, false);
    let pull = |cable: &Mutex<Option<TcpStream>>| {
        let stream = cable.lock().unwrap().take().unwrap();
        stream.shutdown(Shutdown::Both).unwrap();
    };
    pull(&cable);
    desk.until("to be away", |s| s.away().is_some());
    assert!(!desk.session.is_asked() && desk.session.stage.state().is_some());
    assert_eq!(desk.session.pencil(), 2, "kept");
    desk.until("a try", |s| s.away().is_none_or(|tries| tries > 0));
    desk.until("the seat", |s| s.away().is_none() && s.is_asked());
    assert_eq!((desk.session.pencil(), desk.session.pencilled(at)), (2, 2));
    desk.click(at, true);
    desk.say(Message::Sensible);
    desk.until("the units", |s| {
        s.stage
            .state()
            .is_some_and(|s| s.holding(at).units > there + 1)
    });
    // In the middle of a battle nothing is done twice, and the game goes on.
    desk.until_asked();
    let (from, target) = desk.front().unwrap();
    desk.drag(from, target, false);
    desk.press(Command::Until);
    pull(&cable);
    desk.until("to be away", |s| s.away().is_some());
    desk.press(Command::Cancel);
    desk.until("the seat", |s| s.away().is_none() && s.can_act());
    while desk.session.card().is_some() {
        desk.press(Command::Cancel);
    }
    desk.press(Command::Autoplay);
    desk.until("the end", |s| s.ending().is_some());
    assert!(desk.session.ending().unwrap().is_ok());
}

#[test]
fn who_comes_to_a_table_is_seen_before_the_game() {
    let runtime = Runtime::new().unwrap();
    let (mut desk, _cable, _table) = far_away(&runtime, 6);
    let first = Player::first(1).next().unwrap();
    desk.until("a name", |s| s.model().name(first).is_some());
    desk.until_asked();
    let names = desk.state().players();
    assert!(
        names
            .into_iter()
            .all(|p| desk.session.model().name(p).is_some())
    );
}
