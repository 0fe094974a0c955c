//! What is said between the window and the thread that has the game.
//!
//! What comes is told in batches, what is wanted is sent without waiting, so that the
//! window never waits. The thread sits at a table (`seat`), or is the table (`game`).

use std::collections::VecDeque;
use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;

use crate::client::Model;
use crate::conquest::Reply;
use crate::conquest::bots::{Strategy, StrategyKind, View, decide};
use crate::conquest::rules::{Action, Step as TurnStep};

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
pub struct Link {
    give: Box<dyn FnMut(Order) -> bool + Send>,
    sent: u64,
}

impl fmt::Debug for Link {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Link").field(&self.sent).finish()
    }
}

impl Link {
    /// Hands orders to `give`, which says whether it takes them and never waits.
    pub fn new(give: impl FnMut(Order) -> bool + Send + 'static) -> Self {
        Self {
            give: Box::new(give),
            sent: 0,
        }
    }

    /// Gives an order. Whether it will be taken: it is not once the game is over, or
    /// when so many wait that the table must have stopped.
    pub fn send(&mut self, order: Order) -> bool {
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
pub(super) struct Wants {
    queue: VecDeque<Action>,
    computer: Option<(StrategyKind, Box<dyn Strategy>)>,
    seed: u64,
    ask_defence: bool,
    taken: u64,
}

impl Wants {
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
    pub(super) fn take(&mut self, order: Order, model: &Model) -> Option<Order> {
        self.taken += 1;
        match order {
            Order::Act(actions) => self.queue.extend(actions),
            Order::Decide(kind) => {
                let action = self.decide(kind, model);
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

    /// What is to be done now, if anything is.
    pub(super) fn next(&mut self, known: &Model) -> Option<Action> {
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
}
