//! A seat at a table, on a thread that speaks the protocol. The table may be in this process
//! or on a server.

use std::sync::Arc;

use tokio::sync::mpsc;

use super::game::message_of;
use super::link::{Ending, Failure, Link, News, Order, PendingOrders, Step};
use super::place::{NewsOf, Opening, OrderOf, Place};
use super::played::Played;
use super::seated_bots::SeatedBots;
use super::texts;
use crate::client::net::{
    ClientError, Conversation, Destination, Notice, Participant, Stop, drive,
};
use crate::client::{Intent, OtherGame};
use crate::local::{OwnTable, as_told};
use crate::play::{MAX_SEATS, Player};
use crate::protocol::command::LoginError;
use crate::replay::Record;

/// The most batches that wait for the window; further news join the next batch.
const BATCHES: usize = 8;
/// The most orders that wait for the table.
const ORDERS: usize = 64;

/// Opens a table on a thread of its own and sits down at it.
pub fn sit_down<K: Played>(
    opening: Opening<K>,
) -> (Link<OrderOf<K>>, mpsc::Receiver<Vec<NewsOf<K>>>) {
    let (orders, taken) = mpsc::channel(ORDERS);
    let (news, heard) = mpsc::channel(BATCHES);
    let [last, unstarted] = [news.clone(), news.clone()];
    let work = move || {
        let played = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
            let runtime = tokio::runtime::Builder::new_multi_thread()
                // A thinking computer player blocks a thread; others must not wait.
                .worker_threads(4)
                .enable_all()
                .build()
                .map_err(|error| texts::no_start(&error))?;
            runtime.block_on(async {
                let (ends, mut bots) = (news.clone(), None);
                let ended = play(opening, taken, news, &mut bots).await;
                // An error means that nobody listens any more.
                let _ = ends.send(vec![News::Ended(ended)]).await;
                if let Some(bots) = bots {
                    bots.play_on().await;
                }
            });
            runtime.shutdown_background();
            Ok(())
        }));
        let played = played.unwrap_or_else(|panic| Err(texts::broke_down(message_of(&*panic))));
        if let Err(why) = played {
            let _ = last.blocking_send(vec![News::Ended(Err(why.into()))]);
        }
    };
    let thread = std::thread::Builder::new().name("seat".into());
    if let Err(error) = thread.spawn(work) {
        // The channel is empty, so there is room.
        let _ = unstarted.try_send(vec![News::Ended(Err(texts::no_start(&error).into()))]);
    }
    let link = Link::new(move |order| orders.try_send(order).is_ok());
    (link, heard)
}

/// Plays at the place found. `bots` are the computer players that the person seated, if they
/// play on.
async fn play<K: Played>(
    opening: Opening<K>,
    orders: mpsc::Receiver<OrderOf<K>>,
    news: mpsc::Sender<Vec<NewsOf<K>>>,
    bots: &mut Option<SeatedBots<K>>,
) -> Result<Ending, Failure> {
    match opening()? {
        Place::Local(party) => {
            let _ = news.send(vec![News::Seed(party.seed)]).await;
            let (table, mut there) = OwnTable::open(party.own)
                .await
                .map_err(|error| texts::no_table(&error))?;
            there.recorder = party.recorder;
            if let (Some(journal), Some((me, _))) = (party.past, there.seat) {
                let past = as_told::<K>(journal, me);
                there.recorder = there.recorder.map(|recorder| recorder.continuing(&past));
                tell_past(&there.game, &past, &news).await;
            }
            let stop = converse(there, party.seed, orders, news, &mut None).await;
            table.close().await;
            let over = matches!(stop, Ok(Stop::Over(_)));
            let kept = (party.close)(over);
            ending_of(stop, kept)
        }
        Place::Remote(there, seed) => {
            ending_of(converse(*there, seed, orders, news, bots).await, false)
        }
    }
}

/// Tells a window what happened in a game before it was left, up to the first line that does not
/// fit.
async fn tell_past<K: Played>(game: &K, past: &Record, news: &mpsc::Sender<Vec<NewsOf<K>>>) {
    /// Steps that are told together: each holds the game before and after it.
    const BATCH: usize = 256;
    let Ok(known) = game.of_record(&past.header) else {
        return;
    };
    let mut before = Arc::new(known);
    let mut batch = Vec::new();
    for entry in &past.entries {
        let Ok(line) = K::parse(&entry.line) else {
            continue;
        };
        let mut after = K::clone(&before);
        if after.follow(&line).is_err() {
            break;
        }
        batch.push(News::Past(Step::on(&mut before, line, after)));
        if batch.len() == BATCH {
            let _ = news.send(std::mem::take(&mut batch)).await;
        }
    }
    // If nobody listens any more, the conversation ends as soon as it begins.
    let _ = news.send(batch).await;
}

