use std::path::Path;
use std::time::{Duration, Instant};

use super::*;
use crate::client::Model;
use crate::conquest::Conquest;
use crate::conquest::bots::StrategyKind;
use crate::conquest::rules::{SetVariant, Variants};
use crate::gui::ground::Ground;
use crate::gui::hall::{self, Hall, Listing};
use crate::gui::host::Host;
use crate::gui::session::{Message, Session};
use crate::gui::stage::Pace;
use crate::play::SeededDice;
use crate::protocol::Name;
use crate::server::{Lobby, LobbyOptions, TimeLimits};

/// A server of one's own, and the map that is played there.
fn server() -> (Host, Arc<Ground>) {
    let ground = Arc::new(Ground::read(Path::new("czechia")).unwrap());
    let rules = Conquest {
        maps: vec![Arc::clone(ground.map())],
        variants: Variants::default(),
    };
    let options = LobbyOptions {
        games: vec![Arc::new(rules)],
        setup: None,
        players: 2,
        limits: TimeLimits::default(),
        most_tables: 9,
        most_tables_each: 9,
        journals: None,
    };
    let lobby = Lobby::new(options, SeededDice::new(1)).unwrap();
    (Host::open(lobby, 0).unwrap(), ground)
}

/// Somebody at a table, without a window.
struct Guest {
    session: Session,
    link: Link,
    heard: mpsc::Receiver<Vec<News>>,
}

impl Guest {
    fn come(
        host: &Host,
        ground: &Ground,
        you: &str,
        table: TableChoice,
        presence: Presence,
    ) -> Self {
        let game = Model::new(Arc::clone(ground.map()), None);
        let mut session = Session::new(game.clone(), presence == Presence::Watches);
        session.stage.pace = Pace::None;
        let there = There {
            server: host.server(),
            table,
            presence,
            game,
            you: you.parse().unwrap(),
            recorder: None,
            seed: 1,
        };
        let (link, heard) = sit_down(Box::new(move || Ok(Place::There(Box::new(there)))));
        Self {
            session,
            link,
            heard,
        }
    }

    fn say(&mut self, order: Order) {
        self.session.update(Message::Order(order));
        self.hand_over();
    }

    fn hand_over(&mut self) {
        for order in self.session.take_orders() {
            assert!(self.link.send(order));
        }
        self.session.handed_over(self.link.sent());
    }

    fn until(&mut self, what: &str, holds: impl Fn(&Session) -> bool) {
        let started = Instant::now();
        while !holds(&self.session) {
            let ended = self.session.ending();
            assert!(
                started.elapsed() < Duration::from_secs(60),
                "{what}, {ended:?}"
            );
            if let Ok(news) = self.heard.try_recv() {
                self.session.hear(news, Instant::now());
                self.hand_over();
            } else {
                std::thread::sleep(Duration::from_millis(1));
            }
        }
    }
}

fn name(name: &str) -> Name {
    name.parse().unwrap()
}

#[test]
fn a_table_is_opened_filled_and_watched_from_the_lobby() {
    let (host, ground) = server();
    let spring = TableChoice::Create(name("spring"), 3);
    let mut ada = Guest::come(&host, &ground, "Ada", spring, Presence::Gathers);
    ada.until("a seat", |s| s.room.me().is_some());
    ada.until("the rules", |s| s.room.rules == [Some(0), Some(0)]);
    assert_eq!(ada.session.room.chairs().count(), 3);
    // Two seats are taken: by another person, and by a computer.
    let spring = TableChoice::Join(name("spring"));
    let mut ben = Guest::come(&host, &ground, "Ben", spring.clone(), Presence::Gathers);
    ben.until("a seat", |s| s.room.me().is_some());
    ben.say(Order::Ready);
    ada.say(Order::Seat(name("Cleo"), StrategyKind::Novice));
    ada.until("Cleo", |s| {
        s.room.awaited().count() == 1 && s.room.free() == 0
    });
    assert!(!ada.session.room.is_ready(), "that is left to the person");
    assert!(ada.session.stage.state().is_none());
    // A rule takes everybody's READY back; the computer says it again by itself.
    ada.say(Order::Choose(1, 1));
    ada.until("the rule", |s| s.room.rules[1] == Some(1));
    ben.until("to be asked again", |s| !s.room.is_ready());
    let mut eve = Guest::come(&host, &ground, "Eve", spring, Presence::Watches);
    eve.until("the seats", |s| {
        s.room.chairs().filter_map(|(_, c)| c).count() == 3
    });
    ben.say(Order::Ready);
    ada.say(Order::Ready);
    for guest in [&mut ada, &mut ben, &mut eve] {
        guest.until("the game", |s| s.stage.state().is_some());
        let state = guest.session.stage.state().unwrap();
        assert_eq!(state.variants().sets, SetVariant::Constant);
    }
    eve.until("a clock", |s| s.time(Instant::now()).is_some());
    assert!(!eve.session.can_act() && eve.session.me().is_none());
}

#[test]
fn who_leaves_before_the_game_gives_the_seats_back_at_once() {
    let (host, ground) = server();
    let table = TableChoice::Join(name("default"));
    let come = |you| Guest::come(&host, &ground, you, table.clone(), Presence::Gathers);
    let mut ada = come("Ada");
    ada.until("a seat", |s| s.room.me().is_some());
    let mut ben = come("Ben");
    ben.until("a seat", |s| s.room.me().is_some());
    ada.until("Ben", |s| !s.room.is_free("Ben"));
    ben.say(Order::Leave);
    ada.until("Ben to be gone", |s| s.room.free() == 1);
    ada.say(Order::Seat(name("Cleo"), StrategyKind::Novice));
    // It says READY once it has its token.
    ada.until("Cleo", |s| {
        s.room.free() == 0 && s.room.awaited().count() == 1
    });
    ada.say(Order::Unseat(name("Cleo")));
    ada.until("Cleo to be gone", |s| s.room.is_free("Cleo"));
    let mut cleo = come("Cleo");
    cleo.until("a seat", |s| s.room.me().is_some());
}

#[test]
fn the_tables_of_a_server_are_listed() {
    let (host, ground) = server();
    let mut hall = Hall::new(host.server(), name("Ada"), Arc::clone(&ground));
    let spring = TableChoice::Create(name("spring"), 3);
    let mut ada = Guest::come(&host, &ground, "Ada", spring, Presence::Gathers);
    ada.until("a seat", |s| s.room.me().is_some());
    let runtime = tokio::runtime::Runtime::new().unwrap();
    hall.hear(runtime.block_on(hall::ask(host.server(), true)));
    let names: Vec<_> = hall.tables().iter().map(|t| t.name.as_str()).collect();
    assert_eq!(names, ["default", "spring"]);
    let gone = host.server();
    drop(host);
    let started = Instant::now();
    while started.elapsed() < Duration::from_secs(20) {
        let listing = runtime.block_on(hall::ask(gone.clone(), true));
        if matches!(listing, Listing::Failed(_)) {
            return;
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    panic!("the server is still there");
}
