//! Messages between the window and the thread that runs a game.
//!
//! News come in batches and orders are sent without blocking, so the window never waits. The
//! thread sits at a table (`seat`) or plays the game itself (`game`).

use std::collections::VecDeque;
use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;

use super::played::Played;
use crate::client::Model;
use crate::conquest::Reply;
use crate::conquest::bots::StrategyKind;
use crate::conquest::rules::{Action, Player};
use crate::protocol::Name;

/// An order of the window to the table.
#[derive(Debug, Clone)]
pub enum Order<A = Action, C = StrategyKind> {
    /// Do these actions in order, as long as each is legal.
    Act(Vec<A>),
    /// Do what a computer player would do now: one action.
    Decide(C),
    /// Whether to ask how many units defend; otherwise as many as can.
    AskDefence(bool),
    /// Say this to everybody.
    Say(String),
    /// Declare to be ready, before the game.
    Ready,
    /// Choose a variant of a rule, before the game.
    Choose(u32, u32),
    /// Seat a computer player of that name at the same table, before the game.
    Seat(Name, C),
    /// Remove the player of that name.
    Unseat(Name),
    /// Resign from the game.
    Resign,
}

/// A line of the server, and the game before and after it.
#[derive(Debug, Clone)]
pub struct Step<L = Reply, K = Model> {
    /// The line.
    pub line: L,
    /// The game before.
    pub before: Arc<K>,
    /// The game after.
    pub after: Arc<K>,
}

impl<L, K> Step<L, K> {
    /// A line that takes a game from `known` to `after`, which `known` is then.
    pub(super) fn on(known: &mut Arc<K>, line: L, after: K) -> Self {
        let after = Arc::new(after);
        let before = std::mem::replace(known, Arc::clone(&after));
        Self {
            line,
            before,
            after,
        }
    }
}

/// News for the window.
#[derive(Debug, Clone)]
pub enum News<L = Reply, K = Model> {
    /// The seed that a game in this process began with.
    Seed(u64),
    /// Something happened before a continued game was left.
    Past(Step<L, K>),
    /// Something happened.
    Step(Step<L, K>),
    /// Everything so far was told, and the table waits.
    Now {
        /// The game as it is.
        model: Arc<K>,
        /// The number of orders that are done.
        done: u64,
    },
    /// A sentence about the connection.
    Note(String),
    /// The game is recorded here.
    Recording(PathBuf),
    /// The connection was lost, and is being made again.
    Away,
    /// It is being tried once more.
    Trying,
    /// The connection is back.
    Back,
    /// The game ended; nothing more comes.
    Ended(Result<Ending, Failure>),
}

/// How a game ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Ending {
    /// Whether the game is over; without a winner it is drawn.
    pub over: bool,
    /// The winner, also where nobody was defeated because the others resigned.
    pub winner: Option<Player>,
    /// Whether it can be continued.
    pub kept: bool,
}

/// Why a game was not played to its end, in sentences.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Failure {
    /// Why.
    pub why: String,
    /// Whether the name is in use at the table, so that another one helps.
    pub name_in_use: bool,
}

impl From<String> for Failure {
    fn from(why: String) -> Self {
        Self {
            why,
            name_in_use: false,
        }
    }
}

/// The window's end of the link; dropping it leaves the table.
pub struct Link<O = Order> {
    give: Box<dyn FnMut(O) -> bool + Send>,
    sent: u64,
}

impl<O> fmt::Debug for Link<O> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Link").field(&self.sent).finish()
    }
}

impl<O> Link<O> {
    /// Sends orders by `give`, which never blocks and returns whether it took them.
    pub fn new(give: impl FnMut(O) -> bool + Send + 'static) -> Self {
        Self {
            give: Box::new(give),
            sent: 0,
        }
    }

    /// Sends an order; returns whether it was taken. It is not once the game is over, or when so
    /// many wait that the table must have stopped.
    pub fn send(&mut self, order: O) -> bool {
        let taken = (self.give)(order);
        self.sent += u64::from(taken);
        taken
    }

    /// The number of orders sent.
    pub fn sent(&self) -> u64 {
        self.sent
    }
}

/// The orders that are still to be done.
pub(super) struct PendingOrders<K: Played> {
    queue: VecDeque<K::Action>,
    computer: Option<(K::Kind, K::Computer)>,
    seed: u64,
    ask_defence: bool,
    taken: u64,
}

impl<K: Played> PendingOrders<K> {
    /// No orders; `seed` is that of a computer playing for the person.
    pub(super) fn new(seed: u64) -> Self {
        Self {
            queue: VecDeque::new(),
            computer: None,
            seed,
            ask_defence: false,
            taken: 0,
        }
    }

    /// Takes an order; returns those that are not actions of the game.
    pub(super) fn take(
        &mut self,
        order: Order<K::Action, K::Kind>,
        known: &K,
    ) -> Option<Order<K::Action, K::Kind>> {
        self.taken += 1;
        match order {
            Order::Act(actions) => self.queue.extend(actions),
            Order::Decide(kind) => {
                let action = self.decide(kind, known);
                self.queue.extend(action);
            }
            Order::AskDefence(ask) => self.ask_defence = ask,
            other => return Some(other),
        }
        None
    }

    /// Counts an order as done without doing it, unless it is a preference.
    #[cfg(feature = "net")]
    pub(super) fn pass_over(&mut self, order: &Order<K::Action, K::Kind>) {
        self.taken += 1;
        if let Order::AskDefence(ask) = order {
            self.ask_defence = *ask;
        }
    }

    /// Drops all pending actions.
    #[cfg(feature = "net")]
    pub(super) fn clear(&mut self) {
        self.queue.clear();
    }

    /// The number of orders that are done.
    pub(super) fn done(&self) -> u64 {
        self.taken - u64::from(!self.queue.is_empty())
    }

    fn decide(&mut self, kind: K::Kind, known: &K) -> Option<K::Action> {
        if self.computer.as_ref().is_none_or(|(of, _)| *of != kind) {
            self.computer = Some((kind, known.computer(kind, self.seed)?));
        }
        let (_, computer) = self.computer.as_mut()?;
        known.decide(computer)
    }

    /// The next action, if there is one.
    pub(super) fn next(&mut self, known: &K) -> Option<K::Action> {
        if !known.can_act() {
            return None;
        }
        if let Some(action) = self.queue.pop_front() {
            if known.allows(&action) {
                return Some(action);
            }
            // The actions after it were meant for another moment.
            self.queue.clear();
        }
        known.unasked().filter(|_| !self.ask_defence)
    }
}