/// The ending, or why the game stopped.
fn ending_of(stop: Result<Stop, ClientError>, kept: bool) -> Result<Ending, Failure> {
    let ending = |over, winner| Ending { over, winner, kept };
    match stop {
        Ok(Stop::Over(winner)) => Ok(ending(true, winner)),
        Ok(_) => Ok(ending(false, None)),
        Err(why) => {
            let said = match &why {
                // It begins with a name.
                ClientError::Removed(told) => texts::ended(told),
                why => texts::sentence(&why.in_full()),
            };
            Err(match why {
                ClientError::OtherGame(OtherGame::Map { theirs, ours }) if theirs != ours => {
                    texts::play_on_theirs(&said, &theirs).into()
                }
                ClientError::Login(LoginError::NameInUse) => Failure {
                    why: format!("{said} {}", texts::OTHER_NAME),
                    name_in_use: true,
                },
                _ => said.into(),
            })
        }
    }
}

/// Plays at a server's table; `seed` is that of the computer that may play for the person. If
/// others play there, the computer players that the person seated are left in `play_on`.
async fn converse<K: Played>(
    there: Destination<K>,
    seed: u64,
    orders: mpsc::Receiver<OrderOf<K>>,
    news: mpsc::Sender<Vec<NewsOf<K>>>,
    play_on: &mut Option<SeatedBots<K>>,
) -> Result<Stop, ClientError> {
    let bots = SeatedBots::new(&there, seed);
    let (server, mut talk) = there.conversation();
    let tries = news.clone();
    let mut player = AtWindow {
        orders,
        news,
        out: Vec::new(),
        told: None,
        pending: PendingOrders::new(seed),
        bots,
        returns: talk.player().is_some(),
        away: false,
    };
    let stop = match server.reach().await {
        Ok(stream) => {
            let again = || {
                // If the channel is full, this try is not shown.
                let _ = tries.try_send(vec![News::Trying]);
                (server.dial)()
            };
            drive(&mut talk, &mut player, stream, again).await
        }
        Err(unreached) => Err(unreached),
    };
    // Tells what ended the game.
    player.rest(&talk);
    player.finish().await;
    if player.bots.play_for_others(talk.model()) {
        *play_on = Some(player.bots);
    } else {
        player.bots.leave().await;
    }
    stop
}

/// The person at the window, as a player of the conversation.
struct AtWindow<K: Played> {
    orders: mpsc::Receiver<OrderOf<K>>,
    news: mpsc::Sender<Vec<NewsOf<K>>>,
    /// News to be told.
    out: Vec<NewsOf<K>>,
    /// The last line and the game before it, until the game after it is known.
    told: Option<(K::Line, Arc<K>)>,
    pending: PendingOrders<K>,
    bots: SeatedBots<K>,
    /// Whether the seat is being resumed.
    returns: bool,
    away: bool,
}

impl<K: Played> AtWindow<K> {
    /// Adds the last line to the news.
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

    /// Sends the news if the channel has room.
    fn deliver(&mut self) {
        if let Ok(room) = self.news.try_reserve() {
            room.send(std::mem::take(&mut self.out));
        }
    }

    /// Sends the news, waiting for room.
    async fn finish(&mut self) {
        let _ = self.news.send(std::mem::take(&mut self.out)).await;
    }

    /// Obeys an order.
    fn obey(&mut self, order: Option<OrderOf<K>>, talk: &Conversation<K>) -> Intent<K::Action> {
        let Some(order) = order else {
            return Intent::Leave;
        };
        match self.pending.take(order, talk.model()) {
            Some(Order::Say(message)) => Intent::Say(message),
            Some(Order::Ready) => Intent::Ready,
            Some(Order::Resign) => Intent::Resign,
            Some(Order::Choose(rule, variant)) => Intent::Choose(rule, variant),
            Some(Order::Seat(name, kind)) => {
                self.bots.seat(name, kind);
                Intent::Nothing
            }
            Some(Order::Unseat(name)) => {
                let mut others = Player::first(MAX_SEATS);
                let found = others.find(|&other| talk.model().name_of(other) == Some(&name));
                match (self.bots.send_away(&name), found) {
                    (false, Some(other)) => Intent::Kick(other),
                    _ => Intent::Nothing,
                }
            }
            _ => Intent::Nothing,
        }
    }
}

impl<K: Played> Participant<K> for AtWindow<K> {
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
        self.pending.next(known)
    }

    fn rest(&mut self, talk: &Conversation<K>) {
        if std::mem::take(&mut self.away) {
            self.out.push(News::Back);
        }
        if talk.model().has_begun() && std::mem::take(&mut self.returns) {
            self.bots.come_back();
        }
        let model = Arc::new(talk.model().clone());
        self.complete(&model);
        let done = self.pending.done();
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
        // Orders from before the loss are dropped.
        self.pending.clear();
        self.out.push(News::Away);
        self.deliver();
        while let Some(order) = self.orders.recv().await {
            self.pending.pass_over(&order);
        }
    }
}

#[cfg(test)]
mod tests;
