//! A seat at a table, held by a thread that talks the protocol to it. The table may be in
//! this process or anywhere.

use std::io;
use std::pin::Pin;
use std::sync::Arc;

use tokio::io::{AsyncRead, AsyncWrite};
use tokio::sync::mpsc;

use super::game::message_of;
use super::link::{Ending, Link, News, Order, Step, Wants};
use super::texts;
use crate::client::Model;
use crate::client::net::{
    ClientError, Conversation, Hand, Recorder, Stop, TableChoice, Told, Wish, dial, drive,
};
use crate::conquest::Reply;
use crate::conquest::rules::Action;
use crate::local::{Opponent, OwnTable};
use crate::play::Player;
use crate::protocol::{Name, Secret};
use crate::server::Lobby;
use crate::server::net::Connection;

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

/// A connection to a server.
pub trait Stream: AsyncRead + AsyncWrite + Send + Unpin {}

impl<S: AsyncRead + AsyncWrite + Send + Unpin> Stream for S {}

/// Makes a connection to a server.
pub type Dial =
    Box<dyn Fn() -> Pin<Box<dyn Future<Output = io::Result<Box<dyn Stream>>> + Send>> + Send>;

/// A table of a server.
pub struct There {
    /// The server's name or address, and its port, as one is told of them.
    pub server: (String, u16),
    /// The way there.
    pub dial: Dial,
    /// Which table.
    pub table: TableChoice,
    /// The game before anything is known of it.
    pub game: Model,
    /// The name to sit down under.
    pub you: Name,
    /// Where the game is recorded.
    pub recorder: Option<Recorder>,
    /// Where the chance of a computer that plays for the person comes from.
    pub seed: u64,
}

/// Where one sits down.
pub enum Place {
    /// At a table of one's own.
    Own(Box<Party>),
    /// At that of a server.
    There(Box<There>),
}

/// Finds a place, reading and writing files; or says why there is none.
pub type Opening = Box<dyn FnOnce() -> Result<Place, String> + Send>;

/// Opens a table on a thread of its own and sits down at it.
pub fn sit_down(opening: Opening) -> (Link, mpsc::Receiver<Vec<News>>) {
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
        let ended = ended.unwrap_or_else(|panic| Err(texts::broke_down(message_of(&*panic))));
        // Nobody may be listening any more.
        let _ = last.blocking_send(vec![News::Ended(ended)]);
    });
    let link = Link::new(move |order| orders.try_send(order).is_ok());
    (link, heard)
}

/// Plays where there is a place.
async fn play(
    opening: Opening,
    orders: mpsc::Receiver<Order>,
    news: mpsc::Sender<Vec<News>>,
) -> Result<Ending, String> {
    match opening()? {
        Place::Own(party) => {
            let table = OwnTable::open(party.lobby, &party.game, party.opponents)
                .await
                .map_err(|error| texts::no_table(&error))?;
            let port = table.port();
            let there = There {
                server: ("127.0.0.1".to_owned(), port),
                dial: Box::new(move || {
                    Box::pin(async move {
                        let stream = dial("127.0.0.1".to_owned(), port).await?;
                        Ok(Box::new(stream) as Box<dyn Stream>)
                    })
                }),
                table: TableChoice::Default,
                game: party.game,
                you: party.you,
                recorder: party.recorder,
                seed: party.seed,
            };
            let stop = converse(there, party.seat, orders, news).await;
            table.close().await;
            let over = matches!(stop, Ok(Stop::Over(_)));
            let kept = (party.close)(over);
            told(stop, kept)
        }
        Place::There(there) => told(converse(*there, None, orders, news).await, false),
    }
}

/// How it ended, or why it did.
fn told(stop: Result<Stop, ClientError>, kept: bool) -> Result<Ending, String> {
    let over = matches!(stop, Ok(Stop::Over(_)));
    match stop {
        Ok(_) => Ok(Ending { over, kept }),
        Err(why) => Err(texts::sentence(&why.to_string())),
    }
}

/// Plays at a server's table.
async fn converse(
    there: There,
    seat: Option<(Player, Secret)>,
    orders: mpsc::Receiver<Order>,
    news: mpsc::Sender<Vec<News>>,
) -> Result<Stop, ClientError> {
    let mut talk = Conversation::new(there.game, there.you, there.table, there.recorder);
    talk.resume(seat);
    let tries = news.clone();
    let mut player = AtWindow::new(orders, news, there.seed);
    let stop = match (there.dial)().await {
        Ok(stream) => {
            let again = || {
                // Who is told too late is told of the next.
                let _ = tries.try_send(vec![News::Trying]);
                (there.dial)()
            };
            drive(&mut talk, &mut player, stream, again).await
        }
        Err(source) => {
            let (host, port) = there.server;
            Err(ClientError::unreached(host, port, source))
        }
    };
    // What ended the game is still to be told.
    player.rest(&talk);
    player.finish().await;
    stop
}

/// The person at the window, as the conversation knows players.
struct AtWindow {
    orders: mpsc::Receiver<Order>,
    news: mpsc::Sender<Vec<News>>,
    /// What is to be told.
    out: Vec<News>,
    /// The last line, until it is known what came of it.
    told: Option<(Reply, Arc<Model>)>,
    wants: Wants,
    away: bool,
}

impl AtWindow {
    fn new(orders: mpsc::Receiver<Order>, news: mpsc::Sender<Vec<News>>, seed: u64) -> Self {
        Self {
            orders,
            news,
            out: Vec::new(),
            told: None,
            wants: Wants::new(seed),
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
        match self.wants.take(order, talk.model()) {
            Some(Order::Say(message)) => Wish::Say(message),
            Some(Order::Leave) => Wish::Leave,
            _ => Wish::Nothing,
        }
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
        self.wants.next(known)
    }

    fn rest(&mut self, talk: &Conversation<Model>) {
        if std::mem::take(&mut self.away) {
            self.out.push(News::Back);
        }
        let model = Arc::new(talk.model().clone());
        self.complete(&model);
        let done = self.wants.done();
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
        self.wants.pass_over(0);
        self.out.push(News::Away);
        self.deliver();
        while let Some(order) = self.orders.recv().await {
            self.wants.pass_over(1);
            if matches!(order, Order::Leave) {
                break;
            }
        }
    }
}
