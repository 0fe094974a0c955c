//! A server without sockets and computer players at it, for tests.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::net::IpAddr;
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

use marchland_game::client::{Knowledge, Model};
use marchland_game::conquest::bots::{Strategy, StrategyKind, View, decide};
use marchland_game::conquest::lines::StateLine;
use marchland_game::conquest::rules::{AreaVariant, Player, SeededDice, State, Variants};
use marchland_game::conquest::{self, Conquest};
use marchland_game::conquest::{Reply, Request};
use marchland_game::dots::Dots;
use marchland_game::protocol::{MAX_LINE, Secret, ServerMessage};
use marchland_game::server::{
    Lobby, LobbyOptions, Origin, Peer, Reporter, Session, SessionLimits, Table, TimeLimits,
};
use marchland_maps::Map;

/// A connection that keeps what it is sent.
#[derive(Clone, Default)]
pub(crate) struct Mailbox(Rc<RefCell<Mail>>);

#[derive(Default)]
struct Mail {
    lines: VecDeque<String>,
    closed: bool,
    origin: Option<Origin>,
}

impl Mailbox {
    pub(crate) fn take(&self) -> Option<String> {
        self.0.borrow_mut().lines.pop_front()
    }

    pub(crate) fn take_all(&self) -> Vec<String> {
        self.0.borrow_mut().lines.drain(..).collect()
    }

    pub(crate) fn is_closed(&self) -> bool {
        self.0.borrow().closed
    }
}

impl Peer for Mailbox {
    fn send(&self, line: &str) {
        assert!(line.len() <= MAX_LINE, "{line}");
        self.0.borrow_mut().lines.push_back(line.to_owned());
    }

    fn close(&self) {
        self.0.borrow_mut().closed = true;
    }

    fn origin(&self) -> Option<Origin> {
        self.0.borrow().origin
    }

    fn same(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }
}

pub(crate) type TestLobby = Lobby<Mailbox>;

/// The state of the conquest game at a table.
pub(crate) trait StateOf {
    /// Once it has begun.
    fn state(&self) -> Option<&State>;
}

impl<P: Peer> StateOf for Table<P> {
    fn state(&self) -> Option<&State> {
        conquest::state_of(self.game())
    }
}

/// The set-up of a server for `players` on a map.
pub(crate) fn options(map: &Arc<Map>, players: u8, variants: Variants) -> LobbyOptions {
    let conquest = Conquest {
        maps: vec![Arc::clone(map)],
        variants,
    };
    LobbyOptions {
        games: vec![Arc::new(conquest), Arc::new(Dots)],
        setup: None,
        players,
        limits: TimeLimits::default(),
        most_tables: 10,
        most_tables_each: 3,
        journals: None,
    }
}

/// A server for `players` on a map.
pub(crate) fn lobby(map: &Arc<Map>, players: u8, variants: Variants, seed: u64) -> TestLobby {
    Lobby::new(options(map, players, variants), SeededDice::new(seed)).unwrap()
}

/// A connection that lines are typed into by hand.
pub(crate) struct Hand {
    pub(crate) session: Session<Mailbox>,
    pub(crate) mail: Mailbox,
}

impl Hand {
    /// Time stands still in many tests, so this many lines may be sent at once.
    pub(crate) fn new() -> Self {
        Self::limited(SessionLimits {
            burst: 1e9,
            ..SessionLimits::default()
        })
    }

    pub(crate) fn limited(limits: SessionLimits) -> Self {
        Self::with(Mailbox::default(), limits)
    }

    /// A connection from an address.
    pub(crate) fn from(address: IpAddr) -> Self {
        let mail = Mailbox::default();
        mail.0.borrow_mut().origin = Some(address.into());
        let limits = SessionLimits {
            burst: 1e9,
            ..SessionLimits::default()
        };
        Self::with(mail, limits)
    }

    fn with(mail: Mailbox, limits: SessionLimits) -> Self {
        let session = Session::new(mail.clone(), limits, Duration::ZERO);
        Self { session, mail }
    }

    /// Makes the server report refusals on this connection.
    pub(crate) fn telling(mut self, reporter: Reporter) -> Self {
        self.session = self.session.reporting(Some(reporter));
        self
    }

    /// Sends lines and returns what has arrived since the last call.
    pub(crate) fn say(&mut self, lobby: &TestLobby, lines: &str) -> Vec<String> {
        self.say_at(lobby, lines, Duration::ZERO)
    }

    pub(crate) fn say_at(&mut self, lobby: &TestLobby, lines: &str, at: Duration) -> Vec<String> {
        let bytes = format!("{lines}\n");
        self.session.receive(bytes.as_bytes(), lobby, at);
        self.mail.take_all()
    }
}

/// A computer player at a server.
pub(crate) struct Bot {
    pub(crate) hand: Hand,
    pub(crate) model: Model,
    pub(crate) player: Option<Player>,
    pub(crate) token: Option<Secret>,
    pub(crate) game_over: Option<Player>,
    /// Whether the next action gets lost on its way.
    pub(crate) lose_next_action: bool,
    /// Whether it waits for the whole state.
    resyncing: bool,
    pub(crate) strategy: Box<dyn Strategy>,
    pub(crate) extended: bool,
    map: Arc<Map>,
    name: String,
}

