//! The thread that has the game: it talks to the table and tells the window.
//!
//! What comes is told in batches, what is wanted is sent without waiting, so that the
//! window never waits for a server. The table may be in this process or anywhere; the
//! thread talks the protocol to it in either case.

use std::collections::VecDeque;
use std::path::PathBuf;
use std::sync::Arc;

use tokio::sync::mpsc;

use crate::client::Model;
use crate::client::net::{
    ClientError, Conversation, Hand, Recorder, Stop, TableChoice, Told, Wish, dial, drive,
};
use crate::conquest::Reply;
use crate::conquest::bots::{Strategy, StrategyKind, View, decide};
use crate::conquest::rules::{Action, Step as TurnStep};
use crate::local::{Opponent, OwnTable};
use crate::play::Player;
use crate::protocol::{Name, Secret};
use crate::server::Lobby;
use crate::server::net::Connection;

use super::texts;

/// Batches that wait for the window at most; what comes then is put to the next.
const BATCHES: usize = 8;
/// Orders that wait for the table at most.
const ORDERS: usize = 64;

/// A table of one's own, before anybody sits at it.
pub struct Party {
    /// The table's lobby.
    pub lobby: Lobby<Connection>,
    /// The game before anything is known of it.
    pub game: Model,
    /// The computer players.
    pub opponents: Vec<Opponent<Model>>,
    /// The name to sit down under.
    pub you: Name,
    /// The seat to take again in a game that goes on, and the token for it.
    pub seat: Option<(Player, Secret)>,
    /// Where the game is recorded.
    pub recorder: Option<Recorder>,
    /// Where the chance of a computer that plays for the person comes from.
    pub seed: u64,
    /// Told at the end whether the game is over; says whether it can be gone on with.
    pub close: Box<dyn FnOnce(bool) -> bool + Send>,
}

/// Makes a party, reading and writing files; or says why there can be none.
pub type Opening = Box<dyn FnOnce() -> Result<Party, String> + Send>;

/// What the window wants of the table.
#[derive(Debug, Clone)]
pub enum Order {
    /// To do this, one after the other, as long as each is legal.
    Act(Vec<Action>),
    /// Whatever a computer player would do now: one action.
    Decide(StrategyKind),
    /// Whether to ask how many units defend; else as many as can.
    AskDefence(bool),
    /// To say this to everybody.
    Say(String),
    /// To leave the table.
    Leave,
}

/// A line of the server, and the game before and after it.
#[derive(Debug, Clone)]
pub struct Step {
    /// What was told.
    pub line: Reply,
    /// The game before.
    pub before: Arc<Model>,
    /// The game after.
    pub after: Arc<Model>,
}

/// What the window is told.
#[derive(Debug, Clone)]
pub enum News {
    /// Something happened.
    Step(Step),
    /// All that came so far was told, and the table waits.
    Now {
        /// The game as it is.
        model: Arc<Model>,
        /// Orders taken so far, and none of them still has anything to do.
        done: u64,
    },
    /// A sentence about the connection.
    Note(String),
    /// The game is recorded here.
    Recording(PathBuf),
    /// The connection was lost, and is being made again.
    Away,
    /// It is there again.
    Back,
    /// Nothing more comes.
    Ended(Result<Ending, String>),
}

/// How it ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Ending {
    /// Whether the game is over.
    pub over: bool,
    /// Whether it can be gone on with.
    pub kept: bool,
}

/// The window's end of the link; when it is dropped the table is left.
#[derive(Debug)]
pub struct Link {
    orders: mpsc::Sender<Order>,
    sent: u64,
}

impl Link {
    /// Opens a table on a thread of its own and sits down at it.
    pub fn start(opening: Opening) -> (Self, mpsc::Receiver<Vec<News>>) {
        let (orders, taken) = mpsc::channel(ORDERS);
        let (news, heard) = mpsc::channel(BATCHES);
        let last = news.clone();
        std::thread::spawn(move || {
            let ended = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
                let runtime = tokio::runtime::Builder::new_multi_thread()
                    // A computer player that thinks keeps a thread; the others must not
                    // wait.
                    .worker_threads(4)
                    .enable_all()
                    .build()
                    .map_err(|error| texts::no_runtime(&error))?;
                let ended = runtime.block_on(play(opening, taken, news));
                runtime.shutdown_background();
                ended
            }));
            let ended = ended.unwrap_or_else(|_| Err(texts::BROKE_DOWN.to_owned()));
            // Nobody may be listening any more.
            let _ = last.blocking_send(vec![News::Ended(ended)]);
        });
        (Self { orders, sent: 0 }, heard)
    }

    /// Gives an order. Whether it will be taken: it is not once the game is over, or
    /// when so many wait that the table must have stopped.
    pub fn send(&mut self, order: Order) -> bool {
        let taken = self.orders.try_send(order).is_ok();
        self.sent += u64::from(taken);
        taken
    }

    /// Orders given so far.
    pub fn sent(&self) -> u64 {
        self.sent
    }
}

