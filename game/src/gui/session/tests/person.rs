//! A person at a table, played by tests.

use super::*;

/// A person at a table, without a window.
pub(in crate::gui) struct Person {
    pub(in crate::gui) session: Session,
    pub(in crate::gui) link: Link,
    heard: mpsc::Receiver<Vec<News>>,
}

pub(super) fn opening(
    map: &str,
    bots: &[StrategyKind],
    areas: AreaVariant,
    seed: u64,
) -> (Opening, Model) {
    opening_kept(map, bots, areas, seed, None)
}

/// A game that is kept in a folder, and goes on if it was kept there before.
pub(super) fn opening_kept(
    map: &str,
    bots: &[StrategyKind],
    areas: AreaVariant,
    seed: u64,
    folder: Option<PathBuf>,
) -> (Opening, Model) {
    let ground = Ground::read(Path::new(map)).unwrap();
    let variants = Variants {
        areas,
        ..Variants::default()
    };
    let model = Model::new(Arc::clone(ground.map()), None);
    let (game, bots) = (model.clone(), bots.to_vec());
    let opening = move || {
        let folder = folder.map(|path| {
            let syncer = Syncer::start(SyncMode::Never).unwrap();
            JournalFolder::open(&path, syncer).unwrap()
        });
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
            journals: folder.as_ref().map(JournalFolder::journals),
        };
        let lobby = Lobby::new(options, SeededDice::new(seed)).unwrap();
        let resumed = folder
            .iter()
            .flat_map(|folder| folder.resume(&lobby).unwrap());
        let past = resumed.map(|(path, _)| replay::read(&path).unwrap()).next();
        let seat_of = |name: &str| {
            let answers = past.iter().flat_map(|record| &record.entries);
            let answers: Vec<_> = answers
                .map(|entry| ServerMessage::parse(&entry.line))
                .collect();
            let player = answers.iter().find_map(|answer| match answer {
                Ok(ServerMessage::RegisteredPlayer(told)) if told.name.as_str() == name => {
                    Some(told.player)
                }
                _ => None,
            })?;
            answers.iter().find_map(|answer| match answer {
                Ok(ServerMessage::PlayerToken(told)) if told.player == player => {
                    Some((player, told.secret))
                }
                _ => None,
            })
        };
        let opponents = bots.iter().zip(OPPONENTS).map(|(&kind, name)| Opponent {
            name: name.parse().unwrap(),
            strategy: Bot::from(kind).player(seed),
            seat: seat_of(name),
        });
        let own = OwnGame {
            opponents: opponents.collect(),
            lobby,
            game,
            you: "You".parse().unwrap(),
            seat: seat_of("You"),
        };
        Ok(Place::local(LocalGame {
            own,
            past,
            recorder: None,
            seed,
            // The folder is somebody's until then.
            close: Box::new(move |_| folder.is_some()),
        }))
    };
    (Box::new(opening), model)
}

impl Person {
    pub(in crate::gui) fn sit_down(
        map: &str,
        bots: &[StrategyKind],
        areas: AreaVariant,
        seed: u64,
    ) -> Self {
        Self::at(opening(map, bots, areas, seed))
    }

    pub(super) fn at((opening, model): (Opening, Model)) -> Self {
        Self::come(opening, model, false)
    }

    /// Sits down at a table, or watches it.
    pub(in crate::gui) fn come(opening: Opening, model: Model, watches: bool) -> Self {
        let (link, heard) = sit_down(opening);
        let mut session = Session::new(model, watches);
        session.stage.pace = Pace::None;
        Self {
            session,
            link,
            heard,
        }
    }

    pub(super) fn say(&mut self, message: Message) {
        self.session.update(message);
        self.hand_over();
    }

    pub(in crate::gui) fn order(&mut self, order: Order) {
        self.say(Message::Order(order));
    }

    pub(in crate::gui) fn leave(&mut self) {
        self.link = Link::new(|_| false);
    }

    pub(in crate::gui) fn press(&mut self, command: Command) {
        self.say(Message::Do(command));
    }

    fn hand_over(&mut self) {
        for order in self.session.take_orders() {
            assert!(self.link.send(order));
        }
        self.session.handed_over(self.link.sent());
    }

    /// Hears the table until something holds.
    pub(in crate::gui) fn until(&mut self, what: &str, holds: impl Fn(&Session) -> bool) {
        let started = Instant::now();
        while !holds(&self.session) {
            let ended = self.session.ending();
            let patience = Duration::from_secs(120);
            assert!(started.elapsed() < patience, "{what}, {ended:?}");
            match self.heard.try_recv() {
                Ok(news) => {
                    self.session.hear(news, Instant::now());
                    self.hand_over();
                }
                Err(mpsc::error::TryRecvError::Empty) => {
                    std::thread::sleep(Duration::from_micros(200));
                }
                Err(mpsc::error::TryRecvError::Disconnected) => {
                    panic!("the table is silent: {what}, {ended:?}")
                }
            }
        }
    }

    /// Until it is asked for something, or the game is over.
    pub(in crate::gui) fn until_asked(&mut self) {
        self.until("to be asked", |s| s.is_asked() || s.ending().is_some());
    }

    pub(super) fn state(&self) -> &State {
        self.session.stage.state().unwrap()
    }

    pub(super) fn me(&self) -> Player {
        self.session.me().unwrap()
    }

    pub(in crate::gui) fn own(&self) -> Vec<TerritoryId> {
        self.state().territories(self.me()).collect()
    }

    pub(in crate::gui) fn click(&mut self, at: TerritoryId, shift: bool) {
        let pointer = pointer(shift);
        self.say(Message::Map(BoardEvent::Pressed(pointer, 1), Some(at)));
        self.say(Message::Map(BoardEvent::Released(pointer), Some(at)));
    }

    pub(super) fn drag(&mut self, from: TerritoryId, to: TerritoryId, shift: bool) {
        let pointer = pointer(shift);
        self.say(Message::Map(BoardEvent::Pressed(pointer, 1), Some(from)));
        self.say(Message::Map(BoardEvent::Dragged(pointer), Some(to)));
        self.say(Message::Map(BoardEvent::Released(pointer), Some(to)));
    }

    /// An own territory and a neighbour that it can attack.
    pub(super) fn front(&self) -> Option<(TerritoryId, TerritoryId)> {
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

pub(super) fn pointer(shift: bool) -> Pointer {
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