impl Bot {
    pub(crate) fn new(
        map: &Arc<Map>,
        name: &str,
        extended: bool,
        kind: StrategyKind,
        seed: u64,
    ) -> Self {
        Self {
            hand: Hand::new(),
            model: Model::new(Arc::clone(map), None),
            player: None,
            token: None,
            game_over: None,
            lose_next_action: false,
            resyncing: false,
            strategy: kind.player(seed),
            extended,
            map: Arc::clone(map),
            name: name.to_owned(),
        }
    }

    /// Logs in; it says that it is ready once it has its id.
    pub(crate) fn login(&mut self, lobby: &TestLobby, now: Duration) {
        if self.extended {
            self.raw(lobby, "HELLO 0.3 test", now);
        }
        let login = format!("LOGIN {}", self.name);
        self.raw(lobby, &login, now);
    }

    pub(crate) fn raw(&mut self, lobby: &TestLobby, line: &str, now: Duration) {
        let bytes = format!("{line}\n");
        self.hand.session.receive(bytes.as_bytes(), lobby, now);
    }

    /// Loses the connection without the server noticing, and returns on a new one. Unread
    /// lines are lost.
    pub(crate) fn reconnect(&mut self, lobby: &TestLobby, now: Duration) {
        let old = std::mem::replace(&mut self.hand, Hand::new());
        let mut old = old.session;
        old.disconnect(now);
        self.come_back(lobby, now);
    }

    /// Whether it waits for the whole state.
    pub(crate) fn is_resyncing(&self) -> bool {
        self.resyncing
    }

    /// Resumes the seat on the current connection.
    fn come_back(&mut self, lobby: &TestLobby, now: Duration) {
        let (player, token) = (self.player.unwrap(), self.token.unwrap());
        self.resyncing = true;
        self.raw(lobby, "HELLO 0.3 test", now);
        let lines = format!("RESUME {player} {:032x}\nSTATE {player}", token.0);
        self.raw(lobby, &lines, now);
    }

    /// Reads one line and acts if due. Returns whether there was anything to do.
    pub(crate) fn step(&mut self, lobby: &TestLobby, now: Duration) -> bool {
        if let Some(line) = self.hand.mail.take() {
            self.read(lobby, &line, now);
            return true;
        }
        self.act(lobby, now)
    }

    fn read(&mut self, lobby: &TestLobby, line: &str, now: Duration) {
        let reply = Reply::parse(line).unwrap_or_else(|why| panic!("{line}: {why}"));
        match &reply {
            Reply::ServerMessage(ServerMessage::LoginAck(ack)) => {
                let player = ack.seat.unwrap();
                if self.player.is_none() {
                    self.player = Some(player);
                    self.model = Model::new(Arc::clone(&self.map), Some(player));
                    self.raw(lobby, &format!("READY {player}"), now);
                }
                self.model.introduce(player, self.name.parse().unwrap());
            }
            Reply::ServerMessage(ServerMessage::PlayerToken(token)) => {
                self.token = Some(token.secret);
            }
            Reply::ServerMessage(ServerMessage::GameOver(over)) => {
                self.game_over = Some(over.winner);
            }
            Reply::ServerMessage(ServerMessage::Error(error)) => {
                panic!("{} is refused: {}", self.name, error.text)
            }
            Reply::StateLine(StateLine::StateEnd(_)) => self.resyncing = false,
            _ => {}
        }
        if let Err(why) = self.model.follow(&reply) {
            panic!("{} cannot follow {line}: {why}", self.name);
        }
    }

    fn act(&mut self, lobby: &TestLobby, now: Duration) -> bool {
        if self.resyncing || !self.model.can_act() {
            return false;
        }
        let (Some(player), Some(state)) = (self.player, self.model.state()) else {
            return false;
        };
        let Some(action) = decide(self.strategy.as_mut(), &View::new(state, player)) else {
            return false;
        };
        if self.extended {
            self.model.sent(&action);
        } else {
            self.model.acted(&action).unwrap();
        }
        let line = Request { player, action }.to_string();
        if std::mem::take(&mut self.lose_next_action) {
            // The connection breaks before the server gets it.
            self.reconnect(lobby, now);
        } else {
            self.raw(lobby, &line, now);
        }
        true
    }
}

/// Territories are dealt.
pub(crate) fn dealt() -> Variants {
    Variants {
        areas: AreaVariant::Dealt,
        ..Variants::default()
    }
}

/// Lets all players read and act in turn until none has anything to do.
pub(crate) fn run(
    lobby: &TestLobby,
    bots: &mut [Bot],
    now: Duration,
    mut on_step: impl FnMut(&mut [Bot]),
) {
    for _ in 0..400_000 {
        let mut idle = true;
        for at in 0..bots.len() {
            idle &= !bots[at].step(lobby, now);
            on_step(bots);
        }
        if idle {
            return;
        }
    }
    panic!("the game does not end");
}

/// A computer player for each, of version 0.3 or not.
pub(crate) fn crowd(map: &Arc<Map>, extended: &[bool], kind: StrategyKind) -> Vec<Bot> {
    let bot = |(at, &extended): (usize, &bool)| {
        Bot::new(
            map,
            &format!("sixteen-letters{at}"),
            extended,
            kind,
            at as u64 + 1,
        )
    };
    extended.iter().enumerate().map(bot).collect()
}

/// The token in the answer to a login.
pub(crate) fn token(said: &[String]) -> String {
    let told = said.iter().find(|line| line.starts_with("TOKEN"));
    told.unwrap().rsplit_once(' ').unwrap().1.to_owned()
}
