//! What is said between the window and the thread that has the game.
//!
//! What comes is told in batches, what is wanted is sent without waiting, so that the
//! window never waits. The thread sits at a table (`seat`), or is the table (`game`).

use std::collections::VecDeque;
use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;

use super::played::Played;
use crate::client::Model;
use crate::conquest::Reply;
use crate::conquest::bots::StrategyKind;
use crate::conquest::rules::Action;
use crate::protocol::Name;

/// What the window wants of the table.
#[derive(Debug, Clone)]
pub enum Order<A = Action, C = StrategyKind> {
    /// To do this, one after the other, as long as each is legal.
    Act(Vec<A>),
    /// Whatever a computer player would do now: one action.
    Decide(C),
    /// Whether to ask how many units defend; else as many as can.
    AskDefence(bool),
    /// To say this to everybody.
    Say(String),
    /// To be ready to play, before the game.
    Ready,
    /// That variant of a rule, before the game.
    Choose(u32, u32),
    /// A computer player under that name at the same table, before the game.
    Seat(Name, C),
    /// Whoever sits there under that name sent away.
    Unseat(Name),
    /// To leave the table.
    Leave,
}

/// A line of the server, and the game before and after it.
#[derive(Debug, Clone)]
pub struct Step<L = Reply, K = Model> {
    /// What was told.
    pub line: L,
    /// The game before.
    pub before: Arc<K>,
    /// The game after.
    pub after: Arc<K>,
}

/// What the window is told.
#[derive(Debug, Clone)]
pub enum News<L = Reply, K = Model> {
    /// Something happened before the game was left; it is continued now.
    Past(Step<L, K>),
    /// Something happened.
    Step(Step<L, K>),
    /// All that came so far was told, and the table waits.
    Now {
        /// The game as it is.
        model: Arc<K>,
        /// Orders taken so far, and none of them still has anything to do.
        done: u64,
    },
    /// A sentence about the connection.
    Note(String),
    /// The game is recorded here.
    Recording(PathBuf),
    /// The connection was lost, and is being made again.
    Away,
    /// It is tried once more.
    Trying,
    /// It is there again.
    Back,
    /// Nothing more comes.
    Ended(Result<Ending, String>),
}

/// How it ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Ending {
    /// Whether the game is over; without a winner it is drawn.
    pub over: bool,
    /// Whether it can be gone on with.
    pub kept: bool,
}

/// The window's end of the link; when it is dropped the table is left.
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
    /// Hands orders to `give`, which says whether it takes them and never waits.
    pub fn new(give: impl FnMut(O) -> bool + Send + 'static) -> Self {
        Self {
            give: Box::new(give),
            sent: 0,
        }
    }

    /// Gives an order. Whether it will be taken: it is not once the game is over, or
    /// when so many wait that the table must have stopped.
    pub fn send(&mut self, order: O) -> bool {
        let taken = (self.give)(order);
        self.sent += u64::from(taken);
        taken
    }

    /// Orders given so far.
    pub fn sent(&self) -> u64 {
        self.sent
    }
}

/// What a person has asked for, as far as it is still to be done.
pub(super) struct PendingOrders<K: Played> {
    queue: VecDeque<K::Action>,
    computer: Option<(K::Kind, K::Computer)>,
    seed: u64,
    ask_defence: bool,
    taken: u64,
}

impl<K: Played> PendingOrders<K> {
    /// Nothing yet; the chance of a computer that plays for the person comes from `seed`.
    pub(super) fn new(seed: u64) -> Self {
        Self {
            queue: VecDeque::new(),
            computer: None,
            seed,
            ask_defence: false,
            taken: 0,
        }
    }

    /// Takes an order; what is no matter of the game comes back.
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

    /// Takes so many orders of which nothing is to come, nor of what still was to be done.
    #[cfg(feature = "net")]
    pub(super) fn pass_over(&mut self, orders: u64) {
        self.taken += orders;
        self.queue.clear();
    }

    /// Orders with nothing left to do.
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

    /// What is to be done now, if anything is.
    pub(super) fn next(&mut self, known: &K) -> Option<K::Action> {
        if !known.can_act() {
            return None;
        }
        if let Some(action) = self.queue.pop_front() {
            if known.allows(&action) {
                return Some(action);
            }
            // What was to follow was meant for another moment.
            self.queue.clear();
        }
        known.unasked().filter(|_| !self.ask_defence)
    }
}
