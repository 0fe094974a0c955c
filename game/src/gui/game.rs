//! A game without a table: a thread plays it by its rules, with computer players and at most
//! one person. A panic stays in that thread.

use std::any::Any;
use std::cell::RefCell;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, SyncSender, channel, sync_channel};
use std::thread;

use marchland_maps::{MAX_PLAYERS, MIN_PLAYERS, Map};

use super::link::{Ending, Failure, Link, News, Order, PendingOrders, Step};
use super::texts;
use crate::client::{Knowledge, Model};
use crate::conquest::Reply;
use crate::conquest::bots::{Match, Stop, Strategy, StrategyKind, View, decide};
use crate::conquest::lines::{StateLine, StateRules};
use crate::conquest::rules::{
    Action, AreaVariant, Event, MAX_SEATS, Player, SeededDice, State, Status, Variants,
};
use crate::play::OPPONENTS;
use crate::protocol::ServerMessage;
use crate::protocol::command::{GameOver, NoWinner};

/// The default name of a person.
const YOU: &str = "You";

/// How many batches the game may be ahead of the window.
const AHEAD: usize = 64;

/// A game to be played. The same set-up, map and moves of the person give the same game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Setup {
    /// The strategies by seat; that of the person is used when the computer stands in.
    pub players: Vec<StrategyKind>,
    /// The seat of the person, if one plays.
    pub you: Option<usize>,
    /// The rules.
    pub variants: Variants,
    /// The seed of all chance.
    pub seed: u64,
}

impl Setup {
    /// Turns after which a game is a draw.
    pub const MOST_TURNS: u32 = 2_000;

    /// Four *planner* bots, or as many as the map has room for; territories are dealt.
    pub fn new(territories: usize, seed: u64) -> Self {
        Self {
            players: vec![StrategyKind::Planner; Self::most_players(territories).min(4)],
            you: None,
            variants: Variants {
                areas: AreaVariant::Dealt,
                ..Variants::default()
            },
            seed,
        }
    }

    /// The most players on a map of so many territories.
    pub fn most_players(territories: usize) -> usize {
        territories.clamp(MIN_PLAYERS.into(), MAX_PLAYERS.into())
    }

    /// Sets the number of players; new ones play like the last.
    pub fn seat(&mut self, count: usize, territories: usize) {
        let count = count.clamp(MIN_PLAYERS.into(), Self::most_players(territories));
        let like = self.players.last().copied();
        self.players
            .resize(count, like.unwrap_or(StrategyKind::Planner));
        self.you = self.you.filter(|&seat| seat < count);
    }

    /// The same with the seed increased by `after`.
    #[must_use]
    pub fn with_seed(&self, after: u32) -> Self {
        Self {
            seed: self.seed.wrapping_add(after.into()),
            ..self.clone()
        }
    }

    /// The match on a map.
    pub fn on(&self, map: &Arc<Map>) -> Match {
        Match {
            map: Arc::clone(map),
            variants: self.variants,
            most_turns: Self::MOST_TURNS,
        }
    }

    /// The strategies of all seats.
    pub fn seated(&self, dice: &mut SeededDice) -> Vec<Box<dyn Strategy>> {
        let players = self.players.iter();
        players.map(|kind| kind.player(dice.seed())).collect()
    }

    /// The name of the player on a seat.
    pub fn name(&self, seat: usize) -> &'static str {
        if self.you == Some(seat) {
            YOU
        } else {
            OPPONENTS[seat % OPPONENTS.len()]
        }
    }

    /// The game before it begins, as the person or a spectator sees it.
    pub fn model(&self, map: &Arc<Map>) -> Model {
        let me = self.you.and_then(|seat| Player::new(seat as u8));
        let mut model = Model::new(Arc::clone(map), me);
        let state = State::new(Arc::clone(map), self.players.len() as u8, self.variants);
        for player in state.players() {
            let neutral = state.seat(player).status == Status::Neutral;
            let name = if neutral {
                "Neutral"
            } else {
                self.name(player.index())
            };
            if let Ok(name) = name.parse() {
                model.introduce(player, name);
            }
        }
        let rules = StateLine::StateRules(StateRules::of(self.variants, 0));
        // Rules always fit a new model.
        let _ = model.follow(&Reply::StateLine(rules));
        model
    }
}

/// A random seed, short enough to be written down.
pub fn fresh_seed() -> u64 {
    rand::random::<u64>() % 1_000_000
}

/// Starts a game. It is some actions ahead of what is taken from the receiver; when the
/// link is dropped, the players are asked to stop thinking, and the thread ends.
///
/// With computer players alone it is the first game of a tournament with the same bots and
/// seed.
pub fn start(map: Arc<Map>, setup: Setup) -> (Link, Receiver<Vec<News>>) {
    start_with(map, setup, Setup::seated)
}