/// Plays at a table of one's own.
async fn play(
    opening: Opening,
    orders: mpsc::Receiver<Order>,
    news: mpsc::Sender<Vec<News>>,
) -> Result<Ending, String> {
    let party = opening()?;
    let table = OwnTable::open(party.lobby, &party.game, party.opponents)
        .await
        .map_err(|error| texts::no_table(&error))?;
    let port = table.port();
    let mut talk = Conversation::new(party.game, party.you, TableChoice::Default, party.recorder);
    talk.resume(party.seat);
    let mut player = AtWindow::new(orders, news, party.seed);
    let reached = dial("127.0.0.1".to_owned(), port).await;
    let stop = match reached {
        Ok(stream) => {
            let again = || dial("127.0.0.1".to_owned(), port);
            drive(&mut talk, &mut player, stream, again).await
        }
        Err(source) => Err(ClientError::unreached("127.0.0.1".into(), port, source)),
    };
    // What ended the game is still to be told.
    player.rest(&talk);
    player.finish().await;
    table.close().await;
    let over = matches!(stop, Ok(Stop::Over(_)));
    let kept = (party.close)(over);
    match stop {
        Ok(_) => Ok(Ending { over, kept }),
        Err(why) => Err(texts::sentence(&why.to_string())),
    }
}

/// The person at the window, as the conversation knows players.
struct AtWindow {
    orders: mpsc::Receiver<Order>,
    news: mpsc::Sender<Vec<News>>,
    /// What is to be told.
    out: Vec<News>,
    /// The last line, until it is known what came of it.
    told: Option<(Reply, Arc<Model>)>,
    queue: VecDeque<Action>,
    computer: Option<(StrategyKind, Box<dyn Strategy>)>,
    seed: u64,
    ask_defence: bool,
    taken: u64,
    away: bool,
}

impl AtWindow {
    fn new(orders: mpsc::Receiver<Order>, news: mpsc::Sender<Vec<News>>, seed: u64) -> Self {
        Self {
            orders,
            news,
            out: Vec::new(),
            told: None,
            queue: VecDeque::new(),
            computer: None,
            seed,
            ask_defence: false,
            taken: 0,
            away: false,
        }
    }

    /// Puts the last line to what is to be told.
    fn complete(&mut self, after: &Arc<Model>) {
        if let Some((line, before)) = self.told.take() {
            let after = Arc::clone(after);
            self.out.push(News::Step(Step {
                line,
                before,
                after,
            }));
        }
    }

    /// Hands over what there is, if the window has room for it.
    fn deliver(&mut self) {
        if let Ok(room) = self.news.try_reserve() {
            room.send(std::mem::take(&mut self.out));
        }
    }

    /// Waits until all is handed over.
    async fn finish(&mut self) {
        let _ = self.news.send(std::mem::take(&mut self.out)).await;
    }

    /// What comes of an order.
    fn obey(&mut self, order: Option<Order>, talk: &Conversation<Model>) -> Wish<Action> {
        let Some(order) = order else {
            return Wish::Leave;
        };
        self.taken += 1;
        match order {
            Order::Act(actions) => self.queue.extend(actions),
            Order::Decide(kind) => {
                let action = self.decide(kind, talk.model());
                self.queue.extend(action);
            }
            Order::AskDefence(ask) => self.ask_defence = ask,
            Order::Say(message) => return Wish::Say(message),
            Order::Leave => return Wish::Leave,
        }
        Wish::Nothing
    }

    fn decide(&mut self, kind: StrategyKind, model: &Model) -> Option<Action> {
        let (state, me) = (model.state()?, model.me()?);
        if !model.can_act() {
            return None;
        }
        if self.computer.as_ref().is_none_or(|(of, _)| *of != kind) {
            self.computer = Some((kind, kind.player(self.seed)));
        }
        let (_, computer) = self.computer.as_mut()?;
        decide(computer.as_mut(), &View::new(state, me))
    }
}

impl Hand<Model> for AtWindow {
    fn told(&mut self, told: &Told<'_, Model>) {
        match told {
            Told::Reply(line, known) => {
                let known = Arc::new((*known).clone());
                self.complete(&known);
                self.told = Some(((*line).clone(), known));
            }
            Told::Note(note) => self.out.push(News::Note((*note).to_owned())),
            Told::Recording(file) => self.out.push(News::Recording(file.to_path_buf())),
        }
    }

    fn next(&mut self, known: &Model) -> Option<Action> {
        if !known.can_act() {
            return None;
        }
        let (state, me) = (known.state()?, known.me()?);
        if let Some(action) = self.queue.pop_front() {
            if state.check(me, action).is_ok() {
                return Some(action);
            }
            // What was to follow was meant for another moment.
            self.queue.clear();
        }
        // Nobody waits for a picture.
        match state.step() {
            TurnStep::Defence(battle) if !self.ask_defence => Some(Action::Defend {
                territory: battle.target,
                units: state.holding(battle.target).units.min(2) as u8,
            }),
            _ => None,
        }
    }

    fn rest(&mut self, talk: &Conversation<Model>) {
        if std::mem::take(&mut self.away) {
            self.out.push(News::Back);
        }
        let model = Arc::new(talk.model().clone());
        self.complete(&model);
        // An order with something left to do is not done.
        let done = self.taken - u64::from(!self.queue.is_empty());
        self.out.push(News::Now { model, done });
        self.deliver();
    }

    async fn wish(&mut self, talk: &Conversation<Model>) -> Wish<Action> {
        if !self.out.is_empty() {
            let out = &mut self.out;
            let order = tokio::select! {
                room = self.news.reserve() => {
                    if let Ok(room) = room {
                        room.send(std::mem::take(out));
                    }
                    None
                }
                order = self.orders.recv() => Some(order),
            };
            if let Some(order) = order {
                return self.obey(order, talk);
            }
        }
        let order = self.orders.recv().await;
        self.obey(order, talk)
    }

    async fn away(&mut self) {
        self.away = true;
        // Nothing that was wanted is to come of it later.
        self.queue.clear();
        self.out.push(News::Away);
        self.deliver();
        while let Some(order) = self.orders.recv().await {
            self.taken += 1;
            if matches!(order, Order::Leave) {
                break;
            }
        }
    }
}
