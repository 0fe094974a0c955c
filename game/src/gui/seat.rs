//! A seat at a table, held by a thread that talks the protocol to it. The table may be in
//! this process or anywhere.

use std::sync::Arc;

use tokio::sync::mpsc;

use super::game::message_of;
use super::helpers::Helpers;
use super::link::{Ending, Link, News, Order, Step, Wants};
use super::place::{NewsOf, Opening, OrderOf, Place, Server, There};
use super::played::Played;
use super::texts;
use crate::client::OtherGame;
use crate::client::net::{
    Agent, ClientError, Conversation, Intent, Notice, Presence, Stop, TableChoice, drive,
};
use crate::local::OwnTable;
use crate::play::{MAX_SEATS, Player};
use crate::protocol::Secret;

/// Batches that wait for the window at most; what comes then is put to the next.
const BATCHES: usize = 8;
/// Orders that wait for the table at most.
const ORDERS: usize = 64;

/// Opens a table on a thread of its own and sits down at it.
pub fn sit_down<K: Played>(
    opening: Opening<K>,
) -> (Link<OrderOf<K>>, mpsc::Receiver<Vec<NewsOf<K>>>) {
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
async fn play<K: Played>(
    opening: Opening<K>,
    orders: mpsc::Receiver<OrderOf<K>>,
    news: mpsc::Sender<Vec<NewsOf<K>>>,
) -> Result<Ending, String> {
    match opening()? {
        Place::Own(party) => {
            let table = OwnTable::open(party.lobby, &party.game, party.opponents)
                .await
                .map_err(|error| texts::no_table(&error))?;
            let there = There {
                server: Server::here(table.port()),
                table: TableChoice::Default,
                presence: Presence::Plays,
                game: party.game,
                you: party.you,
                seats: None,
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
        Err(why) => {
            let said = texts::sentence(&why.to_string());
            Err(match why {
                ClientError::OtherGame(OtherGame::Map { theirs, ours }) if theirs != ours => {
                    texts::play_on_theirs(&said, &theirs)
                }
                _ => said,
            })
        }
    }
}

/// Plays at a server's table.
async fn converse<K: Played>(
    there: There<K>,
    seat: Option<(Player, Secret)>,
    orders: mpsc::Receiver<OrderOf<K>>,
    news: mpsc::Sender<Vec<NewsOf<K>>>,
) -> Result<Stop, ClientError> {
    let helpers = Helpers::new(&there);
    let server = there.server;
    let mut talk = Conversation::new(there.game, there.you, there.table, there.recorder);
    talk.resume(seat);
    talk.attend(there.presence);
    if let Some(seats) = there.seats.filter(|_| there.presence != Presence::Watches) {
        talk.keep_seat(seats, &server.host, server.port);
    }
    let tries = news.clone();
    let mut player = AtWindow::new(orders, news, there.seed, helpers);
    let stop = match (server.dial)().await {
        Ok(stream) => {
            let again = || {
                // If the channel is full, this try is not shown; the next may be.
                let _ = tries.try_send(vec![News::Trying]);
                (server.dial)()
            };
            drive(&mut talk, &mut player, stream, again).await
        }
        Err(source) => Err(ClientError::unreached(server.host, server.port, source)),
    };
    // What ended the game is still to be told.
    player.rest(&talk);
    player.finish().await;
    player.helpers.leave().await;
    stop
}

/// The person at the window, as the conversation knows players.
struct AtWindow<K: Played> {
    orders: mpsc::Receiver<OrderOf<K>>,
    news: mpsc::Sender<Vec<NewsOf<K>>>,
    /// What is to be told.
    out: Vec<NewsOf<K>>,
    /// The last line, until it is known what came of it.
    told: Option<(K::Line, Arc<K>)>,
    wants: Wants<K>,
    helpers: Helpers<K>,
    away: bool,
}

impl<K: Played> AtWindow<K> {
    fn new(
        orders: mpsc::Receiver<OrderOf<K>>,
        news: mpsc::Sender<Vec<NewsOf<K>>>,
        seed: u64,
        helpers: Helpers<K>,
    ) -> Self {
        Self {
            orders,
            news,
            out: Vec::new(),
            told: None,
            wants: Wants::new(seed),
            helpers,
            away: false,
        }
    }

    /// Puts the last line to what is to be told.
    fn complete(&mut self, after: &Arc<K>) {
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
    fn obey(&mut self, order: Option<OrderOf<K>>, talk: &Conversation<K>) -> Intent<K::Action> {
        let Some(order) = order else {
            return Intent::Leave;
        };
        match self.wants.take(order, talk.model()) {
            Some(Order::Say(message)) => Intent::Say(message),
            Some(Order::Ready) => Intent::Ready,
            Some(Order::Choose(rule, variant)) => Intent::Choose(rule, variant),
            Some(Order::Seat(name, kind)) => {
                self.helpers.seat(name, kind);
                Intent::Nothing
            }
            Some(Order::Unseat(name)) => {
                let mut others = Player::first(MAX_SEATS);
                let found = others.find(|&other| talk.model().name_of(other) == Some(&name));
                match (self.helpers.send_away(&name), found) {
                    (false, Some(other)) => Intent::Kick(other),
                    _ => Intent::Nothing,
                }
            }
            Some(Order::Leave) => Intent::Leave,
            _ => Intent::Nothing,
        }
    }
}

impl<K: Played> Agent<K> for AtWindow<K> {
    fn notice(&mut self, told: &Notice<'_, K>) {
        match told {
            Notice::Reply(line, known) => {
                let known = Arc::new((*known).clone());
                self.complete(&known);
                self.told = Some(((*line).clone(), known));
            }
            Notice::Note(note) => self.out.push(News::Note((*note).to_owned())),
            Notice::Recording(file) => self.out.push(News::Recording(file.to_path_buf())),
        }
    }

    fn next(&mut self, known: &K) -> Option<K::Action> {
        self.wants.next(known)
    }

    fn rest(&mut self, talk: &Conversation<K>) {
        if std::mem::take(&mut self.away) {
            self.out.push(News::Back);
        }
        let model = Arc::new(talk.model().clone());
        self.complete(&model);
        let done = self.wants.done();
        self.out.push(News::Now { model, done });
        self.deliver();
    }

    async fn intent(&mut self, talk: &Conversation<K>) -> Intent<K::Action> {
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

    async fn disconnected(&mut self) {
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

#[cfg(test)]
mod tests;