/// Starts a game with the strategies that `seat` makes of the set-up.
pub(super) fn start_with(
    map: Arc<Map>,
    setup: Setup,
    seat: impl FnOnce(&Setup, &mut SeededDice) -> Vec<Box<dyn Strategy>> + Send + 'static,
) -> (Link, Receiver<Vec<News>>) {
    let (orders, taken) = channel();
    let (news, heard) = sync_channel(AHEAD);
    let last = news.clone();
    let stop = Stop::default();
    let stop_on_drop = StopOnDrop(stop.clone());
    let link = Link::new(move |order| {
        // Lives as long as the link.
        let _ = &stop_on_drop;
        orders.send(order).is_ok()
    });
    let work = move || {
        let over = news.clone();
        let thread = Thread {
            model: Arc::new(setup.model(&map)),
            pending: PendingOrders::new(setup.seed),
            orders: taken,
            news,
            stop,
            failed: None,
        };
        let played = catch_unwind(AssertUnwindSafe(|| thread.play(&map, &setup, seat)));
        let ended = played.unwrap_or_else(|panic| Err(texts::broke_down(message_of(&*panic))));
        // Nobody may be looking any more.
        let _ = over.send(vec![News::Ended(ended.map_err(Failure::from))]);
    };
    let thread = thread::Builder::new().name("game".into());
    if let Err(error) = thread.spawn(work) {
        // The channel is empty, so there is room.
        let _ = last.try_send(vec![News::Ended(Err(texts::no_start(&error).into()))]);
    }
    (link, heard)
}

/// The message of a panic.
pub fn message_of(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<&str>().copied();
    let text = text.or_else(|| panic.downcast_ref::<String>().map(String::as_str));
    text.unwrap_or("without a word")
}

/// Asks the strategies to stop when dropped.
struct StopOnDrop(Stop);

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        self.0.ask();
    }
}

/// The state of the thread.
struct Thread {
    model: Arc<Model>,
    pending: PendingOrders<Model>,
    orders: Receiver<Order>,
    news: SyncSender<Vec<News>>,
    stop: Stop,
    /// Why the model could not follow an event.
    failed: Option<String>,
}

impl Thread {
    fn play(
        self,
        map: &Arc<Map>,
        setup: &Setup,
        seat: impl FnOnce(&Setup, &mut SeededDice) -> Vec<Box<dyn Strategy>>,
    ) -> Result<Ending, String> {
        let mut dice = SeededDice::stream(setup.seed, 0);
        let mut players = seat(setup, &mut dice);
        let game = setup.on(map);
        let begun = game.begin(players.len().min(MAX_SEATS), &mut dice);
        let (state, events) = begun.map_err(|error| texts::no_start(&error))?;
        let (me, stop) = (self.model.me(), self.stop.clone());
        let this = RefCell::new(self);
        let mut act = |state: &State, actor: Player| {
            if stop.is_asked() {
                return None;
            }
            if Some(actor) == me {
                return this.borrow_mut().asked();
            }
            let view = View::new(state, actor).stopped_by(&stop);
            let action = decide(players[actor.index()].as_mut(), &view);
            Some(action.unwrap_or(Action::EndTurn))
        };
        let mut watch = |_: &State, events: &[Event]| {
            let lines = events.iter().map(|event| Reply::Event(event.seen_by(me)));
            this.borrow_mut().tell(lines)
        };
        let outcome = game.play_by(state, events, &mut dice, &mut act, &mut watch);
        let end = match outcome.winner {
            Some(winner) => ServerMessage::GameOver(GameOver { winner }),
            None => ServerMessage::NoWinner(NoWinner {}),
        };
        let _ = this
            .borrow_mut()
            .tell(std::iter::once(Reply::ServerMessage(end)));
        let ending = Ending {
            over: true,
            winner: outcome.winner,
            kept: false,
        };
        this.into_inner().failed.map_or(Ok(ending), Err)
    }

    /// Tells events; breaks if nobody listens any more.
    fn tell(&mut self, lines: impl Iterator<Item = Reply>) -> ControlFlow<()> {
        let mut batch = Vec::new();
        for line in lines {
            let mut after = Model::clone(&self.model);
            if let Err(why) = after.follow(&line) {
                self.failed = Some(texts::broke_down(&why.to_string()));
                return ControlFlow::Break(());
            }
            batch.push(News::Step(Step::on(&mut self.model, line, after)));
        }
        match self.news.send(batch) {
            Ok(()) => ControlFlow::Continue(()),
            Err(_) => ControlFlow::Break(()),
        }
    }

    /// The person's action; `None` when they are gone.
    fn asked(&mut self) -> Option<Action> {
        loop {
            if let Some(action) = self.pending.next(&self.model) {
                return Some(action);
            }
            let model = Arc::clone(&self.model);
            let done = self.pending.done();
            self.news.send(vec![News::Now { model, done }]).ok()?;
            let order = self.orders.recv().ok()?;
            // Orders to a table mean nothing here.
            let _ = self.pending.take(order, &self.model);
        }
    }
}

#[cfg(test)]
mod tests;
